//! Actions as players write them in a list of moves: `Nf3`, `exd5`, `O-O`, `e8=Q+`, `22x15`.
//!
//! The game says what is written and what is read ([`Moves`]). A text is compared with every
//! legal action, so that it means one of them, several, or none.

use std::borrow::Cow;

use masume_board::{Cell, CellNames};

use super::action::action_text;
use crate::action::{Action, Argument, Choice};
use crate::model::{Content, EMPTY, Layer, LayerKind, Moves, NamedStep, Origin, Player, Rules};
use crate::state::{Board, Outcome, State};

/// Consequences of an action, as far as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consequence {
    /// Something of another player was taken.
    pub takes: bool,
    /// The player won.
    pub wins: bool,
    /// True for each of [`Moves::signs`] that holds, in their order.
    pub signs: Vec<bool>,
}

impl Consequence {
    /// The difference of two states; signs are left to a caller that runs rules.
    pub fn of(rules: &Rules, before: &State, after: &State) -> Self {
        let player = before.to_act;
        Self {
            takes: pieces_of_others(rules, &after.board, player)
                < pieces_of_others(rules, &before.board, player),
            wins: after.outcome == Some(Outcome::Won(player)),
            signs: Vec::new(),
        }
    }
}

fn pieces_of_others(rules: &Rules, board: &Board, player: Player) -> usize {
    let of_layer = |(index, info): (usize, &crate::model::LayerInfo)| {
        let LayerKind::Pieces(pieces) = &info.kind else { return 0 };
        let is_theirs = |content: &&Content| {
            let piece = usize::try_from(**content).ok().and_then(|index| pieces.get(index));
            piece.and_then(|piece| piece.owner).is_some_and(|owner| owner != player)
        };
        board.contents(Layer(index as u8)).iter().filter(is_theirs).count()
    };
    rules.layers.iter().enumerate().map(of_layer).sum()
}

/// The action in the game's notation; as [`action_text`] has it where the notation has no form for
/// it. `legal` are the legal actions of the state, from which it has to be told.
pub fn write_move(
    rules: &Rules,
    moves: &Moves,
    state: &State,
    legal: &[Action],
    (action, consequence): (Action, &Consequence),
) -> String {
    let writer = Writer { rules, moves, state, names: rules.cell_names(state.board.grid()) };
    let Some(cells) = Cells::of(action) else {
        return action_text(rules, state.board.grid(), action);
    };
    let mut text = match writer.step(&cells) {
        Some(step) => step.name.clone(),
        None => writer.body(action, &cells, legal, consequence.takes),
    };
    if consequence.wins && !moves.win.is_empty() {
        text.push_str(&moves.win);
        return text;
    }
    let signs = moves.signs.iter().zip(&consequence.signs).filter(|(_, holds)| **holds);
    signs.for_each(|((sign, _), _)| text.push_str(sign));
    text
}

/// The legal actions that the text can mean in the game's notation: one where it is clear, several
/// where it is not. What is added behind an action (`+`, `#`, `!`, `?`, `e.p.`) means nothing, `0-0`
/// is `O-O`, and the case of letters is free where no action has these very letters.
pub fn read_move(
    rules: &Rules,
    moves: &Moves,
    state: &State,
    legal: &[Action],
    text: &str,
) -> Vec<Action> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let writer = Writer { rules, moves, state, names: rules.cell_names(state.board.grid()) };
    let text = without_figures(rules, moves, text);
    let text = without_remarks(moves, &text);
    let steps =
        |cells: &Cells| writer.step(cells).is_some_and(|step| castled(&step.name) == castled(text));
    let by = |fits: Fits<'_>| -> Vec<Action> {
        let fitting =
            legal.iter().filter(|it| Cells::of(**it).is_some_and(|cells| fits(**it, &cells)));
        fitting.copied().collect()
    };
    let small = text.to_lowercase();
    let ways: [Fits<'_>; 4] = [
        &|_, cells| steps(cells),
        &|action, cells| writer.is_written(action, cells, text, false),
        &|action, cells| writer.is_written(action, cells, &small, true),
        // Which of several actions is meant is not said.
        &|_, cells| writer.is_body(cells, text, false),
    ];
    ways.into_iter().map(by).find(|found| !found.is_empty()).unwrap_or_default()
}

