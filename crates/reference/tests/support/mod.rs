//! Small games by hand: three layers, pictures as text, and a short notation for rules.
//!
//! Layer 0 holds the pieces `a` to `h`, layer 1 the pieces `A` to `H`, layer 2 numbers. Of the
//! pieces on layer 0 `a` and `c` are the first player's, `b` and `d` the second's.

mod notation;

use masume_board::{Cell, Grid};
use masume_reference::{ApplyError, Step};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    ActionInfo, Block, Condition, Content, EMPTY, Effect, End, EndKind, Layer, LayerInfo,
    LayerKind, ParamKind, PieceInfo, Player, PlayerInfo, Rule, Rules, Spanned, Statement, Value,
    ValueInfo, ValueKind,
};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::{Board, State};

pub(crate) use notation::*;

pub(crate) const THING: Layer = Layer(0);
pub(crate) const GROUND: Layer = Layer(1);
pub(crate) const TILE: Layer = Layer(2);

/// Of statements whose place is of no matter.
pub(crate) const SPAN: Span = Span { start: 30, end: 40 };

/// The greatest number on layer 2.
pub(crate) const MOST: i32 = 99_999;

/// A part of the game at a place of no matter.
pub(crate) fn placed<T>(value: T) -> Spanned<T> {
    Spanned { value, span: SPAN }
}

// ---- Games ----

/// A game of so many players without any action; values 0 and 1 are `score` and `stage`, value 2
/// is free for use, and so are locals 0 to 3.
pub(crate) fn game(players: usize) -> Rules {
    let piece = |name: char, owner: Option<u8>| PieceInfo {
        name: name.to_string(),
        owner: owner.map(Player),
        kind: name.to_string(),
    };
    let value = |name: &str, initial, kind| ValueInfo { name: name.into(), initial, kind };
    let things = ('a'..='h').zip([Some(0), Some(1), Some(0), Some(1), None, None, None, None]);
    Rules {
        title: "Test".into(),
        players: (0..players).map(|_| PlayerInfo { name: "".into(), forward: None }).collect(),
        layers: vec![
            LayerInfo {
                name: "thing".into(),
                kind: LayerKind::Pieces(things.map(|(name, owner)| piece(name, owner)).collect()),
            },
            LayerInfo {
                name: "ground".into(),
                kind: LayerKind::Pieces(('A'..='H').map(|name| piece(name, None)).collect()),
            },
            LayerInfo { name: "tile".into(), kind: LayerKind::Range(0, MOST) },
        ],
        values: vec![
            value("score", 0, ValueKind::Score),
            value("stage", 1, ValueKind::Stage),
            value("used", 0, ValueKind::Declared),
        ],
        local_count: 4,
        ..Rules::empty()
    }
}

pub(crate) const SCORE: Value = Value(0);
pub(crate) const STAGE: Value = Value(1);
pub(crate) const USED: Value = Value(2);

pub(crate) fn action(name: &str, params: &[ParamKind], body: Block) -> ActionInfo {
    ActionInfo {
        name: name.into(),
        params: params.to_vec(),
        unordered: false,
        when: None,
        body,
        span: Span::new(500, 510),
    }
}

/// A game of one player with one action without parameters.
pub(crate) fn one_action(body: Block) -> Rules {
    let mut rules = game(1);
    rules.actions.push(action("go", &[], body));
    rules
}

pub(crate) fn end(kind: EndKind, condition: Condition, effects: Vec<Effect>) -> End {
    End { kind, condition, effects, span: Span::new(900, 910) }
}

pub(crate) const GO: Action =
    Action { choice: masume_rules::action::Choice::Declared(0), arguments: [Argument::None; 3] };

// ---- Pictures ----

/// A board from a picture: a cell is a character, or a word where the rows have blanks.
pub(crate) fn board(picture: &str) -> Board {
    board_with_rim(picture, 0)
}

pub(crate) fn board_with_rim(picture: &str, rim: u32) -> Board {
    let rows: Vec<Vec<String>> = picture.split_whitespace_lines().map(words).collect();
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let grid = Grid::with_rim(width, height, rim).unwrap();
    let mut board = Board::new(grid, 3);
    for (cell, word) in grid.inner_cells().zip(rows.iter().flatten()) {
        for content in contents(word) {
            board.set(content.0, cell, content.1);
        }
    }
    board
}

/// The rows of a picture, which may also be written on one line with `/` between them.
trait Lines {
    fn split_whitespace_lines(&self) -> impl Iterator<Item = &str>;
}

