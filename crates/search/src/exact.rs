//! What a game of chance for one is worth, exactly: the points that the best play expects.
//!
//! Every position that can be reached is looked at once. What it is worth is the best of its actions, each the
//! mean of what chance may make of it; that is found from the end of the game backward. So nothing may
//! come back: a game in which a position can follow from itself is refused.

use masume_engine::{ApplyError, ChanceEvent, Game, State};
use masume_rules::action::Action;
use masume_rules::model::{Player, ValueKind};
use masume_rules::run_error::RunErrorKind;

use crate::nodes::Nodes;
use crate::positions::{Positions, Uses, limit_of};
use crate::{Budget, Limit};

/// The most that chance may make of one action.
const MOST_EVENTS: usize = 1 << 16;

/// A position that was met and not yet looked at, and one that is being looked at: no number of points has
/// these bits, for both stand for "no number".
const UNKNOWN: u64 = 0x7ff8_0000_0000_0001;
const OPEN: u64 = 0x7ff8_0000_0000_0002;

/// Why a game has no exact values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotExact {
    /// It has several players.
    Players(usize),
    /// It has no points.
    NoScore,
    /// A position can follow from itself.
    Cycle,
    /// Chance may make more of one action than is followed.
    Chances,
    /// The budget ended, or the rules went wrong.
    Limit(Limit),
}

impl From<Limit> for NotExact {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// The values of all positions that can be reached from some states.
///
/// ```
/// use masume_engine::{Game, Setup};
/// use masume_search::{Budget, ExactValues};
///
/// // What is dug up is gold, one time in four, and then worth ten points.
/// let text = "game Dig\nboard 1 x 3\npieces\n  thing: stone gold ash\n\nstart\n  any -> stone\n\n\
///             action dig at c\n  at c: stone -> gold with chance 25% or ash\n\n\
///             end when no stone\nscore 10 * count gold\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let start = game.start(&Setup::default()).expect("it can be set up");
/// let mut values = ExactValues::new(&game, &start, &Budget::default()).expect("it has points");
/// assert_eq!(values.value(&start), Ok(7.5));
/// ```
pub struct ExactValues {
    game: Game,
    budget: Budget,
    positions: Positions,
    nodes: Nodes,
    /// Index of the value that is the points; `None` where they are computed.
    score: Option<usize>,
    expanded: u64,
}

/// What an action gives: points at once, and what chance may make of it.
struct Prospect {
    action: Action,
    points: f64,
    /// Probability and number of a position.
    events: Vec<(f64, u32)>,
}

/// A position that is looked at.
struct Frame {
    id: u32,
    options: Vec<Prospect>,
    /// The option and the event that are asked about next.
    at: (usize, usize),
}

impl ExactValues {
    /// Values that are found when they are asked for, on boards of the shape of this state's.
    ///
    /// # Errors
    /// A game for several players, or one without points.
    pub fn new(game: &Game, first: &State, budget: &Budget) -> Result<Self, NotExact> {
        let rules = game.rules();
        if rules.players.len() > 1 {
            return Err(NotExact::Players(rules.players.len()));
        }
        let score = rules.values.iter().position(|info| info.kind == ValueKind::Score);
        let score = score.filter(|_| rules.score.is_none());
        if score.is_none() && rules.score.is_none() {
            return Err(NotExact::NoScore);
        }
        let uses = Uses { value: None, all_chances: true, reads_score: score.is_none() };
        let positions = Positions::new(game, first, uses, budget);
        let nodes = Nodes::new(positions.stride(), 1);
        let game = game.clone().with_stop(budget.stop.clone());
        Ok(Self { game, budget: budget.clone(), positions, nodes, score, expanded: 0 })
    }

