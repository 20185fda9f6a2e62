//! Small games by hand: three layers, pictures as text, and a short notation for rules.
//!
//! Layer 0 holds the pieces `a` to `h`, layer 1 the pieces `A` to `H`, layer 2 numbers. Of the
//! pieces on layer 0 `a` and `c` are the first player's, `b` and `d` the second's.

#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::cell::Cell as Counter;

use masume_board::{Cell, Direction, Grid};
use masume_reference::{ApplyError, Step};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    ActionInfo, Alternative, Arithmetic, Block, Compare, Comparison, Condition, Content, EMPTY,
    Effect, End, EndKind, Expr, Layer, LayerInfo, LayerKind, Letter, Local, ParamKind, ParamSlot,
    PassRule, Pattern, PieceInfo, PieceSet, Player, PlayerInfo, Rule, RuleId, Rules, Statement,
    Strategy, Test, Value, ValueInfo, ValueKind, Ways, Words, Write,
};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, RunErrorKind};
use masume_rules::state::{Board, State};
use masume_syntax::Span;

pub const THING: Layer = Layer(0);
pub const GROUND: Layer = Layer(1);
pub const TILE: Layer = Layer(2);

/// The greatest number on layer 2.
pub const MOST: i32 = 99_999;

// ---- Games ----

/// A game of so many players without any action; values 0 and 1 are `score` and `stage`, value 2
/// is free for use, and so are locals 0 to 3.
pub fn game(players: usize) -> Rules {
    let piece = |name: char, owner: Option<u8>| PieceInfo {
        name: name.to_string(),
        owner: owner.map(Player),
        kind: name.to_string(),
    };
    let value = |name: &str, initial, kind| ValueInfo { name: name.into(), initial, kind };
    let things = ('a'..='h').zip([Some(0), Some(1), Some(0), Some(1), None, None, None, None]);
    Rules {
        title: "Test".into(),
        about: String::new(),
        shape: None,
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
        options: Vec::new(),
        legends: Vec::new(),
        start: Vec::new(),
        actions: Vec::new(),
        then: Vec::new(),
        pass: PassRule::Never,
        again: None,
        ends: Vec::new(),
        score: None,
        levels: Vec::new(),
        display: Vec::new(),
        keys: Vec::new(),
        words: Words::default(),
        help: Vec::new(),
        notations: Vec::new(),
        rule_count: 0,
        local_count: 4,
    }
}

pub const SCORE: Value = Value(0);
pub const STAGE: Value = Value(1);
pub const USED: Value = Value(2);

