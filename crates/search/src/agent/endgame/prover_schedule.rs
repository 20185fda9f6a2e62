//! Searches that prove, beside an agent that estimates: they get time by turns, and so it is of no matter when the
//! clock ends both.

use masume_engine::{Game, RunError, State};
use masume_rules::random::Random;

use crate::Budget;
use crate::agent::endgame::endgame_ranking::EndgameRanking;
use crate::agent::endgame::endgame_solver;
use crate::agent::endgame::forced_win::ForcedWinSearch;
use crate::agent::evaluation::Evaluation;
use crate::agent::{Agent, Effort, Ranked};

/// Nodes of the first turn of a search beside an agent.
const FIRST_TURN: u64 = 256;
/// Growth of each turn over the one before it: what was known is found again in a table, not quite for nothing.
const GROWTH: u64 = 4;

/// A search to the end is begun where it may take this many times what is estimated.
const MARGIN: u64 = 4;

/// Children of positions that take as long to find as those of a position of ordinary width.
const BOARDS_A_NODE: u64 = 16;
/// A search for a forced win has one in so many nodes of a turn.
const SHARE_OF_FORCED: u64 = 2;

/// Result of a search that proves.
pub(crate) enum ProverProgress {
    /// All actions, the best first, for certain.
    Known(Vec<Ranked>),
    /// Nothing yet.
    Unknown,
    /// Nothing, and it never will.
    Hopeless,
}

/// An agent that lets other searches have their turns; without them it is an agent as any other.
pub(crate) trait InterleavedAgent: Send {
    /// As [`Agent::effort`].
    fn last_effort(&self) -> Effort;

    /// As [`Agent::rank`], but for what is proved beside it, which comes first.
    fn rank_with_provers(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
        provers: &mut ProverSchedule<'_>,
    ) -> Result<Vec<Ranked>, RunError>;
}

impl<A: InterleavedAgent> Agent for A {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        self.rank_with_provers(game, seen, budget, &mut ProverSchedule::empty())
    }

    fn effort(&self) -> Effort {
        self.last_effort()
    }
}

/// Searches beside an agent: a win that is forced, and how the game ends, where that is near.
pub(crate) struct ProverSchedule<'g> {
    /// Searches that are not begun yet.
    pending: Option<PendingProvers<'g>>,
    forced_win: Option<Box<ForcedWinSearch<'g>>>,
    endgame: Option<Box<EndgameRanking<'g>>>,
    /// The most nodes that each may take.
    most: u64,
    /// Nodes of their next turn.
    turn: u64,
    /// Nodes in the time of a node of the agent.
    rate: u64,
    /// Nodes of searches that are over.
    spent: u64,
}

/// Position of searches that are not begun yet.
struct PendingProvers<'g> {
    run: &'g Game,
    evaluation: &'g Evaluation,
    seen: &'g State,
    random: Random,
}

impl<'g> ProverSchedule<'g> {
    /// Nothing.
    pub(crate) fn empty() -> Self {
        Self { pending: None, forced_win: None, endgame: None, most: 0, turn: 0, rate: 1, spent: 0 }
    }

    /// Searches of so many nodes at most each, beside an agent in the time of whose nodes they look at so many
    /// positions each.
    pub(crate) fn to_end(
        run: &'g Game,
        evaluation: &'g Evaluation,
        seen: &'g State,
        random: Random,
        (most, rate): (u64, u64),
    ) -> Self {
        let pending = Some(PendingProvers { run, evaluation, seen, random });
        Self { pending, most, turn: FIRST_TURN, rate, ..Self::empty() }
    }

    /// Nodes that were looked at, in the unit of the agent.
    pub(crate) fn nodes(&self) -> u64 {
        let forced_win =
            self.forced_win.as_ref().map_or(0, |forced_win| forced_win.boards() / BOARDS_A_NODE);
        let endgame = self.endgame.as_ref().map_or(0, |endgame| endgame.nodes());
        (self.spent + forced_win + endgame).div_ceil(self.rate)
    }

    /// The agent has done so many nodes: is it the turn of others, and did they find what is best?
    pub(crate) fn go_on(
        &mut self,
        nodes: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<Ranked>>, RunError> {
        while self.turn <= nodes.saturating_mul(self.rate) {
            if let Some(PendingProvers { run, evaluation, seen, mut random }) = self.pending.take()
            {
                self.forced_win = ForcedWinSearch::new(run, evaluation, seen, budget).map(Box::new);
                // What cannot be known so soon is not looked for.
                let near = self.most / MARGIN;
                if endgame_solver::size(run, seen, &mut random, near)? <= near {
                    self.endgame =
                        EndgameRanking::new(run, evaluation, seen, budget)?.map(Box::new);
                }
            }
            if self.forced_win.is_none() && self.endgame.is_none() {
                return Ok(None);
            }
            if let Some(known) = self.advance_forced_win()? {
                return Ok(Some(known));
            }
            if let Some(known) = self.advance_endgame()? {
                return Ok(Some(known));
            }
            self.turn *= GROWTH;
        }
        Ok(None)
    }

    fn advance_forced_win(&mut self) -> Result<Option<Vec<Ranked>>, RunError> {
        let Some(forced_win) = &mut self.forced_win else { return Ok(None) };
        let done = forced_win.boards() / BOARDS_A_NODE;
        let turn = (self.turn / SHARE_OF_FORCED).min(self.most.saturating_sub(done));
        let progress = forced_win.go_on(turn.saturating_mul(BOARDS_A_NODE))?;
        let done = forced_win.boards() / BOARDS_A_NODE;
        match progress {
            ProverProgress::Known(ranked) => return Ok(Some(ranked)),
            ProverProgress::Unknown if done < self.most => {}
            ProverProgress::Unknown | ProverProgress::Hopeless => {
                self.spent += done;
                self.forced_win = None;
            }
        }
        Ok(None)
    }

    fn advance_endgame(&mut self) -> Result<Option<Vec<Ranked>>, RunError> {
        let Some(endgame) = &mut self.endgame else { return Ok(None) };
        let progress = endgame.go_on(self.turn.min(self.most.saturating_sub(endgame.nodes())))?;
        let done = endgame.nodes();
        match progress {
            ProverProgress::Known(ranked) => return Ok(Some(ranked)),
            ProverProgress::Unknown if done < self.most => {}
            ProverProgress::Unknown | ProverProgress::Hopeless => {
                self.spent += done;
                self.endgame = None;
            }
        }
        Ok(None)
    }
}
