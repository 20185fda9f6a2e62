//! Games played by questions.

use std::fs;
use std::path::Path;

use masume_service::Service;
use serde_json::{Value, json};

use super::support::{ask, ask_all, refusal, service, snapshot};

#[test]
fn recorded_games_are_the_same_state_for_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs");
    for name in ["sokoban-level-7", "robots", "othello", "2048", "shisen-sho"] {
        let record = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let value = |key: &str| record.lines().find_map(|line| line.strip_prefix(key));
        let part =
            |key: &str, sign: &str| value(key).map(|it| format!("{sign}{it}")).unwrap_or_default();
        let parts = [("game ", ""), ("board ", ":"), ("level ", "/"), ("seed ", "#")];
        let id = parts.map(|(key, sign)| part(key, sign)).concat();
        let mut service = service();
        let mut seen = snapshot(&mut service, json!({ "load": { "name": id } }));
        let mut block = String::new();
        let mut checked = 0;
        let lines = record.lines().skip_while(|line| !line.starts_with("> "));
        for line in lines.chain(["> "]) {
            let Some(action) = line.strip_prefix("> ") else {
                let line = if line.starts_with("= ") { "" } else { line };
                block.push_str(line);
                block.push('\n');
                continue;
            };
            if !block.trim().is_empty() {
                assert_eq!(seen["state"].as_str().unwrap().trim(), block.trim(), "{name}");
                checked += 1;
            }
            block.clear();
            // A pass that the rules force is done with the action before it.
            let is_forced = |seen: &Value| {
                action == "pass" && !seen["legal"].as_array().unwrap().contains(&json!("pass"))
            };
            if !action.is_empty() && !is_forced(&seen) {
                seen = snapshot(&mut service, json!({ "act": action }));
            }
        }
        assert!(checked > 0, "{name} has a state");
    }
}

#[test]
fn a_stale_question_is_never_done_twice() {
    let mut service = service();
    let loaded = ask(&mut service, json!({ "load": { "name": "tic-tac-toe" } }));
    assert_eq!((loaded["number"].as_u64(), loaded["id"].as_u64()), (Some(1), Some(1)));
    let line = |seen: u64, cell: &str| {
        json!({ "id": 9, "seen": seen, "ask": { "act": format!("place {cell}") } }).to_string()
    };
    let mut say = |line: String| -> Value {
        serde_json::from_str(&service.ask_line(&line, &mut |_| ())).unwrap()
    };
    let first = say(line(1, "b2"));
    assert_eq!(first["number"], 2);
    let again = say(line(1, "a1"));
    assert_eq!(again["number"], 2);
    assert_eq!(again["stale"]["position"], 1);
    assert_eq!(again["hash"], first["hash"]);
    assert_eq!(say(line(2, "a1"))["answer"]["snapshot"]["position"], 2);
}

#[test]
fn cells_and_keys_play_as_in_the_terminal() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let (reply, notices) = ask_all(&mut service, json!({ "key": "right" }));
    assert_eq!(reply["answer"]["snapshot"]["position"], 1);
    assert_eq!(notices[0]["event"]["acted"]["action"], "push right", "{notices:?}");
    assert_eq!(notices[0]["number"], reply["number"]);
    let undone = snapshot(&mut service, json!("undo"));
    assert_eq!((undone["position"].as_u64(), undone["length"].as_u64()), (Some(0), Some(1)));
    assert_eq!(snapshot(&mut service, json!("redo"))["position"], 1);
    assert_eq!(snapshot(&mut service, json!({ "goto": 0 }))["position"], 0);
    let (_, notices) = ask_all(&mut service, json!({ "key": "?" }));
    assert!(notices[0]["event"]["page"]["title"].as_str().unwrap().contains("Sokoban"));
    assert_eq!(snapshot(&mut service, json!({ "level": 2 }))["level"], 2);

    snapshot(&mut service, json!({ "load": { "name": "breakthrough", "size": "5x6" } }));
    let chosen = snapshot(&mut service, json!({ "pick": "b2" }));
    assert_eq!((chosen["selected"].as_str(), chosen["position"].as_u64()), (Some("b2"), Some(0)));
    assert!(chosen["choosable"].as_array().unwrap().contains(&json!("b3")), "{chosen}");
    assert_eq!(snapshot(&mut service, json!({ "pick": "b3" }))["position"], 1);
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut service = service();
    assert!(refusal(&mut service, json!({ "act": "push up" })).contains("no game"));
    assert!(refusal(&mut service, json!({ "load": { "name": "sokobann" } })).contains("sokobann"));
    let before = ask(&mut service, json!({ "load": { "name": "othello" } }));
    for question in [
        json!({ "act": "place a1" }),
        json!({ "act": "fly" }),
        json!({ "pick": "z99" }),
        json!({ "level": 7 }),
        json!({ "option": { "name": "none", "value": "1" } }),
        json!({ "opponent": { "player": "red", "agent": "easy" } }),
        json!({ "opponent": { "player": "black", "agent": "best" } }),
        json!({ "restore": "this is no save" }),
        json!({ "rebuild": "game" }),
        json!({ "load": { "text": "game" } }),
    ] {
        assert!(!refusal(&mut service, question.clone()).is_empty(), "{question}");
    }
    let after = ask(&mut service, json!("state"));
    assert_eq!((&after["hash"], &after["number"]), (&before["hash"], &before["number"]));
}

