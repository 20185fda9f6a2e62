//! Any text as a save, and its lines as the actions of a save of a shipped game: an error, or a session whose own save
//! is the same.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use masume_engine::{Game, Setup, shipped_games};
use masume_session::{Edition, Save, SavedDeed, Session};

/// Lines that are taken as actions: a game that goes on for ever shall not be a timeout.
const MOST_DEEDS: usize = 64;

static SESSIONS: LazyLock<Vec<Session>> = LazyLock::new(|| {
    let session = |name: &str, text: &str| {
        let edition = Edition::new(name, text, Game::load(text).game?);
        Session::new(edition, Setup::default()).ok()
    };
    shipped_games().iter().filter_map(|shipped| session(shipped.name, shipped.text)).collect()
});

fuzz_target!(|input: (u8, u8, &str)| {
    let (choice, position, text) = input;
    if let Ok(save) = Save::parse(text) {
        assert_eq!(Save::parse(&save.to_string()), Ok(save));
    }
    let begun = &SESSIONS[usize::from(choice) % SESSIONS.len()];
    let deed = |line: &str| match line {
        "restart" => SavedDeed::Restart,
        action => SavedDeed::Action(action.to_owned()),
    };
    let deeds: Vec<SavedDeed> = text.lines().take(MOST_DEEDS).map(deed).collect();
    let save = Save { position: usize::from(position), deeds, ..begun.save() };
    if let Ok(session) = Session::restore(begun.edition(), &save) {
        let again = session.save();
        assert_eq!(Save::parse(&again.to_string()).as_ref(), Ok(&again));
        let restored = Session::restore(begun.edition(), &again).expect("its own save");
        assert_eq!(restored.state(), session.state());
        assert_eq!(restored.timeline(), session.timeline());
    }
});
