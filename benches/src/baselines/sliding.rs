//! 2048 on 4 x 4: the board is sixteen exponents of four bits, a slide of a row is looked up.
//!
//! Numbers go up to 32768, which the tables treat as the last: random play does not come near it.

use std::sync::LazyLock;

use masume_engine::Outcome;

use crate::bits::nth_bit;
use crate::play::Position;
use crate::stream::Stream;

/// Of 10,000, how many new tiles are a 2.
const TWOS: u32 = 9_000;

/// What happens to a row, whose leftmost cell is the lowest four bits.
struct Rows {
    /// Indexed [row]: the row after a slide to the left.
    left: Box<[u16]>,
    /// Indexed [row]: the row after a slide to the right.
    right: Box<[u16]>,
    /// Indexed [row]: points of either slide.
    points: Box<[u32]>,
    /// Indexed [row]: bit 0, whether a slide to the left changes it; bit 1, one to the right.
    can_slide: Box<[u8]>,
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let slid = |row: u16| slide_row(row).0;
    let mirrored = |row: u16| (row >> 12) | (row >> 4 & 0xf0) | (row << 4 & 0xf00) | (row << 12);
    let left: Box<[u16]> = (0..=u16::MAX).map(slid).collect();
    let right: Box<[u16]> = (0..=u16::MAX).map(|row| mirrored(slid(mirrored(row)))).collect();
    let can_slide = (0..=u16::MAX)
        .zip(left.iter().zip(&right))
        .map(|(row, (&left, &right))| u8::from(left != row) | u8::from(right != row) << 1)
        .collect();
    Rows { left, right, points: (0..=u16::MAX).map(|row| slide_row(row).1).collect(), can_slide }
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
    rows: &'static Rows,
    board: u64,
    /// Rows are columns.
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
        let rows = &*ROWS;
        let mut position = Self { rows, board: 0, transposed: 0, moves: 0, points: 0, random };
        position.sprout();
        position.sprout();
        position.find_moves();
        position
    }

    #[inline]
    fn sprout(&mut self) {
        let taken = self.board | self.board >> 1;
        let free = !(taken | taken >> 2) & 0x1111_1111_1111_1111;
        let place = nth_bit(free, self.random.below(free.count_ones()));
        let tile = if self.random.below(10_000) < TWOS { 1 } else { 2 };
        self.board |= tile << place;
    }

    #[inline]
    fn find_moves(&mut self) {
        self.transposed = transpose(self.board);
        let slides = |board: u64| {
            let of = |row: u32| self.rows.can_slide[usize::from((board >> (16 * row)) as u16)];
            of(0) | of(1) | of(2) | of(3)
        };
        let (sideways, upright) = (slides(self.board), slides(self.transposed));
        // Up, left, right, down.
        self.moves = upright & 1 | sideways << 1 | (upright & 2) << 2;
    }

    #[inline]
    fn slide(&mut self, board: u64, table: &[u16]) -> u64 {
        let mut slid = 0;
        for row in 0..4 {
            let index = usize::from((board >> (16 * row)) as u16);
            slid |= u64::from(table[index]) << (16 * row);
            self.points += i64::from(self.rows.points[index]);
        }
        slid
    }
}

impl Position for Sliding {
    #[inline]
    fn action_count(&self) -> u32 {
        u32::from(self.moves).count_ones()
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let rows = self.rows;
        self.board = match nth_bit(u64::from(self.moves), index) {
            0 => transpose(self.slide(self.transposed, &rows.left)),
            1 => self.slide(self.board, &rows.left),
            2 => self.slide(self.board, &rows.right),
            _ => transpose(self.slide(self.transposed, &rows.right)),
        };
        self.sprout();
        self.find_moves();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.moves == 0).then_some(Outcome::Ended)
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

/// Rows to columns.
#[inline]
fn transpose(board: u64) -> u64 {
    // Pairs of cells within blocks of four, then the blocks.
    let swap = (board ^ board >> 12) & 0x0000_f0f0_0000_f0f0;
    let board = board ^ swap ^ swap << 12;
    let swap = (board ^ board >> 24) & 0x0000_0000_ff00_ff00;
    board ^ swap ^ swap << 24
}
