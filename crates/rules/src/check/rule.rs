//! Rules: directions, anchors, and what is put where.

use masume_board::Direction;
use masume_syntax::ast;
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::mirror::mirror;
use super::pattern::is_one_cell;
use super::put::Carry;
use super::statement::Setting;
use crate::model::{Alternative, Pattern, Rule, RuleId, Strategy, Test, Ways, Write};

impl<'a> Checker<'a> {
    /// A rule; `is_asked` where it matters whether it matches, so that it may change nothing.
    pub(super) fn rule(
        &mut self,
        rule: &'a ast::Rule,
        span: Span,
        setting: &Setting<'a>,
        is_asked: bool,
    ) -> Rule {
        self.at_new_site(false, |checker| checker.rule_here(rule, span, setting, is_asked))
    }

    fn rule_here(
        &mut self,
        rule: &'a ast::Rule,
        span: Span,
        setting: &Setting<'a>,
        is_asked: bool,
    ) -> Rule {
        let id = self.next_rule();
        let errors = self.diagnostics.len();
        let within = self.within(&rule.prefix, setting);
        let scope = &within.scope;
        let at = scope.at(span);
        if let Some(number) = self.forgotten_of(rule) {
            let help = format!("write `random {} of` before the pattern", number.0);
            self.report(
                Diagnostic::error(
                    Code::AmbiguousLayer,
                    scope.at(number.1),
                    "a number, but no layer has numbers",
                    "so many of the matches?",
                )
                .with_help(help),
            );
            return nothing(id, at);
        }
        let pattern = self.pattern(&rule.pattern, scope);
        let strategy = self.strategy(&within, &pattern, scope.at(rule.pattern.span));
        let own_ways = rule.prefix.ways.is_some();
        let ways = self.rule_ways(&within, own_ways, &pattern, &strategy, rule.pattern.span);
        if self.is_sound_since(errors) {
            self.check_length(&pattern, &ways, scope.at(rule.pattern.span));
        }
        let mut carries = Vec::new();
        let alternatives = self.alternatives(rule, &mut carries, &within);
        let effects = self.effects(&rule.effects, scope);
        let mut checked = Rule {
            id,
            span: at,
            strategy,
            ways,
            from: within.from,
            to: within.to,
            pattern,
            positions: self.site.positions.len() as u32,
            alternatives,
            effects,
        };
        if self.is_sound_since(errors) {
            self.check_conflict(&checked, scope.at(rule.pattern.span));
            if !is_asked {
                self.check_useless(&checked, at);
            }
        }
        carry(&mut checked.pattern, &carries);
        checked
    }

    /// The number in `random 3 empty -> box`, where a layer of numbers cannot be meant.
    fn forgotten_of(&self, rule: &ast::Rule) -> Option<(i64, Span)> {
        let strategy = rule.prefix.strategy.as_ref().map(|it| &it.value);
        let ast::PatternKind::Sequence(parts) = &rule.pattern.kind else { return None };
        let ast::PatternKind::Cell(first) = &parts.first()?.kind else { return None };
        let ast::TestKind::Number(number) = first.kind else { return None };
        (strategy == Some(&ast::Strategy::Random(None)) && !self.has_number_layer())
            .then_some((number, first.span))
    }

    /// `all` where nothing is said.
    fn strategy(&mut self, setting: &Setting<'a>, pattern: &Pattern, at: Span) -> Strategy {
        let Some((strategy, scope)) = setting.strategy.clone() else { return Strategy::All };
        match &strategy.value {
            ast::Strategy::All => Strategy::All,
            ast::Strategy::First => Strategy::First,
            ast::Strategy::Random(None) => Strategy::Random(None),
            ast::Strategy::Random(Some(count)) => {
                if !is_one_cell(pattern) {
                    self.error(
                        Code::RandomNeedsCell,
                        at,
                        "several random matches need a pattern of one cell",
                        "more than one plain cell",
                    );
                }
                Strategy::Random(Some(self.separate_expr(count, &scope)))
            }
            ast::Strategy::Each => {
                if !pattern.is_line() {
                    self.report(
                        Diagnostic::error(
                            Code::EachNeedsLine,
                            at,
                            "`each` goes along lines, and this pattern turns",
                            "a walk, for its `turn` or `bend`",
                        )
                        .with_help("`all` and `first` take walks"),
                    );
                }
                Strategy::Each
            }
        }
    }

