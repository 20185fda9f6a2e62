//! Monotone counts: layers whose number of things goes one way.

use super::{Operator, Operators, Put};

/// Every action leaves fewer things on a layer, or every action leaves more: nothing comes back, and all
/// positions with as many are a layer of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MonotoneCounts {
    pub(crate) layer: usize,
    pub(crate) is_falling: bool,
}

impl MonotoneCounts {
    /// `None` where on no layer all actions go one way; of several layers one that falls.
    pub(crate) fn of(operators: &Operators) -> Option<Self> {
        let usable: Vec<Operator<'_>> = operators.usable(operators.held()).collect();
        let mut rising = None;
        for layer in 0..operators.layer_count() {
            let changes: Option<Vec<i32>> =
                usable.iter().map(|operator| change(operators, operator, layer)).collect();
            let Some(changes) = changes.filter(|changes| !changes.is_empty()) else { continue };
            if changes.iter().all(|change| *change < 0) {
                return Some(Self { layer, is_falling: true });
            }
            if changes.iter().all(|change| *change > 0) {
                rising = rising.or(Some(Self { layer, is_falling: false }));
            }
        }
        rising
    }
}

/// Change of the number of things of a layer where an operator is done; `None` where that depends.
fn change(operators: &Operators, operator: &Operator<'_>, layer: usize) -> Option<i32> {
    let mut change = 0;
    for &(place, put) in operator.puts.iter().filter(|it| operators.layer_and_cell(it.0).0 == layer)
    {
        // Whether nothing lies there.
        let is_empty = |place| match operator.needed(place) {
            1 => Some(true),
            mask if mask & 1 == 0 => Some(false),
            _ => None,
        };
        let is_left_empty = match put {
            Put::Code(code) => code == 0,
            Put::Copy(from) => is_empty(from)?,
        };
        change += i32::from(is_empty(place)?) - i32::from(is_left_empty);
    }
    Some(change)
}
