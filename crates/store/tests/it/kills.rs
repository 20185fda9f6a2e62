//! A program that is killed at any moment loses at most its last action.

use std::env;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use masume_rules::random::Random;
use masume_session::Session;
use masume_store::{Autosave, Store};

use crate::support::{place, session};

/// Says to the test below where it plays; without it there is nothing to do.
const FILE: &str = "MASUME_STORE_TEST_FILE";
/// Number of players that are killed.
const KILLS: u64 = 60;

/// The play that is in the file, or a new one.
fn open(path: &Path) -> (Store, Session, Autosave) {
    let store = Store::open(path).unwrap();
    let begun = session(3);
    match store.unfinished_plays(1).unwrap().first() {
        Some(play) => {
            let (session, autosave) = store.resume(begun.edition(), play.number).unwrap();
            (store, session, autosave)
        }
        None => (store, begun, Autosave::new("walk")),
    }
}

/// The step with this number: mostly actions, now and then something undone or begun anew.
fn step(session: &mut Session, number: usize) {
    match number % 11 {
        5 => drop(session.undo()),
        8 => drop(session.restart()),
        _ => {
            let legal = session.legal_actions().unwrap().to_vec();
            for index in 0..legal.len() {
                let mut ahead = session.clone();
                ahead.act(legal[(number * 7 + index) % legal.len()]).unwrap();
                // The game shall never be over.
                if ahead.outcome().is_none() {
                    *session = ahead;
                    return;
                }
            }
        }
    }
}

#[test]
fn player_to_be_killed() {
    let Some(path) = env::var_os(FILE) else { return };
    let (mut store, mut session, mut autosave) = open(Path::new(&path));
    for number in 0.. {
        step(&mut session, number);
        store.autosave(&mut autosave, &session).unwrap();
        let mut out = std::io::stdout().lock();
        out.write_all(b"\nsaved\n").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn a_kill_at_any_moment_loses_at_most_the_last_action() {
    let (_folder, path) = place();
    let mut random = Random::new(41);
    let mut steps = 0;
    for round in 0..KILLS {
        let (store, mut expected, _) = open(&path);
        drop(store);
        // Of most players the killing begins once they play; of some, while they begin.
        let after = Duration::from_micros(random.below(10_000));
        let saved = play_and_kill(&path, random.below(4) as usize, after);
        for number in 0..saved {
            step(&mut expected, number);
        }
        let (_, found, _) = open(&path);
        let is_there = same(&found, &expected);
        step(&mut expected, saved);
        assert!(
            is_there || same(&found, &expected),
            "round {round}: {saved} steps were saved, {} deeds at {} are there",
            found.timeline().len(),
            found.position()
        );
        steps += saved;
    }
    println!("{steps} steps were saved in {KILLS} plays that were killed");
    assert!(steps > KILLS as usize, "the players were killed before they played");
    let sound: String = rusqlite::Connection::open(&path)
        .unwrap()
        .query_row("pragma integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sound, "ok");
}

fn same(one: &Session, other: &Session) -> bool {
    one.timeline() == other.timeline() && one.position() == other.position()
}

/// Lets a program play and kills it some time after it has said so many steps to be saved; how many
/// there were.
fn play_and_kill(path: &Path, steps: usize, after: Duration) -> usize {
    let mut player = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kills::player_to_be_killed", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(player.stdout.take().unwrap());
    let mut said = String::new();
    while said.matches("saved\n").count() < steps && output.read_line(&mut said).unwrap() > 0 {}
    // Wherever in a step this ends: nothing that is asked depends on it.
    thread::sleep(after);
    // On Unix this is SIGKILL: nothing of the program runs after it.
    player.kill().unwrap();
    player.wait().unwrap();
    output.read_to_string(&mut said).unwrap();
    said.matches("saved\n").count()
}
