//! `masume new` writes a game that plays.

use std::fs;
use std::process::Command;

use crate::harness::{masume, masume_reading, play};

/// Runs `masume new NAME` in an empty folder, then looks at it.
fn new_in_folder<T>(name: &str, look: impl FnOnce(i32, &str, &std::path::Path) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_masume"));
    let ran = command.args(["new", "--", name]).current_dir(folder.path()).output().expect("a run");
    let said = String::from_utf8([ran.stdout, ran.stderr].concat()).expect("text");
    look(ran.status.code().unwrap_or(-1), &said, folder.path())
}

#[test]
fn a_new_game_checks_is_in_the_usual_form_and_can_be_won() {
    for (name, file, heading) in [
        ("first", "first.masu", "game First\n"),
        ("tea-time.masu", "tea-time.masu", "game Tea Time\n"),
        ("石取り", "石取り.masu", "game 石取り\n"),
    ] {
        new_in_folder(name, |status, said, folder| {
            assert_eq!(status, 0, "{said}");
            assert!(said.contains(&format!("masume play {file}")), "{said}");
            let path = folder.join(file);
            assert!(fs::read_to_string(&path).expect("a file").starts_with(heading));
            let path = path.to_str().expect("a plain path");
            let checked = masume(&["check", path]);
            assert!(checked.stdout.ends_with("no mistakes found\n"), "{checked:?}");
            assert_eq!(masume(&["fmt", "--check", path]).status, 0);
            let printed = play(&[path], "right\nright\nright\ndown\nleft\nleft\n");
            assert!(printed.contains("you win"), "{printed}");
        });
    }
}

#[test]
fn the_commands_it_names_can_be_typed_into_a_shell() {
    new_in_folder("my game", |status, said, _| {
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("masume play 'my game.masu'"), "{said}");
        assert!(said.contains("masume check 'my game.masu'"), "{said}");
    });
}

#[test]
fn a_file_that_is_there_is_left_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.masu");
    fs::write(&path, "precious").expect("a file");
    for name in [path.to_str(), path.with_extension("").to_str()] {
        let ran = masume(&["new", name.expect("a plain path")]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains("already"), "{ran:?}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "precious");
    }
}

#[test]
fn a_name_that_cannot_be_is_refused_with_nothing_written() {
    for (name, status, part) in [
        ("", 2, "cannot be a game's name"),
        ("..", 2, "cannot be a game's name"),
        ("two\nlines", 2, "`two\\nlines` cannot be"),
        ("no/such/folder", 1, "there is no such folder"),
    ] {
        new_in_folder(name, |ended, said, folder| {
            assert_eq!(ended, status, "{said}");
            assert!(said.contains(part), "{said}");
            assert_eq!(fs::read_dir(folder).expect("a folder").count(), 0);
        });
    }
}

#[test]
fn the_readme_shows_what_is_written() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = fs::read_to_string(readme).expect("a README");
    new_in_folder("first", |_, _, folder| {
        let written = fs::read_to_string(folder.join("first.masu")).expect("a file");
        assert!(readme.contains(&format!("```masume\n{written}```")), "{written}");
    });
}

#[test]
fn a_mistake_in_a_new_game_has_its_place() {
    new_in_folder("first", |_, _, folder| {
        let path = folder.join("first.masu");
        let text = fs::read_to_string(&path).expect("a file").replace("no stone", "no stones");
        fs::write(&path, text).expect("a file");
        let ran = masume_reading(&["check", path.to_str().expect("a plain path")], "");
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains("first.masu:17:"), "{ran:?}");
    });
}
