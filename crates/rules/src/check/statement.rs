//! Statements and blocks.

use std::rc::Rc;

use masume_syntax::ast::{self, StatementKind, StatementOrBlock};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::names::{Body, Symbol};
use super::scope::{Home, Scope};
use super::site::layers_of;
use crate::model::{Block, ParamSlot, Statement, Ways};

/// Surroundings of a statement, which hold for the rules in it.
#[derive(Clone)]
pub(super) struct Setting<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) ways: Option<Ways>,
    pub(super) from: Option<ParamSlot>,
    pub(super) to: Option<ParamSlot>,
    /// With the scope in which it was written.
    pub(super) strategy: Option<(&'a ast::Spanned<ast::Strategy>, Scope<'a>)>,
    pub(super) place: Place,
    /// True if another statement is around.
    is_nested: bool,
    /// True if the rules see the same board.
    is_simultaneous: bool,
    /// True if a `must` or an `else` asks if something matched.
    is_asked: bool,
}

/// Section that a statement is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Start,
    Elsewhere,
    /// In a definition that is checked by itself.
    Unknown,
}

impl<'a> Setting<'a> {
    pub(super) fn new(scope: Scope<'a>, ways: Option<Ways>, place: Place) -> Self {
        Self {
            scope,
            ways,
            from: None,
            to: None,
            strategy: None,
            place,
            is_nested: false,
            is_simultaneous: false,
            is_asked: false,
        }
    }

    pub(super) fn of_definition(scope: Scope<'a>, ways: Ways) -> Self {
        Self { is_asked: true, ..Self::new(scope, Some(ways), Place::Unknown) }
    }

    fn nested(&self) -> Self {
        Self { is_nested: true, ..self.clone() }
    }

    fn asked(&self) -> Self {
        Self { is_nested: true, is_asked: true, ..self.clone() }
    }
}

/// Statement to which an `else` after it would belong.
enum Before {
    /// Nothing that matches or not; the words say what.
    Nothing(&'static str),
    /// Something that matches or not.
    Match,
    /// An `if`, so many levels inside the `else` of others.
    If(usize),
}

impl<'a> Checker<'a> {
    pub(super) fn block(&mut self, block: &'a ast::Block, setting: &Setting<'a>) -> Block {
        let mut setting = setting.clone();
        let mut statements: Block = Vec::new();
        // Where the statement before begins, so that an `else` can take it all.
        let mut first = 0;
        let mut before = Before::Nothing("at the beginning of a block");
        for (index, statement) in block.statements.iter().enumerate() {
            let next = block.statements.get(index + 1).map(|next| &next.kind);
            let has_else = matches!(next, Some(StatementKind::Else(_)));
            let is_asked = setting.is_asked || has_else;
            let here = Setting { is_asked, ..setting.clone() };
            if let StatementKind::Else(body) = &statement.kind {
                before = self.otherwise(body, statement, &mut statements, first, before, &here);
                continue;
            }
            first = statements.len();
            before = self.statement(statement, &here, &mut statements);
            if let StatementKind::Let(name, _) = &statement.kind {
                setting.scope = self.with_new_local(name, &setting.scope, &statements[first..]);
            }
        }
        statements
    }

    fn body(&mut self, body: &'a StatementOrBlock, setting: &Setting<'a>) -> Block {
        match body {
            StatementOrBlock::Block(block) => self.block(block, setting),
            StatementOrBlock::Statement(statement) => {
                let mut statements = Vec::new();
                if let StatementKind::Else(_) = &statement.kind {
                    self.else_alone(setting.scope.at(statement.span), "nothing is before it");
                    return statements;
                }
                self.statement(statement, setting, &mut statements);
                statements
            }
        }
    }

    /// Adds one statement, written out; says what an `else` after it would belong to.
    fn statement(
        &mut self,
        statement: &'a ast::Statement,
        setting: &Setting<'a>,
        statements: &mut Block,
    ) -> Before {
        let scope = &setting.scope;
        if !self.enter(statement.span, scope) {
            return Before::Match;
        }
        let before = self.statement_here(statement, setting, statements);
        self.leave();
        before
    }

