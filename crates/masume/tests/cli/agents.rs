//! `explain --agent` and `tune`: which agent plays, and the weights that it goes by.

use std::fs;

use serde_json::Value;

use crate::harness::{masume, output};
use crate::matches::matched;

#[test]
fn explain_says_which_agent_plays_and_why() {
    for (game, agent) in [
        ("othello", "uct"),
        ("breakthrough", "pvs"),
        ("2048", "expectimax"),
        ("robots", "survival"),
    ] {
        let text = output(&["explain", game, "--agent"]);
        assert!(text.contains(&format!("is played by the agent `{agent}`")), "{text}");
        let proves = ["othello", "breakthrough"].contains(&game);
        assert_eq!(text.contains("the end is searched for where it is near"), proves, "{text}");
        let levels: Vec<&str> = text.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
        assert!(
            levels[0].starts_with("easy: 60 nodes") && levels[2].starts_with("hard: as many"),
            "{text}"
        );
    }
    assert!(output(&["explain", "gomoku", "--agent"]).contains("wins by threats"));
    assert!(
        output(&["explain", "othello", "--agent", "--locale", "ja"]).contains("エンジン `uct`")
    );
}

#[test]
fn weights_are_learnt_for_the_rules_of_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (path, again) = (at("one.weights"), at("again.weights"));
    let learn = |path: &str, threads: &str| {
        let size = ["--games", "6", "--nodes", "60", "--seed", "3", "--threads", threads];
        let game = ["tune", "breakthrough:5x6", "--output", path, "--check", "0"];
        output(&[&game[..], &size].concat())
    };
    assert!(learn(&path, "1").starts_with("weights from "));
    learn(&again, "2");
    let text = fs::read_to_string(&path).expect("weights");
    assert_eq!(text, fs::read_to_string(&again).expect("the same weights"));
    let weights: Value = serde_json::from_str(&text).expect("JSON");
    assert!(weights["pieces"]["white"].is_i64() && weights["advance"].is_i64(), "{weights}");
    assert_eq!(weights["pieces"]["white"], weights["pieces"]["black"]);
    matched(&["breakthrough:5x6", "pvs:50", "random", "--games", "2", "--weights", &path]);
    let refuse = |game: &str, path: &str, said: &str| {
        let ran = masume(&["bot", game, "--agent", "pvs:50", "--weights", path]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    };
    refuse("konane", &path, "are for other rules (Breakthrough)");
    for (name, from, to) in [
        ("a", "\"advance\": ", "\"advance\": 9999999"),
        ("b", "\"white\"", "\"grey\""),
        ("c", "{", "["),
    ] {
        let bad = at(name);
        fs::write(&bad, text.replacen(from, to, 1)).expect("written");
        refuse("breakthrough:5x6", &bad, "holds no weights for this game");
    }
    for arguments in [
        &["play", "konane", "--opponent", "pvs:50", "--weights", &path][..],
        &["watch", "konane", "--agents", "pvs:50", "--weights", &path],
    ] {
        let ran = masume(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
        assert!(ran.stderr.contains("are for other rules (Breakthrough)"), "{}", ran.stderr);
    }
    let ran = masume(&["tune", "breakthrough:5x6", "--output", &path]);
    assert_eq!(ran.status, 1, "{ran:?}");
    let ran = masume(&["tune", "2048", "--output", &at("none")]);
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn tune_says_whether_the_weights_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let tuned = |name: &str, check: &str, locale: &str| {
        let path = folder.path().join(name).display().to_string();
        let size = ["--games", "2", "--nodes", "20", "--seed", "3", "--locale", locale];
        let game = ["tune", "tic-tac-toe", "--output", &path, "--check", check];
        output(&[&game[..], &size].concat())
    };
    let said = tuned("some", "4", "en");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[1].starts_with("the opponent `medium` with them against the one without: "));
    assert!(lines[1].contains(" of 4: ") && lines[1].contains(" % ± "), "{said}");
    assert!(lines[2].starts_with("it is not clear") || lines[2].starts_with("they "), "{said}");
    assert!(tuned("ja", "2", "ja").contains("2 局中"));
    assert_eq!(tuned("none", "0", "en").lines().count(), 1);
}

#[test]
fn opponents_go_by_weights_that_were_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let learnt = at("learnt.weights");
    let size = ["--games", "2", "--nodes", "20", "--seed", "3", "--threads", "1"];
    let game = ["tune", "breakthrough:5x6", "--output", &learnt, "--check", "0"];
    output(&[&game[..], &size].concat());
    let text = fs::read_to_string(&learnt).expect("weights");
    let mut weights: Value = serde_json::from_str(&text).expect("JSON");
    let first = |weight: i64, name: &str, weights: &mut Value| {
        (weights["advance"], weights["centre"]) = (0.into(), weight.into());
        let path = at(name);
        fs::write(&path, weights.to_string()).expect("written");
        let watch = ["watch", "breakthrough:5x6", "--seed", "1", "--agents", "greedy", "--text"];
        let said = output(&[&watch[..], &["--weights", &path]].concat());
        // The same as in a game against a person, who lets the other side begin.
        let play = ["play", "breakthrough:5x6", "--seed", "1", "--text", "--opponent", "greedy"];
        let played = output(&[&play[..], &["--side", "black", "--weights", &path]].concat());
        let line = |said: &str| {
            said.lines().find(|line| line.starts_with("white: ")).unwrap_or_default().to_owned()
        };
        assert_eq!(line(&said), line(&played), "{said}\n{played}");
        assert_ne!(line(&said), "", "{said}");
        line(&said)
    };
    let to_the_edge = first(-100_000, "edge", &mut weights);
    let to_the_middle = first(100_000, "middle", &mut weights);
    assert_ne!(to_the_edge, to_the_middle);
}
