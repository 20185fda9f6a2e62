//! Answers about what stands where: a cell, a row, a column, a piece, the letters.

use masume_engine::{Cell, State};
use masume_rules::model::{Content, Figure, Layer, LayerKind, LegendEntry};

use crate::dialogue::{Dialogue, help};
use crate::locale::Phrases;
use crate::speech::{Teller, cells};

/// Contents of a cell, a row or a column in words; `None` where the words name none.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::diagnostic::Source;
/// use masume_presentation::dialogue::Dialogue;
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::text::look::look;
/// use masume_session::{Edition, Session};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let edition = Edition::new(shipped.name, shipped.text, game);
/// let session = Session::new(edition, Setup::default()).unwrap();
/// let phrases = Phrases::new(Locale::English);
/// let source = Source { path: shipped.name.to_owned(), text: shipped.text.to_owned() };
/// let dialogue = Dialogue::new(session, source, &phrases);
/// assert_eq!(look(&dialogue, &phrases, "b2"), Some("b2: nothing".to_owned()));
/// assert_eq!(look(&dialogue, &phrases, "z9"), None);
/// ```
pub fn look(dialogue: &Dialogue, phrases: &Phrases, place: &str) -> Option<String> {
    let state = dialogue.session.state();
    let grid = state.board.grid();
    let names = dialogue.session.game().cell_names(state);
    let column = |cell: Cell| names.column_name(grid.column(cell) as u32);
    let row = |cell: Cell| names.row_name(grid.row(cell) as u32);
    let cells: Vec<Cell> = match names.cell_named(place) {
        Some(cell) => vec![cell],
        None => {
            grid.inner_cells().filter(|&cell| column(cell) == place || row(cell) == place).collect()
        }
    };
    if cells.is_empty() {
        return None;
    }
    let teller = dialogue.teller(phrases);
    let told = |&cell: &Cell| {
        let name = teller.cell(state, cell);
        format!("{name}: {}", cells::contents(teller, state, cell))
    };
    Some(cells.iter().map(told).collect::<Vec<_>>().join("; "))
}

/// Place of the piece that is steered, or a line for each piece; with a name, those that are called
/// so.
pub fn whereabouts(dialogue: &Dialogue, phrases: &Phrases, name: Option<&str>) -> Vec<String> {
    let state = dialogue.session.state();
    let teller = dialogue.teller(phrases);
    let mut found: Vec<(String, Vec<Cell>)> = Vec::new();
    for cell in state.board.grid().inner_cells() {
        for (layer, content) in cells::held(teller, state, cell) {
            let piece = teller.piece(layer, content);
            match found.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, cells)) => cells.push(cell),
                None => found.push((piece, vec![cell])),
            }
        }
    }
    let is_meant = |piece: &str, cells: &[Cell]| match name {
        Some(name) => [name.to_owned(), name.replace('-', " ")]
            .iter()
            .any(|name| piece.to_lowercase().contains(name)),
        None => dialogue.walker.is_none_or(|walker| cells.contains(&walker)),
    };
    let meant = found.iter().filter(|(piece, cells)| is_meant(piece, cells));
    let told = |(piece, cells): &(String, Vec<Cell>)| {
        let cells = cells::list(teller, state, cells);
        phrases.say("where-is", &[("piece", piece.as_str().into()), ("cells", cells.into())])
    };
    let mut lines: Vec<String> = meant.map(told).collect();
    lines.extend(selected(dialogue, teller, state));
    if lines.is_empty() {
        lines.push(phrases.say("nothing", &[]));
    }
    lines
}

fn selected(dialogue: &Dialogue, teller: Teller<'_>, state: &State) -> Option<String> {
    let cell = teller.cell(state, dialogue.selection.cell()?);
    Some(teller.phrases.say("selected", &[("cell", cell.into())]))
}

/// Meaning of each letter of the board, each kind of piece on one line.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::diagnostic::Source;
/// use masume_presentation::dialogue::Dialogue;
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::text::look::legend;
/// use masume_session::{Edition, Session};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let edition = Edition::new(shipped.name, shipped.text, game);
/// let session = Session::new(edition, Setup::default()).unwrap();
/// let phrases = Phrases::new(Locale::English);
/// let source = Source { path: shipped.name.to_owned(), text: shipped.text.to_owned() };
/// let dialogue = Dialogue::new(session, source, &phrases);
/// assert_eq!(legend(&dialogue, &phrases), [".  nothing", "X  cross", "O  nought"]);
/// ```
pub fn legend(dialogue: &Dialogue, phrases: &Phrases) -> Vec<String> {
    let teller = dialogue.teller(phrases);
    let Some(legend) = teller.game().rules().legends.first() else { return Vec::new() };
    let mut rows: Vec<(String, String)> = Vec::new();
    let display = &teller.game().rules().display;
    let is_unseen = |piece: &(Layer, Content)| {
        let line = display.iter().find(|line| line.subject == Some(*piece));
        line.is_some_and(|line| line.figure == Some(Figure::Unseen))
    };
    for entry in legend.entries.iter().filter(|entry| !entry.contents.iter().any(is_unseen)) {
        let letter = match entry.glyphs.first() {
            Some(' ') => phrases.say("blank", &[]),
            Some(letter) => letter.to_string(),
            None => continue,
        };
        let name = meaning(teller, entry);
        match rows.last_mut() {
            Some((letters, last)) if *last == name => {
                letters.push(' ');
                letters.push_str(&letter);
            }
            Some(_) | None => rows.push((letter, name)),
        }
    }
    for (index, info) in teller.game().rules().layers.iter().enumerate() {
        match info.kind {
            LayerKind::Range(..) | LayerKind::Doubling(..) => {
                rows.push((phrases.say("a-number", &[]), teller.layer(Layer(index as u8))));
            }
            LayerKind::Pieces(_) | LayerKind::Kinds(_) => {}
        }
    }
    help::aligned(rows)
}

/// Contents of an entry, as they are spoken: the piece first, then what it stands on.
fn meaning(teller: Teller<'_>, entry: &LegendEntry) -> String {
    let names = entry.contents.iter().rev().map(|&(layer, content)| teller.kind(layer, content));
    let stacked = names.reduce(|top, below| {
        teller.phrases.say("on", &[("top", top.into()), ("below", below.into())])
    });
    stacked.unwrap_or_else(|| teller.phrases.say("nothing", &[]))
}
