//! Ways to choose an action: one file for each kind of agent, and what only they use.

pub(crate) mod action_classes;
pub(crate) mod expectimax;
pub(crate) mod flat_monte_carlo;
pub(crate) mod greedy;
pub(crate) mod playout_policy;
pub(crate) mod playouts;
pub(crate) mod pvs;
pub(crate) mod random;
pub(crate) mod survival;
pub(crate) mod uct;
