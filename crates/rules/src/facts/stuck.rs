//! Ends that say nothing but that a player is stuck.

use crate::model::Rules;

/// The rules without ends that come after every win and say that a player who has no action has not won,
/// in a game for one. Who plays on, or sees that it can go no further, need not ask them.
pub fn without_stuck_ends(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    while rules.players.len() <= 1 && rules.ends.last().is_some_and(|end| end.is_stuck()) {
        rules.ends.pop();
    }
    rules
}
