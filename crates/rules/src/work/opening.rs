//! Where matches begin, as far as their first test says so.

use crate::model::{ParamSlot, Pattern, Reach, Test};

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
    match pattern {
        Pattern::Cell { test, .. } => opening_of(test),
        Pattern::Sequence(parts) => parts.first().map_or(Opening::Anywhere, opening),
        Pattern::Repeat { body, least, .. } if *least > 0 => opening(body),
        Pattern::Repeat { .. }
        | Pattern::Choice(_)
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => Opening::Anywhere,
    }
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
        if !is_plain(test) {
            break;
        }
    }
    Opening::Anywhere
}

/// Whether the test asks for nothing but what lies on cells, so that it cannot come to an error and
/// is the same for every choice and in every turn.
fn is_plain(test: &Test) -> bool {
    match test {
        Test::Any
        | Test::Empty
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Centre => true,
        Test::Neighbours { test, .. } | Test::Not(test) => is_plain(test),
        Test::And(tests) | Test::Or(tests) => tests.iter().all(is_plain),
        Test::Chosen(_)
        | Test::InLine(_)
        | Test::Near(..)
        | Test::Sees { .. }
        | Test::Compare(_)
        | Test::Condition(_) => false,
    }
}
