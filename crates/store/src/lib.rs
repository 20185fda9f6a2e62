//! What is kept between plays: progress, results, statistics and settings, in one SQLite file.
//!
//! [`Store::open`] a file; [`Store::autosave`] a session after everything that is done in it;
//! [`Store::resume`] it later; [`Store::add_results`] of a game, and ask for the best and for the
//! levels solved; [`Store::count`] a game and its time, and ask for [`Statistics`].
//!
//! Nothing here stops a game: whatever goes wrong with the file is a [`StoreError`] with a sentence
//! for the player, the file is left as it is, and a face goes on without it. A file that is damaged
//! is never replaced.
//!
//! # What it must not know
//! Where the file is (the face says it), screens, clocks, and how a session works inside.
//!
//! # Where to start reading
//! `store.rs`, then `autosave.rs` and `plays.rs`; the tables are in `schema.rs`.

mod autosave;
mod error;
#[cfg(test)]
mod full_disk;
mod plays;
mod results;
mod schema;
mod settings;
mod statistics;
mod store;
mod versions;

pub use autosave::Autosave;
pub use error::StoreError;
pub use plays::{Play, PlayNumber, ResumeError};
pub use statistics::Statistics;
pub use store::Store;
