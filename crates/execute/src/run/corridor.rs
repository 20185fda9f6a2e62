//! Walks through one set: which cells they join, and where those from one cell end.
//!
//! With two turns at most a walk goes straight, across and straight again. Two cells are joined
//! where they are neighbours, or where a line across, open between them, meets what both see
//! straight ahead:
//!
//! ```text
//! . . . a            a sees the dots left of it, b those on both sides of it; the first three
//! . . # #            columns are seen by both, and the first two are open between their rows
//! . . . b . .
//! ```
//!
//! A walk of which a part has no cell is among these: it turns on one of the ends. A walk that
//! turns twice on the same cell goes where one with fewer turns goes.

use masume_board::{Bits, Cell, Direction, packed};
use masume_program::LayerPlanes;
use masume_rules::model::{Content, Layer, MOST_LEGAL};
use smallvec::{SmallVec, smallvec};

use crate::run::Scene;
use crate::run::views::{BoardLines, View};

/// The most turns of a walk that is a line across between two cells' views.
const MOST_TURNS: u32 = 2;

/// Bound of the distance between contents that are looked up by number; others are searched for.
const MOST_APART: i64 = 1 << 10;

/// As many pairs as most boards have: the list seldom grows.
const FEW_PAIRS: usize = 48;

/// In place of the number of an end where there is none.
const NONE: u32 = u32::MAX;

/// The directions of walks that are solved here, as bits.
pub(crate) const FOUR_WAYS: u8 = 1 << Direction::Up as u8
    | 1 << Direction::Left as u8
    | 1 << Direction::Right as u8
    | 1 << Direction::Down as u8;

/// Pairs that are asked for.
pub(crate) struct Pairs<const W: usize> {
    /// Cells that are open between the two.
    pub(crate) open: Bits<W>,
    pub(crate) firsts: Bits<W>,
    pub(crate) seconds: Bits<W>,
    /// The most turns between them.
    pub(crate) turns: u32,
    /// The layer on which both hold the same.
    pub(crate) layer: Layer,
    /// True if the first comes before the second in reading order.
    pub(crate) in_order: bool,
    /// True if one pair suffices.
    pub(crate) any: bool,
}

/// A first or second that sees something.
struct End {
    view: View,
    content: Content,
    /// The next second with the same content, by number; [`NONE`] where there is none.
    next: u32,
}

/// Numbers of ends by what they hold.
struct Heads {
    least: i64,
    /// The contents, sorted, where they lie far apart.
    sparse: Option<Vec<Content>>,
    heads: SmallVec<[u32; 64]>,
}

impl Heads {
    fn new(ends: &[End]) -> Self {
        let contents = || ends.iter().map(|end| i64::from(end.content));
        let (least, greatest) = (contents().min().unwrap_or(0), contents().max().unwrap_or(0));
        if greatest - least < MOST_APART {
            let count = (greatest - least + 1) as usize;
            return Self { least, sparse: None, heads: smallvec![NONE; count] };
        }
        let mut all: Vec<Content> = ends.iter().map(|end| end.content).collect();
        all.sort_unstable();
        all.dedup();
        Self { least, heads: smallvec![NONE; all.len()], sparse: Some(all) }
    }

    /// Number of an end with this content; one of the ends that it was made for holds it.
    #[inline]
    fn of(&mut self, content: Content) -> &mut u32 {
        let index = match &self.sparse {
            None => (i64::from(content) - self.least) as usize,
            Some(all) => all.binary_search(&content).unwrap_or(0),
        };
        &mut self.heads[index]
    }

    /// Links the ends: each knows the next second that holds the same, the heads know the first.
    fn link<const W: usize>(ends: &mut [End], seconds: Bits<W>) -> Self {
        let mut heads = Self::new(ends);
        for nth in (0..ends.len()).rev() {
            let end = &mut ends[nth];
            let head = heads.of(end.content);
            end.next = *head;
            if seconds.contains(end.view.cell) {
                *head = nth as u32;
            }
        }
        heads
    }
}

