//! Games written by hand, one a file, each for speed alone and in safe Rust.
//!
//! Bit i of a board is the i-th cell in reading order, unless a file says otherwise.

pub mod breakthrough;
pub mod connect_four;
pub mod draughts;
pub mod gomoku;
pub mod othello;
pub mod robots;
pub mod shisen_sho;
pub mod sliding;
pub mod sokoban;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use draughts::Draughts;
pub use gomoku::Gomoku;
pub use othello::Othello;
pub use robots::Robots;
pub use shisen_sho::ShisenSho;
pub use sliding::Sliding;
pub use sokoban::Sokoban;
