//! The search that every game can be given to: forward from the start, over the successors that the
//! engine names.

mod novelty;
mod open;

use masume_engine::{Executor, Game, RunError};
use masume_rules::action::Action;
use masume_rules::model::Value;
use masume_rules::state::{Outcome, State};

use crate::goals::Goals;
use crate::nodes::Nodes;
use crate::{Aim, Budget, Limit, Line, Live, Packing, Report, Search, Status};
use novelty::Novelty;
use open::Open;

/// States whose successors are asked for in one call: those of a batch are worked on side by side.
const BATCH: usize = 32;

/// Words of a node besides its key: parent and ordinal among its successors, then cost.
const LINK: usize = 2;

/// The parent of the start.
const NOBODY: u32 = u32::MAX;

/// A search over whole states, exact about what it has seen.
///
/// Asked for any line it goes first where something new is seen, and of those where less of the
/// win is open; asked for the least of something it goes by that alone. Either way it ends by
/// itself where the states that can be reached are few enough.
pub(crate) struct Forward {
    game: Game,
    aim: Aim,
    budget: Budget,
    start: State,
    packing: Packing,
    nodes: Nodes,
    open: Open,
    /// Chosen already and not yet expanded, the last first: a step may end in the middle of a batch, and
    /// must not change what is in it.
    batch: Vec<u32>,
    goals: Option<Goals>,
    novelty: Novelty,
    best: Option<Line>,
    /// Cost of the best line.
    best_cost: u32,
    expanded: u64,
    nearest: Option<u32>,
    /// Whether some successors were left out, for chance decided them.
    has_skipped: bool,
    words: Vec<u64>,
}

impl Forward {
    /// A search from a state that is not over.
    pub(crate) fn new(game: &Game, start: &State, aim: Aim, budget: &Budget) -> Self {
        let game = game.clone().with_executor(Executor::Batch).with_stop(budget.stop.clone());
        let packing = Packing::new(game.rules(), start, Live::of(game.rules()));
        let mut search = Self {
            goals: Goals::of(game.rules()).filter(|_| aim == Aim::Any),
            aim,
            budget: budget.clone(),
            start: start.clone(),
            nodes: Nodes::new(packing.stride(), LINK),
            words: vec![0; packing.stride() + LINK],
            packing,
            open: Open::default(),
            batch: Vec::new(),
            novelty: Novelty::default(),
            best: None,
            best_cost: u32::MAX,
            expanded: 0,
            nearest: None,
            has_skipped: false,
            game,
        };
        // Where not even the start fits the first step says so.
        let _ = search.meet(start, (NOBODY, 0), 0);
        search
    }

    /// Keeps a state, unless it is known at no greater cost.
    fn meet(&mut self, state: &State, link: (u32, u32), cost: u32) -> Result<(), Limit> {
        let key = self.packing.stride();
        self.packing.pack(state, &mut self.words[..key]);
        self.words[key] = u64::from(link.0) << 32 | u64::from(link.1);
        self.words[key + 1] = u64::from(cost);
        let rest = self.budget.bytes.saturating_sub(self.open.bytes() + self.novelty.bytes());
        let met = self.nodes.insert(&self.words, rest);
        let (id, is_new) = met.map_err(|_| Limit::Memory)?;
        if !is_new {
            let node = self.nodes.get_mut(id);
            if node[key + 1] <= u64::from(cost) || self.aim == Aim::Any {
                return Ok(());
            }
            node[key..].copy_from_slice(&self.words[key..]);
        }
        let priority = match self.aim {
            Aim::Any => self.interest(state),
            Aim::Moves | Aim::Value(_) => cost,
        };
        self.open.push(priority, id);
        Ok(())
    }

    /// How soon to look at a state of which the words are packed: the less the sooner.
    fn interest(&mut self, state: &State) -> u32 {
        /// More that is open than this is all alike.
        const MOST_OPEN: u32 = 1 << 12;
        let open = self.goals.as_ref().map_or(1, |goals| goals.count(&self.game, state));
        let open = open.min(MOST_OPEN - 1);
        self.nearest = Some(self.nearest.map_or(open, |nearest| nearest.min(open)));
        let is_novel = self.novelty.add(open, &self.packing, &self.words);
        if is_novel { open } else { MOST_OPEN + open }
    }

    fn cost_of(&self, id: u32) -> u32 {
        self.nodes.get(id)[self.packing.stride() + 1] as u32
    }

