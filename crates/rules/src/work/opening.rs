//! Cells at which matches begin, as far as their first test says so.

use crate::model::{ParamSlot, Part, Pattern, Reach, Test, Ways, parts};

/// Cells at which every match of a pattern begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// At the chosen cell.
    Chosen(ParamSlot),
    /// At a neighbour of the chosen cell.
    Near(Reach, ParamSlot),
    /// Nobody knows where.
    Anywhere,
}

/// Cells at which every match of the pattern begins, as far as its first test says so before anything in it
/// could end in an error.
pub fn opening(pattern: &Pattern) -> Opening {
    first_test(pattern).map_or(Opening::Anywhere, opening_of)
}

fn opening_of(test: &Test) -> Opening {
    for test in test.conjuncts() {
        if let Test::Chosen(slot) = test {
            return Opening::Chosen(*slot);
        }
        if let Test::Near(reach, slot) = test {
            return Opening::Near(*reach, *slot);
        }
        // No cell may bring it to an error.
        if parts(test).any(is_worked_out) {
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

/// True if something is worked out there: a number, or directions from what was chosen.
fn is_worked_out(part: Part<'_>) -> bool {
    match part {
        Part::Test(test) => matches!(test, Test::Compare(_)),
        Part::Ways(ways) => !matches!(ways, Ways::None | Ways::Fixed(_)),
        Part::Statement(_)
        | Part::Rule(_)
        | Part::Write(_)
        | Part::Effect(_)
        | Part::Pattern(_)
        | Part::Condition(_)
        | Part::Expr(_) => false,
    }
}
