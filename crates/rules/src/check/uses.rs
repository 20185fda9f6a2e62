//! Which pieces a game does anything with, and what none of its rules and boards ever needs.

use std::collections::BTreeMap;

use masume_syntax::ast::{self, LayerKind as Written, Name, SectionKind};
use masume_syntax::{Code, Diagnostic, Severity};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::Home;
use crate::model::{
    Block, Comparison, Condition, Content, Effect, EndKind, Expr, Layer, LayerKind, MarchAim,
    PassRule, Pattern, Rule, Rules, Statement, Strategy, Test, Write,
};
use crate::text::picture::{CellContents, read_rows};

/// The pieces of each layer that something asks for, puts or shows.
#[derive(Default)]
pub(super) struct Uses {
    /// Bit i of a layer's entry: piece i. A layer of numbers or kinds is used as a whole.
    pieces: BTreeMap<Layer, u64>,
}

impl Uses {
    fn add(&mut self, layer: Layer, pieces: u64) {
        *self.pieces.entry(layer).or_default() |= pieces;
    }

    fn add_content(&mut self, layer: Layer, content: Content) {
        self.add(layer, u32::try_from(content).map_or(u64::MAX, |it| 1 << it.min(63)));
    }

    fn has(&self, layer: Layer, content: Content) -> bool {
        self.of(layer) >> content.clamp(0, 63) & 1 == 1
    }

    fn of(&self, layer: Layer) -> u64 {
        self.pieces.get(&layer).copied().unwrap_or_default()
    }

