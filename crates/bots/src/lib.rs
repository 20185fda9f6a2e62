//! Programs that play: Masume for others, others for Masume, and agents against each other.
//!
//! A [`Seat`] chooses for a player: an agent, or a program that is spoken to over its standard
//! input and output. [`contest::play`] plays a game between seats; what goes wrong on a seat is a
//! [`Fault`], and the game is kept up to there. While Masume plays for others, a [`Listener`] hears
//! what is said as it thinks; while others play for it, an [`Interrupt`] stops what is played when
//! a signal asks for it.

pub mod contest;
pub mod deadline;
mod descendants;
mod fault;
pub mod gtp;
mod interrupt;
pub mod json;
pub mod lines;
mod listener;
pub mod nboard;
mod point;
mod program;
mod seat;
pub mod strength;
mod thinker;
pub mod ugi;

/// Exit status of a program that a signal has ended.
pub const INTERRUPTED: u8 = 130;

/// The word of every protocol for "choose now". It is put together, so that it is not taken for a
/// game's name.
const CHOOSE: &str = concat!("g", "o");

pub use fault::{Exit, Fault};
pub use interrupt::Interrupt;
pub use listener::Listener;
pub use program::limit_of;
pub use seat::{Chosen, NoSeat, Seat, SeatPlan, Terms, View};
pub use thinker::Thinker;
