//! From the plain tree of a text to what it means: names are resolved, definitions written out,
//! and everything that cannot be is reported, all of it at once.
//!
//! Start with [`check()`]; `checker.rs` is what it knows while it works, and there is a file for
//! each noun of the language. The checker never runs a rule.

mod board_look;
mod bounds;
mod chance;
mod checker;
mod condition;
mod declare;
mod definition;
mod expr;
mod faces;
mod game;
mod idle;
mod left_behind;
mod legend;
mod library;
mod march;
mod mirror;
mod names;
mod naming;
mod pattern;
mod picture;
mod piece;
mod put;
mod rule;
mod scope;
mod shape;
mod site;
mod sprite;
mod statement;
mod test;
mod uses;
mod verify;
mod ways;

use masume_syntax::{Diagnostic, Severity, ast, sort_and_dedup};

pub use library::library;
pub use verify::verify;

use crate::model::Rules;
use crate::text::CannotBeWon;
use checker::Checker;

/// A game as far as it was understood.
///
/// Rules may only be run when no diagnostic is an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Meaning of the game; absent where it has no pieces, so that there is nothing to play with.
    pub rules: Option<Rules>,
    /// Diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds what a file means, and what is wrong with it. Never fails and never panics.
pub fn check(file: &ast::File) -> Checked {
    let mut checker = Checker::default();
    let rules = checker.game(file);
    let mut diagnostics = checker.diagnostics;
    sort_and_dedup(&mut diagnostics);
    if let Some(rules) = &rules {
        debug_assert_eq!(verify(rules), Ok(()));
        if diagnostics.iter().all(|it| it.severity == Severity::Warning) && file.broken.is_empty() {
            let why = |level| Some(CannotBeWon::of(rules, level)?.diagnostic(rules, level));
            diagnostics.extend(rules.levels.iter().filter_map(why));
            sort_and_dedup(&mut diagnostics);
        }
    }
    Checked { rules, diagnostics }
}
