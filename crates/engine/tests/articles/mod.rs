//! The five founding articles: each game behaves as its article says.
//!
//! Where a board of an article is needed, it is read from the article itself, in the folder named by
//! `MASUME_SHARED` or in `shared` beside the repository; without it that test says so and does nothing.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on fails, and says what it skips"
)]

mod othello;
mod robots;
mod shisen_sho;
mod sliding_tiles;
mod sokoban;
mod support;
