//! Weights of contents whose sum no rule changes, while every position that is won has another sum than
//! the start.
//!
//! A position is a member where each place that is told holds one of the contents named for it, and
//! the weights of all, added bit by bit without carrying, are the sum of the start. The start is a member,
//! no rule leads out of the members, and no member is won: each is checked from the text of the rules.
//!
//! Of one layer more may be told: that its contents only change places. Members then hold there what the start
//! holds, in some arrangement, and one that differs from the start's by an odd permutation adds a weight of its
//! own to the sum: so sliding tiles are shown to be unsolvable.

mod arrangement;
mod closure;
mod wins;

use masume_board::Cell;
use masume_engine::Game;
use masume_rules::model::{Content, Effect, EndKind, Layer, Part, parts};
use masume_rules::state::State;

use super::cell::Truth;
use super::error::ProofError;
pub(crate) use arrangement::{Parity, Rearranged, parity};
use closure::ClosureCheck;

/// A content, and its weight.
pub(crate) type Weight = (Content, u32);

/// Weights are below it.
pub(super) const MOST_WEIGHT: u32 = 1 << 16;

/// The most ways in which one cell may lie.
const MOST_WAYS: usize = 1 << 12;

/// The members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    /// Layers that are told, ascending; of each, by inner cell, what it may hold, ascending.
    pub(super) layers: Vec<(Layer, Vec<Vec<Weight>>)>,
    /// One of them whose contents only change places, if that is told.
    pub(super) rearranged: Option<Rearranged>,
}

impl Linear {
    /// Weights of what a layer may hold at an inner cell, by its number; `None` for a layer that is not told.
    fn weights(&self, layer: Layer, cell: usize) -> Option<&[Weight]> {
        let told = self.layers.iter().find(|told| told.0 == layer)?;
        told.1.get(cell).map(Vec::as_slice)
    }

    fn weight(&self, layer: Layer, cell: usize, content: Content) -> Option<u32> {
        let weights = self.weights(layer, cell)?;
        weights.iter().find(|it| it.0 == content).map(|it| it.1)
    }

    /// Every way in which an inner cell may lie, by layer; `None` where that is not told.
    fn ways(&self, layers: usize, cell: usize) -> Vec<Vec<Option<Content>>> {
        let mut ways = vec![vec![None; layers]];
        for (layer, told) in &self.layers {
            let with = |way: &Vec<Option<Content>>, content: Content| {
                let mut way = way.clone();
                way[usize::from(layer.0)] = Some(content);
                way
            };
            let of_cell = &told[cell];
            ways = ways
                .iter()
                .flat_map(|way| of_cell.iter().map(move |&(content, _)| with(way, content)))
                .collect();
        }
        ways
    }

    /// The sum of a state; `None` for one that holds something that is not named.
    fn sum(&self, cells: &[Cell], state: &State) -> Option<u32> {
        let mut sum = 0;
        for (layer, _) in &self.layers {
            let contents = state.board.contents(*layer);
            for (index, cell) in cells.iter().enumerate() {
                sum ^= self.weight(*layer, index, contents[cell.index()])?;
            }
        }
        Some(sum)
    }

    /// True if the contents that only change places are won in no arrangement.
    pub(super) fn is_by_contents(&self, game: &Game, start: &State) -> bool {
        let cells: Vec<Cell> = start.board.grid().inner_cells().collect();
        let sum = self.sum(&cells, start);
        sum.is_some_and(|sum| wins::by_arrangement(self, game.rules(), start, sum) == Truth::No)
    }

    /// Check that the members show that the start cannot be won.
    pub(super) fn check(&self, game: &Game, start: &State) -> Result<(), ProofError> {
        let rules = game.rules();
        if rules.players.len() != 1 {
            return Err(ProofError::OtherGame);
        }
        if start.outcome.is_some() {
            return Err(ProofError::Over);
        }
        let cells: Vec<Cell> = start.board.grid().inner_cells().collect();
        let ways =
            |cell: usize| self.layers.iter().map(|told| told.1[cell].len()).product::<usize>();
        let is_small = |cell| ways(cell) <= MOST_WAYS;
        if !(0..cells.len()).all(is_small) {
            return Err(ProofError::Changes);
        }
        if self.rearranged.is_some_and(|it| !it.has_parity_of(self, start)) {
            return Err(ProofError::NoStart);
        }
        let sum = self.sum(&cells, start).ok_or(ProofError::NoStart)?;
        let turns = rules.actions.iter().map(|action| &action.body).chain([&rules.then]);
        // What wins without an end is not looked at.
        let finishes = |effect: &Effect| {
            matches!(effect, Effect::Finish(EndKind::Win | EndKind::Stage | EndKind::Goal))
        };
        let ends = turns.flatten().any(|statement| {
            let mut parts = parts(statement);
            parts.any(|part| matches!(part, Part::Effect(effect) if finishes(effect)))
        });
        let has_more = rules
            .ends
            .iter()
            .any(|end| end.kind == EndKind::Stage || end.effects.iter().any(finishes));
        if ends || has_more {
            return Err(ProofError::Changes);
        }
        let by_arrangement = wins::by_arrangement(self, rules, start, sum);
        // Said before the rules are gone through, which takes longer.
        if by_arrangement == Truth::Yes {
            return Err(ProofError::Wins);
        }
        ClosureCheck::new(self, game, start).check()?;
        if by_arrangement == Truth::No { Ok(()) } else { wins::check(self, game, start, sum) }
    }
}
