//! Tests of statistics over several plays.

use masume_session::{Measure, Seats, Session};
use masume_store::{Autosave, Statistics, Store};

use crate::support::{WALK, act, edition, place, session};

/// Plays the first level, counts it, and gives what would be counted on with.
fn play(store: &mut Store, actions: &str, seconds: u64) -> (Session, Autosave) {
    let mut session = session(1);
    let mut autosave = Autosave::new("walk");
    act(&mut session, actions);
    store.autosave(&mut autosave, &session).unwrap();
    store.count(&autosave, &session, seconds).unwrap();
    (session, autosave)
}

#[test]
fn games_victories_streaks_and_time_are_counted() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.statistics("walk").unwrap(), Statistics::default());
    assert_eq!(store.counted_sources().unwrap(), Vec::<String>::new());
    play(&mut store, "right", 7);
    let once = Statistics { games: 1, seconds: 7, ..Statistics::default() };
    assert_eq!(store.statistics("walk").unwrap(), once);
    for _ in 0..3 {
        play(&mut store, "right, right", 10);
    }
    drop(store);
    let mut store = Store::open(&path).unwrap();
    let (mut session, autosave) = play(&mut store, "right, right", 10);
    // It is still the same game, however often it is counted.
    session.undo();
    store.count(&autosave, &session, 5).unwrap();
    let expected = Statistics {
        games: 5,
        ended: 4,
        won: 4,
        lost: 0,
        streak: 4,
        longest_streak: 4,
        seconds: 52,
    };
    assert_eq!(store.statistics("walk").unwrap(), expected);
    assert_eq!(store.statistics("other").unwrap(), Statistics::default());
    assert_eq!(store.counted_sources().unwrap(), ["walk"]);
}

#[test]
fn a_defeat_ends_a_streak_and_two_players_have_none() {
    let text = "game Coin\nboard 3 x 1\n\npieces\n  thing: good bad\n\nlegend\n  .  nothing\n  \
                g  good\n  b  bad\n\naction good at c\n  at c: empty -> good\n\naction bad at c\n  at c: \
                empty -> bad\n\nwin when some good\nlose when some bad\n";
    let Some(game) = masume_engine::Game::load(text).game else {
        panic!("{:?}", masume_engine::Game::load(text).diagnostics);
    };
    let coin = masume_session::Edition::new("coin", text, game);
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    for action in ["good a1", "good a1", "bad a1", "good b1"] {
        let mut session = Session::new(coin.clone(), masume_engine::Setup::default()).unwrap();
        let mut autosave = Autosave::new("coin");
        act(&mut session, action);
        store.autosave(&mut autosave, &session).unwrap();
        store.count(&autosave, &session, 0).unwrap();
    }
    let found = store.statistics("coin").unwrap();
    assert_eq!((found.won, found.lost, found.streak, found.longest_streak), (3, 1, 1, 2));
}

#[test]
fn the_best_of_every_setup_is_listed() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let (session, _) = play(&mut store, "right, left, right, right", 0);
    store.add_results(&session).unwrap();
    let found = store.all_results(&edition(WALK)).unwrap();
    assert_eq!(found.keys().collect::<Vec<_>>(), ["/1"]);
    assert!(found["/1"].won);
    assert_eq!(found["/1"].best.get(&Measure::Value("steps".to_owned())), Some(&4));
    assert!(store.all_results(&edition(&WALK.replace("Near", "Close"))).unwrap().is_empty());
}

#[test]
fn what_was_never_kept_is_not_counted() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    store.count(&Autosave::new("walk"), &session(1), 100).unwrap();
    assert_eq!(store.statistics("walk").unwrap(), Statistics::default());
}

#[test]
fn games_against_opponents_are_counted_by_opponent() {
    let text = "game Last\nplayers black white\nboard 3 x 1\npieces\n  stone: black white\n\naction \
                place at c\n  at c: empty -> mine\n\nwin when no empty\n";
    let Some(game) = masume_engine::Game::load(text).game else {
        panic!("{:?}", masume_engine::Game::load(text).diagnostics);
    };
    let last = masume_session::Edition::new("last", text, game);
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let opponents = [
        // Who places the last stone, black, wins.
        &[(1, "hard")][..],
        &[(1, "easy")],
        &[(0, "hard")],
        // Two people, and a game without any.
        &[],
        &[(0, "easy"), (1, "hard")],
    ];
    for opponents in opponents {
        let seats = opponents.iter().fold(Seats::default(), |seats, (player, name)| {
            seats.with(masume_engine::Player(*player), name)
        });
        let session = Session::new(last.clone(), masume_engine::Setup::default()).unwrap();
        let mut session = session.with_seats(seats);
        let mut autosave = Autosave::new("last");
        act(&mut session, "place a1, place b1");
        store.autosave(&mut autosave, &session).unwrap();
        store.count(&autosave, &session, 2).unwrap();
        act(&mut session, "place c1");
        store.autosave(&mut autosave, &session).unwrap();
        store.count(&autosave, &session, 3).unwrap();
    }
    let found = store.statistics_by_opponent("last").unwrap();
    let once = Statistics { games: 1, ended: 1, seconds: 5, ..Statistics::default() };
    let won = Statistics { won: 1, streak: 1, longest_streak: 1, ..once };
    let hard = Statistics { games: 2, ended: 2, lost: 1, streak: 0, seconds: 10, ..won };
    assert_eq!(found, [("easy".to_owned(), won), ("hard".to_owned(), hard)].into());
    assert_eq!(store.statistics("last").unwrap().games, 5);
    assert_eq!(store.statistics_by_opponent("walk").unwrap(), Default::default());
}
