//! Statements and blocks of them.

use crate::Feature;
use crate::tree::{LayerShape, Sort, Statement, Term};

use super::maker::{Maker, line};

/// Greatest depth of blocks within blocks.
const DEEPEST: usize = 2;

/// Shape of a statement; a statement of blocks needs room below it.
#[derive(Clone, Copy)]
enum Shape {
    Rule,
    ElseChain,
    All,
    Repeat,
    Times,
    If,
    Prefix,
    Must,
    Require,
    Let,
    Effect,
    March,
    Relocation,
    Shuffle,
    Call,
}

impl Maker<'_> {
    /// One statement or more.
    pub(super) fn block(&mut self, depth: usize) -> Vec<Statement> {
        let locals = self.site.locals.len();
        let mut body = Vec::new();
        for _ in 0..self.dice.weighted(&[(60, 1), (30, 2), (10, 3)]) {
            self.statement(depth, &mut body);
        }
        self.site.locals.truncate(locals);
        body
    }

    fn statement(&mut self, depth: usize, body: &mut Vec<Statement>) {
        let deep = |weight: usize| if depth < DEEPEST { weight } else { 0 };
        let is_repeated = self.site.is_repeated;
        let restless = |weight: usize| if is_repeated { 0 } else { weight };
        let shape = self.dice.weighted(&[
            (46, Shape::Rule),
            (deep(8), Shape::ElseChain),
            (deep(6), Shape::All),
            (deep(5), Shape::Repeat),
            (deep(4), Shape::Times),
            (deep(6), Shape::If),
            (deep(6), Shape::Prefix),
            (deep(5), Shape::Must),
            (if self.site.is_action { 3 } else { 1 }, Shape::Require),
            (restless(4), Shape::Let),
            (restless(4), Shape::Effect),
            (restless(5), Shape::March),
            (restless(4), Shape::Relocation),
            (restless(4), Shape::Shuffle),
            (if self.world.defines.is_empty() { 0 } else { restless(8) }, Shape::Call),
        ]);
        match shape {
            Shape::Rule => body.push(Statement::Rule(self.rule())),
            Shape::ElseChain => self.else_chain(depth, body),
            Shape::All => body.push(self.all_block()),
            Shape::Repeat => {
                let before = self.site.is_repeated;
                self.site.is_repeated = !self.dice.percent(4);
                body.push(self.nest(Feature::RepeatBlock, "repeat", depth));
                self.site.is_repeated = before;
            }
            Shape::Times => body.push(self.times(depth)),
            Shape::If => self.if_block(depth, body),
            Shape::Prefix => body.push(self.prefix_block(depth)),
            Shape::Must => body.push(self.nest(Feature::Must, "must", depth)),
            Shape::Require => {
                self.note(Feature::Require);
                let condition = self.condition(1);
                body.push(Statement::Line(Term::frame(Sort::Line, "require @", [condition])));
            }
            Shape::Let => self.local(body),
            Shape::Effect => body.push(Statement::Line(self.effect())),
            Shape::March => {
                let march = self.march();
                body.extend(march);
            }
            Shape::Relocation => body.push(self.relocation()),
            Shape::Shuffle => body.push(self.shuffle()),
            Shape::Call => {
                self.note(Feature::Call);
                body.push(Statement::Line(line(self.dice.pick(&self.world.defines))));
            }
        }
    }

    fn nest(&mut self, feature: Feature, heading: &str, depth: usize) -> Statement {
        self.note(feature);
        Statement::Nest { heading: line(heading), body: self.block(depth + 1) }
    }

    fn else_chain(&mut self, depth: usize, body: &mut Vec<Statement>) {
        body.push(Statement::Rule(self.rule()));
        for _ in 0..self.dice.between(1, 2) {
            body.push(self.nest(Feature::Else, "else", depth));
        }
    }

    /// Rules that see the same board.
    fn all_block(&mut self) -> Statement {
        self.note(Feature::AllBlock);
        let mut body = vec![Statement::Rule(self.rule())];
        for _ in 0..self.dice.between(1, 2) {
            body.push(match self.dice.below(8) {
                0 => Statement::Line(self.effect()),
                1 => self.relocation(),
                2 => {
                    let rule = Statement::Rule(self.rule());
                    Statement::Nest { heading: line("else"), body: vec![rule] }
                }
                _ => Statement::Rule(self.rule()),
            });
        }
        Statement::Nest { heading: line("all"), body }
    }

    fn times(&mut self, depth: usize) -> Statement {
        self.note(Feature::Times);
        let count = if self.dice.percent(60) {
            super::maker::number(self.dice.between(1, 3).to_string())
        } else {
            Term::frame(Sort::Number, "min(@, 9)", [self.number(1)])
        };
        let heading = Term::frame(Sort::Line, "@ times:", [count]);
        Statement::Nest { heading, body: self.block(depth + 1) }
    }

    fn if_block(&mut self, depth: usize, body: &mut Vec<Statement>) {
        self.note(Feature::If);
        let heading = Term::frame(Sort::Line, "if @:", [self.condition(1)]);
        body.push(Statement::Nest { heading, body: self.block(depth + 1) });
        if self.dice.percent(40) {
            body.push(self.nest(Feature::Else, "else", depth));
        }
    }

    /// Directions, or an anchor too, for the rules inside.
    fn prefix_block(&mut self, depth: usize) -> Statement {
        self.note(Feature::PrefixBlock);
        let mut heading = self.ways();
        let before = self.site.clone();
        self.site.has_way = true;
        if let [cell, ..] = self.site.cells[..]
            && self.dice.percent(60)
        {
            heading = format!("{heading} from {cell}");
            self.site.has_anchor = true;
        }
        let body = self.block(depth + 1);
        self.site = before;
        Statement::Nest { heading: line(format!("{heading}:")), body }
    }

    fn local(&mut self, body: &mut Vec<Statement>) {
        self.note(Feature::LocalNumber);
        let number = self.number(2);
        let name = ["before", "size", "rest"][self.site.locals.len() % 3].to_owned();
        body.push(Statement::Line(Term::frame(Sort::Line, &format!("let {name} = @"), [number])));
        if !self.site.locals.contains(&name) {
            self.site.locals.push(name);
        }
        body.push(Statement::Rule(self.rule()));
    }

    pub(super) fn relocation(&mut self) -> Statement {
        self.note(Feature::Relocation);
        let mut who = self.plain_atom();
        if who.to_string() == "empty" {
            who = super::maker::atom(self.dice.pick(&self.world.layers).name);
        }
        let to = if self.dice.percent(50) { super::maker::atom("empty") } else { self.atom(1) };
        self.site.letters.clear();
        Statement::Line(Term::frame(Sort::Line, "@ -> random @", [who, to]))
    }

    pub(super) fn shuffle(&mut self) -> Statement {
        let layer = self.dice.pick(&self.world.layers);
        if let LayerShape::Kinds(_) = layer.shape
            && self.dice.percent(60)
        {
            self.note(Feature::Deal);
            let count = self.dice.between(1, 3);
            let over = self.dice.pick(&["empty", "any", "[no @]"]).replace('@', layer.name);
            return Statement::Line(line(format!(
                "shuffle {count} of each {} over {over}",
                layer.name
            )));
        }
        self.note(Feature::Shuffle);
        Statement::Line(line(format!("shuffle {}", layer.name)))
    }

    /// Names for statements.
    pub(super) fn defines(&mut self) -> Vec<(String, Vec<Statement>)> {
        let mut defines = Vec::new();
        if self.dice.percent(25) {
            let body = self.block(1);
            defines.push(("ripple".to_owned(), body));
            self.world.defines.push("ripple".to_owned());
        }
        defines
    }
}
