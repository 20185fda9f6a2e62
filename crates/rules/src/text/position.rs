//! A state on one line, in the fields that the game declares: FEN and its like.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
//! ```

use masume_board::{Cell, CellNames};
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, MOST_ERRORS, Span, bounded};

use super::header::is_header_line;
use super::lines::{quoted, spanned, words};
use super::required::check_required;
use super::size::{grid_of_size, print_size};
use crate::model::{Content, EMPTY, Field, Layer, PieceLists, Player, Position, Rules, Size};
use crate::random::Random;
use crate::state::{Board, State};

/// Word for a field without anything.
const NOTHING: &str = "-";

/// Sign before the list of a player's cells.
const LIST: char = ':';

/// The only line of the text that shows anything; None where there are several or none.
pub(super) fn on_one_line(text: &str) -> Option<Spanned<&str>> {
    let text_start = text.as_ptr() as usize;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let line = lines.next().filter(|_| lines.next().is_none())?;
    Some(spanned(line, line.as_ptr() as usize - text_start))
}

/// True if the game has positions on a line, and the line is one rather than a row of a picture.
pub(super) fn is_position(rules: &Rules, line: &Spanned<&str>) -> bool {
    let Some(position) = &rules.position else { return false };
    let has_lists = position.fields.iter().any(|it| matches!(it, Field::Lists(_)));
    let has_parts = line.value.contains('/')
        || has_lists && line.value.contains(LIST)
        || line.value.split_whitespace().nth(1).is_some();
    has_parts && !is_header_line(rules, line.value)
}

/// A state from a position on a line. Fields may be missing at the end; what they would say is as in
/// a new game.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub(super) fn read_position(rules: &Rules, line: &Spanned<&str>) -> Result<State, Vec<Diagnostic>> {
    let no_position = Position { name: String::new(), fields: Vec::new() };
    let position = rules.position.as_ref().unwrap_or(&no_position);
    let mut words = words(line);
    words.truncate(fields_before_operations(position, line, &words));
    let mut fields = position.fields.iter().zip(&words);
    let board = fields.find_map(|(field, word)| match field {
        Field::Board(layer, letters) => Some((read_board(rules, *layer, letters, word), word)),
        Field::Lists(_) => Some((usual_board(rules, word), word)),
        Field::Player(_) | Field::Marks(..) | Field::Cell(_) | Field::Value(_) | Field::Turns => {
            None
        }
    });
    let Some((board, word)) = board else {
        let message = format!("a board was expected in `{}`", position.name);
        return Err(vec![Diagnostic::error(Code::EmptyPicture, line.span, message, "none here")]);
    };
    let board = board?;
    let mut reader = PositionReader {
        rules,
        names: rules.cell_names(board.grid()),
        state: new_state(rules, board),
        turns: None,
        diagnostics: Vec::new(),
    };
    for (field, word) in position.fields.iter().zip(&words) {
        reader.field(field, word);
    }
    if let Some(extra) = words.get(position.fields.len()) {
        let message = format!("{} is too much", quoted(extra.value));
        let label = format!("`{}` has {} fields", position.name, position.fields.len());
        reader.diagnostics.push(Diagnostic::error(Code::BadHeader, extra.span, message, label));
    }
    reader.diagnostics.extend(check_required(rules, &reader.state.board, word.span));
    reader.finish()
}

/// Number of words that are fields: behind them operations may stand, each ended by a semicolon (`bm e4; id "A";`), of
/// which the first begins where a number is none, or where there is no field any more.
fn fields_before_operations(
    position: &Position,
    line: &Spanned<&str>,
    words: &[Spanned<&str>],
) -> usize {
    if !line.value.trim_end().ends_with(';') {
        return words.len();
    }
    let is_operation = |(index, word): (usize, &Spanned<&str>)| match position.fields.get(index) {
        Some(Field::Value(_) | Field::Turns) => word.value.parse::<i64>().is_err(),
        Some(
            Field::Board(..)
            | Field::Lists(_)
            | Field::Player(_)
            | Field::Marks(..)
            | Field::Cell(_),
        ) => false,
        None => true,
    };
    words.iter().enumerate().position(is_operation).unwrap_or(words.len())
}

/// The state on a line; None where the game has no positions on a line, and where that line would
/// be read as another board.
pub fn print_position(rules: &Rules, state: &State) -> Option<String> {
    let position = rules.position.as_ref()?;
    let fields: Vec<String> =
        position.fields.iter().map(|field| print_field(rules, state, field)).collect();
    let line = fields.join(" ");
    let read = read_position(rules, &spanned(&line, 0)).ok()?;
    (read.board == state.board).then_some(line)
}

