//! Random valid games, and whether every executor plays them alike.
//!
//! [`generate`] makes a game from a seed: a tree ([`tree`]) that is printed to a text and loaded
//! like any other. [`compare()`] plays a game on all [`executors`] at once and says where they first
//! differ. [`shrink()`] makes a game that they differ on as small as it can.
//!
//! # What it must not know
//! How any executor works, and any game by its title. It plays what the engine offers, so that a
//! fault anywhere between the text and the answer is found.
//!
//! # Where to start reading
//! `generate/mod.rs` for what a random game has, `compare.rs` for what is asked in each ply.

mod answer;
mod boards;
mod campaign;
mod compare;
mod dice;
mod disagreement;
mod feature;
mod generate;
mod over_budget;
mod print;
mod runner;
mod sample;
mod shrink;
mod statistics;
pub mod tree;
mod walk;

pub use boards::Sight;
pub use campaign::{Failure, examine, examine_by};
pub use compare::{Plan, compare, compare_from};
pub use dice::Dice;
pub use disagreement::{Disagreement, Question};
pub use feature::{Feature, Features};
pub use generate::{Generated, generate, generate_plain, generate_with};
pub use over_budget::is_over_budget;
pub use print::print;
pub use runner::{Contender, Runner, executors};
pub use sample::Sample;
pub use shrink::shrink;
pub use statistics::Statistics;
pub use walk::Stop;
