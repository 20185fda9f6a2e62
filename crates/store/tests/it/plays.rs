//! Plays come back as they were.

use masume_engine::{Game, Player, Setup, shipped_games};
use masume_rules::random::Random;
use masume_session::{Edition, SaveError, Seats, Session};
use masume_store::{Autosave, PlayNumber, ResumeError, Store, StoreError};

use crate::support::{WALK, act, edition, place, session};

#[test]
fn what_was_done_comes_back_with_what_was_undone() {
    let (_folder, path) = place();
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    let mut store = Store::open(&path).unwrap();
    let check = |autosave: &Autosave, session: &Session| {
        // As another program would see it.
        let other = Store::open(&path).unwrap();
        let play = autosave.play().unwrap();
        let (resumed, _) = other.resume(session.edition(), play).unwrap();
        assert_eq!(resumed.timeline(), session.timeline());
        assert_eq!(resumed.position(), session.position());
        assert_eq!(resumed.state(), session.state());
        assert_eq!(resumed.log(), session.log());
    };
    store.autosave(&mut autosave, &session).unwrap();
    assert_eq!(autosave.play(), None, "nothing was done yet");
    for actions in ["right", "right", "down, right", "left"] {
        act(&mut session, actions);
        store.autosave(&mut autosave, &session).unwrap();
        check(&autosave, &session);
    }
    session.undo();
    session.undo();
    store.autosave(&mut autosave, &session).unwrap();
    check(&autosave, &session);
    session.redo();
    session.restart();
    store.autosave(&mut autosave, &session).unwrap();
    check(&autosave, &session);
    session.go_to(1);
    act(&mut session, "down");
    store.autosave(&mut autosave, &session).unwrap();
    check(&autosave, &session);
    assert_eq!(store.unfinished_plays(10).unwrap().len(), 1);
}

#[test]
fn every_game_is_resumed_where_it_was_left() {
    let (_folder, path) = place();
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.unwrap();
        let edition = Edition::new(shipped.name, shipped.text, game);
        let setup = Setup { seed: 4, ..Setup::default() };
        let mut session = Session::new(edition.clone(), setup).unwrap();
        let mut autosave = Autosave::new(shipped.name);
        let mut random = Random::new(8);
        for _ in 0..5 {
            let mut store = Store::open(&path).unwrap();
            for _ in 0..3 {
                let legal = session.legal_actions().unwrap();
                let index = random.below(legal.len() as u64) as usize;
                let Some(action) = legal.get(index).copied() else { break };
                session.act(action).unwrap();
                store.autosave(&mut autosave, &session).unwrap();
            }
            let play = autosave.play().unwrap();
            let (resumed, again) = store.resume(&edition, play).unwrap();
            assert_eq!(resumed.state(), session.state(), "{}", shipped.name);
            (session, autosave) = (resumed, again);
        }
    }
}

#[test]
fn unfinished_plays_are_listed_the_last_touched_first() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut keep = |level: usize, actions: &str| {
        let mut session = session(level);
        let mut autosave = Autosave::new("games/walk.masu");
        act(&mut session, actions);
        store.autosave(&mut autosave, &session).unwrap();
        (session, autosave)
    };
    let (mut first, mut autosave) = keep(2, "right, right");
    keep(3, "down");
    keep(1, "right, right");
    let plays = store.unfinished_plays(10).unwrap();
    let listed: Vec<(&str, u32)> = plays.iter().map(|it| (it.id.as_str(), it.ply)).collect();
    assert_eq!(listed, [("walk/3#0", 1), ("walk/2#0", 2)], "a play that is over is not listed");
    assert_eq!(plays[0].source, "games/walk.masu");
    assert_eq!((plays[0].title.as_str(), plays[0].is_over), ("Walk", false));

    act(&mut first, "left");
    store.autosave(&mut autosave, &first).unwrap();
    assert_eq!(store.unfinished_plays(1).unwrap()[0].id, "walk/2#0");
    let found = store.unfinished_play_of(first.edition(), &first.id()).unwrap().unwrap();
    assert_eq!(Some(found.number), autosave.play());
    assert!(store.unfinished_play_of(first.edition(), "walk/1#0").unwrap().is_none());
    let changed = edition(&WALK.replace("Near", "Close"));
    assert!(store.unfinished_play_of(&changed, &first.id()).unwrap().is_none());

    store.forget(found.number).unwrap();
    assert_eq!(store.unfinished_plays(10).unwrap().len(), 1);
    let gone = store.resume(first.edition(), found.number);
    assert!(matches!(gone, Err(ResumeError::Store(StoreError::NoPlay))));
    // A session whose play was forgotten becomes a new one.
    act(&mut first, "right");
    store.autosave(&mut autosave, &first).unwrap();
    assert_ne!(autosave.play(), Some(found.number));
    assert_eq!(store.save_of(autosave.play().unwrap()).unwrap(), first.save());
}

#[test]
fn a_play_of_another_version_is_refused_and_stays() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    act(&mut session, "right, right");
    store.autosave(&mut autosave, &session).unwrap();
    let play = autosave.play().unwrap();
    let before = std::fs::read(&path).unwrap();
    let check = |text: &str, expected: &str| {
        let error = store.resume(&edition(text), play).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(&WALK.replace("Near", "Close"), "the save is of another version of Walk");
    check(&WALK.replace("game Walk", "game Run"), "the save is of another game: Walk, not Run");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert!(store.resume(session.edition(), play).is_ok());
    let other = store.resume(session.edition(), PlayNumber(i64::MAX));
    assert!(matches!(other, Err(ResumeError::Store(StoreError::NoPlay))));
}

