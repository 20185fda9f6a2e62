//! The one file that the page may read and write.

use std::fs;
use std::path::{Path, PathBuf};

use masume_web::{NamedFile, Shown};
use serde_json::{Value, json};

use crate::support::Running;

const MOST_BYTES: u64 = 1_000;

struct Named {
    server: Running,
    path: PathBuf,
    /// It is removed at the end.
    _folder: tempfile::TempDir,
}

fn named(text: &str) -> Named {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.masu");
    fs::write(&path, text).unwrap();
    let replace = |path: &Path, text: &str| fs::write(path, text);
    let file = NamedFile::new(path.clone(), MOST_BYTES, replace);
    Named { server: Running::begin(Shown::File(file)), path, _folder: folder }
}

fn written(reply: &Value) -> bool {
    reply["answer"]["written"] == "mine.masu"
}

#[test]
fn a_text_is_written_over_the_one_that_was_seen() {
    let named = named("first");
    let mut socket = named.server.open();
    // Who has not seen the text may not write over it.
    let refused = socket.ask(json!({ "write": "blind" }));
    assert_eq!(refused["error"]["changed"], "first");
    let opened = socket.ask("opened".into());
    let file = json!({ "file": { "name": "mine.masu", "text": "first" } });
    assert_eq!(opened["answer"]["opened"], file);
    assert!(written(&socket.ask(json!({ "write": "second" }))));
    assert_eq!(fs::read_to_string(&named.path).unwrap(), "second");
    // Over its own text, too.
    assert!(written(&socket.ask(json!({ "write": "third" }))));
}

#[test]
fn a_text_of_another_program_is_told_and_not_overwritten() {
    let named = named("first");
    let mut socket = named.server.open();
    socket.ask("opened".into());
    fs::write(&named.path, "of another editor").unwrap();
    let refused = socket.ask(json!({ "write": "mine" }));
    assert_eq!(refused["error"]["changed"], "of another editor", "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("mine.masu"));
    assert_eq!(fs::read_to_string(&named.path).unwrap(), "of another editor");
    // It has been told now.
    assert!(written(&socket.ask(json!({ "write": "mine" }))));
}

#[test]
fn a_text_of_another_program_is_told_as_it_changes() {
    let named = named("first");
    let mut socket = named.server.open();
    socket.ask("opened".into());
    // The first look at the file may come after this, and then sees nothing new: so it changes on.
    let text = |count: usize| "x".repeat(count);
    let writer = std::thread::spawn({
        let path = named.path.clone();
        move || {
            for count in 10..40 {
                fs::write(&path, text(count)).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
        }
    });
    let notice = socket.next().unwrap();
    assert!(notice["event"]["changed"].as_str().unwrap().starts_with("xxxxx"), "{notice}");
    writer.join().unwrap();
}

#[test]
fn another_page_of_this_server_is_told() {
    let named = named("first");
    let (mut writer, mut reader) = (named.server.open(), named.server.open());
    writer.ask("opened".into());
    reader.ask("opened".into());
    assert!(written(&writer.ask(json!({ "write": "second" }))));
    assert_eq!(reader.next().unwrap()["event"]["changed"], "second");
    assert!(written(&reader.ask(json!({ "write": "third" }))));
    assert_eq!(writer.next().unwrap()["event"]["changed"], "third");
}

#[test]
fn what_cannot_be_written_is_said() {
    let named = named("first");
    let mut socket = named.server.open();
    socket.ask("opened".into());
    let long = "x".repeat(MOST_BYTES as usize + 1);
    assert!(socket.ask(json!({ "write": long }))["error"]["message"].is_string());
    fs::remove_file(&named.path).unwrap();
    assert!(socket.ask(json!({ "write": "anew" }))["error"]["message"].is_string());
    assert!(!named.path.exists());
    let menu = Running::begin(Shown::Menu);
    let refused = menu.open().ask(json!({ "write": "anything" }));
    assert!(refused["error"]["message"].as_str().unwrap().contains("no file"), "{refused}");
}
