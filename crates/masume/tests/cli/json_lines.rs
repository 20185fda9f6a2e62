//! The protocol of JSON lines, held to its schema.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::bot_protocols::answers;
use crate::drive::{MASUME, drive, plays_well};

#[test]
fn the_schema_knows_every_line_of_the_protocol() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/protocol.schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("a file")).expect("JSON");
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("told");
    if cfg!(unix) {
        let command = format!("tee {} | {MASUME} bot tic-tac-toe --agent random", script.display());
        plays_well(&["tic-tac-toe"], &["sh", "-c", &command]);
        let told = fs::read_to_string(&script).expect("what was told");
        let mut kinds = std::collections::BTreeSet::new();
        for line in told.lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let members = line.as_object().expect("an object");
            let (kind, value) = members.iter().next().expect("a member");
            let known = &schema["$defs"][kind]["properties"][kind]["properties"];
            let known: Vec<&String> = known.as_object().expect("known").keys().collect();
            let mut found: Vec<&String> = value.as_object().expect("an object").keys().collect();
            found.sort();
            let mut known = known;
            known.sort();
            assert_eq!((members.len(), found), (1, known), "{line}");
            kinds.insert(kind.clone());
        }
        assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["go", "over"]);
    }
}

/// True if a value is as a schema says, as far as the protocol's uses the language of schemas.
fn is_valid(schema: &Value, root: &Value, value: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        return is_valid(&root["$defs"][name.trim_start_matches("#/$defs/")], root, value);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().filter(|schema| is_valid(schema, root, value)).count() == 1;
    }
    let is_of_type = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("object") => value.is_object(),
        Some(other) => panic!("a type that is not looked at: {other}"),
        None => true,
    };
    let has = |name: &str, is_so: &dyn Fn(&Value) -> bool| schema.get(name).is_none_or(is_so);
    let is_allowed = has("const", &|it| it == value)
        && has("enum", &|it| it.as_array().is_some_and(|all| all.contains(value)))
        && has("minimum", &|it| value.as_i64() >= it.as_i64())
        && has("required", &|it| {
            it.as_array()
                .expect("a list")
                .iter()
                .all(|it| value.get(it.as_str().expect("a name")).is_some())
        });
    let members = value.as_object().into_iter().flatten();
    is_of_type
        && is_allowed
        && has("properties", &|known| {
            members.clone().all(|(name, value)| {
                known.get(name).is_some_and(|schema| is_valid(schema, root, value))
            })
        })
}

/// Answer to a line of a program, after which it does an action.
#[cfg(unix)]
fn answered(game: &str, line: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("line"), format!("{line}\n")).expect("written");
    let script = format!(
        "read -r go; cat {0}/line; read -r told; printf '%s\n%s\n' \"$go\" \"$told\" > {0}/told",
        folder.path().display()
    );
    drive(&[game], &["sh", "-c", &script]);
    let told = fs::read_to_string(at("told")).expect("what was told");
    serde_json::from_str(told.lines().nth(1).expect("an answer")).expect("JSON")
}