    /// The points that the best play from this state on expects, those that it has already left out.
    ///
    /// # Errors
    /// Where a position can follow from itself, the budget ends, or the rules go wrong.
    pub fn value(&mut self, state: &State) -> Result<f64, NotExact> {
        if state.outcome.is_some() {
            return Ok(0.0);
        }
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
    fn look_at(&mut self, root: u32, frames: &mut Vec<Frame>) -> Result<(), NotExact> {
        let mut asked = Some(root);
        loop {
            if let Some(id) = asked {
                frames.push(Frame { id, options: Vec::new(), at: (0, 0) });
                let options = self.open(id)?;
                if let Some(frame) = frames.last_mut() {
                    frame.options = options;
                }
            }
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            asked = self.next_of(frame)?;
            if asked.is_none() {
                let value = self.best_of(&frame.options).map_or(0.0, |best| best.1);
                let id = frame.id;
                self.set(id, value.to_bits());
                frames.pop();
            }
        }
    }

    /// The action that expects most, with all that is expected of it; the first of equal ones, `None` where
    /// nothing can be done.
    ///
    /// # Errors
    /// As [`ExactValues::value`].
    pub fn best(&mut self, state: &State) -> Result<Option<(Action, f64)>, NotExact> {
        self.value(state)?;
        if state.outcome.is_some() {
            return Ok(None);
        }
        let options = self.options(state)?;
        // What comes of it was looked at with the state, or is looked at now.
        Ok(self.best_of(&options))
    }

    /// How many positions were looked at, and what they take, in bytes.
    pub fn size(&self) -> (u64, u64) {
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
        self.positions.fold(&mut words);
        words.push(UNKNOWN);
        let met = self.nodes.insert(&words, self.budget.bytes);
        Ok(met.map_err(|_| Limit::Memory)?.0)
    }

    /// Begins to look at a position: what each action gives there.
    fn open(&mut self, id: u32) -> Result<Vec<Prospect>, NotExact> {
        if self.budget.stop.is_stopped() {
            return Err(Limit::Stopped.into());
        }
        if self.expanded >= self.budget.nodes {
            return Err(Limit::Nodes.into());
        }
        self.expanded += 1;
        self.set(id, OPEN);
        let state = self.positions.state(self.nodes.key(id));
        self.options(&state)
    }

    /// What each action gives.
    fn options(&mut self, state: &State) -> Result<Vec<Prospect>, NotExact> {
        let actions = self.game.legal_actions(state).map_err(limit_of)?;
        let before = self.points(state)?;
        let mut options = Vec::with_capacity(actions.len());
        for action in actions {
            let events = self.game.chance_events(state, action, MOST_EVENTS);
            let events = events.map_err(|error| match error {
                ApplyError::Run(error)
                    if matches!(error.kind, RunErrorKind::TooManyChances { .. }) =>
                {
                    NotExact::Chances
                }
                ApplyError::Run(error) => limit_of(error).into(),
                // Only listed actions are asked about.
                ApplyError::IllegalAction | ApplyError::GameOver => NotExact::Chances,
            })?;
            let mut option =
                Prospect { action, points: 0.0, events: Vec::with_capacity(events.len()) };
            for ChanceEvent { probability, state } in events {
                let probability = probability.as_f64();
                option.points += probability * (self.points(&state)? - before) as f64;
                if state.outcome.is_none() {
                    option.events.push((probability, self.meet(&state)?));
                }
            }
            options.push(option);
        }
        Ok(options)
    }

    fn points(&self, state: &State) -> Result<i64, NotExact> {
        let points = match self.score {
            Some(index) => state.values.get(index).copied(),
            None => self.game.score(state, Player(0)),
        };
        points.ok_or(NotExact::NoScore)
    }

    /// The next position that a frame must know; `None` where it knows all.
    fn next_of(&self, frame: &mut Frame) -> Result<Option<u32>, NotExact> {
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

    fn best_of(&self, options: &[Prospect]) -> Option<(Action, f64)> {
        let expected = |option: &Prospect| {
            let later = option
                .events
                .iter()
                .map(|(probability, id)| probability * self.known(*id).unwrap_or_default());
            option.points + later.sum::<f64>()
        };
        let mut best: Option<(Action, f64)> = None;
        for option in options {
            let value = expected(option);
            if best.is_none_or(|best| value > best.1) {
                best = Some((option.action, value));
            }
        }
        best
    }
}
