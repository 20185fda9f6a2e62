//! A game between seats.

use masume_engine::{Action, ApplyError, Outcome, Player};
use masume_session::Session;

use super::{Fault, Seat, View};

/// How a game between seats went.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) session: Session,
    /// Everything that was done, forced passes included.
    pub(crate) done: Vec<(Player, Action)>,
    pub(crate) end: PlayEnd,
}

/// How a game between seats ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayEnd {
    Over(Outcome),
    /// After so many plies it was left.
    TooLong,
    /// Nobody can do anything, and the rules do not say that it is over.
    Stuck,
    /// A seat chose nothing.
    Fault(Player, Fault),
}

/// Plays from where the session stands, each player by the seat of the same index.
pub(crate) fn play(
    mut session: Session,
    mut done: Vec<(Player, Action)>,
    seats: &mut [&mut Seat],
    seat_of: &[usize],
    most_plies: usize,
) -> Played {
    let end = loop {
        if let Some(outcome) = session.outcome() {
            break PlayEnd::Over(outcome);
        }
        if done.len() >= most_plies {
            break PlayEnd::TooLong;
        }
        if session.legal_actions().is_ok_and(<[Action]>::is_empty) {
            break PlayEnd::Stuck;
        }
        let player = session.state().to_act;
        let seat = &mut seats[seat_of[usize::from(player.0)]];
        let chosen = seat.choose(&View { session: &session, done: &done });
        let action = match chosen {
            Ok(action) => action,
            Err(fault) => break PlayEnd::Fault(player, fault),
        };
        if let Err(fault) = act(&mut session, &mut done, action) {
            break PlayEnd::Fault(player, fault);
        }
    };
    for seat in seats {
        seat.say_over(&View { session: &session, done: &done });
    }
    Played { session, done, end }
}

/// Does an action in a session, and notes it with the passes that it forced.
pub(crate) fn act(
    session: &mut Session,
    done: &mut Vec<(Player, Action)>,
    action: Action,
) -> Result<(), Fault> {
    let player = session.state().to_act;
    let text = session.game().action_text(session.state(), action);
    match session.act(action) {
        Ok(report) => {
            done.push((player, action));
            done.extend(report.passes.into_iter().map(|player| (player, Action::PASS)));
            Ok(())
        }
        Err(ApplyError::IllegalAction | ApplyError::GameOver) => Err(Fault::Illegal(text)),
        Err(ApplyError::Run(error)) => {
            let grid = session.state().board.grid();
            let rules = session.game().rules();
            Err(Fault::Rules(masume_engine::run_diagnostic(rules, grid, &error).message))
        }
    }
}