    fn statement_here(
        &mut self,
        statement: &'a ast::Statement,
        setting: &Setting<'a>,
        statements: &mut Block,
    ) -> Before {
        let scope = &setting.scope;
        let at = scope.at(statement.span);
        self.check_simultaneous(&statement.kind, setting, at);
        match &statement.kind {
            StatementKind::Rule(rule) => {
                let rule = self.rule(rule, statement.span, setting, setting.is_asked);
                statements.push(Statement::Rule(rule));
            }
            StatementKind::Relocate { from, to } => {
                statements.extend(self.relocation(from, to, at, scope));
            }
            // Taken by the block; here it has nothing before it.
            StatementKind::Else(_) => self.else_alone(at, "nothing is before it"),
            StatementKind::Must(body) => {
                statements.push(Statement::Must(self.body(body, &setting.asked())));
                return Before::Nothing(
                    "after `must`: where that does not match, the action is illegal",
                );
            }
            StatementKind::Simultaneous(block) => {
                let inner = Setting { is_simultaneous: true, ..setting.nested() };
                statements.push(Statement::Simultaneous(self.block(block, &inner), at));
            }
            StatementKind::Repeat(body) => {
                statements.push(Statement::Repeat(self.body(body, &setting.nested()), at));
            }
            StatementKind::Times(count, body) => {
                let count = self.separate_expr(count, scope);
                statements.push(Statement::Times(count, self.body(body, &setting.nested()), at));
            }
            StatementKind::If(condition, body) => {
                let condition = self.condition(condition, scope);
                let body = self.body(body, &setting.nested());
                statements.push(Statement::If(condition, body, Vec::new(), at));
                return Before::If(0);
            }
            StatementKind::Facing(prefix, block) => {
                let within = self.within(prefix, &setting.nested());
                statements.extend(self.block(block, &within));
            }
            StatementKind::March(march) => {
                statements.extend(self.march(march, at, scope));
            }
            StatementKind::Deal { each, layer, over } => {
                let each = self.separate_expr(each, scope);
                let (over, _) = self.separate_test(over, scope);
                if let Some(layer) = self.layer_named(layer, scope) {
                    let id = self.next_rule();
                    statements.push(Statement::Deal { id, span: at, each, layer, over });
                }
            }
            StatementKind::Shuffle { layer } => {
                if let Some(layer) = self.layer_named(layer, scope) {
                    let id = self.next_rule();
                    statements.push(Statement::Shuffle { id, span: at, layer });
                }
            }
            StatementKind::Until(condition) => {
                let condition = self.condition(condition, scope);
                let is_here = setting.place == Place::Unknown
                    || setting.place == Place::Start && !setting.is_nested;
                if is_here {
                    statements.push(Statement::Until(condition, at));
                } else {
                    let label = "only in `start`, and not inside another statement";
                    self.error(Code::NotHere, at, "`until` cannot stand here", label);
                }
                return Before::Nothing("after `until`");
            }
            StatementKind::Let(name, value) => {
                let value = self.separate_expr(value, scope);
                if self.may_be_local(name, scope)
                    && let Some(local) = self.next_local(at)
                {
                    statements.push(Statement::Let(local, value, at));
                }
                return Before::Nothing("after `let`");
            }
            StatementKind::Effects(effects) => {
                let effects = self.at_new_site(false, |checker| checker.effects(effects, scope));
                statements.push(Statement::Effects(effects, at));
                return Before::Nothing("after an effect");
            }
            StatementKind::Require(condition) => {
                let condition = self.condition(condition, scope);
                statements.push(Statement::Require(condition, at));
                return Before::Nothing("after `require`");
            }
            StatementKind::Call(call) => statements.extend(self.call(call, setting)),
            StatementKind::Picture { centred, picture } => {
                if setting.place == Place::Elsewhere {
                    let label = "only `start` puts pictures";
                    self.error(Code::NotHere, at, "a picture cannot stand here", label);
                }
                let rows = self.picture(picture);
                statements.push(Statement::Picture { rows, centred: *centred, span: at });
                return Before::Nothing("after a picture");
            }
        }
        Before::Match
    }

