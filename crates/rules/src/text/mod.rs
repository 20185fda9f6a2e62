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
mod moves;
mod movetext;
mod notation;
pub mod picture;
mod position;
mod print;
mod required;
mod size;
mod state;
mod state_picture;
mod tree;
mod winnable;

pub use action::{action_text, action_text_by, read_action, read_actions, read_actions_by};
pub use action_error::{ActionTextError, Expected};
pub use collection::{Collection, print_collection, read_collection};
pub use content::content_name;
pub use level::read_level;
pub use lines::quoted;
pub use moves::{Consequence, cells_together, is_like_move, numbered_moves, read_move, write_move};
pub use movetext::{Movetext, is_movetext, read_movetext};
pub use notation::{notation_named, print_notation, read_notation, value_rose};
pub use position::print_position;
pub use print::print_board;
pub use required::required_pieces;
pub use size::{grid_of_size, print_size, read_size};
pub use state::{print_state, print_state_by, read_state, read_state_by};
pub use tree::{SetUp, Tree, TreeMove, is_tree, print_tree, read_tree, set_up, tree_action};
pub use winnable::CannotBeWon;
