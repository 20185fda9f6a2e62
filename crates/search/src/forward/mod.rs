//! The search that every game can be given to: forward from the start, over the successors that the
//! engine names.

mod distance_bound;
mod novelty;
mod priority_queue;

use masume_engine::Game;
use masume_rules::model::Value;
use masume_rules::state::{Outcome, State};

use crate::children::Children;
use crate::nodes::Nodes;
use crate::positions::{Ending, Positions, Uses};
use crate::unmet_goals::Goals;
use crate::{Aim, Budget, Limit, Report, Search, Solution, Status};
use distance_bound::DistanceBound;
use novelty::Novelty;
use priority_queue::PriorityQueue;

/// States whose successors are asked for in one call: those of a batch are worked on side by side.
const BATCH: usize = 32;

/// Words of a node besides its key: parent, then cost.
const LINK: usize = 1;

/// Distance from which no number of actions wins: such a position comes last, for a proof wants it too.
const HOPELESS: u32 = 1 << 30;

/// The parent of the start.
const NOBODY: u32 = u32::MAX;

/// A search over whole states, exact about what it has seen.
///
/// Asked for any line it goes first where something new is seen, and of those where less of the
/// win is open; asked for the least of something it goes by that, and by what must be added to it where
/// the rules say how much that is at least. Either way it ends by itself where the states that can be
/// reached are few enough.
pub(crate) struct Forward {
    aim: Aim,
    budget: Budget,
    start: State,
    positions: Positions,
    nodes: Nodes,
    open: PriorityQueue,
    /// Chosen already and not yet expanded, the last first: a step may end in the middle of a batch, and
    /// must not change what is in it.
    batch: Vec<u32>,
    goals: Option<Goals>,
    /// Bound of how many actions are left at least.
    bound: Option<DistanceBound>,
    novelty: Novelty,
    best: Option<Solution>,
    /// Cost of the best line.
    best_cost: u32,
    expanded: u64,
    nearest: Option<u32>,
    /// True if some successors were left out, for chance decided them.
    has_skipped: bool,
    children: Children,
}

impl Forward {
    /// A search from a state that is not over.
    pub(crate) fn new(game: &Game, start: &State, aim: Aim, budget: &Budget) -> Self {
        let value = match aim {
            Aim::Any | Aim::Moves | Aim::Points => None,
            Aim::Value(Value(index)) => Some(usize::from(index)),
        };
        let positions = Positions::new(game, start, Uses { value, ..Uses::default() }, budget);
        let mut search = Self {
            goals: Goals::of(game.rules()).filter(|_| aim == Aim::Any),
            aim,
            budget: budget.clone(),
            start: start.clone(),
            nodes: Nodes::new(positions.stride(), LINK),
            bound: Some(&positions)
                .filter(|_| aim == Aim::Moves)
                .and_then(|of| DistanceBound::of(of, budget)),
            positions,
            open: PriorityQueue::default(),
            batch: Vec::new(),
            novelty: Novelty::default(),
            best: None,
            best_cost: u32::MAX,
            expanded: 0,
            nearest: None,
            has_skipped: false,
            children: Children::default(),
        };
        // Where not even the start fits the first step says so.
        let mut words = search.positions.first();
        words.push(0);
        let _ = search.meet(&mut words, NOBODY, 0);
        search
    }

    /// Keeps the position of a key, behind which there is room for the link, unless it is known at no
    /// greater cost.
    fn meet(&mut self, words: &mut [u64], parent: u32, cost: u32) -> Result<(), Limit> {
        let key = self.positions.stride();
        self.positions.canonicalize(&mut words[..key]);
        words[key] = u64::from(parent) << 32 | u64::from(cost);
        let left = self
            .bound
            .as_mut()
            .map_or(0, |bound| bound.left(&self.positions, &words[..key]).unwrap_or(HOPELESS));
        let side = self.side_bytes() + self.open.bytes_to_grow();
        let rest = self.budget.bytes.saturating_sub(side);
        let met = self.nodes.insert(words, rest);
        let (id, is_new) = met.map_err(|_| Limit::Memory)?;
        if !is_new {
            let node = self.nodes.get_mut(id);
            if node[key] as u32 <= cost || self.aim == Aim::Any {
                return Ok(());
            }
            node[key] = words[key];
        }
        let priority = match self.aim {
            Aim::Any => u64::from(self.interest(&words[..key])),
            // The sum first; of equal sums what is nearer to the win.
            Aim::Moves | Aim::Value(_) | Aim::Points => {
                if self.bound.is_some() {
                    self.nearest = Some(self.nearest.map_or(left, |nearest| nearest.min(left)));
                }
                u64::from(cost.saturating_add(left)) << 32 | u64::from(left)
            }
        };
        self.open.push(priority, id);
        Ok(())
    }

    /// Memory that is taken besides nodes, in bytes.
    fn side_bytes(&self) -> u64 {
        let bound = self.bound.as_ref().map_or(0, DistanceBound::bytes);
        self.open.bytes() + self.novelty.bytes() + bound
    }