#[test]
fn rows_that_were_changed_by_hand_are_refused() {
    let changes = [
        ("update log set entry = '> step up' where number = 1", "cannot be done"),
        ("update log set entry = '> fly' where number = 1", "cannot be done"),
        ("update log set entry = '= restart' where number = 0", "nothing was done before"),
        ("update log set entry = '@ 9' where number = 2", "changed"),
        ("update log set entry = '@ -1' where number = 2", "changed"),
        ("update log set entry = '? step right' where number = 2", "changed"),
        ("update log set entry = '& nobody' || char(9) || '-' || char(9) || 'a'", "changed"),
        // The state is not what it was when this was written.
        ("update log set entry = '> step right' || char(9) || '0000000000000000'", "changed"),
        ("delete from log where number = 1", "changed"),
        ("delete from log where number = 2", "changed"),
        ("delete from log", "changed"),
        ("update play set logged = -1", "changed"),
        ("update play set logged = 9", "changed"),
        ("update play set hash = 'x'", "changed"),
        ("update play set levels_hash = 'x'", "changed"),
        ("update play set levels_hash = hash", "other levels"),
        ("update play set id = 'walk/9#0'", "there is no level 9"),
        ("update play set id = '#'", "changed"),
        ("update play set start = '?'", "cannot be read"),
    ];
    for (change, expected) in changes {
        let (_folder, path) = place();
        let mut store = Store::open(&path).unwrap();
        let mut session = session(3);
        let mut autosave = Autosave::new("walk");
        act(&mut session, "right, right, right");
        store.autosave(&mut autosave, &session).unwrap();
        rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let error = store.resume(session.edition(), autosave.play().unwrap()).unwrap_err();
        assert!(matches!(error, ResumeError::Save(_)), "{change}: {error}");
        assert!(error.to_string().contains(expected), "{change}: {error}");
        assert!(!matches!(error, ResumeError::Save(SaveError::TooLarge)));
    }
}

#[test]
fn old_plays_make_room_for_new_ones() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut last = None;
    for seed in 0..60 {
        let mut session = session(3).with_seed(seed).unwrap();
        let mut autosave = Autosave::new("walk");
        act(&mut session, "right");
        store.autosave(&mut autosave, &session).unwrap();
        last = autosave.play();
    }
    let plays = store.unfinished_plays(1_000).unwrap();
    assert_eq!(plays.len(), 50);
    assert_eq!(Some(plays[0].number), last);
    let connection = rusqlite::Connection::open(&path).unwrap();
    let events: i64 = connection.query_row("select count(*) from log", [], |it| it.get(0)).unwrap();
    assert_eq!(events, 50, "what belonged to a play goes with it");
}

#[test]
fn settings_are_kept() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.setting("locale").unwrap(), None);
    store.set_setting("locale", Some("ja")).unwrap();
    store.set_setting("glyphs", Some("wide")).unwrap();
    store.set_setting("locale", Some("en")).unwrap();
    drop(store);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.setting("locale").unwrap().as_deref(), Some("en"));
    store.set_setting("locale", None).unwrap();
    assert_eq!(store.setting("locale").unwrap(), None);
    assert_eq!(store.setting("glyphs").unwrap().as_deref(), Some("wide"));
}

#[test]
fn a_play_kept_under_the_hash_of_the_whole_text_goes_on_under_that_of_what_is_played() {
    let (_folder, path) = place();
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    let mut store = Store::open(&path).unwrap();
    act(&mut session, "right");
    store.autosave(&mut autosave, &session).unwrap();
    let whole = masume_session::Hash::of(WALK).to_string();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("update play set hash = ?", [&whole]).unwrap();

    let walk = edition(WALK);
    let found = store.unfinished_play_of(&walk, &session.id()).unwrap().unwrap();
    assert_eq!(found.hash, whole);
    let (mut resumed, mut autosave) = store.resume(&walk, found.number).unwrap();
    assert_eq!(resumed.state(), session.state());
    act(&mut resumed, "right");
    store.autosave(&mut autosave, &resumed).unwrap();
    // From now on other words do not part it from its game.
    let told = edition(&format!("{WALK}\nrules\n  Walk.\n"));
    let found = store.unfinished_play_of(&told, &session.id()).unwrap().unwrap();
    assert_eq!(found.hash, walk.version().hash().to_string());
    assert_eq!(store.resume(&told, found.number).unwrap().0.state(), resumed.state());
}

#[test]
fn who_plays_comes_back() {
    let (_folder, path) = place();
    let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
    let edition = Edition::new(shipped.name, shipped.text, Game::load(shipped.text).game.unwrap());
    let seats = Seats::default().with(Player(1), "medium");
    let mut session = Session::new(edition, Setup::default()).unwrap().with_seats(seats);
    let first = session.legal_actions().unwrap()[0];
    session.act(first).unwrap();
    let mut autosave = Autosave::new(shipped.name);
    let mut store = Store::open(&path).unwrap();
    store.autosave(&mut autosave, &session).unwrap();
    let (resumed, _) = store.resume(session.edition(), autosave.play().unwrap()).unwrap();
    assert_eq!(resumed.seats(), session.seats());
    assert_eq!(resumed.opponent_to_act(), Some("medium"));
}
