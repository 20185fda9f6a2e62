//! Programs that play: Masume for others, others for Masume, and agents against each other.
//!
//! A [`Seat`] chooses for a player: an agent, or a program that is spoken to over its standard input and
//! output. [`contest::play`] plays a game between seats; what goes wrong on a seat is a [`Fault`], and the game is kept
//! up to there. While Masume plays for others, a [`Listener`] hears what is said as it thinks; while others play for it,
//! an [`Interrupt`] stops what is played when a signal asks for it.

pub(crate) mod contest;
mod descendants;
mod fault;
pub(crate) mod gtp;
mod interrupt;
pub(crate) mod json;
pub(crate) mod lines;
mod listener;
pub(crate) mod nboard;
mod point;
mod program;
mod seat;
mod thinker;
pub(crate) mod ugi;

/// The word of every protocol for "choose now". It is put together, so that it is not taken for a game's name.
const CHOOSE: &str = concat!("g", "o");

pub(crate) use fault::{Exit, Fault};
pub(crate) use interrupt::Interrupt;
pub(crate) use listener::Listener;
pub(crate) use program::limit_of;
pub(crate) use seat::{Chosen, NoSeat, Seat, SeatPlan, Terms, View};
pub(crate) use thinker::Thinker;