fn print_field(rules: &Rules, state: &State, field: &Field) -> String {
    let board = &state.board;
    let names = rules.cell_names(board.grid());
    let or_nothing = |text: String| if text.is_empty() { NOTHING.to_owned() } else { text };
    match field {
        Field::Board(layer, letters) => print_board(board, *layer, letters),
        Field::Lists(lists) => print_lists(lists, state, &names),
        Field::Player(letters) => {
            letters.get(usize::from(state.to_act.0)).cloned().unwrap_or_default()
        }
        Field::Marks((layer, content), letters) => {
            let has_mark = |(_, cell): &&(String, String)| {
                let cell = names.cell_named(cell);
                cell.is_some_and(|cell| board.get(*layer, cell) == *content)
            };
            let marked = letters.iter().filter(has_mark).map(|(letter, _)| letter.as_str());
            or_nothing(marked.collect())
        }
        Field::Cell((layer, content)) => {
            let mut cells = board.grid().inner_cells();
            let found = cells.find(|cell| board.get(*layer, *cell) == *content);
            or_nothing(found.and_then(|cell| names.name(cell)).unwrap_or_default())
        }
        Field::Value(value) => {
            state.values.get(usize::from(value.0)).copied().unwrap_or_default().to_string()
        }
        Field::Turns => (u64::from(state.ply) / players(rules) + 1).to_string(),
    }
}

fn players(rules: &Rules) -> u64 {
    rules.players.len().max(1) as u64
}

/// Rows from the top, parted by `/`; runs of cells without a letter are numbers.
fn print_board(board: &Board, layer: Layer, letters: &[char]) -> String {
    let grid = board.grid();
    let mut text = String::new();
    let mut free = 0;
    let flush = |text: &mut String, free: &mut u32| {
        if *free > 0 {
            text.push_str(&std::mem::take(free).to_string());
        }
    };
    for cell in grid.inner_cells() {
        if grid.column(cell) == 0 && grid.row(cell) > 0 {
            flush(&mut text, &mut free);
            text.push('/');
        }
        let content = usize::try_from(board.get(layer, cell)).ok();
        match content.and_then(|content| letters.get(content)) {
            Some(letter) => {
                flush(&mut text, &mut free);
                text.push(*letter);
            }
            None => free += 1,
        }
    }
    flush(&mut text, &mut free);
    text
}

/// The player who acts, then the cells of each player, in order of turn.
fn print_lists(lists: &PieceLists, state: &State, names: &CellNames) -> String {
    let board = &state.board;
    let holds = |(layer, content): (Layer, Content), cell: Cell| {
        content != EMPTY && board.get(layer, cell) == content
    };
    let mut text = lists.players.get(usize::from(state.to_act.0)).cloned().unwrap_or_default();
    for (player, letter) in lists.players.iter().enumerate() {
        let listed = board.grid().inner_cells().filter_map(|cell| {
            let name = names.name(cell)?;
            if holds(lists.plain[player], cell) {
                return Some(name);
            }
            let mut kinds = lists.kinds.iter();
            let (kind, _) = kinds
                .find(|(_, pieces)| pieces.get(player).is_some_and(|piece| holds(*piece, cell)))?;
            Some(format!("{kind}{name}"))
        });
        text.push(LIST);
        text.push_str(letter);
        text.push_str(&listed.collect::<Vec<_>>().join(","));
    }
    text
}

/// An empty board as every play has it.
fn usual_board(rules: &Rules, word: &Spanned<&str>) -> Result<Board, Vec<Diagnostic>> {
    let Some(shape) = rules.shape else {
        let message = "the size of the board is not known";
        let label = "lists of cells say no size";
        return Err(vec![Diagnostic::error(Code::BoardSize, word.span, message, label)]);
    };
    let grid = grid_of_size(rules, shape.size, word.span).map_err(|error| vec![error])?;
    Ok(Board::new(grid, rules.layers.len()))
}

/// A row as read: how many cells it has, and which of them have what.
struct PositionRow {
    width: u32,
    held: Vec<(u32, Content)>,
    span: Span,
}