/// True if the text has the form of a move in the game's notation, be it legal or not: the name of a
/// step, or what ends with a cell.
pub fn is_like_move(moves: &Moves, names: &CellNames, text: &str) -> bool {
    if text.len() > LONGEST || text.contains(char::is_whitespace) {
        return false;
    }
    let text = without_remarks(moves, text);
    let ends_with_cell = |text: &str| {
        let mut starts = text.char_indices().map(|(start, _)| start);
        starts.any(|start| names.cell_named(&text[start..]).is_some())
    };
    let without_suffix =
        moves.suffixes.iter().filter_map(|(_, suffix)| text.strip_suffix(suffix.as_str()));
    let is_step = moves.steps.iter().any(|step| castled(&step.name) == castled(text));
    is_step || without_suffix.chain([text]).any(ends_with_cell)
}

/// Moves with the numbers of their turns, a turn of all players on each line: `1. e4 e5`. A turn is what
/// a player does until another acts; where such a move goes on from the last cell of the one before,
/// that is written once: `22x15x8`; one that begins with a sign stands right behind: `d1-d7/g7`. `first` is the number of the first turn.
pub fn numbered_moves<'m>(
    first: u64,
    players: usize,
    moves: impl IntoIterator<Item = (Player, &'m str)>,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut number = first;
    let mut before: Option<(Player, &str)> = None;
    for (player, text) in moves {
        let goes_on = players > 1 && before.is_some_and(|(earlier, _)| earlier == player);
        match (&mut lines.last_mut(), before) {
            (Some(line), Some((_, earlier))) if goes_on => {
                let is_sign = |it: char| JOINTS.contains(&it);
                let last = earlier.rsplit(is_sign).next().unwrap_or_default();
                let rest = text.strip_prefix(last).unwrap_or(text);
                match rest.starts_with(is_sign) {
                    true => line.push_str(rest),
                    false => line.extend([" ", text]),
                }
            }
            (Some(line), Some((earlier, _))) if earlier < player => line.extend([" ", text]),
            (_, None) if player > Player(0) => lines.push(format!("{number}... {text}")),
            (_, earlier) => {
                number += u64::from(earlier.is_some());
                lines.push(format!("{number}. {text}"));
            }
        }
        before = Some((player, text));
    }
    lines
}

/// The names of cells that are run together, or joined by signs: `e2e4`, `11-15`, `22x15x8`, `d1-d7/g7`,
/// `d1-d7(g7)`. None for a text that has anything else, or one name alone.
pub fn cells_together(names: &CellNames, text: &str) -> Option<Vec<String>> {
    /// More cells than a move has; a hostile text may have millions.
    const MOST: usize = 256;
    let mut found = Vec::new();
    let mut rest = text.strip_suffix(')').filter(|it| it.contains('(')).unwrap_or(text);
    while !rest.is_empty() {
        let behind = rest.strip_prefix(JOINTS).filter(|_| !found.is_empty());
        // Numbers that touch each other are one number.
        let ends_in_digit = |name: &String| name.ends_with(|it: char| it.is_ascii_digit());
        let is_parted = !found.last().is_some_and(ends_in_digit)
            || !rest.starts_with(|it: char| it.is_ascii_digit());
        // `x` can be a column, too: a joint comes first where a cell follows it.
        let (name, left) = behind
            .and_then(|it| names.first_name(it))
            .or_else(|| names.first_name(rest).filter(|_| is_parted))?;
        if found.len() == MOST {
            return None;
        }
        found.push(name.to_owned());
        rest = left;
    }
    (found.len() > 1).then_some(found)
}

/// No move is longer, in bytes; a hostile text may have millions.
const LONGEST: usize = 64;

/// Signs between two cells.
const JOINTS: [char; 6] = ['-', 'x', 'X', ':', '/', '('];

