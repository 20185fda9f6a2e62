//! Facts about rules before they run: what a cell may hold that passes a test, which choices
//! a rule mentions, how many of a piece there can be, whether chance plays a part.
//!
//! The checker, the texts, the bounds on work and the executors read it here, so that none of them has
//! its own version. An answer holds for every board and every play: it may leave something open, and
//! must never say what is not so.

mod chance;
mod contents;
mod counts;
mod deciding;
mod mention;
mod solvable;
mod stuck;

pub use chance::{action_draws, draws_in_play, may_refuse_after_draw, uses_chance};
pub use contents::{Contents, Held};
pub(crate) use counts::{Holds, Piece, changes, holds};
pub use deciding::{deciding_rules, only_rules};
pub use mention::{Mentioned, mentioned, mentioned_by_rule};
pub use solvable::asks_solver_in_play;
pub use stuck::without_stuck_ends;
