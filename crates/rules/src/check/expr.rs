//! Whole numbers.

use masume_syntax::ast::{self, Argument, ExprKind, Name, Number, TestKind};
use masume_syntax::{Code, Diagnostic, WHOSE_TURN, nearest};

use super::checker::Checker;
use super::names::{Symbol, is_letter, unknown};
use super::scope::{Binding, Scope, SlotKind};
use crate::model::{
    Arithmetic, Comparison, Expr, Function, Layer, LayerKind, ParamSlot, Value, ValueInfo,
    ValueKind, Ways,
};

/// Words that are numbers everywhere.
const NUMBERS: [&str; 6] = ["width", "height", "row", "column", "ply", "stage"];

/// Stand-in for a number after a diagnostic: one that nothing is known about from the text.
const UNKNOWN: Expr = Expr::Ply;

impl<'a> Checker<'a> {
    pub(super) fn comparison(
        &mut self,
        comparison: &'a ast::Comparison,
        scope: &Scope<'a>,
    ) -> Comparison {
        if let Some(name) = self.name_of_whose_turn(comparison, scope) {
            let at = scope.at(name.span);
            let found = unknown(Code::UnknownName, at, "name", &name.value, "a number", None);
            self.report_in(found.with_help(WHOSE_TURN), scope);
            return Comparison { left: UNKNOWN, operator: comparison.operator, right: UNKNOWN };
        }
        Comparison {
            left: self.expr(&comparison.left, scope),
            operator: comparison.operator,
            right: self.expr(&comparison.right, scope),
        }
    }

