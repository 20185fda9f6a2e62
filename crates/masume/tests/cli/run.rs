//! `run`, `actions`, `perft`, `list`, `show`, `explain-error`.

use expect_test::expect;
use serde_json::Value;

use crate::harness::{masume, masume_reading, output};

const START: &str = "#######\n#p.b.g#\n#######";

#[test]
fn run_prints_the_state_that_actions_lead_to() {
    expect![[r#"
        moves: 3
        pushes: 2
        ply: 3
        outcome: win
        #######
        #...pB#
        #######
    "#]]
    .assert_eq(&output(&["run", "push.masu", "--moves", "right, push right,right"]));
}

#[test]
fn json_has_exactly_the_fields_promised_in_their_order() {
    let text = output(&["run", "push.masu", "--moves", "right, right", "--json"]);
    expect![[r########"
        {"board":"#######\n#..pbg#\n#######","values":{"moves":2,"pushes":1},"to_act":null,"outcome":null,"legal_actions":["push left","push right"],"ply":2,"id":"push/1#0"}
    "########]]
    .assert_eq(&text);
    let value: Value = serde_json::from_str(&text).unwrap();
    let fields: Vec<&String> = value.as_object().unwrap().keys().collect();
    let mut promised =
        ["board", "values", "to_act", "outcome", "legal_actions", "ply", "id"].to_vec();
    promised.sort_unstable();
    let mut found = fields;
    found.sort_unstable();
    assert_eq!(found, promised);
}

#[test]
fn json_of_players_names_who_acts_and_who_has_won() {
    let value = |arguments: &[&str]| -> Value {
        serde_json::from_str(&output(&[&["run"], arguments, &["--json"]].concat())).unwrap()
    };
    let start = value(&["flip.masu"]);
    assert_eq!(start["to_act"], "black");
    assert_eq!(start["outcome"], Value::Null);
    assert_eq!(start["legal_actions"][0], "place b1");
    let full = value(&["drop.masu", "--moves", "a,a,b,b,c,c"]);
    assert_eq!((&full["outcome"], &full["to_act"]), (&"draw".into(), &Value::Null));
    let won = value(&["push.masu", "--moves", "right,right,right"]);
    assert_eq!((&won["outcome"], &won["to_act"]), (&"win".into(), &Value::Null));
    assert_eq!(won["legal_actions"], Value::Array(Vec::new()));
}

#[test]
fn a_picture_of_the_state_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.png");
    let path = path.to_str().unwrap();
    let printed = output(&["run", "push.masu", "--moves", "right", "--png", path]);
    assert!(printed.contains("#.pb.g#"), "{printed}");
    let png = std::fs::read(path).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n"));
    // Width and height stand in the first block: seven cells and three.
    assert_eq!(
        (&png[16..20], &png[20..24]),
        (&(7 * 48u32).to_be_bytes()[..], &(3 * 48u32).to_be_bytes()[..])
    );
    let again = masume(&["run", "push.masu", "--png", path]);
    assert_eq!(again.status, 1, "{again:?}");
    assert_eq!(std::fs::read(path).unwrap(), png);
}

#[test]
fn the_state_printed_is_read_again() {
    let once = output(&["run", "push.masu", "--moves", "right, right"]);
    let rest = ["run", "push.masu", "--state", "-", "--moves", "right"];
    let twice = masume_reading(&rest, &once);
    assert_eq!((twice.status, twice.stderr.as_str()), (0, ""));
    assert_eq!(twice.stdout, output(&["run", "push.masu", "--moves", "right, right, right"]));
    let same = masume_reading(&["run", "push.masu", "--state", "-"], &once);
    assert_eq!(same.stdout, once);
}

#[test]
fn moves_come_as_a_list_as_letters_or_in_a_file() {
    let expected = output(&["run", "push.masu", "--moves", "right, right"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moves.txt");
    std::fs::write(&path, "right\r\npush right\n").unwrap();
    let path = path.to_str().unwrap();
    let rows: [&[&str]; 5] = [
        &["--moves", "RIGHT,, push right,"],
        &["--lurd", "rR"],
        &["--lurd", "rr"],
        &["--lurd", "2r"],
        &["--moves-file", path],
    ];
    for row in rows {
        assert_eq!(output(&[&["run", "push.masu"], row].concat()), expected, "{row:?}");
    }
    let read = masume_reading(&["run", "push.masu", "--moves-file", "-"], "right\nright\n");
    assert_eq!(read.stdout, expected);
}

#[test]
fn letters_are_capital_for_a_push() {
    let arguments = ["run", "push.masu", "--lurd", "rrlr", "--print-notation", "lurd"];
    assert_eq!(output(&arguments), "rRlr\n");
}

#[test]
fn a_refused_action_says_which_where_and_what_was_legal() {
    let check = |moves: &str, parts: &[&str]| {
        let ran = masume(&["run", "push.masu", "--moves", moves]);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
        for part in parts {
            assert!(ran.stderr.contains(part), "no {part} in {}", ran.stderr);
        }
    };
    check("right, up, right", &["E0411", "action 2 of 3", "`up`", "push left, push right"]);
    check("rihgt", &["E0410", "action 1 of 1", "rihgt", "push right"]);
    check("right,right,right,left", &["E0412", "action 4 of 4", "the game is over", "win"]);
}

#[test]
fn levels_options_sizes_and_seeds_are_obeyed() {
    assert!(output(&["run", "push.masu"]).contains(START));
    assert!(output(&["run", "push.masu", "--level", "2"]).contains("#b.#"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("more.xsb");
    std::fs::write(&path, "Mine\n\n#####\n#@$.#\n#####\n").unwrap();
    let path = path.to_str().unwrap();
    assert!(output(&["run", "push.masu", "--levels", path]).contains("#pbg#"));
    assert!(output(&["run", "flip.masu", "--board", "6x6"]).contains("..WB.."));
    let roll = |option: &str| {
        let arguments = ["run", "dice.masu", "--option", option, "--moves", "roll,roll,roll"];
        output(&arguments)
    };
    assert!(roll("luck=100%").contains("666"));
    assert!(roll("luck=0%").contains("111"));
    let seeded = |seed: &str| output(&["run", "chase.masu", "--seed", seed]);
    assert_eq!(seeded("7"), seeded("7"));
    assert_ne!(seeded("7"), seeded("8"));
}

#[test]
fn actions_are_listed_in_order() {
    assert_eq!(output(&["actions", "flip.masu"]), "place b1\nplace a2\nplace d3\nplace c4\n");
    assert_eq!(
        output(&["actions", "flip.masu", "--json"]),
        "[\"place b1\",\"place a2\",\"place d3\",\"place c4\"]\n"
    );
    let state = output(&["run", "flip.masu", "--moves", "b1"]);
    let ran = masume_reading(&["actions", "flip.masu", "--state", "-"], state);
    assert_eq!(ran.stdout, "place a1\nplace c1\nplace a3\n");
}

#[test]
fn perft_counts_and_divides() {
    // The counts of 4 x 4 Othello: 4 first moves, 3 answers to each by symmetry.
    assert_eq!(output(&["perft", "flip.masu", "0"]), "1\n");
    assert_eq!(output(&["perft", "flip.masu", "1"]), "4\n");
    assert_eq!(output(&["perft", "flip.masu", "2"]), "12\n");
    assert_eq!(
        output(&["perft", "flip.masu", "2", "--divide"]),
        "place b1: 3\nplace a2: 3\nplace d3: 3\nplace c4: 3\n12\n"
    );
    assert_eq!(output(&["perft", "flip.masu", "2", "--turns"]), "12\n");
}

#[test]
fn shipped_games_are_listed_and_shown() {
    let list = output(&["list"]);
    for name in ["2048", "othello", "robots", "shisen-sho", "sokoban"] {
        let line = list.lines().find(|line| line.split_whitespace().next() == Some(name));
        let about = line.map(|line| line.split_whitespace().count());
        assert!(about.is_some_and(|words| words > 3), "{name} in {list}");
        assert!(output(&["show", name]).contains("game "), "{name}");
    }
}

#[test]
fn show_prints_the_text_or_its_meaning() {
    let text = std::fs::read_to_string(crate::harness::games().join("push.masu")).unwrap();
    assert_eq!(output(&["show", "push.masu"]), text);
    let meaning = output(&["show", "push.masu", "--meaning"]);
    assert!(meaning.contains("push") && meaning != text, "{meaning}");
}

#[test]
fn an_action_is_printed_as_one_expression() {
    let ran = masume(&["regex", "flip.masu", "--action", "place", "--width", "4"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    // Alone on standard output, for programs; what its characters mean is for people.
    assert_eq!(ran.stdout.lines().count(), 1);
    assert!(ran.stdout.contains("(?<=PW*)W(?=W*B)"), "{}", ran.stdout);
    assert!(ran.stderr.contains("P  "), "{}", ran.stderr);
    let rows: [(&[&str], i32); 3] = [
        (&["flip.masu", "--action", "jump", "--width", "4"], 2),
        (&["flip.masu", "--action", "place", "--width", "99"], 2),
        (&["push.masu", "--action", "push", "--width", "7"], 1),
    ];
    for (arguments, status) in rows {
        let ran = masume(&[&["regex"], arguments].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{ran:?}");
    }
}

#[test]
fn errors_are_explained() {
    for code in ["E0207", "e0207", "e207", "207", " E207 "] {
        assert!(output(&["explain-error", code]).contains("E0207"));
    }
    assert_eq!(masume(&["explain-error", "E9999"]).status, 2);
}

#[test]
fn programs_get_the_list_of_games_as_json() {
    let listed: serde_json::Value =
        serde_json::from_str(&output(&["list", "--json"])).expect("JSON");
    let listed = listed.as_array().expect("a list");
    assert_eq!(listed.len(), output(&["list"]).lines().count());
    let named = |name: &str| listed.iter().find(|it| it["name"] == name).expect("a game");
    assert_eq!(named("othello")["players"], serde_json::json!(["black", "white"]));
    assert!(named("sokoban")["levels"].as_u64().expect("a count") > 1);
    assert_eq!(named("2048")["options"], serde_json::json!(["two"]));
}

#[test]
fn pieces_that_take_each_others_place_are_told_of_march() {
    let text = "game Row\nboard 3 x 1\n\npieces\n  thing: block\n\nstart: [row = 1] -> block\n\n\
                action shift\n  right: block any -> _ block\n";
    let ran = masume_reading(&["run", "-", "--moves", "shift"], text);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("E0502"), "{}", ran.stderr);
    assert!(ran.stderr.contains("`march` moves many pieces at once"), "{}", ran.stderr);
}
