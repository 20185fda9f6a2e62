//! 2048 on 4 x 4: the board is sixteen exponents of four bits, twice, by rows and by columns; a slide of
//! a line is looked up.
//!
//! Numbers go up to 32768, which the tables treat as the last: random play does not come near it.

use std::sync::LazyLock;

use masume_engine::Outcome;

use crate::bits::{count_of_four_bits, nth_of_four_bits};
use crate::play::Position;
use crate::stream::Stream;

/// Of 10,000, how many new tiles are a 2.
const TWOS: u32 = 9_000;

/// 1 in every cell; in every second one; the highest bit of every second one.
const ONES: u64 = 0x1111_1111_1111_1111;
const SECONDS: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x80 * SECONDS;
const LOWER_HALVES: u64 = 15 * SECONDS;

/// Rows that there are.
const ROWS: usize = 1 << 16;

/// Table of what happens to rows, whose leftmost cell is the lowest four bits. Points are in no table: what
/// the tiles of a board are worth says them.
struct Slides {
    /// Indexed [row]: after a slide to the left, and after one to the right.
    slid: [[u16; ROWS]; 2],
    /// Indexed [row]: bit 0, whether a slide to the left changes it; bit 1, one to the right.
    ways: [u8; ROWS],
}

static SLIDES: LazyLock<Box<Slides>> = LazyLock::new(|| {
    let mut slides = Box::new(Slides { slid: [[0; ROWS]; 2], ways: [0; ROWS] });
    for row in 0..=u16::MAX {
        let (left, right) = (slide_row(row), mirrored(slide_row(mirrored(row))));
        let place = usize::from(row);
        slides.slid[0][place] = left;
        slides.slid[1][place] = right;
        slides.ways[place] = u8::from(left != row) | u8::from(right != row) << 1;
    }
    slides
});

fn mirrored(row: u16) -> u16 {
    row >> 12 | row >> 4 & 0xf0 | row << 4 & 0xf00 | row << 12
}

/// A row after a slide to the left.
fn slide_row(row: u16) -> u16 {
    let mut tiles = [0; 4];
    let (mut filled, mut can_merge) = (0, false);
    for place in 0..4 {
        let tile = row >> (4 * place) & 15;
        if tile == 0 {
            continue;
        }
        if can_merge && tiles[filled - 1] == tile && tile < 15 {
            tiles[filled - 1] += 1;
            can_merge = false;
        } else {
            tiles[filled] = tile;
            filled += 1;
            can_merge = true;
        }
    }
    tiles[0] | tiles[1] << 4 | tiles[2] << 8 | tiles[3] << 12
}

/// A position.
#[derive(Clone, Copy)]
pub struct Sliding {
    slides: &'static Slides,
    /// Cell i in the four bits from 4 * i.
    board: u64,
    /// The same with rows for columns.
    transposed: u64,
    /// Bits 0 to 3: up, left, right, down change the board.
    moves: u8,
    /// New tiles that were a 4.
    fours: u32,
    random: Stream,
}

impl Sliding {
    /// The first position of a seed.
    pub fn start(seed: u64) -> Self {
        let (slides, random) = (&**SLIDES, Stream(seed));
        let mut position = Self { slides, board: 0, transposed: 0, moves: 0, fours: 0, random };
        // On the empty board there are sixteen free cells, more than four bits can count.
        let cell = u64::from(position.random.below(16));
        position.put(4 * cell);
        position.sprout();
        position
    }

    /// A new tile comes; what can be done then is found.
    #[inline(always)]
    fn sprout(&mut self) {
        let taken = self.board | self.board >> 1;
        let free = !(taken | taken >> 2) & ONES;
        // In every four bits, how many cells are free up to there; then those where it is not more
        // than n are as many as cells before the n-th free one, counted from 0.
        let sums = free.wrapping_mul(ONES);
        let n = u64::from(self.random.below_or_only((sums >> 60) as u32));
        let bound = HIGHEST | (n * SECONDS);
        let passed = (bound - (sums & LOWER_HALVES)) & HIGHEST;
        let passed_odd = (bound - (sums >> 4 & LOWER_HALVES)) & HIGHEST;
        let cell = ((passed >> 7) + (passed_odd >> 7)).wrapping_mul(SECONDS) >> 56;
        self.put(4 * cell);
    }

    /// A 2 or a 4 comes to a place.
    #[inline(always)]
    fn put(&mut self, place: u64) {
        let is_four = self.random.below(10_000) >= TWOS;
        self.fours += u32::from(is_four);
        let tile = 1 + u64::from(is_four);
        self.board |= tile << place;
        // Bits 2 and 3 of the place are the column, bits 4 and 5 the row.
        self.transposed |= tile << ((place & 12) << 2 | place >> 2 & 12);
        let ways = |board: u64| rows_of(board).fold(0, |all, row| all | self.slides.ways[row]);
        let (sideways, upright) = (ways(self.board), ways(self.transposed));
        // Up, left, right, down.
        self.moves = upright & 1 | sideways << 1 | (upright & 2) << 2;
    }
}

impl Position for Sliding {
    #[inline]
    fn action_count(&self) -> u32 {
        count_of_four_bits(self.moves)
    }

    #[inline(always)]
    fn apply(&mut self, index: u32) {
        let way = nth_of_four_bits(self.moves, index);
        // Which way is drawn cannot be predicted: nothing here branches on it.
        let if_upright = (0b1001 >> way & 1u64).wrapping_neg();
        let both = self.board ^ self.transposed;
        let before = self.board ^ both & if_upright;
        let table = &self.slides.slid[(way >> 1) as usize & 1];
        let mut slid = 0;
        for (place, row) in rows_of(before).enumerate() {
            slid |= u64::from(table[row]) << (16 * place);
        }
        let turned = transpose(slid);
        let both = slid ^ turned;
        self.board = slid ^ both & if_upright;
        self.transposed = turned ^ both & if_upright;
        self.sprout();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.moves == 0).then_some(Outcome::Ended)
    }

    fn reseed(&mut self, random: Stream) {
        self.random = random;
    }

    /// Every merge gave the number that it made, so a tile is worth what all merges that led to it
    /// gave, as if it had begun as twos.
    fn scores(&self) -> [i64; 2] {
        let worth = |place: u32| match self.board >> (4 * place) & 15 {
            0 => 0,
            tile => (tile as i64 - 1) << tile,
        };
        let as_of_twos: i64 = (0..16).map(worth).sum();
        [as_of_twos - 4 * i64::from(self.fours), 0]
    }

    fn value_total(&self) -> i64 {
        self.scores()[0]
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        match self.board >> (16 * row + 4 * column) & 15 {
            0 => 0,
            tile => 1 << tile,
        }
    }
}

/// The four rows, from the top.
#[inline]
fn rows_of(board: u64) -> impl Iterator<Item = usize> {
    (0..4).map(move |row| usize::from((board >> (16 * row)) as u16))
}

/// Rows to columns.
#[inline]
fn transpose(board: u64) -> u64 {
    // Pairs of cells within blocks of four, then the blocks.
    let swap = (board ^ board >> 12) & 0x0000_f0f0_0000_f0f0;
    let board = board ^ swap ^ swap << 12;
    let swap = (board ^ board >> 24) & 0x0000_0000_ff00_ff00;
    board ^ swap ^ swap << 24
}
