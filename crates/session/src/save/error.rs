//! Reasons why a save is refused.

use std::fmt;

use masume_engine::{ActionTextError, RunError, SetupError};

/// Reasons why a save is refused. Its `Display` is a sentence for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The text is something else.
    NotASave,
    /// The save was written by a later version of the program.
    NewerFormat {
        /// The version of the format.
        found: u32,
    },
    /// The text, or the number of events, is beyond every bound.
    TooLarge,
    /// The end is missing.
    Truncated,
    /// A line is not what it should be.
    Line {
        /// Number of the line, from 1.
        number: usize,
        /// Line that was expected there.
        expected: ExpectedLine,
    },
    /// Something was changed by hand, or on the way.
    Edited,
    /// It belongs to another game.
    OtherGame {
        /// The title in the save.
        found: String,
        /// The title of the current game.
        expected: String,
    },
    /// It belongs to another version of the game: the text has changed since.
    OtherVersion {
        /// The title of both.
        title: String,
    },
    /// It was played on other levels.
    OtherLevels,
    /// The game cannot begin as the save says.
    Setup(Box<SetupError>),
    /// The set-up that the save says is not the one that comes of it.
    OtherSetup {
        /// As the save says.
        found: String,
        /// As it would be written.
        expected: String,
    },
    /// An opponent plays for a player that the game does not have, or two do for one.
    Opponent {
        /// The player, as the save says.
        player: String,
    },
    /// The state that the game began in cannot be read.
    Start {
        /// Fault of it.
        message: String,
    },
    /// An action cannot be done where it stands.
    Illegal {
        /// Number of the event, from 1.
        number: usize,
        /// As the save says, shortened.
        text: String,
        /// Reason why it cannot be done.
        reason: EventError,
    },
    /// The rules went wrong in an action.
    Run {
        /// Number of the event, from 1.
        number: usize,
        /// As the save says.
        text: String,
        /// Error of the rules.
        error: RunError,
    },
}

/// Line that a save should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedLine {
    /// `id: ` and an id.
    Id,
    /// An id after its name.
    IdText,
    /// `title: ` and the game's title.
    Title,
    /// `hash: ` and a hash.
    Hash,
    /// `levels: ` and a hash.
    LevelsHash,
    /// `opponent: `, a player and who plays for it.
    Opponent,
    /// Sixty-four digits after its name.
    Digits,
    /// The position, or the number of events.
    Count,
    /// A number after its name.
    Number,
    /// No fewer events than the position says.
    EnoughEvents,
    /// A line of the first board.
    Board,
    /// An action, or a restart.
    Event,
    /// The last line.
    End,
}

impl fmt::Display for ExpectedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Id => "`id: ` and an id such as `2048:5x3#7`",
            Self::IdText => "an id such as `2048:5x3#7`",
            Self::Title => "`title: ` and the game's title",
            Self::Hash => "`hash: ` and a hash",
            Self::LevelsHash => "`levels: ` and a hash",
            Self::Opponent => "`opponent: `, a player and who plays for it",
            Self::Digits => "a hash of 64 digits",
            Self::Count => "the position, then the number of deeds",
            Self::Number => "a number",
            Self::EnoughEvents => "as many deeds as the position says, or more",
            Self::Board => "a line of the first board after `| `",
            Self::Event => "an action after `> `, or `= restart`",
            Self::End => "`end: `, as many deeds as were announced before it",
        })
    }
}

/// Reason why an event of a save cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventError {
    /// It goes back to the beginning, and there is nothing to go back from.
    NothingBefore,
    /// The game is over.
    GameOver,
    /// It is not legal.
    Illegal,
    /// It is no action of the game.
    Unread(Box<ActionTextError>),
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingBefore => f.write_str("nothing was done before"),
            Self::GameOver => f.write_str("the game is over there"),
            Self::Illegal => f.write_str("it is not legal there"),
            Self::Unread(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASave => f.write_str("this is no save of Masume"),
            Self::NewerFormat { found } => {
                write!(f, "the save was written by a newer version (format {found})")
            }
            Self::TooLarge => f.write_str("the save is too large"),
            Self::Truncated => f.write_str("the save is cut off: its end is missing"),
            Self::Line { number, expected } => {
                write!(f, "line {number} of the save cannot be read; expected {expected}")
            }
            Self::Edited => f.write_str("the save was changed after it was written"),
            Self::OtherGame { found, expected } => {
                write!(f, "the save is of another game: {found}, not {expected}")
            }
            Self::OtherVersion { title } => {
                write!(f, "the save is of another version of {title}")
            }
            Self::OtherLevels => f.write_str("the save was played on other levels"),
            Self::Setup(error) => write!(f, "the save cannot be begun: {error}"),
            Self::OtherSetup { found, expected } => {
                write!(f, "the save says `{found}`, and the game `{expected}`")
            }
            Self::Opponent { player } => {
                write!(f, "the save has an opponent for {player}, who has no seat in this game")
            }
            Self::Start { message } => {
                write!(f, "the first board of the save cannot be read: {message}")
            }
            Self::Illegal { number, text, reason } => {
                write!(f, "action {number} of the save, `{text}`, cannot be done: {reason}")
            }
            Self::Run { number, text, error: _ } => {
                write!(f, "the rules went wrong in action {number} of the save, `{text}`")
            }
        }
    }
}

impl std::error::Error for SaveError {}