/// Cells that hold the same as the one so many cells on in reading order.
fn equal<const W: usize>(contents: &[Content], further: usize) -> Bits<W> {
    let mut found = Bits::EMPTY;
    let others = contents.get(further..).unwrap_or_default();
    for (word, (ones, others)) in found.0.iter_mut().zip(contents.chunks(64).zip(others.chunks(64)))
    {
        let mut is_equal = [0; 64];
        for (is_equal, (one, other)) in is_equal.iter_mut().zip(ones.iter().zip(others)) {
            *is_equal = u8::from(one == other);
        }
        *word = packed(&is_equal);
    }
    found
}

/// The pairs of an end and those linked from this number on that a walk joins; neighbours are left
/// out.
#[inline]
fn far_partners(
    lines: &BoardLines,
    ends: &[End],
    (one, first): (&End, u32),
    turns: u32,
    found: &mut Vec<(Cell, Cell)>,
) {
    let mut next = first;
    while let Some(other) = ends.get(next as usize) {
        let (view, to) = (&one.view, &other.view);
        if lines.join(view, to, turns) && view.cell != to.cell && !view.is_beside(to) {
            found.push((view.cell, to.cell));
        }
        next = other.next;
    }
}

impl<const W: usize> Scene<'_, '_, W> {
    /// The pairs of cells with the same content that a walk joins, sorted; `None` where the board
    /// is too long or the turns too many for lines to solve them.
    pub(crate) fn joined_pairs(&self, ask: &Pairs<W>) -> Option<Vec<(Cell, Cell)>> {
        // Letters are met on layers of numbers and kinds.
        let LayerPlanes::Numbers { slot, .. } = self.run.layout.layer(ask.layer) else {
            return None;
        };
        let lines =
            BoardLines::new(ask.open, self.run.grid()).filter(|_| ask.turns <= MOST_TURNS)?;
        let cells = self.run.layout.cells();
        let contents = &self.position.numbers[usize::from(slot) * cells..][..cells];
        // Step 1. Neighbours are joined. Most cells of a full board see nothing else.
        let beside = self.equal_neighbours(ask, contents);
        // Step 2. The others, in order of the first.
        let near = Direction::ORTHOGONAL.map(|it| self.run.steps.step(ask.open, it));
        let seeing = ask.firsts.or(ask.seconds).and(near.into_iter().fold(Bits::EMPTY, Bits::or));
        let mut ends: SmallVec<[End; 64]> = SmallVec::new();
        lines.views(seeing, |view| {
            let content = contents[view.cell.index()];
            ends.push(End { view, content, next: NONE });
        });
        let mut heads = Heads::link(&mut ends, ask.seconds);
        let firsts = beside.iter().fold(seeing.and(ask.firsts), |all, &(_, cells)| all.or(cells));
        let mut found = Vec::with_capacity(FEW_PAIRS);
        let mut nth = 0;
        for first in firsts {
            let begun = found.len();
            for (far, cells) in &beside {
                if cells.contains(first) {
                    found.push((first, Cell(first.0.wrapping_add_signed(*far))));
                }
            }
            let has_beside = found.len() > begun;
            while ends.get(nth).is_some_and(|end| end.view.cell < first) {
                nth += 1;
            }
            if let Some(one) = ends.get(nth).filter(|end| end.view.cell == first) {
                let next = if ask.in_order { one.next } else { *heads.of(one.content) };
                far_partners(&lines, &ends, (one, next), ask.turns, &mut found);
            }
            if has_beside {
                found[begun..].sort_unstable();
            }
            if ask.any && !found.is_empty()
                || found.len() > MOST_LEGAL
                || self.host.stop.is_stopped()
            {
                break;
            }
        }
        Some(found)
    }

    /// For each direction that is asked for how far a step in it is, and the firsts whose neighbour
    /// there is a second and holds the same.
    fn equal_neighbours(
        &self,
        ask: &Pairs<W>,
        contents: &[Content],
    ) -> SmallVec<[(i32, Bits<W>); 4]> {
        let steps = &self.run.steps;
        let mut found = SmallVec::new();
        for direction in [Direction::Right, Direction::Down] {
            let far = self.run.grid().stride(direction);
            let equal = equal(contents, far as usize);
            let onward = ask.firsts.and(steps.step(ask.seconds, direction.opposite()));
            found.push((far, equal.and(onward)));
            if !ask.in_order {
                let back = ask.firsts.and(steps.step(ask.seconds.and(equal), direction));
                found.push((-far, back));
            }
        }
        found
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
        // Where walks stand that have turned so often, and the axis along which they go on.
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
