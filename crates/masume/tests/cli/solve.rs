//! `solve` and `verify`.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use crate::harness::{masume, masume_reading, output};

/// Records that `solve --json` prints: an object for each line.
fn records(arguments: &[&str]) -> Vec<Value> {
    let text = output(&[&["solve"], arguments, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_level_of_a_game_is_solved() {
    let records = records(&["push.masu"]);
    assert_eq!(records.len(), 2);
    for (record, (level, title, lurd)) in records.iter().zip([(1, "One", "rRR"), (2, "Two", "D")]) {
        assert_eq!(record["level"], level);
        assert_eq!(record["title"], title);
        assert_eq!(record["verdict"], "won");
        assert_eq!(record["lurd"], lurd);
        assert!(record["nodes"].is_u64() && record["seconds"].is_f64(), "{record}");
        assert_eq!(record.get("limit"), None);
        let moves = record["actions"].as_array().expect("a list");
        assert_eq!(moves.len(), lurd.len());
        // What is said can be played.
        let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
        let level = level.to_string();
        let arguments = ["run", "push.masu", "--level", &level, "--json", "--moves"];
        let ran = output(&[&arguments[..], &[&moves.join(", ")]].concat());
        assert!(ran.contains("\"outcome\":\"win\""), "{ran}");
    }
}

#[test]
fn people_get_a_line_a_level_and_a_summary() {
    let text = output(&["solve", "push.masu"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("level 1 \"One\": won in 3 actions ("), "{text}");
    assert_eq!(lines[1], "  rRR");
    assert!(lines[2].starts_with("level 2 \"Two\": won in 1 action ("), "{text}");
    assert!(lines[4].starts_with("2 won, 0 cannot be won, 0 given up ("), "{text}");
    let text = output(&["solve", "push.masu", "--level", "2"]);
    assert_eq!(text.lines().count(), 2, "{text}");
    let text = output(&["solve", "push.masu", "--level", "2", "--locale", "ja"]);
    assert!(text.starts_with("レベル 2 \"Two\": 1 手で勝ち（"), "{text}");
}

#[test]
fn levels_states_and_ids_are_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let levels = at("levels.xsb");
    fs::write(&levels, "; First\r\n#####\r\n#@$.#\r\n#####\r\n\r\n#####\n#.$@#\n#####\n")
        .expect("a file");
    let found = records(&["push.masu", "--levels", &levels, "--threads", "2"]);
    let lurds: Vec<&str> = found.iter().filter_map(|it| it["lurd"].as_str()).collect();
    assert_eq!(lurds, ["R", "L"]);
    let state = output(&["run", "push.masu", "--lurd", "r"]);
    let ran = masume_reading(&["solve", "push.masu", "--state", "-", "--json"], state);
    let record: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&record["lurd"], &record["level"]), (&"RR".into(), &Value::Null));
    let found = records(&["push.masu", "--id", "push.masu/2"]);
    assert_eq!((found.len(), &found[0]["level"]), (1, &2.into()));
}

#[test]
fn the_least_of_what_is_asked_for_is_found() {
    for value in ["moves", "pushes"] {
        let found = records(&["sokoban", "--level", "2", "--optimal", value]);
        assert_eq!(found[0]["verdict"], "won");
    }
    let ran = masume(&["solve", "push.masu", "--optimal", "steps"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("no value `steps`"), "{}", ran.stderr);
    assert!(ran.stderr.contains("moves, pushes"), "{}", ran.stderr);
}

#[test]
fn a_proof_is_written_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (levels, path) = (at("levels.xsb"), at("stuck.proof"));
    // No sum of weights is the same before and after a push.
    for (level, proved) in
        [("#####\n#$@.#\n#####\n", "what stays the same"), ("######\n#.@$ #\n######\n", "5 states")]
    {
        fs::write(&levels, level).expect("a file");
        let text = output(&["solve", "push.masu", "--levels", &levels, "--proof", &path]);
        let said = format!("level 1: cannot be won (proved by {proved})");
        assert!(text.contains(&said), "{text}");
        let text = output(&["verify", "push.masu", &path]);
        assert!(text.starts_with("the proof holds: this cannot be won\n#####"), "{text}");
        let text = output(&["verify", "push.masu", "--levels", &levels, "--level", "1", &path]);
        assert!(text.starts_with("the proof holds"), "{text}");
    }

    let check = |arguments: &[&str], input: &str, said: &str| {
        let ran = masume_reading(&[&["verify"], arguments].concat(), input);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
        assert!(ran.stderr.contains("the proof does not hold"), "{}", ran.stderr);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    };
    check(&["sokoban", &path], "", "other rules");
    check(&["push.masu", "--level", "1", &path], "", "another board than level 1");
    let proof = fs::read_to_string(&path).expect("a proof");
    check(&["push.masu", "-"], &proof.replace("layer 0", "layer 1"), "not as it was written");
    check(&["push.masu", "-"], "no proof", "line 1 ");
    check(&["push.masu", "-"], "", "line ");

    // What can be won has none, and nothing is written.
    let path = at("none.proof");
    let ran = masume(&["solve", "push.masu", "--level", "1", "--proof", &path]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("no proof was written") && fs::metadata(&path).is_err());
    let ran = masume(&["solve", "push.masu", "--proof", &path]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--level"), "{}", ran.stderr);
}

#[test]
fn games_for_two_are_searched_to_the_end() {
    let text = output(&["solve", "tic-tac-toe"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("Tic-tac-toe: a draw if nobody errs ("), "{text}");
    assert_eq!(lines[1].split(", ").count(), 9, "{text}");
    // The first player loses by 8 (Feinstein 1993).
    let text = output(&["solve", "othello", "--board", "4x4"]);
    assert!(text.starts_with("Othello: white wins by 8 if nobody errs ("), "{text}");
    let text = output(&["solve", "othello", "--board", "4x4", "--locale", "ja"]);
    assert!(text.starts_with("Othello: どちらも間違えなければ 白 の 8 差勝ち（"), "{text}");
    let record = &records(&["othello", "--board", "4x4"])[0];
    let said = (&record["verdict"], &record["winner"], &record["points"]);
    assert_eq!(said, (&"wins".into(), &"white".into(), &8.into()));
    // What is said can be played, and comes to that.
    let actions = record["actions"].as_array().expect("a list");
    let actions: Vec<&str> = actions.iter().filter_map(Value::as_str).collect();
    let arguments = ["run", "othello", "--board", "4x4", "--json", "--moves"];
    let ran = output(&[&arguments[..], &[&actions.join(", ")]].concat());
    assert!(ran.contains("\"outcome\":\"white wins\""), "{ran}");
}

#[test]
fn one_node_is_told_as_one() {
    let text = output(&["solve", "othello", "--nodes", "1"]);
    assert!(text.contains("(1 node, "), "{text}");
}

#[test]
fn what_is_too_much_for_two_is_given_up_with_advice() {
    let rows = [
        (&["othello", "--nodes", "1000"][..], "gave up: all nodes of the budget are used"),
        (&["othello", "--seconds", "0.2"], "gave up: the time is over"),
        (&["english-draughts"], "gave up: games can go on for too long"),
    ];
    for (arguments, said) in rows {
        let text = output(&[&["solve"], arguments].concat());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains(said) && lines[1].contains("--board"), "{text}");
    }
    let record = &records(&["othello", "--nodes", "1000"])[0];
    assert_eq!((&record["verdict"], &record["limit"]), (&"gave up".into(), &"nodes".into()));
    assert!(record["nodes"].as_u64().is_some_and(|nodes| nodes >= 1000), "{record}");
}

#[test]
fn what_cannot_be_solved_is_told() {
    let rows: [(&[&str], i32, &str); 9] = [
        (&["othello", "--optimal", "moves"], 2, "are for games for one"),
        (&["life"], 2, "nothing in the rules of this game wins it"),
        (&["push.masu", "--level", "3"], 2, "levels 1 to 2"),
        (&["push.masu", "--memory", "0"], 2, "500M or 8G"),
        (&["push.masu", "--seconds", "-1"], 2, "a number above 0"),
        (&["push.masu", "--threads", "0"], 2, "from 1 to 1024"),
        (&["push.masu", "--state", "no-such.txt"], 1, "no-such.txt"),
        (&["push.masu", "--state", "x", "--level", "1"], 2, "cannot be used together"),
        (&["push.masu", "--id", "push.masu/0/0"], 2, "cannot be read as an id"),
    ];
    for (arguments, status, said) in rows {
        let ran = masume(&[&["solve"], arguments].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn the_clock_ends_a_search_that_is_still_looking_at_the_rules() {
    let id = "lights-out:100x100#1";
    let ran = masume(&["solve", "lights-out", "--id", id, "--seconds", "0.2", "--json"]);
    let found: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&found["verdict"], &found["limit"]), (&"gave up".into(), &"seconds".into()));
    ran.took_less_than(Duration::from_secs(30));
}

#[test]
fn every_bound_is_said() {
    for (bound, limit) in [
        (["--nodes", "0"], "nodes"),
        (["--memory", "1K"], "memory"),
        (["--seconds", "1e-9"], "seconds"),
    ] {
        let found = records(
            &[&["peg-solitaire", "--level", "2", "--optimal", "moves"], &bound[..]].concat(),
        );
        assert_eq!((&found[0]["verdict"], &found[0]["limit"]), (&"gave up".into(), &limit.into()));
        assert_eq!(found[0].get("actions"), None);
    }
}

#[test]
fn a_large_board_is_given_up_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.xsb");
    let inner = format!("#{}#\n", " ".repeat(126));
    let wall = "#".repeat(128);
    let busy = format!("#@{}#\n", "$.".repeat(62) + " ");
    let text = format!("{wall}\n{inner}{busy}{}{wall}\n", inner.repeat(124));
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a plain path");
    let ran = masume(&["solve", "push.masu", "--levels", path, "--seconds", "1"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    ran.took_less_than(Duration::from_secs(20));
}

#[test]
fn a_bad_level_is_told_and_does_not_stop_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels.xsb");
    // One without a player, one whose goal is walled in, one that is solved already.
    let levels = "#####\n# $.#\n#####\n\n######\n#@$#.#\n######\n\n#####\n#@ *#\n#####\n\n\
        #####\n#@$.#\n#####\n";
    fs::write(&path, levels).expect("a file");
    let path = path.to_str().expect("a plain path");
    let ran = masume(&["solve", "push.masu", "--levels", path]);
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(
        lines[0].starts_with("level 1: cannot be played (no `player` on the board"),
        "{}",
        ran.stdout
    );
    assert!(lines[1].starts_with("level 2: cannot be won (proved by "), "{}", ran.stdout);
    assert!(lines[2].starts_with("level 3: won from the beginning ("), "{}", ran.stdout);
    assert!(lines[3].starts_with("level 4: won in 1 action ("), "{}", ran.stdout);
    assert!(lines[5].starts_with("2 won, 1 cannot be won, 0 given up ("), "{}", ran.stdout);
    assert!(lines[5].ends_with("; 1 cannot be played"), "{}", ran.stdout);

    let ran = masume(&["solve", "push.masu", "--levels", path, "--json"]);
    let told: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<&str> = told.iter().filter_map(|it| it["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["unplayable", "impossible", "won", "won"]);
    assert!(told[0]["reason"].as_str().is_some_and(|it| it.contains("no `player`")), "{}", told[0]);

    // Where it is the only one, it is shown.
    let ran = masume(&["solve", "push.masu", "--levels", path, "--level", "1"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("no `player` on the board"), "{}", ran.stderr);
}

#[test]
fn a_level_that_is_over_is_told_and_does_not_stop_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels.txt");
    fs::write(&path, "level \"Stuck\"\n  o.o\nlevel \"Open\"\n  oo.\n").expect("a file");
    let path = path.to_str().expect("a plain path");
    let text = output(&["solve", "peg-solitaire", "--levels", path]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "level 1 \"Stuck\": over from the beginning, and not won");
    assert!(lines[1].starts_with("level 2 \"Open\": won in 1 action ("), "{text}");
    assert!(lines[3].ends_with("; 1 over from the beginning"), "{text}");
    let found = records(&["peg-solitaire", "--levels", path]);
    assert_eq!((&found[0]["verdict"], &found[1]["verdict"]), (&"over".into(), &"won".into()));
    let ran = masume(&["solve", "peg-solitaire", "--levels", path, "--level", "1"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("the game is over in this state"), "{}", ran.stderr);
}

#[test]
fn no_byte_of_a_proof_can_be_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (levels, path) = (at("levels.xsb"), at("stuck.proof"));
    fs::write(&levels, "######\n#.@$ #\n######\n").expect("a file");
    output(&["solve", "push.masu", "--levels", &levels, "--proof", &path]);
    let proof = fs::read(&path).expect("a proof");
    for at in (0..proof.len()).step_by(proof.len().div_ceil(12)) {
        let mut other = proof.clone();
        other[at] = if other[at] == b'1' { b'2' } else { b'1' };
        let ran = masume_reading(&["verify", "push.masu", "-"], &other);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "byte {at}: {ran:?}");
        assert!(ran.stderr.contains("the proof does not hold"), "byte {at}: {}", ran.stderr);
    }
}
