//! Games as they are seen: what a page needs to draw one.

use expect_test::expect;
use masume_engine::shipped_games;
use serde_json::{Value, json};

use super::support::{ask, service};

/// The view in the snapshot after a question.
#[track_caller]
fn view(service: &mut masume_service::Service, question: Value) -> Value {
    let line = json!({ "id": 1, "view": true, "ask": question }).to_string();
    let reply: Value = serde_json::from_str(&service.ask_line(&line, &mut |_| ())).unwrap();
    assert!(reply["answer"]["snapshot"]["view"].is_object(), "{reply}");
    reply["answer"]["snapshot"]["view"].clone()
}

#[test]
fn a_snapshot_has_a_view_only_where_it_is_wanted() {
    let reply = ask(&mut service(), json!({ "load": { "name": "tic-tac-toe" } }));
    assert!(reply["answer"]["snapshot"].get("view").is_none(), "{reply}");
}

#[test]
fn a_board_is_drawn_and_told_from_its_view() {
    let mut service = service();
    view(&mut service, json!({ "load": { "name": "tic-tac-toe" } }));
    let mut seen = view(&mut service, json!({ "act": "place b2" }));
    let cells: Vec<String> =
        seen["cells"].as_array().unwrap().iter().map(Value::to_string).collect();
    expect![[r#"
        {"label":"a1, nothing, can be chosen","look":0,"marks":["choosable"],"name":"a1"}
        {"label":"b1, nothing, can be chosen","look":0,"marks":["choosable"],"name":"b1"}
        {"label":"c1, nothing, can be chosen","look":0,"marks":["choosable"],"name":"c1"}
        {"label":"a2, nothing, can be chosen","look":0,"marks":["choosable"],"name":"a2"}
        {"label":"b2, cross, just changed","look":1,"marks":["fresh"],"name":"b2"}
        {"label":"c2, nothing, can be chosen","look":0,"marks":["choosable"],"name":"c2"}
        {"label":"a3, nothing, can be chosen","look":0,"marks":["choosable"],"name":"a3"}
        {"label":"b3, nothing, can be chosen","look":0,"marks":["choosable"],"name":"b3"}
        {"label":"c3, nothing, can be chosen","look":0,"marks":["choosable"],"name":"c3"}"#]]
    .assert_eq(&cells.join("\n"));
    // The keys of every game are another test.
    (seen["keys"], seen["cells"]) = (json!([]), json!([]));
    expect![[r#"
        {
          "cells": [],
          "column_names": [
            "a",
            "b",
            "c"
          ],
          "columns": 3,
          "cursor": "b2",
          "ground": {
            "begins_second": false,
            "blocks": null,
            "edges": {
              "bottom": null,
              "left": null,
              "right": null,
              "top": null
            },
            "hue": "screen",
            "kind": "plain",
            "ruled": true,
            "slant": 0
          },
          "joined": null,
          "keys": [],
          "lines": [
            "nought to act"
          ],
          "looks": [
            {
              "back": null,
              "glyph": "",
              "hue": "grey",
              "over": false,
              "shapes": []
            },
            {
              "back": null,
              "glyph": "",
              "hue": "grey",
              "over": false,
              "shapes": [
                {
                  "grid": [
                    48,
                    48
                  ],
                  "hue": "sky",
                  "line": false,
                  "path": "M12 6L24 18L36 6L42 12L30 24L42 36L36 42L24 30L12 42L6 36L18 24L6 12z"
                }
              ]
            }
          ],
          "pad": [],
          "row_names": [
            "1",
            "2",
            "3"
          ],
          "rows": 3
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&seen).unwrap());
}

#[test]
fn labels_are_in_the_language_of_the_face() {
    let mut service = service();
    let seen = view(&mut service, json!({ "load": { "name": "othello", "language": "ja" } }));
    let label = |name: &str| {
        let mut cells = seen["cells"].as_array().unwrap().iter();
        cells.find(|cell| cell["name"] == name).unwrap()["label"].clone()
    };
    expect![[r#""a1、なし" "d4、白石" "d3、なし、選べます""#]].assert_eq(&format!(
        "{} {} {}",
        label("a1"),
        label("d4"),
        label("d3")
    ));
}

#[test]
fn every_cell_of_every_shipped_game_has_a_look_and_a_label() {
    let mut service = service();
    for shipped in shipped_games() {
        let seen = view(&mut service, json!({ "load": { "name": shipped.name, "seed": 1 } }));
        let (columns, rows) = (seen["columns"].as_u64(), seen["rows"].as_u64());
        let cells = seen["cells"].as_array().unwrap();
        assert_eq!(Some(cells.len() as u64), columns.zip(rows).map(|(w, h)| w * h));
        let looks = seen["looks"].as_array().unwrap();
        for cell in cells {
            let label = cell["label"].as_str().unwrap();
            assert!(label.starts_with(cell["name"].as_str().unwrap()), "{label}");
            assert!((cell["look"].as_u64().unwrap() as usize) < looks.len());
        }
        assert!(looks.len() <= 70, "{}: {}", shipped.name, looks.len());
        for shape in looks.iter().flat_map(|look| look["shapes"].as_array().unwrap()) {
            assert!(shape["path"].as_str().unwrap().starts_with('M'), "{shape}");
            assert!(shape["hue"].is_string() != shape["colour"].is_string(), "{shape}");
        }
    }
}

#[test]
fn a_turned_board_is_seen_from_its_other_side() {
    let mut service = service();
    let seen = view(&mut service, json!({ "load": { "name": "chess" } }));
    let turned = view(&mut service, json!({ "key": "F" }));
    let names = |seen: &Value| -> Vec<Value> {
        seen["cells"].as_array().unwrap().iter().map(|cell| cell["name"].clone()).collect()
    };
    let mut reversed = names(&seen);
    reversed.reverse();
    assert_eq!(names(&turned), reversed);
    assert_eq!(seen["column_names"][0], "a");
    assert_eq!((&turned["column_names"][0], &turned["row_names"][0]), (&json!("h"), &json!("1")));
}

#[test]
fn what_was_chosen_and_what_can_be_is_marked() {
    let mut service = service();
    view(&mut service, json!({ "load": { "name": "breakthrough", "size": "5x6" } }));
    let seen = view(&mut service, json!({ "pick": "b2" }));
    let marked: Vec<String> = seen["cells"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|cell| cell["marks"].is_array())
        .map(|cell| format!("{} {}", cell["label"].as_str().unwrap(), cell["marks"]))
        .collect();
    expect![[r#"
        a6, black man []
        b6, black man []
        c6, black man []
        d6, black man []
        e6, black man []
        a5, black man []
        b5, black man []
        c5, black man []
        d5, black man []
        e5, black man []
        a4, nothing []
        b4, nothing []
        c4, nothing []
        d4, nothing []
        e4, nothing []
        a3, nothing, can be chosen ["choosable","target"]
        b3, nothing, can be chosen ["choosable","target"]
        c3, nothing, can be chosen ["choosable","target"]
        d3, nothing []
        e3, nothing []
        a2, white man []
        b2, white man, chosen ["selected"]
        c2, white man []
        d2, white man []
        e2, white man []
        a1, white man []
        b1, white man []
        c1, white man []
        d1, white man []
        e1, white man []"#]]
    .assert_eq(&marked.join("\n"));
}

#[test]
fn a_line_that_joined_two_cells_is_seen() {
    let mut service = service();
    let load = json!({ "load": { "name": "shisen-sho", "seed": 7 } });
    let line = json!({ "id": 1, "ask": load }).to_string();
    let reply: Value = serde_json::from_str(&service.ask_line(&line, &mut |_| ())).unwrap();
    let first = reply["answer"]["snapshot"]["legal"][0].clone();
    let seen = view(&mut service, json!({ "act": first }));
    let path = seen["joined"].as_array().unwrap();
    assert!(path.len() > 1, "{seen}");
    let ends = [path.first().unwrap(), path.last().unwrap()].map(|place| {
        let at = |index: usize| place[index].as_u64().unwrap() as usize;
        let cell = at(1) * seen["columns"].as_u64().unwrap() as usize + at(0);
        seen["cells"][cell]["name"].as_str().unwrap().to_owned()
    });
    let first = first.as_str().unwrap();
    assert!(ends.iter().all(|end| first.split(' ').any(|word| word == end)), "{first} {ends:?}");
}

#[test]
fn keys_say_what_they_do_and_a_pad_has_the_directions_of_the_game() {
    let mut service = service();
    let seen = view(&mut service, json!({ "load": { "name": "robots" } }));
    expect![[r#"["up","left","right","down","up-left","up-right","down-left","down-right"]"#]]
        .assert_eq(&seen["pad"].to_string());
    let key = |name: &str| {
        let mut keys = seen["keys"].as_array().unwrap().iter();
        keys.find(|key| key["key"] == name).unwrap().to_string()
    };
    expect![[r#"
        {"direction":"up-left","key":"7","kind":"direction","label":"step up-left"}
        {"command":"undo","key":"z","kind":"command","label":"undo"}
        {"key":"5","kind":"action","label":"wait"}
        {"command":"help","key":"?","kind":"command","label":"this help"}"#]]
    .assert_eq(&["7", "z", "5", "?"].map(key).join("\n"));
    let seen = view(&mut service, json!({ "load": { "name": "othello" } }));
    assert_eq!(seen["pad"], json!([]));
}

#[test]
fn a_key_whose_action_cannot_be_done_now_says_so() {
    let text = "game Lamp\nboard 1 x 1\npieces\n  thing: light\naction kindle\n  _ -> light\n\
                action quench\n  light -> _\nkeys\n  k -> kindle\n  e -> quench\n";
    let mut service = service();
    let can = |seen: &Value| {
        let keys = seen["keys"].as_array().unwrap().iter();
        let own = keys.filter(|it| it["kind"] == "action");
        own.map(|it| it["impossible"] != json!(true)).collect::<Vec<_>>()
    };
    assert_eq!(can(&view(&mut service, json!({ "load": { "text": text } }))), [true, false]);
    assert_eq!(can(&view(&mut service, json!({ "act": "kindle" }))), [false, true]);
}

#[test]
fn a_page_is_not_told_the_keys_of_the_terminal() {
    let line = |view: bool| json!({ "view": view, "ask": { "load": { "name": "othello" } } });
    let said = |view| {
        let reply = service().ask_line(&line(view).to_string(), &mut |_| ());
        serde_json::from_str::<Value>(&reply).unwrap()["answer"]["snapshot"]["said"].clone()
    };
    assert_eq!(said(false), json!(["? for help, q to quit"]));
    assert_eq!(said(true), json!([]));
}

#[test]
fn keys_of_browsers_are_no_commands_of_a_page() {
    let mut service = service();
    let seen = view(&mut service, json!({ "load": { "name": "sokoban" } }));
    let keys: Vec<&Value> = seen["keys"].as_array().unwrap().iter().map(|it| &it["key"]).collect();
    assert!(keys.contains(&&json!("O")) && keys.contains(&&json!("ctrl-y")), "{keys:?}");
    for key in ["ctrl-r", "ctrl-s", "f5", "f11", "f12", "tab"] {
        assert!(!keys.contains(&&json!(key)), "{key}");
    }
    let mut help = |view: bool| {
        let line = json!({ "view": view, "ask": { "page": "help" } }).to_string();
        let reply = service.ask_line(&line, &mut |_| ());
        serde_json::from_str::<Value>(&reply).unwrap()["answer"]["page"]["lines"].to_string()
    };
    let told = help(true);
    assert!(told.contains("Ctrl-Y") && !told.contains("Ctrl-R") && !told.contains("F5"), "{told}");
    assert!(help(false).contains("Ctrl-R"));
}

#[test]
fn cells_that_look_as_before_are_not_marked_as_changed() {
    let check = |load: Value, acts: &[(&str, &[&str])]| {
        let mut service = service();
        view(&mut service, json!({ "load": load }));
        for (act, expected) in acts {
            let seen = view(&mut service, json!({ "act": act }));
            let cells = seen["cells"].as_array().unwrap().iter();
            let is_fresh =
                |cell: &&Value| cell["marks"].as_array().unwrap().contains(&json!("fresh"));
            let fresh: Vec<&str> =
                cells.filter(is_fresh).map(|cell| cell["name"].as_str().unwrap()).collect();
            assert_eq!(&fresh, expected, "{load} {act}");
        }
    };
    // A pawn leaves a place behind where it can be taken, and a king that steps ends what rooks may do.
    let chess: [(&str, &[&str]); 4] = [
        ("move e2 e4", &["e4", "e2"]),
        ("move d7 d5", &["d7", "d5"]),
        ("move e1 e2", &["e2", "e1"]),
        ("move d5 e4", &["d5", "e4"]),
    ];
    check(json!({ "name": "chess" }), &chess);
}

#[test]
fn a_face_with_buttons_is_asked_without_the_keys_that_answer() {
    let won = |view: bool| {
        let mut service = service();
        let mut said = Value::Null;
        for ask in [json!({ "load": { "name": "tic-tac-toe" } }), json!({ "act": "place a1" })]
            .into_iter()
            .chain(["b1", "a2", "b2", "a3"].map(|cell| json!({ "act": format!("place {cell}") })))
        {
            let line = json!({ "view": view, "ask": ask }).to_string();
            let reply: Value = serde_json::from_str(&service.ask_line(&line, &mut |_| ())).unwrap();
            said = reply["answer"]["snapshot"]["said"].clone();
        }
        said.as_array().unwrap().last().unwrap().clone()
    };
    assert_eq!(won(false), "play again? Enter: yes, q: no");
    assert_eq!(won(true), "play again?");
}
