//! Walks through one set: which cells they join, and where those from one cell end.
//!
//! With two turns at most a walk goes straight, across and straight again. Two cells are joined
//! where a line across, open between them, meets what both see straight ahead:
//!
//! ```text
//! . . . a            a sees the dots left of it, b those on both sides of it; the one
//! . # # #            column that both see is open between their rows
//! . . . b . .
//! ```
//!
//! A walk of which one part has no cell is among these: it turns on one of the ends. A walk that
//! turns twice on the same cell goes where one with fewer turns goes.

use masume_board::{Bits, Cell, Direction, Grid};
use masume_rules::model::{Content, Layer};

use crate::program::LayerPlanes;
use crate::run::Scene;

/// The most cells of a line that is a word.
const MOST_CELLS: usize = 64;

/// The most turns of a walk that is a line across between two cells' views.
const MOST_TURNS: u32 = 2;

/// How far apart contents are at most that are looked up by number; others are searched for.
const MOST_APART: i64 = 1 << 10;

/// In place of the number of an end where there is none.
const NONE: u32 = u32::MAX;

/// The directions of walks that are solved here, as bits.
pub(crate) const FOUR_WAYS: u8 = 1 << Direction::Up as u8
    | 1 << Direction::Left as u8
    | 1 << Direction::Right as u8
    | 1 << Direction::Down as u8;

/// Which pairs are asked for.
pub(crate) struct Pairs<const W: usize> {
    /// What lies between the two.
    pub(crate) open: Bits<W>,
    pub(crate) firsts: Bits<W>,
    pub(crate) seconds: Bits<W>,
    /// The most turns between them.
    pub(crate) turns: u32,
    /// The layer on which both hold the same.
    pub(crate) layer: Layer,
    /// Whether the first comes before the second in reading order.
    pub(crate) in_order: bool,
    /// Whether one pair suffices.
    pub(crate) any: bool,
}

/// Rows and columns as words, rim included, the bit of an open cell set.
struct Lines {
    rows: [u64; MOST_CELLS],
    columns: [u64; MOST_CELLS],
}

/// A cell at which a walk can begin or end.
#[derive(Clone, Copy)]
struct End {
    /// Columns seen along the row, and rows along the column; its own are among them.
    across: u64,
    upright: u64,
    cell: Cell,
    content: Content,
    /// The next second with the same content, by number; [`NONE`] where there is none.
    next: u32,
    row: u8,
    column: u8,
}

impl Lines {
    fn new<const W: usize>(open: Bits<W>, grid: &Grid) -> Self {
        let (width, height) = (grid.full_width() as usize, grid.full_height() as usize);
        let mut lines = Self { rows: [0; MOST_CELLS], columns: [0; MOST_CELLS] };
        for row in 0..height {
            let cells = part(open, row * width, width);
            lines.rows[row] = cells;
            for column in ones(cells) {
                lines.columns[column as usize] |= 1 << row;
            }
        }
        lines
    }

    /// Whether a walk with so many turns joins the two.
    #[inline]
    fn join(&self, one: &End, other: &End, turns: u32) -> bool {
        let mut columns = one.across & other.across;
        let mut rows = one.upright & other.upright;
        if columns | rows == 0 {
            return false;
        }
        // The line across lies at one of the ends where there is one turn, at both without any.
        let own = [(one.column, other.column), (one.row, other.row)];
        let own = own.map(|(one, other)| (1u64 << one, 1u64 << other));
        match turns {
            0 => (columns, rows) = (columns & own[0].0 & own[0].1, rows & own[1].0 & own[1].1),
            1 => (columns, rows) = (columns & (own[0].0 | own[0].1), rows & (own[1].0 | own[1].1)),
            _more => {}
        }
        columns != 0 && columns & between(&self.rows, one.row, other.row) != 0
            || rows != 0 && rows & between(&self.columns, one.column, other.column) != 0
    }
}

/// Places that are open on all lines strictly between two.
#[inline]
fn between(lines: &[u64; MOST_CELLS], one: u8, other: u8) -> u64 {
    let (first, last) = (usize::from(one.min(other)), usize::from(one.max(other)));
    lines[first..last].iter().skip(1).fold(u64::MAX, |open, line| open & line)
}

/// The place itself and the open ones next to it on both sides.
#[inline]
fn seen(line: u64, place: u32) -> u64 {
    let closed = !line;
    let before = closed & ((1 << place) - 1);
    let after = closed & (u64::MAX << place << 1);
    // From the last closed place before it, which is below the 63rd, to the first behind it.
    let up_to = after & after.wrapping_neg();
    let from = u64::MAX << (64 - before.leading_zeros());
    from & up_to.wrapping_sub(1)
}

/// So many cells of a set from one on, as a word.
#[inline]
fn part<const W: usize>(set: Bits<W>, from: usize, count: usize) -> u64 {
    let (word, bit) = (from / 64, from % 64);
    let low = set.0.get(word).map_or(0, |word| word >> bit);
    let high = set.0.get(word + 1).map_or(0, |word| word << 1 << (63 - bit));
    (low | high) & (u64::MAX >> (64 - count))
}

