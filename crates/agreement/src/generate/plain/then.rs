//! Statements that follow the actions of plain games.

use crate::Feature;
use crate::tree::{Sort, Statement, Term};

use crate::generate::maker::{Maker, Site, line, number};

impl Maker<'_> {
    pub(in crate::generate) fn plain_then(&mut self) -> Vec<Statement> {
        self.site = Site::default();
        let mut body = Vec::new();
        if self.dice.percent(65) {
            self.note(Feature::Then);
            for _ in 0..self.dice.between(1, 3) {
                self.plain_statement(0, &mut body);
            }
        }
        body
    }

    fn plain_statement(&mut self, depth: usize, body: &mut Vec<Statement>) {
        let deep = |weight: usize| if depth < 2 { weight } else { 0 };
        match self.dice.weighted(&[
            (22, 0),
            (14, 1),
            (12, 2),
            (8, 3),
            (10, 4),
            (deep(8), 5),
            (deep(10), 6),
            (deep(8), 7),
            (8, 8),
            (8, 9),
            (10, 10),
        ]) {
            0 => {
                let rule = self.free_rule();
                body.push(rule);
            }
            1 => body.push(self.drawn()),
            2 => body.push(self.drawn_several()),
            3 => {
                self.note(Feature::Relocation);
                let who = self.piece_or_class();
                let to = self.plain_test();
                body.push(Statement::Line(Term::frame(Sort::Line, "@ -> random @", [who, to])));
            }
            4 => {
                let march = self.march();
                body.extend(march);
            }
            5 => {
                self.note(Feature::Times);
                let heading =
                    Term::frame(Sort::Line, "@ times:", [number(self.dice.pick(&["2", "3", "0"]))]);
                body.push(self.plain_nest(heading, depth));
            }
            6 => {
                self.note(Feature::If);
                let heading = Term::frame(Sort::Line, "if @:", [self.plain_condition(1)]);
                body.push(self.plain_nest(heading, depth));
                if self.dice.percent(50) {
                    body.push(self.plain_nest(line("else"), depth));
                }
            }
            7 => {
                let rule = self.free_rule();
                body.push(rule);
                for _ in 0..self.dice.between(1, 2) {
                    self.note(Feature::Else);
                    body.push(self.plain_nest(line("else"), depth));
                }
            }
            8 => {
                self.note(Feature::LocalNumber);
                let number = self.plain_number();
                let name = ["before", "size", "rest"][self.site.locals.len() % 3].to_owned();
                body.push(Statement::Line(Term::frame(
                    Sort::Line,
                    &format!("let {name} = @"),
                    [number],
                )));
                if !self.site.locals.contains(&name) {
                    self.site.locals.push(name);
                }
                let effect = self.plain_effect();
                body.extend(effect.map(Statement::Line));
            }
            9 => {
                let (test, put) = self.changing();
                let strategy = self.dice.pick(&["first", "first right:", "first down:"]);
                let crate::tree::Put::Of(put) = put else { return };
                body.push(Statement::Line(Term::frame(
                    Sort::Line,
                    &format!("{strategy} @ -> @"),
                    [test, put],
                )));
            }
            _ => body.extend(self.plain_effects(100).into_iter().map(Statement::Line)),
        }
    }

    fn plain_nest(&mut self, heading: Term, depth: usize) -> Statement {
        let locals = self.site.locals.len();
        let mut body = Vec::new();
        self.plain_statement(depth + 1, &mut body);
        if body.is_empty() || self.dice.percent(30) {
            let rule = self.free_rule();
            body.push(rule);
        }
        self.site.locals.truncate(locals);
        Statement::Nest { heading, body }
    }

    /// A rule without anything chosen.
    fn free_rule(&mut self) -> Statement {
        let ways = self.plain_ways();
        let mut rule = match self.dice.below(4) {
            0 | 1 => self.chain(Vec::new(), 1),
            2 => self.chain(vec![ways], 2),
            _ => self.run_between(vec![ways]),
        };
        rule.effects = self.plain_effects(30);
        Statement::Rule(rule)
    }

    /// One cell, and what comes on it.
    fn drawn(&mut self) -> Statement {
        self.note(Feature::Random);
        let (test, one) = self.changing();
        let (crate::tree::Put::Of(one), (_, crate::tree::Put::Of(other))) = (one, self.changing())
        else {
            return Statement::Line(line("random empty -> _"));
        };
        let chance = match self.world.shares.first() {
            Some(share) if self.dice.percent(50) => share.clone(),
            _ => self.dice.pick(&["90%", "0%", "100%", "50%", "12.5%"]).to_owned(),
        };
        if self.dice.percent(35) {
            return Statement::Line(Term::frame(Sort::Line, "random @ -> @", [test, one]));
        }
        self.note(Feature::Alternatives);
        let text = format!("random @ -> @ with chance {chance} or @");
        Statement::Line(Term::frame(Sort::Line, &text, [test, one, other]))
    }

    /// Several cells.
    fn drawn_several(&mut self) -> Statement {
        self.note(Feature::RandomOf);
        let count = self.plain_number();
        let (test, crate::tree::Put::Of(put)) = self.changing() else {
            return Statement::Line(line("random empty -> _"));
        };
        Statement::Line(Term::frame(Sort::Line, "random @ of @ -> @", [count, test, put]))
    }
}
