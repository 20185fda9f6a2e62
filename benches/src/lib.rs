//! Speed of games, beside the same games written by hand.
//!
//! `cargo bench --bench side_by_side` measures the rows of [`rows`] and writes tables and plots.
//! [`baselines`] are the games as an author would write them who wants nothing but speed; tests hold
//! them to the reference executor, ply by ply. [`ours`] plays the same through the engine.
//!
//! # What it must not know
//! How an executor works: games are run through the engine's interface, as any face runs them.
//! Nothing depends on this room, so that here, and only here, games are known by their names.

pub mod baselines;
pub mod bits;
pub mod by_hand;
pub mod growth;
pub mod loading;
pub mod look_ahead;
pub mod measure;
pub mod ours;
pub mod play;
pub mod report;
pub mod rows;
pub mod run;
pub mod speedup;
pub mod spellings;
pub mod stream;
pub mod work;
