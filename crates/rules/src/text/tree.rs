//! A play as a tree of nodes: `(;GM[1]FF[4]SZ[9];B[dd];W[fe])`, the form of SGF.
//!
//! Of branches the first is played; the others, and properties that say nothing about what is played,
//! are passed over. A cell is two letters, for its column and its row from the top left.

use masume_board::{Cell, Grid};
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, Span};

use super::lines::{quoted, spanned};
use crate::action::{Action, Argument};
use crate::model::{Content, EMPTY, Layer, LayerKind, Moves, Player, Rules};
use crate::state::State;

/// The most nodes that are read: a hostile text is unbounded.
const MOST_NODES: usize = 1 << 20;

/// The letters of columns and rows, from the left and from the top.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The greatest side of a board on which `tt`, which lies outside it, is a pass.
const PASSES_AT_T: u32 = 19;

/// Beginning of a property that puts pieces on the board without anybody's turn; the property of a player follows.
const SET_UP: &str = "A";

/// Property that takes pieces off the board.
const SET_EMPTY: &str = "AE";

/// Property that says who acts first.
const TO_ACT: &str = "PL";

/// A play as written: what is set up before it, and its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree<'t> {
    /// In the order in which it is done.
    pub set_up: Vec<SetUp<'t>>,
    /// The player who acts first, where that is said.
    pub to_act: Option<Player>,
    /// Along the first branch.
    pub moves: Vec<TreeMove<'t>>,
}

/// Cells that are given a player's piece, or none, before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp<'t> {
    /// `None` for cells that become empty.
    pub player: Option<Player>,
    /// The letters of cells, or of two opposite corners of a rectangle: `aa:cc`.
    pub cells: Vec<Spanned<&'t str>>,
}

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

/// What is set up and the moves of the first branch of a tree.
///
/// # Errors
/// A text that is no tree, a board of another size, pieces that are set up behind a move, and more nodes than 2^20.
pub fn read_tree<'t>(moves: &Moves, grid: &Grid, text: &'t str) -> Result<Tree<'t>, Diagnostic> {
    let mut reader = TreeReader { moves, grid, text, at: 0, found: Tree::default() };
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
    let found = cell_of(grid, cell.value);
    found.map(|cell| Action::new(0, &[Argument::Cell(cell)])).ok_or_else(|| no_cell(cell))
}

/// The cell of two letters.
fn cell_of(grid: &Grid, letters: &str) -> Option<Cell> {
    let [column, row] = letters.as_bytes() else { return None };
    let cell = grid.at(place(*column)?, place(*row)?);
    cell.filter(|cell| grid.is_inner(*cell))
}

fn no_cell(cell: &Spanned<&str>) -> Diagnostic {
    let message = format!("the board has no cell {}", quoted(cell.value));
    let label = "expected two letters, a column and a row from the top left";
    Diagnostic::error(Code::UnknownAction, cell.span, message, label)
}

/// The only piece of a player; `None` for one who has none, or several kinds.
fn piece_of(rules: &Rules, player: Player) -> Option<(Layer, Content)> {
    let layers = rules.layers.iter().enumerate();
    let mut pieces = layers.flat_map(|(layer, info)| {
        let pieces = match &info.kind {
            LayerKind::Pieces(pieces) => &pieces[..],
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => &[],
        };
        let owned = pieces.iter().enumerate().filter(move |(_, it)| it.owner == Some(player));
        owned.map(move |(content, _)| (Layer(layer as u8), content as Content))
    });
    pieces.next().filter(|_| pieces.next().is_none())
}

/// Puts on the board what a tree sets up before its first move, and says who acts: where pieces are set up and nothing else is
/// said, the player of the first move.
///
/// # Errors
/// A cell that the board does not have; pieces of a player who has none, or several kinds.
pub fn set_up(rules: &Rules, state: &mut State, tree: &Tree<'_>) -> Result<(), Diagnostic> {
    let grid = *state.board.grid();
    for SetUp { player, cells } in &tree.set_up {
        let piece = player.map(|player| piece_of(rules, player));
        for written in cells {
            if piece == Some(None) {
                let message = "pieces of a player who has several kinds, or none, cannot be set up";
                return Err(Diagnostic::error(Code::BadHeader, written.span, message, "here")
                    .with_help("say the board with `--state`, and delete the property"));
            }
            for cell in rectangle(&grid, written)? {
                for layer in 0..state.board.layer_count() {
                    state.board.set(Layer(layer as u8), cell, EMPTY);
                }
                if let Some(Some((layer, content))) = piece {
                    state.board.set(layer, cell, content);
                }
            }
        }
    }
    let is_set_up = !tree.set_up.is_empty();
    let first = tree.moves.first().map(|it| it.player).filter(|_| is_set_up);
    state.to_act = tree.to_act.or(first).unwrap_or(state.to_act);
    Ok(())
}

/// The cells of `aa`, or of a rectangle `aa:cc`.
fn rectangle(grid: &Grid, written: &Spanned<&str>) -> Result<Vec<Cell>, Diagnostic> {
    let (first, last) = written.value.split_once(':').unwrap_or((written.value, written.value));
    let corners = cell_of(grid, first).zip(cell_of(grid, last));
    let (first, last) = corners.ok_or_else(|| no_cell(written))?;
    let between = |one: i32, other: i32| one.min(other)..=one.max(other);
    let columns = between(grid.column(first), grid.column(last));
    let rows = between(grid.row(first), grid.row(last));
    let cells = rows.flat_map(|row| columns.clone().filter_map(move |column| grid.at(column, row)));
    Ok(cells.collect())
}

