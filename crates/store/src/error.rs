//! Errors of the storage, with a sentence for the player.

use std::fmt;

/// Reason why something was not kept, or cannot be had back. A face says it once and goes on
/// without keeping: the game itself is never touched by it. Its `Display` is a sentence for the
/// player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The file, or its folder, cannot be written.
    ReadOnly,
    /// Another program holds the file.
    Busy,
    /// The disk is full.
    Full,
    /// The file is damaged. It is left as it is, for it may be possible to repair it.
    Corrupt,
    /// The file is something else. It is left as it is.
    Foreign,
    /// The file was written by a later version of the program, and is left as it is.
    Newer {
        /// The version of the file.
        found: i32,
        /// The greatest version that is known here.
        known: i32,
    },
    /// The file cannot be opened: its folder is missing, or is no folder, or is not ours to read.
    CannotOpen,
    /// The disk fails, or what lies there is no file.
    Io,
    /// The browser refuses to keep anything: a private window, or a frame that may not.
    Refused,
    /// There is no such play, or no longer.
    NoPlay,
    /// Anything else, in the words of the storage.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadOnly => f.write_str("progress cannot be saved: the file is read-only"),
            Self::Busy => f.write_str("progress is not saved: another program holds the file"),
            Self::Full => f.write_str("progress is not saved: the disk is full"),
            Self::Corrupt => {
                f.write_str("the progress file is damaged; it is left as it is, and not used")
            }
            Self::Foreign => {
                f.write_str("the progress file is no file of Masume; it is left as it is")
            }
            Self::Newer { found, known } => write!(
                f,
                "the progress file is of a newer version ({found}; known here: {known}); it is left \
                 as it is"
            ),
            Self::CannotOpen => f.write_str("the progress file cannot be opened"),
            Self::Io => f.write_str("the progress file cannot be read or written"),
            Self::Refused => f.write_str("progress is not saved: the browser keeps nothing here"),
            Self::NoPlay => f.write_str("there is no such play"),
            Self::Other(error) => write!(f, "the progress file: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}
