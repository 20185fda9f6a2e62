//! How fast games run, beside the same games written by hand.
//!
//! [`baselines`] are the games as somebody would write them who wants nothing but speed; tests hold
//! them to the reference executor, ply by ply.
//!
//! # What it must not know
//! How an executor works: games are run through the engine's interface, as any face runs them.
//! Nothing depends on this room, so that here, and only here, games are known by their names.

pub mod baselines;
pub mod bits;
pub mod play;
pub mod stream;
