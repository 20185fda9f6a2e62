//! Hostile questions: an error each, no panic, and the service goes on.

use masume_service::{LONGEST_ASK, Service};
use serde_json::{Value, json};

use super::support::{service, snapshot};

#[test]
fn what_is_no_question_is_an_error_with_its_number() {
    let mut service = service();
    let deep = "[".repeat(100_000);
    let long = "x".repeat(LONGEST_ASK + 1);
    for (line, id) in [
        ("", 0),
        ("{", 0),
        ("null", 0),
        ("{\"id\": 7}", 7),
        ("{\"id\": 8, \"ask\": \"fly\"}", 8),
        ("{\"id\": 9, \"ask\": {\"act\": 1}}", 9),
        ("{\"id\": 10, \"ask\": \"state\", \"more\": 1}", 10),
        ("{\"id\": -1, \"ask\": \"state\"}", 0),
        (deep.as_str(), 0),
        (long.as_str(), 0),
    ] {
        let reply: Value = serde_json::from_str(&service.ask_line(line, &mut |_| ())).unwrap();
        assert_eq!(reply["id"], id);
        let said = reply["error"]["message"].as_str().unwrap();
        assert!(!said.is_empty() && said.len() < 1_000, "{said}");
    }
    snapshot(&mut service, json!({ "load": { "name": "tic-tac-toe" } }));
}

#[test]
fn odd_values_are_refused_or_done_and_never_panic() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let texts = ["", " ", "\u{0}", "\u{202e}", "é", "🀄", "a1a1a1", &"w".repeat(100_000)];
    for text in texts {
        for question in [
            json!({ "act": text }),
            json!({ "pick": text }),
            json!({ "drag": { "from": text, "to": text } }),
            json!({ "key": text }),
            json!({ "option": { "name": text, "value": text } }),
            json!({ "opponent": { "player": text, "agent": text } }),
            json!({ "format": text }),
            json!({ "complete": { "text": text, "at": 3 } }),
            json!({ "tokens": text }),
            json!({ "fix": text }),
            json!({ "try": text }),
            json!({ "restore": text }),
            json!({ "position": text }),
            json!({ "say": text }),
            json!({ "load": { "name": "sokoban", "levels": text } }),
            json!({ "source": text }),
            json!({ "manual": text }),
            json!({ "chapter": text }),
            json!({ "why": text }),
            json!({ "language": text }),
            json!({ "page": text }),
            json!({ text: 1 }),
            json!({ "rebuild": text }),
            json!({ "load": { "text": text, "size": text } }),
            json!({ "goto": 1_000_000 }),
            json!({ "level": u64::MAX }),
            json!({ "seed": u64::MAX }),
        ] {
            for units in ["bytes", "utf16"] {
                let line = json!({ "units": units, "ask": question }).to_string();
                let reply = service.ask_line(&line, &mut |_| ());
                let reply: Value = serde_json::from_str(&reply).unwrap();
                let said = reply["error"]["message"].as_str().unwrap_or_default();
                assert!(said.chars().count() <= 1_003, "it is no longer than a sentence");
            }
        }
    }
}

#[test]
fn rules_that_run_for_ever_are_stopped_by_another_thread() {
    let mut service = service();
    let load = json!({ "load": { "name": "fifteen", "seed": 8 } });
    snapshot(&mut service, load);
    let stop = service.stop().clone();
    let line = json!({ "budget": { "nodes": u64::MAX }, "ask": "solve" }).to_string();
    // The first notice of the search stops it.
    let reply = service.ask_line(&line, &mut |_| stop.stop());
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert!(reply["answer"]["line"].is_object(), "{reply}");
    // What comes after it is answered again.
    snapshot(&mut service, json!("state"));
}

#[test]
fn a_question_that_waits_is_stopped_and_the_next_one_is_not() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "fifteen", "seed": 8 } }));
    let stop = service.stop().clone();
    let line = json!({ "budget": { "nodes": u64::MAX }, "ask": "solve" }).to_string();
    // The line that stops it was read before it began.
    stop.stop();
    let reply = service.ask_line(&line, &mut |notice| panic!("it goes on: {notice}"));
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["answer"]["line"]["verdict"], "unknown");
    // Rules run again for what is asked next.
    let act = |service: &mut Service| {
        let legal = snapshot(service, json!("state"))["legal"][0].clone();
        snapshot(service, json!({ "act": legal }))["position"].clone()
    };
    assert_eq!(act(&mut service), 1);
    // Where there is nothing to stop, the question to do so is answered, and stops nothing behind it.
    stop.stop();
    assert_eq!(snapshot(&mut service, json!("stop"))["position"], 1);
    assert_eq!(act(&mut service), 2);
}
