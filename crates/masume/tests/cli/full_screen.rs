//! Playing on the whole screen of a terminal.

use std::fs;

use crate::pseudo_terminal::{Kind, Modes, Terminal};

/// Modes that a game sets while it has the screen.
const TAKEN: Modes =
    Modes { alternate_screen: true, hides_cursor: true, reports_mouse: true, marks_pastes: true };

/// A game in play.
fn play(game: &str) -> Terminal {
    play_on(&Kind::default(), game)
}

#[track_caller]
fn play_on(kind: &Kind, game: &str) -> Terminal {
    let terminal = Terminal::start_on(kind, &["play", game]);
    terminal.wait_for("? help");
    terminal
}

#[track_caller]
fn leave(terminal: Terminal) {
    terminal.press("q");
    terminal.end().check_clean();
}

#[test]
fn the_menu_opens_a_game_to_which_one_comes_back() {
    let terminal = Terminal::start(&[]);
    terminal.wait_for("q quit");
    terminal.wait_for_modes(TAKEN);
    terminal.press("\u{1b}[B\r");
    terminal.wait_without("To begin with");
    terminal.press("q");
    terminal.wait_for("q quit");
    leave(terminal);
}

#[test]
fn keys_act_and_are_undone() {
    let terminal = play("push.masu");
    terminal.wait_for_modes(TAKEN);
    for (keys, shown) in [
        ("\u{1b}[C", "moves 1, pushes 0"),
        ("k", "there is no way"),
        ("z", "moves 0, pushes 0"),
        ("\u{12}", "moves 1, pushes 0"),
        ("r", "moves 0, pushes 0"),
        ("z", "moves 1, pushes 0"),
    ] {
        terminal.press(keys);
        terminal.wait_for(shown);
    }
    leave(terminal);
}

#[test]
fn a_level_is_won_and_the_next_one_offered() {
    let terminal = play("push.masu");
    terminal.press("lll");
    terminal.wait_for("solved in 3 moves");
    terminal.press("y");
    terminal.wait_for("level 2 of 2: Two");
    leave(terminal);
}

#[test]
fn help_names_keys_and_goes_away() {
    let terminal = play("push.masu");
    terminal.press("?");
    terminal.wait_for("Esc back");
    terminal.press("?");
    terminal.wait_for("? help");
    leave(terminal);
}

#[test]
fn the_screen_follows_its_size() {
    let terminal = play("push.masu");
    terminal.resize(12, 4);
    terminal.wait_for("12 x 4");
    // Keys go on to mean what they meant.
    terminal.press("l");
    terminal.resize(60, 20);
    terminal.wait_for("moves 1, pushes 0");
    for size in 1..=30 {
        terminal.resize(200 - 6 * size, 1 + size);
    }
    terminal.resize(100, 40);
    terminal.wait_for("moves 1, pushes 0");
    leave(terminal);
}

#[test]
fn a_small_window_says_so_from_the_start() {
    for (columns, rows) in [(12, 4), (1, 1), (3, 40), (100, 1)] {
        for arguments in [&["play", "push.masu"][..], &[]] {
            let kind = Kind { columns, rows, ..Kind::default() };
            let terminal = Terminal::start_on(&kind, arguments);
            terminal.wait_for_modes(TAKEN);
            if (columns, rows) == (12, 4) {
                terminal.wait_for("small");
            }
            leave(terminal);
        }
    }
}

#[test]
fn a_click_chooses_the_cell_under_it() {
    let terminal = play("flip.masu");
    // Where the column's name and the row's number meet.
    let ((column, _), (_, row)) = (terminal.place("a"), terminal.place(" 2 "));
    terminal.click_at((column, row));
    terminal.wait_for("white to act");
    leave(terminal);
}

#[test]
fn in_a_game_of_walking_a_click_says_where_to() {
    let terminal = play("push.masu");
    // The free cell beside the player is the first on the screen.
    terminal.click(" . ");
    terminal.wait_for("moves 1, pushes 0");
    leave(terminal);
}

#[test]
fn pasted_text_is_not_played() {
    let terminal = play("push.masu");
    terminal.paste("lllq\u{3}");
    terminal.wait_for("pasted");
    terminal.wait_for("moves 0, pushes 0");
    terminal.press("l");
    terminal.wait_for("moves 1, pushes 0");
    leave(terminal);
}

