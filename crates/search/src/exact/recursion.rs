//! Values of positions, one after another as they are asked about: each is kept with its value, and one that can
//! follow from itself is refused.

use masume_engine::{ChanceEvent, Game, State};

use super::{NotExact, Points, events_of};
use crate::nodes::Nodes;
use crate::positions::{Positions, Uses, limit_of};
use crate::{Budget, Limit};

/// A position that was met and not yet looked at, and one that is being looked at: no number of points has
/// these bits, for both stand for "no number".
const UNKNOWN: u64 = 0x7ff8_0000_0000_0001;
const OPEN: u64 = 0x7ff8_0000_0000_0002;

/// Positions that were looked at, with their values.
pub(super) struct Recursion {
    game: Game,
    points: Points,
    budget: Budget,
    positions: Positions,
    nodes: Nodes,
    expanded: u64,
}

/// Gain of an action: points at once, and what chance may make of it.
struct Prospect {
    points: f64,
    /// Probability and number of a position.
    events: Vec<(f64, u32)>,
}

/// A position that is looked at.
struct RecursionFrame {
    id: u32,
    options: Vec<Prospect>,
    /// The option and the event that are asked about next.
    at: (usize, usize),
}

impl Recursion {
    /// Nothing yet, on boards of the shape of this state's.
    pub(super) fn new(game: &Game, first: &State, points: Points, budget: &Budget) -> Self {
        let reads_score = points == Points::Computed;
        let uses = Uses { value: None, all_chances: true, reads_score };
        let positions = Positions::new(game, first, uses, budget);
        let nodes = Nodes::new(positions.stride(), 1);
        let game = game.clone().with_stop(budget.stop.clone());
        Self { game, points, budget: budget.clone(), positions, nodes, expanded: 0 }
    }

    /// The points that the best play from this state on expects, which is not over.
    ///
    /// # Errors
    /// Where a position can follow from itself, the budget ends, or the rules go wrong.
    pub(super) fn value(&mut self, state: &State) -> Result<f64, NotExact> {
        let root = self.meet(state)?;
        if let Some(known) = self.known(root) {
            return Ok(known);
        }
        let mut frames = Vec::new();
        let looked = self.look_at(root, &mut frames);
        // What was not finished is looked at again when it is asked for again.
        frames.iter().for_each(|frame| self.set(frame.id, UNKNOWN));
        looked?;
        self.known(root).ok_or(NotExact::Cycle)
    }

    /// Finds what a position is worth, and all that can come of it; `frames` are those not finished.
    fn look_at(&mut self, root: u32, frames: &mut Vec<RecursionFrame>) -> Result<(), NotExact> {
        let mut asked = Some(root);
        loop {
            if let Some(id) = asked {
                frames.push(RecursionFrame { id, options: Vec::new(), at: (0, 0) });
                let options = self.open(id)?;
                if let Some(frame) = frames.last_mut() {
                    frame.options = options;
                }
            }
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            asked = self.next_of(frame)?;
            if asked.is_none() {
                let value = self.best_of(&frame.options).unwrap_or_default();
                let id = frame.id;
                self.set(id, value.to_bits());
                frames.pop();
            }
        }
    }

    /// Number of positions that were looked at, and their memory, in bytes.
    pub(super) fn size(&self) -> (u64, u64) {
        (self.expanded, self.nodes.bytes())
    }

    fn known(&self, id: u32) -> Option<f64> {
        let bits = self.nodes.get(id)[self.positions.stride()];
        (bits != UNKNOWN && bits != OPEN).then(|| f64::from_bits(bits))
    }

    fn set(&mut self, id: u32, bits: u64) {
        let at = self.positions.stride();
        self.nodes.get_mut(id)[at] = bits;
    }

    /// The number of a state that is not over.
    fn meet(&mut self, state: &State) -> Result<u32, NotExact> {
        let mut words = self.positions.key(state);
        self.positions.canonicalize(&mut words);
        words.push(UNKNOWN);
        let met = self.nodes.insert(&words, self.budget.bytes);
        Ok(met.map_err(|_| Limit::Memory)?.0)
    }

    /// Begins to look at a position: what each action gives there.
    fn open(&mut self, id: u32) -> Result<Vec<Prospect>, NotExact> {
        self.budget.check_stop()?;
        if self.expanded >= self.budget.nodes {
            return Err(Limit::Nodes.into());
        }
        self.expanded += 1;
        self.set(id, OPEN);
        let state = self.positions.state(self.nodes.key(id));
        self.options(&state)
    }

    /// Prospects, one for each action.
    fn options(&mut self, state: &State) -> Result<Vec<Prospect>, NotExact> {
        let actions = self.game.legal_actions(state).map_err(limit_of)?;
        let before = self.points.of(&self.game, state)?;
        let mut options = Vec::with_capacity(actions.len());
        for action in actions {
            let events = events_of(&self.game, state, action)?;
            let mut option = Prospect { points: 0.0, events: Vec::with_capacity(events.len()) };
            for ChanceEvent { probability, state } in events {
                let probability = probability.as_f64();
                option.points +=
                    probability * (self.points.of(&self.game, &state)? - before) as f64;
                if state.outcome.is_none() {
                    option.events.push((probability, self.meet(&state)?));
                }
            }
            options.push(option);
        }
        Ok(options)
    }

    /// The next position that a frame must know; `None` where it knows all.
    fn next_of(&self, frame: &mut RecursionFrame) -> Result<Option<u32>, NotExact> {
        while let Some(option) = frame.options.get(frame.at.0) {
            let Some(&(_, id)) = option.events.get(frame.at.1) else {
                frame.at = (frame.at.0 + 1, 0);
                continue;
            };
            match self.nodes.get(id)[self.positions.stride()] {
                UNKNOWN => return Ok(Some(id)),
                OPEN => return Err(NotExact::Cycle),
                _ => frame.at.1 += 1,
            }
        }
        Ok(None)
    }

    /// Expectation of the best of some actions.
    fn best_of(&self, options: &[Prospect]) -> Option<f64> {
        let expected = |option: &Prospect| {
            let later = option
                .events
                .iter()
                .map(|(probability, id)| probability * self.known(*id).unwrap_or_default());
            option.points + later.sum::<f64>()
        };
        options.iter().map(expected).max_by(f64::total_cmp)
    }
}
