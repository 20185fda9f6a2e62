//! The storage in memory: it does as the file does, and its rows can be kept by several tabs.

use std::collections::BTreeMap;

use masume_store::{
    Autosave, Keeper, Memory, Place, PlayNumber, ResumeError, Row, Storage, Store, StoreError,
    Write,
};

use crate::support::{WALK, act, edition, place, session};

/// Rows as a browser keeps them: written all or none, and only if the shared ones are as before.
#[derive(Default)]
struct Kept {
    rows: BTreeMap<String, String>,
}

impl Kept {
    fn write(&mut self, writes: Vec<Write>) -> bool {
        let is_as_before = |write: &Write| {
            write
                .before
                .as_ref()
                .is_none_or(|before| self.rows.get(&write.row.key) == before.as_ref())
        };
        if !writes.iter().all(is_as_before) {
            return false;
        }
        for Write { row, .. } in writes {
            match row.value {
                Some(value) => drop(self.rows.insert(row.key, value)),
                None => drop(self.rows.remove(&row.key)),
            }
        }
        true
    }

    fn rows(&self) -> Vec<Row> {
        let row =
            |(key, value): (&String, &String)| Row { key: key.clone(), value: Some(value.clone()) };
        self.rows.iter().map(row).collect()
    }

    /// A storage that begins with these rows.
    fn opened(&self, origin: i64) -> Memory {
        let memory = Memory::new(origin);
        memory.set_rows(self.rows());
        memory
    }
}

/// Everything that a storage says of the walk, but for numbers of plays.
fn said(storage: &dyn Storage) -> String {
    let walk = edition(WALK);
    let plays: Vec<String> = storage
        .unfinished_plays(9)
        .unwrap()
        .into_iter()
        .map(|play| {
            let (session, _) = storage.resume(&walk, play.number).unwrap();
            let save = session.save();
            format!("{:?}\n{save}", masume_store::PlayRecord { number: PlayNumber(0), ..play })
        })
        .collect();
    format!(
        "{plays:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        storage.solved_levels(&walk).unwrap(),
        storage.all_results(&walk).unwrap(),
        storage.statistics("walk").unwrap(),
        storage.statistics_by_opponent("walk").unwrap(),
        storage.counted_sources().unwrap(),
        storage.setting("a").unwrap(),
    )
}

/// Plays several games, and keeps everything that there is to keep.
fn play(storage: &mut dyn Storage, mut after_each: impl FnMut(&mut dyn Storage)) {
    let games = [
        (1, vec!["right", "left", "right, right"]),
        (3, vec!["right", "down", "undo", "undo", "right, right, right"]),
        (1, vec!["right, right"]),
        (2, vec!["right", "restart", "right"]),
    ];
    for (level, steps) in games {
        let mut session = session(level);
        let mut autosave = Autosave::new("walk");
        autosave.set_time(1_000);
        for step in steps {
            match step {
                "undo" => drop(session.undo()),
                "restart" => drop(session.restart()),
                actions => act(&mut session, actions),
            }
            storage.autosave(&mut autosave, &session).unwrap();
            storage.count(&autosave, &session, 5).unwrap();
            storage.add_results(&session).unwrap();
            after_each(storage);
        }
        if level == 2 {
            storage.set_aside(autosave.play().unwrap()).unwrap();
        }
    }
    storage.set_setting("a", Some("b")).unwrap();
    storage.set_setting("c", Some("d")).unwrap();
    storage.set_setting("c", None).unwrap();
    after_each(storage);
}

#[test]
fn it_says_what_the_file_says_and_its_rows_say_it_again() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    play(&mut store, |_| ());
    let mut memory = Memory::new(7);
    let carrier = memory.clone();
    let mut kept = Kept::default();
    play(&mut memory, |storage| {
        assert!(kept.write(carrier.take_writes()));
        // What was kept says the same at any moment.
        assert_eq!(said(&kept.opened(1_000)), said(storage));
    });
    assert_eq!(said(&memory), said(&store));
    assert!(carrier.take_writes().is_empty());
}

#[test]
fn a_new_action_of_a_long_play_changes_few_rows() {
    let mut memory = Memory::new(7);
    let mut session = session(3);
    let mut autosave = Autosave::new("walk");
    for _ in 0..100 {
        act(&mut session, "right, left");
    }
    memory.autosave(&mut autosave, &session).unwrap();
    let keys = |writes: Vec<Write>| -> Vec<String> {
        writes.into_iter().map(|write| write.row.key.replace(char::is_numeric, "")).collect()
    };
    assert_eq!(keys(memory.take_writes()), ["deed//", "deed//", "deed//", "deed//", "play/"]);
    act(&mut session, "down");
    memory.autosave(&mut autosave, &session).unwrap();
    assert_eq!(keys(memory.take_writes()), ["deed//", "play/"]);
    session.go_to(10);
    act(&mut session, "down");
    memory.autosave(&mut autosave, &session).unwrap();
    let writes = memory.take_writes();
    let gone = writes.iter().filter(|write| write.row.value.is_none()).count();
    assert_eq!((writes.len(), gone), (2, 0), "what was undone and done otherwise stays");
}

