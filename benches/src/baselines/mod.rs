//! Games written by hand, one a file, each for speed alone and in safe Rust; chess is a library's.
//!
//! Bit i of a board is the i-th cell in reading order, unless a file says otherwise.

pub mod amazons;
pub mod ataxx;
pub mod breakthrough;
pub mod chess;
pub mod connect_four;
pub mod draughts;
pub mod fifteen;
pub mod go;
pub mod gomoku;
pub mod ice;
pub mod konane;
pub mod life;
pub mod lights_out;
pub mod othello;
pub mod peg;
pub mod robots;
pub mod samegame;
pub mod shisen_sho;
pub mod sliding;
pub mod sokoban;

pub use amazons::Amazons;
pub use ataxx::Ataxx;
pub use breakthrough::Breakthrough;
pub use chess::Chess;
pub use connect_four::ConnectFour;
pub use draughts::Draughts;
pub use fifteen::Fifteen;
pub use go::{Go9, Go19};
pub use gomoku::Gomoku;
pub use ice::Ice;
pub use konane::Konane;
pub use life::Life;
pub use lights_out::LightsOut;
pub use othello::Othello;
pub use peg::Peg;
pub use robots::Robots;
pub use samegame::SameGame;
pub use shisen_sho::ShisenSho;
pub use sliding::Sliding;
pub use sokoban::Sokoban;