impl Lines for str {
    fn split_whitespace_lines(&self) -> impl Iterator<Item = &str> {
        self.split(['\n', '/']).map(str::trim).filter(|row| !row.is_empty())
    }
}

fn words(row: &str) -> Vec<String> {
    if row.contains(' ') {
        row.split_whitespace().map(str::to_string).collect()
    } else {
        row.chars().map(String::from).collect()
    }
}

fn contents(word: &str) -> Vec<(Layer, Content)> {
    let mut found = Vec::new();
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    for glyph in word.chars() {
        match glyph {
            'a'..='h' => found.push((THING, glyph as Content - 'a' as Content)),
            'A'..='H' => found.push((GROUND, glyph as Content - 'A' as Content)),
            '.' | '0'..='9' => {}
            _ => panic!("no glyph {glyph}"),
        }
    }
    if !digits.is_empty() {
        found.push((TILE, digits.parse().unwrap()));
    }
    found
}

/// The picture of a board, rows joined by `/`.
pub(crate) fn picture(board: &Board) -> String {
    let grid = board.grid();
    let word = |cell: Cell| {
        let mut word = String::new();
        for (layer, first) in [(THING, b'a'), (GROUND, b'A')] {
            match board.get(layer, cell) {
                EMPTY => {}
                content => word.push(char::from(first + content as u8)),
            }
        }
        match board.get(TILE, cell) {
            EMPTY => {}
            content => word.push_str(&content.to_string()),
        }
        if word.is_empty() { ".".to_string() } else { word }
    };
    let words: Vec<String> = grid.inner_cells().map(word).collect();
    let between = if words.iter().all(|word| word.len() == 1) { "" } else { " " };
    let rows: Vec<String> =
        words.chunks(grid.width() as usize).map(|row| row.join(between)).collect();
    rows.join("/")
}

/// A state with this board, player 0 to act.
pub(crate) fn state(picture: &str) -> State {
    state_on(board(picture))
}

pub(crate) fn state_on(board: Board) -> State {
    State {
        board,
        values: vec![0, 1, 0],
        to_act: Player(0),
        ply: 0,
        passes: 0,
        goals: 0,
        outcome: None,
        random: Random::new(1),
    }
}

pub(crate) fn cell(state: &State, name: &str) -> Argument {
    Argument::Cell(state.board.grid().cell_named(name).unwrap())
}

// ---- Running ----

pub(crate) fn apply(rules: &Rules, state: &State, action: Action) -> Result<State, ApplyError> {
    masume_reference::apply(rules, state, action, &mut |_| false)
}

pub(crate) fn start(rules: &Rules, picture: &str, seed: u64) -> Result<State, RunError> {
    masume_reference::start(rules, board(picture), Random::new(seed), &mut |_| false)
}

/// Board after the body has run: a picture, `illegal`, or what went wrong.
pub(crate) fn outcome_of(body: Block, before: &str) -> String {
    outcome_on(body, board(before))
}

pub(crate) fn outcome_on(body: Block, before: Board) -> String {
    match apply(&one_action(body), &state_on(before), GO) {
        Ok(state) => picture(&state.board),
        Err(ApplyError::Illegal) => "illegal".into(),
        Err(ApplyError::Run(error)) => describe(&error.kind),
    }
}

pub(crate) fn describe(kind: &RunErrorKind) -> String {
    if let RunErrorKind::Conflict { cell, layer, first, second } = kind {
        return format!("conflict: cell {}, layer {}, {first} and {second}", cell.0, layer.0);
    }
    format!("{kind:?}")
}

/// Checks what one rule makes of a board.
#[track_caller]
pub(crate) fn check(rule: Rule, before: &str, after: &str) {
    check_block(vec![Statement::Rule(rule)], before, after);
}

/// Checks what a body makes of a board.
#[track_caller]
pub(crate) fn check_block(body: Block, before: &str, after: &str) {
    assert_eq!(outcome_of(body, before), tidy(after), "from {before}");
}

/// A picture as [`picture`] prints it; other text as it is.
pub(crate) fn tidy(text: &str) -> String {
    let is_picture = |glyph: char| matches!(glyph, 'a'..='h' | 'A'..='H' | '0'..='9' | '.' | '/');
    if text.chars().all(|glyph| glyph.is_whitespace() || is_picture(glyph)) {
        picture(&board(text))
    } else {
        text.into()
    }
}

pub(crate) fn trace(rules: &Rules, state: &State, action: Action) -> Vec<Step> {
    masume_reference::trace(rules, state, action).unwrap()
}
