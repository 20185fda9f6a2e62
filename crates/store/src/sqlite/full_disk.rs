//! Tests of a full disk: SQLite's own bound on the size of a file stands for it.

use masume_engine::{Game, Setup};
use masume_session::{Edition, Session};

use super::Store;
use crate::{Autosave, StoreError};

const TEXT: &str = "\
game Blink
board 1 x 1

pieces
  lamp: lit

legend
  .  nothing
  *  lit

action press
  lit -> _
  else [no lit] -> lit
";

#[test]
fn a_full_disk_loses_nothing_once_there_is_room_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("progress");
    let mut store = Store::open(&path).unwrap();
    let edition = Edition::new("blink", TEXT, Game::load(TEXT).game.unwrap());
    let mut session = Session::new(edition.clone(), Setup::default()).unwrap();
    let mut autosave = Autosave::new("blink");
    let press = session.legal_actions().unwrap()[0];
    session.act(press).unwrap();
    store.autosave(&mut autosave, &session).unwrap();

    let pages: i64 =
        store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    set_most_pages(&store, pages + 1);
    let mut written = 1;
    let error = loop {
        session.act(press).unwrap();
        match store.autosave(&mut autosave, &session) {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 100_000, "the bound on the size was never met");
    };
    assert!(matches!(error, StoreError::Full), "{error:?}");
    assert_eq!(error.to_string(), "progress is not saved: the disk is full");
    // Play goes on; what was written is there, and the rest is refused as a whole.
    for _ in 0..5 {
        session.act(press).unwrap();
        assert!(matches!(store.autosave(&mut autosave, &session), Err(StoreError::Full)));
    }
    let play = autosave.play().unwrap();
    assert_eq!(store.save_of(play).unwrap().events.len(), written);
    // Settings and results meet the same end.
    let long = "x".repeat(100_000);
    assert!(matches!(store.set_setting("locale", Some(&long)), Err(StoreError::Full)));
    assert_eq!(store.setting("locale").unwrap(), None);

    set_most_pages(&store, 1_000_000);
    store.autosave(&mut autosave, &session).unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    let (resumed, _) = store.resume(&edition, play).unwrap();
    assert_eq!(resumed.timeline(), session.timeline());
}

fn set_most_pages(store: &Store, pages: i64) {
    // This pragma answers with the bound in force.
    let sql = format!("pragma max_page_count = {pages}");
    let _: i64 = store.connection.query_row(&sql, [], |row| row.get(0)).unwrap();
}
