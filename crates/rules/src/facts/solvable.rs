//! Questions to a solver in the middle of a game.

use crate::model::{Condition, EndKind, Part, Rules};

/// True if an action can set up a later stage until it is solvable.
pub fn asks_solver_in_play(rules: &Rules) -> bool {
    let mut parts = rules.parts();
    rules.ends.iter().any(|end| end.kind == EndKind::Stage)
        && parts.any(|part| matches!(part, Part::Condition(Condition::Solvable)))
}
