//! Games of a walker who moves things: the walker's region stands for the walker, and a node is what
//! lies where after something was moved.

mod assignment;
mod beside;
mod deadlocks;
mod distance;
mod enclosed;
mod frozen;
mod half;
mod key_moves;
mod model;
mod open;
mod order;
mod pair_table;
mod reversed;
mod search;
mod steps;
#[cfg(test)]
mod tests;

pub use deadlocks::Deadlocks;
pub(crate) use distance::{Distances, Side};
pub(crate) use enclosed::{Enclosed, is_relaxed};
pub(crate) use key_moves::{KeyMoves, Moved};
pub(crate) use model::Model;
pub(crate) use search::PushSearch;
