//! The tables, version by version.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::StoreError;

/// Mark of our files among those of others: "Masu" in ASCII.
const APPLICATION: i32 = 0x4d61_7375;

/// Migrations from each version to the next: a file of version n has seen the first n. A step that
/// was ever published is never changed.
pub(crate) const STEPS: [&str; 9] = [
    // A play is a session: what `Save` has, and what a list of plays shows. `revision` rises with
    // each writing, so that two copies of the program do not write into one play.
    "create table play (
         number      integer primary key autoincrement,
         revision    integer not null,
         source      text    not null,
         id          text    not null,
         title       text    not null,
         hash        text    not null,
         levels_hash text,
         start       text,
         position    integer not null,
         touched     integer not null,
         ply         integer not null,
         score       integer,
         is_over     integer not null
     ) strict;
     create index play_touched on play (touched);
     -- `action` is absent for a restart.
     create table deed (
         play   integer not null references play (number) on delete cascade,
         number integer not null,
         action text,
         primary key (play, number)
     ) strict, without rowid;",
    // The best numbers, by game and by what is played of it. Without other levels their hash is
    // empty: what is absent would not be equal to itself in a key.
    "create table result (
         hash        text    not null,
         levels_hash text    not null,
         key         text    not null,
         measure     text    not null,
         number      integer not null,
         primary key (hash, levels_hash, key, measure)
     ) strict, without rowid;",
    "create table setting (
         name  text not null primary key,
         value text not null
     ) strict, without rowid;",
    // What was played, one row for each play there ever was: plays themselves are forgotten in time.
    // `ended` is the place among the games that ended; absent while a game goes on, as `ending` is.
    "create table tally (
         play    integer primary key,
         source  text    not null,
         ending  text,
         ended   integer,
         seconds integer not null
     ) strict;
     create index tally_source on tally (source, ended);",
    // When a play was touched last, in seconds since 1970, and whether it was left for another one:
    // of several that were not, each is offered. Before, only the last was.
    "alter table play add column changed integer;
     alter table play add column is_aside integer not null default 0;
     update play set is_aside = 1 where exists
         (select 1 from play as later where later.source = play.source
              and not later.is_over and later.touched > play.touched);",
    // Who plays for players for whom nobody here does, a line for each; absent where there are none.
    "alter table play add column opponents text;",
    // Who played against the one person; absent for who plays alone or with others. Of what was played before it is
    // known where the play is still kept.
    "alter table tally add column opponent text;
     update tally set opponent =
         (select substr(opponents, instr(opponents, ' ') + 1) from play
          where play.number = tally.play and opponents not like '%' || char(10) || '%');",
    // Everything that was done, in order, an entry each as `masume_session::LogEntry` writes it: nothing is ever
    // taken out. `logged` counts them, so that none is missing.
    "create table log (
         play   integer not null references play (number) on delete cascade,
         number integer not null,
         entry  text    not null,
         primary key (play, number)
     ) strict, without rowid;
     insert into log select play, number,
         case when action is null then '= restart' else '> ' || action end from deed;
     insert into log
         select play.number, count(deed.number), '@ ' || position
         from play left join deed on deed.play = play.number
         group by play.number having position <> count(deed.number);
     alter table play add column logged integer not null default 0;
     update play set logged = (select count(*) from log where log.play = play.number);
     alter table play drop column position;
     drop table deed;",
    // What a face wants to know of a play, by a name of its own: where it is shown, for example.
    "create table note (
         name text    not null primary key,
         play integer not null references play (number) on delete cascade,
         text text    not null
     ) strict, without rowid;
     create index note_play on note (play);",
];

/// The version that is written here.
pub(crate) const VERSION: i32 = STEPS.len() as i32;

/// Looks at whose file it is, without writing; gives its version, 0 for a new one.
pub(crate) fn version(connection: &Connection) -> Result<i32, StoreError> {
    version_in(&connection.unchecked_transaction()?)
}

/// The three numbers are of one moment, for another copy may be making the tables: a file without
/// tables and with a version would be nobody's.
fn version_in(transaction: &Transaction<'_>) -> Result<i32, StoreError> {
    let number =
        |pragma: &str| transaction.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let tables: i64 =
        transaction.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    let (application, version) = (number("application_id")?, number("user_version")?);
    match (application, version, tables) {
        (0, 0, 0) => Ok(0),
        (APPLICATION, found, _) if found > VERSION => {
            Err(StoreError::Newer { found, known: VERSION })
        }
        (APPLICATION, found, _) if found > 0 => Ok(found),
        _ => Err(StoreError::Foreign),
    }
}