    fn add_cells<'c>(&mut self, cells: impl IntoIterator<Item = &'c CellContents>) {
        for &(layer, content) in cells.into_iter().flatten() {
            self.add_content(layer, content);
        }
    }

    pub(super) fn add_block(&mut self, block: &Block) {
        for statement in block {
            self.add_statement(statement);
            statement.blocks().for_each(|block| self.add_block(block));
        }
    }

    fn add_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Rule(rule) => self.add_rule(rule),
            Statement::Relocate { from, to, .. } => {
                self.add_test(from);
                self.add_test(to);
            }
            Statement::March(march) => {
                self.add_test(&march.walkers);
                if let MarchAim::Toward(aim) = &march.aim {
                    self.add_test(aim);
                }
                for row in &march.meets {
                    let left = row.left.into_iter();
                    for content in [row.first, row.second].into_iter().chain(left) {
                        self.add_content(march.layer, content);
                    }
                    self.add_effects(&row.effects);
                }
            }
            Statement::Deal { each, layer, over, .. } => {
                self.add(*layer, u64::MAX);
                self.add_expr(each);
                self.add_test(over);
            }
            Statement::Shuffle { layer, .. } => self.add(*layer, u64::MAX),
            Statement::If(condition, ..)
            | Statement::Until(condition, _)
            | Statement::Require(condition, _) => self.add_condition(condition),
            Statement::Times(expr, ..) | Statement::Let(_, expr, _) => self.add_expr(expr),
            Statement::Effects(effects, _) => self.add_effects(effects),
            Statement::Picture { rows, .. } => self.add_cells(rows.iter().flatten()),
            Statement::OrElse(_)
            | Statement::Must(_)
            | Statement::Simultaneous(..)
            | Statement::Repeat(..) => {}
        }
    }

    fn add_rule(&mut self, rule: &Rule) {
        if let Strategy::Random(Some(count)) = &rule.strategy {
            self.add_expr(count);
        }
        self.add_pattern(&rule.pattern);
        for alternative in &rule.alternatives {
            alternative.chance.iter().for_each(|chance| self.add_expr(chance));
            alternative.writes.iter().flatten().for_each(|write| self.add_write(write));
        }
        self.add_effects(&rule.effects);
    }

    fn add_write(&mut self, write: &Write) {
        match write {
            // What frees a layer needs none of its pieces.
            Write::Clear(_) => {}
            Write::Piece(layer, contents) => {
                contents.iter().for_each(|&content| self.add_content(*layer, content));
            }
            Write::Letter(layer, _) => self.add(*layer, u64::MAX),
            Write::Number(layer, expr) => {
                self.add(*layer, u64::MAX);
                self.add_expr(expr);
            }
        }
    }

    fn add_effects(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Assign(_, _, expr) | Effect::AssignLocal(_, _, expr) => self.add_expr(expr),
                Effect::Finish(_) => {}
            }
        }
    }

    fn add_pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Cell { test, .. } => self.add_test(test),
            Pattern::Sequence(parts) | Pattern::Choice(parts) => {
                parts.iter().for_each(|part| self.add_pattern(part));
            }
            Pattern::Repeat { body, .. } => self.add_pattern(body),
            Pattern::Edge | Pattern::Turn | Pattern::Bend => {}
        }
    }

    pub(super) fn add_test(&mut self, test: &Test) {
        match test {
            Test::Any
            | Test::Empty
            | Test::Centre
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Near(..) => {}
            Test::Occupied(layer) | Test::Letter { layer, .. } => self.add(*layer, u64::MAX),
            Test::Piece { layer, pieces } => {
                pieces.iter().for_each(|set| self.add(*layer, set.0));
            }
            Test::Neighbours { test, .. } | Test::Not(test) => self.add_test(test),
            Test::Sees { pattern, .. } => self.add_pattern(pattern),
            Test::Compare(comparison) => self.add_comparison(comparison),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter().for_each(|test| self.add_test(test));
            }
        }
    }

    fn add_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Some(test) => self.add_test(test),
            Condition::Every(these, pass) => {
                self.add_test(these);
                self.add_test(pass);
            }
            Condition::NoAction(_)
            | Condition::NobodyCanAct
            | Condition::EveryonePassed
            | Condition::Solvable => {}
            Condition::Compare(comparison) => self.add_comparison(comparison),
            Condition::Not(condition) => self.add_condition(condition),
            Condition::And(conditions) | Condition::Or(conditions) => {
                conditions.iter().for_each(|condition| self.add_condition(condition));
            }
        }
    }

    fn add_comparison(&mut self, comparison: &Comparison) {
        self.add_expr(&comparison.left);
        self.add_expr(&comparison.right);
    }

    fn add_expr(&mut self, expr: &Expr) {
        if let Expr::Here(layer) = expr {
            self.add(*layer, u64::MAX);
        }
        if let Some(test) = expr.asked_of_cells() {
            self.add_test(test);
        }
        expr.operands().for_each(|operand| self.add_expr(operand));
    }

    /// All that the rules and the boards of the file need.
    fn add_rules(&mut self, rules: &Rules, own: &crate::model::Legend) {
        self.add_block(&rules.start);
        self.add_block(&rules.then);
        for action in &rules.actions {
            self.add_block(&action.body);
            action.when.iter().for_each(|when| self.add_condition(&when.value));
        }
        rules.again.iter().for_each(|again| self.add_condition(&again.value));
        rules.score.iter().for_each(|score| self.add_expr(&score.value));
        for end in &rules.ends {
            self.add_condition(&end.condition);
            self.add_effects(&end.effects);
        }
        for level in &rules.levels {
            let row = |value: &String| ast::Spanned { value: value.clone(), span: level.span };
            let rows: Vec<_> = level.rows.iter().map(row).collect();
            let (cells, _) = read_rows(&rules.layers, own, &rows);
            self.add_cells(cells.iter().flatten());
        }
    }
}

impl<'a> Checker<'a> {
    /// Warns of pieces, layers and words that are never needed; only of a game without errors, for
    /// what could not be read may need them.
    pub(super) fn check_uses(&mut self, file: &'a ast::File, rules: &Rules) {
        let has_errors = self.diagnostics.iter().any(|it| it.severity == Severity::Error);
        if has_errors || !file.broken.is_empty() {
            return;
        }
        let mut uses = std::mem::take(&mut self.uses);
        uses.add_rules(rules, &self.legend);
        for section in &file.sections {
            if let SectionKind::Legend(legend) = &section.kind {
                self.add_legend(legend, &mut uses);
            }
        }
        for section in &file.sections {
            if let SectionKind::Pieces(lines) = &section.kind {
                for (index, line) in lines.iter().enumerate() {
                    self.check_layer(line, Layer(index as u8), &uses);
                }
            } else if let SectionKind::Words(lines) = &section.kind {
                lines.iter().for_each(|line| self.check_occasion(line, rules));
            }
        }
    }

