//! Random games: how long they are, how they end, what they score.

use masume_rules::facts::uses_chance;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::series::{PlayedGame, Playout, Playouts, Series, SeriesStart};
use crate::{Game, Position, Setup, SetupError, bulk, solvable};

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
        bulk::playouts(self, &start.into(), series)
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
        bulk::playouts_of_each(self, starts, series)
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
        bulk::games_of_each(self, starts, series)
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
        SeriesStart::Board(board) => solvable::start(game, board, series.chance(number)),
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
