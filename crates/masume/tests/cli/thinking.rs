//! Lines that `bot` gets while it thinks, and the time that it thinks.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{clocks_are_asked, command, masume, output};

const MASUME: &str = env!("CARGO_BIN_EXE_masume");

/// A bot, and both its pipes.
struct Bot {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).spawn().expect("the binary runs");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        Self { child, input, output: BufReader::new(output) }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open input");
        writeln!(input, "{line}").expect("it reads");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    #[track_caller]
    fn end(mut self) {
        self.input = None;
        assert!(self.child.wait().expect("an end").success());
    }
}

#[test]
fn ugi_goes_on_without_end_until_it_is_stopped() {
    // The second has found all there is at once, and waits for the word nevertheless.
    for (game, agent) in [("othello", "hard"), ("tic-tac-toe", "random")] {
        let mut bot = Bot::start(&["bot", game, "--protocol", "ugi", "--agent", agent]);
        bot.say("go infinite");
        bot.say("isready");
        assert_eq!(bot.hear(), "readyok");
        // Longer than is thought without a word.
        std::thread::sleep(Duration::from_millis(1_500));
        bot.say("isready");
        assert_eq!(bot.hear(), "readyok");
        bot.say("stop");
        assert!(bot.hear().starts_with("info score "));
        assert!(bot.hear().starts_with("bestmove place_"));
        // What was said of one search is not said of the next.
        let before = Instant::now();
        bot.say("go movetime 50");
        bot.hear();
        assert!(bot.hear().starts_with("bestmove "));
        bot.say("go infinite");
        bot.say("quit");
        bot.end();
        assert!(!clocks_are_asked() || before.elapsed() < Duration::from_secs(20));
    }
    let ran = crate::harness::masume_reading(
        &["bot", "tic-tac-toe", "--protocol", "ugi", "--agent", "uct:50"],
        "go nodes\ngo movetime x\n",
    );
    assert_eq!(
        ran.stdout,
        "info error expected a number behind `nodes`\n\
         info error expected a number behind `movetime`\n"
    );
}

#[test]
fn ugi_hears_what_stands_behind_a_line_that_waits() {
    let start = || Bot::start(&["bot", "tic-tac-toe", "--protocol", "ugi", "--agent", "random"]);
    for waits in ["position startpos", "go infinite", "query p1turn", "nonsense", ""] {
        let mut bot = start();
        for line in ["go infinite", waits, "isready"] {
            bot.say(line);
        }
        assert_eq!(bot.hear(), "readyok", "{waits}");
        bot.say("stop");
        assert!(bot.hear().starts_with("info score "), "{waits}");
        assert!(bot.hear().starts_with("bestmove "), "{waits}");
        // The line that waited is answered then, and a search that waited has been stopped with the first.
        let answers = match waits {
            "go infinite" => vec!["info score ", "bestmove "],
            "query p1turn" => vec!["response true"],
            "nonsense" => vec!["info error unknown command nonsense"],
            _ => vec![],
        };
        for answer in answers {
            assert!(bot.hear().starts_with(answer), "{waits}: {answer}");
        }
        bot.say("isready");
        assert_eq!(bot.hear(), "readyok", "{waits}");
        let mut bot = start();
        for line in ["go infinite", waits, "quit"] {
            bot.say(line);
        }
        assert!(bot.child.wait().expect("an end").success(), "{waits}");
    }
}

#[test]
fn ugi_thinks_of_no_game_that_is_over() {
    let mut bot = Bot::start(&["bot", "tic-tac-toe", "--protocol", "ugi", "--agent", "random"]);
    bot.say("position startpos moves place_a1 place_b1 place_a2 place_b2 place_a3");
    for limits in ["", " nodes 50", " movetime 86400000", " infinite"] {
        bot.say(&format!("go{limits}"));
        assert_eq!(bot.hear(), "info error the game is over", "{limits}");
    }
    bot.end();
}

