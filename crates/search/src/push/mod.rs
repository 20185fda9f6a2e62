//! Games of a walker who moves things: the walker's region stands for the walker, and a node is what
//! lies where after something was moved.

mod assignment;
mod bidirectional;
mod deadlocks;
mod directed_search;
mod distance;
mod frozen;
mod key_moves;
mod model;
mod open_list;
mod pair_table;
mod reversed;
mod steps;
mod stubborn_set;
mod target_order;
#[cfg(test)]
mod tests;
mod walk_adjacency;

pub(crate) use bidirectional::PushSearch;
pub use deadlocks::Deadlocks;
pub(crate) use distance::{MoverDistances, Side};
pub(crate) use key_moves::{KeyMoves, Moved};
pub(crate) use model::Model;
pub(crate) use stubborn_set::{StubbornSet, is_relaxed};
