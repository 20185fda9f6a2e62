//! What was played, on the command line.

use crate::harness::{Ran, command};

fn stats(data: &std::path::Path, arguments: &[&str]) -> Ran {
    let mut command = command(&[&["stats"], arguments].concat());
    let output = command.env("MASUME_DATA", data).output().expect("a run");
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        took: std::time::Duration::ZERO,
    }
}

#[test]
fn nothing_was_played_where_nothing_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("not there");
    let ran = stats(&data, &["--locale", "en"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "  nothing was played yet\n"));
    assert_eq!(stats(&data, &["--locale", "ja"]).stdout, "  まだ何も遊んでいません\n");
    assert_eq!(stats(&data, &["--json"]).stdout, "[]\n");
    assert!(!data.exists(), "a look makes no file");
    let one: serde_json::Value =
        serde_json::from_str(&stats(&data, &["sokoban", "--json"]).stdout).expect("JSON");
    assert_eq!((&one["games"], &one["won"]), (&0.into(), &0.into()));
    let two: serde_json::Value =
        serde_json::from_str(&stats(&data, &["othello", "--json"]).stdout).expect("JSON");
    assert_eq!(two["won"], serde_json::Value::Null, "whose victory would it be?");
    assert_eq!(stats(&data, &["otello"]).status, 2);
}

#[test]
fn a_file_that_is_none_of_ours_is_said() {
    let data = tempfile::tempdir().expect("a folder");
    let bytes = "this is no database, whatever its name says ".repeat(200);
    std::fs::write(data.path().join("progress.sqlite"), bytes).expect("a file");
    let ran = stats(data.path(), &["--locale", "en"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("no file of Masume"), "{}", ran.stderr);
}
