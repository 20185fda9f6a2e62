//! Phrases said to people, in their language.
//!
//! Texts are Fluent files: `locale/LANGUAGE.ftl` of this crate for everything that the interface
//! says, `games/locale/LANGUAGE/GAME.ftl` for the words of a shipped game. A game without such a
//! file speaks for itself.

mod choose;
mod coverage;
mod phrases;

pub use choose::{Locale, from_environment};
pub use coverage::{missing, said_by};
pub use phrases::{Phrases, Value};
