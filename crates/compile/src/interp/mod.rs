//! Code for the SIMD interpreter, made of programs.
//!
//! `translate` makes it, instruction by instruction (`emit.rs`); `passes.rs` makes it ready to run.

mod common;
mod emit;
mod factor;
mod hoist;
mod join;
mod made;
mod passes;
mod simplify;
mod translate;

pub(crate) use translate::translate;
