//! Code for the SIMD interpreter: instructions over registers that hold something of each of many boards.
//!
//! `code.rs` has the instructions, `registers.rs` what they work on, `game.rs` all code of a game; `verify.rs` checks
//! and `text` prints it.

pub mod code;
pub mod game;
pub mod native;
pub mod operand;
pub mod pick;
pub mod rays;
pub mod registers;
pub mod single;
pub mod slide;
mod text;
pub mod trace;
pub mod trial;
mod verify;
pub mod walk;

pub use verify::{CodeFault, CodeFaultKind, Place, verify};
