//! A layer whose contents only change places: what members hold there, and which of them can be won.

use std::collections::BTreeMap;

use masume_board::Cell;
use masume_rules::model::{Condition, Content, Layer, Rule};
use masume_rules::state::State;

use super::Linear;
use crate::proof::cell::{CellQuery, Letters, Truth};

/// The layer, and what an odd permutation of its contents adds to the sum: 0 where a content lies twice, for then
/// each permutation is odd and even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rearranged {
    pub(crate) layer: Layer,
    pub(crate) weight: u32,
}

/// Parity of a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parity {
    Even,
    Odd,
    /// Contents are alike: exchanging them changes nothing.
    Either,
}

/// The parity of the permutation that puts, at each of some places, the second content for the first; `None` where
/// that is no permutation of what lay there.
pub(crate) fn parity<T: Ord + Copy>(moved: &[(T, T)]) -> Option<Parity> {
    let mut before: Vec<(T, usize)> = moved.iter().map(|it| it.0).zip(0..).collect();
    let mut after: Vec<(T, usize)> = moved.iter().map(|it| it.1).zip(0..).collect();
    before.sort_unstable();
    after.sort_unstable();
    if before.iter().map(|it| it.0).ne(after.iter().map(|it| it.0)) {
        return None;
    }
    if before.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Some(Parity::Either);
    }
    let mut goes_to = vec![0; moved.len()];
    for (from, to) in before.iter().zip(&after) {
        goes_to[from.1] = to.1;
    }
    let mut is_seen = vec![false; moved.len()];
    let mut exchanges = 0;
    for first in 0..moved.len() {
        let mut at = first;
        while !is_seen[at] {
            is_seen[at] = true;
            at = goes_to[at];
            exchanges += usize::from(at != first);
        }
    }
    Some(if exchanges % 2 == 0 { Parity::Even } else { Parity::Odd })
}

impl Rearranged {
    /// True if the contents of the start have a parity wherever one is counted.
    pub(super) fn has_parity_of(&self, linear: &Linear, start: &State) -> bool {
        let contents = self.contents(start);
        let still: Vec<(Content, Content)> = contents.iter().map(|&it| (it, it)).collect();
        let is_told = linear.weights(self.layer, 0).is_some();
        is_told && (self.weight == 0 || parity(&still) == Some(Parity::Even))
    }

    /// True if a rule writes the layer.
    pub(super) fn is_written_by(&self, rule: &Rule) -> bool {
        let mut writes = rule.alternatives.iter().flat_map(|it| it.writes.iter().flatten());
        writes.any(|write| write.layer() == self.layer)
    }

    /// Number of cells of a state that hold each content.
    pub(super) fn counts(&self, state: &State) -> BTreeMap<Content, usize> {
        let mut counts = BTreeMap::new();
        self.contents(state).into_iter().for_each(|it| *counts.entry(it).or_default() += 1);
        counts
    }

    /// Contents by inner cell.
    fn contents(&self, state: &State) -> Vec<Content> {
        let contents = state.board.contents(self.layer);
        state.board.grid().inner_cells().map(|cell| contents[cell.index()]).collect()
    }

    /// An answer to the question if a member can be won, of this sum and with the contents of the start.
    pub(super) fn wins(
        &self,
        linear: &Linear,
        start: &State,
        sum: u32,
        wins: &[&Condition],
    ) -> Truth {
        let asked = Question { rearranged: *self, linear, start, sum };
        let mut ways = Vec::new();
        wins.iter().for_each(|win| alternatives(win, &mut ways));
        ways.iter().map(|way| asked.answer(way)).fold(Truth::No, Truth::max)
    }
}

/// The ways to fulfil a condition, which are tried one by one.
fn alternatives<'a>(condition: &'a Condition, found: &mut Vec<&'a Condition>) {
    if let Condition::Or(parts) = condition {
        parts.iter().for_each(|part| alternatives(part, found));
    } else {
        found.push(condition);
    }
}

struct Question<'a> {
    rearranged: Rearranged,
    linear: &'a Linear,
    start: &'a State,
    sum: u32,
}