    /// Reports what cannot run at once with other rules.
    fn check_simultaneous(&mut self, kind: &StatementKind, setting: &Setting<'a>, at: Span) {
        if !setting.is_simultaneous {
            return;
        }
        let found = match kind {
            StatementKind::Rule(_)
            | StatementKind::Relocate { .. }
            | StatementKind::Else(_)
            | StatementKind::Facing(..)
            | StatementKind::Effects(_)
            | StatementKind::Call(_) => return,
            StatementKind::Must(_) => "`must`",
            StatementKind::Simultaneous(_) => "`all` in `all`",
            StatementKind::Repeat(_) => "`repeat`",
            StatementKind::Times(..) => "`times`",
            StatementKind::If(..) => "`if`",
            StatementKind::March(_) => "`march`",
            StatementKind::Deal { .. } | StatementKind::Shuffle { .. } => "`shuffle`",
            StatementKind::Until(_) => "`until`",
            StatementKind::Let(..) => "`let`",
            StatementKind::Require(_) => "`require`",
            StatementKind::Picture { .. } => "a picture",
        };
        let message = format!("{found} cannot run at once with other statements");
        self.error(
            Code::NotInSimultaneous,
            at,
            message,
            "in a block of `all` only rules, `else` and effects",
        );
    }

    /// `else`: joined to what is before it.
    fn otherwise(
        &mut self,
        body: &'a StatementOrBlock,
        statement: &'a ast::Statement,
        statements: &mut Block,
        first: usize,
        before: Before,
        setting: &Setting<'a>,
    ) -> Before {
        let at = setting.scope.at(statement.span);
        let block = self.body(body, &setting.nested());
        let is_if = match body {
            StatementOrBlock::Statement(inner) => matches!(inner.kind, StatementKind::If(..)),
            StatementOrBlock::Block(_) => false,
        };
        match before {
            Before::Nothing(where_it_is) => {
                self.else_alone(at, where_it_is);
                Before::Match
            }
            Before::Match => {
                let tail = statements.split_off(first.min(statements.len()));
                match <[Statement; 1]>::try_from(tail) {
                    Ok([Statement::OrElse(mut blocks)]) => {
                        blocks.push(block);
                        statements.push(Statement::OrElse(blocks));
                    }
                    Ok([only]) => statements.push(Statement::OrElse(vec![vec![only], block])),
                    Err(tail) => statements.push(Statement::OrElse(vec![tail, block])),
                }
                if is_if { Before::If(1) } else { Before::Match }
            }
            Before::If(depth) => {
                match statements.last_mut().and_then(|last| else_of(last, depth)) {
                    Some(otherwise) => *otherwise = block,
                    None => self.else_alone(at, "nothing is before it"),
                }
                if is_if { Before::If(depth + 1) } else { Before::Match }
            }
        }
    }

    fn else_alone(&mut self, at: Span, where_it_is: &str) {
        self.report(
            Diagnostic::error(
                Code::ElseWithoutRule,
                at,
                "an `else` without a rule before it",
                where_it_is,
            )
            .with_help("it runs where the rule on the line before did not match, or the condition of the `if` did not hold"),
        );
    }

    /// `player -> random empty`.
    fn relocation(
        &mut self,
        from: &'a ast::Test,
        to: &'a ast::Test,
        at: Span,
        scope: &Scope<'a>,
    ) -> Option<Statement> {
        let errors = self.diagnostics.len();
        let (from_test, named) = self.separate_test(from, scope);
        let (to, _) = self.separate_test(to, scope);
        let is_understood = self.is_sound_since(errors);
        if named == 0 {
            if is_understood {
                let label = "it names no piece that could move";
                let span = scope.at(from.span);
                self.error(Code::AmbiguousPiece, span, "nothing to move is named", label);
            }
            return None;
        }
        let id = self.next_rule();
        let layers = layers_of(named).collect();
        Some(Statement::Relocate { id, span: at, from: from_test, layers, to })
    }

