//! The action at which a game that is over turned.

use masume_engine::{Outcome, Player, StopToken};
use masume_search::agent::{Strength, WIN};
use masume_session::Session;

use super::choosing::{AgentTurn, ranked};
use super::{Found, Turned};

/// Nodes for each state that is looked at.
const NODES: u64 = 400;
/// A fall of less than this is how a game goes: a tenth of what lies between a loss and a win.
const LEAST: i64 = WIN / 5;

/// The action by which who did not win lost most, according to an agent who looks at every state;
/// the states nearest to the end are looked at first.
pub(super) fn look(mut session: Session, nodes: u64, stop: &StopToken) -> Found {
    let Some(loser) = loser(&session) else { return Found::Turned(None) };
    let mut worst: Option<Turned> = None;
    // What the state after an action is worth to the loser.
    let mut after = worth_of_end(&session, loser);
    for position in (0..session.position()).rev() {
        session.go_to(position);
        if stop.is_stopped() {
            break;
        }
        let Some(before) = worth(&session, loser, nodes, stop) else { break };
        let is_own = session.state().to_act == loser;
        let fall = before - after;
        let is_worse = worst.is_none_or(|worst| fall > worst.before - worst.after);
        if is_own && fall >= LEAST && is_worse {
            worst = Some(Turned { position, player: loser, before, after });
        }
        after = before;
    }
    Found::Turned(worst)
}

/// Player of two who did not win; of a draw the person who plays.
fn loser(session: &Session) -> Option<Player> {
    let other = |player: Player| Player(1 - player.0.min(1));
    match session.outcome()? {
        Outcome::Won(winner) => Some(other(winner)),
        Outcome::Lost(loser) => Some(loser),
        Outcome::Draw | Outcome::Ended => session.person(),
    }
}

fn worth_of_end(session: &Session, loser: Player) -> i64 {
    match session.outcome() {
        Some(Outcome::Won(winner)) if winner != loser => -WIN,
        Some(Outcome::Lost(player)) if player == loser => -WIN,
        Some(Outcome::Won(_) | Outcome::Lost(_)) => WIN,
        Some(Outcome::Draw | Outcome::Ended) | None => 0,
    }
}

/// Value of the present state to a player.
fn worth(session: &Session, player: Player, nodes: u64, stop: &StopToken) -> Option<i64> {
    let (game, state) = (session.game(), session.state());
    let wanted = Strength::Nodes(NODES).into();
    let choice = AgentTurn { game, state, seed: session.seed(), weights: None, nodes, stop };
    let best = ranked(choice, wanted).ok()?;
    Some(if state.to_act == player { best.value } else { -best.value })
}
