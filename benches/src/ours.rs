//! The works of the rows, done by the engine.

use std::fmt;

use masume_engine::{
    ApplyError, Executor, Game, InstructionSet, Optimisations, Playouts, RunError, Series, Setup,
    SetupError, Size, State, shipped_games,
};

use crate::play::Tally;
use crate::stream::SEED;
use crate::work::Start;

/// Reason why our side did not come to its end.
#[derive(Debug)]
pub enum OursError {
    /// No shipped game has this name, or its text has errors.
    NoGame(String),
    /// A board or level that cannot be set up.
    Setup(SetupError),
    /// A picture that the game does not read.
    Picture,
    /// The rules went wrong.
    Run(RunError),
    /// A legal action was refused.
    Apply(ApplyError),
}

impl fmt::Display for OursError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame(name) => write!(f, "there is no game `{name}` without errors"),
            Self::Setup(error) => write!(f, "{error}"),
            Self::Picture => f.write_str("a picture of the board cannot be read"),
            Self::Run(error) => write!(f, "the rules went wrong: {:?}", error.kind),
            Self::Apply(error) => write!(f, "a legal action was refused: {error:?}"),
        }
    }
}

impl std::error::Error for OursError {}

impl From<SetupError> for OursError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<RunError> for OursError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<ApplyError> for OursError {
    fn from(error: ApplyError) -> Self {
        Self::Apply(error)
    }
}

/// A shipped game, to be run by an executor, with all instructions of the machine.
///
/// # Errors
/// [`OursError::NoGame`].
pub fn shipped(name: &str, executor: Executor) -> Result<Game, OursError> {
    shipped_on(name, executor, InstructionSet::Best)
}

/// The same with vector instructions held back.
///
/// # Errors
/// [`OursError::NoGame`].
pub fn shipped_on(
    name: &str,
    executor: Executor,
    instructions: InstructionSet,
) -> Result<Game, OursError> {
    let native = Game::NATIVE;
    let optimisations = Optimisations { instructions, native, ..Optimisations::ALL };
    let text = shipped_games().iter().find(|it| it.name == name).map(|it| it.text);
    let game = text.and_then(|text| Game::load(text).game);
    let game = game.map(|game| game.with_executor(executor).with_optimisations(optimisations));
    game.ok_or_else(|| OursError::NoGame(name.to_owned()))
}

/// Leaves after so many plies from the start.
///
/// # Errors
/// What the game came to.
pub fn perft(game: &Game, depth: u32) -> Result<u64, OursError> {
    Ok(game.perft(&game.start(&Setup::default())?, depth)?)
}

/// The states in which playouts begin.
///
/// # Errors
/// A board or level that cannot be set up, or a picture that cannot be read.
pub fn starts(game: &Game, start: Start) -> Result<Vec<State>, OursError> {
    let set_up = |setup: Setup| Ok(game.start(&setup)?);
    match start {
        Start::First => Ok(vec![set_up(Setup::default())?]),
        Start::Side(side) => {
            let size = Some(Size { width: side, height: side });
            Ok(vec![set_up(Setup { size, ..Setup::default() })?])
        }
        Start::Levels => {
            let levels = 1..=game.level_count();
            levels.map(|it| set_up(Setup { level: Some(it), ..Setup::default() })).collect()
        }
        Start::Picture(picture) => {
            let state = game.read_state(&picture()).map_err(|_| OursError::Picture)?;
            Ok(vec![state])
        }
    }
}

/// So many random playouts from each of some states, each left after so many plies.
///
/// # Errors
/// What the game came to.
pub fn playouts(
    game: &Game,
    starts: &[State],
    games: u64,
    most_plies: u64,
) -> Result<Tally, OursError> {
    let series = Series { games, seed: SEED, most_plies };
    let mut total = Tally::default();
    for start in starts {
        total.merge(&tally(&game.playouts(start, series)?));
    }
    Ok(total)
}

/// The same, one state at a time: its legal actions listed, one of them chosen and done.
///
/// # Errors
/// What the game came to.
pub fn playouts_one_by_one(
    game: &Game,
    starts: &[State],
    games: u64,
    most_plies: u64,
) -> Result<Tally, OursError> {
    let series = Series { games, seed: SEED, most_plies };
    let mut total = Tally::default();
    for start in starts {
        // As a search does, and the game by hand: one position is the start, another is played on.
        let start = game.position(start);
        let mut position = start.clone();
        for number in 0..games {
            position.copy_from(&start);
            let plies = position.play_out(series, number)?;
            let scores = position.scores()?;
            let score = |player: usize| scores.get(player).copied().unwrap_or(0);
            total.add(plies, position.outcome(), [score(0), score(1)]);
        }
    }
    Ok(total)
}

/// The number of legal actions in all of these states.
///
/// # Errors
/// What the game came to.
pub fn action_counts(game: &Game, states: &[State]) -> Result<u64, OursError> {
    let mut count = 0;
    for state in states {
        count += game.legal_actions(state)?.len() as u64;
    }
    Ok(count)
}

fn tally(playouts: &Playouts) -> Tally {
    let of = |numbers: &[u64], player: usize| numbers.get(player).copied().unwrap_or(0);
    let score = |player: usize| playouts.scores.get(player).copied().unwrap_or(0);
    Tally {
        games: playouts.games,
        plies: playouts.plies,
        won: [of(&playouts.won, 0), of(&playouts.won, 1)],
        lost: playouts.lost.iter().sum(),
        drawn: playouts.drawn,
        ended: playouts.ended,
        unfinished: playouts.unfinished,
        scores: [score(0), score(1)],
    }
}
