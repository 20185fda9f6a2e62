//! Where matches begin, as far as their first test says so.

use super::tame::is_tame_test;
use super::walk::first_test;
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
        if !is_tame_test(test, 0) {
            break;
        }
    }
    Opening::Anywhere
}
