//! The best that was done is kept.

use std::collections::BTreeSet;

use masume_session::{Measure, Results};
use masume_store::Store;

use crate::support::{WALK, act, edition, place, session};

#[test]
fn the_best_of_each_level_is_kept() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let steps = Measure::Value("steps".to_owned());
    let mut play = |level: usize, actions: &str| {
        let mut session = session(level);
        act(&mut session, actions);
        let is_better = store.add_results(&session).unwrap();
        let results = store.results(session.edition(), session.setup()).unwrap();
        (is_better, results.won, results.best.get(&steps).copied())
    };
    assert_eq!(play(1, "right"), (false, false, None), "it is not won yet");
    assert_eq!(play(1, "right, left, right, right"), (true, true, Some(4)));
    assert_eq!(play(1, "right, left, right, right"), (false, true, Some(4)));
    assert_eq!(play(1, "right, right"), (true, true, Some(2)));
    assert_eq!(play(1, "right, left, right, right"), (false, true, Some(2)));
    assert_eq!(play(3, "down, right"), (false, false, None));

    let walk = edition(WALK);
    assert_eq!(store.solved_levels(&walk).unwrap(), BTreeSet::from([1]));
    let mut far = session(2);
    act(&mut far, &["right"; 9].join(","));
    assert!(store.add_results(&far).unwrap());
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.solved_levels(&walk).unwrap(), BTreeSet::from([1, 2]));

    // Another version of the game, and other levels, have results of their own.
    let changed = edition(&WALK.replace("Near", "Close"));
    assert!(store.solved_levels(&changed).unwrap().is_empty());
    assert_eq!(store.results(&changed, far.setup()).unwrap(), Results::default());
    let levels = walk.game().levels()[1..].to_vec();
    let game = walk.game().clone().with_levels(levels);
    let others = masume_session::Edition::new("walk", WALK, game);
    assert!(store.solved_levels(&others).unwrap().is_empty());
}

#[test]
fn what_is_said_may_change_and_the_best_stays() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let mut first = session(1);
    act(&mut first, "right, left, right, right");
    assert!(store.add_results(&first).unwrap());
    drop(store);
    // As it was kept when the whole text was hashed.
    let whole = masume_session::Hash::of(WALK).to_string();
    let connection = rusqlite::Connection::open(&path).unwrap();
    assert!(connection.execute("update result set hash = ?", [whole]).unwrap() > 0);
    drop(connection);

    let mut store = Store::open(&path).unwrap();
    let steps = Measure::Value("steps".to_owned());
    let best = |store: &Store, edition: &masume_session::Edition| {
        let results = store.results(edition, first.setup()).unwrap();
        (results.won, results.best.get(&steps).copied())
    };
    let walk = edition(WALK);
    assert_eq!(best(&store, &walk), (true, Some(4)));
    assert_eq!(store.solved_levels(&walk).unwrap(), BTreeSet::from([1]));

    // What is better is kept beside it, under the hash that other words do not change.
    let mut second = session(1);
    act(&mut second, "right, right");
    assert!(store.add_results(&second).unwrap());
    assert_eq!(best(&store, &walk), (true, Some(2)));
    assert!(!store.add_results(&first).unwrap(), "it is no better");
    let told = edition(&format!("{WALK}\nrules\n  Walk.\n"));
    assert_eq!(best(&store, &told), (true, Some(2)));
    assert_eq!(store.solved_levels(&told).unwrap(), BTreeSet::from([1]));
}
