//! A game between seats.

use masume_engine::{Action, ApplyError, Outcome, Player, StopToken};
use masume_session::Session;

use super::{Chosen, Fault, Seat, View};

/// Record of a game between seats.
#[derive(Debug)]
pub struct Played {
    /// The session at its end.
    pub session: Session,
    /// Everything that was done, forced passes included.
    pub done: Vec<(Player, Action)>,
    /// The way it ended.
    pub end: PlayEnd,
}

/// End of a game between seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The rules ended it.
    Over(Outcome),
    /// After so many plies it was left.
    TooLong,
    /// Nobody can do anything, and the rules do not say that it is over.
    Stuck,
    /// Nobody waits for its end any more.
    Stopped,
    /// This player has given it up.
    Resigned(Player),
    /// A seat chose nothing.
    Fault(Player, Fault),
}

impl PlayEnd {
    /// Reason for which a game in which nobody failed was left, in one word, for programs.
    pub fn left_because(&self) -> Option<&'static str> {
        match self {
            Self::TooLong => Some("too long"),
            Self::Stuck => Some("stuck"),
            Self::Stopped => Some("stopped"),
            Self::Resigned(_) => Some("resigned"),
            Self::Over(_) | Self::Fault(..) => None,
        }
    }
}

/// Course of a game between seats: who sits where, and the bounds that end it early.
pub struct Course<'a> {
    /// The index of each player's seat.
    pub seat_of: &'a [usize],
    /// Plies after which it is left.
    pub most_plies: usize,
    /// Token that stops it.
    pub stop: &'a StopToken,
    /// Told of the game after each action.
    pub after_action: &'a mut dyn FnMut(&Session),
}

/// Plays from where the session stands.
pub fn play(
    mut session: Session,
    mut done: Vec<(Player, Action)>,
    seats: &mut [&mut Seat],
    course: Course<'_>,
) -> Played {
    let end = loop {
        if let Some(outcome) = session.outcome() {
            break PlayEnd::Over(outcome);
        }
        if course.stop.is_stopped() {
            break PlayEnd::Stopped;
        }
        if done.len() >= course.most_plies {
            break PlayEnd::TooLong;
        }
        if session.legal_actions().is_ok_and(<[Action]>::is_empty) {
            break PlayEnd::Stuck;
        }
        let player = session.state().to_act;
        let seat = &mut seats[course.seat_of[usize::from(player.0)]];
        let chosen = seat.choose(&View { session: &session, done: &done });
        // What an agent says in a hurry is not what it would have done.
        if course.stop.is_stopped() {
            break PlayEnd::Stopped;
        }
        let action = match chosen {
            Ok(Chosen::Action(action)) => action,
            Ok(Chosen::Resignation) => break PlayEnd::Resigned(player),
            Err(fault) => break PlayEnd::Fault(player, fault),
        };
        if let Err(fault) = act(&mut session, &mut done, action) {
            // Rules that were ended in the middle are nobody's fault.
            break match course.stop.is_stopped() {
                true => PlayEnd::Stopped,
                false => PlayEnd::Fault(player, fault),
            };
        }
        (course.after_action)(&session);
    };
    for seat in seats {
        seat.say_over(&View { session: &session, done: &done });
    }
    Played { session, done, end }
}

/// Does an action in a session, and notes it with the passes that it forced.
pub fn act(
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
