//! Searches, opponents and hints within their bounds.

use masume_service::{Host, Service};
use masume_store::{Keeper, Memory, Place};
use serde_json::{Value, json};

use super::support::{ask, ask_all, service, snapshot};

#[test]
fn a_level_is_solved_and_the_line_wins() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let line = ask(&mut service, json!("solve"))["answer"]["line"].clone();
    assert_eq!(line["verdict"], "won", "{line}");
    let mut last = Value::Null;
    for action in line["actions"].as_array().unwrap() {
        last = snapshot(&mut service, json!({ "act": action }));
    }
    assert_eq!((last["outcome"].as_str(), last["phase"].as_str()), (Some("win"), Some("asking")));
}

#[test]
fn a_search_without_states_gives_up_with_a_reason() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "fifteen", "seed": 5 } }));
    let ask = json!({ "id": 3, "budget": { "nodes": 10 }, "ask": "solve" }).to_string();
    let reply: Value = serde_json::from_str(&service.ask_line(&ask, &mut |_| ())).unwrap();
    assert_eq!(reply["answer"]["line"]["verdict"], "unknown", "{reply}");
    assert!(!reply["answer"]["line"]["reason"].as_str().unwrap().is_empty());
}

#[test]
fn an_opponent_answers_when_it_is_asked_to_think() {
    let mut service = service();
    let opponents = json!({ "nought": "easy" });
    let load = json!({ "load": { "name": "tic-tac-toe", "opponents": opponents } });
    let started = snapshot(&mut service, load);
    let first = started["to_act"].as_str().unwrap().to_owned();
    let opponent = if first == "nought" { "cross" } else { "nought" };
    snapshot(&mut service, json!({ "opponent": { "player": "nought" } }));
    let seat = json!({ "opponent": { "player": opponent, "agent": "easy" } });
    snapshot(&mut service, seat);
    let acted = snapshot(&mut service, json!({ "act": "place b2" }));
    assert_eq!(acted["thinks"], true, "{acted}");
    let (reply, notices) = ask_all(&mut service, json!("think"));
    assert_eq!(reply["answer"]["snapshot"]["position"], 2, "{reply}");
    let told = &notices[0]["event"]["acted"];
    assert_eq!(
        (told["is_opponent"].as_bool(), told["player"].as_str()),
        (Some(true), Some(opponent))
    );
}

#[test]
fn a_hint_says_how_to_go_on() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let hinted = snapshot(&mut service, json!("hint"));
    assert_eq!(hinted["position"], 0);
    assert!(hinted["said"][0].as_str().unwrap().contains("right"), "{}", hinted["said"]);
}

#[test]
fn the_rules_of_the_last_action_are_traced() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "othello" } }));
    let place = snapshot(&mut service, json!("state"))["legal"][0].clone();
    snapshot(&mut service, json!({ "act": place }));
    let trace = ask(&mut service, json!("trace"))["answer"]["trace"].clone();
    let steps = trace["steps"].as_array().unwrap();
    assert!(
        !steps.is_empty() && steps.iter().all(|step| step["line"].as_u64() > Some(0)),
        "{trace}"
    );
    assert_ne!(trace["before"], steps.last().unwrap()["board"]);
}

#[test]
fn what_was_played_is_counted_by_a_service_that_keeps() {
    let mut service = service();
    snapshot(&mut service, json!({ "load": { "name": "sokoban" } }));
    let counted = ask(&mut service, json!("statistics"))["answer"]["statistics"].clone();
    assert_eq!((counted["name"].as_str(), counted["games"].as_u64()), (Some("sokoban"), Some(0)));
}

#[test]
fn a_text_of_ones_own_is_counted_where_its_statistics_are_looked_for() {
    let keeper = Keeper::new(Box::new(Memory::new(1)), Place::default());
    let mut service = Service::new(Host::new(keeper));
    let text = "game Own\n\npieces\n  thing: stone\n\nlegend\n  .  nothing\n  o  stone\n\naction put at c\n  \
                at c: _ -> stone\n\nwin when some stone\n\nlevel \"\"\n  .\n";
    snapshot(&mut service, json!({ "load": { "name": "mine", "text": text } }));
    snapshot(&mut service, json!({ "act": "put a1" }));
    let counted = ask(&mut service, json!("statistics"))["answer"]["statistics"].clone();
    assert_eq!(
        (counted["games"].as_u64(), counted["won"].as_u64()),
        (Some(1), Some(1)),
        "{counted}"
    );
    let page = ask(&mut service, json!({ "page": "statistics" }))["answer"]["page"].to_string();
    assert!(!page.contains("nothing was played"), "{page}");
}