/// The text with the letters of pieces in the place of the figures that the game shows for them: `♘f3`.
fn without_figures<'t>(rules: &Rules, moves: &Moves, text: &'t str) -> Cow<'t, str> {
    /// Signs behind a figure that say how it is drawn.
    const STYLES: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let letter = |figure: char| {
        let shows = |glyph: &String| glyph.chars().eq([figure]);
        let shown = rules.display.iter().find(|it| it.glyphs.iter().any(shows));
        let piece = shown.and_then(|it| it.subject)?;
        let mut letters = moves.letters.iter();
        letters.find(|(pieces, _)| pieces.contains(&piece)).map(|(_, letter)| letter.as_str())
    };
    let signs = text.chars().filter(|it| !STYLES.contains(it));
    let mut written = String::new();
    for sign in signs {
        match letter(sign).filter(|_| !sign.is_ascii()) {
            Some(letter) => written.push_str(letter),
            None => written.push(sign),
        }
    }
    Cow::Owned(written)
}

/// The text without what says something about a move and not which it is.
fn without_remarks<'t>(moves: &Moves, text: &'t str) -> &'t str {
    let mut text = text.trim();
    let signs = moves.signs.iter().map(|(sign, _)| sign.as_str()).chain([moves.win.as_str()]);
    let remarks: Vec<&str> =
        signs.filter(|it| !it.is_empty()).chain(["+", "#", "!", "?", "e.p."]).collect();
    let suffixes = || moves.suffixes.iter().map(|(_, it)| it.as_str()).filter(|it| !it.is_empty());
    // A sign can be that of an action, such as `+` for what is promoted.
    while !suffixes().any(|suffix| text.ends_with(suffix)) {
        let Some(rest) = remarks.iter().find_map(|remark| text.strip_suffix(remark)) else { break };
        text = rest.trim_end();
    }
    text
}

/// A name with zeros for the letter O, which look alike, and without case.
fn castled(name: &str) -> String {
    name.to_lowercase().replace('o', "0")
}

/// Test of an action with its cells.
type Fits<'f> = &'f dyn Fn(Action, &Cells) -> bool;

/// The cells of an action.
struct Cells {
    from: Option<Cell>,
    to: Cell,
}

impl Cells {
    fn of(action: Action) -> Option<Self> {
        match (action.choice, action.arguments) {
            (Choice::Declared(_), [Argument::Cell(to), Argument::None, _]) => {
                Some(Self { from: None, to })
            }
            (Choice::Declared(_), [Argument::Cell(from), Argument::Cell(to), Argument::None]) => {
                Some(Self { from: Some(from), to })
            }
            (Choice::Declared(_) | Choice::Pass, _) => None,
        }
    }
}

/// Sign beside an action: nothing for most.
fn affix(affixes: &[(u8, String)], action: Action) -> &str {
    let Choice::Declared(index) = action.choice else { return "" };
    let found = affixes.iter().find(|(known, _)| *known == index);
    found.map_or("", |(_, affix)| affix)
}

struct Writer<'a> {
    rules: &'a Rules,
    moves: &'a Moves,
    state: &'a State,
    names: CellNames,
}

impl<'a> Writer<'a> {
    /// The piece, where from, the sign, where to, and what is written behind the action.
    fn body(&self, action: Action, cells: &Cells, legal: &[Action], takes: bool) -> String {
        let mut text = self.prefix(action).to_owned();
        text.push_str(self.letter(cells.from).unwrap_or_default());
        if let Some(from) = cells.from {
            text.push_str(&self.origin(action, from, legal, takes));
            text.push_str(if takes { &self.moves.take } else { &self.moves.quiet });
        }
        text.push_str(&self.name(cells.to));
        text.push_str(self.suffix(action));
        text
    }

    fn name(&self, cell: Cell) -> String {
        self.names.name(cell).unwrap_or_default()
    }

    fn column(&self, cell: Cell) -> String {
        self.names.column_name(self.names.grid().column(cell) as u32)
    }

    fn row(&self, cell: Cell) -> String {
        self.names.row_name(self.names.grid().row(cell) as u32)
    }

    /// As much of the cell that is left as tells the action from others.
    fn origin(&self, action: Action, from: Cell, legal: &[Action], takes: bool) -> String {
        let is_numbered = self.rules.coordinates.numbers.is_some();
        let letter = self.letter(Some(from));
        if self.moves.origin == Origin::Always || letter.is_none() || is_numbered {
            return self.name(from);
        }
        let to = Cells::of(action).map(|cells| cells.to);
        let rivals: Vec<Cell> = legal
            .iter()
            .filter(|other| self.suffix(**other) == self.suffix(action))
            .filter_map(|other| Cells::of(*other))
            .filter(|cells| Some(cells.to) == to && self.step(cells).is_none())
            .filter_map(|cells| cells.from)
            .filter(|other| *other != from && self.letter(Some(*other)) == letter)
            .collect();
        let grid = self.names.grid();
        let names_column = letter == Some("") && takes;
        if rivals.is_empty() && !names_column {
            String::new()
        } else if rivals.iter().all(|other| grid.column(*other) != grid.column(from)) {
            self.column(from)
        } else if rivals.iter().all(|other| grid.row(*other) != grid.row(from)) {
            self.row(from)
        } else {
            self.name(from)
        }
    }

