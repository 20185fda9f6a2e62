//! 2048 on 4 x 4: the board is sixteen exponents of four bits, a slide of a row is looked up.
//!
//! Numbers go up to 32768, which the tables treat as the last: random play does not come near it.

use std::sync::LazyLock;

use masume_engine::Outcome;

use crate::bits::{count_of_four_bits, nth_bit_counted, nth_of_four_bits, sum_of_bytes};
use crate::play::Position;
use crate::stream::Stream;

/// Of 10,000, how many new tiles are a 2.
const TWOS: u32 = 9_000;

/// 1 in every cell, and in every second one.
const ONES: u64 = 0x1111_1111_1111_1111;
const SECONDS: u64 = 0x0101_0101_0101_0101;

/// Rows that there are.
const ROWS: usize = 1 << 16;

/// What happens to a row, whose leftmost cell is the lowest four bits; all in one word, so that
/// it lies in one line of the cache.
#[derive(Clone, Copy)]
struct Slide(u64);

impl Slide {
    fn of(row: u16) -> Self {
        let mirrored = |row: u16| row >> 12 | row >> 4 & 0xf0 | row << 4 & 0xf00 | row << 12;
        let (left, points) = slide_row(row);
        let right = mirrored(slide_row(mirrored(row)).0);
        let can_slide = u64::from(left != row) | u64::from(right != row) << 1;
        Self(u64::from(left) | u64::from(right) << 16 | u64::from(points) << 32 | can_slide << 62)
    }

    /// The row after a slide, to the right or to the left.
    #[inline]
    fn row(self, is_to_right: bool) -> u64 {
        self.0 >> (16 * u32::from(is_to_right)) & 0xffff
    }

    /// Points of either slide.
    #[inline]
    fn points(self) -> u64 {
        self.0 << 2 >> 34
    }

    /// Bit 0, whether a slide to the left changes the row; bit 1, one to the right.
    #[inline]
    fn ways(self) -> u8 {
        (self.0 >> 62) as u8
    }
}

/// Indexed [row].
type Slides = [Slide; ROWS];

static SLIDES: LazyLock<Box<Slides>> = LazyLock::new(|| {
    let mut slides = Box::new([Slide(0); ROWS]);
    for row in 0..=u16::MAX {
        slides[usize::from(row)] = Slide::of(row);
    }
    slides
});

/// A row after a slide to the left, and the points of it.
fn slide_row(row: u16) -> (u16, u32) {
    let mut tiles = [0; 4];
    let (mut filled, mut points, mut can_merge) = (0, 0, false);
    for place in 0..4 {
        let tile = row >> (4 * place) & 15;
        if tile == 0 {
            continue;
        }
        if can_merge && tiles[filled - 1] == tile && tile < 15 {
            tiles[filled - 1] += 1;
            points += 2u32 << tile;
            can_merge = false;
        } else {
            tiles[filled] = tile;
            filled += 1;
            can_merge = true;
        }
    }
    (tiles[0] | tiles[1] << 4 | tiles[2] << 8 | tiles[3] << 12, points)
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
    points: i64,
    random: Stream,
}

impl Sliding {
    /// The first position of a seed.
    pub fn start(seed: u64) -> Self {
        let random = Stream(seed);
        let slides = &**SLIDES;
        let mut position = Self { slides, board: 0, transposed: 0, moves: 0, points: 0, random };
        position.sprout();
        position.sprout();
        position.find_moves();
        position
    }

    #[inline]
    fn sprout(&mut self) {
        let taken = self.board | self.board >> 1;
        let free = !(taken | taken >> 2) & ONES;
        // At most two to a byte.
        let counts = (free & SECONDS) + (free >> 4 & SECONDS);
        let place = nth_bit_counted(free, counts, self.random.below(sum_of_bytes(counts)));
        let tile = 1 + u64::from(self.random.below(10_000) >= TWOS);
        self.board |= tile << place;
        // Bits 2 and 3 of the place are the column, bits 4 and 5 the row.
        self.transposed |= tile << ((place & 12) << 2 | place >> 2 & 12);
    }

    #[inline]
    fn find_moves(&mut self) {
        let slides = |board: u64| rows_of(board).fold(0, |all, row| all | self.slides[row].ways());
        let (sideways, upright) = (slides(self.board), slides(self.transposed));
        // Up, left, right, down.
        self.moves = upright & 1 | sideways << 1 | (upright & 2) << 2;
    }
}

impl Position for Sliding {
    #[inline]
    fn action_count(&self) -> u32 {
        count_of_four_bits(self.moves)
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let way = nth_of_four_bits(self.moves, index);
        // Which way is drawn cannot be predicted: nothing here branches on it.
        let is_upright = way == 0 || way == 3;
        let before = if is_upright { self.transposed } else { self.board };
        let (mut slid, mut points) = (0, 0);
        for (place, row) in rows_of(before).enumerate() {
            slid |= self.slides[row].row(way >= 2) << (16 * place);
            points += self.slides[row].points();
        }
        self.points += points as i64;
        let turned = transpose(slid);
        self.board = if is_upright { turned } else { slid };
        self.transposed = if is_upright { slid } else { turned };
        self.sprout();
        self.find_moves();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.moves == 0).then_some(Outcome::Ended)
    }

    fn reseed(&mut self, random: Stream) {
        self.random = random;
    }

    fn scores(&self) -> [i64; 2] {
        [self.points, 0]
    }

    fn value_total(&self) -> i64 {
        self.points
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
