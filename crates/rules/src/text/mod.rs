//! Boards, states and actions as text, and back.
//!
//! Start with [`print_state`] and [`read_state`]. Pictures, which levels and set-ups of a game's
//! text have too, are read in [`picture`]. Every reader here gives a value or diagnostics with
//! places in its own text; hostile text gives diagnostics.

mod action;
mod action_error;
mod board;
mod collection;
mod content;
mod header;
mod level;
mod lines;
mod notation;
pub mod picture;
mod print;
mod required;
mod size;
mod state;
mod state_picture;
mod winnable;

pub use action::{action_text, read_action, read_actions};
pub use action_error::{ActionTextError, Expected};
pub use collection::{Collection, print_collection, read_collection};
pub use content::content_name;
pub use level::read_level;
pub use notation::{notation_named, print_notation, read_notation, value_rose};
pub use print::print_board;
pub use required::required_pieces;
pub use size::{grid_of_size, print_size, read_size};
pub use state::{print_state, read_state};
pub use winnable::CannotBeWon;
