//! Solvers: what proves that a game for one can be won, or cannot. Agents: what chooses for a player.
//!
//! Start with [`solve()`]: a game, a state and a [`Budget`] give a [`Verdict`]. A line that wins was
//! replayed on the reference executor before it is said; "impossible" comes with a [`Proof`] that
//! [`verify`] checks without the solver's code; anything else is [`Verdict::GaveUp`].
//!
//! ```
//! use masume_engine::{Game, Setup, shipped_games};
//! use masume_search::{Aim, Budget, Verdict, solve};
//!
//! let shipped = shipped_games().iter().find(|game| game.name == "ice").expect("it is shipped");
//! let game = Game::load(shipped.text).game.expect("shipped games are sound");
//! let state = game.start(&Setup::default()).expect("its first level can be played");
//! let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("it is a game for one");
//! assert!(matches!(solved.verdict, Verdict::Won(_)));
//! ```
//!
//! # What it must not know
//! Files, clocks, terminals, and any game by its title: what makes a search strong is found in the
//! rules. Budgets count nodes and bytes.
//!
//! # Where to start reading
//! [`mod@solve`] for what is tried, [`Relevance`], `positions` and `key_codec` for what is kept of a state, `forward` for
//! the search that every game can be given to, `beam` for games in which nothing comes back and for points, `canonical_key`
//! for boards that are images of each other, [`reachable()`] and [`distances()`] for all that can be reached,
//! [`ExactValues`] for games of chance, `operators` for rules of fixed length as grounded operators, `push` for games of a
//! walker who moves things, which are recognised by their operators, `proof` for what is kept of a search
//! that found nothing. [`mod@agent`] is for games of several players, and of chance.

pub mod agent;
mod beam;
mod budget;
mod canonical_key;
mod children;
mod exact;
pub mod facts;
mod forward;
mod generate;
mod interner;
mod key_codec;
mod linear;
mod meter;
mod nodes;
mod operators;
mod pairs;
mod pattern_database;
mod positions;
mod proof;
mod push;
mod rate;
mod reachable;
mod relevance;
mod search;
mod setup;
mod solution;
pub mod solve;
mod state_codec;
mod symmetry;
mod unmet_goals;

pub use budget::{Budget, Limit};
pub use exact::{ExactValues, NotExact};
pub use facts::{Fact, FactKind};
pub use generate::{CannotGenerate, Generated, Generator, LevelSpec};
pub use proof::{Proof, ProofError, verify};
pub use push::Deadlocks;
pub use rate::{Rated, RatedVerdict, Rating, rate};
pub use reachable::{Distances, Reachable, distances, reachable};
pub use relevance::Relevance;
pub use search::{Report, Search, Status};
pub use setup::setup_solver;
pub use solution::{NotAWin, Solution};
pub use solve::{Aim, Refusal, Scored, Solved, Solver, Verdict, solve};
pub use state_codec::StateCodec;
pub use symmetry::{image_of_action, image_of_state, symmetries_on};
