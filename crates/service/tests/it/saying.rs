//! What a person types or says, and pages of text.

use expect_test::expect;
use serde_json::{Value, json};

use super::support::{ask, refusal, service, snapshot};

/// The sentences after something was said.
#[track_caller]
fn said(service: &mut masume_service::Service, text: &str) -> String {
    let snapshot = snapshot(service, json!({ "say": text }));
    let lines = snapshot["said"].as_array().unwrap().iter();
    lines.map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn letters_of_a_notation_are_actions() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban", "level": 1 } }));
    // `l` is a key of the game too, which goes to the right.
    let moved = snapshot(&mut service, json!({ "letters": "Rl r\nRR" }));
    assert_eq!((&moved["position"], &moved["outcome"]), (&json!(5), &json!("win")), "{moved}");
    snapshot(&mut service, json!({ "level": 1 }));
    assert!(!refusal(&mut service, json!({ "letters": "xyz" })).is_empty());
    assert!(!refusal(&mut service, json!({ "letters": "99999r" })).is_empty());
    refusal(&mut service, json!({ "letters": "rlllllllllllll" }));
    snapshot(&mut service, json!({ "load": { "name": "othello" } }));
    assert!(refusal(&mut service, json!({ "letters": "r" })).contains("notation"));
}

#[test]
fn actions_cells_words_and_keys_are_heard() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "othello" } }));
    let heard =
        ["d3", "look d3", "undo", "where", "c5 c5", "pass, d3, undo", "T", "legend", "level"];
    let lines: Vec<String> =
        heard.iter().map(|text| format!("> {text}\n{}", said(&mut service, text))).collect();
    expect![[r#"
        > d3
        black: d3 | turns white disc
        > look d3
        d3: black disc
        > undo
        at action 0 of 1
        > where
        white disc: d4, e5
        black disc: e4, d5
        > c5 c5
        "c5 c5" means nothing here (a comma is missing before `c5`; say `c5,` and then the next action); ? for help
        > pass, d3, undo
        pass is not possible now
        not done: d3, undo
        > T

        > legend
        .  nothing
        B  black disc
        W  white disc
        > level
        Othello"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn several_keys_are_done_one_after_another() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let first = snapshot(&mut service, json!("state"))["legal"][0].as_str().unwrap().to_owned();
    let back = match first.rsplit(' ').next().unwrap() {
        "up" => "down",
        "down" => "up",
        "left" => "right",
        _ => "left",
    };
    let word = first.split(' ').next().unwrap();
    let moved = snapshot(&mut service, json!({ "say": format!("{first}, {word} {back}") }));
    assert_eq!(moved["position"], 2, "{moved}");
    let undone = snapshot(&mut service, json!({ "say": "zz" }));
    assert_eq!(undone["position"], 2, "two keys of commands are no word: {undone}");
}

#[test]
fn in_japanese_words_are_heard_too() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "othello", "language": "ja" } }));
    snapshot(&mut service, json!({ "say": "d3" }));
    assert_eq!(snapshot(&mut service, json!({ "say": "戻す" }))["position"], 0);
}

#[test]
fn what_is_too_long_is_refused_and_what_is_much_is_done_in_part() {
    let mut service = service();
    assert!(refusal(&mut service, json!({ "say": "d3" })).contains("no game"));
    snapshot(&mut service, json!({ "load": { "name": "othello" } }));
    let long = "x".repeat(1 << 20);
    assert!(refusal(&mut service, json!({ "say": long })).contains("16384"));
    let many = "d3,undo,".repeat(2_000);
    let after = snapshot(&mut service, json!({ "say": many }));
    let said = after["said"].as_array().unwrap();
    assert!(
        said.last().unwrap().as_str().unwrap().starts_with("not done: d3"),
        "{:?}",
        said.last()
    );
    assert_eq!(after["position"], 0);
}

#[test]
fn pages_are_told_with_a_game_and_without() {
    let mut service = service();
    let page = |service: &mut masume_service::Service, name: &str| -> Value {
        let reply = ask(service, json!({ "page": name }));
        assert!(reply["answer"]["page"]["lines"].is_array(), "{reply}");
        reply["answer"]["page"].clone()
    };
    assert!(refusal(&mut service, json!({ "page": "history" })).contains("no game"));
    for name in ["help", "statistics", "about"] {
        assert!(!page(&mut service, name)["lines"].as_array().unwrap().is_empty(), "{name}");
    }
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    snapshot(&mut service, json!({ "act": "push right" }));
    let levels = page(&mut service, "levels");
    let count = snapshot(&mut service, json!("state"))["levels"].as_u64().unwrap() as usize;
    assert_eq!(levels["lines"].as_array().unwrap().len(), count);
    let help = page(&mut service, "help");
    assert!(help["title"].as_str().unwrap().contains("Sokoban"), "{help}");
    let about = page(&mut service, "about").to_string();
    let about = about.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    expect![[r#"{"lines":["Sokoban","Push every box onto a goal.","sokoban/1","","Masume VERSION: games whose rules are regular expressions over the lines of a board.","It may be used, changed and passed on under the Apache licence 2.0 or the MIT licence."],"title":"About"}"#]].assert_eq(&about);
    expect![[r#"{"lines":["1  move right"],"title":"What was done"}"#]]
        .assert_eq(&page(&mut service, "history").to_string());
    let unknown = ask(&mut service, json!({ "page": "none" }));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("none"), "{unknown}");
}
