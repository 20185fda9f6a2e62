//! Sessions, seen from outside.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

mod answers;
mod architecture;
mod hostile_saves;
mod keys;
mod levels;
mod log;
mod picks;
mod rebuilt;
mod reports;
mod results;
mod saves;
mod seats;
mod support;
mod timeline;
mod walks;
