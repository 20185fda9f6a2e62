//! Exact values of games of chance for one: the points that the best play expects.
//!
//! Every position that can be reached is looked at once. What it is worth is the best of its actions, each the
//! mean of what chance may make of it; that is found from the end of the game backward. So nothing may
//! come back: a game in which a position can follow from itself is refused. Where chance only makes something
//! appear, and a sum over the board grows by that, positions are met and valued `layers` by layers, side by
//! side; otherwise one after another (`recursion`).

mod arrival;
mod layers;
mod recursion;
mod sum;
#[cfg(test)]
mod tests;

use masume_engine::{ApplyError, ChanceEvent, Game, State};
use masume_rules::action::Action;
use masume_rules::model::{Player, Rules, ValueKind};
use masume_rules::run_error::RunErrorKind;

use crate::positions::limit_of;
use crate::{Budget, Limit};
use layers::{Broken, Layers};
use recursion::Recursion;

/// The most that chance may make of one action.
const MOST_EVENTS: usize = 1 << 16;

/// Reason why a game has no exact values.
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
    points: Points,
    /// Searches that the game may be too irregular for; the last is asked until it shows that.
    layers: Vec<Layers>,
    recursion: Recursion,
}

impl ExactValues {
    /// Values that are found when they are asked for, on boards of the shape of this state's.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, ExactValues};
    ///
    /// // It is for two.
    /// assert!(ExactValues::new(&game, &state, &Budget::default()).is_err());
    /// ```
    ///
    /// # Errors
    /// A game for several players, or one without points.
    pub fn new(game: &Game, first: &State, budget: &Budget) -> Result<Self, NotExact> {
        let rules = game.rules();
        if rules.players.len() > 1 {
            return Err(NotExact::Players(rules.players.len()));
        }
        let points = Points::of_rules(rules).ok_or(NotExact::NoScore)?;
        let mut layers = match points {
            Points::Value(value) => Layers::all(game, value, first, budget),
            Points::Computed => Vec::new(),
        };
        layers.reverse();
        let recursion = Recursion::new(game, first, points, budget);
        let game = game.clone().with_stop(budget.stop.clone());
        Ok(Self { game, points, layers, recursion })
    }

    /// The points that the best play from this state on expects, those that it has already left out.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Dig\nboard 1 x 3\npieces\n  thing: stone gold ash\n\nstart\n  any -> stone\n\n\
    /// #     action dig at c\n  at c: stone -> gold with chance 25% or ash\n\n\
    /// #     end when no stone\nscore 10 * count gold\n";
    /// # let game = Game::load(text).game.expect("the text is a game");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, ExactValues};
    ///
    /// let mut values = ExactValues::new(&game, &state, &Budget::default()).expect("it has an end");
    /// // Three stones, each worth 2.5 points in mean.
    /// assert_eq!(values.value(&state), Ok(7.5));
    /// ```
    ///
    /// # Errors
    /// Where a position can follow from itself, the budget ends, or the rules go wrong.
    pub fn value(&mut self, state: &State) -> Result<f64, NotExact> {
        if state.outcome.is_some() {
            return Ok(0.0);
        }
        self.look_at(&[state])?;
        match self.layers.last().and_then(|layers| layers.known(state)) {
            Some(value) => Ok(value),
            None => self.recursion.value(state),
        }
    }

    /// The points that the best play expects where chance decides which of these states it begins in, such as
    /// the set-ups of a game; they are looked at together, which is quicker than one by one.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Dig\nboard 1 x 3\npieces\n  thing: stone gold ash\n\nstart\n  any -> stone\n\n\
    /// #     action dig at c\n  at c: stone -> gold with chance 25% or ash\n\n\
    /// #     end when no stone\nscore 10 * count gold\n";
    /// # let game = Game::load(text).game.expect("the text is a game");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, ExactValues};
    ///
    /// let mut values = ExactValues::new(&game, &state, &Budget::default()).expect("it has an end");
    /// let action = game.legal_actions(&state).expect("nothing goes wrong")[0];
    /// let events = game.chance_events(&state, action, 10).expect("it is legal");
    /// // What two stones are worth; the first is earned by then.
    /// assert_eq!(values.mean(&events), Ok(5.0));
    /// ```
    ///
    /// # Errors
    /// As [`ExactValues::value`].
    pub fn mean(&mut self, states: &[ChanceEvent]) -> Result<f64, NotExact> {
        let open = states.iter().map(|it| &it.state).filter(|state| state.outcome.is_none());
        self.look_at(&open.collect::<Vec<_>>())?;
        let mut sum = 0.0;
        for ChanceEvent { probability, state } in states {
            sum += probability.as_f64() * self.value(state)?;
        }
        Ok(sum)
    }

