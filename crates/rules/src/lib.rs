//! Meaning of a game, after all checks; the state and its text.
//!
//! Start with [`model::Rules`] and [`check()`]. This crate must not know how rules are run: the
//! executors are siblings above it.

pub mod action;
pub mod action_numbers;
pub mod chance;
pub mod check;
pub mod facts;
pub mod frame;
pub mod model;
mod print;
pub mod probability;
pub mod random;
pub mod run_error;
pub mod state;
pub mod stop;
pub mod text;
pub mod work;

pub use check::{Checked, check, library};
pub use print::{RuleText, print, print_rules};
