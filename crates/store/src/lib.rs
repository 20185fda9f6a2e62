//! Progress, results, statistics and settings between plays: records, the policy of what is kept
//! and offered, and a storage in one SQLite file.
//!
//! [`Keeper`] is the policy that every face shares: it keeps a session after everything that is
//! done in it, offers what was left, and knows with which level a game begins. It is told the time
//! and writes to a [`Storage`]. With the feature `sqlite`, `Store` is one: an action is one new
//! row. [`Memory`] is another: rows in memory, which a face carries to where it keeps them.
//!
//! Nothing here stops a game: whatever goes wrong is a [`StoreError`] with a sentence for the
//! player, what is kept is left as it is, and a face goes on without it. A file that is damaged is
//! never replaced.
//!
//! # What it must not know
//! The place of the file (the face says it), screens, clocks, and how a session works inside.
//!
//! # Where to start reading
//! `keeper/mod.rs`, then `storage.rs`; the file is in `sqlite/`, its tables in `sqlite/schema.rs`;
//! rows in memory are in `memory/mod.rs`.

mod autosave;
mod best;
mod error;
mod keeper;
mod memory;
mod records;
#[cfg(feature = "sqlite")]
mod sqlite;
mod storage;
mod tally;

pub use autosave::{Autosave, Written};
pub use error::StoreError;
pub use keeper::{Keeper, MOST_LEFT, Now, Offer, Place, Progress};
pub use memory::{Memory, Row, Write};
pub use records::{LevelRecord, PlayNumber, PlayRecord, ResumeError, Statistics};
#[cfg(feature = "sqlite")]
pub use sqlite::Store;
pub use storage::Storage;
