//! `drive`: a program that chooses in a game that is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Ran, masume, output};

pub(crate) const MASUME: &str = env!("CARGO_BIN_EXE_masume");

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots")
}

/// True if a program is there; says so where it is not.
fn is_installed(name: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(name);
    let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let is_there = command.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_there {
        skip(name);
    }
    is_there
}

#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(crate) fn skip(name: &str) {
    eprintln!("skipped: {name} is not installed");
}

/// Lets a program choose in a game that is kept in a new folder: what was printed, and the save.
pub(crate) fn drive(arguments: &[&str], command: &[&str]) -> (Ran, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("kept.save");
    let save = save.to_str().expect("a plain path");
    let ran = masume(&[&["drive"], arguments, &["--json", "--save", save, "--"], command].concat());
    let kept = match fs::read_to_string(save) {
        Ok(_) => output(&["replay", save, "--text"]),
        Err(_) => String::new(),
    };
    (ran, kept)
}

pub(crate) fn record(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"))
}

#[track_caller]
pub(crate) fn plays_well(arguments: &[&str], command: &[&str]) -> Value {
    let (ran, kept) = drive(arguments, command);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let record = record(&ran);
    let outcome = record["outcome"].as_str().expect("an outcome");
    assert!(kept.trim_end().ends_with(outcome), "{outcome}: {kept}");
    record
}

#[test]
fn masume_drives_masume() {
    for (game, agent) in [("othello:4x4", "uct:50"), ("2048:2x2", "flat:20"), ("ice", "random")] {
        let command = [MASUME, "bot", game, "--agent", agent];
        let (ran, kept) = drive(&[game, "--plies", "200"], &command);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        assert!(kept.contains("\n1. "), "{kept}");
    }
    let command = [MASUME, "bot", "tic-tac-toe", "--agent", "uct:2000"];
    let opponent = ["tic-tac-toe", "--player", "o", "--opponent", "random"];
    let (ran, _) = drive(&opponent, &command);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("no player `o`"), "{}", ran.stderr);
}

#[test]
fn clients_in_other_languages_play_whole_games() {
    let path = |name: &str| examples().join(name).to_str().expect("a plain path").to_owned();
    if is_installed("python3", &["--version"]) {
        plays_well(&["othello", "--opponent", "random"], &["python3", &path("bot.py")]);
    }
    if is_installed("node", &["--version"]) {
        let record = plays_well(&["2048"], &["node", &path("bot.js")]);
        assert!(record["scores"][0].as_i64() > Some(100), "{record}");
        plays_well(&["othello:4x4"], &["node", &path("bot.js")]);
    }
    if is_installed("dotnet", &["--version"]) {
        let folder = tempfile::tempdir().expect("a folder");
        let project = folder.path().to_str().expect("a plain path");
        let made = Command::new("dotnet")
            .args(["new", "console", "--force", "--output", project])
            .output()
            .expect("it runs");
        assert!(made.status.success(), "{made:?}");
        fs::copy(examples().join("Bot.cs"), folder.path().join("Program.cs")).expect("copied");
        let command = ["dotnet", "run", "--project", project];
        plays_well(&["othello:4x4", "--seconds", "120"], &command);
    }
}

/// It is asked once, and chooses twice; its second word comes before the second question.
#[cfg(unix)]
const TWICE: &str = "read line; printf '{\"ask\":\"rows\"}\\n{\"action\":\"place a1\"}\\n{\"action\":\"place b1\"}\\n'; sleep 60";

/// Its first answer comes in time, the second does not.
#[cfg(unix)]
const SLOW: &str = "read line; echo '{\"action\":\"place a1\"}'; read line; sleep 60";