    /// The next states to expand, of one priority, each at its least cost.
    fn next_batch(&mut self) -> Vec<u32> {
        let mut batch: Vec<u32> = Vec::new();
        while batch.len() < BATCH {
            let Some((priority, id)) = self.open.pop(batch.is_empty()) else { break };
            // Entered again since, at a lower cost.
            let is_stale = self.aim != Aim::Any && self.cost_of(id) != priority;
            // Nothing below can be cheaper than what was found.
            if !is_stale && priority < self.best_cost && !batch.contains(&id) {
                batch.push(id);
            }
        }
        batch.reverse();
        batch
    }

    fn expand(&mut self, batch: &[u32]) -> Result<(), Limit> {
        let states: Vec<State> =
            batch.iter().map(|&id| self.packing.unpack(self.nodes.key(id))).collect();
        let successors = self.game.successors(&states).map_err(limit_of)?;
        for ((&id, state), successors) in batch.iter().zip(&states).zip(successors) {
            self.expanded += 1;
            let cost = self.cost_of(id);
            for (ordinal, (action, next)) in successors.into_iter().enumerate() {
                if next.random != state.random {
                    // What comes of a draw is luck, and no line.
                    self.has_skipped = true;
                    continue;
                }
                let cost = self.cost_after(cost, state, &next)?;
                if next.outcome == Some(Outcome::Won(self.start.to_act)) {
                    if cost < self.best_cost {
                        self.best_cost = cost;
                        self.nearest = Some(0);
                        self.best = Some(self.line_to(id, action)?);
                    }
                    if self.aim == Aim::Any {
                        return Ok(());
                    }
                } else if next.outcome.is_none() && cost < self.best_cost {
                    self.meet(&next, (id, ordinal as u32), cost)?;
                }
            }
        }
        Ok(())
    }

    fn cost_after(&self, cost: u32, state: &State, next: &State) -> Result<u32, Limit> {
        let added = match self.aim {
            Aim::Any | Aim::Moves => 1,
            Aim::Value(Value(index)) => {
                let index = usize::from(index);
                next.values[index].saturating_sub(state.values[index])
            }
        };
        let added = u32::try_from(added).map_err(|_| Limit::NotACost)?;
        // The greatest number stands for no line at all.
        Ok(cost.saturating_add(added).min(u32::MAX - 1))
    }

    /// The line to a known state and one action more.
    fn line_to(&self, id: u32, last: Action) -> Result<Line, Limit> {
        let mut actions = vec![last];
        let mut at = id;
        loop {
            let link = self.nodes.get(at)[self.packing.stride()];
            let (parent, ordinal) = ((link >> 32) as u32, link as u32);
            if parent == NOBODY {
                break;
            }
            let state = self.packing.unpack(self.nodes.key(parent));
            let legal = self.game.legal_actions(&state).map_err(limit_of)?;
            actions.push(legal[ordinal as usize]);
            at = parent;
        }
        actions.reverse();
        Ok(Line { actions })
    }

    /// Every state that was met, each once: where the search is exhausted, all that can be reached and
    /// are not over.
    pub(crate) fn met(&self) -> impl Iterator<Item = State> + '_ {
        (0..self.nodes.len()).map(|id| self.packing.unpack(self.nodes.key(id)))
    }
}

/// What a search says where the rules did not answer.
fn limit_of(error: RunError) -> Limit {
    if error.is_interruption() { Limit::Stopped } else { Limit::Rules(error) }
}

impl Search for Forward {
    fn step(&mut self, nodes: u64) -> Status {
        if self.nodes.len() == 0 {
            return Status::Limited(Limit::Memory);
        }
        let end = self.expanded.saturating_add(nodes);
        loop {
            if self.budget.stop.is_stopped() {
                return Status::Limited(Limit::Stopped);
            }
            if self.aim == Aim::Any && self.best.is_some() {
                return Status::Done;
            }
            if self.expanded >= end {
                return Status::Running;
            }
            if self.batch.is_empty() {
                self.batch = self.next_batch();
            }
            if self.batch.is_empty() {
                return match (&self.best, self.has_skipped) {
                    (Some(_), _) => Status::Done,
                    (None, true) => Status::Limited(Limit::Chance),
                    (None, false) => Status::Exhausted,
                };
            }
            let left = usize::try_from(end - self.expanded).unwrap_or(usize::MAX);
            let mut batch = self.batch.split_off(self.batch.len().saturating_sub(left));
            batch.reverse();
            if let Err(limit) = self.expand(&batch) {
                return Status::Limited(limit);
            }
        }
    }

    fn best(&self) -> Option<&Line> {
        self.best.as_ref()
    }

    fn report(&self) -> Report {
        Report {
            nodes: self.expanded,
            kept: u64::from(self.nodes.len()),
            bytes: self.nodes.bytes() + self.open.bytes() + self.novelty.bytes(),
            nearest: self.nearest,
        }
    }
}