    /// The letter of what stands there: empty for pieces without one, and in a notation without
    /// letters; None for what it does not speak of.
    fn letter(&self, from: Option<Cell>) -> Option<&'a str> {
        let Some(from) = from else { return Some("") };
        if self.moves.letters.is_empty() {
            return Some("");
        }
        let mut letters = self.moves.letters.iter();
        let found = letters.find(|(pieces, _)| self.stands(pieces, from))?;
        Some(&found.1)
    }

    fn stands(&self, pieces: &[(Layer, Content)], cell: Cell) -> bool {
        pieces.iter().any(|(layer, content)| {
            *content != EMPTY && self.state.board.get(*layer, cell) == *content
        })
    }

    fn prefix(&self, action: Action) -> &'a str {
        affix(&self.moves.prefixes, action)
    }

    fn suffix(&self, action: Action) -> &'a str {
        affix(&self.moves.suffixes, action)
    }

    /// The step with a name of its own that the cells are.
    fn step(&self, cells: &Cells) -> Option<&'a NamedStep> {
        let from = cells.from?;
        let grid = self.names.grid();
        self.moves.steps.iter().find(|step| {
            let mut ways = step.ways.iter();
            let end = ways.try_fold(from, |cell, way| grid.step(cell, *way));
            end == Some(cells.to) && self.stands(&step.pieces, from)
        })
    }

    /// True if the text is a form of the action, with what is written before and behind it.
    fn is_written(&self, action: Action, cells: &Cells, text: &str, is_small: bool) -> bool {
        let prefix = self.prefix(action);
        let prefix = if is_small { prefix.to_lowercase() } else { prefix.to_owned() };
        let Some(text) = text.strip_prefix(prefix.as_str()) else { return false };
        let suffix = self.suffix(action);
        if suffix.is_empty() {
            return self.is_body(cells, text, is_small);
        }
        let bare: String = suffix.chars().filter(|it| it.is_alphanumeric()).collect();
        let small = bare.to_lowercase();
        let mut forms = vec![suffix.to_owned(), bare.clone(), small.clone()];
        forms.extend([format!("={small}"), format!("({bare})"), format!("/{bare}")]);
        forms.iter().filter(|it| !it.is_empty()).any(|form| {
            let form = if is_small { form.to_lowercase() } else { form.clone() };
            text.strip_suffix(form.as_str()).is_some_and(|body| self.is_body(cells, body, is_small))
        })
    }

    /// True if the text is the piece, where from and where to, as much of it as is needed or more.
    fn is_body(&self, cells: &Cells, text: &str, is_small: bool) -> bool {
        let cased = |text: String| if is_small { text.to_lowercase() } else { text };
        let letter = cased(self.letter(cells.from).unwrap_or_default().to_owned());
        let Some(front) = text.strip_suffix(&cased(self.name(cells.to))) else { return false };
        let Some(from) = cells.from else { return front == letter };
        let signs =
            [&self.moves.take, &self.moves.quiet].into_iter().map(|sign| cased(sign.clone()));
        let signs = signs.filter(|it| !it.is_empty()).chain(["x", "-", ":"].map(str::to_owned));
        let fronts = signs.filter_map(|sign| front.strip_suffix(sign.as_str())).chain([front]);
        let whole = self.name(from);
        let origins = [String::new(), self.column(from), self.row(from), whole.clone()];
        let fronts: Vec<&str> = fronts.collect();
        let is_after_letter = |front: &&str| {
            let origin = front.strip_prefix(letter.as_str());
            origin.is_some_and(|origin| origins.iter().any(|it| cased(it.clone()) == origin))
        };
        // Both cells say which piece it is.
        fronts.iter().any(|front| is_after_letter(front) || *front == cased(whole.clone()))
    }
}
