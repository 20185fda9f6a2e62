//! Rules of which it can be told where they match before everything is chosen.

use crate::model::{Pattern, Rule, Test, Ways};

/// Whether it can be told without any error where the rule matches, once the slots before this one
/// are chosen.
pub(super) fn is_tame(rule: &Rule, slot: usize) -> bool {
    matches!(rule.ways, Ways::None | Ways::Fixed(_)) && is_tame_pattern(&rule.pattern, slot)
}

pub(super) fn is_tame_pattern(pattern: &Pattern, slot: usize) -> bool {
    match pattern {
        Pattern::Cell { test, .. } => is_tame_test(test, slot),
        Pattern::Sequence(parts) | Pattern::Choice(parts) => {
            parts.iter().all(|part| is_tame_pattern(part, slot))
        }
        Pattern::Repeat { body, .. } => is_tame_pattern(body, slot),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => true,
    }
}

/// Whether no cell can bring the test to an error, and the slots before this one are all that it
/// asks of what is chosen. A pattern that it sees may still be longer than executors follow; then it
/// runs out of fuel wherever it is asked.
pub(super) fn is_tame_test(test: &Test, slot: usize) -> bool {
    match test {
        Test::Any
        | Test::Empty
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Centre => true,
        Test::Chosen(of) | Test::InLine(of) | Test::Near(_, of) => usize::from(of.0) < slot,
        Test::Neighbours { test, .. } | Test::Not(test) => is_tame_test(test, slot),
        Test::Sees { ways, pattern } => {
            matches!(ways, Ways::None | Ways::Fixed(_)) && is_tame_pattern(pattern, slot)
        }
        Test::And(tests) | Test::Or(tests) => tests.iter().all(|it| is_tame_test(it, slot)),
        Test::Compare(_) => false,
    }
}
