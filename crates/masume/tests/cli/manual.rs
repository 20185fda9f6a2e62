//! What is printed for shells and for `man`: complete, and made from the command line itself.

use crate::harness::{masume, output};

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = output(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").expect("a list");
    let (list, _) = list.split_once("\n\nOptions:").expect("its end");
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_is_completed_in_every_shell() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
        assert!(script.contains("lurd"), "{shell}");
    }
}

#[test]
fn every_command_has_a_page() {
    let page = output(&["man"]);
    assert!(page.contains(".TH masume 1"), "{page}");
    for command in commands() {
        // A hyphen is written so that it is not taken for a dash.
        let escaped = command.replace('-', "\\-");
        assert!(page.contains(&format!("masume\\-{escaped}(1)")), "{command}: {page}");
        let page = output(&["man", &command]);
        assert!(page.contains(&format!(".TH masume-{command} 1")), "{page}");
        assert!(page.contains("SYNOPSIS"), "{page}");
    }
}

#[test]
fn unknown_shells_and_commands_are_refused() {
    for arguments in [["completions", "abacus"], ["man", "nothing"]] {
        let ran = masume(&arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(arguments[1]), "{ran:?}");
    }
}
