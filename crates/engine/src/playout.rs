//! Random games: how long they are, how they end, what they score.

use masume_board::Grid;
use masume_rules::action::Action;
use masume_rules::facts::uses_chance;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, Outcome, State};

use crate::{Game, Position, Setup, SetupError, executor};

/// Series of random games: how many, from which seed on, and how long at most.
///
/// Every game is decided by the seed and its number alone, so any of them can be played by itself,
/// in any order, and by any executor.
///
/// # The numbers of a game, step by step
/// 1. The key of game i, counted from 0, is the output number i, counted from 0, of SplitMix64
///    ([`Random`]) with the seed, that is
///    `z = seed + (i + 1) * 0x9e3779b97f4a7c15`,
///    `z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9`,
///    `z = (z ^ (z >> 27)) * 0x94d049bb133111eb`,
///    `key = z ^ (z >> 31)`, all in 64 bits that wrap around.
/// 2. The agent's generator, which chooses for every player, begins as `Random::new(key)`.
/// 3. The generator of the state, from which the rules draw, begins as `Random::new(!key)` (all bits
///    turned) in a game that uses chance, and stays what it is in another.
/// 4. Where the games start on a board ([`SeriesStart::Board`]) it is set up: what chance decides
///    there is drawn from the generator of the state, as in a new game with the seed `!key`.
/// 5. Each ply the agent does the legal action with the index `agent.below(count)`, of `count`
///    legal ones in their order (`pass` last, where it is one). Of one action nothing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// Number of games.
    pub games: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// A game that is not over after so many plies is left unfinished.
    pub most_plies: u64,
}

impl Series {
    /// Plies after which a game is left, where nothing else is said: games that go on for ever when
    /// they are played at random must not be waited for.
    pub const MOST_PLIES: u64 = 10_000;

    /// So many games, left after [`Series::MOST_PLIES`].
    ///
    /// ```
    /// use masume_engine::Series;
    ///
    /// let series = Series::new(100, 7);
    /// assert_eq!((series.games, series.seed, series.most_plies), (100, 7, Series::MOST_PLIES));
    /// ```
    pub fn new(games: u64, seed: u64) -> Self {
        Self { games, seed, most_plies: Self::MOST_PLIES }
    }

    /// The key of a game, from 0, from which its generators begin.
    ///
    /// ```
    /// use masume_engine::Series;
    ///
    /// let series = Series::new(100, 7);
    /// assert_eq!(series.key(3), Series::new(5, 7).key(3));
    /// assert_ne!(series.key(3), series.key(4));
    /// ```
    pub fn key(&self, game: u64) -> u64 {
        Random::new(self.seed.wrapping_add(game.wrapping_mul(Random::STEP))).next_bits()
    }

    /// The generator that chooses the actions of a game, from 0.
    ///
    /// ```
    /// use masume_engine::Series;
    ///
    /// let mut agent = Series::new(100, 7).agent(3);
    /// assert!(agent.below(9) < 9);
    /// ```
    pub fn agent(&self, game: u64) -> Random {
        Random::new(self.key(game))
    }

    /// The generator from which the rules of a game draw, from 0.
    ///
    /// ```
    /// use masume_engine::Series;
    ///
    /// let series = Series::new(100, 7);
    /// assert_ne!(series.chance(3), series.agent(3));
    /// ```
    pub fn chance(&self, game: u64) -> Random {
        Random::new(!self.key(game))
    }
}

/// Start of the games of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesStart {
    /// All of them in this state.
    State(State),
    /// On this board, which is a level or empty: each is set up by itself, from its own seed.
    Board(Board),
}

impl SeriesStart {
    /// The shape of the board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::SeriesStart;
    ///
    /// assert_eq!(SeriesStart::from(&state).grid(), state.board.grid());
    /// ```
    pub fn grid(&self) -> &Grid {
        match self {
            Self::State(state) => state.board.grid(),
            Self::Board(board) => board.grid(),
        }
    }
}

impl From<&State> for SeriesStart {
    fn from(state: &State) -> Self {
        Self::State(state.clone())
    }
}

/// A random game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Plies done, passes included.
    pub plies: u64,
    /// State in which it ended or was left.
    pub state: State,
    /// Points at the end, indexed by player; none in a game without a score.
    pub scores: Vec<i64>,
}

/// All that was done in a random game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedGame {
    /// End of the game; `None` where it was left.
    pub outcome: Option<Outcome>,
    /// Points where it ended or was left, indexed by player; none in a game without a score.
    pub scores: Vec<i64>,
    /// Actions from its start on, each with the player who acted.
    pub actions: Vec<(Player, Action)>,
    /// The state in which it was left, as [`Frontier::pack`](crate::Frontier::pack) writes it; `None` where it ended,
    /// and where states have no such form.
    pub left: Option<Box<[u64]>>,
}