/// Brings the tables up to date; all or nothing.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    // Of two copies that start at once the second waits here, and finds it done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = version_in(&transaction)?;
    for step in STEPS.iter().skip(from as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// Contents that each version could hold, written as that version had it.
    const CONTENTS: [&str; 9] = [
        "insert into play values (1, 0, 'g', 'g/1#0', 'G', 'h', null, null, 1, 1, 1, null, 0);
         insert into deed values (1, 0, 'push right');",
        "insert into result values ('h', '', '/1', 'won', 1);",
        "insert into setting values ('locale', 'ja');",
        "insert into tally values (1, 'g', 'won', 1, 60);",
        "update play set changed = 1700000000;",
        "update play set opponents = 'white medium';",
        "update tally set opponent = 'hard';",
        "update log set entry = entry || char(9) || '-' || char(9) || 'anna';",
        "insert into note values ('shown', 1, 'here');",
    ];

    fn create_at(path: &std::path::Path, version: usize) {
        let connection = Connection::open(path).unwrap();
        for (step, content) in STEPS.iter().zip(CONTENTS).take(version) {
            connection.execute_batch(step).unwrap();
            connection.execute_batch(content).unwrap();
        }
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        connection.pragma_update(None, "user_version", version as i32).unwrap();
    }

    #[test]
    fn files_of_every_older_version_are_brought_up_to_date() {
        for from in 1..=STEPS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("progress");
            create_at(&path, from);
            for _ in 0..2 {
                let store = Store::open(&path).unwrap();
                assert_eq!(version(&store.connection).unwrap(), VERSION);
                let tables = [
                    ("play", 1),
                    ("log", 1),
                    ("result", 2),
                    ("setting", 3),
                    ("tally", 4),
                    ("note", 9),
                ];
                for (table, since) in tables {
                    let count = format!("select count(*) from {table}");
                    let count: i64 =
                        store.connection.query_row(&count, [], |row| row.get(0)).unwrap();
                    assert_eq!(count, i64::from(from >= since), "{table} from {from}");
                }
            }
        }
    }

    #[test]
    fn who_played_against_a_person_is_taken_from_plays_that_are_kept() {
        for (from, opponents, expected) in [
            (5, None, None),
            (6, Some("white medium"), Some("medium")),
            (6, Some("white uct:200"), Some("uct:200")),
            // Several, who need not be alike.
            (6, Some("white medium\nred hard"), None),
            (6, None, None),
            (7, Some("white medium"), Some("hard")),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("progress");
            create_at(&path, from);
            if from > 5 {
                let connection = Connection::open(&path).unwrap();
                connection.execute("update play set opponents = ?", [opponents]).unwrap();
            }
            let store = Store::open(&path).unwrap();
            let found: Option<String> = store
                .connection
                .query_row("select opponent from tally", [], |row| row.get(0))
                .unwrap();
            assert_eq!(found.as_deref(), expected, "{opponents:?} from {from}");
        }
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress");
        create_at(&path, 1);
        // Something of the name that the next step wants.
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("create table result (x)").unwrap();
        drop(connection);
        assert!(matches!(Store::open(&path), Err(StoreError::Other(_))));
        let connection = Connection::open(&path).unwrap();
        assert_eq!(version(&connection).unwrap(), 1);
        let actions: i64 =
            connection.query_row("select count(*) from deed", [], |row| row.get(0)).unwrap();
        assert_eq!(actions, 1);
    }

    #[test]
    fn the_tables_of_one_version_are_those_that_were_published() {
        // A change of a published step would leave older files behind: add a step instead.
        let sums = STEPS.map(|step| masume_session::Hash::of(step).to_string()[..8].to_owned());
        let published = [
            "4e0a33b0", "6b5f5c0b", "a623ea0e", "5b13db97", "debb64ba", "82f09e2a", "a81a5a09",
            "b3487f75", "dda31e6f",
        ];
        assert_eq!(sums, published);
    }
}
