//! Conditions on the whole state, and effects.

use masume_syntax::ast::{self, Argument, Assign, ConditionKind, EffectKind, Name, TestKind};
use masume_syntax::{Code, Diagnostic};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::{Binding, Scope};
use crate::model::{Condition, Effect, EndKind, Expr, Local, Value};

/// Target of an effect.
enum Target {
    Value(Value),
    Local(Local),
}

impl<'a> Checker<'a> {
    /// A condition at a place of its own.
    pub(super) fn condition(
        &mut self,
        condition: &'a ast::Condition,
        scope: &Scope<'a>,
    ) -> Condition {
        self.at_new_site(false, |checker| checker.condition_part(condition, scope))
    }

    fn condition_part(&mut self, condition: &'a ast::Condition, scope: &Scope<'a>) -> Condition {
        if !self.enter(condition.span, scope) {
            return Condition::And(Vec::new());
        }
        let checked = match &condition.kind {
            ConditionKind::Some(test) => Condition::Some(self.inner_test(test, scope)),
            ConditionKind::No(test) => {
                Condition::Not(Box::new(Condition::Some(self.inner_test(test, scope))))
            }
            ConditionKind::Every(these, pass) => {
                let these = self.inner_test(these, scope);
                Condition::Every(these, self.inner_test(pass, scope))
            }
            ConditionKind::NoAction(None) => Condition::NoAction(None),
            ConditionKind::NoAction(Some(name)) => {
                Condition::NoAction(self.action_named(name, scope))
            }
            ConditionKind::NobodyCanAct => Condition::NobodyCanAct,
            ConditionKind::EveryonePassed => {
                if self.player_count() < 2 {
                    let message = "`everyone passed` needs players";
                    let label = "the game has one player";
                    self.error(Code::NoPlayers, scope.at(condition.span), message, label);
                }
                Condition::EveryonePassed
            }
            ConditionKind::Solvable => Condition::Solvable,
            ConditionKind::Compare(comparison) => {
                Condition::Compare(self.comparison(comparison, scope))
            }
            ConditionKind::Not(inner) => {
                Condition::Not(Box::new(self.condition_part(inner, scope)))
            }
            ConditionKind::And(parts) => {
                Condition::And(parts.iter().map(|it| self.condition_part(it, scope)).collect())
            }
            ConditionKind::Or(parts) => {
                Condition::Or(parts.iter().map(|it| self.condition_part(it, scope)).collect())
            }
        };
        self.leave();
        checked
    }

    fn action_named(&mut self, name: &Name, scope: &Scope<'a>) -> Option<u8> {
        let index = self.actions.iter().position(|action| action.name.value == name.value);
        if index.is_none() {
            let names = self.actions.iter().map(|action| action.name.value.as_str());
            let near = self.suggestion(&name.value, names);
            let at = scope.at(name.span);
            self.unknown(Code::UnknownName, at, "action", &name.value, "an action", near);
        }
        index.map(|index| index as u8)
    }

    /// Effects, with the letters of the current place and without a cell.
    pub(super) fn effects(&mut self, effects: &'a [ast::Effect], scope: &Scope<'a>) -> Vec<Effect> {
        let read = |checker: &mut Self| {
            effects.iter().filter_map(|effect| checker.effect(effect, scope)).collect()
        };
        self.with_cell(false, read)
    }

    fn effect(&mut self, effect: &'a ast::Effect, scope: &Scope<'a>) -> Option<Effect> {
        match &effect.kind {
            EffectKind::Assign(name, how, expr) => {
                let expr = self.expr(expr, scope);
                Some(assignment(self.target(name, scope)?, *how, expr))
            }
            EffectKind::Finish(
                kind @ (EndKind::Win | EndKind::Lose | EndKind::Draw | EndKind::End),
            ) => Some(Effect::Finish(*kind)),
            EffectKind::Finish(EndKind::Stage | EndKind::Goal) => {
                let at = scope.at(effect.span);
                self.error(Code::NotHere, at, "not an effect", "only `win when` and its like stop");
                None
            }
        }
    }

    /// Target that a name on the left of `=`, `+=` or `-=` changes.
    fn target(&mut self, name: &'a Name, scope: &Scope<'a>) -> Option<Target> {
        let expected = "a value that the game changes";
        match scope.binding(&name.value).cloned() {
            Some(Binding::Local(local)) => return Some(Target::Local(local)),
            Some(Binding::Unknown) => return None,
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.target(inner, &outer);
                }
                self.wrong_kind(name, scope, "a test here", expected);
                return None;
            }
            Some(Binding::Argument(Argument::Expr(expr), outer)) => {
                if let ast::ExprKind::Name(inner) = &expr.kind {
                    return self.target(inner, &outer);
                }
                self.wrong_kind(name, scope, "a number here", expected);
                return None;
            }
            Some(Binding::Slot(_, kind)) => {
                self.wrong_kind(name, scope, kind.describe(), expected);
                return None;
            }
            None => {}
        }
        match self.lookup(&name.value, scope.home) {
            Some(Symbol::Value(value)) => Some(Target::Value(value)),
            None if name.value == "score" && self.score.is_none() => {
                Some(Target::Value(self.score_value()))
            }
            None if name.value == "score" => {
                self.wrong_kind(name, scope, "computed by the `score` line", expected);
                None
            }
            None if name.value == "stage" => {
                self.wrong_kind(name, scope, "counted by `win stage`", expected);
                None
            }
            Some(symbol) => {
                self.wrong_kind(name, scope, symbol.describe(), expected);
                None
            }
            None => {
                self.unknown_value(name, scope);
                None
            }
        }
    }

    fn unknown_value(&mut self, name: &Name, scope: &Scope<'a>) {
        if self.is_broken(&name.value) {
            return;
        }
        let values = self.values.iter().map(|value| value.name.as_str());
        let near = self.suggestion(&name.value, values.chain(["score"]).chain(scope.names()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`value {}` on a line of its own makes it one", name.value),
        };
        let message = format!("unknown name `{}`", name.value);
        self.report(
            Diagnostic::error(Code::UnknownName, scope.at(name.span), message, "expected a value")
                .with_help(help),
        );
    }
}

fn assignment(target: Target, how: Assign, expr: Expr) -> Effect {
    match target {
        Target::Value(value) => Effect::Assign(value, how, expr),
        Target::Local(local) => Effect::AssignLocal(local, how, expr),
    }
}
