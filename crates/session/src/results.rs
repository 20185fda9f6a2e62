//! The best that was done in a game or a level.

use std::collections::BTreeMap;

use masume_engine::{Game, Outcome, Player, Rules, Setup, State};
use masume_rules::model::ValueKind;

use crate::{Edition, Session};

/// Measure that is counted, and compared from one play to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Actions from the beginning to the end; fewer are better, and only a won game counts.
    Moves,
    /// A value that the game declares, such as `pushes`: a cost, as for moves.
    Value(String),
    /// Stages reached; more are better, however the game ends.
    Stage,
    /// Points; more are better, however the game ends, and while it goes on.
    Score,
}

/// The best that was done, measure by measure: the fewest moves and the fewest pushes may come from
/// two different plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// True if it was ever won.
    pub won: bool,
    /// The best numbers so far.
    pub best: BTreeMap<Measure, i64>,
}

impl Measure {
    /// True if the first number is better than the second.
    ///
    /// ```
    /// use masume_session::Measure;
    ///
    /// assert!(Measure::Moves.is_better(5, 8));
    /// assert!(Measure::Score.is_better(8, 5));
    /// ```
    pub fn is_better(&self, one: i64, other: i64) -> bool {
        match self {
            Self::Moves | Self::Value(_) => one < other,
            Self::Stage | Self::Score => one > other,
        }
    }

    /// True if only a game that was won counts.
    ///
    /// ```
    /// use masume_session::Measure;
    ///
    /// assert!(Measure::Moves.needs_win());
    /// assert!(!Measure::Score.needs_win());
    /// ```
    pub fn needs_win(&self) -> bool {
        match self {
            Self::Moves | Self::Value(_) => true,
            Self::Stage | Self::Score => false,
        }
    }

    /// The measure as one word, to be kept: `moves`, `stage`, `score`, `value pushes`.
    ///
    /// ```
    /// use masume_session::Measure;
    ///
    /// assert_eq!(Measure::Value("pushes".to_owned()).key(), "value pushes");
    /// ```
    pub fn key(&self) -> String {
        match self {
            Self::Moves => "moves".to_owned(),
            Self::Stage => "stage".to_owned(),
            Self::Score => "score".to_owned(),
            Self::Value(name) => format!("{VALUE}{name}"),
        }
    }

    /// The measure of a [`Measure::key`].
    ///
    /// ```
    /// use masume_session::Measure;
    ///
    /// assert_eq!(Measure::from_key("value pushes"), Some(Measure::Value("pushes".to_owned())));
    /// assert_eq!(Measure::from_key("clicks"), None);
    /// ```
    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "moves" => Some(Self::Moves),
            "stage" => Some(Self::Stage),
            "score" => Some(Self::Score),
            _ => key.strip_prefix(VALUE).map(|name| Self::Value(name.to_owned())),
        }
    }
}

const VALUE: &str = "value ";

/// Measures of a game, in the order of its text, moves first; nothing where several play, for what one of them
/// gained the other lost.
///
/// A value that a game declares is a cost: what is better the more of it there is, is `score`.
/// A value named `moves` takes the place of the actions counted here.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # use masume_session::{Edition, Session};
/// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let edition = Edition::new(shipped.name, shipped.text, game);
/// # let session = Session::new(edition, Setup::default()).expect("it begins");
/// use masume_session::{Measure, measures};
///
/// let of = |name: &str| Measure::Value(name.to_owned());
/// assert_eq!(measures(session.game().rules()), [of("moves"), of("pushes")]);
/// ```
pub fn measures(rules: &Rules) -> Vec<Measure> {
    if rules.players.len() > 1 {
        return Vec::new();
    }
    let mut measures = Vec::new();
    if rules.values.iter().all(|value| value.name != "moves") {
        measures.push(Measure::Moves);
    }
    measures.extend(rules.values.iter().map(|value| match value.kind {
        ValueKind::Declared => Measure::Value(value.name.clone()),
        ValueKind::Score => Measure::Score,
        ValueKind::Stage => Measure::Stage,
    }));
    if rules.score.is_some() && !measures.contains(&Measure::Score) {
        measures.push(Measure::Score);
    }
    measures
}

