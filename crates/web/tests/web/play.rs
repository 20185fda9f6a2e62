//! Games by socket.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use masume_presentation::locale::Locale;
use masume_service::{Host, Service, Surroundings};
use masume_store::Keeper;
use masume_web::{Settings, Shown};
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::{Value, json};

use crate::support::Running;

fn board(reply: &Value) -> &str {
    reply["answer"]["snapshot"]["board"].as_str().unwrap_or_else(|| panic!("{reply}"))
}

#[test]
fn a_whole_game_is_played() {
    let server = Running::begin(Shown::Menu);
    let mut socket = server.open();
    socket.ask(json!({ "load": { "name": "tic-tac-toe" } }));
    let mut last = Value::Null;
    for cell in ["a1", "b1", "a2", "b2", "a3"] {
        last = socket.ask(json!({ "act": format!("place {cell}") }));
    }
    assert_eq!(last["answer"]["snapshot"]["outcome"], "cross wins", "{last}");
    assert!(socket.ask(json!({ "act": "place c3" }))["error"].is_object());
}

#[test]
fn two_sockets_are_two_games() {
    let server = Running::begin(Shown::Menu);
    let (mut first, mut second) = (server.open(), server.open());
    let load = json!({ "load": { "name": "tic-tac-toe" } });
    let empty = board(&first.ask(load.clone())).to_owned();
    second.ask(load);
    let placed = board(&first.ask(json!({ "act": "place b2" }))).to_owned();
    assert_ne!(placed, empty);
    assert_eq!(board(&second.ask("state".into())), empty);
}

#[test]
fn a_search_is_stopped_as_soon_as_it_is_asked() {
    let server = Running::begin(Shown::Menu);
    let mut socket = server.open();
    socket.ask(json!({ "load": { "name": "fifteen", "seed": 5 } }));
    let budget = json!({ "nodes": 4_000_000_000_u64 });
    socket.send(&json!({ "id": 1, "budget": budget, "ask": "solve" }));
    // The first notice shows that the search has begun.
    let begun = socket.next().unwrap();
    assert!(begun["event"]["searched"].is_object(), "{begun}");
    socket.send(&json!({ "id": 2, "ask": "stop" }));
    let mut reply = || loop {
        let line = socket.next().unwrap();
        if line.get("event").is_none() {
            break line;
        }
    };
    let searched = reply();
    assert_eq!(
        (&searched["id"], &searched["answer"]["line"]["verdict"]),
        (&json!(1), &json!("unknown"))
    );
    let stopped = reply();
    assert_eq!(stopped["id"], 2);
    assert!(stopped["answer"]["snapshot"].is_object(), "{stopped}");
}

#[test]
fn the_end_closes_sockets_and_services_leave() {
    static HAS_LEFT: AtomicBool = AtomicBool::new(false);
    struct Leaving(Arc<()>);
    impl Drop for Leaving {
        fn drop(&mut self) {
            HAS_LEFT.store(Arc::strong_count(&self.0) > 0, Ordering::Relaxed);
        }
    }
    thread_local! {
        static LEAVING: Leaving = Leaving(Arc::new(()));
    }
    let mut server = Running::with(Settings {
        port: 0,
        shown: Shown::Menu,
        locale: Locale::English,
        service: Box::new(|_| {
            // It is dropped with the thread that runs the service.
            LEAVING.with(|_| ());
            Service::new(Host::new(Keeper::of_nothing()))
        }),
        surroundings: Surroundings::default,
    });
    let mut socket = server.open();
    socket.ask(json!({ "load": { "name": "fifteen", "seed": 5 } }));
    let budget = json!({ "nodes": 4_000_000_000_u64 });
    socket.send(&json!({ "id": 1, "budget": budget, "ask": "solve" }));
    socket.next().unwrap();
    server.end();
    assert!(HAS_LEFT.load(Ordering::Relaxed), "the thread has ended before the server");
    let closed = loop {
        match socket.next() {
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(closed, 1001);
}

#[test]
fn the_page_is_told_what_it_is_opened_with() {
    let opened = |shown| Running::begin(shown).open().ask("opened".into());
    assert_eq!(opened(Shown::Menu)["answer"]["opened"], "menu");
    let game = opened(Shown::Game("2048:5x5#7".to_owned()));
    assert_eq!(game["answer"]["opened"], json!({ "game": "2048:5x5#7" }));
}

#[test]
fn every_file_of_the_page_is_served_as_it_is() {
    fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, found),
                false => found.push(path),
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/page");
    let mut found = Vec::new();
    files(&root, &mut found);
    assert!(!found.is_empty());
    let server = Running::begin(Shown::Menu);
    for path in found {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let answer = server.get(&format!("/{name}"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{name}: {answer}");
        let bytes = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(answer.ends_with(&*text), "{name}");
        let is_script = name.ends_with(".js");
        assert!(!is_script || answer.contains("content-type: text/javascript"), "{name}");
        let headers = [("Host", &*server.host()), ("Accept-Encoding", "gzip, deflate, br")];
        let packed = server.http_bytes(&format!("GET /{name}"), &headers);
        let end = packed.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        assert_eq!(decompress_to_vec_zlib(&packed[end + 4..]).unwrap(), bytes, "{name}");
    }
}

#[test]
fn files_are_packed_for_who_can_read_them() {
    let server = Running::begin(Shown::Menu);
    for (accepted, is_packed) in [
        ("deflate", true),
        ("gzip, Deflate;q=0.5, *;q=0", true),
        ("gzip;q=0,deflate", true),
        ("", false),
        ("gzip, br", false),
        ("deflate;q=0", false),
        ("gzip, deflate; q=0.000", false),
        ("deflated", false),
    ] {
        let host = server.host();
        let headers = [("Host", &*host), ("Accept-Encoding", accepted)];
        let answer = server.http("GET /main.js", &headers);
        assert_eq!(answer.contains("content-encoding: deflate\r\n"), is_packed, "{accepted}");
        assert!(answer.contains("vary: accept-encoding\r\n"), "{accepted}");
        // Headers are those of every answer.
        assert!(answer.contains("content-security-policy: default-src 'none';"), "{accepted}");
    }
}