/// A play as a tree; None for an action that is neither a cell nor a pass, for a board that is wider or higher than there
/// are letters, and for a first board that is not the `usual` one and holds what no property sets up.
pub fn print_tree(
    rules: &Rules,
    (start, usual): (&State, &State),
    actions: impl IntoIterator<Item = (Player, Action)>,
) -> Option<String> {
    let moves = rules.moves.as_ref()?;
    let grid = start.board.grid();
    let size = match (grid.width(), grid.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let mut text = format!("(;{}SZ[{size}]", moves.header);
    if start.board != usual.board {
        text += &print_set_up(rules, start, usual)?;
    }
    if start.to_act != usual.to_act {
        text += &format!("{TO_ACT}[{}]", moves.nodes.get(usize::from(start.to_act.0))?);
    }
    for (player, action) in actions {
        let cell = match action.arguments {
            _ if action == Action::PASS => String::new(),
            [Argument::Cell(cell), Argument::None, _] => letters_of(grid, cell)?,
            _ => return None,
        };
        let property = moves.nodes.get(usize::from(player.0))?;
        text.push_str(&format!(";{property}[{cell}]"));
    }
    text.push(')');
    Some(text)
}

/// The board as properties: all cells of each player, and those of the usual board that are free here.
fn print_set_up(rules: &Rules, start: &State, usual: &State) -> Option<String> {
    let grid = start.board.grid();
    let moves = rules.moves.as_ref()?;
    let pieces: Vec<_> =
        (0..moves.nodes.len()).map(|player| piece_of(rules, Player(player as u8))).collect();
    let mut cells_of = vec![Vec::new(); pieces.len()];
    let mut freed = Vec::new();
    for cell in grid.inner_cells() {
        let layers = (0..start.board.layer_count()).map(|layer| Layer(layer as u8));
        let held = layers.map(|layer| (layer, start.board.get(layer, cell)));
        let held: Vec<_> = held.filter(|(_, content)| *content != EMPTY).collect();
        match held[..] {
            [] if usual.board.is_free(cell) => {}
            [] => freed.push(cell),
            [piece] => cells_of[pieces.iter().position(|it| *it == Some(piece))?].push(cell),
            _ => return None,
        }
    }
    let properties = moves.nodes.iter().map(|property| format!("{SET_UP}{property}"));
    let set = properties.zip(cells_of).chain([(SET_EMPTY.to_owned(), freed)]);
    let mut text = String::new();
    for (property, cells) in set.filter(|(_, cells)| !cells.is_empty()) {
        text += &property;
        for cell in cells {
            text += &format!("[{}]", letters_of(grid, cell)?);
        }
    }
    Some(text)
}

/// Letters of a cell; `None` where there are not enough.
fn letters_of(grid: &Grid, cell: Cell) -> Option<String> {
    let letter = |index: i32| LETTERS.get(usize::try_from(index).ok()?).copied();
    let (column, row) = (letter(grid.column(cell))?, letter(grid.row(cell))?);
    Some([char::from(column), char::from(row)].iter().collect())
}

fn place(letter: u8) -> Option<i32> {
    LETTERS.iter().position(|it| *it == letter).map(|index| index as i32)
}

struct TreeReader<'r, 't> {
    moves: &'r Moves,
    grid: &'r Grid,
    text: &'t str,
    at: usize,
    found: Tree<'t>,
}

impl<'t> TreeReader<'_, 't> {
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

    /// A name and its values; the first value is what is played, and all are set up.
    fn property(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let written = &self.text[start..self.at];
        // Small letters meant nothing in earlier forms: `AddBlack` is `AB`.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        self.skip_blanks();
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
            self.skip_blanks();
        }
        let Some(value) = values.first() else {
            let message = format!("expected `[` behind {}", quoted(written));
            return Err(self.error(Code::Expected, message, "a property has values in brackets"));
        };
        if let Some(player) = self.player_of(&name) {
            self.found.moves.push(TreeMove { player, cell: value.clone() });
        } else if name == "SZ" {
            self.check_size(value)?;
        } else if name == TO_ACT {
            self.found.to_act = self.player_called(value.value);
        } else if let Some(player) = self.set_up_by(&name) {
            if !self.found.moves.is_empty() {
                let span = Span::new(start as u32, self.at as u32);
                let message = "pieces that are set up behind a move are not read";
                return Err(Diagnostic::error(Code::BadHeader, span, message, "these are")
                    .with_help(
                        "begin with the board that there is then, and delete what is before",
                    ));
            }
            self.found.set_up.push(SetUp { player, cells: values });
        }
        Ok(())
    }

    /// The player whose moves have this name.
    fn player_of(&self, name: &str) -> Option<Player> {
        let index = self.moves.nodes.iter().position(|it| it == name)?;
        Some(Player(index as u8))
    }

    /// The player of a value: the property, or a word that begins with it, as in `PL[white]`.
    fn player_called(&self, value: &str) -> Option<Player> {
        let value = value.trim().to_ascii_uppercase();
        let index = self.moves.nodes.iter().position(|it| value.starts_with(it.as_str()))?;
        Some(Player(index as u8))
    }

    /// The player whose pieces this property sets up, nobody for one that takes pieces away; `None` for others.
    fn set_up_by(&self, name: &str) -> Option<Option<Player>> {
        if name == SET_EMPTY {
            return Some(None);
        }
        self.player_of(name.strip_prefix(SET_UP)?).map(Some)
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
