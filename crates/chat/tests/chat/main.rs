//! The bot, seen from outside.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

mod edits;
mod games;
mod hostile;
mod mentions;
mod restarts;
mod room;
mod script;
mod seats;