    /// What has a glyph may come with a board from elsewhere: a level, a state.
    fn add_legend(&self, legend: &'a ast::LegendSection, uses: &mut Uses) {
        for name in legend.lines.iter().flat_map(|line| &line.content) {
            match self.lookup(&name.value, Home::Game) {
                Some(Symbol::Piece(layer, content)) => uses.add_content(layer, content),
                Some(Symbol::Layer(layer)) => uses.add(layer, u64::MAX),
                Some(_) | None => {}
            }
        }
    }

    fn check_layer(&mut self, line: &'a ast::LayerLine, layer: Layer, uses: &Uses) {
        if uses.of(layer) == 0 {
            return self.unused(&line.name, "no rule and no board needs this layer");
        }
        let LayerKind::Pieces(pieces) = &self.layers[usize::from(layer.0)].kind else { return };
        let (Written::Names(names) | Written::PerPlayer(names)) = &line.kind else { return };
        // A kind that each player has is used where anybody's piece of it is.
        let is_used = |name: &Name| {
            let mut all = pieces.iter().enumerate();
            all.any(|(index, piece)| piece.kind == name.value && uses.has(layer, index as Content))
        };
        let unused: Vec<&Name> = names.iter().filter(|name| !is_used(name)).collect();
        for name in unused {
            self.unused(name, "no rule and no board needs this piece");
        }
    }

    fn unused(&mut self, name: &Name, label: &str) {
        let message = format!("nothing uses `{}`", name.value);
        let help = "delete it, or let a rule or a level have it";
        let found = Diagnostic::warning(Code::Unused, name.span, message, label);
        self.report(found.with_help(help));
    }

    /// Warns of words for an occasion that the game never comes to.
    fn check_occasion(&mut self, line: &'a ast::WordLine, rules: &Rules) {
        let [occasion] = line.occasion.as_slice() else { return };
        let ends = |is_meant: fn(EndKind) -> bool| rules.ends.iter().any(|it| is_meant(it.kind));
        let never = match occasion.value.as_str() {
            "stage" if !ends(|it| it == EndKind::Stage) => "no `win stage when …` ends a stage",
            "goal" if !ends(|it| it == EndKind::Goal) => "there is no `goal when …`",
            "pass" if rules.pass == PassRule::Never => "nobody can pass",
            "win" | "lose" | "draw" | "end" | "again"
                if !ends(|it| !matches!(it, EndKind::Stage | EndKind::Goal))
                    && !finishes(rules) =>
            {
                "the game has no end"
            }
            _ => return,
        };
        let message = format!("these words are never said: `{}`", occasion.value);
        let found = Diagnostic::warning(Code::Unused, occasion.span, message, never);
        self.report(found.with_help("delete the line, or add what it is about"));
    }
}

/// Whether some rule ends the game.
fn finishes(rules: &Rules) -> bool {
    let bodies = rules.actions.iter().map(|action| &action.body);
    bodies.chain([&rules.start, &rules.then]).any(finishes_in)
}

fn finishes_in(block: &Block) -> bool {
    let is_finish = |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::Finish(_)));
    block.iter().any(|statement| {
        let own = match statement {
            Statement::Rule(rule) => is_finish(&rule.effects),
            Statement::Effects(effects, _) => is_finish(effects),
            Statement::March(march) => march.meets.iter().any(|row| is_finish(&row.effects)),
            Statement::Relocate { .. }
            | Statement::OrElse(_)
            | Statement::Must(_)
            | Statement::Simultaneous(..)
            | Statement::Repeat(..)
            | Statement::Times(..)
            | Statement::If(..)
            | Statement::Deal { .. }
            | Statement::Shuffle { .. }
            | Statement::Until(..)
            | Statement::Let(..)
            | Statement::Require(..)
            | Statement::Picture { .. } => false,
        };
        own || statement.blocks().any(finishes_in)
    })
}
