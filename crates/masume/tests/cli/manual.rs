//! Texts for shells and for `man`: complete, and made from the command line itself.

use crate::harness::{command, masume, output};

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = output(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").expect("a list");
    let (list, _) = list.split_once("\n\nOptions:").expect("its end");
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

/// Completions of the last of these words.
fn completed(words: &[&str]) -> String {
    let mut asked = command(&[&["--", "masume"], words].concat());
    asked.env("MASUME_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    asked.env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "true");
    let output = asked.env("_CLAP_IFS", "\n").output().expect("a run");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_shell_has_a_script_that_asks_the_program() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(
            script.contains("masume") && script.contains("MASUME_COMPLETE"),
            "{shell}: {script}"
        );
    }
}

#[test]
fn commands_options_games_files_and_levels_are_completed() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    let told = completed(&[""]);
    for command in &commands {
        assert!(told.lines().any(|line| line == command), "{command}: {told}");
    }
    for (words, expected) in [
        (&["sok"][..], "sokoban"),
        (&["play", "oth"], "othello"),
        (&["play", "pu"], "push.masu"),
        (&["run", "2048", "--lu"], "--lurd"),
        (&["play", "push.masu", "--level", ""], "2"),
        (&["play", "sokoban", "--level", "1"], "14"),
        (&["sokoban", "--level", "1"], "14"),
        (&["sokoban", "--lev"], "--levels"),
        (&["push.masu", "--level", ""], "2"),
        (&["--locale", "ja", "push.masu", "--level", ""], "2"),
        (&["stats", "life"], "life"),
    ] {
        let told = completed(words);
        assert!(told.lines().any(|line| line.trim() == expected), "{words:?}: {told}");
    }
    assert_eq!(completed(&["play", "life", "--level", ""]).trim(), "");
    // A game that is named is not asked for once more.
    assert!(!completed(&["sokoban", ""]).contains("othello"));
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
        for part in ["SYNOPSIS", ".SH ENVIRONMENT", ".SH FILES", "MASUME_DATA", "NO_COLOR"] {
            assert!(page.contains(part), "{command}: no {part} in {page}");
        }
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

#[test]
fn the_help_and_the_manual_speak_the_language_of_their_reader() {
    for (arguments, said) in [
        (&["--help", "--locale", "ja"][..], "使い方: masume"),
        (&["--locale", "ja", "play", "--help"], "乱数のシード"),
        (&["--locale=ja", "help", "run"], "端末なしで手を進め"),
        (&["man", "play", "--locale", "ja"], "ゲームを遊ぶ"),
    ] {
        let told = output(arguments);
        assert!(told.contains(said), "{arguments:?}: {told}");
    }
    let mut asked = command(&["play", "--help"]);
    let told = asked.env("LC_ALL", "ja_JP.UTF-8").output().expect("a run").stdout;
    assert!(String::from_utf8_lossy(&told).contains("使い方:"));
    let ran = masume(&["--locale", "ja", "chekc"]);
    assert!(ran.stderr.contains("もしかして: `check`"), "{ran:?}");
    let ran = masume(&["--locale", "ja", "play", "2048", "--seed", "-1"]);
    assert!(ran.stderr.contains("整数にします") && ran.status == 2, "{ran:?}");
}

#[test]
fn commands_answer_in_the_language_of_their_reader() {
    for (arguments, said) in [
        (&["list", "--locale", "ja"][..], "すべての箱をゴールへ"),
        (&["check", "push.masu", "--locale", "ja"], "誤りは見つかりませんでした"),
        (&["playout", "flip.masu", "--games", "9", "--locale", "ja"], "平均の長さ"),
    ] {
        let told = output(arguments);
        assert!(told.contains(said), "{arguments:?}: {told}");
    }
}
