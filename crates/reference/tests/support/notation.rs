//! A short notation for rules, tests and patterns.

use std::cell::Cell as Counter;

use masume_board::Direction;
use masume_rules::model::{
    Alternative, Arithmetic, Assign, Block, Compare, Comparison, Condition, Effect, Expr, Letter,
    Local, ParamSlot, Pattern, PieceSet, Rule, RuleId, Statement, Strategy, Test, Value, Ways,
    Write,
};
use masume_rules::run_error::Span;

use super::{GROUND, THING, TILE};

thread_local! {
    static NEXT_RULE: Counter<u32> = const { Counter::new(0) };
}

pub(crate) fn next_id() -> RuleId {
    NEXT_RULE.with(|next| {
        next.set(next.get() + 1);
        RuleId(next.get() - 1)
    })
}

/// A rule read to the right: `rule("a . b", "- a .")`. Writes stand for the positions in order,
/// a word each; see [`pattern`] and [`writes_of`].
pub(crate) fn rule(from: &str, writes: &str) -> Rule {
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
pub(crate) fn cell_rule(from: &str, writes: &str) -> Rule {
    Rule { ways: Ways::None, ..rule(from, writes) }
}

/// Changes to a rule, one after another.
pub(crate) trait With: Sized {
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

pub(crate) fn letter(glyph: char) -> Letter {
    Letter("xyzkl".find(glyph).unwrap() as u8)
}

// ---- Tests and patterns ----

pub(crate) fn thing(glyphs: &str) -> Test {
    Test::Piece { layer: THING, pieces: vec![set(glyphs, 'a')] }
}

pub(crate) fn ground(glyphs: &str) -> Test {
    Test::Piece { layer: GROUND, pieces: vec![set(glyphs, 'A')] }
}

pub(crate) fn mine() -> Test {
    Test::Piece { layer: THING, pieces: vec![set("ac", 'a'), set("bd", 'a')] }
}

pub(crate) fn theirs() -> Test {
    Test::Piece { layer: THING, pieces: vec![set("bd", 'a'), set("ac", 'a')] }
}

pub(crate) fn not(test: Test) -> Test {
    Test::Not(Box::new(test))
}

fn set(glyphs: &str, first: char) -> PieceSet {
    PieceSet(glyphs.chars().map(|glyph| 1 << (glyph as u32 - first as u32)).sum())
}

pub(crate) fn number_is(number: i64) -> Test {
    compare_test(Expr::Here(TILE), Compare::Equal, Expr::Constant(number))
}

pub(crate) fn compare_test(left: Expr, operator: Compare, right: Expr) -> Test {
    Test::Compare(Comparison { left, operator, right })
}

pub(crate) fn compare(left: Expr, operator: Compare, right: Expr) -> Condition {
    Condition::Compare(Comparison { left, operator, right })
}

pub(crate) fn binary(left: Expr, operation: Arithmetic, right: Expr) -> Expr {
    Expr::Binary(Box::new(left), operation, Box::new(right))
}

pub(crate) fn count(test: Test) -> Expr {
    Expr::Count(Box::new(test))
}

pub(crate) fn add(value: Value, number: i64) -> Effect {
    Effect::Assign(value, Assign::Add, Expr::Constant(number))
}

pub(crate) fn local(index: u16) -> Local {
    Local(index)
}

/// A test from one glyph: a piece, `m` mine, `t` theirs, `.` empty, `_` any cell, a digit, `x` `y`
/// `z` letters over layer 2, `k` `l` over layer 0.
pub(crate) fn test(glyph: char) -> Test {
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
pub(crate) fn pattern(text: &str) -> (Pattern, u32) {
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
