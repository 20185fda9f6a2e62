//! Whole games against an opponent on the whole screen, typed as players of these games write their
//! moves.
//!
//! A transcript in `tests/transcripts` has a line for each turn, as the list of moves on the screen
//! has it: what is typed, and the answer, which is the same each time, for the opponent is given
//! nodes and a seed. Its last line is what is said at the end.

use crate::pseudo_terminal::{Kind, Terminal};

/// Wide enough for the list of moves beside the board.
const WIDE: (u16, u16) = (120, 40);

/// Plays a transcript; passing is a key. Who can do nothing passes without being asked, and that
/// stands in no line.
fn play(game: &str, transcript: &str, pass: &str) {
    let kind = Kind { columns: WIDE.0, rows: WIDE.1, ..Kind::default() };
    let terminal =
        Terminal::start_on(&kind, &["play", game, "--opponent", "medium", "--seed", "1"]);
    terminal.wait_for("? help");
    let (turns, end) = transcript.trim_end().rsplit_once('\n').expect("several lines");
    for turn in turns.lines() {
        let typed = turn.split(' ').nth(1).expect("a move");
        if typed == "pass" {
            terminal.press(pass);
            break;
        }
        terminal.press(&format!("/{}", typed.trim_end_matches(['+', '#'])));
        // The name of a cell ends by itself; a longer move is ended by Enter.
        let is_cell = typed.len() == 2;
        if !is_cell {
            terminal.press("\r");
        }
        terminal.wait_for(turn);
    }
    terminal.wait_for(end);
    terminal.press("q");
    terminal.end().check_clean();
}

#[test]
fn a_game_of_chess_is_played_to_mate() {
    play("chess", include_str!("../transcripts/chess.txt"), "");
}

#[test]
fn a_game_of_go_is_played_until_both_pass() {
    play("go", include_str!("../transcripts/go.txt"), "P");
}
