//! A list of what was done.

use masume_engine::Action;
use masume_rules::text::numbered_moves;
use masume_session::{Session, TimelineEvent};

use super::Teller;
use crate::locale::Phrases;

/// The actions up to the present state, the first first: as books write it, a turn of all players
/// on each line, where the game says how its moves are written; else a line for each action.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::Teller;
/// use masume_presentation::speech::history::lines;
/// use masume_session::{Edition, Session};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let edition = Edition::new(shipped.name, shipped.text, game);
/// let mut session = Session::new(edition, Setup::default()).unwrap();
/// let phrases = Phrases::new(Locale::English);
/// let action = session.legal_actions().unwrap()[0];
/// session.act(action).unwrap();
/// assert_eq!(lines(Teller::new(&session, &phrases)), ["1  cross: place a1"]);
/// ```
pub fn lines(teller: Teller<'_>) -> Vec<String> {
    let Teller { session, phrases, .. } = teller;
    if session.position() == 0 {
        return vec![phrases.say("history-empty", &[])];
    }
    match session.game().rules().moves {
        Some(_) => moves(session, phrases),
        None => actions(teller),
    }
}

/// Moves by the number of their turn, since the game was begun anew.
fn moves(session: &Session, phrases: &Phrases) -> Vec<String> {
    let players = session.game().rules().players.len().max(1);
    let (done, first) = (&session.timeline()[..session.position()], session.first_state());
    let begun = done.iter().rposition(|entry| entry.event == TimelineEvent::Restart);
    let done = &done[begun.map_or(0, |restart| restart + 1)..];
    if done.is_empty() {
        return vec![phrases.say("history-empty", &[])];
    }
    let acting = std::iter::once(first.to_act).chain(done.iter().map(|entry| entry.to_act));
    let pass = phrases.say("action-pass", &[]);
    let written = done.iter().map(|entry| match entry.event {
        TimelineEvent::Action(action) if action == Action::PASS => pass.as_str(),
        TimelineEvent::Action(_) | TimelineEvent::Restart => entry.written.as_str(),
    });
    let moves = acting.zip(written);
    numbered_moves(u64::from(first.ply) / players as u64 + 1, players, moves)
}

fn actions(teller: Teller<'_>) -> Vec<String> {
    let Teller { session, phrases, .. } = teller;
    let timeline = session.timeline().iter().take(session.position());
    let mut to_act = session.first_state().to_act;
    let width = session.position().to_string().len();
    let mut lines = Vec::new();
    for (index, entry) in timeline.enumerate() {
        let done = match entry.event {
            TimelineEvent::Action(action) => teller.action(session.state(), action),
            TimelineEvent::Restart => phrases.say("restarted", &[]),
        };
        let done = match session.game().rules().players.len() {
            1 => done,
            _ => {
                let values = [("player", teller.player(to_act).into()), ("action", done.into())];
                phrases.say("player-did", &values)
            }
        };
        lines.push(format!("{:>width$}  {done}", index + 1));
        to_act = entry.to_act;
    }
    lines
}
