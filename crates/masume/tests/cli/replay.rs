//! `masume replay`: a save that is played again, and saves that are refused.

use std::fs;

use masume_session::{Save, SavedEvent};

use crate::harness::{games, masume, output};

const FULL: &[&str] = &["replay", "push.save", "--game", "push.masu"];

#[test]
fn every_board_is_printed_in_a_pipe() {
    let printed = output(FULL);
    assert!(printed.starts_with("push/1\n"), "{printed}");
    assert!(printed.contains("\n1. push right\n") && printed.contains("\n2. push right\n"));
    let shorter = output(&[FULL, &["--to", "1"]].concat());
    assert!(shorter.contains("1. push right") && !shorter.contains("2. push right"), "{shorter}");
    assert!(printed.starts_with(shorter.trim_end()), "{shorter}");
}

/// Writes the save after this change and gives what is said about it.
#[track_caller]
fn refused(change: impl Fn(&str) -> String) -> String {
    let text = fs::read_to_string(games().join("push.save")).expect("a save");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.save");
    fs::write(&path, change(&text)).expect("a file");
    let ran = masume(&["replay", path.to_str().expect("a path"), "--game", "push.masu"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    assert!(ran.stderr.starts_with("error"), "{ran:?}");
    ran.stderr
}

#[test]
fn a_save_that_was_cut_changed_or_is_none_is_refused() {
    let text = fs::read_to_string(games().join("push.save")).expect("a save");
    for length in 0..text.trim_end().len() {
        refused(|text| text[..length].to_owned());
    }
    refused(|text| text.replace("push right", "push left"));
    refused(|text| text.replace("deeds: 2", "deeds: 99999999999999999999"));
    refused(|_| "\u{0}".repeat(1000));
    refused(|_| "masume save 99\n".to_owned());
}

#[test]
fn a_save_of_another_game_is_refused() {
    for game in ["flip.masu", "sokoban"] {
        let ran = masume(&["replay", "push.save", "--game", game]);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
    }
    // Of no shipped game, and no file is named.
    let ran = masume(&["replay", "push.save"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("--game"), "{ran:?}");
}

#[test]
fn what_makes_no_sense_is_told() {
    for (arguments, status) in [
        (&["--to", "3"][..], 2),
        (&["--to", "-1"], 2),
        (&["--speed", "0"], 2),
        (&["--speed", "fast"], 2),
        (&["--speed", "inf"], 2),
        (&["--speed", "1000000"], 0),
        (&["--levels", "no such file"], 1),
    ] {
        let ran = masume(&[FULL, arguments].concat());
        assert_eq!(ran.status, status, "{arguments:?}: {ran:?}");
    }
    assert_eq!(masume(&["replay", "no such file"]).status, 1);
}

#[test]
fn no_more_is_restored_than_is_asked_for() {
    let text = fs::read_to_string(games().join("push.save")).expect("a save");
    let mut save = Save::parse(&text).expect("a save");
    // It cannot be done: reaching it is an error.
    save.events.push(SavedEvent::Action("push up".to_owned()));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("longer.save");
    fs::write(&path, save.to_string()).expect("a file");
    let path = path.to_str().expect("a path");
    let ran = masume(&["replay", path, "--game", "push.masu"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    let printed = output(&["replay", path, "--game", "push.masu", "--to", "1"]);
    assert_eq!(printed, output(&[FULL, &["--to", "1"]].concat()));
}

#[test]
fn plays_are_shown_as_players_write_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = [
        ("chess", "[Event \"A\"]\n\n1. e4 e5 2. Nf3 {so} *\n", "3. move g1 f3"),
        ("english-draughts", "1. 11-15 22-18 2. 15x22 1-0", "3. jump 15 22"),
        ("go:9x9", "(;GM[1]FF[4]SZ[9];B[dd];W[fe];B[])", "3. pass"),
        ("go:19x19", "(;GM[1]FF[4]SZ[19];B[dd];W[pp])", "2. place q4"),
        ("othello", "f5d6c3\n", "3. place c3"),
        ("amazons", "1. d1-d7/g7 d10-d8/b8", "4. shoot b8"),
    ];
    for (index, (game, text, last)) in rows.into_iter().enumerate() {
        let path = folder.path().join(format!("play-{index}"));
        fs::write(&path, text).expect("written");
        let path = path.to_str().expect("a plain path");
        let printed = output(&["replay", path, "--game", game, "--text"]);
        assert!(printed.contains(last), "{game}: {printed}");
        // Whose moves they are is seen by them.
        assert_eq!(output(&["replay", path, "--text"]), printed, "{game}");
        let opened = masume(&["play", path, "--text"]);
        assert_eq!((opened.status, opened.stdout.as_str()), (1, ""), "{opened:?}");
        let found = game.strip_suffix(":9x9").filter(|_| !text.contains("SZ[")).unwrap_or(game);
        let way = format!("--game {found}` reads it");
        assert!(opened.stderr.contains(&way), "{opened:?}");
        let first = output(&["replay", path, "--game", game, "--to", "1"]);
        assert!(first.contains("1. ") && !first.contains("2. "), "{game}: {first}");
    }
    let refused = [
        ("1. e4 e4", "`e4` is no move here"),
        ("[FEN \"8/8/8/8/8/8/8/K6z w - - 0 1\"] 1. Kb1", "`z` is no letter of a position"),
        ("masume save", "the save is cut off"),
    ];
    for (text, said) in refused {
        let path = folder.path().join("refused");
        fs::write(&path, text).expect("written");
        let ran = masume(&["replay", path.to_str().expect("a plain path"), "--game", "chess"]);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{text}: {ran:?}");
        assert!(ran.stderr.contains(said), "{text}: {ran:?}");
    }
}

#[test]
fn names_in_plays_may_have_other_encodings() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: [(&[u8], &str); 3] = [
        (b"[Event \"Caf\xe9\"]\r\n\r\n1.e4 e5 *", "2. move e7 e5"),
        (b"\xef\xbb\xbf[Event \"a\"]\r1. e4 {\xfc} e5", "2. move e7 e5"),
        (b"(;GM[1]SZ[9]PB[\xc9mile];B[ee];W[cc])", "2. place c7"),
    ];
    for (index, (text, last)) in rows.into_iter().enumerate() {
        let path = folder.path().join(format!("play-{index}"));
        fs::write(&path, text).expect("written");
        let path = path.to_str().expect("a plain path");
        let printed = output(&["replay", path, "--text"]);
        assert!(printed.contains(last), "{printed}");
        let game = if index == 2 { "go" } else { "chess" };
        output(&["run", game, "--moves-file", path]);
    }
    // Where it is no name of a player, it is told.
    let path = folder.path().join("actions");
    fs::write(&path, b"e4, \xe9").expect("written");
    let path = path.to_str().expect("a plain path");
    let ran = masume(&["run", "chess", "--moves-file", path]);
    assert!(ran.status == 1 && ran.stderr.contains("is not UTF-8 text"), "{ran:?}");
}

#[test]
fn a_mistake_in_a_play_is_told_by_the_game_whose_moves_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = [
        ("1. e4 e5 2. Ke3 *", "action 3 of 3: `Ke3` is no move here"),
        ("1. 11-15 23-19 2. 15-20", "action 3 of 3"),
        ("(;GM[1]SZ[9];B[ee];W[ee])", "action 2 of 2"),
        ("1. Zf3 Zc6", "is a play as players write it"),
    ];
    for (text, said) in rows {
        let path = folder.path().join("play");
        fs::write(&path, text).expect("written");
        let ran = masume(&["replay", path.to_str().expect("a plain path"), "--text"]);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{text}: {ran:?}");
        assert!(ran.stderr.contains(said), "{text}: {ran:?}");
    }
}

#[test]
fn plays_that_begin_on_a_board_of_their_own_are_shown_from_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = [
        (
            "[SetUp \"1\"]\n[FEN \"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1\"]\n\n1... Nd3+ 2. Kg3 *\n",
            "..k.....\n.....q..\n",
            "2. move f2 g3",
        ),
        ("(;GM[1]FF[4]SZ[9]AB[cc][gg]AW[dd]PL[W];W[ee])", "..X......\n...O.....\n", "1. place e5"),
    ];
    for (index, (text, first, last)) in rows.into_iter().enumerate() {
        let path = folder.path().join(format!("play-{index}"));
        fs::write(&path, text).expect("written");
        let printed = output(&["replay", path.to_str().expect("a plain path"), "--text"]);
        let begun = printed.split("\n1. ").next().unwrap_or_default();
        assert!(begun.contains(first), "{printed}");
        assert!(printed.contains(last), "{printed}");
    }
}

#[test]
fn a_file_that_is_no_game_names_the_command_that_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = fs::read_to_string(crate::harness::games().join(FULL[1])).expect("a save");
    let rows = [
        ("a.save", save.as_str(), "a.save` is a save of a game", "masume replay "),
        ("a.xsb", "#####\n#@$.#\n#####\n", "a.xsb` has levels", "masume play sokoban --levels "),
        ("a.pgn", "1. Nf9 e5\n", "is a play as players write it", " --game GAME` reads it"),
    ];
    for (name, text, said, help) in rows {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        let path = path.to_str().expect("a plain path");
        for command in
            [&["play", path, "--text"][..], &["solve", path], &[path], &["actions", path]]
        {
            let ran = masume(command);
            assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
            assert!(ran.stderr.contains(said) && ran.stderr.contains(help), "{ran:?}");
        }
    }
    // A game with an error is one.
    let path = folder.path().join("a.masu");
    fs::write(&path, "game A\nboard 3 x\n").expect("written");
    let ran = masume(&["play", path.to_str().expect("a plain path"), "--text"]);
    assert!(ran.stderr.contains("a.masu:2:"), "{ran:?}");
}