#[test]
fn a_flood_of_keys_is_taken_in_order() {
    let terminal = play("push.masu");
    // Into a wall and undone, over and over; the last key is the one that counts.
    terminal.press(&"kjlz".repeat(5_000));
    terminal.press("l");
    terminal.wait_for("moves 1, pushes 0");
    leave(terminal);
}

/// The same game with glyphs for the pieces of a layer, about whose widths terminals disagree.
fn with_glyphs(folder: &std::path::Path) -> String {
    let text = fs::read_to_string(crate::harness::games().join("push.masu")).expect("a game");
    let display = "\ndisplay\n  nothing  \".\"\n  player   \"p\" \"●\" yellow\n  box      \"b\" \"■\" orange\n";
    let path = folder.join("glyphs.masu");
    fs::write(&path, text + display).expect("a file");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn glyphs_are_used_only_where_they_measure_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = with_glyphs(folder.path());
    for (kind, shown) in [
        (Kind::default(), "●"),
        (Kind { wide: "●■", ..Kind::default() }, "●"),
        // Pieces of one layer would stand crooked.
        (Kind { wide: "●", ..Kind::default() }, " p "),
        (Kind { is_silent: true, ..Kind::default() }, " p "),
    ] {
        let terminal = play_on(&kind, &game);
        assert!(terminal.screen().contains(shown), "{kind:?}\n{}", terminal.screen());
        leave(terminal);
    }
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    for (variables, has_colours) in [
        (vec![], true),
        (vec![("NO_COLOR", "1".to_owned())], false),
        (vec![("NO_COLOR", String::new())], true),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let kind = Kind { variables, ..Kind::default() };
        let terminal = play_on(&kind, &with_glyphs(folder.path()));
        terminal.press("q");
        let ended = terminal.end();
        ended.check_clean();
        let coloured = ["\u{1b}[38;", "\u{1b}[48;", ";38;"];
        let found = coloured.iter().any(|sequence| ended.written.contains(sequence));
        assert_eq!(found, has_colours, "{kind:?}");
    }
}

#[test]
fn a_dumb_terminal_is_played_by_lines() {
    let kind = Kind { variables: vec![("TERM", "dumb".to_owned())], ..Kind::default() };
    let terminal = Terminal::start_on(&kind, &["play", "flip.masu"]);
    terminal.wait_for("> ");
    terminal.press("q\n");
    let ended = terminal.end();
    ended.check_clean();
    assert!(!ended.written.contains("\u{1b}[?"), "{}", ended.written);
}

#[test]
fn the_language_is_that_of_the_terminal() {
    for (variables, arguments, shown) in [
        (vec![("LANG", "ja_JP.UTF-8".to_owned())], vec![], "ヘルプ: Push"),
        (vec![], vec!["--locale", "ja"], "ヘルプ: Push"),
        (
            vec![("LC_ALL", "C".to_owned()), ("LANG", "ja_JP.UTF-8".to_owned())],
            vec![],
            "Help: Push",
        ),
    ] {
        let kind = Kind { variables, ..Kind::default() };
        let terminal =
            Terminal::start_on(&kind, &[&["play", "push.masu"], &arguments[..]].concat());
        terminal.wait_for_modes(TAKEN);
        terminal.press("?");
        terminal.wait_for(shown);
        terminal.press("?");
        leave(terminal);
    }
}

#[test]
fn a_watched_file_that_is_deleted_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("watched.masu");
    let text = fs::read_to_string(crate::harness::games().join("push.masu")).expect("a game");
    fs::write(&path, &text).expect("a file");
    let name = path.to_str().expect("a plain path");
    let terminal = Terminal::start(&["play", name, "--watch"]);
    terminal.wait_for("nothing done yet");
    fs::remove_file(&path).expect("it is there");
    terminal.wait_for("is gone; the game goes on as it was read last");
    terminal.press("\u{1b}[C");
    terminal.wait_for("1 action");
    // What comes in its place is read, and no word of the other is left.
    fs::write(&path, text.replace("game Push", "game Shove")).expect("a file");
    terminal.wait_for("Shove");
    terminal.wait_without("is gone");
    leave(terminal);
}
