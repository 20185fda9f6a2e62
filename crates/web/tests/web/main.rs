//! A server of its own for each test, on a port that is free, spoken to as a browser does and as
//! others might.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod files;
mod guard;
mod play;
mod support;
mod vendor;
