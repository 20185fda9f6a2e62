//! The works of the rows, done by the engine.
//!
//! This is the one place that knows how an executor is asked for: a new one is a variant of
//! [`Executor`], and then a word in the rows.

use std::fmt;

use masume_engine::{ApplyError, Game, RunError, Setup, SetupError, State, shipped_games};

use crate::play::Tally;
use crate::stream::Stream;

/// Who runs the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executor {
    /// The slow one that defines what is right.
    Reference,
}

impl Executor {
    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
        }
    }

    /// Whether its rows are measured with the small amounts of work.
    pub fn is_slow(self) -> bool {
        match self {
            Self::Reference => true,
        }
    }
}

/// Why our side did not come to its end.
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

/// A game from its text, made ready for an executor: all that is done before the first state.
///
/// `None` for a text with errors.
pub fn ready(text: &str, executor: Executor) -> Option<Game> {
    match executor {
        Executor::Reference => Game::load(text).game,
    }
}

/// A shipped game, made ready for an executor.
///
/// # Errors
/// [`OursError::NoGame`].
pub fn shipped(name: &str, executor: Executor) -> Result<Game, OursError> {
    let text = shipped_games().iter().find(|it| it.name == name).map(|it| it.text);
    text.and_then(|text| ready(text, executor)).ok_or_else(|| OursError::NoGame(name.to_owned()))
}

/// Leaves after so many plies from the start.
///
/// # Errors
/// What the game came to.
pub fn perft(game: &Game, depth: u32) -> Result<u64, OursError> {
    Ok(game.perft(&game.start(&Setup::default())?, depth)?)
}

/// So many random playouts from the start, each left after so many plies.
///
/// # Errors
/// What the game came to.
pub fn playouts(game: &Game, games: u64, most_plies: u64) -> Result<Tally, OursError> {
    let mut tally = Tally::default();
    for playout in 0..games {
        let setup = Setup { seed: Stream::game_seed(playout), ..Setup::default() };
        play_out(game, game.start(&setup)?, playout, most_plies, &mut tally)?;
    }
    Ok(tally)
}

/// A random playout of each level, each left after so many plies.
///
/// # Errors
/// What the game came to.
pub fn levels(game: &Game, most_plies: u64) -> Result<Tally, OursError> {
    let mut tally = Tally::default();
    for playout in 0..game.level_count() {
        let setup = Setup { level: Some(playout + 1), ..Setup::default() };
        play_out(game, game.start(&setup)?, playout as u64, most_plies, &mut tally)?;
    }
    Ok(tally)
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

fn play_out(
    game: &Game,
    mut state: State,
    playout: u64,
    most_plies: u64,
    tally: &mut Tally,
) -> Result<(), OursError> {
    let mut agent = Stream::of_agent(playout);
    let mut plies = 0;
    while plies < most_plies {
        let actions = game.legal_actions(&state)?;
        let Some(&action) = actions.get(agent.below(actions.len() as u32) as usize) else { break };
        game.apply(&mut state, action)?;
        plies += 1;
    }
    tally.add(plies, state.outcome, state.values.iter().sum());
    Ok(())
}
