//! A game as a tree: what the generator makes, the printer writes and the shrinker cuts.
//!
//! It is looser than the language: not every tree prints to a valid game. Code that changes a tree
//! loads its text to find out.

mod declaration;
mod rule;
mod statement;
mod term;

pub use declaration::{Ending, GameTree, LayerShape, LayerTree, NamedAction, PlayerTree};
pub use rule::{Node, Put, Quantifier, RuleTree};
pub use statement::Statement;
pub use term::{Sort, Term};
