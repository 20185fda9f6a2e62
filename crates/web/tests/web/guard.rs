//! Refusals of all but the own page, and the headers of answers.

use masume_web::Shown;
use tungstenite::Message;

use crate::support::Running;

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap()
}

#[test]
fn the_page_has_a_strict_policy() {
    let server = Running::begin(Shown::Menu);
    let answer = server.get("/");
    assert_eq!(status(&answer), "200");
    let header = |name: &str| {
        let line = answer.lines().find(|line| line.starts_with(&format!("{name}: ")));
        line.unwrap_or_default().to_owned()
    };
    let policy = header("content-security-policy");
    for part in [
        "default-src 'none';",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self';",
        "frame-ancestors 'none';",
        "base-uri 'none';",
        "form-action 'none'",
        &format!("connect-src 'self' ws://127.0.0.1:{} https:;", server.port),
    ] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    assert_eq!(header("x-content-type-options"), "x-content-type-options: nosniff");
    assert_eq!(header("referrer-policy"), "referrer-policy: no-referrer");
    assert_eq!(header("content-type"), "content-type: text/html; charset=utf-8");
}

#[test]
fn only_the_page_of_this_server_is_answered() {
    let server = Running::begin(Shown::Menu);
    let (host, port) = (server.host(), server.port);
    let local = format!("localhost:{port}");
    let own = format!("http://{host}");
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("Host", &host)], "200"),
        (&[("Host", &local)], "200"),
        (&[("Host", &host), ("Origin", &own)], "200"),
        (&[("Host", &host), ("Origin", "http://example.org")], "403"),
        (&[("Host", &host), ("Origin", "null")], "403"),
        (&[("Host", &local), ("Origin", &own)], "403"),
        (&[("Host", &host), ("Origin", &own), ("Origin", "http://example.org")], "403"),
        (&[("Host", "example.org")], "403"),
        (&[("Host", "127.0.0.1")], "403"),
        (&[("Host", &format!("127.0.0.1:{port}.example.org"))], "403"),
        (&[("Host", &host), ("Host", "example.org")], "403"),
    ];
    for (headers, expected) in cases {
        let answer = server.http("GET /", headers);
        assert_eq!(status(&answer), *expected, "{headers:?}");
    }
}

#[test]
fn there_is_nothing_but_the_files_of_the_page() {
    let server = Running::begin(Shown::Menu);
    for path in [
        "/none.js",
        "/../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/./index.html",
        "/index.html/",
        "/.hidden",
        "/..\\..\\Cargo.toml",
        "/index.html%00.js",
    ] {
        assert_eq!(status(&server.get(path)), "404", "{path}");
    }
    let host = server.host();
    assert_eq!(status(&server.http("POST /", &[("Host", &host)])), "404");
    assert_eq!(status(&server.http("GET /socket", &[("Host", &host)])), "403");
}

#[test]
fn a_socket_needs_token_and_origin() {
    let server = Running::begin(Shown::Menu);
    for token in
        ["", "x", &server.token[1..], &server.token.to_uppercase(), "0".repeat(32).as_str()]
    {
        if token != server.token {
            assert_eq!(server.try_open(server.request(token)).err(), Some(403), "{token:?}");
        }
    }
    for (name, value) in [("Origin", "http://example.org"), ("Host", "example.org")] {
        let mut request = server.request(&server.token);
        request.headers_mut().insert(name, value.parse().unwrap());
        assert_eq!(server.try_open(request).err(), Some(403), "{name}");
    }
    assert!(server.try_open(server.request(&server.token)).is_ok());
}

#[test]
fn sockets_are_counted() {
    let server = Running::begin(Shown::Menu);
    let mut open: Vec<_> = (0..16).map(|_| server.open()).collect();
    assert_eq!(server.try_open(server.request(&server.token)).err(), Some(503));
    // The place is free again once the service has ended.
    open.pop().unwrap().0.close(None).unwrap();
    while server.try_open(server.request(&server.token)).is_err() {
        std::thread::yield_now();
    }
}

#[test]
fn a_message_that_is_too_long_is_refused() {
    let server = Running::begin(Shown::Menu);
    let mut socket = server.open();
    let long = format!("{{\"ask\":{{\"rebuild\":\"{}\"}}}}", "x".repeat(10 << 20));
    socket.0.send(Message::text(long)).unwrap();
    let refused = socket.next().unwrap();
    assert!(refused["error"]["message"].as_str().unwrap().contains("longer than"), "{refused}");
    // The next one is answered.
    assert_eq!(socket.ask("state".into())["error"]["message"], "no game is being played");
    // What is longer still is not read, and the other side may be gone before all is sent.
    let _ = socket.0.send(Message::text("x".repeat(20 << 20 | 1)));
    assert_eq!(socket.next(), Err(1009));
    let mut socket = server.open();
    socket.0.send(Message::binary(vec![1, 2])).unwrap();
    assert_eq!(socket.next(), Err(1003));
}
