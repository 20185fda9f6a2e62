//! A service to ask, and its lines.

use masume_service::{Host, Service};
use masume_store::Keeper;
use serde_json::{Value, json};

/// A service that keeps nothing.
pub(crate) fn service() -> Service {
    Service::new(Host::new(Keeper::of_nothing()))
}

/// The reply to a question, and the notices before it.
pub(crate) fn ask_all(service: &mut Service, ask: Value) -> (Value, Vec<Value>) {
    let mut notices = Vec::new();
    let line = json!({ "id": 1, "ask": ask }).to_string();
    let reply = service.ask_line(&line, &mut |it| notices.push(serde_json::from_str(&it).unwrap()));
    (serde_json::from_str(&reply).unwrap(), notices)
}

/// The reply to a question.
pub(crate) fn ask(service: &mut Service, question: Value) -> Value {
    ask_all(service, question).0
}

/// The snapshot after a question that is answered.
#[track_caller]
pub(crate) fn snapshot(service: &mut Service, question: Value) -> Value {
    let reply = ask(service, question);
    assert!(reply["answer"]["snapshot"].is_object(), "{reply}");
    reply["answer"]["snapshot"].clone()
}

/// The reason why a question is refused.
#[track_caller]
pub(crate) fn refusal(service: &mut Service, question: Value) -> String {
    let reply = ask(service, question);
    reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned()
}
