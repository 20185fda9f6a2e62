//! Runs the binary in the folder of the test games.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

impl Ran {
    /// Bound of the time that it took, where clocks are asked.
    #[track_caller]
    pub(crate) fn took_less_than(&self, bound: Duration) {
        assert!(!clocks_are_asked() || self.took < bound, "{self:?}");
    }
}

/// True if promises of time are held: only where this variable is set, for a busy machine breaks
/// them without any fault of ours.
pub(crate) fn clocks_are_asked() -> bool {
    std::env::var_os("MASUME_CLOCKS").is_some()
}

pub(crate) fn games() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games")
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_masume"));
    command.args(arguments).current_dir(games());
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn masume(arguments: &[&str]) -> Ran {
    masume_reading(arguments, "")
}

/// Runs with this standard input, at whose end it is closed.
pub(crate) fn masume_reading(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let before = Instant::now();
    let mut child = command(arguments).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a piped input");
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // A child that needs no input may be gone already.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("a writer that ends");
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        took: before.elapsed(),
    }
}

/// Plays these lines and gives what was printed; the end must be clean.
#[track_caller]
pub(crate) fn play(arguments: &[&str], lines: &str) -> String {
    let arguments = [&["play"], arguments, &["--text"]].concat();
    let ran = masume_reading(&arguments, lines);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    ran.stdout
}

/// A run that succeeds: its standard output.
#[track_caller]
pub(crate) fn output(arguments: &[&str]) -> String {
    let ran = masume(arguments);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    ran.stdout
}
