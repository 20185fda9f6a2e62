//! Speech: all that is said to people about a game, in their language, whatever face says it.
//!
//! Nothing here knows a terminal or who plays. Start with `tell.rs`.

pub mod cells;
mod changes;
pub mod errors;
pub mod gone;
pub mod history;
pub mod keys;
pub mod news;
pub mod progress;
pub mod reasons;
pub mod strength;
mod tell;

pub use tell::Teller;
pub(crate) use tell::words_id;