fn read_board(
    rules: &Rules,
    layer: Layer,
    letters: &[char],
    word: &Spanned<&str>,
) -> Result<Board, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut start = word.span.start as usize;
    let mut rows: Vec<PositionRow> = Vec::new();
    for part in word.value.split('/') {
        rows.push(read_row(letters, &spanned(part, start), &mut diagnostics));
        start += part.len() + 1;
        if diagnostics.len() > MOST_ERRORS {
            break;
        }
    }
    let width = rows.first().map_or(0, |row| row.width);
    for row in rows.iter().filter(|row| row.width != width) {
        let message = "rows of a position have equally many cells";
        let label = format!("{} cells here, {width} in the first row", row.width);
        diagnostics.push(Diagnostic::error(Code::BoardSize, row.span, message, label));
    }
    if !diagnostics.is_empty() {
        return Err(bounded(diagnostics));
    }
    let size = Size { width, height: rows.len() as u32 };
    let grid = grid_of_size(rules, size, word.span).map_err(|error| vec![error])?;
    let mut board = Board::new(grid, rules.layers.len());
    for (index, row) in rows.iter().enumerate() {
        for (column, content) in &row.held {
            if let Some(cell) = grid.at(*column as i32, index as i32) {
                board.set(layer, cell, *content);
            }
        }
    }
    Ok(board)
}

fn read_row(
    letters: &[char],
    row: &Spanned<&str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> PositionRow {
    let mut read = PositionRow { width: 0, held: Vec::new(), span: row.span };
    let mut run: u32 = 0;
    for (offset, letter) in row.value.char_indices() {
        if let Some(digit) = letter.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(digit);
            continue;
        }
        read.width = read.width.saturating_add(std::mem::take(&mut run));
        match letters.iter().position(|it| *it == letter) {
            Some(content) => read.held.push((read.width, content as Content)),
            None if diagnostics.len() > MOST_ERRORS => return read,
            None => {
                let start = row.span.start + offset as u32;
                let span = Span::new(start, start + letter.len_utf8() as u32);
                let message = format!("{} is no letter of a position", quoted(&letter.to_string()));
                let all: String = letters.iter().collect();
                diagnostics.push(
                    Diagnostic::error(Code::UnknownGlyph, span, message, "an unknown letter")
                        .with_help(format!("the letters are `{all}`, and numbers for free cells")),
                );
            }
        }
        read.width = read.width.saturating_add(1);
    }
    read.width = read.width.saturating_add(run);
    read
}

/// The cell of a name, or those from one number up to another.
fn range(names: &CellNames, text: &str) -> Option<Vec<Cell>> {
    if let Some(cell) = names.cell_named(text) {
        return Some(vec![cell]);
    }
    let (first, last) = text.split_once('-')?;
    // The ends are cells, so that there are no more than those of the board.
    names.cell_named(first).zip(names.cell_named(last))?;
    let numbers = first.parse::<u32>().ok()?..=last.parse::<u32>().ok()?;
    // Downwards there would be none, and cells would be left out in silence.
    let numbers = Some(numbers).filter(|it| !it.is_empty())?;
    numbers.map(|number| names.cell_named(&number.to_string())).collect()
}

fn new_state(rules: &Rules, board: Board) -> State {
    State {
        board,
        values: rules.values.iter().map(|info| info.initial).collect(),
        to_act: Player(0),
        ply: 0,
        passes: 0,
        goals: 0,
        outcome: None,
        random: Random(0),
    }
}

struct PositionReader<'r> {
    rules: &'r Rules,
    names: CellNames,
    state: State,
    turns: Option<(u32, Span)>,
    diagnostics: Vec<Diagnostic>,
}

