//! What is said to people about a game, in their language, whatever face says it.
//!
//! Nothing here knows a terminal or who plays. Start with `tell.rs`.

pub(crate) mod cells;
mod changes;
pub(crate) mod errors;
pub(crate) mod gone;
pub(crate) mod history;
pub(crate) mod keys;
pub(crate) mod news;
pub(crate) mod reasons;
pub(crate) mod strength;
mod tell;

pub(crate) use tell::Teller;
#[cfg(test)]
pub(crate) use tell::words_id;