/// Results of random games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// Games.
    pub games: u64,
    /// Plies of all of them, passes included.
    pub plies: u64,
    /// Games won, indexed by player.
    pub won: Vec<u64>,
    /// Games lost that nobody won, indexed by player.
    pub lost: Vec<u64>,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games over without anything saying who won.
    pub ended: u64,
    /// Games left: too long, or nobody can do anything and the rules do not say that it is over.
    pub unfinished: u64,
    /// Points at the end of all games, indexed by player; none in a game without a score.
    pub scores: Vec<i128>,
}

impl Playouts {
    /// No games, of so many players.
    ///
    /// ```
    /// use masume_engine::Playouts;
    ///
    /// let none = Playouts::new(2);
    /// assert_eq!((none.games, none.won.len()), (0, 2));
    /// ```
    pub fn new(players: usize) -> Self {
        let none = vec![0; players];
        Self {
            games: 0,
            plies: 0,
            won: none.clone(),
            lost: none,
            drawn: 0,
            ended: 0,
            unfinished: 0,
            scores: Vec::new(),
        }
    }

    /// Counts one game more. The order in which games are counted is of no matter.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::{Playouts, Series};
    ///
    /// let series = Series::new(10, 7);
    /// let mut sum = Playouts::new(2);
    /// for game_number in 0..10 {
    ///     sum.add(&game.playout(&state, series, game_number).expect("nothing goes wrong"));
    /// }
    /// assert_eq!(Ok(sum), game.playouts(&state, series));
    /// ```
    pub fn add(&mut self, playout: &Playout) {
        self.count(playout.plies, playout.state.outcome, &playout.scores);
    }

    /// Counts a game by what came of it.
    #[inline]
    pub(crate) fn count(&mut self, plies: u64, outcome: Option<Outcome>, scores: &[i64]) {
        self.games += 1;
        self.plies += plies;
        let count = match outcome {
            Some(Outcome::Won(player)) => self.won.get_mut(usize::from(player.0)),
            Some(Outcome::Lost(player)) => self.lost.get_mut(usize::from(player.0)),
            Some(Outcome::Draw) => Some(&mut self.drawn),
            Some(Outcome::Ended) => Some(&mut self.ended),
            None => Some(&mut self.unfinished),
        };
        if let Some(count) = count {
            *count += 1;
        }
        if self.scores.len() < scores.len() {
            self.scores.resize(scores.len(), 0);
        }
        for (sum, points) in self.scores.iter_mut().zip(scores) {
            *sum += i128::from(*points);
        }
    }

    /// Plies of a game on average; 0 where there is none.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Series;
    ///
    /// let playouts = game.playouts(&state, Series::new(100, 7)).expect("nothing goes wrong");
    /// assert!((5.0..=9.0).contains(&playouts.mean_plies()));
    /// ```
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// A player's points on average; `None` in a game without a score.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::{Player, Series};
    ///
    /// let playouts = game.playouts(&state, Series::new(10, 7)).expect("nothing goes wrong");
    /// assert!(playouts.mean_score(Player(0)) > Some(0.0));
    /// ```
    pub fn mean_score(&self, player: Player) -> Option<f64> {
        let sum = self.scores.get(usize::from(player.0))?;
        Some(*sum as f64 / self.games.max(1) as f64)
    }
}

impl Game {
    /// Start of a series of games that are all set up like this, each from its own seed in
    /// place of that of the set-up. Where nothing is left to chance that is one state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::SeriesStart;
    ///
    /// // Nothing is left to chance: all games start alike.
    /// assert_eq!(game.series_start(&Setup::default()), Ok(SeriesStart::State(state)));
    /// ```
    ///
    /// # Errors
    /// As [`Game::start`]; what a set-up comes to that chance has a part in, is told by the games.
    pub fn series_start(&self, setup: &Setup) -> Result<SeriesStart, SetupError> {
        if uses_chance(&self.rules) {
            self.first_board(setup).map(SeriesStart::Board)
        } else {
            self.start(setup).map(SeriesStart::State)
        }
    }

    /// Plays random games, each decided by the start, the seed and its number alone: the same on every
    /// executor.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Series;
    ///
    /// let playouts = game.playouts(&state, Series::new(100, 7)).expect("nothing goes wrong");
    /// assert_eq!(playouts.won.iter().sum::<u64>() + playouts.drawn, 100);
    /// ```
    ///
    /// # Errors
    /// What the rules came to in the first game, by number, in which they went wrong.
    pub fn playouts(
        &self,
        start: impl Into<SeriesStart>,
        series: Series,
    ) -> Result<Playouts, RunError> {
        executor::playouts(self, &start.into(), series)
    }

