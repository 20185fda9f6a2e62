//! Shisen-sho on 17 x 8: rows and columns as words, rim included, and for every tile the free cells
//! straight ahead of it. Two tiles are joined by two corners where a line across meets both.

use masume_engine::{Outcome, Player};

use crate::play::Position;
use crate::stream::Stream;

/// Columns and rows without the rim.
const WIDTH: usize = 17;
const HEIGHT: usize = 8;
const CELLS: usize = WIDTH * HEIGHT;
const KINDS: usize = 34;
/// Tiles of each kind.
const EACH: usize = CELLS / KINDS;
/// Pairs of equal tiles on a full board.
const PAIRS: usize = KINDS * EACH * (EACH - 1) / 2;
/// In place of a kind where there is no tile.
const NONE: u8 = u8::MAX;

/// Lines of one axis, rim included, the bit of a tile set.
#[derive(Clone, Copy, Debug)]
struct Lines<const COUNT: usize> {
    taken: [u32; COUNT],
    /// Places of a line.
    length: u32,
}

impl<const COUNT: usize> Lines<COUNT> {
    /// The place itself and the free ones next to it, up to the first tiles.
    #[inline]
    fn span(&self, line: usize, place: usize) -> u32 {
        let taken = self.taken[line];
        let before = taken & ((1 << place) - 1);
        let first = 32 - before.leading_zeros();
        let after = (taken >> place) >> 1;
        let last = if after == 0 { self.length - 1 } else { place as u32 + after.trailing_zeros() };
        (2 << last) - (1 << first)
    }

    /// Places that are free on all lines strictly between two.
    #[inline]
    fn open_between(&self, one: usize, other: usize) -> u32 {
        let (first, last) = (one.min(other), one.max(other));
        !self.taken[first..last].iter().skip(1).fold(0, |taken, line| taken | line)
    }
}

/// A tile on the board, for asking whom it reaches.
#[derive(Clone, Copy, Debug, Default)]
struct Tile {
    cell: u8,
    row: u8,
    column: u8,
    /// Columns reached along the row, and rows reached along the column.
    across: u32,
    upright: u32,
}

/// A position.
#[derive(Clone, Debug)]
pub struct ShisenSho {
    /// Indexed by cell, without the rim.
    tiles: [u8; CELLS],
    rows: Lines<{ HEIGHT + 2 }>,
    columns: Lines<{ WIDTH + 2 }>,
    pairs: Vec<(u8, u8)>,
}

impl ShisenSho {
    /// A full board in the random order of this seed, solvable or not.
    pub fn deal(seed: u64) -> Self {
        let mut random = Stream(seed);
        let mut tiles = [0; CELLS];
        for (cell, tile) in tiles.iter_mut().enumerate() {
            *tile = (cell / EACH) as u8;
        }
        for last in (1..CELLS).rev() {
            tiles.swap(last, random.below(last as u32 + 1) as usize);
        }
        let rows = Lines { taken: [0; HEIGHT + 2], length: WIDTH as u32 + 2 };
        let columns = Lines { taken: [0; WIDTH + 2], length: HEIGHT as u32 + 2 };
        let mut position = Self { tiles, rows, columns, pairs: Vec::with_capacity(PAIRS) };
        for cell in 0..CELLS {
            position.toggle(cell);
        }
        position.find_pairs();
        position
    }

    /// The board as the game's legend has it.
    pub fn picture(&self) -> String {
        let letter = |&tile: &u8| match tile {
            NONE => '.',
            0..26 => char::from(b'A' + tile),
            _ => char::from(b'a' + tile - 26),
        };
        let rows = self.tiles.chunks(WIDTH).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The legal pairs, sorted; cells counted without the rim.
    pub fn pairs(&self) -> &[(u8, u8)] {
        &self.pairs
    }

    /// Lists the legal pairs anew.
    pub fn find_pairs(&mut self) {
        // Step 1. The tiles of each kind, in reading order.
        let mut kinds = [[Tile::default(); EACH]; KINDS];
        let mut counts = [0; KINDS];
        for (cell, &kind) in self.tiles.iter().enumerate() {
            if kind != NONE {
                let kind = usize::from(kind);
                kinds[kind][counts[kind]] = self.tile(cell);
                counts[kind] += 1;
            }
        }
        // Step 2. Each with those of its kind that come later.
        self.pairs.clear();
        let mut seen = [0; KINDS];
        for &kind in self.tiles.iter().filter(|&&kind| kind != NONE) {
            let kind = usize::from(kind);
            let (first, count) = (seen[kind], counts[kind]);
            seen[kind] += 1;
            let one = &kinds[kind][first];
            for other in &kinds[kind][first + 1..count] {
                if self.are_joined(one, other) {
                    self.pairs.push((one.cell, other.cell));
                }
            }
        }
    }

    #[inline]
    fn tile(&self, cell: usize) -> Tile {
        let (row, column) = (cell / WIDTH + 1, cell % WIDTH + 1);
        Tile {
            cell: cell as u8,
            row: row as u8,
            column: column as u8,
            across: self.rows.span(row, column),
            upright: self.columns.span(column, row),
        }
    }

    /// True if a line with at most two corners joins two tiles, the first of them first in reading
    /// order.
    #[inline]
    fn are_joined(&self, one: &Tile, other: &Tile) -> bool {
        let shared_columns = one.across & other.across;
        let shared_rows = one.upright & other.upright;
        let (rows, columns) = ((one.row, other.row), (one.column, other.column));
        // Neighbours share nothing: what each reaches ends before the other.
        (rows.0 == rows.1 && columns.0 + 1 == columns.1)
            || (columns.0 == columns.1 && rows.0 + 1 == rows.1)
            || (shared_columns != 0
                && shared_columns & self.rows.open_between(rows.0.into(), rows.1.into()) != 0)
            || (shared_rows != 0
                && shared_rows & self.columns.open_between(columns.0.into(), columns.1.into()) != 0)
    }

    /// Puts a tile's bits, or takes them away.
    fn toggle(&mut self, cell: usize) {
        let (row, column) = (cell / WIDTH + 1, cell % WIDTH + 1);
        self.rows.taken[row] ^= 1 << column;
        self.columns.taken[column] ^= 1 << row;
    }
}

impl Position for ShisenSho {
    fn action_count(&self) -> u32 {
        self.pairs.len() as u32
    }

    fn apply(&mut self, index: u32) {
        let (one, other) = self.pairs[index as usize];
        for cell in [one, other].map(usize::from) {
            self.tiles[cell] = NONE;
            self.toggle(cell);
        }
        self.find_pairs();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.rows.taken == [0; HEIGHT + 2] {
            return Some(Outcome::Won(Player(0)));
        }
        self.pairs.is_empty().then_some(Outcome::Lost(Player(0)))
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        match self.tiles[row as usize * WIDTH + column as usize] {
            NONE => 0,
            kind => i64::from(kind) + 1,
        }
    }
}