/// The bits that are set, the lowest first.
#[inline]
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(lowest)
    })
}

/// Numbers of the first ends by what they hold.
struct Heads {
    least: i64,
    /// The contents, sorted, where they lie far apart.
    sparse: Option<Vec<Content>>,
    heads: Vec<u32>,
}

impl Heads {
    fn new(ends: &[End]) -> Self {
        let contents = || ends.iter().map(|end| i64::from(end.content));
        let (least, greatest) = (contents().min().unwrap_or(0), contents().max().unwrap_or(0));
        if greatest - least < MOST_APART {
            let count = (greatest - least + 1) as usize;
            return Self { least, sparse: None, heads: vec![NONE; count] };
        }
        let mut all: Vec<Content> = ends.iter().map(|end| end.content).collect();
        all.sort_unstable();
        all.dedup();
        Self { least, heads: vec![NONE; all.len()], sparse: Some(all) }
    }

    /// Where the number of the first end with this content stands, one of those it was made for.
    #[inline]
    fn of(&mut self, content: Content) -> &mut u32 {
        let index = match &self.sparse {
            None => (i64::from(content) - self.least) as usize,
            Some(all) => all.binary_search(&content).unwrap_or(0),
        };
        &mut self.heads[index]
    }
}

impl<const W: usize> Scene<'_, '_, W> {
    /// The pairs of cells with the same content that a walk joins, sorted; `None` where the board
    /// is too long or the turns too many for lines to solve them.
    pub(crate) fn joined_pairs(&self, ask: &Pairs<W>) -> Option<Vec<(Cell, Cell)>> {
        let grid = self.run.grid();
        let longest = grid.full_width().max(grid.full_height()) as usize;
        if longest > MOST_CELLS || ask.turns > MOST_TURNS {
            return None;
        }
        // Letters are met on layers of numbers and kinds.
        let LayerPlanes::Numbers { slot, .. } = self.run.layout.layer(ask.layer) else {
            return None;
        };
        let cells = grid.cell_count();
        let contents = &self.position.numbers[usize::from(slot) * cells..][..cells];
        let lines = Lines::new(ask.open, grid);
        let mut ends = self.corridor_ends(ask, &lines, contents);
        // Each end knows the next second that holds the same: found from the last one on.
        let mut heads = Heads::new(&ends);
        for nth in (0..ends.len()).rev() {
            let end = &mut ends[nth];
            let head = heads.of(end.content);
            end.next = *head;
            if ask.seconds.contains(end.cell) {
                *head = nth as u32;
            }
        }
        let mut found = Vec::new();
        for (nth, one) in (0u32..).zip(&ends) {
            if !ask.firsts.contains(one.cell) {
                continue;
            }
            let mut other = if ask.in_order { one.next } else { *heads.of(one.content) };
            while let Some(end) = ends.get(other as usize) {
                if other != nth && lines.join(one, end, ask.turns) {
                    found.push((one.cell, end.cell));
                    if ask.any {
                        return Some(found);
                    }
                }
                other = end.next;
            }
        }
        Some(found)
    }

    /// All firsts and seconds in reading order.
    fn corridor_ends(&self, ask: &Pairs<W>, lines: &Lines, contents: &[Content]) -> Vec<End> {
        let grid = self.run.grid();
        let (width, height) = (grid.full_width() as usize, grid.full_height() as usize);
        let all = ask.firsts.or(ask.seconds);
        let mut ends = Vec::with_capacity(all.len());
        for row in 0..height {
            for column in ones(part(all, row * width, width)) {
                let cell = Cell((row * width) as u32 + column);
                ends.push(End {
                    across: seen(lines.rows[row], column),
                    upright: seen(lines.columns[column as usize], row as u32),
                    cell,
                    content: contents[cell.index()],
                    next: NONE,
                    row: row as u8,
                    column: column as u8,
                });
            }
        }
        ends
    }

    /// The last cells of all walks from one cell through the open ones: of any length of the lines
    /// and any number of turns.
    pub(crate) fn corridor_walk(
        &self,
        start: Cell,
        open: Bits<W>,
        last: Bits<W>,
        turns: u32,
    ) -> Bits<W> {
        let axes = [[Direction::Left, Direction::Right], [Direction::Up, Direction::Down]];
        // Where walks of so many turns stand, and along which axis they go on.
        let mut stand = [Bits::of(start); 2];
        let mut passed = [Bits::EMPTY; 2];
        let mut ends = Bits::EMPTY;
        for _ in 0..=turns {
            for (axis, directions) in axes.into_iter().enumerate() {
                for direction in directions {
                    let further = self.fill(stand[axis], open, direction);
                    let ahead = self.run.steps.step(stand[axis].or(further), direction);
                    ends = ends.or(ahead.and(last));
                    passed[axis] = passed[axis].or(further);
                }
            }
            let after = [passed[1], passed[0]];
            if after == stand {
                break;
            }
            stand = after;
        }
        ends
    }
}
