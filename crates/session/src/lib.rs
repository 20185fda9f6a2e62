//! The middle end: what every face needs, and no face.
//!
//! A [`Session`] is a game being played: [`Session::act`], [`Session::undo`], [`Session::redo`],
//! [`Session::restart`], [`Session::go_to`]. Each says as a [`Report`] what came of it, as data.
//! [`Session::save`] gives a [`Save`], which is text; [`Session::restore`] takes it back, or says
//! why not. [`Session::log`] is everything that was done, which only grows; [`Session::replay`] is
//! the session that it leads to.
//! [`Selection`] turns cells and directions into actions, [`KeyTable`] keys.
//!
//! # What it must not know
//! Files, clocks, threads, screens, and any game by its title. It works in a browser as it does in
//! a terminal. What is kept on disk is kept by the room `store`, from what is public here.
//!
//! # Where to start reading
//! `session.rs`, then `timeline.rs` for how the past is kept and
//! `log.rs` for what was done; `selection.rs` for pointing.

mod added;
mod answers;
mod argument;
mod difference;
mod edition;
mod hash;
mod keys;
mod levels;
mod log;
mod rebuilt;
mod report;
mod results;
mod save;
mod seats;
mod selection;
mod session;
mod settle;
mod timeline;
mod version;
mod walk;
pub mod written_play;

pub use edition::Edition;
pub use hash::Hash;
pub use keys::{Binding, Conflict, Key, KeyTable, Meaning};
pub use log::{Log, LogEntry, LogEvent, NoEntry, StateHash};
pub use rebuilt::Kept;
pub use report::{Cause, Change, Report, ValueChange};
pub use results::{Measure, Results, measures};
pub use save::{EventError, ExpectedLine, Restoration, Save, SaveError, SavedEvent, SavedOpponent};
pub use seats::Seats;
pub use selection::{Pick, Picked, Selection};
pub use session::Session;
pub use timeline::{Entry, TimelineEvent};
pub use version::Version;
