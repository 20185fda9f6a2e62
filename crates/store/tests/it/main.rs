//! The file, seen from outside.

#![expect(clippy::print_stdout, reason = "a test says what it skips and what it met")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

mod copies;
mod failures;
mod kills;
mod memory;
mod plays;
mod results;
mod statistics;
mod support;