    /// A definition, written out in place.
    fn call(&mut self, call: &'a ast::Call, setting: &Setting<'a>) -> Block {
        let scope = &setting.scope;
        let name = &call.name;
        let index = match self.lookup(&name.value, scope.home) {
            Some(Symbol::Define(index)) => index,
            Some(symbol) => {
                self.wrong_kind(name, scope, symbol.describe(), "a definition or a rule");
                return Vec::new();
            }
            None => {
                self.unknown_name(name, scope, "a definition or a rule", |symbol| {
                    matches!(symbol, Symbol::Define(_))
                });
                return Vec::new();
            }
        };
        let body = self.definitions[index].body;
        match (self.written_out(index, &call.arguments, call.span, scope), body) {
            (Some(frame), Body::Statements(block)) => {
                self.block(block, &Setting { scope: frame, ..setting.clone() })
            }
            (None, _) | (_, Body::Test(_)) => Vec::new(),
        }
    }

    /// Setting that a prefix makes of the one around it.
    pub(super) fn within(
        &mut self,
        prefix: &'a ast::RulePrefix,
        setting: &Setting<'a>,
    ) -> Setting<'a> {
        let mut within = setting.clone();
        let scope = &setting.scope;
        if let Some(strategy) = &prefix.strategy {
            within.strategy = Some((strategy, Rc::clone(scope)));
        }
        if let Some(ways) = &prefix.ways {
            within.ways = Some(self.ways(ways, scope));
        }
        if let Some(from) = &prefix.from {
            within.from = self.cell_slot(from, None, scope);
        }
        if let Some(to) = &prefix.to {
            within.to = self.cell_slot(to, None, scope);
        }
        within
    }

    /// True if a local number may have this name; a diagnostic where it may not.
    fn may_be_local(&mut self, name: &'a ast::Name, scope: &Scope<'a>) -> bool {
        if !self.may_be_declared(name) {
            return false;
        }
        let has_meaning =
            scope.binding(&name.value).is_some() || self.lookup(&name.value, scope.home).is_some();
        if has_meaning {
            let message = format!("`{}` is given twice", name.value);
            let label = "it has a meaning already";
            let found = Diagnostic::error(Code::DuplicateName, scope.at(name.span), message, label);
            let first = self.symbols.get(&name.value).filter(|_| scope.home == Home::Game);
            let found = match first {
                Some((_, first)) => found.with_place(*first, "the first is here"),
                None => found,
            };
            self.report(found);
        }
        !has_meaning
    }

    /// The scope after a `let`, where that was understood.
    fn with_new_local(
        &self,
        name: &'a ast::Name,
        scope: &Scope<'a>,
        statements: &[Statement],
    ) -> Scope<'a> {
        let is_new = scope.binding(&name.value).is_none();
        match statements.last() {
            Some(Statement::Let(local, ..)) if is_new => {
                Rc::new(scope.with_local(&name.value, *local))
            }
            _ => Rc::clone(scope),
        }
    }
}

/// The `else` of an `if`, `depth` levels inside the `else` of others.
fn else_of(statement: &mut Statement, depth: usize) -> Option<&mut Block> {
    match (statement, depth) {
        (Statement::If(_, _, otherwise, _), 0) => Some(otherwise),
        (Statement::If(_, _, otherwise, _), depth) => else_of(otherwise.last_mut()?, depth - 1),
        (Statement::OrElse(blocks), depth) if depth > 0 => {
            else_of(blocks.last_mut()?.last_mut()?, depth - 1)
        }
        _ => None,
    }
}
