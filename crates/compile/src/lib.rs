//! The compiler: rules become programs of set operations, and programs become code that many boards run side by side.
//!
//! A board is a few planes, one bit for each cell; a pattern is solved for the whole board at once
//! with shifts. What has no program is kept as it is, for that part alone.
//!
//! # What it must not know
//! How programs are run: that is another crate, which must not be built again when this one changes. How the reference
//! executor works, the text of games, and any input or output.
//!
//! # Where to start reading
//! [`masume_program`] for what a program is, `lower` for how it is made, `interp` for how code is made of it.

mod interp;
mod lower;

use masume_program::Compiler;

/// The maker of programs and code, which executors are handed.
pub const COMPILER: Compiler = Compiler { lower: lower::lower, translate: interp::translate };
