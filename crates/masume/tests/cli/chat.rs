//! `masume chat`: a recorded session, hostile lines, kills, programs for networks.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use crate::harness::command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The bot over this data folder.
fn bot(data: &Path) -> Child {
    let mut command = command(&["chat", "stdio"]);
    command.env("MASUME_DATA", data).stderr(Stdio::inherit()).spawn().expect("a program")
}

/// The lines that the bot writes to this input, which ends.
fn said(data: &Path, input: &[u8]) -> Vec<String> {
    let mut bot = bot(data);
    let mut writer = bot.stdin.take().expect("an input");
    let input = input.to_vec();
    let writing = std::thread::spawn(move || writer.write_all(&input).expect("it reads"));
    let ended = bot.wait_with_output().expect("it ends");
    writing.join().expect("a writer that ends");
    assert!(ended.status.success(), "{:?}", ended.status);
    String::from_utf8(ended.stdout).expect("a text").lines().map(str::to_owned).collect()
}

#[test]
fn the_session_of_the_article_is_as_it_was_recorded() {
    let recorded = std::fs::read_to_string(root().join("tests/chat/sokoban.txt")).expect("a file");
    let lines = |mark: &str| -> Vec<String> {
        recorded.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_owned).collect()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let input = lines("> ").join("\n");
    let found = said(folder.path(), input.as_bytes());
    for (found, expected) in found.iter().zip(lines("< ")) {
        assert_eq!(*found, expected);
    }
    assert_eq!(found.len(), lines("< ").len());
    // Everything was shown: a bot that is begun again has nothing to do.
    assert!(said(folder.path(), b"").is_empty());
    // A chat that tells all of it again is heard in silence.
    assert!(said(folder.path(), input.as_bytes()).is_empty());
}

#[test]
fn hostile_lines_are_answered_and_the_next_one_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut input: Vec<u8> = Vec::new();
    for line in [
        "{}",
        "x",
        "[1]",
        "{\"said\":{}}",
        "{\"said\":{\"room\":\"a\",\"message\":\"b\",\"who\":\"c\",\"text\":\"d\",\"more\":1}}",
        "{\"done\":{\"ticket\":-1}}",
        "{\"done\":{\"ticket\":18446744073709551615}}",
        "",
    ] {
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    input.extend_from_slice(b"\xff\xfe\n");
    input.extend(std::iter::repeat_n(b'[', 1 << 20));
    input.push(b'\n');
    input.extend(std::iter::repeat_n(b'x', 3 << 20));
    input.extend_from_slice(
        b"\n{\"said\":{\"room\":\"a\",\"message\":\"b\",\"who\":\"c\",\"text\":\"masume list\"}}\n",
    );
    let said = said(folder.path(), &input);
    let errors = said.iter().filter(|line| line.starts_with("{\"error\":")).count();
    assert_eq!((said.len(), errors), (10, 9), "{said:#?}");
    assert!(said[9].starts_with("{\"post\":"));
    assert!(said.iter().all(|line| line.len() < 1 << 16));
}

/// A conversation with a bot that is killed at its end.
struct Talk {
    bot: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Talk {
    fn new(data: &Path) -> Self {
        let mut bot = bot(data);
        let input = bot.stdin.take().expect("an input");
        let output = BufReader::new(bot.stdout.take().expect("an output"));
        Self { bot, input, output }
    }

    fn tell(&mut self, event: &str) {
        writeln!(self.input, "{event}").expect("it reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it writes");
        line
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.bot.kill();
        let _ = self.bot.wait();
    }
}

#[test]
fn a_kill_loses_no_press_that_was_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut talk = Talk::new(folder.path());
    let said = "\"room\":\"hall\",\"who\":\"@anna\"";
    talk.tell(&format!("{{\"said\":{{{said},\"message\":\"m1\",\"text\":\"masume sokoban 1\"}}}}"));
    assert!(talk.line().contains("moves 0"));
    talk.tell("{\"done\":{\"ticket\":1,\"message\":\"m2\"}}");
    for _ in 0..8 {
        assert!(talk.line().starts_with("{\"react\""));
    }
    for count in 1..=10 {
        let sign = if count % 2 == 1 { "➡️" } else { "⬅️" };
        let press =
            format!("\"press\":\"p{count}\",\"message\":\"m2\",\"sign\":\"{sign}\",\"added\":true");
        talk.tell(&format!("{{\"pressed\":{{{said},{press}}}}}"));
        let line = talk.line();
        assert!(line.contains(&format!("moves {count},")), "{line}");
        // The edit was not reported on: the bot that is begun again orders it once more.
        drop(talk);
        talk = Talk::new(folder.path());
        let line = talk.line();
        assert!(
            line.starts_with("{\"edit\"") && line.contains(&format!("moves {count},")),
            "{line}"
        );
        talk.tell("{\"done\":{\"ticket\":1}}");
        // The same press once more, as a chat tells it to who comes back: nothing is done.
        talk.tell(&format!("{{\"pressed\":{{{said},{press}}}}}"));
    }
}

#[test]
fn the_adapter_of_the_examples_plays() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut adapter = Command::new("python3")
        .arg(root().join("examples/chat/adapter.py"))
        .arg(env!("CARGO_BIN_EXE_masume"))
        .env("MASUME_DATA", folder.path())
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program");
    let typed = "masume sokoban 1\n+ ➡️\nright\nright\n";
    adapter.stdin.take().expect("an input").write_all(typed.as_bytes()).expect("it reads");
    let ended = adapter.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(
        said.contains("moves 0") && said.contains("moves 1") && said.contains("solved"),
        "{said}"
    );
}

/// Without the program for a network, what builds it is said; with it, that runs in the place of this one.
#[cfg(unix)]
#[test]
fn networks_are_other_programs() {
    use std::os::unix::fs::PermissionsExt as _;
    for network in ["matrix", "slack"] {
        let folder = tempfile::tempdir().expect("a folder");
        let run = || {
            let mut command = command(&["chat", network, "--config", "bot.toml"]);
            command.env("PATH", folder.path()).output().expect("a program")
        };
        let without = run();
        assert_eq!(without.status.code(), Some(2), "{without:?}");
        let said = String::from_utf8_lossy(&without.stderr);
        assert!(said.contains(&format!("cargo install --path crates/{network}")), "{said}");
        // It is found where programs are found, and told who plays and what it was told.
        let program = folder.path().join(format!("masume-{network}"));
        std::fs::write(&program, "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 3\n").expect("a file");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        let with = run();
        assert_eq!(with.status.code(), Some(3), "{with:?}");
        let told = String::from_utf8_lossy(&with.stdout);
        let told: Vec<&str> = told.lines().collect();
        let [masume, own, config, file] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!((*masume, *config, *file), ("--masume", "--config", "bot.toml"));
        assert!(Path::new(own).ends_with("masume"), "{own}");
    }
}

#[test]
fn lines_of_json_have_no_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command(&["chat", "stdio", "--config", "bot.toml"]);
    let ended = command.env("MASUME_DATA", folder.path()).output().expect("a program");
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(String::from_utf8_lossy(&ended.stderr).contains("--config"), "{ended:?}");
}
