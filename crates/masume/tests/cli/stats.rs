//! Statistics on the command line.

use crate::harness::{Ran, command};
use crate::pseudo_terminal::{Kind, Terminal};

fn stats(data: &std::path::Path, arguments: &[&str]) -> Ran {
    let mut command = command(&[&["stats"], arguments].concat());
    let output = command.env("MASUME_DATA", data).output().expect("a run");
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        took: std::time::Duration::ZERO,
    }
}

#[test]
fn nothing_was_played_where_nothing_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("not there");
    let ran = stats(&data, &["--locale", "en"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "  nothing was played yet\n"));
    assert_eq!(stats(&data, &["--locale", "ja"]).stdout, "  まだ何も遊んでいません\n");
    assert_eq!(stats(&data, &["--json"]).stdout, "[]\n");
    assert!(!data.exists(), "a look makes no file");
    let one: serde_json::Value =
        serde_json::from_str(&stats(&data, &["sokoban", "--json"]).stdout).expect("JSON");
    assert_eq!((&one["games"], &one["won"]), (&0.into(), &0.into()));
    let two: serde_json::Value =
        serde_json::from_str(&stats(&data, &["othello", "--json"]).stdout).expect("JSON");
    assert_eq!(two["won"], serde_json::Value::Null, "whose victory would it be?");
    assert_eq!(stats(&data, &["otello"]).status, 2);
}

#[test]
fn a_file_that_is_none_of_ours_is_said() {
    let data = tempfile::tempdir().expect("a folder");
    let bytes = "this is no database, whatever its name says ".repeat(200);
    std::fs::write(data.path().join("progress.sqlite"), bytes).expect("a file");
    let ran = stats(data.path(), &["--locale", "en"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("no file of Masume"), "{}", ran.stderr);
}

/// Plays a game of one row, in which the player who takes the last cell wins, to its end, with
/// these keys as soon as this is seen.
fn play_to_the_end(
    data: &std::path::Path,
    (name, players): (&str, &str),
    arguments: &[&str],
    (seen, keys): (&str, &str),
) -> String {
    let text = format!(
        "game {name}\nboard 2 x 1\n{players}\npieces\n  thing: stone\n\naction put\n  first _ -> stone\n\n\
         win when every any has stone\n\nkeys\n  g -> put\n"
    );
    let path = data.join(format!("{name}.masu")).display().to_string();
    std::fs::write(&path, text).expect("a file");
    let kind = Kind { data: Some(data.to_owned()), ..Kind::default() };
    let terminal = Terminal::start_on(&kind, &[&["play", &path], arguments].concat());
    terminal.wait_for(seen);
    terminal.press(keys);
    terminal.wait_for("play again");
    terminal.press("\u{3}");
    terminal.end().check_clean();
    path
}

#[test]
fn who_shares_a_keyboard_has_no_streak() {
    let data = tempfile::tempdir().expect("a folder");
    let alone = play_to_the_end(data.path(), ("alone", ""), &[], ("? help", "gg"));
    let shared =
        play_to_the_end(data.path(), ("shared", "players black white"), &[], ("? help", "gg"));
    let one = stats(data.path(), &[&alone, "--locale", "en"]).stdout;
    assert!(one.contains("streak   1") && !one.contains("keyboard"), "{one}");
    let two = stats(data.path(), &[&shared, "--locale", "en"]).stdout;
    assert!(two.contains("ended  1") && two.contains("at one keyboard"), "{two}");
    assert!(!two.contains("streak  ") && !two.contains("won  "), "{two}");
    assert!(stats(data.path(), &[&shared, "--locale", "ja"]).stdout.contains("一つのキーボード"));
    // In the list of all games, too, where rules of files are not asked.
    let all = stats(data.path(), &["--json"]).stdout;
    let all: serde_json::Value = serde_json::from_str(&all).expect("JSON");
    let streaks: Vec<_> = all.as_array().expect("records").iter().map(|it| &it["streak"]).collect();
    assert_eq!(streaks, [&serde_json::json!(1), &serde_json::Value::Null]);
}

#[test]
fn victories_are_told_apart_by_opponent() {
    let data = tempfile::tempdir().expect("a folder");
    let game = ("duel", "players black white");
    // Who begins loses: the other one takes the last cell.
    let duel = play_to_the_end(data.path(), game, &["--opponent", "hard"], ("? help", "g"));
    let second = ["--opponent", "easy", "--side", "white"];
    play_to_the_end(data.path(), game, &second, ("1 action", "g"));
    let said = stats(data.path(), &[&duel, "--locale", "en"]).stdout;
    let row = |name: &str| {
        let line = said.lines().find(|line| line.trim().starts_with(name)).unwrap_or_default();
        line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    // Games, won, drawn, lost, streak, longest.
    assert_eq!((row("easy"), row("hard")), ("1 1 0 0 1 1".into(), "1 0 0 1 0 0".into()), "{said}");
    assert!(said.find("easy") < said.find("hard") && !said.contains("at one keyboard"), "{said}");
    assert!(stats(data.path(), &[&duel, "--locale", "ja"]).stdout.contains("コンピュータとの対戦"));
    let json: serde_json::Value =
        serde_json::from_str(&stats(data.path(), &[&duel, "--json"]).stdout).expect("JSON");
    assert_eq!(
        (&json["against"]["easy"]["won"], &json["won"]),
        (&1.into(), &serde_json::Value::Null)
    );
    assert_eq!(json["against"]["hard"]["lost"], 1);
}
