//! Files that cannot be used are left as they are, and it is said why.

use std::fs;
use std::path::Path;

use masume_rules::random::Random;
use masume_store::{Autosave, Store, StoreError};
use rusqlite::Connection;

use crate::support::{act, place, session};

/// A file with a play of three actions, a result and a setting.
fn filled(path: &Path) {
    let mut store = Store::open(path).unwrap();
    let mut won = session(1);
    act(&mut won, "right, right");
    store.add_results(&won).unwrap();
    store.set_setting("locale", Some("ja")).unwrap();
    let mut session = session(3);
    act(&mut session, "right, right, down");
    store.autosave(&mut Autosave::new("walk"), &session).unwrap();
}

fn check_refused(path: &Path, expected: &str) {
    let before = fs::read(path).unwrap();
    for open in [Store::open, Store::open_to_read] {
        let error = open(path).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(fs::read(path).unwrap(), before, "the file was touched");
    }
}

#[test]
fn what_is_no_file_of_ours_is_left_alone() {
    let foreign = "the progress file is no file of Masume; it is left as it is";
    let (_folder, path) = place();
    fs::write(&path, "These are my poems.\n".repeat(100)).unwrap();
    check_refused(&path, foreign);
    fs::write(&path, [0xff; 4096]).unwrap();
    check_refused(&path, foreign);
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("create table poem (line)").unwrap();
    check_refused(&path, foreign);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 1).unwrap();
    check_refused(&path, foreign);
}

/// Opening a pipe waits until another process writes to it.
#[test]
#[cfg(unix)]
fn a_pipe_is_refused_and_not_waited_for() {
    let (_folder, path) = place();
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    for open in [Store::open, Store::open_to_read] {
        assert!(matches!(open(&path), Err(StoreError::CannotOpen)));
    }
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let (_folder, path) = place();
    filled(&path);
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
    drop(connection);
    check_refused(
        &path,
        "the progress file is of a newer version (99; known here: 9); it is left as it is",
    );
}

#[test]
fn an_empty_file_is_a_new_one() {
    let (_folder, path) = place();
    fs::write(&path, "").unwrap();
    filled(&path);
    assert_eq!(Store::open(&path).unwrap().unfinished_plays(9).unwrap().len(), 1);
}

#[test]
fn a_place_where_no_file_can_be_is_said() {
    let (folder, path) = place();
    fs::write(&path, "x").unwrap();
    for place in [path.join("below-a-file"), folder.path().join("no/folder"), folder.path().into()]
    {
        for open in [Store::open, Store::open_to_read] {
            let error = open(&place).unwrap_err();
            let is_said = matches!(error, StoreError::CannotOpen | StoreError::Io);
            assert!(is_said, "{}: {error:?}", place.display());
        }
    }
}

#[test]
fn damaged_files_are_errors_and_are_never_replaced() {
    let (_folder, path) = place();
    filled(&path);
    let sound = fs::read(&path).unwrap();
    let mut random = Random::new(2);
    let mut refused = 0;
    for round in 0..300 {
        let mut bytes = sound.clone();
        match round % 3 {
            0 => bytes.truncate(1 + random.below(bytes.len() as u64 - 1) as usize),
            1 => {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] ^= 1 << random.below(8);
            }
            _ => {
                let at = random.below(bytes.len() as u64) as usize;
                let end = (at + random.below(2_000) as usize).min(bytes.len());
                bytes[at..end].fill(random.below(256) as u8);
            }
        }
        fs::write(&path, &bytes).unwrap();
        for beside in ["progress-wal", "progress-shm"] {
            let _ = fs::remove_file(path.with_file_name(beside));
        }
        refused += usize::from(use_damaged(&path, &bytes));
    }
    assert!(refused > 50, "only {refused} damages were met");
}

/// True if the file was refused somewhere. Nothing here may panic or hang.
fn use_damaged(path: &Path, bytes: &[u8]) -> bool {
    let mut store = match Store::open(path) {
        Ok(store) => store,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(fs::read(path).unwrap(), bytes, "the file was touched");
            return true;
        }
    };
    let mut is_refused = false;
    let mut session = session(3);
    match store.unfinished_plays(10) {
        Ok(plays) => {
            for play in plays {
                is_refused |= store.resume(session.edition(), play.number).is_err();
            }
        }
        Err(_) => is_refused = true,
    }
    is_refused |= store.solved_levels(session.edition()).is_err();
    is_refused |= store.setting("locale").is_err();
    act(&mut session, "down");
    is_refused |= store.autosave(&mut Autosave::new("walk"), &session).is_err();
    is_refused
}

#[test]
fn a_file_that_can_only_be_read_is_read() {
    let (_folder, path) = place();
    filled(&path);
    let before = fs::read(&path).unwrap();
    let mut store = Store::open_to_read(&path).unwrap();
    let mut session = session(3);
    assert_eq!(store.setting("locale").unwrap().as_deref(), Some("ja"));
    assert_eq!(store.solved_levels(session.edition()).unwrap().len(), 1);
    let play = store.unfinished_plays(9).unwrap().remove(0);
    let (resumed, _) = store.resume(session.edition(), play.number).unwrap();
    assert_eq!(resumed.timeline().len(), 3);
    act(&mut session, "down");
    let errors = [
        store.autosave(&mut Autosave::new("walk"), &session).unwrap_err(),
        store.set_setting("locale", None).unwrap_err(),
        store.forget(play.number).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, StoreError::ReadOnly), "{error:?}");
        assert_eq!(error.to_string(), "progress cannot be saved: the file is read-only");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_said() {
    use std::os::unix::fs::PermissionsExt as _;

    let (folder, path) = place();
    filled(&path);
    let set = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    set(folder.path(), 0o555);
    if fs::write(folder.path().join("probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
        set(folder.path(), 0o755);
        return;
    }
    let folder_only = Store::open(&path).unwrap_err();
    set(&path, 0o444);
    let both = Store::open(&path).unwrap_err();
    let read = Store::open_to_read(&path).unwrap();
    let no_file = Store::open(&folder.path().join("other")).unwrap_err();
    set(folder.path(), 0o755);
    let file_only = Store::open(&path).unwrap_err();
    for error in [folder_only, both, file_only] {
        assert!(matches!(error, StoreError::ReadOnly), "{error:?}");
    }
    assert!(matches!(no_file, StoreError::CannotOpen), "{no_file:?}");
    assert_eq!(read.unfinished_plays(9).unwrap().len(), 1);
}

#[test]
fn paths_with_any_character_can_be_read() {
    let (folder, _) = place();
    for name in ["a b", "50%", "what?", "a#b", "進捗", "a&immutable=0"] {
        let path = folder.path().join(name);
        filled(&path);
        let store = Store::open_to_read(&path).unwrap();
        assert_eq!(store.unfinished_plays(9).unwrap().len(), 1, "{name}");
    }
}
