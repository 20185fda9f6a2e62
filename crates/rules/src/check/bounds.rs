//! Bounds of a repeat that a definition's parameter gives: `t{n}`.

use masume_syntax::ast::{self, Argument, Bound, ExprKind, Number, TestKind};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::names::{Symbol, is_letter};
use super::scope::{Binding, Scope};

/// The greatest bound of a repeat, as in the grammar.
const MOST_REPEATED: i64 = 1000;

impl<'a> Checker<'a> {
    /// The least and greatest number of a repeat. That bounds rise and are not too large is seen by
    /// the parser where they are numbers, and here where they are names.
    pub(super) fn bounds(
        &mut self,
        bounds: &'a ast::Bounds,
        at: Span,
        scope: &Scope<'a>,
    ) -> (u32, Option<u32>) {
        let least = self.bound(&bounds.least, scope);
        let greatest = bounds.greatest.as_ref().map(|it| self.bound(it, scope));
        let is_named = [Some(&bounds.least), bounds.greatest.as_ref()]
            .iter()
            .flatten()
            .any(|it| matches!(it, Bound::Named(_)));
        if let (true, Some(least), Some(Some(greatest))) = (is_named, least, greatest)
            && greatest < least
        {
            let message = format!("expected bounds that rise, found `{{{least},{greatest}}}`");
            let label = "no number lies between these";
            self.error(Code::RepeatRange, scope.at(at), message, label);
        }
        // A bound that is not known yet, in a definition that is checked by itself, may be any.
        let least = least.unwrap_or(1);
        (least, greatest.map(|it| it.unwrap_or(least).max(least)))
    }

    /// The number of a bound; `None` where it is in error or not known.
    fn bound(&mut self, bound: &'a Bound, scope: &Scope<'a>) -> Option<u32> {
        match bound {
            Bound::Number(number) => Some(*number),
            Bound::Named(name) => self.named_bound(name, scope),
        }
    }

    fn named_bound(&mut self, name: &'a ast::Name, scope: &Scope<'a>) -> Option<u32> {
        let found = match scope.binding(&name.value).cloned() {
            Some(Binding::Unknown) => return None,
            Some(Binding::Argument(argument, outer)) => match given(argument) {
                Given::Number(number, at) => return self.small_bound(number, outer.at(at)),
                // A parameter of the caller, handed on.
                Given::Name(name) => return self.named_bound(name, &outer),
                Given::Computed(at) => {
                    let label = format!("`{}` says how often a cell is repeated", name.value);
                    let message = "a number of cells is not computed";
                    self.report(
                        Diagnostic::error(Code::WrongKindOfName, outer.at(at), message, label)
                            .with_help("write a number, such as `3`"),
                    );
                    return None;
                }
                Given::Test(at) => {
                    let label = format!("`{}` says how often a cell is repeated", name.value);
                    let message = "a test where a number of cells is needed";
                    self.error(Code::WrongKindOfName, outer.at(at), message, label);
                    return None;
                }
            },
            Some(Binding::Slot(_, kind)) => kind.describe(),
            Some(Binding::Local(_)) => "a number that changes",
            None => match self.lookup(&name.value, scope.home) {
                Some(Symbol::Let(index)) if self.constant_of(index).is_some() => {
                    self.definitions[index].is_used = true;
                    let number = self.constant_of(index).unwrap_or_default();
                    return self.small_bound(number, scope.at(name.span));
                }
                Some(symbol) => symbol.describe(),
                None if is_letter(&name.value) => {
                    let message = "the number of a letter cannot say how often";
                    let label = format!("`{}` is known once its cell has matched", name.value);
                    let at = scope.at(name.span);
                    let help = "write a number or bounds, such as `{2}` or `{1,3}`";
                    let code = Code::WrongKindOfName;
                    let diagnostic = Diagnostic::error(code, at, message, label).with_help(help);
                    self.report_in(diagnostic, scope);
                    return None;
                }
                None => {
                    self.unknown_name(name, scope, "a number with a name", |_| false);
                    return None;
                }
            },
        };
        self.wrong_kind(name, scope, found, "a number of cells");
        None
    }

    fn small_bound(&mut self, number: i64, at: Span) -> Option<u32> {
        let bound = u32::try_from(number).ok().filter(|_| number <= MOST_REPEATED);
        if bound.is_none() {
            let message = format!("expected a bound from 0 to {MOST_REPEATED}, found {number}");
            self.error(Code::RepeatRange, at, message, "it is the bound of a repeat");
        }
        bound
    }
}

/// Argument of a definition, as far as a bound can be made of it.
enum Given<'a> {
    Number(i64, Span),
    Name(&'a ast::Name),
    /// A number that is no plain one.
    Computed(Span),
    Test(Span),
}

fn given(argument: &Argument) -> Given<'_> {
    match argument {
        Argument::Expr(expr) => match &expr.kind {
            ExprKind::Number(Number::Whole(number)) => Given::Number(*number, expr.span),
            ExprKind::Name(name) => Given::Name(name),
            ExprKind::Number(Number::Percent(_))
            | ExprKind::Count(_)
            | ExprKind::RowOf(_)
            | ExprKind::ColumnOf(_)
            | ExprKind::Across(_)
            | ExprKind::Down(_)
            | ExprKind::Function(..)
            | ExprKind::Negate(_)
            | ExprKind::Binary(..) => Given::Computed(expr.span),
        },
        Argument::Test(test) => match &test.kind {
            TestKind::Number(number) => Given::Number(*number, test.span),
            TestKind::Name(name) => Given::Name(name),
            TestKind::Blank
            | TestKind::Owned(..)
            | TestKind::Letter(..)
            | TestKind::Call(_)
            | TestKind::All(_)
            | TestKind::Any(_)
            | TestKind::Not(_)
            | TestKind::Neighbours { .. }
            | TestKind::Near(..)
            | TestKind::Sees(..)
            | TestKind::Compare(_) => Given::Test(test.span),
        },
    }
}
