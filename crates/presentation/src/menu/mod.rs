//! Menus as data: lists of which one item is chosen, and how a game is to begin.

pub mod list;
pub mod options;
