//! Several copies of the program, one file.

use std::sync::Barrier;
use std::thread;

use masume_store::{Autosave, Store, StoreError};
use rusqlite::Connection;

use crate::support::{act, place, session};

#[test]
fn two_copies_that_go_on_with_one_play_lose_nothing() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    act(&mut session, "right, right");
    store.autosave(&mut autosave, &session).unwrap();
    let play = autosave.play().unwrap();

    let mut second = Store::open(&path).unwrap();
    let (mut other, mut other_autosave) = second.resume(session.edition(), play).unwrap();
    act(&mut other, "down");
    second.autosave(&mut other_autosave, &other).unwrap();
    act(&mut session, "left");
    store.autosave(&mut autosave, &session).unwrap();
    act(&mut other, "right");
    second.autosave(&mut other_autosave, &other).unwrap();
    act(&mut session, "right");
    store.autosave(&mut autosave, &session).unwrap();

    assert_eq!(other_autosave.play(), Some(play));
    assert_ne!(autosave.play(), Some(play), "the play was taken by the other");
    assert_eq!(store.save_of(play).unwrap(), other.save());
    assert_eq!(store.save_of(autosave.play().unwrap()).unwrap(), session.save());
}

#[test]
fn copies_that_were_both_played_on_both_wait() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    autosave.set_time(1_000);
    act(&mut session, "right");
    store.autosave(&mut autosave, &session).unwrap();
    let play = autosave.play().unwrap();
    let mut second = Store::open(&path).unwrap();
    let (mut other, mut other_autosave) = second.resume(session.edition(), play).unwrap();
    other_autosave.set_time(2_000);
    act(&mut other, "down");
    second.autosave(&mut other_autosave, &other).unwrap();
    autosave.set_time(3_000);
    act(&mut session, "right, right");
    store.autosave(&mut autosave, &session).unwrap();

    let waiting = |store: &Store| -> Vec<(u32, Option<i64>)> {
        let plays = store.unfinished_plays(9).unwrap().into_iter();
        plays.filter(|play| !play.is_aside).map(|play| (play.ply, play.changed)).collect()
    };
    assert_eq!(waiting(&store), [(3, Some(3_000)), (2, Some(2_000))]);
    store.set_aside(play).unwrap();
    assert_eq!(waiting(&store), [(3, Some(3_000))]);
    // Who plays it all the same has it wait again.
    act(&mut other, "left");
    second.autosave(&mut other_autosave, &other).unwrap();
    assert_eq!(waiting(&store), [(3, Some(2_000)), (3, Some(3_000))]);
}

#[test]
fn a_file_that_is_held_by_another_program_is_busy_and_then_has_everything() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    act(&mut session, "right");
    store.autosave(&mut autosave, &session).unwrap();

    let holder = Connection::open(&path).unwrap();
    holder.execute_batch("begin immediate").unwrap();
    for action in ["right", "down"] {
        act(&mut session, action);
        let error = store.autosave(&mut autosave, &session).unwrap_err();
        assert!(matches!(error, StoreError::Busy), "{error:?}");
    }
    assert!(matches!(store.set_setting("a", Some("b")), Err(StoreError::Busy)));
    // Reading goes on.
    assert_eq!(store.save_of(autosave.play().unwrap()).unwrap().events.len(), 1);
    holder.execute_batch("rollback").unwrap();
    act(&mut session, "left");
    store.autosave(&mut autosave, &session).unwrap();
    assert_eq!(store.save_of(autosave.play().unwrap()).unwrap(), session.save());
}

#[test]
fn copies_that_start_at_once_make_one_file() {
    for _ in 0..10 {
        let (_folder, path) = place();
        let copies: Vec<_> = (0..4)
            .map(|seed| {
                let path = path.clone();
                thread::spawn(move || {
                    // A copy that comes too early is told so, and may try again.
                    let mut store = loop {
                        match Store::open(&path) {
                            Ok(store) => break store,
                            Err(StoreError::Busy) => {}
                            Err(error) => panic!("{error:?}"),
                        }
                    };
                    let mut session = session(3).with_seed(seed).unwrap();
                    let mut autosave = Autosave::new("walk");
                    for _ in 0..8 {
                        act(&mut session, "right");
                        while let Err(error) = store.autosave(&mut autosave, &session) {
                            assert!(matches!(error, StoreError::Busy), "{error:?}");
                        }
                    }
                })
            })
            .collect();
        for copy in copies {
            copy.join().unwrap();
        }
        let plays = Store::open(&path).unwrap().unfinished_plays(10).unwrap();
        assert_eq!(plays.iter().map(|play| play.ply).collect::<Vec<_>>(), [8, 8, 8, 8]);
    }
}

#[test]
fn copies_that_make_a_file_together_know_it_for_theirs() {
    for _ in 0..200 {
        let (_folder, path) = place();
        let start = Barrier::new(4);
        let open_often = || {
            start.wait();
            for _ in 0..4 {
                let opened = Store::open(&path);
                assert!(matches!(opened, Ok(_) | Err(StoreError::Busy)), "{opened:?}");
            }
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(open_often);
            }
        });
    }
}