impl Question<'_> {
    /// No, where no arrangement fulfils what the condition asks of single cells, or the only one has another sum.
    fn answer(&self, condition: &Condition) -> Truth {
        let grid = self.start.board.grid();
        let cells: Vec<Cell> = grid.inner_cells().collect();
        let allowed = |(index, &cell): (usize, &Cell)| self.allowed(condition, index, cell);
        let allowed: Vec<Vec<Content>> = cells.iter().enumerate().map(allowed).collect();
        let contents = self.rearranged.contents(self.start);
        let arrangement = match forced(self.rearranged.counts(self.start), &allowed) {
            ForcedContents::Nothing => return Truth::No,
            ForcedContents::Partly => return Truth::Maybe,
            ForcedContents::Wholly(arrangement) => arrangement,
        };
        let layer = self.rearranged.layer;
        let mut others = self.linear.layers.iter().filter(|told| told.0 != layer);
        if others.any(|told| told.1.iter().flatten().any(|weight| weight.1 != 0)) {
            return Truth::Maybe;
        }
        let weight = |(index, &content)| self.linear.weight(layer, index, content).unwrap_or(0);
        let sum = arrangement.iter().enumerate().map(weight).fold(0, |sum, weight| sum ^ weight);
        let moved: Vec<_> = contents.into_iter().zip(arrangement).collect();
        let of_parity = match parity(&moved) {
            Some(Parity::Odd) => self.rearranged.weight,
            Some(Parity::Even | Parity::Either) | None => 0,
        };
        Truth::of(sum ^ of_parity == self.sum)
    }

    /// Contents of the layer that a cell may hold where the condition holds.
    fn allowed(&self, condition: &Condition, index: usize, cell: Cell) -> Vec<Content> {
        let board = &self.start.board;
        let layer = usize::from(self.rearranged.layer.0);
        let ways = self.linear.ways(board.layer_count(), index);
        let may_be = |contents: &&Vec<Option<Content>>| {
            let asked = CellQuery { grid: board.grid(), cell, action: None, contents };
            may_hold(condition, &asked)
        };
        let mut allowed: Vec<Content> =
            ways.iter().filter(may_be).filter_map(|it| it[layer]).collect();
        allowed.sort_unstable();
        allowed.dedup();
        allowed
    }
}

/// True unless what lies in the cell alone makes the condition fail.
fn may_hold(condition: &Condition, asked: &CellQuery<'_>) -> bool {
    let holds = |test| asked.holds(test, &mut Letters::new());
    match condition {
        Condition::Every(test, has) => holds(test).not().max(holds(has)) != Truth::No,
        Condition::Not(inner) => match &**inner {
            Condition::Some(test) => holds(test) != Truth::Yes,
            Condition::Every(..)
            | Condition::Compare(_)
            | Condition::Not(_)
            | Condition::And(_)
            | Condition::Or(_)
            | Condition::NoAction(_)
            | Condition::NobodyCanAct
            | Condition::EveryonePassed
            | Condition::Solvable => true,
        },
        Condition::And(parts) => parts.iter().all(|part| may_hold(part, asked)),
        Condition::Or(parts) => parts.iter().any(|part| may_hold(part, asked)),
        Condition::Some(_)
        | Condition::Compare(_)
        | Condition::NoAction(_)
        | Condition::NobodyCanAct
        | Condition::EveryonePassed
        | Condition::Solvable => true,
    }
}

/// The arrangements of contents in which each cell holds one that it may.
enum ForcedContents {
    /// There is none.
    Nothing,
    /// This is the only one.
    Wholly(Vec<Content>),
    /// There may be several, or none.
    Partly,
}

/// Consequences, one cell or one content at a time, of the contents that each cell may hold.
fn forced(mut left: BTreeMap<Content, usize>, allowed: &[Vec<Content>]) -> ForcedContents {
    let mut arrangement: Vec<Option<Content>> = vec![None; allowed.len()];
    loop {
        let mut has_more = false;
        for (cell, allowed) in
            allowed.iter().enumerate().filter(|it| arrangement[it.0].is_none()).collect::<Vec<_>>()
        {
            let mut may_lie =
                allowed.iter().filter(|&content| left.get(content).is_some_and(|&it| it > 0));
            match (may_lie.next(), may_lie.next()) {
                (None, _) => return ForcedContents::Nothing,
                (Some(&only), None) => {
                    arrangement[cell] = Some(only);
                    left.entry(only).and_modify(|it| *it -= 1);
                    has_more = true;
                }
                (Some(_), Some(_)) => {}
            }
        }
        for (&content, count) in left.iter_mut().filter(|it| *it.1 > 0) {
            let may_hold =
                |cell: &usize| arrangement[*cell].is_none() && allowed[*cell].contains(&content);
            let cells: Vec<usize> = (0..allowed.len()).filter(may_hold).collect();
            if cells.len() < *count {
                return ForcedContents::Nothing;
            }
            if cells.len() == *count {
                cells.into_iter().for_each(|cell| arrangement[cell] = Some(content));
                *count = 0;
                has_more = true;
            }
        }
        if !has_more {
            let whole: Option<Vec<Content>> = arrangement.into_iter().collect();
            return whole.map_or(ForcedContents::Partly, ForcedContents::Wholly);
        }
    }
}