#[test]
fn two_tabs_that_go_on_with_one_play_lose_nothing() {
    let mut kept = Kept::default();
    let mut first = kept.opened(0);
    let (mut one, mut one_autosave) = (session(3), Autosave::new("walk"));
    act(&mut one, "right");
    first.autosave(&mut one_autosave, &one).unwrap();
    assert!(kept.write(first.take_writes()));
    let play = one_autosave.play().unwrap();

    let mut second = kept.opened(1 << 40);
    let (mut other, mut other_autosave) = second.resume(one.edition(), play).unwrap();
    act(&mut other, "down");
    second.autosave(&mut other_autosave, &other).unwrap();
    act(&mut one, "right");
    first.autosave(&mut one_autosave, &one).unwrap();
    // Both write at once: the second to come is refused, and becomes a play of its own.
    assert!(kept.write(second.take_writes()));
    assert!(!kept.write(first.take_writes()));
    first.set_rows(kept.rows());
    first.autosave(&mut one_autosave, &one).unwrap();
    assert!(kept.write(first.take_writes()));
    assert_eq!(other_autosave.play(), Some(play));
    assert_ne!(one_autosave.play(), Some(play));

    let third = kept.opened(1 << 41);
    let resumed = |autosave: &Autosave| {
        third.resume(one.edition(), autosave.play().unwrap()).unwrap().0.save()
    };
    assert_eq!((resumed(&one_autosave), resumed(&other_autosave)), (one.save(), other.save()));
    assert_eq!(third.unfinished_plays(9).unwrap().len(), 2);
}

#[test]
fn what_another_tab_wrote_is_known_and_its_play_not_overwritten() {
    let mut kept = Kept::default();
    let mut first = kept.opened(0);
    let (mut one, mut autosave) = (session(3), Autosave::new("walk"));
    act(&mut one, "right");
    first.autosave(&mut autosave, &one).unwrap();
    let writes = first.take_writes();
    assert!(kept.write(writes));
    let mut second = kept.opened(1 << 40);
    let (mut other, mut other_autosave) =
        second.resume(one.edition(), autosave.play().unwrap()).unwrap();
    act(&mut other, "down");
    second.autosave(&mut other_autosave, &other).unwrap();
    let writes = second.take_writes();
    first.learn(writes.iter().map(|write| write.row.clone()));
    assert!(kept.write(writes));
    assert_eq!(first.unfinished_plays(9).unwrap()[0].ply, 2);
    act(&mut one, "left");
    first.autosave(&mut autosave, &one).unwrap();
    assert_ne!(autosave.play(), other_autosave.play());
    assert!(kept.write(first.take_writes()), "nothing of the other's was touched");
}

#[test]
fn rows_that_were_changed_by_hand_are_refused_or_not_seen() {
    let mut memory = Memory::new(0);
    let (mut session, mut autosave) = (session(3), Autosave::new("walk"));
    act(&mut session, "right, right");
    memory.autosave(&mut autosave, &session).unwrap();
    let play = autosave.play().unwrap();
    let rows: Vec<Row> = memory.take_writes().into_iter().map(|write| write.row).collect();
    let check = |kind: &str, from: &str, to: &str, expected: &str| {
        let changed = Memory::new(9);
        changed.set_rows(rows.iter().cloned().map(|mut row| {
            if row.key.starts_with(kind) {
                row.value = row.value.map(|it| it.replace(from, to));
            }
            row
        }));
        let error = changed.resume(session.edition(), play).unwrap_err();
        assert!(error.to_string().contains(expected), "{from} -> {to}: {error}");
    };
    check("deed", "step right", "fly", "cannot be done");
    check("deed", "[", "{", "changed");
    check("play", "{", "[", "no such play");
    check("play", "\"logged\":2", "\"logged\":9", "changed");
    check("deed", "> step right", "@ 9", "changed");
    check("play", "walk/3", "walk/9", "there is no level 9");
    let no_rows = ["", "/", "play/", "play/x", "deed/1", "deed/1/-1", "result/a", "other/1"];
    let memory = Memory::new(0);
    memory.set_rows(no_rows.map(|key| Row { key: key.to_owned(), value: Some("{}".to_owned()) }));
    assert!(memory.unfinished_plays(9).unwrap().is_empty() && memory.take_writes().is_empty());
    let none = memory.resume(session.edition(), play);
    assert!(matches!(none, Err(ResumeError::Store(StoreError::NoPlay))));
}