    fn rule_ways(
        &mut self,
        setting: &Setting<'a>,
        own_ways: bool,
        pattern: &Pattern,
        strategy: &Strategy,
        span: Span,
    ) -> Ways {
        let is_one_cell = is_one_cell(pattern);
        // Of more than one cell, several random matches have been reported already.
        if matches!(strategy, Strategy::Random(Some(_))) {
            return Ways::None;
        }
        match &setting.ways {
            // A single cell is one match, however many directions the block around it has.
            Some(ways) if own_ways || !is_one_cell || is_single(ways) => ways.clone(),
            _ if is_one_cell => Ways::None,
            _ => {
                let at = setting.scope.at(span);
                let message = "a rule without directions";
                let found =
                    Diagnostic::error(Code::NoDirections, at, message, "which way is this read?")
                        .with_help("`4 ways:` before the pattern reads it up, left, right and down, `8 ways:` also diagonally");
                self.report_in(found, &setting.scope);
                Ways::fixed(&Direction::ORTHOGONAL)
            }
        }
    }

    fn alternatives(
        &mut self,
        rule: &'a ast::Rule,
        carries: &mut Vec<Carry>,
        setting: &Setting<'a>,
    ) -> Vec<Alternative> {
        let scope = &setting.scope;
        let positions = self.site.positions.len();
        let mut alternatives = Vec::new();
        for alternative in &rule.replacements {
            let mut writes = vec![Vec::new(); positions];
            match mirror(&rule.pattern, &alternative.replacement) {
                // Where the game grew too large, the pattern is not the whole one.
                Ok(puts) if puts.len() != positions => {}
                Ok(puts) => {
                    for (position, put) in puts.into_iter().enumerate() {
                        if let Some(put) = put {
                            writes[position] = self.writes(put, position, carries, scope);
                        }
                    }
                }
                // That the pattern has no cells has been said.
                Err(_) if positions == 0 => {}
                Err(mismatch) => {
                    let mut diagnostic = Diagnostic::error(
                        Code::ShapeMismatch,
                        scope.at(mismatch.span),
                        mismatch.message,
                        mismatch.label,
                    );
                    if let Some(help) = mismatch.help {
                        diagnostic = diagnostic.with_help(help);
                    }
                    self.report(diagnostic);
                }
            }
            let chance = alternative.chance.as_ref();
            let chance = chance.map(|chance| self.with_cell(false, |it| it.expr(chance, scope)));
            alternatives.push(Alternative { chance, writes });
        }
        self.check_chances(&rule.replacements, &alternatives, scope);
        alternatives
    }

    /// Reports a rule that reads the same both ways and writes differently each way.
    fn check_conflict(&mut self, rule: &Rule, at: Span) {
        let Pattern::Sequence(parts) = &rule.pattern else { return };
        let tests: Vec<&Test> = parts.iter().filter_map(cell_test).collect();
        let is_plain = tests.len() == parts.len();
        let [alternative] = rule.alternatives.as_slice() else { return };
        let is_free = rule.from.is_none() && rule.to.is_none();
        if rule.strategy != Strategy::All || !is_free || !is_plain || !reads_both_ways(&rule.ways) {
            return;
        }
        if !tests.iter().eq(tests.iter().rev()) {
            return;
        }
        let last = tests.len() - 1;
        let clash = alternative.writes.iter().enumerate().find_map(|(position, writes)| {
            let back = &alternative.writes[last - position];
            writes.iter().find(|write| {
                back.iter().any(|other| other.layer() == write.layer() && differ(write, other))
            })
        });
        let Some(clash) = clash else { return };
        let layer = self.layer_name(clash.layer()).to_owned();
        self.report(
            Diagnostic::error(
                Code::CertainConflict,
                at,
                "the rule always contradicts itself",
                format!("read the other way it matches too, and puts something else on `{layer}`"),
            )
            .with_help("`each`, `first`, or one direction, such as `right:`"),
        );
    }