/// A program in the shell's language that fails in each way, and what is said of it.
#[cfg(unix)]
#[test]
fn a_program_that_fails_is_told_and_the_game_is_kept() {
    let rows = [
        ("exit 3", "died", "the program ended with status 3"),
        ("read line", "died", "the program ended with status 0"),
        ("read line; kill -9 $$", "died", "the program was ended by signal 9"),
        ("read line; exec >&-; sleep 60", "died", "the program closed its output"),
        ("read line; echo '{\"action\":\"mark a1\"}'; read line", "illegal", "not legal: mark a1"),
        ("read line; echo hello; sleep 5", "rubbish", "not of the protocol: hello"),
        ("read line; echo '[1]'; sleep 5", "rubbish", "not of the protocol: [1]"),
        ("while read line; do echo '{\"be\":1}'; done", "rubbish", "not of the protocol"),
        ("while read line; do echo '{\"ask\":\"cell\"}'; done", "rubbish", "not of the protocol"),
        ("sleep 60", "late", "did not answer within 11 s"),
        (SLOW, "late", "did not answer within 1 s"),
        (TWICE, "out of turn", "before it was asked: {\"action\":\"place b1\"}"),
        ("read line; head -c 10000000 /dev/zero; sleep 60", "too long", "more than 1 MiB"),
        ("read line; yes '{\"ask\":\"rows\"}'", "flood", "too many lines"),
        ("read line; printf '\\377\\n'; sleep 60", "rubbish", "not of the protocol"),
    ];
    for (script, word, said) in rows {
        let arguments = ["tic-tac-toe", "--seconds", "1"];
        let (ran, kept) = drive(&arguments, &["sh", "-c", script]);
        assert_eq!(ran.status, 1, "{script}: {ran:?}");
        assert!(ran.stderr.contains(said), "{script}: {}", ran.stderr);
        assert_eq!(
            (&record(&ran)["fault"], &record(&ran)["outcome"]),
            (&json!(word), &Value::Null)
        );
        assert!(record(&ran)["reason"].as_str().is_some_and(|it| it.contains(said)), "{ran:?}");
        assert!(kept.contains("tic-tac-toe"), "{script}: {kept}");
        ran.took_less_than(Duration::from_secs(20));
    }
    let (ran, _) = drive(&["tic-tac-toe"], &["/there/is/no/such/program"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("cannot be started: /there/is/no/such/program"), "{}", ran.stderr);
}

/// A file that cannot be written is refused before the program runs; one that cannot be written any
/// more at the end costs no game.
#[cfg(unix)]
#[test]
fn a_game_is_not_played_for_a_file_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let begun = folder.path().join("begun");
    let touch = format!("touch {}; read l", begun.display());
    let drive = |save: &str, script: &str| {
        let arguments = ["drive", "tic-tac-toe", "--save", save, "--", "sh", "-c", script];
        let mut command = crate::harness::command(&arguments);
        command.env("MASUME_DATA", folder.path().join("data"));
        command.current_dir(folder.path()).output().expect("it runs")
    };
    fs::write(folder.path().join("there.save"), "mine").expect("written");
    for save in ["there.save", "/no/such/folder/a.save", "new/"] {
        let ran = drive(save, &touch);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{save}: {said}");
        assert!(said.contains("cannot be kept") && said.contains("not there yet"), "{said}");
        assert!(!begun.exists(), "{save}");
    }
    fs::create_dir(folder.path().join("late")).expect("a folder");
    let ran = drive("late/a.save", "read l; rm -r late; echo '{\"action\":\"place a1\"}'; read l");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{said}");
    let elsewhere = folder.path().join("data/games/tic-tac-toe.save");
    let place = format!("the game is kept in {}", elsewhere.display());
    assert!(said.contains(&place), "{said}");
    assert!(fs::read_to_string(elsewhere).expect("a save").contains("place a1"));
    assert!(!folder.path().join("tic-tac-toe.save").exists());
}

/// Names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|it| it.expect("an entry").file_name().display().to_string()).collect();
    names.sort();
    names
}

#[test]
fn a_game_is_kept_where_it_is_told_or_with_the_other_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let (here, data) = (folder.path().join("here"), folder.path().join("data"));
    fs::create_dir(&here).expect("a folder");
    for (game, score) in [("othello:4x4", Some("score: black ")), ("tic-tac-toe", None)] {
        for _ in 0..2 {
            let arguments = ["drive", game, "--", MASUME, "bot", game, "--agent", "random"];
            let mut command = crate::harness::command(&arguments);
            let ran = command.env("MASUME_DATA", &data).current_dir(&here).output();
            let ran = ran.expect("it runs");
            let said = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && said.contains("games/"), "{said}");
            match score {
                Some(score) => assert!(said.contains(score) && said.contains(", white "), "{said}"),
                None => assert!(!said.contains("score"), "{said}"),
            }
        }
    }
    assert_eq!(names(&here), [""; 0]);
    let kept = ["othello-2.save", "othello.save", "tic-tac-toe-2.save", "tic-tac-toe.save"];
    assert_eq!(names(&data.join("games")), kept);
}