#[test]
fn a_game_is_saved_restored_and_rebuilt() {
    let mut service = service();
    let text = masume_service::shipped_game("2048").unwrap().text;
    snapshot(&mut service, json!({ "load": { "name": "own", "text": text, "seed": 3 } }));
    let there = snapshot(&mut service, json!({ "act": "slide left" }))["state"].clone();
    let saved = ask(&mut service, json!("save"))["answer"]["text"].clone();
    snapshot(&mut service, json!("undo"));
    assert_eq!(snapshot(&mut service, json!({ "restore": saved }))["state"], there);
    let (reply, notices) = ask_all(&mut service, json!({ "rebuild": text }));
    assert_eq!(reply["answer"]["snapshot"]["state"], there);
    assert_eq!(notices[0]["event"], "rebuilt");
    assert_eq!(snapshot(&mut service, json!({ "seed": 4 }))["id"], "own#4");
}

#[test]
fn sentences_are_in_the_language_that_is_asked_for() {
    let mut service = service();
    let load = json!({ "load": { "name": "sokoban", "language": "ja" } });
    assert!(snapshot(&mut service, load)["heading"].as_str().unwrap().contains("倉庫番"));
    let unknown = json!({ "load": { "name": "sokoban", "language": "xx" } });
    assert!(refusal(&mut service, unknown).contains("xx"));
}

#[test]
fn a_position_is_gone_on_from_and_its_mistakes_have_their_place() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "chess" } }));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let seen = snapshot(&mut service, json!({ "position": fen }));
    assert_eq!((&seen["position"], &seen["to_act"]), (&json!(0), &json!("white")));
    let there = seen["state"].clone();
    snapshot(&mut service, json!({ "act": "move e2 e4" }));
    assert_eq!(snapshot(&mut service, json!({ "position": there }))["state"], there);
    let wrong = ask(&mut service, json!({ "position": "ply: 木\n" }))["error"].clone();
    let found = wrong["diagnostics"].as_array().unwrap();
    let codes: Vec<&Value> = found.iter().map(|it| &it["code"]).collect();
    assert_eq!(codes, ["E0407", "E0408"], "{wrong}");
    assert_eq!(found[1]["span"], json!({ "start": 5, "end": 8 }), "{wrong}");
    // Nothing was done.
    assert_eq!(snapshot(&mut service, json!("state"))["state"], there);
}

#[test]
fn levels_that_can_be_read_in_two_ways_are_taken_and_told() {
    const GAME: &str = "game Own\nlegend\n  .  nothing\n  #  wall\n  p  player\n  b  box\n  g  goal\n\n\
        legend other\n  -  nothing\n  #  wall\n  p  player\n  b  box\n  .  goal\n\n\
        pieces\n  ground: wall goal\n  thing: player box\n\n\
        action push in d\n  player box [no thing] -> _ player box\n  \
        else player [no thing] -> _ player\n\nwin when every goal has box\n\n\
        level\n  #####\n  #pbg#\n  #####\n";
    let mut service = service();
    let load = |levels: &str| json!({ "load": { "name": "own", "text": GAME, "levels": levels } });
    let (reply, notices) = ask_all(&mut service, load("#####\n#pb.#\n#####\n"));
    assert!(reply["answer"]["snapshot"].is_object(), "{reply}");
    let doubt = &notices[0]["event"]["doubts"][0];
    assert_eq!(
        (&doubt["code"], &doubt["is_error"]),
        (&json!("E0415"), &json!(false)),
        "{notices:?}"
    );
    // A level that the game does not allow has its place in the text from which it came.
    let (refused, _) = ask_all(&mut service, load("######\n#pbgp#\n######\n"));
    let mistake = &refused["error"]["diagnostics"][0];
    assert_eq!(mistake["code"], "E0409", "{refused}");
    assert_eq!(mistake["span"], json!({ "start": 0, "end": 20 }), "{refused}");
}

/// A question of one of several who share a game: the reply, and the notices before it.
fn ask_of(service: &mut Service, asker: u64, seen: u64, ask: Value) -> (Value, Vec<Value>) {
    let mut notices = Vec::new();
    let line = json!({ "id": 1, "asker": asker, "seen": seen, "ask": ask }).to_string();
    let reply = service.ask_line(&line, &mut |it| notices.push(serde_json::from_str(&it).unwrap()));
    (serde_json::from_str(&reply).unwrap(), notices)
}

#[test]
fn who_shares_a_game_is_told_who_acted() {
    let mut service = service();
    let opponents = json!({ "name": "tic-tac-toe", "opponents": { "nought": "easy" } });
    let (reply, notices) = ask_of(&mut service, 1, 0, json!({ "load": opponents }));
    assert_eq!(reply["number"], 1, "{reply}");
    assert_eq!(notices, [json!({ "number": 1, "asker": 1, "event": "changed" })]);

    let (_, notices) = ask_of(&mut service, 1, 1, json!({ "act": "place b2" }));
    let action = json!({ "player": "cross", "action": "place b2", "is_opponent": false });
    let acted = json!({ "number": 2, "asker": 1, "event": { "acted": action } });
    assert_eq!(notices, [acted]);

    // What the other one had not seen is not done, and nobody is told of it.
    let (reply, notices) = ask_of(&mut service, 2, 1, json!({ "act": "place a1" }));
    assert!(reply["stale"]["board"].is_string() && notices.is_empty(), "{reply} {notices:?}");

    // The opponent's action comes from the question that let it think.
    let (_, notices) = ask_of(&mut service, 2, 2, json!("think"));
    assert_eq!(
        (&notices[0]["asker"], &notices[0]["event"]["acted"]["is_opponent"]),
        (&json!(2), &json!(true))
    );

    let (reply, notices) = ask_of(&mut service, 2, 3, json!("undo"));
    let number = reply["number"].clone();
    assert_eq!(notices, [json!({ "number": number, "asker": 2, "event": "changed" })]);
    // To look changes nothing.
    let (reply, notices) = ask_of(&mut service, 1, 4, json!("state"));
    assert!(reply["answer"].is_object() && notices.is_empty(), "{reply} {notices:?}");
}