    fn check_useless(&mut self, rule: &Rule, at: Span) {
        let is_idle = rule.alternatives.iter().all(|alternative| {
            let mut writes = alternative.writes.iter().enumerate();
            writes.all(|(position, writes)| writes.iter().all(|it| self.is_idle(it, position)))
        });
        if is_idle && rule.effects.is_empty() {
            self.report(
                Diagnostic::warning(
                    Code::UselessRule,
                    at,
                    "the rule changes nothing",
                    "what it puts is there already",
                )
                .with_help("`must` before a rule makes it a condition of the action"),
            );
        }
    }
}

/// Stand-in for a rule that is not understood.
fn nothing(id: RuleId, span: Span) -> Rule {
    Rule {
        id,
        span,
        strategy: Strategy::All,
        ways: Ways::None,
        from: None,
        to: None,
        pattern: Pattern::Sequence(Vec::new()),
        positions: 0,
        alternatives: vec![Alternative { chance: None, writes: Vec::new() }],
        effects: Vec::new(),
    }
}

/// Adds the letters of carried classes to their positions.
fn carry(pattern: &mut Pattern, carries: &[Carry]) {
    match pattern {
        Pattern::Cell { position, test } => {
            let here = carries.iter().filter(|it| it.position == *position as usize);
            let letters: Vec<Test> =
                here.map(|it| Test::Letter { layer: it.layer, letter: it.letter }).collect();
            if letters.is_empty() {
                return;
            }
            let mut parts = vec![std::mem::replace(test, Test::Any)];
            parts.extend(letters);
            *test = Test::And(parts);
        }
        Pattern::Sequence(parts) | Pattern::Choice(parts) => {
            for part in parts {
                carry(part, carries);
            }
        }
        Pattern::Repeat { body, .. } => carry(body, carries),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => {}
    }
}

fn cell_test(pattern: &Pattern) -> Option<&Test> {
    match pattern {
        Pattern::Cell { test, .. } => Some(test),
        Pattern::Sequence(_)
        | Pattern::Choice(_)
        | Pattern::Repeat { .. }
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => None,
    }
}

/// True if the ways are certainly one direction.
pub(super) fn is_single(ways: &Ways) -> bool {
    match ways {
        Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().all(|directions| directions.len() == 1),
        Ways::None | Ways::Union(_) => false,
    }
}

/// True if some direction and its opposite are both certainly among the ways, whatever player acts.
fn reads_both_ways(ways: &Ways) -> bool {
    match ways {
        Ways::Fixed(by_player) => by_player.iter().all(|directions| {
            directions.iter().any(|direction| directions.contains(&direction.opposite()))
        }),
        Ways::Union(parts) => parts.iter().any(reads_both_ways),
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => false,
    }
}

/// True if two writes to one layer certainly differ.
fn differ(first: &Write, second: &Write) -> bool {
    match (first, second) {
        (Write::Clear(_), other) | (other, Write::Clear(_)) => !matches!(other, Write::Clear(_)),
        (Write::Piece(_, a), Write::Piece(_, b)) => {
            let count = a.len().max(b.len());
            (0..count).all(|player| {
                super::put::content_for(a, player) != super::put::content_for(b, player)
            })
        }
        (Write::Number(_, a), Write::Number(_, b)) => {
            match (super::expr::constant(a), super::expr::constant(b)) {
                (Some(a), Some(b)) => a != b,
                _ => false,
            }
        }
        (Write::Letter(..) | Write::Piece(..) | Write::Number(..), _) => false,
    }
}
