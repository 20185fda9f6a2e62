//! States as text: what is not on the board in lines of their own, then the picture.
//!
//! ```text
//! to_act: white
//! ply: 12
//! outcome: black wins
//! ...bw.
//! ..wbb.
//! ```

use masume_board::CellNames;
use masume_syntax::ast::Spanned;
use masume_syntax::{Diagnostic, bounded};

use super::content::{contents_at, print_contents};
use super::header::{self, Header, has_players, is_header_line, print_outcome};
use super::lines::{is_blank, lines};
use super::position::{is_position, on_one_line, read_position};
use super::print::{Rows, own_legend, print_rows};
use super::size::print_size;
use super::state_picture::{has_blank_glyph, read_board, without_separators};
use crate::facts::uses_chance;
use crate::model::{Coordinates, Player, Rules, Size};
use crate::random::Random;
use crate::state::{Board, State};

/// The state as text; [`read_state`] gives the same state again.
///
/// What is as in a new game is left out, except the values, the player to act where players have
/// names, and the random generator where chance plays a part. `board` is said where the picture
/// alone would not show its size.
pub fn print_state(rules: &Rules, state: &State) -> String {
    print_state_by(rules, &rules.cell_names(state.board.grid()), state)
}

/// The same with other names of cells, such as those of the grid itself, which saves keep.
pub fn print_state_by(rules: &Rules, names: &CellNames, state: &State) -> String {
    let Rows { rows, unshown } = print_rows(&rules.layers, own_legend(rules), &state.board);
    let grid = state.board.grid();
    let is_misread = rows.first().is_some_and(|row| is_header_line(rules, row));
    let mut text = String::new();
    let mut say = |name: &str, what: String| text.push_str(&format!("{name}: {what}\n"));
    if has_blank_glyph(rules) || is_misread {
        say("board", print_size(Size { width: grid.width(), height: grid.height() }));
    }
    if has_players(rules) {
        let player = rules.players.get(usize::from(state.to_act.0));
        say("to_act", player.map(|player| player.name.clone()).unwrap_or_default());
    }
    for (info, value) in rules.values.iter().zip(&state.values) {
        if header::NAMES.contains(&info.name.as_str()) {
            say(&format!("value {}", info.name), value.to_string());
        } else {
            say(&info.name, value.to_string());
        }
    }
    if state.ply > 0 {
        say("ply", state.ply.to_string());
    }
    if state.passes > 0 {
        say("passes", state.passes.to_string());
    }
    if state.goals > 0 {
        let reached = (0..64).filter(|bit| state.goals >> bit & 1 == 1);
        let numbers: Vec<String> = reached.map(|bit| (bit + 1).to_string()).collect();
        say("goals", numbers.join(","));
    }
    if let Some(outcome) = state.outcome {
        say("outcome", print_outcome(rules, outcome));
    }
    if uses_chance(rules) || state.random != Random(0) {
        say("random", format!("{:016x}", state.random.0));
    }
    for cell in unshown {
        let name = names.name(cell).unwrap_or_default();
        say(&format!("at {name}"), print_contents(rules, &contents_at(&state.board, cell)));
    }
    if is_misread {
        text.push('\n');
    }
    text.push_str(&rows.join("\n"));
    text.push('\n');
    text
}

/// A state from its text. Whatever is not said is as in a new game: values at their first numbers,
/// the first player to act. Rows of unequal length are filled up with nothing. A state that does
/// not say how the game ended has no outcome here, even where the rules would see an end. Where the game
/// has a position on a line, such as FEN, that is read as well.
///
/// # Errors
/// Everything that is wrong with the text, with its place there.
pub fn read_state(rules: &Rules, text: &str) -> Result<State, Vec<Diagnostic>> {
    match on_one_line(text) {
        Some(line) if is_position(rules, &line) => read_position(rules, &line),
        Some(_) | None => read_state_by(rules, rules.coordinates, text),
    }
}

/// The same with other names of cells, such as those of the grid itself, which saves keep; what is
/// written as a position on a line is not read.
///
/// # Errors
/// As [`read_state`].
pub fn read_state_by(
    rules: &Rules,
    coordinates: Coordinates,
    text: &str,
) -> Result<State, Vec<Diagnostic>> {
    let lines = lines(text).map_err(|error| vec![error])?;
    let mut diagnostics = Vec::new();
    let mut header = Header::default();
    let lines = after_blanks(rules, &lines);
    let length = lines.iter().take_while(|line| is_header_line(rules, line.value)).count();
    let (said, picture) = lines.split_at(length);
    for line in said {
        if let Err(error) = header.take(rules, line) {
            diagnostics.push(error);
        }
    }
    let picture = without_separators(rules, picture, header.board.map(|(size, _)| size));
    let board = read_board(rules, coordinates, &header, picture, &mut diagnostics);
    match board {
        Some(board) if diagnostics.is_empty() => Ok(assemble(rules, header, board)),
        _ => Err(bounded(diagnostics)),
    }
}

/// The lines without blank ones before the first line of the header, if there is a header.
fn after_blanks<'l, 't>(rules: &Rules, lines: &'l [Spanned<&'t str>]) -> &'l [Spanned<&'t str>] {
    let first = lines.iter().position(|line| !is_blank(line.value)).unwrap_or(0);
    match lines.get(first) {
        Some(line) if is_header_line(rules, line.value) => &lines[first..],
        _ => lines,
    }
}

fn assemble(rules: &Rules, header: Header<'_>, board: Board) -> State {
    let said = |index: usize| header.values.get(index).copied().flatten();
    let values = rules.values.iter().enumerate();
    State {
        board,
        values: values.map(|(index, info)| said(index).unwrap_or(info.initial)).collect(),
        to_act: header.to_act.unwrap_or(Player(0)),
        ply: header.ply.unwrap_or(0),
        passes: header.passes.unwrap_or(0),
        goals: header.goals.unwrap_or(0),
        outcome: header.outcome,
        random: Random(header.random.unwrap_or(0)),
    }
}
