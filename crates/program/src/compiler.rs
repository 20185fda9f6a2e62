//! Makers of programs from rules and of code from programs, as values, and their reasons to refuse.

use masume_rules::model::{Player, Rules};

use crate::interp::game::GameCode;
use crate::{Layout, Optimisations, Program};

/// Maker of programs, and of code for many boards. Executors are handed one: they are not built again when it changes.
#[derive(Clone, Copy, Debug)]
pub struct Compiler {
    /// Makes the program of a player on boards of one shape.
    pub lower: fn(&Rules, &Layout, Player, Optimisations) -> Program,
    /// Makes the code of a game on such boards, of the programs of its players.
    pub translate: fn(&Rules, &Layout, &[Program]) -> Result<GameCode, NoCode>,
}

/// Reason why something has no program, or a game no code for many boards, in words that end a
/// sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// Reason why a game has no code for many boards, and the action that is at fault, where it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCode {
    /// The reason.
    pub why: Unsupported,
    /// The action that is at fault, by its index.
    pub action: Option<u8>,
}

impl From<Unsupported> for NoCode {
    fn from(why: Unsupported) -> Self {
        Self { why, action: None }
    }
}
