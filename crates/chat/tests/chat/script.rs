//! Recorded sessions, message for message: `> ` is what happened, `< ` what was ordered.
//!
//! With `UPDATE_EXPECT=1` the orders are recorded anew.

use std::fs;
use std::path::{Path, PathBuf};

use masume_chat::{Chat, Event, Order};
use masume_presentation::locale::Locale;
use masume_store::Store;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

#[test]
fn the_session_of_the_article_is_as_it_was_recorded() {
    let path = path("tests/chat/sokoban.txt");
    let recorded = fs::read_to_string(&path).unwrap();
    // Plays are numbered as `masume chat stdio` numbers them.
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("chat.sqlite")).unwrap();
    let mut chat = Chat::new(Box::new(store), "@masume", Locale::English);
    let mut played = String::new();
    for line in recorded.lines().filter(|line| !line.starts_with("< ")) {
        played.push_str(line);
        played.push('\n');
        if let Some(event) = line.strip_prefix("> ") {
            let event: Event = serde_json::from_str(event).expect(line);
            for order in chat.hear(&event) {
                played.push_str(&format!("< {}\n", serde_json::to_string(&order).unwrap()));
            }
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &played).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    for (found, expected) in played.lines().zip(recorded.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(played.lines().count(), recorded.lines().count());
}

#[test]
fn every_line_of_the_specification_is_one() {
    let text = fs::read_to_string(path("spec/chat.md")).unwrap();
    let (mut events, mut orders) = (0, 0);
    for line in text.lines() {
        if let Some(event) = line.strip_prefix("> ") {
            let event: Result<Event, _> = serde_json::from_str(event);
            assert!(event.is_ok(), "{line}");
            events += 1;
        } else if let Some(order) = line.strip_prefix("< ") {
            let order: Result<Order, _> = serde_json::from_str(order);
            assert!(order.is_ok(), "{line}");
            orders += 1;
        }
    }
    assert!(events > 4 && orders > 2, "{events} {orders}");
}
