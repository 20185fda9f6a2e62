//! Games that the oracle might play for minutes.

use masume_engine::{Grid, Rules};
use masume_rules::model::Block;
use masume_rules::work::{Prices, has_loops};

/// Steps that the set-up, or what follows an action, might take in a game that is compared: about a
/// second of the reference executor.
const MOST_STEPS: u64 = 1 << 24;

/// Steps that all choices of an action, or all ends, might take: a few seconds, if all that could go
/// on did.
const MOST_OF_CHOICES: u64 = 1 << 31;

/// Rounds of a loop that are reckoned with: few run longer.
const ROUNDS: u64 = 16;

/// True if the set-up or one action of a generated game might take the reference executor longer on a
/// board of this shape than all others together.
pub fn is_over_budget(rules: &Rules, grid: &Grid) -> bool {
    let prices = Prices::new(rules, grid);
    let steps =
        |block: &Block, once: u64| once.saturating_mul(if has_loops(block) { ROUNDS } else { 1 });
    let is_action_over_budget = |(index, block): (u8, &Block)| {
        steps(block, prices.steps_of_action(index)) > MOST_OF_CHOICES
    };
    (0u8..).zip(rules.actions.iter().map(|info| &info.body)).any(is_action_over_budget)
        || steps(&rules.start, prices.steps_of_start()) > MOST_STEPS
        || steps(&rules.then, prices.steps_of_then()) > MOST_STEPS
        || prices.steps_of_ends() > MOST_OF_CHOICES
}
