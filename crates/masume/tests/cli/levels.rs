//! `rate` and `generate`.

use std::fs;

use serde_json::Value;

use crate::harness::{masume, output};

/// Records that are printed with `--json`: an object for each line.
fn records(arguments: &[&str]) -> Vec<Value> {
    let text = output(&[arguments, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn levels_are_rated_in_a_table() {
    let text = output(&["rate", "push.masu"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "level  difficulty   steps  actions      nodes  choices  dead ends");
    let words: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(
        (words[0], words[2], words[3], *words.last().expect("a title")),
        ("1", "2", "3", "One")
    );
    assert_eq!(lines.len(), 3);
    let text = output(&["rate", "push.masu", "--locale", "ja"]);
    assert!(text.starts_with("レベル      難しさ"), "{text}");

    let found = records(&["rate", "push.masu"]);
    assert_eq!((&found[0]["level"], &found[0]["verdict"]), (&1.into(), &"won".into()));
    let number = |name: &str| found[0][name].as_f64().expect("a number");
    let log = |number: f64| (1.0 + number).log2();
    let expected = log(number("nodes")) + log(number("steps")) + log(number("bits"));
    assert!((number("difficulty") - expected).abs() < 1e-9, "{}", found[0]);
}

#[test]
fn what_cannot_be_rated_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels.xsb");
    let levels = "#####\n# $.#\n#####\n\n######\n#@$#.#\n######\n\n#####\n#@ *#\n#####\n\n\
        #####\n#@$.#\n#####\n";
    fs::write(&path, levels).expect("a file");
    let path = path.to_str().expect("a plain path");
    let ran = masume(&["rate", "push.masu", "--levels", path]);
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[1].starts_with("    1  cannot be played (no `player`"), "{}", ran.stdout);
    assert_eq!(lines[2..4], ["    2  cannot be won", "    3  won from the beginning"]);
    assert!(lines[4].starts_with("    4 "), "{}", ran.stdout);
    let text = output(&["rate", "sokoban", "--level", "3", "--nodes", "0"]);
    assert!(text.contains("gave up: all nodes of the budget are used"), "{text}");
    for (game, said) in [("othello", "a game for 2 players"), ("life", "nothing in the rules")] {
        let ran = masume(&["rate", game]);
        assert!(ran.status == 2 && ran.stderr.contains(said), "{ran:?}");
    }
}

#[test]
fn levels_are_rated_side_by_side_and_in_their_order() {
    let rated = |threads: &str| output(&["rate", "push.masu", "--threads", threads]);
    assert_eq!(rated("4"), rated("1"));
    let text = output(&["rate", "sokoban", "--seconds", "0.000001", "--threads", "2"]);
    let late = text.lines().filter(|line| line.contains("gave up: the time is over"));
    assert!(late.count() > 2, "{text}");
    let ran = masume(&["rate", "push.masu", "--seconds", "0"]);
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn new_levels_are_a_collection_that_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.txt");
    for (game, arguments) in [
        ("sokoban", ["--level-size", "7x6", "--pieces", "2"]),
        ("ice", ["--level-size", "9x7", "--pieces", "6"]),
        ("peg-solitaire", ["--level-size", "5x5", "--pieces", "6"]),
    ] {
        let bounds = ["--nodes", "3000", "--count", "2", "--seed", "4"];
        let asked = [&["generate", game][..], &arguments, &bounds].concat();
        let text = output(&asked);
        assert_eq!(output(&asked), text, "the same each time");
        assert!(text.starts_with("// difficulty "), "{text}");
        fs::write(&path, &text).expect("a file");
        let path = path.to_str().expect("a plain path");
        let found = records(&["solve", game, "--levels", path]);
        assert_eq!(found.len(), 2, "{text}");
        assert!(found.iter().all(|it| it["verdict"] == "won"), "{text}");
        // The line beside it wins.
        let line = text.lines().nth(1).and_then(|line| line.strip_prefix("// ")).expect("a line");
        let notation = if game == "sokoban" { "--lurd" } else { "--moves" };
        let ran =
            output(&["run", game, "--levels", path, "--level", "1", "--json", notation, line]);
        assert!(ran.contains("\"outcome\":\"win\""), "{ran}");
        let found = records(&asked);
        assert_eq!(found.len(), 2);
        assert!(found[0]["difficulty"].as_f64() >= found[1]["difficulty"].as_f64());
    }
}

#[test]
fn what_cannot_be_made_is_told() {
    let rows: [(&[&str], i32, &str); 6] = [
        (&["othello", "--level-size", "8x8", "--pieces", "2"], 2, "a game for 2 players"),
        (
            &["fifteen", "--level-size", "4x4", "--pieces", "2"],
            2,
            "nothing is known of what levels",
        ),
        (&["sokoban", "--level-size", "4x4", "--pieces", "9"], 2, "has no room for so many pieces"),
        (&["sokoban", "--level-size", "8x8", "--pieces", "0"], 2, "from 1 to 1000"),
        (&["sokoban", "--pieces", "2"], 2, "--level-size"),
        (
            &["sokoban", "--level-size", "4x4", "--pieces", "2", "--nodes", "1"],
            1,
            "no level was found",
        ),
    ];
    for (arguments, status, said) in rows {
        let ran = masume(&[&["generate"], arguments].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
}