#[test]
fn plays_of_before_there_were_logs_are_gone_on_with() {
    let mut memory = Memory::new(0);
    let (mut session, mut autosave) = (session(3), Autosave::new("walk"));
    act(&mut session, "right, right");
    memory.autosave(&mut autosave, &session).unwrap();
    let play = autosave.play().unwrap();
    let mut rows: Vec<Row> = memory.take_writes().into_iter().map(|write| write.row).collect();
    for row in &mut rows {
        let value = row.value.take().unwrap().replace("\"logged\":2", "\"position\":1");
        let is_log = row.key.starts_with("deed");
        let value = if is_log { "[\"step right\",\"step right\"]".to_owned() } else { value };
        row.value = Some(value);
    }
    let mut old = Memory::new(9);
    old.set_rows(rows.iter().cloned());
    let (mut found, mut autosave) = old.resume(session.edition(), play).unwrap();
    assert_eq!((found.position(), found.timeline().len()), (1, 2));
    act(&mut found, "down");
    old.autosave(&mut autosave, &found).unwrap();
    assert_eq!(autosave.play(), Some(play));
    let again = Memory::new(99);
    again.set_rows(rows.into_iter().chain(old.take_writes().into_iter().map(|it| it.row)));
    assert_eq!(again.resume(session.edition(), play).unwrap().0.save(), found.save());
}

#[test]
fn notes_are_found_by_name_and_go_with_their_play() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap().keeping(2);
    let (mut memory, mut plays) = (Memory::new(0), Vec::new());
    for storage in [&mut store as &mut dyn Storage, &mut memory] {
        let mut autosave = Autosave::new("walk");
        let session = session(3);
        storage.begin(&mut autosave, &session).unwrap();
        let play = autosave.play().unwrap();
        plays.push(play);
        assert_eq!(storage.resume(session.edition(), play).unwrap().0.state(), session.state());
        assert_eq!(storage.note("a/1").unwrap(), None);
        storage.set_note("a/1", play, "x").unwrap();
        storage.set_note("a/1", play, "y").unwrap();
        storage.set_note("a%", play, "z").unwrap();
        storage.set_note("b", play, "z").unwrap();
        assert_eq!(storage.note("a/1").unwrap(), Some((play, "y".to_owned())));
        let names = storage.notes("a/").unwrap().into_iter().map(|(name, ..)| name);
        assert_eq!(names.collect::<Vec<_>>(), ["a/1"]);
        assert!(storage.set_note("c", PlayNumber(-5), "no such play").is_err());
    }
    for _ in 0..60 {
        let mut autosave = Autosave::new("walk");
        store.begin(&mut autosave, &session(3)).unwrap();
        memory.begin(&mut Autosave::new("walk"), &session(3)).unwrap();
    }
    assert_eq!(store.unfinished_plays(100).unwrap().len(), 2);
    assert_eq!((store.note("a/1").unwrap(), memory.note("a/1").unwrap()), (None, None));
}

#[test]
fn old_plays_make_room_for_new_ones() {
    let mut memory = Memory::new(0);
    let mut kept = Kept::default();
    for seed in 0..60 {
        let mut session = session(3).with_seed(seed).unwrap();
        let mut autosave = Autosave::new("walk");
        act(&mut session, "right");
        memory.autosave(&mut autosave, &session).unwrap();
        assert!(kept.write(memory.take_writes()));
    }
    assert_eq!(memory.unfinished_plays(1_000).unwrap().len(), 50);
    assert_eq!(kept.rows.len(), 100, "what belonged to a play goes with it");
}

#[test]
fn trouble_is_told_once_until_it_is_over() {
    let memory = Memory::new(0);
    let mut keeper = Keeper::new(Box::new(memory.clone()), Place::default());
    let mut session = session(3);
    keeper.begin("walk");
    memory.set_trouble(Some(StoreError::Refused));
    act(&mut session, "right");
    keeper.keep(&session);
    assert_eq!(keeper.trouble(), Some(StoreError::Refused));
    act(&mut session, "right");
    keeper.keep(&session);
    assert!(keeper.trouble().is_none() && keeper.is_failing());
    memory.set_trouble(None);
    keeper.keep(&session);
    assert!(!keeper.is_failing());
    assert_eq!(keeper.plays().len(), 1, "all the same it can be gone back to");
}
