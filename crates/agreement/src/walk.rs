//! A position that is played on and taken back, and what it says on the way.

use masume_engine::{Action, ApplyError, Game, State};

use crate::Dice;

/// Answers of a position after an action: the legal actions, the state, and points by player.
pub type Stop = (Vec<Action>, State, Vec<i64>);

/// Plays on from a state: in each ply one action is done and taken back, then another is done.
///
/// # Errors
/// What the rules came to.
pub(crate) fn walk(
    game: &Game,
    state: &State,
    seed: u64,
    plies: u32,
) -> Result<Vec<Stop>, ApplyError> {
    let mut dice = Dice::of_seed(seed);
    let mut position = game.position(state);
    let mut before = position.clone();
    let mut stops = Vec::new();
    for _ in 0..plies {
        before.copy_from(&position);
        for is_kept in [false, true] {
            let count = position.action_count()?;
            if count == 0 {
                return Ok(stops);
            }
            let index = dice.below(count);
            if is_kept {
                position.apply_nth(index)?;
            } else {
                let action = position.legal_actions()?[index];
                position.apply(action)?;
            }
            let scores = position.scores()?;
            stops.push((position.legal_actions()?.to_vec(), position.state(), scores));
            if !is_kept {
                position.copy_from(&before);
            }
        }
    }
    Ok(stops)
}
