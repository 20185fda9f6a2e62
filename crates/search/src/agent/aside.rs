//! Searches that prove, beside an agent that estimates: they get time by turns, and so it is of no matter when the
//! clock ends both.

use masume_engine::{Game, RunError, State};
use masume_rules::random::Random;

use super::ends::{self, Ends};
use super::evaluation::Evaluation;
use super::{Agent, Ranked};
use crate::Budget;

/// Nodes of the first turn of a search beside an agent.
const FIRST_TURN: u64 = 256;
/// How many times as many each turn has as the one before it: what was known is found again in a table, not
/// quite for nothing.
const GROWTH: u64 = 4;

/// A search to the end is begun where it may take this many times what is estimated.
const MARGIN: u64 = 4;

/// What a search that proves knows.
pub(super) enum Progress {
    /// All actions, the best first, for certain.
    Known(Vec<Ranked>),
    /// Nothing yet.
    Unknown,
    /// Nothing, and it never will.
    Hopeless,
}

/// An agent that lets other searches have their turns.
pub(super) trait Anytime: Agent {
    /// As [`Agent::rank`], but for what is proved beside it, which comes first.
    fn rank_beside(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
        aside: &mut Aside<'_>,
    ) -> Result<Vec<Ranked>, RunError>;
}

/// What is searched beside an agent: how the game ends, where that is near.
pub(super) struct Aside<'g> {
    stage: Stage<'g>,
    /// The most nodes that it may take.
    most: u64,
    /// Nodes of its next turn.
    turn: u64,
    /// Nodes in the time of a node of the agent.
    rate: u64,
}

/// How far it is.
enum Stage<'g> {
    Nothing,
    /// Nobody knows whether the end is near.
    Asked {
        run: &'g Game,
        evaluation: &'g Evaluation,
        seen: &'g State,
        random: Random,
    },
    Ends(Box<Ends<'g>>),
}

impl<'g> Aside<'g> {
    /// Nothing.
    pub(super) fn nothing() -> Self {
        Self { stage: Stage::Nothing, most: 0, turn: 0, rate: 1 }
    }

    /// A search to the end of so many nodes at most, beside an agent in the time of whose nodes it looks at so many
    /// positions each.
    pub(super) fn to_end(
        run: &'g Game,
        evaluation: &'g Evaluation,
        seen: &'g State,
        random: Random,
        (most, rate): (u64, u64),
    ) -> Self {
        Self { stage: Stage::Asked { run, evaluation, seen, random }, most, turn: FIRST_TURN, rate }
    }

    /// Nodes that were looked at, in the unit of the agent.
    pub(super) fn nodes(&self) -> u64 {
        match &self.stage {
            Stage::Nothing | Stage::Asked { .. } => 0,
            Stage::Ends(ends) => ends.nodes().div_ceil(self.rate),
        }
    }

    /// The agent has done so many nodes: is it the turn of others, and did they find what is best?
    pub(super) fn go_on(
        &mut self,
        nodes: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<Ranked>>, RunError> {
        while self.turn <= nodes.saturating_mul(self.rate) {
            match &mut self.stage {
                Stage::Nothing => return Ok(None),
                Stage::Asked { run, evaluation, seen, random } => {
                    // What cannot be known so soon is not looked for.
                    let near = self.most / MARGIN;
                    let is_near = ends::size(run, seen, random, near)? <= near;
                    let ends =
                        if is_near { Ends::new(run, evaluation, seen, budget)? } else { None };
                    self.stage = ends.map_or(Stage::Nothing, |ends| Stage::Ends(Box::new(ends)));
                }
                Stage::Ends(ends) => {
                    let turn = self.turn.min(self.most.saturating_sub(ends.nodes()));
                    match ends.go_on(turn)? {
                        Progress::Known(ranked) => return Ok(Some(ranked)),
                        Progress::Unknown if ends.nodes() < self.most => self.turn *= GROWTH,
                        Progress::Unknown | Progress::Hopeless => self.stage = Stage::Nothing,
                    }
                }
            }
        }
        Ok(None)
    }
}