#[cfg(unix)]
#[test]
fn the_schema_and_the_program_accept_the_same() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/protocol.schema.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("a file")).expect("JSON");
    let one_of = "exactly one of `action`, `do` and `ask`";
    let rows = [
        (r#"{"action":"place a1"}"#, ""),
        (r#"{"do":"place a1"}"#, ""),
        (r#"{"do":"nonsense"}"#, ""),
        (r#"{"ask":"rows"}"#, ""),
        (r#"{"ask":"cell","row":0,"column":2}"#, ""),
        (r#"{"ask":"can","of":"place a1"}"#, ""),
        (r#"{"ask":"can","of":"nonsense"}"#, ""),
        (r#"{"ask":"legal_actions"}"#, ""),
        (r#"{"action":"place a1","ply":0}"#, ""),
        (r#"{"do":"place a1","ply":0}"#, ""),
        (r#"{"ask":"rows","ply":0}"#, ""),
        (r#"{"ask":"cell","row":0,"column":2,"ply":0}"#, ""),
        (r#"{"ask":"can","of":"place a1","ply":0}"#, ""),
        (r#"{"ply":0}"#, one_of),
        (r#"{"action":"place a1","ply":-1}"#, "-1"),
        (r#"{"action":"place a1","ply":null}"#, "null"),
        (r#"{}"#, one_of),
        (r#"{"action":"place a1","do":"place a1"}"#, one_of),
        (r#"{"action":"place a1","ask":"rows"}"#, one_of),
        (r#"{"action":"place a1","of":"place a1"}"#, one_of),
        (r#"{"do":"place a1","row":1}"#, one_of),
        (r#"{"row":1}"#, one_of),
        (r#"{"action":null}"#, "null"),
        (r#"{"action":null,"do":"place a1"}"#, "null"),
        (r#"{"ask":"can"}"#, "`can` needs `of`"),
        (r#"{"ask":"can","of":"place a1","row":1}"#, "`can` needs `of`"),
        (r#"{"ask":"cell","row":0}"#, "`cell` needs `row` and `column`"),
        (r#"{"ask":"cell","row":-1,"column":0}"#, "-1"),
        (r#"{"ask":"rows","of":"place a1"}"#, "only `can` an action"),
        (r#"{"ask":"why"}"#, "why"),
        (r#"{"think":1}"#, "think"),
    ];
    for (line, error) in rows {
        let value: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(is_valid(&schema, &schema, &value), error.is_empty(), "the schema: {line}");
        let told = answered("tic-tac-toe", line);
        let said = told["error"].as_str().unwrap_or_default();
        assert_eq!(said.is_empty(), error.is_empty(), "{line}: {told}");
        assert!(said.contains(error), "{line}: {told}");
    }
    let told = answered("tic-tac-toe", r#"{"ask":"cell","row":99,"column":0}"#);
    assert_eq!(told, json!({"error": "no such cell: row 99, column 0"}));
    let told = answered("tic-tac-toe", r#"{"ask":"cell","row":99999999999,"column":0}"#);
    assert_eq!(told, json!({"error": "no such cell: row 99999999999, column 0"}));
}

#[cfg(unix)]
#[test]
fn chance_is_not_told_before_it_comes() {
    for (game, id) in [("2048", "2048"), ("othello:4x4", "othello:4x4#0")] {
        let folder = tempfile::tempdir().expect("a folder");
        let told = folder.path().join("told");
        let script = format!("head -1 > {}", told.display());
        drive(&[game], &["sh", "-c", &script]);
        let told = fs::read_to_string(told).expect("what was told");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        let state = told["go"]["state"].as_str().expect("a text");
        assert!(!state.contains("random") && state.lines().count() > 3, "{state}");
        assert_eq!(told["go"]["id"], id);
    }
    let told = answered("2048", r#"{"ask":"state"}"#);
    assert!(!told["answer"].as_str().expect("a text").contains("random"), "{told}");
}

#[test]
fn a_bot_speaks_one_version_of_the_protocol() {
    let said = answers("tic-tac-toe", "json", r#"{"go":{"protocol":99,"moves":[]}}"#);
    assert_eq!(said, "{\"error\":\"expected protocol 1, found 99\"}\n");
}

/// Answers of a program count for its ply, and whether it comes before the question or behind it
/// makes no difference.
#[cfg(unix)]
#[test]
fn a_line_counts_for_the_ply_that_it_carries() {
    let rows = [
        // Both at once, for the first ply and the second.
        (r#"{"action":"place a1","ply":0}|{"action":"place b1","ply":1}"#, "", 2),
        (r#"{"do":"place a1","ply":0}|{"ask":"rows","ply":1}|{"do":"place b1","ply":1}"#, "", 2),
        (r#"{"action":"place a1"}|{"action":"place b1","ply":1}"#, "", 2),
        // The same answer twice, and an answer for a ply that has not come.
        (r#"{"action":"place a1","ply":0}|{"action":"place b1","ply":0}"#, "out of turn", 1),
        (r#"{"action":"place a1","ply":0}|{"ask":"rows","ply":0}"#, "out of turn", 1),
        (r#"{"action":"place a1","ply":1}"#, "out of turn", 0),
        (r#"{"action":"place a1","ply":99999999999}"#, "out of turn", 0),
        // Without a ply it was written before it was asked.
        (r#"{"action":"place a1","ply":0}|{"action":"place b1"}"#, "out of turn", 1),
    ];
    for (lines, fault, plies) in rows {
        let lines = lines.replace('|', r"\n");
        // It reads until its input is closed, so that it does not end before it was heard.
        let script = format!("read go; printf '{lines}\\n'; while read more; do :; done");
        let arguments = ["tic-tac-toe", "--plies", "2", "--seconds", "60"];
        let (ran, _) = drive(&arguments, &["sh", "-c", &script]);
        let record: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let found = record["fault"].as_str().unwrap_or_default();
        assert_eq!((found, record["plies"].as_u64()), (fault, Some(plies)), "{lines}: {ran:?}");
        assert_eq!(ran.status, i32::from(!fault.is_empty()), "{lines}");
    }
    let script = r#"read go; echo '{"action":"place a1","ply":7}'; while read more; do :; done"#;
    let (ran, _) = drive(&["tic-tac-toe", "--seconds", "60"], &["sh", "-c", script]);
    let said = "the program answered for ply 7, and was asked about ply 0";
    assert!(ran.stderr.contains(said), "{ran:?}");
}

#[test]
fn a_bot_says_which_ply_it_answers() {
    let state = crate::harness::output(&["run", "tic-tac-toe"]);
    let go = json!({"go": {"protocol": 1, "id": "", "player": "", "ply": 5, "cells": [],
        "score": null, "legal_actions": [], "state": state, "seconds": 1.0}});
    let said: Value =
        serde_json::from_str(&answers("tic-tac-toe", "json", &go.to_string())).expect("JSON");
    assert_eq!(said["ply"], 5, "{said}");
}
