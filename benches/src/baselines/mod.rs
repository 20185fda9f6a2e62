//! Games written by hand, one a file, each for speed alone and in safe Rust.
//!
//! Bit i of a board is the i-th cell in reading order, unless a file says otherwise.

pub mod connect_four;
pub mod gomoku;
pub mod othello;
pub mod sliding;

pub use connect_four::ConnectFour;
pub use gomoku::Gomoku;
pub use othello::Othello;
pub use sliding::Sliding;
