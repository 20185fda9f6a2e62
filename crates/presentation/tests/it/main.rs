//! Phrases and help, as every face says them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod phrases;