impl PositionReader<'_> {
    fn misfit(&mut self, word: &Spanned<&str>, expected: String) {
        let message = format!("{} cannot be read", quoted(word.value));
        let label = format!("expected {expected}");
        self.diagnostics.push(Diagnostic::error(Code::BadHeader, word.span, message, label));
    }

    fn field(&mut self, field: &Field, word: &Spanned<&str>) {
        match field {
            Field::Board(..) => {}
            Field::Lists(lists) => self.lists(lists, word),
            Field::Player(letters) => {
                match letters.iter().position(|letter| letter == word.value) {
                    Some(index) => self.state.to_act = Player(index as u8),
                    None => self.misfit(word, format!("`{}`", letters.join("` or `"))),
                }
            }
            Field::Marks(piece, letters) => self.marks(*piece, letters, word),
            Field::Cell(piece) => self.cell(*piece, word),
            Field::Value(value) => match word.value.parse() {
                Ok(number) => self.state.values[usize::from(value.0)] = number,
                Err(_) => self.misfit(word, "a whole number".to_owned()),
            },
            Field::Turns => match word.value.parse() {
                Ok(number) => self.turns = Some((number, word.span)),
                Err(_) => self.misfit(word, "the number of the turn".to_owned()),
            },
        }
    }

    fn marks(
        &mut self,
        (layer, content): (Layer, Content),
        letters: &[(String, String)],
        word: &Spanned<&str>,
    ) {
        if word.value == NOTHING {
            return;
        }
        let mut rest = word.value;
        while !rest.is_empty() {
            let begins = |(letter, _): &&(String, String)| rest.starts_with(letter.as_str());
            let found = letters.iter().filter(begins).max_by_key(|(letter, _)| letter.len());
            let cell = found.and_then(|(_, cell)| self.names.cell_named(cell));
            let (Some((letter, name)), Some(cell)) = (found, cell) else {
                let all: Vec<&str> = letters.iter().map(|(letter, _)| letter.as_str()).collect();
                return self.misfit(word, format!("`-`, or some of `{}`", all.concat()));
            };
            if self.state.board.get(layer, cell) == content {
                return self.misfit(word, "each letter once".to_owned());
            }
            if self.state.board.is_free(cell) {
                return self.misfit(word, format!("no `{letter}`, for {name} is free"));
            }
            self.state.board.set(layer, cell, content);
            rest = &rest[letter.len()..];
        }
    }

    /// `B:W18,24,K10:B1-4.`: the point at the end and ranges are read, too.
    fn lists(&mut self, lists: &PieceLists, word: &Spanned<&str>) {
        let letters = lists.players.join("` or `");
        let mut start = word.span.start as usize;
        let mut parts = word.value.strip_suffix('.').unwrap_or(word.value).split(LIST);
        let first = parts.next().unwrap_or_default();
        match lists.players.iter().position(|letter| letter == first) {
            Some(index) => self.state.to_act = Player(index as u8),
            None => {
                return self.misfit(&spanned(first, start), format!("`{letters}` before `:`"));
            }
        }
        start += first.len() + 1;
        for part in parts {
            let mut players = lists.players.iter().enumerate();
            let found = players.find(|(_, letter)| part.starts_with(letter.as_str()));
            let Some((player, letter)) = found else {
                return self.misfit(&spanned(part, start), format!("a list behind `{letters}`"));
            };
            let mut at = start + letter.len();
            for item in part[letter.len()..].split(',') {
                if !item.is_empty() && !self.list_item(lists, player, &spanned(item, at)) {
                    return;
                }
                at += item.len() + 1;
            }
            start += part.len() + 1;
        }
    }

    /// A cell or a range of them, behind the letter of its kind; false where it is none.
    fn list_item(&mut self, lists: &PieceLists, player: usize, item: &Spanned<&str>) -> bool {
        let begins = |(letter, _): &&(String, Vec<_>)| item.value.starts_with(letter.as_str());
        // A name of a cell may begin as the letter of a kind does.
        let is_cell = self.names.cell_named(item.value).is_some();
        let kind = lists.kinds.iter().find(begins).filter(|_| !is_cell);
        let letter = kind.map_or(0, |(letter, _)| letter.len());
        let piece = match kind {
            Some((_, pieces)) => pieces.get(player).copied(),
            None => lists.plain.get(player).copied(),
        };
        let cells = range(&self.names, &item.value[letter..]);
        let (Some((layer, content)), Some(cells)) = (piece, cells) else {
            let (first, last) = self.names.ends();
            self.misfit(item, format!("a cell from {first} to {last}"));
            return false;
        };
        for cell in cells {
            if !self.state.board.is_free(cell) {
                self.misfit(item, "each cell once".to_owned());
                return false;
            }
            self.state.board.set(layer, cell, content);
        }
        true
    }

    fn cell(&mut self, (layer, content): (Layer, Content), word: &Spanned<&str>) {
        if word.value == NOTHING {
            return;
        }
        let cell: Option<Cell> = self.names.cell_named(word.value);
        match cell.filter(|cell| self.state.board.get(layer, *cell) == EMPTY) {
            Some(cell) => self.state.board.set(layer, cell, content),
            None => {
                let (first, last) = self.names.ends();
                let size = self.names.grid();
                let size = print_size(Size { width: size.width(), height: size.height() });
                self.misfit(word, format!("`-`, or a cell of {size} from {first} to {last}"));
            }
        }
    }

    fn finish(mut self) -> Result<State, Vec<Diagnostic>> {
        if let Some((number, span)) = self.turns {
            // Some programs count turns from 0.
            let turns = u64::from(number).saturating_sub(1).saturating_mul(players(self.rules));
            match u32::try_from(turns + u64::from(self.state.to_act.0)) {
                Ok(ply) => self.state.ply = ply,
                Err(_) => {
                    let word = Spanned { value: "the number of the turn", span };
                    self.misfit(&word, "a smaller number".to_owned());
                }
            }
        } else {
            self.state.ply = u32::from(self.state.to_act.0);
        }
        match self.diagnostics.is_empty() {
            true => Ok(self.state),
            false => Err(bounded(self.diagnostics)),
        }
    }
}