impl Results {
    /// Results that have been reached in this state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::Results;
    ///
    /// let results = Results::of(session.game(), session.state());
    /// assert!(!results.won && results.best.is_empty());
    /// ```
    pub fn of(game: &Game, state: &State) -> Self {
        Self::with(game, state, || game.score(state, Player(0)))
    }

    fn with(game: &Game, state: &State, score: impl Fn() -> Option<i64>) -> Self {
        let won = match state.outcome {
            Some(Outcome::Won(_)) => game.rules().players.len() == 1,
            Some(Outcome::Lost(_) | Outcome::Draw | Outcome::Ended) | None => false,
        };
        let counted = measures(game.rules()).into_iter().filter(|it| won || !it.needs_win());
        let best = counted
            .filter_map(|measure| {
                number(game, state, &measure, &score).map(|number| (measure, number))
            })
            .collect();
        Self { won, best }
    }

    /// True if something in these is better than in the others.
    ///
    /// ```
    /// use masume_session::{Measure, Results};
    ///
    /// let of = |moves: i64| Results { won: true, best: [(Measure::Moves, moves)].into() };
    /// assert!(of(5).better_than(&of(8)));
    /// assert!(!of(8).better_than(&of(5)));
    /// ```
    pub fn better_than(&self, other: &Self) -> bool {
        (self.won && !other.won)
            || self.best.iter().any(|(measure, number)| {
                other.best.get(measure).is_none_or(|other| measure.is_better(*number, *other))
            })
    }

    /// Takes what is better in the others.
    ///
    /// ```
    /// use masume_session::{Measure, Results};
    ///
    /// let of = |moves: i64| Results { won: true, best: [(Measure::Moves, moves)].into() };
    /// let mut best = of(8);
    /// best.merge(&of(5));
    /// assert_eq!(best, of(5));
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.won |= other.won;
        for (measure, number) in &other.best {
            let best = self.best.entry(measure.clone()).or_insert(*number);
            if measure.is_better(*number, *best) {
                *best = *number;
            }
        }
    }
}

impl Edition {
    /// Key under which results of this set-up are kept: level, size and options, but not the seed; such as `/3` or
    /// `:5x3,two=75%`, and empty where all is as by default.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// let setup = Setup { level: Some(3), ..Setup::default() };
    /// assert_eq!(edition.results_key(&setup), "/3");
    /// ```
    pub fn results_key(&self, setup: &Setup) -> String {
        let id = self.game().id("", &Setup { seed: 0, ..*setup });
        id.strip_suffix("#0").unwrap_or(&id).to_owned()
    }
}

impl Session {
    /// Results that have been reached; empty where the game did not begin as its set-up says, for then it can be as
    /// near to its end as one likes.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::Measure;
    ///
    /// for _ in 0..3 {
    ///     act(&mut session, "push right");
    /// }
    /// let results = session.results();
    /// assert_eq!(results.best[&Measure::Value("pushes".to_owned())], 2);
    /// ```
    pub fn results(&self) -> Results {
        match self.given_state() {
            Some(_) => Results::default(),
            None => Results::with(self.game(), self.state(), || self.score()),
        }
    }
}

fn number(
    game: &Game,
    state: &State,
    measure: &Measure,
    score: &impl Fn() -> Option<i64>,
) -> Option<i64> {
    let rules = game.rules();
    let named = |is_such: &dyn Fn(usize) -> bool| {
        let index = (0..rules.values.len()).find(|index| is_such(*index))?;
        state.values.get(index).copied()
    };
    match measure {
        Measure::Moves => Some(i64::from(state.ply)),
        Measure::Value(name) => named(&|index| rules.values[index].name == *name),
        Measure::Stage => named(&|index| rules.values[index].kind == ValueKind::Stage),
        Measure::Score => score(),
    }
}