    /// The side of `player = black` that means who acts; none where the game has a number of that name.
    fn name_of_whose_turn(
        &self,
        comparison: &'a ast::Comparison,
        scope: &Scope<'a>,
    ) -> Option<&'a Name> {
        let sides = [&comparison.left, &comparison.right].into_iter();
        let mut names = sides.filter_map(|side| {
            let ExprKind::Name(name) = &side.kind else { return None };
            Some(name)
        });
        names.find(|name| {
            matches!(name.value.as_str(), "player" | "players" | "me")
                && scope.binding(&name.value).is_none()
                && self.lookup(&name.value, scope.home).is_none()
                && !self.is_broken(&name.value)
        })
    }

    /// A number at a place of its own, without letters.
    pub(super) fn separate_expr(&mut self, expr: &'a ast::Expr, scope: &Scope<'a>) -> Expr {
        self.at_new_site(false, |checker| checker.expr(expr, scope))
    }

    pub(super) fn expr(&mut self, expr: &'a ast::Expr, scope: &Scope<'a>) -> Expr {
        if !self.enter(expr.span, scope) {
            return UNKNOWN;
        }
        let checked = match &expr.kind {
            ExprKind::Number(Number::Whole(number) | Number::Percent(number)) => {
                Expr::Constant(*number)
            }
            ExprKind::Name(name) => self.named_expr(name, scope),
            ExprKind::Count(test) => Expr::Count(Box::new(self.inner_test(test, scope))),
            ExprKind::RowOf(test) => Expr::RowOf(Box::new(self.inner_test(test, scope))),
            ExprKind::ColumnOf(test) => Expr::ColumnOf(Box::new(self.inner_test(test, scope))),
            ExprKind::Across(name) => {
                self.offset(name, scope, Expr::Across, masume_board::Direction::across)
            }
            ExprKind::Down(name) => {
                self.offset(name, scope, Expr::Down, masume_board::Direction::down)
            }
            ExprKind::Function(name, arguments) => self.function(name, arguments, scope),
            ExprKind::Negate(inner) => Expr::Negate(Box::new(self.expr(inner, scope))),
            ExprKind::Binary(left, operator, right) => {
                let left = Box::new(self.expr(left, scope));
                Expr::Binary(left, *operator, Box::new(self.expr(right, scope)))
            }
        };
        self.leave();
        checked
    }

    fn function(&mut self, name: &'a Name, arguments: &'a [ast::Expr], scope: &Scope<'a>) -> Expr {
        let checked: Vec<Expr> = arguments.iter().map(|it| self.expr(it, scope)).collect();
        match Function::from_name(&name.value) {
            Some(function) if function.arity() == checked.len() => {
                Expr::Function(function, checked)
            }
            Some(function) => {
                let needed = if function.arity() == 1 { "one number" } else { "two numbers" };
                let message = format!("`{}` takes {needed}", name.value);
                let label = format!("{} here", arguments.len());
                self.error(Code::WrongArguments, scope.at(name.span), message, label);
                UNKNOWN
            }
            None => {
                let names = Function::ALL.map(Function::name);
                let near = nearest(&name.value, names).map(str::to_owned);
                let (at, expected) = (scope.at(name.span), Function::listed());
                self.unknown(Code::UnknownName, at, "function", &name.value, &expected, near);
                UNKNOWN
            }
        }
    }

    /// Offset of a direction, to the right or down.
    fn offset(
        &mut self,
        name: &'a Name,
        scope: &Scope<'a>,
        of_slot: fn(ParamSlot) -> Expr,
        of_direction: fn(masume_board::Direction) -> i32,
    ) -> Expr {
        match self.direction_of(name, scope) {
            Some(Ways::Chosen(slot)) => of_slot(slot),
            Some(Ways::Fixed(by_player)) => match by_player.first().and_then(|it| it.first()) {
                Some(direction) => Expr::Constant(i64::from(of_direction(*direction))),
                None => UNKNOWN,
            },
            Some(Ways::None | Ways::Against(_) | Ways::Union(_)) | None => UNKNOWN,
        }
    }

    fn named_expr(&mut self, name: &'a Name, scope: &Scope<'a>) -> Expr {
        if let Some(binding) = scope.binding(&name.value).cloned() {
            return self.bound_expr(name, binding, scope);
        }
        match name.value.as_str() {
            "width" => return Expr::Width,
            "height" => return Expr::Height,
            "ply" => return Expr::Ply,
            "row" => return self.needing_cell(name, Expr::Row, scope),
            "column" => return self.needing_cell(name, Expr::Column, scope),
            "stage" => return Expr::Value(self.stage_value()),
            letter if is_letter(letter) => return self.letter_expr(name, scope),
            _ => {}
        }
        match self.lookup(&name.value, scope.home) {
            Some(Symbol::Value(value)) => Expr::Value(value),
            Some(Symbol::Option(option)) => Expr::Option(option),
            Some(Symbol::Let(index)) if self.constant_of(index).is_some() => {
                self.definitions[index].is_used = true;
                Expr::Constant(self.constant_of(index).unwrap_or_default())
            }
            Some(Symbol::Layer(layer)) if self.has_numbers(layer) => {
                self.needing_cell(name, Expr::Here(layer), scope)
            }
            None if name.value == "score" => self.score_expr(name, scope),
            Some(symbol) => {
                let found = symbol.describe();
                let at = scope.at(name.span);
                let message = format!("`{}` is {found}", name.value);
                let mut diagnostic =
                    Diagnostic::error(Code::WrongKindOfName, at, message, "expected a number");
                if super::test::is_test(symbol) {
                    let help = format!("`count {}` is the number of such cells", name.value);
                    diagnostic = diagnostic.with_help(help);
                }
                self.report(diagnostic);
                UNKNOWN
            }
            None => {
                self.unknown_number(name, scope);
                UNKNOWN
            }
        }
    }

    fn unknown_number(&mut self, name: &Name, scope: &Scope<'a>) {
        if self.is_broken(&name.value) {
            return;
        }
        let fitting = self.symbols.iter().filter(|(_, (symbol, _))| {
            matches!(symbol, Symbol::Value(_) | Symbol::Option(_) | Symbol::Layer(_))
        });
        let names = fitting.map(|(name, _)| name.as_str());
        let candidates = names.chain(scope.names()).chain(NUMBERS).chain(["score"]);
        let near = self.suggestion(&name.value, candidates);
        let at = scope.at(name.span);
        let found = unknown(Code::UnknownName, at, "name", &name.value, "a number", near);
        self.report_in(found, scope);
    }

    fn bound_expr(&mut self, name: &'a Name, binding: Binding<'a>, scope: &Scope<'a>) -> Expr {
        match binding {
            Binding::Local(local) => Expr::Local(local),
            Binding::Slot(slot, SlotKind::Column | SlotKind::Row) => Expr::Chosen(slot),
            Binding::Slot(_, kind @ (SlotKind::Cell | SlotKind::Direction)) => {
                self.wrong_kind(name, scope, kind.describe(), "a number");
                UNKNOWN
            }
            Binding::Unknown => UNKNOWN,
            Binding::Argument(Argument::Expr(expr), outer) => self.expr(expr, &outer),
            Binding::Argument(Argument::Test(test), outer) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.named_expr(inner, &outer);
                }
                if let TestKind::Number(number) = &test.kind {
                    return Expr::Constant(*number);
                }
                let at = outer.at(test.span);
                let label = format!("`{}` is used as a number", name.value);
                self.error(Code::WrongArguments, at, "a test where a number is needed", label);
                UNKNOWN
            }
        }
    }

    fn letter_expr(&mut self, name: &'a Name, scope: &Scope<'a>) -> Expr {
        match self.find_letter(&name.value, scope) {
            Some(letter) if self.site.bound >> letter.0 & 1 == 1 => Expr::Letter(letter),
            Some(_) => {
                self.unbound_letter(name, scope, "it is not certain to be bound here");
                UNKNOWN
            }
            None => {
                self.unbound_letter(name, scope, "nothing before binds it");
                UNKNOWN
            }
        }
    }

    pub(super) fn unbound_letter(&mut self, name: &Name, scope: &Scope<'a>, label: &str) {
        let letter = &name.value;
        let message = format!("the letter `{letter}` has no number");
        let found = Diagnostic::error(Code::UnboundLetter, scope.at(name.span), message, label)
            .with_help(format!("`{letter}` as a test of the pattern binds it"));
        self.report_in(found, scope);
    }

    fn needing_cell(&mut self, name: &Name, expr: Expr, scope: &Scope<'a>) -> Expr {
        if self.site.has_cell {
            return expr;
        }
        let word = &name.value;
        let help = match word.as_str() {
            "row" | "column" => format!("`{word} of player` is that of a piece"),
            _ => format!("`count [{word} > 3]` asks every cell"),
        };
        self.report(
            Diagnostic::error(
                Code::NeedsCell,
                scope.at(name.span),
                format!("`{word}` needs a cell"),
                "no cell is looked at here",
            )
            .with_help(help),
        );
        UNKNOWN
    }

    fn has_numbers(&self, layer: Layer) -> bool {
        match self.layers[usize::from(layer.0)].kind {
            LayerKind::Range(..) | LayerKind::Doubling(..) | LayerKind::Kinds(_) => true,
            LayerKind::Pieces(_) => false,
        }
    }

    /// The stage as a value; it exists from its first use on.
    pub(super) fn stage_value(&mut self) -> Value {
        self.value_of_kind("stage", 1, ValueKind::Stage)
    }

    /// The score as a value that the game counts; it exists from its first use on.
    pub(super) fn score_value(&mut self) -> Value {
        self.value_of_kind("score", 0, ValueKind::Score)
    }

    fn value_of_kind(&mut self, name: &str, initial: i64, kind: ValueKind) -> Value {
        let index = self.values.iter().position(|value| value.kind == kind).unwrap_or_else(|| {
            self.values.push(ValueInfo { name: name.to_owned(), initial, kind });
            self.values.len() - 1
        });
        Value(index as u8)
    }

    /// `score`: the acting player's points where a `score` section says them, else a value.
    fn score_expr(&mut self, name: &Name, scope: &Scope<'a>) -> Expr {
        let Some(score) = self.score else { return Expr::Value(self.score_value()) };
        if std::mem::replace(&mut self.in_score, true) {
            let at = scope.at(name.span);
            let label = "the score would be computed from itself";
            self.error(Code::EndlessDefinition, at, "`score` uses itself", label);
            return UNKNOWN;
        }
        let outer = self.section_scope();
        let checked = self.separate_expr(score, &outer);
        self.in_score = false;
        checked
    }
}

/// The number that an expression always is, where that can be seen from the text.
pub(super) fn constant(expr: &Expr) -> Option<i64> {
    if let Expr::Constant(number) = expr {
        return Some(*number);
    }
    if let Expr::Negate(inner) = expr {
        return constant(inner)?.checked_neg();
    }
    let Expr::Binary(left, operator, right) = expr else { return None };
    let (left, right) = (constant(left)?, constant(right)?);
    // A remainder is left to the run.
    if *operator == Arithmetic::Modulo { None } else { operator.apply(left, right).ok() }
}
