//! The questions of the seam, answered by compiled rules on one state at a time.
//!
//! No rule is compiled yet: every one of them is run by the reference executor.

use masume_reference as reference;
use masume_rules::action::Action;
use masume_rules::chance::ChanceEvent;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, State};

use super::{ApplyError, Solvable};
use crate::playout::{Playouts, Series};
use crate::{Game, perft, playout};

pub(super) fn start(
    game: &Game,
    board: Board,
    random: Random,
    solvable: &mut Solvable<'_>,
) -> Result<State, RunError> {
    reference::start(&game.rules, board, random, solvable)
}

pub(super) fn start_events(
    game: &Game,
    board: &Board,
    random: Random,
    bound: usize,
) -> Result<Vec<ChanceEvent>, RunError> {
    reference::start_events(&game.rules, board, random, bound)
}

pub(super) fn legal_actions(game: &Game, state: &State) -> Result<Vec<Action>, RunError> {
    reference::legal_actions(&game.rules, state)
}

pub(super) fn is_legal(game: &Game, state: &State, action: Action) -> Result<bool, RunError> {
    reference::is_legal(&game.rules, state, action)
}

pub(super) fn apply(
    game: &Game,
    state: &State,
    action: Action,
    solvable: &mut Solvable<'_>,
) -> Result<State, ApplyError> {
    Ok(reference::apply(&game.rules, state, action, solvable)?)
}

pub(super) fn chance_events(
    game: &Game,
    state: &State,
    action: Action,
    bound: usize,
) -> Result<Vec<ChanceEvent>, ApplyError> {
    Ok(reference::chance_events(&game.rules, state, action, bound)?)
}

pub(super) fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    perft::one_by_one(game, state, depth)
}

pub(super) fn playouts(game: &Game, state: &State, series: Series) -> Result<Playouts, RunError> {
    playout::one_by_one(game, state, series)
}
