//! Searches that prove, beside an agent that estimates: they get time by turns, and so it is of no matter when the
//! clock ends both.

use masume_engine::{Game, RunError, State};
use masume_rules::random::Random;

use super::ends::{self, Ends};
use super::evaluation::Evaluation;
use super::forced::Forced;
use super::{Agent, Ranked};
use crate::Budget;

/// Nodes of the first turn of a search beside an agent.
const FIRST_TURN: u64 = 256;
/// How many times as many each turn has as the one before it: what was known is found again in a table, not
/// quite for nothing.
const GROWTH: u64 = 4;

/// A search to the end is begun where it may take this many times what is estimated.
const MARGIN: u64 = 4;

/// Children of positions that take as long to find as those of a position of ordinary width.
const BOARDS_A_NODE: u64 = 16;
/// A search for a forced win has one in so many nodes of a turn.
const SHARE_OF_FORCED: u64 = 2;

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

/// What is searched beside an agent: a win that is forced, and how the game ends, where that is near.
pub(super) struct Aside<'g> {
    /// What is searched, until that is begun.
    asked: Option<Asked<'g>>,
    forced: Option<Box<Forced<'g>>>,
    ends: Option<Box<Ends<'g>>>,
    /// The most nodes that each may take.
    most: u64,
    /// Nodes of their next turn.
    turn: u64,
    /// Nodes in the time of a node of the agent.
    rate: u64,
    /// Nodes of searches that are over.
    spent: u64,
}

/// What is to be searched.
struct Asked<'g> {
    run: &'g Game,
    evaluation: &'g Evaluation,
    seen: &'g State,
    random: Random,
}

impl<'g> Aside<'g> {
    /// Nothing.
    pub(super) fn nothing() -> Self {
        Self { asked: None, forced: None, ends: None, most: 0, turn: 0, rate: 1, spent: 0 }
    }

    /// Searches of so many nodes at most each, beside an agent in the time of whose nodes they look at so many
    /// positions each.
    pub(super) fn to_end(
        run: &'g Game,
        evaluation: &'g Evaluation,
        seen: &'g State,
        random: Random,
        (most, rate): (u64, u64),
    ) -> Self {
        let asked = Some(Asked { run, evaluation, seen, random });
        Self { asked, most, turn: FIRST_TURN, rate, ..Self::nothing() }
    }

    /// Nodes that were looked at, in the unit of the agent.
    pub(super) fn nodes(&self) -> u64 {
        let forced = self.forced.as_ref().map_or(0, |forced| forced.boards() / BOARDS_A_NODE);
        let ends = self.ends.as_ref().map_or(0, |ends| ends.nodes());
        (self.spent + forced + ends).div_ceil(self.rate)
    }

    /// The agent has done so many nodes: is it the turn of others, and did they find what is best?
    pub(super) fn go_on(
        &mut self,
        nodes: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<Ranked>>, RunError> {
        while self.turn <= nodes.saturating_mul(self.rate) {
            if let Some(Asked { run, evaluation, seen, mut random }) = self.asked.take() {
                self.forced = Forced::new(run, evaluation, seen, budget).map(Box::new);
                // What cannot be known so soon is not looked for.
                let near = self.most / MARGIN;
                if ends::size(run, seen, &mut random, near)? <= near {
                    self.ends = Ends::new(run, evaluation, seen, budget)?.map(Box::new);
                }
            }
            if self.forced.is_none() && self.ends.is_none() {
                return Ok(None);
            }
            if let Some(known) = self.go_on_forced()? {
                return Ok(Some(known));
            }
            if let Some(known) = self.go_on_to_end()? {
                return Ok(Some(known));
            }
            self.turn *= GROWTH;
        }
        Ok(None)
    }

    fn go_on_forced(&mut self) -> Result<Option<Vec<Ranked>>, RunError> {
        let Some(forced) = &mut self.forced else { return Ok(None) };
        let done = forced.boards() / BOARDS_A_NODE;
        let turn = (self.turn / SHARE_OF_FORCED).min(self.most.saturating_sub(done));
        let progress = forced.go_on(turn.saturating_mul(BOARDS_A_NODE))?;
        let done = forced.boards() / BOARDS_A_NODE;
        match progress {
            Progress::Known(ranked) => return Ok(Some(ranked)),
            Progress::Unknown if done < self.most => {}
            Progress::Unknown | Progress::Hopeless => {
                self.spent += done;
                self.forced = None;
            }
        }
        Ok(None)
    }

    fn go_on_to_end(&mut self) -> Result<Option<Vec<Ranked>>, RunError> {
        let Some(ends) = &mut self.ends else { return Ok(None) };
        let progress = ends.go_on(self.turn.min(self.most.saturating_sub(ends.nodes())))?;
        let done = ends.nodes();
        match progress {
            Progress::Known(ranked) => return Ok(Some(ranked)),
            Progress::Unknown if done < self.most => {}
            Progress::Unknown | Progress::Hopeless => {
                self.spent += done;
                self.ends = None;
            }
        }
        Ok(None)
    }
}
