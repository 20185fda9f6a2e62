//! Machine code for one board: the instructions of the SIMD interpreter, compiled by Cranelift while a
//! game is played.
//!
//! One function serves all code of a turn. It begins at the instruction that it is given, and leaves
//! instructions that have no machine code to the interpreter: it returns at them, and is called again
//! behind them.

mod choices;
mod draws;
mod emit;
mod kernels;
mod machine;
mod marches;
mod sets;
mod slides;

use masume_program::native::Backend;

/// Compiles code that has run a thousand times.
pub const BACKEND: Backend = Backend { compile: machine::compile, after: 1_000 };