    /// The action that expects most, with all that is expected of it; the first of equal ones, `None` where
    /// nothing can be done.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Dig\nboard 1 x 3\npieces\n  thing: stone gold ash\n\nstart\n  any -> stone\n\n\
    /// #     action dig at c\n  at c: stone -> gold with chance 25% or ash\n\n\
    /// #     end when no stone\nscore 10 * count gold\n";
    /// # let game = Game::load(text).game.expect("the text is a game");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, ExactValues};
    ///
    /// let mut values = ExactValues::new(&game, &state, &Budget::default()).expect("it has an end");
    /// let best = values.best(&state).expect("it is small");
    /// assert_eq!(best.map(|(_, value)| value), Some(7.5));
    /// ```
    ///
    /// # Errors
    /// As [`ExactValues::value`].
    pub fn best(&mut self, state: &State) -> Result<Option<(Action, f64)>, NotExact> {
        let mut best: Option<(Action, f64)> = None;
        for (action, expected) in self.of_actions(state)? {
            if best.is_none_or(|best| expected > best.1) {
                best = Some((action, expected));
            }
        }
        Ok(best)
    }

    /// The legal actions, each with all that is expected of it.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Dig\nboard 1 x 3\npieces\n  thing: stone gold ash\n\nstart\n  any -> stone\n\n\
    /// #     action dig at c\n  at c: stone -> gold with chance 25% or ash\n\n\
    /// #     end when no stone\nscore 10 * count gold\n";
    /// # let game = Game::load(text).game.expect("the text is a game");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, ExactValues};
    ///
    /// let mut values = ExactValues::new(&game, &state, &Budget::default()).expect("it has an end");
    /// let actions = values.of_actions(&state).expect("it is small");
    /// assert!(actions.len() == 3 && actions.iter().all(|(_, value)| *value == 7.5));
    /// ```
    ///
    /// # Errors
    /// As [`ExactValues::value`].
    pub fn of_actions(&mut self, state: &State) -> Result<Vec<(Action, f64)>, NotExact> {
        // What comes of it is looked at with the state.
        self.value(state)?;
        if state.outcome.is_some() {
            return Ok(Vec::new());
        }
        let before = self.points.of(&self.game, state)?;
        let mut found = Vec::new();
        for action in self.game.legal_actions(state).map_err(limit_of)? {
            let events = events_of(&self.game, state, action)?;
            let mut expected = self.mean(&events)?;
            for ChanceEvent { probability, state } in &events {
                let points = self.points.of(&self.game, state)? - before;
                expected += probability.as_f64() * points as f64;
            }
            found.push((action, expected));
        }
        Ok(found)
    }

    /// Number of positions that were looked at, and their memory, in bytes.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// # let text = "game Dig\nboard 1 x 3\npieces\n  thing: stone gold ash\n\nstart\n  any -> stone\n\n\
    /// #     action dig at c\n  at c: stone -> gold with chance 25% or ash\n\n\
    /// #     end when no stone\nscore 10 * count gold\n";
    /// # let game = Game::load(text).game.expect("the text is a game");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Budget, ExactValues};
    ///
    /// let mut values = ExactValues::new(&game, &state, &Budget::default()).expect("it has an end");
    /// values.value(&state).expect("it is small");
    /// let (positions, _) = values.size();
    /// assert!(positions > 0);
    /// ```
    pub fn size(&self) -> (u64, u64) {
        let (mut expanded, mut bytes) = self.recursion.size();
        for layers in &self.layers {
            let (more, of_them) = layers.size();
            expanded += more;
            bytes += of_them;
        }
        (expanded, bytes)
    }

    /// Looks at states that are not over, side by side, where the game is one for that.
    fn look_at(&mut self, states: &[&State]) -> Result<(), NotExact> {
        while let Some(layers) = self.layers.last_mut() {
            if states.iter().all(|state| layers.known(state).is_some()) {
                return Ok(());
            }
            match layers.find(states) {
                Ok(()) => return Ok(()),
                Err(Broken::Limit(limit)) => return Err(limit.into()),
                Err(Broken::Refused) => drop(self.layers.pop()),
            }
        }
        Ok(())
    }
}

/// Source of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Points {
    /// In the value of this index.
    Value(usize),
    /// They are computed.
    Computed,
}

impl Points {
    /// `None` for a game without points.
    fn of_rules(rules: &Rules) -> Option<Self> {
        let value = rules.values.iter().position(|info| info.kind == ValueKind::Score);
        match rules.score {
            Some(_) => Some(Self::Computed),
            None => value.map(Self::Value),
        }
    }

    fn of(self, game: &Game, state: &State) -> Result<i64, NotExact> {
        let points = match self {
            Self::Value(index) => state.values.get(index).copied(),
            Self::Computed => game.score(state, Player(0)),
        };
        points.ok_or(NotExact::NoScore)
    }
}

/// All that chance may make of a legal action.
fn events_of(game: &Game, state: &State, action: Action) -> Result<Vec<ChanceEvent>, NotExact> {
    game.chance_events(state, action, MOST_EVENTS).map_err(|error| match error {
        ApplyError::Run(error) if matches!(error.kind, RunErrorKind::TooManyChances { .. }) => {
            NotExact::Chances
        }
        ApplyError::Run(error) => limit_of(error).into(),
        // Only listed actions are asked about.
        ApplyError::IllegalAction | ApplyError::GameOver => NotExact::Chances,
    })
}
