//! A game as lines to read or to listen to: its board, what was done, and answers to questions
//! about it; and lines that were typed, as what they ask for.

pub mod board;
pub mod hearing;
pub mod look;
pub mod orders;
pub mod telling;
