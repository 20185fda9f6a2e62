//! Series of random games: how they are numbered, where they start, what came of them.

use masume_board::Grid;
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::state::{Board, Outcome, State};

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