#[test]
fn nboard_hears_a_ping_behind_a_line_that_waits() {
    // Were it not for the ping, the test would take a day.
    let arguments = ["bot", "othello", "--protocol", "nboard", "--seconds", "86400"];
    let mut bot = Bot::start(&arguments);
    for line in ["go", "set depth 9", "ping 3"] {
        bot.say(line);
    }
    let said = [bot.hear(), bot.hear(), bot.hear()];
    assert!(said[0] == "status" && said[1].starts_with("=== ") && said[2] == "pong 3", "{said:?}");
    bot.end();
}

/// The memory of a search is a bound, at which it is done: without one this would go on for a day.
#[test]
fn a_search_ends_where_its_memory_does() {
    let arguments = ["bot", "othello", "--protocol", "ugi", "--agent", "uct", "--memory", "1M"];
    let mut bot = Bot::start(&[&arguments[..], &["--seconds", "86400"]].concat());
    bot.say("go");
    assert!(bot.hear().starts_with("info score "));
    assert!(bot.hear().starts_with("bestmove "));
    bot.end();
    let ran = masume(&["bot", "othello", "--memory", "much"]);
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn who_closes_the_input_is_not_kept_waiting() {
    for (protocol, line, answer) in
        [("gtp", "genmove black", "= "), ("nboard", "go", "status"), ("ugi", "go", "info score")]
    {
        // Were it not for the input's end, the test would take a day.
        let arguments = ["bot", "othello", "--protocol", protocol, "--seconds", "86400"];
        let mut bot = Bot::start(&arguments);
        bot.say(line);
        bot.input = None;
        let said = bot.hear();
        assert!(said.starts_with(answer), "{protocol}: {said}");
        bot.end();
    }
}

#[cfg(unix)]
#[test]
fn a_program_in_a_match_is_told_how_long_agents_think() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("told.sh");
    let text =
        r#"read line; case "$line" in *'"seconds":0.75'*) echo '{"action":"place a1"}';; esac"#;
    std::fs::write(&script, text).expect("it can be written");
    let command = format!("sh {}", script.to_str().expect("a plain path"));
    let arguments = ["match", "tic-tac-toe", &command, "random", "--games", "2", "--plies", "1"];
    let limits = ["--openings", "random:0", "--seconds", "0.75", "--limit", "9", "--json"];
    let ran = masume(&[&arguments[..], &limits].concat());
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(!ran.stdout.contains("\"fault\":\""), "{ran:?}");
    assert!(ran.stdout.contains("\"left\":\"too long\""), "{ran:?}");
}

#[test]
fn a_bot_takes_less_time_than_it_is_given() {
    let command = [MASUME, "bot", "othello:6x6"];
    // The first answer is waited for ten seconds longer. After that, a busy machine may be late.
    let plies = if clocks_are_asked() { 2 } else { 1 };
    let count = plies.to_string();
    let arguments = ["drive", "othello:6x6", "--seconds", "3", "--plies", &count, "--json"];
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("kept.save");
    let save = ["--save", save.to_str().expect("a plain path"), "--"];
    let ran = masume(&[&arguments[..], &save, &command].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let record: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&record["left"], &record["plies"]), (&json!("too long"), &json!(plies)));
    // It takes most of it, too.
    assert!(ran.took > Duration::from_secs(2) * plies, "{ran:?}");
    let state = output(&["run", "tic-tac-toe"]);
    for seconds in [0.0, -1.0] {
        let told = json!({"go": {"protocol": 1, "id": "", "player": "", "ply": 0, "cells": [],
            "score": null, "legal_actions": [], "state": state, "seconds": seconds}});
        let ran = crate::harness::masume_reading(&["bot", "tic-tac-toe"], told.to_string());
        assert_eq!(ran.stdout, "{\"error\":\"expected `seconds` above 0\"}\n");
    }
}
