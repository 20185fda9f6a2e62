//! Phrases, help and pictures, as every face has them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod phrases;
mod pictures;
