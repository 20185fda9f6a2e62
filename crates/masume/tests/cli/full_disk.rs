//! A disk that is full: what was there stays, and nothing half written is left.

use std::fs;
use std::path::Path;
use std::process::Command;

#[cfg(target_os = "linux")]
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::harness::games;
use crate::pseudo_terminal::{Kind, Terminal};

/// Runs the binary where no file can grow, in this folder; gives the status and what it complains.
fn masume_on_full_disk(folder: &Path, arguments: &[&str]) -> (i32, String) {
    // Without the signal, writing fails as it does on a full disk.
    let line = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_masume")]).args(arguments).current_dir(folder);
    let output = command.output().expect("a shell");
    let complaint = String::from_utf8(output.stderr).expect("text");
    (output.status.code().unwrap_or(-1), complaint)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|it| it.expect("an entry").file_name().display().to_string()).collect()
}

#[test]
fn fmt_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(games().join("untidy.masu")).expect("a game");
    let path = folder.path().join("untidy.masu");
    fs::write(&path, &text).expect("written");
    let (status, complaint) = masume_on_full_disk(folder.path(), &["fmt", "untidy.masu"]);
    assert_eq!(status, 1, "{complaint}");
    assert!(complaint.contains("cannot write `untidy.masu`"), "{complaint}");
    assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    assert_eq!(names(folder.path()), ["untidy.masu"]);
}

#[test]
fn new_leaves_no_empty_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, complaint) = masume_on_full_disk(folder.path(), &["new", "tea"]);
    assert_eq!(status, 1, "{complaint}");
    assert!(complaint.contains("cannot write `tea.masu`"), "{complaint}");
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_save_is_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "trap '' XFSZ; ulimit -f 0; echo save | exec \"$0\" play 2048 --text";
    let mut command = Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_masume")]).current_dir(folder.path());
    let output = command.output().expect("a shell");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("cannot save: "), "{said}");
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_save_from_the_full_screen_is_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    // The data folder is full too; that is told first.
    let line = format!(
        "trap '' XFSZ; ulimit -f 0; cd '{}'; exec '{}' play 2048",
        folder.path().display(),
        env!("CARGO_BIN_EXE_masume")
    );
    let terminal = Terminal::start_program(&Kind::default(), &["sh", "-c", &line]);
    terminal.wait_for("2048");
    terminal.press("W");
    terminal.wait_for("cannot save: ");
    terminal.press("q");
    terminal.end().check_clean();
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_kept_as_a_game_is_left_is_said() {
    for is_text in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let pid = folder.path().join("pid");
        let line = format!(
            "trap '' XFSZ; echo $$ > '{}'; exec '{}' play sokoban {}",
            pid.display(),
            env!("CARGO_BIN_EXE_masume"),
            if is_text { "--text" } else { "" }
        );
        let terminal = Terminal::start_program(&Kind::default(), &["sh", "-c", &line]);
        terminal.wait_for(if is_text { "to quit" } else { "level 1 of" });
        terminal.press("\u{1b}[C");
        terminal.wait_for(if is_text { "moves 1" } else { "1 action" });
        // From now on no file can grow.
        let pid = fs::read_to_string(&pid).expect("a number");
        let pid = Pid::from_raw(pid.trim().parse().expect("a number"));
        let nothing = Rlimit { current: Some(0), maximum: Some(0) };
        prlimit(pid, Resource::Fsize, nothing).expect("it runs");
        terminal.press("q");
        let ended = terminal.end();
        // In text it is said as anything else is; the screen has gone.
        assert_eq!(ended.status, i32::from(!is_text), "{}", ended.screen);
        assert!(ended.screen.contains("progress is not saved"), "{}", ended.screen);
        ended.check_terminal();
    }
}
