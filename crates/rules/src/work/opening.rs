//! Where matches begin, as far as their first test says so.

use crate::model::{ParamSlot, Pattern, Reach, Test, Ways};

/// Where every match of a pattern begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// At the chosen cell.
    Chosen(ParamSlot),
    /// At a neighbour of the chosen cell.
    Near(Reach, ParamSlot),
    /// Nobody knows where.
    Anywhere,
}

/// Where every match of the pattern begins, as far as its first test says so before anything in it
/// could come to an error.
pub fn opening(pattern: &Pattern) -> Opening {
    first_test(pattern).map_or(Opening::Anywhere, opening_of)
}

fn opening_of(test: &Test) -> Opening {
    if let Test::Chosen(slot) = test {
        return Opening::Chosen(*slot);
    }
    if let Test::Near(reach, slot) = test {
        return Opening::Near(*reach, *slot);
    }
    let Test::And(tests) = test else { return Opening::Anywhere };
    for test in tests {
        let opening = opening_of(test);
        if opening != Opening::Anywhere {
            return opening;
        }
        if !is_safe(test) {
            break;
        }
    }
    Opening::Anywhere
}

/// The test of the cell that every match of the pattern begins with.
fn first_test(pattern: &Pattern) -> Option<&Test> {
    match pattern {
        Pattern::Cell { test, .. } => Some(test),
        Pattern::Sequence(parts) => parts.first().and_then(first_test),
        Pattern::Repeat { body, least, .. } if *least > 0 => first_test(body),
        Pattern::Repeat { .. }
        | Pattern::Choice(_)
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => None,
    }
}

/// Whether no cell can bring the test to an error: nothing in it is worked out.
fn is_safe(test: &Test) -> bool {
    match test {
        Test::Any
        | Test::Empty
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Near(..)
        | Test::Centre => true,
        Test::Neighbours { test, .. } | Test::Not(test) => is_safe(test),
        Test::Sees { ways, pattern } => {
            matches!(ways, Ways::None | Ways::Fixed(_)) && is_safe_pattern(pattern)
        }
        Test::And(tests) | Test::Or(tests) => tests.iter().all(is_safe),
        Test::Compare(_) => false,
    }
}

fn is_safe_pattern(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Cell { test, .. } => is_safe(test),
        Pattern::Sequence(parts) | Pattern::Choice(parts) => parts.iter().all(is_safe_pattern),
        Pattern::Repeat { body, .. } => is_safe_pattern(body),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => true,
    }
}