    /// Priority of a position: the less the sooner.
    fn interest(&mut self, key: &[u64]) -> u32 {
        /// More that is open than this is all alike.
        const MOST_OPEN: u32 = 1 << 12;
        let open = self.goals.as_ref().map_or(1, |goals| {
            let state = self.positions.state(key);
            goals.count(self.positions.game(), &state)
        });
        let open = open.min(MOST_OPEN - 1);
        self.nearest = Some(self.nearest.map_or(open, |nearest| nearest.min(open)));
        let is_novel = self.novelty.add(open, &self.positions, key);
        if is_novel { open } else { MOST_OPEN + open }
    }

    fn cost_of(&self, id: u32) -> u32 {
        self.nodes.get(id)[self.positions.stride()] as u32
    }

    /// The next states to expand, of one priority, each at its least cost.
    fn next_batch(&mut self) -> Vec<u32> {
        let mut batch: Vec<u32> = Vec::new();
        while batch.len() < BATCH {
            let Some((priority, id)) = self.open.pop(batch.is_empty()) else { break };
            // The sum of cost and what is left, and what is left.
            let (sum, left) = ((priority >> 32) as u32, priority as u32);
            // Entered again since, at a lower cost.
            let is_stale = self.aim != Aim::Any && self.cost_of(id) != sum - left;
            // Nothing below can be cheaper than what was found.
            if !is_stale && sum < self.best_cost {
                batch.push(id);
            }
        }
        batch.reverse();
        batch
    }

    /// Expands as many of a batch as there is room for; the others are left for later.
    fn expand(&mut self, batch: &[u32]) -> Result<(), Limit> {
        let keys: Vec<u64> = batch.iter().flat_map(|&id| self.nodes.key(id)).copied().collect();
        let mut children = std::mem::take(&mut self.children);
        let found = children.find(&mut self.positions, &keys, self.budget.bytes);
        let done = found.and_then(|count| {
            self.batch.extend(batch[count..].iter().rev());
            self.meet_all(&batch[..count], &children)
        });
        self.children = children;
        done
    }

    /// Keeps what came of a batch.
    fn meet_all(&mut self, batch: &[u32], children: &Children) -> Result<(), Limit> {
        let stride = self.positions.stride();
        let order = children.by_parent();
        let mut words = vec![0; stride + LINK];
        let expanded = self.expanded;
        self.expanded += batch.len() as u64;
        for index in order {
            // On a large board there are thousands, each of which is looked at whole.
            self.budget.check_stop()?;
            let child = &children.links[index];
            let id = batch[child.parent];
            if child.has_drawn {
                // What comes of a draw is luck, and no line.
                self.has_skipped = true;
                continue;
            }
            let cost = self.cost_after(self.cost_of(id), child.rise)?;
            if child.outcome == Some(Outcome::Won(self.start.to_act)) {
                if cost < self.best_cost {
                    self.best_cost = cost;
                    self.nearest = Some(0);
                    self.best = Some(self.line_to(id)?);
                }
                if self.aim == Aim::Any {
                    self.expanded = expanded + child.parent as u64 + 1;
                    return Ok(());
                }
            } else if child.outcome.is_none() && cost < self.best_cost {
                words[..stride].copy_from_slice(children.key(index));
                self.meet(&mut words, id, cost)?;
            }
        }
        Ok(())
    }

    fn cost_after(&self, cost: u32, rise: i64) -> Result<u32, Limit> {
        let added = match self.aim {
            Aim::Any | Aim::Moves | Aim::Points => 1,
            Aim::Value(_) => u32::try_from(rise).map_err(|_| Limit::NotACost)?,
        };
        // The greatest number stands for no line at all.
        Ok(cost.saturating_add(added).min(u32::MAX - 1))
    }

    /// The line to a known state and the best action that wins there.
    fn line_to(&mut self, id: u32) -> Result<Solution, Limit> {
        let stride = self.positions.stride();
        let mut path = Vec::new();
        let mut at = id;
        while at != NOBODY {
            let node = self.nodes.get(at);
            path.push(&node[..stride]);
            at = (node[stride] >> 32) as u32;
        }
        path.reverse();
        self.positions.line(&path, Ending::Won(self.start.to_act))
    }

    /// Every state that was met, each once: where the search is exhausted, all that can be reached and
    /// are not over. `None` where one stands for others that go on like it.
    pub(crate) fn met(&self) -> Option<impl Iterator<Item = State> + '_> {
        let states = (0..self.nodes.len()).map(|id| self.positions.state(self.nodes.key(id)));
        (!self.positions.is_canonical()).then_some(states)
    }
}

impl Search for Forward {
    fn step(&mut self, nodes: u64) -> Status {
        if self.nodes.len() == 0 {
            return Status::Limited(Limit::Memory);
        }
        let end = self.expanded.saturating_add(nodes);
        loop {
            if let Err(limit) = self.budget.check_stop() {
                return Status::Limited(limit);
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

    fn best(&mut self) -> Option<&Solution> {
        self.best.as_ref()
    }

    fn report(&self) -> Report {
        Report {
            nodes: self.expanded,
            kept: u64::from(self.nodes.len()),
            bytes: self.nodes.bytes() + self.side_bytes(),
            nearest: self.nearest,
        }
    }
}
