//! `check` and `fmt`, and how diagnostics look.

use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::expect;
use serde_json::Value;

use crate::harness::{games, masume, masume_reading, output};

#[test]
fn mistakes_are_underlined_with_a_way_out() {
    let ran = masume(&["check", "broken.masu"]);
    assert_eq!(ran.status, 1);
    expect![[r#"
        error[E0203]: unknown name `playr`
         --> broken.masu:8:6
          |
        8 |   p  playr
          |      ^^^^^ expected a piece or `nothing`
          |
          = help: did you mean `player`?

        error[E0203]: unknown name `bx`
          --> broken.masu:12:10
           |
        12 |   player bx -> _ player
           |          ^^ expected a piece, a layer or a `let`
           |
           = help: did you mean `box`?

    "#]]
    .assert_eq(&ran.stderr);
    expect![[r#"
        broken.masu: 2 errors
    "#]]
    .assert_eq(&ran.stdout);
}

#[test]
fn of_a_rule_that_cannot_be_read_nothing_else_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dig.masu");
    for rule in [
        "at c: [fresh, n bomb around] -> stone",
        "right: (stone or bomb) empty -> _ fresh",
        "at c: {count bomb around} -> fresh",
        "if some stone\n    at c: stone -> _",
    ] {
        let text = format!(
            "game Dig\n\npieces\n  thing: fresh stone bomb\n\nlegend\n  .  nothing\n  f s b  thing\n\n\
             action dig at c\n  {rule}\n\nwin when no stone\n\nlevel\n  sfb.\n"
        );
        fs::write(&path, text).expect("written");
        let ran = masume(&["check", path.to_str().expect("a plain path")]);
        assert!(ran.status == 1 && ran.stderr.contains("error[E01"), "{rule}: {ran:?}");
        assert!(!ran.stderr.contains("warning"), "{rule}: {ran:?}");
    }
}

#[test]
fn mistakes_come_as_json_with_their_places() {
    let ran = masume(&["check", "broken.masu", "--json"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let list: Value = serde_json::from_str(&ran.stdout).unwrap();
    let first = &list[0];
    assert_eq!(first["code"], "E0203");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["file"], "broken.masu");
    assert_eq!((&first["line"], &first["column"]), (&8.into(), &6.into()));
    for field in ["message", "label", "help"] {
        assert!(first.get(field).is_some(), "{field}");
    }
    let none = masume(&["check", "push.masu", "--json"]);
    assert_eq!((none.status, none.stdout.as_str()), (0, "[]\n"));
}

#[test]
fn a_collection_of_levels_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |text: &str, more: &[&str]| {
        let path = folder.path().join("boxes.xsb");
        std::fs::write(&path, text).expect("written");
        let path = path.to_str().expect("a plain path");
        let ran = masume(&[&["check", "sokoban", "--levels", path], more].concat());
        (ran.status, ran.stdout.replace(path, "boxes.xsb"), ran.stderr.replace(path, "boxes.xsb"))
    };
    let good = "#####\n#@$.#\n#####\n";
    let (status, said, wrong) = check(good, &[]);
    assert_eq!((status, wrong.as_str()), (0, ""));
    assert_eq!(said, "games/sokoban.masu: no mistakes found\nboxes.xsb: no mistakes found\n");
    let (status, said, wrong) = check(&format!("{good}\n; second\n######\n#@$..#\n######\n"), &[]);
    assert_eq!((status, said.lines().last()), (0, Some("boxes.xsb: 1 warning")), "{wrong}");
    assert!(wrong.contains("boxes.xsb:6:") && wrong.contains("cannot be won"), "{wrong}");
    let (status, said, wrong) = check("####\n#@ #\n#x.#\n####\n", &[]);
    assert_eq!((status, said.lines().last()), (1, Some("boxes.xsb: 1 error")), "{wrong}");
    assert!(wrong.contains("boxes.xsb:3:2"), "{wrong}");
    let (status, said, _) = check("####\n#@ #\n#x.#\n####\n", &["--json"]);
    let list: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((status, &list[0]["file"], &list[0]["line"]), (1, &"boxes.xsb".into(), &3.into()));
}

#[test]
fn every_file_is_checked_whatever_the_others_are() {
    let ran = masume(&["check", "nosuch.masu", "broken.masu", "push.masu"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("nosuch.masu") && ran.stderr.contains("broken.masu:8:6"));
    assert!(ran.stdout.contains("push.masu: no mistakes found"), "{}", ran.stdout);
}

#[test]
fn rules_that_never_end_are_found_by_playing() {
    let ran = masume(&["check", "endless.masu"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("E0501") && ran.stderr.contains("endless.masu:"), "{}", ran.stderr);
    ran.took_less_than(Duration::from_secs(5));
}

#[test]
fn every_game_of_the_repository_is_in_the_usual_form_and_free_of_mistakes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root.join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let games = paths.filter(|path| path.extension().is_some_and(|it| it == "masu"));
        games.map(|path| path.to_str().expect("a plain path").to_owned()).collect()
    };
    let (games, library) = ([files("games"), files("benches/games")].concat(), files("library"));
    assert!(games.len() >= 40 && !library.is_empty(), "the games are where this test looks");
    let run = |command: &[&str], folders: &[&Vec<String>]| {
        let files = folders.iter().flat_map(|files| files.iter().map(String::as_str));
        output(&command.iter().copied().chain(files).collect::<Vec<_>>())
    };
    assert_eq!(run(&["fmt", "--check"], &[&games, &library]), "");
    // What library files define has a meaning in a game that uses it, and none alone.
    let said = run(&["check"], &[&games]);
    for line in said.lines() {
        assert!(line.ends_with(": no mistakes found"), "{line}");
    }
    assert_eq!(said.lines().count(), games.len());
}

#[test]
fn fmt_puts_a_file_into_the_usual_form_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("untidy.masu");
    std::fs::copy(games().join("untidy.masu"), &path).unwrap();
    let name = path.to_str().unwrap();

    let unusual = masume(&["fmt", "--check", name]);
    assert_eq!((unusual.status, unusual.stdout), (1, format!("{name}\n")));
    assert_eq!(output(&["fmt", name]), "");
    let formatted = std::fs::read_to_string(&path).unwrap();
    expect![[r#"
        game Untidy
        board 3 x 1

        pieces
          thing: mark

        legend
          .  nothing
          m  mark

        action put at c
          at c: empty -> mark
    "#]]
    .assert_eq(&formatted);
    assert_eq!(output(&["fmt", "--check", name]), "");

    let untidy = std::fs::read(games().join("untidy.masu")).unwrap();
    assert_eq!(masume_reading(&["fmt", "-"], untidy).stdout, formatted);
}

#[test]
fn fmt_leaves_a_file_alone_that_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("torn.masu");
    std::fs::write(&path, "game Torn\nlet x = [wall,\n").unwrap();
    let ran = masume(&["fmt", path.to_str().unwrap()]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("error["), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "game Torn\nlet x = [wall,\n");
}

#[test]
fn there_are_no_colours_outside_a_terminal() {
    let ran = masume(&["check", "broken.masu"]);
    assert!(!ran.stderr.contains('\u{1b}'));
}
