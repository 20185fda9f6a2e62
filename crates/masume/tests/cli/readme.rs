//! Claims of the README, tried.

use std::path::Path;

use crate::harness::{masume, play};

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    std::fs::read_to_string(path).expect("a README")
}

/// The first fenced block of this language.
fn block(text: &str, language: &str) -> String {
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("a block");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn the_first_game_is_ten_lines_checks_and_can_be_won() {
    let game = block(&readme(), "masume");
    let rules = game.split("level ").next().expect("what stands before the level");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with("//");
    assert_eq!(rules.lines().filter(is_code).count(), 10);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("first.masu");
    std::fs::write(&path, game).expect("a file");
    let path = path.to_str().expect("a plain path");
    assert_eq!(masume(&["check", path]).status, 0);
    assert_eq!(masume(&["fmt", "--check", path]).status, 0);
    let printed = play(&[path], "right\nright\nright\ndown\nleft\nleft\n");
    assert!(printed.contains("you win"), "{printed}");
}

#[test]
fn the_picture_at_the_top_is_what_the_command_prints() {
    let shown = block(&readme(), "text");
    let (command, printed) = shown.split_once('\n').expect("a command and its output");
    let moves = command.split('"').nth(1).expect("the moves in quotes");
    assert!(command.starts_with("$ masume run othello --moves "), "{command}");
    let ran = masume(&["run", "othello", "--moves", moves]);
    assert_eq!(ran.stdout, printed);
}
