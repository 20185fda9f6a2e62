//! What is said to people, in their language.
//!
//! Texts are Fluent files: `locale/LANGUAGE.ftl` of this crate for everything that the interface
//! says, `games/locale/LANGUAGE/GAME.ftl` for what a shipped game says. A game without such a file
//! speaks for itself.

mod choose;
mod phrases;

pub(crate) use choose::{Locale, asked_for, chosen};
pub(crate) use phrases::{Phrases, Value};
