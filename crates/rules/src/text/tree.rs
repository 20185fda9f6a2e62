//! A play as a tree of nodes: `(;GM[1]FF[4]SZ[9];B[dd];W[fe])`, the form of SGF.
//!
//! Of branches the first is played; the others, and properties that say nothing about what is played,
//! are passed over. A cell is two letters, for its column and its row from the top left.

use masume_board::{Cell, Grid};
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, Span};

use super::lines::{quoted, spanned};
use crate::action::{Action, Argument};
use crate::model::{Moves, Player, Rules};

/// The most nodes that are read: a hostile text is unbounded.
const MOST_NODES: usize = 1 << 20;

/// The letters of columns and rows, from the left and from the top.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The greatest side of a board on which `tt`, which lies outside it, is a pass.
const PASSES_AT_T: u32 = 19;

/// Properties that put pieces on the board without anybody's turn.
const SET_UPS: [&str; 3] = ["AB", "AW", "AE"];

/// One move of a tree, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove<'t> {
    /// The player of the node.
    pub player: Player,
    /// The letters of the cell; empty for a pass.
    pub cell: Spanned<&'t str>,
}

/// True if the text begins as a tree does.
pub fn is_tree(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('(')
}

/// The moves of the first branch of a tree.
///
/// # Errors
/// A text that is no tree, a board of another size, pieces that are set up, and more nodes than 2^20.
pub fn read_tree<'t>(
    moves: &Moves,
    grid: &Grid,
    text: &'t str,
) -> Result<Vec<TreeMove<'t>>, Diagnostic> {
    let mut reader = Reader { moves, grid, text, at: 0, found: Vec::new() };
    let mut nodes = 0;
    let mut has_opened = false;
    loop {
        reader.skip_blanks();
        match reader.peek() {
            Some(b'(') => {
                has_opened = true;
                reader.at += 1;
            }
            Some(b';') if has_opened => {
                reader.at += 1;
                nodes += 1;
                if nodes > MOST_NODES {
                    let message = format!("more than {MOST_NODES} nodes");
                    return Err(reader.error(Code::TooMany, message, "one too many"));
                }
            }
            // The end of the first branch: what follows are others.
            Some(b')') if has_opened => return Ok(reader.found),
            Some(letter) if has_opened && nodes > 0 && letter.is_ascii_alphabetic() => {
                reader.property()?;
            }
            Some(_) | None => {
                let message = "expected a node or `)`".to_owned();
                return Err(reader
                    .error(Code::Expected, message, "a tree is written `(;B[dd];W[fe])`")
                    .with_help("a play ends with `)`"));
            }
        }
    }
}

/// The action of a move in a game whose only choice is a cell.
///
/// # Errors
/// A cell that the board does not have.
pub fn tree_action(grid: &Grid, cell: &Spanned<&str>) -> Result<Action, Diagnostic> {
    let is_small = grid.width().max(grid.height()) <= PASSES_AT_T;
    if cell.value.is_empty() || (is_small && cell.value == "tt") {
        return Ok(Action::PASS);
    }
    let found = match cell.value.as_bytes() {
        [column, row] => place(*column).zip(place(*row)),
        _ => None,
    };
    let found = found.and_then(|(column, row)| grid.at(column, row));
    let found: Option<Cell> = found.filter(|cell| grid.is_inner(*cell));
    found.map(|cell| Action::new(0, &[Argument::Cell(cell)])).ok_or_else(|| {
        let message = format!("the board has no cell {}", quoted(cell.value));
        let label = "expected two letters, a column and a row from the top left";
        Diagnostic::error(Code::UnknownAction, cell.span, message, label)
    })
}

/// A play as a tree; None for an action that is neither a cell nor a pass, and for a board that is
/// wider or higher than there are letters.
pub fn print_tree(
    rules: &Rules,
    grid: &Grid,
    actions: impl IntoIterator<Item = (Player, Action)>,
) -> Option<String> {
    let moves = rules.moves.as_ref()?;
    let size = match (grid.width(), grid.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let mut text = format!("(;{}SZ[{size}]", moves.header);
    for (player, action) in actions {
        let cell = match action.arguments {
            _ if action == Action::PASS => String::new(),
            [Argument::Cell(cell), Argument::None, _] => {
                let letter = |index: i32| LETTERS.get(usize::try_from(index).ok()?).copied();
                let (column, row) = (letter(grid.column(cell))?, letter(grid.row(cell))?);
                [char::from(column), char::from(row)].iter().collect()
            }
            _ => return None,
        };
        let property = moves.nodes.get(usize::from(player.0))?;
        text.push_str(&format!(";{property}[{cell}]"));
    }
    text.push(')');
    Some(text)
}

fn place(letter: u8) -> Option<i32> {
    LETTERS.iter().position(|it| *it == letter).map(|index| index as i32)
}

struct Reader<'r, 't> {
    moves: &'r Moves,
    grid: &'r Grid,
    text: &'t str,
    at: usize,
    found: Vec<TreeMove<'t>>,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        let left = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
        self.at += rest.len() - left.len();
    }

    fn error(&self, code: Code, message: String, label: &str) -> Diagnostic {
        let end = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.at as u32, (self.at + end) as u32);
        Diagnostic::error(code, span, message, label)
    }

    /// A name and its values; the first value is what is played.
    fn property(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        self.skip_blanks();
        let mut first = None;
        while self.peek() == Some(b'[') {
            let value = self.value()?;
            first = first.or(Some(value));
            self.skip_blanks();
        }
        let Some(value) = first else {
            let message = format!("expected `[` behind {}", quoted(name));
            return Err(self.error(Code::Expected, message, "a property has values in brackets"));
        };
        if let Some(index) = self.moves.nodes.iter().position(|it| it == name) {
            self.found.push(TreeMove { player: Player(index as u8), cell: value });
        } else if name == "SZ" {
            self.check_size(&value)?;
        } else if SET_UPS.contains(&name) {
            let span = Span::new(start as u32, self.at as u32);
            let message = "pieces that are set up are not read";
            return Err(Diagnostic::error(Code::BadHeader, span, message, "these are")
                .with_help("say the board with `--state`, and delete the property"));
        }
        Ok(())
    }

    /// The text between brackets, in which a backslash goes before a closing one.
    fn value(&mut self) -> Result<Spanned<&'t str>, Diagnostic> {
        let start = self.at + 1;
        let mut escaped = false;
        for (offset, byte) in self.text.as_bytes()[start..].iter().enumerate() {
            match byte {
                b']' if !escaped => {
                    self.at = start + offset + 1;
                    return Ok(spanned(&self.text[start..start + offset], start));
                }
                byte => escaped = *byte == b'\\' && !escaped,
            }
        }
        let message = "expected `]`, found the end of the text".to_owned();
        Err(self
            .error(Code::UnclosedBracket, message, "this is not closed")
            .with_help("add `]` where the value ends"))
    }

    fn check_size(&self, value: &Spanned<&str>) -> Result<(), Diagnostic> {
        let (width, height) = value.value.split_once(':').unwrap_or((value.value, value.value));
        let side = |text: &str| text.trim().parse::<u32>().ok();
        let (here, there) = (self.grid.width(), self.grid.height());
        if side(width) == Some(here) && side(height) == Some(there) {
            return Ok(());
        }
        let message = format!("the play is on a board of {}", quoted(value.value));
        let label = format!("this board is {here}x{there}");
        Err(Diagnostic::error(Code::BoardSize, value.span, message, label)
            .with_help("say the size with `--board`"))
    }
}
