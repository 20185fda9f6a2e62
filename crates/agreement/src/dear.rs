//! Games that the judge might play for minutes.

use masume_engine::{Grid, Rules};
use masume_rules::model::Block;
use masume_rules::work::{Prices, has_loops};

/// Steps that the set-up, a body, or what follows it, might take in a game that is compared: about a
/// second of the reference executor.
const MOST_STEPS: u64 = 1 << 24;

/// Steps that all choices of an action, or all ends, might take: a few seconds, if all that could go
/// on did.
const MOST_OF_CHOICES: u64 = 1 << 31;

/// Rounds of a loop that are reckoned with: few run longer.
const ROUNDS: u64 = 64;

/// Whether the set-up or one action might take longer on a board of this shape than all others
/// together.
pub(crate) fn is_too_dear(rules: &Rules, grid: &Grid) -> bool {
    let prices = Prices::one_by_one(rules, grid);
    let steps = |block: &Block, body, once: u64| {
        let again = if has_loops(block) { prices.round(block, body) } else { 0 };
        once.saturating_add(again.saturating_mul(ROUNDS))
    };
    let body = |(index, block): (u8, &Block)| {
        let once = prices.block(block, Some(index));
        steps(block, Some(index), once) > MOST_STEPS || prices.all_choices(index) > MOST_OF_CHOICES
    };
    let mut bodies = (0u8..).zip(rules.actions.iter().map(|info| &info.body));
    bodies.any(body)
        || steps(&rules.start, None, prices.start()) > MOST_STEPS
        || steps(&rules.then, None, prices.then()) > MOST_STEPS
        || prices.ends() > MOST_OF_CHOICES
}
