//! Passes that are forced follow by themselves.

use masume_engine::{Action, ApplyError, Game, Player, RunError, State};
use masume_rules::model::PassRule;

/// A state in which the player to act has a choice, or in which the game is over.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    pub(crate) state: State,
    /// Players who passed on the way, in order.
    pub(crate) passes: Vec<Player>,
    /// Legal actions, if they had to be asked for.
    pub(crate) legal: Option<Result<Vec<Action>, RunError>>,
}

/// Does the action, and the passes that are forced after it.
pub(crate) fn apply(game: &Game, state: &State, action: Action) -> Result<Settled, ApplyError> {
    Ok(settle(game, after(game, state, action)?))
}

/// State after the action alone.
pub(crate) fn after(game: &Game, state: &State, action: Action) -> Result<State, ApplyError> {
    let mut after = state.clone();
    game.apply(&mut after, action)?;
    Ok(after)
}

/// Passes as long as nothing else is legal. What goes wrong in a pass leaves it to the player.
pub(crate) fn settle(game: &Game, mut state: State) -> Settled {
    let mut passes = Vec::new();
    if game.rules().pass == PassRule::Never {
        return Settled { state, passes, legal: None };
    }
    // Each player once: else two who can do nothing, in a game that does not end then, would pass
    // for ever.
    for _ in 0..game.rules().players.len() {
        let legal = game.legal_actions(&state);
        if legal.as_deref() != Ok(&[Action::PASS]) {
            return Settled { state, passes, legal: Some(legal) };
        }
        let player = state.to_act;
        if game.apply(&mut state, Action::PASS).is_err() {
            return Settled { state, passes, legal: Some(legal) };
        }
        passes.push(player);
    }
    Settled { state, passes, legal: None }
}
