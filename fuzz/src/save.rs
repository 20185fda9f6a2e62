//! Any text as a save, and its lines as the actions of a save of a shipped game, which the first byte chooses: an error, or
//! a session whose own save is the same. The second byte is the place in the timeline.

use std::sync::LazyLock;

use masume_engine::{Game, Setup, shipped_games};
use masume_session::{Edition, Save, SavedEvent, Session};

use crate::{Seed, text_of};

/// Lines that are taken as actions: a game that goes on for ever shall not be a timeout.
const MOST_DEEDS: usize = 64;

static SESSIONS: LazyLock<Vec<(&str, Session)>> = LazyLock::new(|| {
    let session = |name, text| {
        let edition = Edition::new(name, text, Game::load(text).game?);
        Some((name, Session::new(edition, Setup::default()).ok()?))
    };
    shipped_games().iter().filter_map(|shipped| session(shipped.name, shipped.text)).collect()
});

pub(crate) fn run(bytes: &[u8]) {
    let Some(([choice, position], text)) = bytes.split_first_chunk() else { return };
    let text = text_of(text);
    if let Ok(save) = Save::parse(text) {
        assert_eq!(Save::parse(&save.to_string()), Ok(save));
    }
    let (_, begun) = &SESSIONS[usize::from(*choice) % SESSIONS.len()];
    let event = |line: &str| match line {
        "restart" => SavedEvent::Restart,
        action => SavedEvent::Action(action.to_owned()),
    };
    let events: Vec<SavedEvent> = text.lines().take(MOST_DEEDS).map(event).collect();
    let save = Save { position: usize::from(*position), events, ..begun.save() };
    if let Ok(session) = Session::restore(begun.edition(), &save) {
        let again = session.save();
        assert_eq!(Save::parse(&again.to_string()).as_ref(), Ok(&again));
        let restored = Session::restore(begun.edition(), &again).expect("its own save");
        assert_eq!(restored.state(), session.state());
        assert_eq!(restored.timeline(), session.timeline());
    }
}

/// Saves of games that have just begun, and the first actions of each.
pub(crate) fn seeds() -> Vec<Seed> {
    let seeds = |(choice, (name, begun)): (usize, &(&str, Session))| {
        let input = |text: String| [&[choice as u8, 0], text.as_bytes()].concat();
        [
            ((*name).to_owned(), input(begun.save().to_string())),
            (format!("{name}-actions"), input(first_actions(begun))),
        ]
    };
    SESSIONS.iter().enumerate().flat_map(seeds).collect()
}

/// A line for each of a few actions, always the first that is legal.
fn first_actions(begun: &Session) -> String {
    const PLIES: usize = 4;
    let (game, mut state) = (begun.game(), begun.state().clone());
    let mut lines = String::new();
    for _ in 0..PLIES {
        let Ok(actions) = game.legal_actions(&state) else { break };
        let Some(action) = actions.first() else { break };
        lines += &format!("{}\n", game.action_text(&state, *action));
        if game.apply(&mut state, *action).is_err() {
            break;
        }
    }
    lines
}
