//! Ranking of the actions of a state that is near its end.

use std::mem::take;

use masume_engine::{Game, RunError, State};
use masume_rules::action::Action;
use masume_rules::model::Player;

use crate::Budget;
use crate::agent::endgame::alpha_beta::{AlphaBeta, EndgameHalt};
use crate::agent::endgame::prover_schedule::ProverProgress;
use crate::agent::endgame::worth::Worth;
use crate::agent::evaluation::Evaluation;
use crate::agent::evaluation::packed_states::PackedStates;
use crate::agent::{Ranked, WIN};

/// The actions of a state that is near its end, ranked for certain, bit by bit.
pub(crate) struct EndgameRanking<'g> {
    search: AlphaBeta<'g>,
    to_act: Player,
    /// Actions that are not ranked yet.
    left: std::vec::IntoIter<(Action, State)>,
    found: Vec<Ranked>,
}

impl<'g> EndgameRanking<'g> {
    /// Nothing is searched yet; `None` on a board that no program serves.
    pub(crate) fn new(
        run: &'g Game,
        evaluation: &'g Evaluation,
        seen: &State,
        budget: &Budget,
    ) -> Result<Option<Self>, RunError> {
        let Some(states) = PackedStates::new(run, evaluation, seen) else { return Ok(None) };
        let search = AlphaBeta::new(run, states, Worth::Result, budget);
        let mut left = run.successors(std::slice::from_ref(seen))?.remove(0);
        // An end at once is known without a search.
        left.sort_by_key(|(_, after)| after.outcome.is_none());
        let (to_act, left, found) = (seen.to_act, left.into_iter(), Vec::new());
        Ok(Some(Self { search, to_act, left, found }))
    }

    /// Positions whose children were found.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Looks at so many positions more; all actions, the best first, once they are known, or one of them wins.
    pub(crate) fn go_on(&mut self, nodes: u64) -> Result<ProverProgress, RunError> {
        self.search.most_nodes = self.search.nodes.saturating_add(nodes);
        while let Some((action, after)) = self.left.as_slice().first() {
            let before = self.search.nodes;
            let (worth, variation) = match after.outcome {
                Some(_) => {
                    (self.search.margin_of(after.outcome, || after.clone(), self.to_act), None)
                }
                None => match self.search.root(after, None) {
                    Ok((worth, reply)) if after.to_act == self.to_act => (worth, reply),
                    Ok((worth, reply)) => (-worth, reply),
                    Err(EndgameHalt::Over) => return Ok(ProverProgress::Unknown),
                    Err(EndgameHalt::Endless | EndgameHalt::Memory) => {
                        return Ok(ProverProgress::Hopeless);
                    }
                    Err(EndgameHalt::Failed(error)) => return Err(error),
                },
            };
            // What ends the game at once comes first among what is worth as much.
            let is_end = variation.is_none();
            let visits = if is_end { u64::from(u32::MAX) } else { self.search.nodes - before };
            let mut ranked =
                Ranked { value: worth * WIN, is_exact: true, visits, ..Ranked::unknown(*action) };
            ranked.variation.extend(variation);
            self.found.push(ranked);
            self.left.next();
            if worth > 0 {
                break;
            }
        }
        // Behind a win it is not asked what else there is.
        let unknown = take(&mut self.left).map(|(action, _)| Ranked::unknown(action));
        let mut ranked = take(&mut self.found);
        crate::agent::sort(&mut ranked);
        ranked.extend(unknown);
        Ok(ProverProgress::Known(ranked))
    }
}