    /// Plays random games that start in these states by turns, game i in state i modulo their number, and gives what
    /// came of the games of each state. Each game is decided as in [`Game::playouts`].
    ///
    /// A search has many states of which it wants to know a little: where boards run side by side, this takes as long
    /// as to know much of one.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Series;
    ///
    /// let starts = [state.clone(), state];
    /// let of_each = game.playouts_of_each(&starts, Series::new(10, 7)).expect("nothing goes wrong");
    /// assert!(of_each.iter().all(|it| it.games == 5));
    /// ```
    ///
    /// # Errors
    /// What the rules came to in the first game, by number, in which they went wrong.
    pub fn playouts_of_each(
        &self,
        starts: &[State],
        series: Series,
    ) -> Result<Vec<Playouts>, RunError> {
        executor::playouts_of_each(self, starts, series)
    }

    /// Plays the games of [`Game::playouts_of_each`], and gives all that was done in each of them, by number. What
    /// was done is told as the games go on: that takes some of the time that they take.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Series;
    ///
    /// let games = game.games_of_each(&[state], Series::new(3, 7)).expect("nothing goes wrong");
    /// assert!(games.len() == 3 && games.iter().all(|it| it.actions.len() >= 5));
    /// ```
    ///
    /// # Errors
    /// What the rules came to in the first game, by number, in which they went wrong.
    pub fn games_of_each(
        &self,
        starts: &[State],
        series: Series,
    ) -> Result<Vec<PlayedGame>, RunError> {
        executor::games_of_each(self, starts, series)
    }

    /// Plays one of these games, counted from 0; its number may be any.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Series;
    ///
    /// let playout = game.playout(&state, Series::new(1, 7), 0).expect("nothing goes wrong");
    /// assert!(playout.state.outcome.is_some());
    /// ```
    ///
    /// # Errors
    /// What the rules came to.
    pub fn playout(
        &self,
        start: impl Into<SeriesStart>,
        series: Series,
        game: u64,
    ) -> Result<Playout, RunError> {
        self.observed_playout(start.into(), series, game, &mut |_, _| Ok(()))
    }

    /// The same, with each position and the index of what is done there told before it is done.
    fn observed_playout(
        &self,
        start: SeriesStart,
        series: Series,
        game: u64,
        observer: &mut dyn FnMut(&mut Position<'_>, usize) -> Result<(), RunError>,
    ) -> Result<Playout, RunError> {
        let state = first_state(self, start, series, game)?;
        let mut position = self.position(&state);
        let plies = position.play_on(series, game, observer)?;
        let scores = position.scores()?;
        let state = position.state();
        Ok(Playout { plies, state, scores })
    }
}

/// The state in which a game of a series starts.
pub(crate) fn first_state(
    game: &Game,
    start: SeriesStart,
    series: Series,
    number: u64,
) -> Result<State, RunError> {
    match start {
        SeriesStart::State(mut state) => {
            if uses_chance(&game.rules) {
                state.random = series.chance(number);
            }
            Ok(state)
        }
        SeriesStart::Board(board) => executor::start(game, board, series.chance(number)),
    }
}

/// Games that start in these states by turns, one after another.
pub(crate) fn of_each_one_by_one(
    game: &Game,
    starts: &[State],
    series: Series,
) -> Result<Vec<Playouts>, RunError> {
    let mut playouts = vec![Playouts::new(game.rules.players.len()); starts.len()];
    let games = if starts.is_empty() { 0 } else { series.games };
    for number in 0..games {
        let of = (number % starts.len() as u64) as usize;
        playouts[of].add(&game.playout(&starts[of], series, number)?);
    }
    Ok(playouts)
}

/// The same, with all that was done in each game.
pub(crate) fn games_one_by_one(
    game: &Game,
    starts: &[State],
    series: Series,
) -> Result<Vec<PlayedGame>, RunError> {
    let games = if starts.is_empty() { 0 } else { series.games };
    let play = |number: u64| {
        let mut actions = Vec::new();
        let mut note = |position: &mut Position<'_>, index: usize| {
            let player = position.to_act();
            let action = position.legal_actions()?.get(index).copied();
            actions.extend(action.map(|action| (player, action)));
            Ok(())
        };
        let start = SeriesStart::State(starts[(number % starts.len() as u64) as usize].clone());
        let Playout { state, scores, .. } =
            game.observed_playout(start, series, number, &mut note)?;
        let frontier = game.frontier(state.board.grid()).filter(|_| state.outcome.is_none());
        let left = frontier.map(|frontier| {
            let mut words = vec![0; frontier.words()];
            frontier.pack(&state, &mut words);
            words.into_boxed_slice()
        });
        Ok(PlayedGame { outcome: state.outcome, scores, actions, left })
    };
    (0..games).map(play).collect()
}

/// The games one after another.
pub(crate) fn one_by_one(
    game: &Game,
    start: &SeriesStart,
    series: Series,
) -> Result<Playouts, RunError> {
    let mut playouts = Playouts::new(game.rules.players.len());
    for number in 0..series.games {
        playouts.add(&game.playout(start.clone(), series, number)?);
    }
    Ok(playouts)
}
