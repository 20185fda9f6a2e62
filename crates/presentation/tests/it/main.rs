//! What is said, on every face.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod phrases;