pub fn action(name: &str, params: &[ParamKind], body: Block) -> ActionInfo {
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
pub fn one_action(body: Block) -> Rules {
    let mut rules = game(1);
    rules.actions.push(action("go", &[], body));
    rules
}

pub fn end(kind: EndKind, condition: Condition, effects: Vec<Effect>) -> End {
    End { kind, condition, effects, span: Span::new(900, 910) }
}

pub const GO: Action =
    Action { choice: masume_rules::action::Choice::Declared(0), arguments: [Argument::None; 3] };

// ---- Pictures ----

/// A board from a picture: a cell is a character, or a word where the rows have blanks.
pub fn board(picture: &str) -> Board {
    board_with_rim(picture, 0)
}

pub fn board_with_rim(picture: &str, rim: u32) -> Board {
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
pub fn picture(board: &Board) -> String {
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
pub fn state(picture: &str) -> State {
    state_on(board(picture))
}

pub fn state_on(board: Board) -> State {
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

pub fn cell(state: &State, name: &str) -> Argument {
    Argument::Cell(state.board.grid().cell_named(name).unwrap())
}

// ---- Running ----

pub fn apply(rules: &Rules, state: &State, action: Action) -> Result<State, ApplyError> {
    masume_reference::apply(rules, state, action, &mut |_| false)
}

pub fn start(rules: &Rules, picture: &str, seed: u64) -> Result<State, RunError> {
    masume_reference::start(rules, board(picture), Random::new(seed), &mut |_| false)
}

/// What becomes of the board when the body runs: a picture, `illegal`, or what went wrong.
pub fn outcome_of(body: Block, before: &str) -> String {
    outcome_on(body, board(before))
}

pub fn outcome_on(body: Block, before: Board) -> String {
    match apply(&one_action(body), &state_on(before), GO) {
        Ok(state) => picture(&state.board),
        Err(ApplyError::Illegal) => "illegal".into(),
        Err(ApplyError::Run(error)) => describe(&error.kind),
    }
}

pub fn describe(kind: &RunErrorKind) -> String {
    match kind {
        RunErrorKind::Conflict { cell, layer, first, second } => {
            format!("conflict: cell {}, layer {}, {first} and {second}", cell.0, layer.0)
        }
        other => format!("{other:?}"),
    }
}

/// Checks what one rule makes of a board.
#[track_caller]
pub fn check(rule: Rule, before: &str, after: &str) {
    check_block(vec![Statement::Rule(rule)], before, after);
}

/// Checks what a body makes of a board.
#[track_caller]
pub fn check_block(body: Block, before: &str, after: &str) {
    assert_eq!(outcome_of(body, before), tidy(after), "from {before}");
}

/// A picture as [`picture`] prints it; other text as it is.
pub fn tidy(text: &str) -> String {
    let is_picture = |glyph: char| matches!(glyph, 'a'..='h' | 'A'..='H' | '0'..='9' | '.' | '/');
    if text.chars().all(|glyph| glyph.is_whitespace() || is_picture(glyph)) {
        picture(&board(text))
    } else {
        text.into()
    }
}

pub fn trace(rules: &Rules, state: &State, action: Action) -> Vec<Step> {
    masume_reference::trace(rules, state, action).unwrap()
}

// ---- Rules ----

thread_local! {
    static NEXT_RULE: Counter<u32> = const { Counter::new(0) };
}

pub fn next_id() -> RuleId {
    NEXT_RULE.with(|next| {
        next.set(next.get() + 1);
        RuleId(next.get() - 1)
    })
}

/// A rule read to the right: `rule("a . b", "- a .")`. Writes stand for the positions in order,
/// a word each; see [`pattern`] and [`write`](writes_of).
pub fn rule(from: &str, writes: &str) -> Rule {
    let (pattern, positions) = pattern(from);
    let mut writes: Vec<Vec<Write>> = writes.split_whitespace().map(writes_of).collect();
    assert!(writes.len() <= positions as usize, "{from}");
    writes.resize(positions as usize, Vec::new());
    Rule {
        id: next_id(),
        span: Span::new(10, 20),
        strategy: Strategy::All,
        ways: Ways::fixed(&[Direction::Right]),
        from: None,
        to: None,
        pattern,
        positions,
        alternatives: vec![Alternative { chance: None, writes }],
        effects: Vec::new(),
    }
}

/// A rule on single cells.
pub fn cell_rule(from: &str, writes: &str) -> Rule {
    Rule { ways: Ways::None, ..rule(from, writes) }
}

/// Changes to a rule, one after another.
pub trait With: Sized {
    fn ways(self, directions: &[Direction]) -> Self;
    fn along(self, ways: Ways) -> Self;
    fn strategy(self, strategy: Strategy) -> Self;
    fn from(self, slot: u8) -> Self;
    fn to(self, slot: u8) -> Self;
    fn or(self, writes: &str) -> Self;
    fn chance(self, hundredths: i64) -> Self;
    fn effects(self, effects: Vec<Effect>) -> Self;
    fn put(self, position: usize, write: Write) -> Self;
    fn statement(self) -> Statement;
    fn block(self) -> Block;
}

impl With for Rule {
    fn ways(self, directions: &[Direction]) -> Self {
        self.along(Ways::fixed(directions))
    }

    fn along(self, ways: Ways) -> Self {
        Rule { ways, ..self }
    }

    fn strategy(self, strategy: Strategy) -> Self {
        Rule { strategy, ..self }
    }

    fn from(self, slot: u8) -> Self {
        Rule { from: Some(ParamSlot(slot)), ..self }
    }

    fn to(self, slot: u8) -> Self {
        Rule { to: Some(ParamSlot(slot)), ..self }
    }

    fn or(mut self, writes: &str) -> Self {
        let mut writes: Vec<Vec<Write>> = writes.split_whitespace().map(writes_of).collect();
        writes.resize(self.positions as usize, Vec::new());
        self.alternatives.push(Alternative { chance: None, writes });
        self
    }

    /// Of the last alternative.
    fn chance(mut self, hundredths: i64) -> Self {
        self.alternatives.last_mut().unwrap().chance = Some(Expr::Constant(hundredths));
        self
    }

    fn effects(self, effects: Vec<Effect>) -> Self {
        Rule { effects, ..self }
    }

    fn put(mut self, position: usize, write: Write) -> Self {
        self.alternatives[0].writes[position].push(write);
        self
    }

    fn statement(self) -> Statement {
        Statement::Rule(self)
    }

    fn block(self) -> Block {
        vec![Statement::Rule(self)]
    }
}

/// One word of writes: `a` to `h` and `A` to `H` put pieces, `.` frees layer 0, `,` layer 1, `;`
/// layer 2, `m` puts the acting player's `a` or `b`, `x` `y` `z` put what a letter is bound to on
/// layer 2, `k` `l` on layer 0, digits a number; `-` puts nothing.
fn writes_of(word: &str) -> Vec<Write> {
    let mut writes = Vec::new();
    for glyph in word.chars() {
        match glyph {
            'a'..='h' => writes.push(Write::Piece(THING, vec![glyph as i32 - 'a' as i32])),
            'A'..='H' => writes.push(Write::Piece(GROUND, vec![glyph as i32 - 'A' as i32])),
            'm' => writes.push(Write::Piece(THING, vec![0, 1])),
            '.' => writes.push(Write::Clear(THING)),
            ',' => writes.push(Write::Clear(GROUND)),
            ';' => writes.push(Write::Clear(TILE)),
            'k' | 'l' => writes.push(Write::Letter(THING, letter(glyph))),
            'x'..='z' => writes.push(Write::Letter(TILE, letter(glyph))),
            '0'..='9' | '-' => {}
            _ => panic!("no write {glyph}"),
        }
    }
    if let Ok(number) = word.parse::<i64>() {
        writes.push(Write::Number(TILE, Expr::Constant(number)));
    }
    writes
}

pub fn letter(glyph: char) -> Letter {
    Letter("xyzkl".find(glyph).unwrap() as u8)
}

// ---- Tests and patterns ----

pub fn thing(glyphs: &str) -> Test {
    Test::Piece { layer: THING, pieces: vec![set(glyphs, 'a')] }
}

pub fn ground(glyphs: &str) -> Test {
    Test::Piece { layer: GROUND, pieces: vec![set(glyphs, 'A')] }
}

pub fn mine() -> Test {
    Test::Piece { layer: THING, pieces: vec![set("ac", 'a'), set("bd", 'a')] }
}

pub fn theirs() -> Test {
    Test::Piece { layer: THING, pieces: vec![set("bd", 'a'), set("ac", 'a')] }
}

pub fn not(test: Test) -> Test {
    Test::Not(Box::new(test))
}

fn set(glyphs: &str, first: char) -> PieceSet {
    PieceSet(glyphs.chars().map(|glyph| 1 << (glyph as u32 - first as u32)).sum())
}

pub fn number_is(number: i64) -> Test {
    compare_test(Expr::Here(TILE), Compare::Equal, Expr::Constant(number))
}

pub fn compare_test(left: Expr, operator: Compare, right: Expr) -> Test {
    Test::Compare(Comparison { left, operator, right })
}

pub fn compare(left: Expr, operator: Compare, right: Expr) -> Condition {
    Condition::Compare(Comparison { left, operator, right })
}

pub fn binary(left: Expr, operation: Arithmetic, right: Expr) -> Expr {
    Expr::Binary(Box::new(left), operation, Box::new(right))
}

pub fn count(test: Test) -> Expr {
    Expr::Count(Box::new(test))
}

pub fn add(value: Value, number: i64) -> Effect {
    Effect::Assign(value, masume_rules::model::Assign::Add, Expr::Constant(number))
}

pub fn local(index: u16) -> Local {
    Local(index)
}

/// A test from one glyph: a piece, `m` mine, `t` theirs, `.` empty, `_` any cell, a digit, `x` `y`
/// `z` letters over layer 2, `k` `l` over layer 0, `1` to `3` after `@` chosen cells.
pub fn test(glyph: char) -> Test {
    match glyph {
        'a'..='h' => thing(&glyph.to_string()),
        'A'..='H' => ground(&glyph.to_string()),
        'm' => mine(),
        't' => theirs(),
        '.' => Test::Empty,
        '_' => Test::Any,
        '0'..='9' => number_is(i64::from(glyph as u32 - '0' as u32)),
        'x'..='z' => Test::Letter { layer: TILE, letter: letter(glyph) },
        'k' | 'l' => Test::Letter { layer: THING, letter: letter(glyph) },
        _ => panic!("no test {glyph}"),
    }
}

/// A pattern and its number of positions: tests as above, `^` edge, `~` turn, `%` bend, groups
/// `( | )`, repeats `* + ?` and `{m,n}`. Blanks mean nothing.
pub fn pattern(text: &str) -> (Pattern, u32) {
    let glyphs: Vec<char> = text.chars().filter(|glyph| *glyph != ' ').collect();
    let mut reader = Reader { glyphs, next: 0, positions: 0 };
    let pattern = reader.choice();
    assert_eq!(reader.next, reader.glyphs.len(), "{text}");
    (pattern, reader.positions)
}

struct Reader {
    glyphs: Vec<char>,
    next: usize,
    positions: u32,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.glyphs.get(self.next).copied()
    }

    fn choice(&mut self) -> Pattern {
        let mut parts = vec![self.sequence()];
        while self.peek() == Some('|') {
            self.next += 1;
            parts.push(self.sequence());
        }
        if parts.len() == 1 { parts.remove(0) } else { Pattern::Choice(parts) }
    }

    fn sequence(&mut self) -> Pattern {
        let mut parts = Vec::new();
        while let Some(glyph) = self.peek().filter(|glyph| !"|)".contains(*glyph)) {
            self.next += 1;
            let atom = self.atom(glyph);
            parts.push(self.repeated(atom));
        }
        if parts.len() == 1 { parts.remove(0) } else { Pattern::Sequence(parts) }
    }

    fn atom(&mut self, glyph: char) -> Pattern {
        match glyph {
            '(' => {
                let inner = self.choice();
                assert_eq!(self.peek(), Some(')'));
                self.next += 1;
                inner
            }
            '^' => Pattern::Edge,
            '~' => Pattern::Turn,
            '%' => Pattern::Bend,
            _ => {
                self.positions += 1;
                Pattern::Cell { position: self.positions - 1, test: test(glyph) }
            }
        }
    }

    fn repeated(&mut self, body: Pattern) -> Pattern {
        let (least, greatest) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let rest: String = self.glyphs[self.next + 1..].iter().collect();
                let bounds = rest.split('}').next().unwrap();
                self.next += bounds.len() + 1;
                let (least, greatest) = bounds.split_once(',').unwrap_or((bounds, bounds));
                (least.parse().unwrap(), greatest.parse().ok())
            }
            _ => return body,
        };
        self.next += 1;
        Pattern::Repeat { body: Box::new(body), least, greatest }
    }
}
