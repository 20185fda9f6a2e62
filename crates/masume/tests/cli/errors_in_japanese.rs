//! Errors of every command in the language that was asked for.

use std::fs;

use crate::harness::{command, masume, masume_reading};

/// The sentences of English that a text has outside of what it quotes: two words in a row.
fn english(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // What is typed is the same in every language.
    for line in text.lines().filter(|line| !line.contains("使い方: masume ")) {
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" | ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        let is_word = |word: &str| {
            let word = word.trim_end_matches(['.', ':', ';', '?']);
            !word.is_empty() && word.bytes().all(|it| it.is_ascii_lowercase())
        };
        if words.split(|word| !is_word(word)).any(|run| run.len() > 1) {
            found.push(line.to_owned());
        }
    }
    found
}

#[track_caller]
fn check(arguments: &[&str], input: &str) {
    let ran = masume_reading(&[arguments, &["--locale", "ja"]].concat(), input);
    assert_ne!(ran.status, 0, "{arguments:?}: {ran:?}");
    assert!(!ran.stderr.is_empty(), "{arguments:?}");
    assert!(ran.stderr.contains("エラー"), "{arguments:?}: {}", ran.stderr);
    assert_eq!(english(&ran.stderr), [""; 0], "{arguments:?}: {}", ran.stderr);
    // The same in English is English, so that the test sees what it looks for.
    let ran = masume_reading(arguments, input);
    assert!(!english(&ran.stderr).is_empty(), "{arguments:?}: {}", ran.stderr);
}

#[test]
fn every_command_tells_its_errors_in_japanese() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (missing, latin, large, save) = (at("no.masu"), at("latin"), at("large"), at("cut.save"));
    fs::write(&latin, b"caf\xe9\0").expect("a file");
    fs::write(&large, vec![b' '; (16 << 20) + 1]).expect("a file");
    let whole = fs::read_to_string(crate::harness::games().join("push.save")).expect("a save");
    fs::write(&save, &whole[..whole.len() / 2]).expect("a file");
    // One line of a save after the other is what it should not be.
    let lines: Vec<&str> = whole.lines().collect();
    for index in 1..lines.len() {
        let mut wrong = lines.clone();
        wrong[index] = "xyzzy";
        fs::write(at("wrong.save"), wrong.join("\n")).expect("a file");
        check(&["replay", &at("wrong.save")], "");
    }
    let folder = at("");
    let rows: Vec<Vec<&str>> = vec![
        vec!["sokobann"],
        vec!["play", "sokobann"],
        vec!["play", "xyzzy"],
        vec!["play", &missing],
        vec!["play", "./"],
        vec!["play", "sokoban", "--level", "99"],
        vec!["play", "2048", "--level", "2"],
        vec!["play", "sokoban", "--option", "two=1"],
        vec!["play", "2048", "--option", "three=1"],
        vec!["play", "2048", "--option", "two=200%"],
        vec!["play", "2048:9,9,9#x"],
        vec!["play", "sokoban", "--levels", &missing],
        vec!["play", "sokoban", "--levels", &large],
        vec!["play", "sokoban", "--levels", &latin],
        vec!["run", "othello", "--moves", "d3,d3"],
        vec!["run", "othello", "--moves", "xyzzy"],
        vec!["run", "othello", "--moves", "place"],
        vec!["run", "othello", "--moves", "place z9"],
        vec!["run", "othello", "--moves", "d3 c3"],
        vec!["run", "othello", "--moves", "plcae d3"],
        vec!["run", "push.masu", "--moves", "right,right,right,right"],
        vec!["run", "othello", "--lurd", "rrr"],
        vec!["run", "othello", "--xyzzy"],
        vec!["run", "sokoban", "--state", "-", "--moves-file", "-"],
        vec!["run", "sokoban", "--state", &missing],
        vec!["run", "sokoban", "--moves-file", &folder],
        vec!["actions", "sokoban", "--level", "0"],
        vec!["perft", "sokobann", "2"],
        vec!["playout", "2048", "--games", "x"],
        vec!["explain", "sokoban", "--rule", "xyzzy"],
        vec!["explain-error", "E9999"],
        vec!["regex", "sokoban", "xyzzy"],
        vec!["regex", "sokoban", "push", "--width", "3"],
        vec!["regex", "othello", "place"],
        vec!["replay", &missing],
        vec!["replay", &save],
        vec!["replay", "push.masu"],
        vec!["replay", "push.save", "--to", "99"],
        vec!["replay", "push.save"],
        vec!["new", "no/such/folder/tea"],
        vec!["new", "\u{1b}[31m"],
        vec!["fmt", &missing],
        vec!["check", &missing],
        vec!["show", "xyzzy"],
        vec!["man", "xyzzy"],
        vec!["stats", "xyzzy"],
        vec!["completions", "xyzzy"],
        vec!["play", "--xyzzy"],
        vec!["play", "sokoban", "--board", "x"],
    ];
    for arguments in &rows {
        check(arguments, "");
    }
}

#[test]
fn files_that_cannot_be_written_are_told_in_japanese() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tea.masu"), "").expect("a file");
    let mut new = command(&["new", "tea", "--locale", "ja"]);
    let output = new.current_dir(folder.path()).output().expect("an end");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("はすでにあります") && english(&said).is_empty(), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_told_in_japanese() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut list = command(&["list", "--locale", "ja"]);
    let output = list.stdout(full).output().expect("an end");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("ディスクに空きがありません"), "{said}");
    assert_eq!(english(&said), [""; 0], "{said}");
}

#[test]
fn the_help_says_that_the_checker_speaks_english() {
    let help = masume(&["--help", "--locale", "ja"]).stdout;
    assert!(help.contains("ゲームの文章への指摘は英語"), "{help}");
}
