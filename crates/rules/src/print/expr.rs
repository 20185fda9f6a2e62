//! Numbers and conditions.

use super::Printer;
use crate::model::{Comparison, Condition, Expr, Value};

impl Printer<'_> {
    pub(super) fn value(&self, value: Value) -> String {
        match self.rules.values.get(usize::from(value.0)) {
            Some(info) => info.name.clone(),
            None => format!("value{}", value.0),
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Constant(number) => number.to_string(),
            Expr::Value(value) => self.value(*value),
            Expr::Option(option) => match self.rules.options.get(usize::from(option.0)) {
                Some(info) => info.name.clone(),
                None => format!("option{}", option.0),
            },
            Expr::Local(local) => format!("local{}", local.0),
            Expr::Letter(letter) => format!("#{}", letter.0),
            Expr::Here(layer) => self.layer(*layer),
            Expr::Row => "row".to_owned(),
            Expr::Column => "column".to_owned(),
            Expr::Width => "width".to_owned(),
            Expr::Height => "height".to_owned(),
            Expr::Ply => "ply".to_owned(),
            Expr::Chosen(slot) => self.slot(*slot),
            Expr::Count(test) => format!("count [{}]", self.test(test)),
            Expr::RowOf(test) => format!("row of [{}]", self.test(test)),
            Expr::ColumnOf(test) => format!("column of [{}]", self.test(test)),
            Expr::Across(slot) => format!("across {}", self.slot(*slot)),
            Expr::Down(slot) => format!("down {}", self.slot(*slot)),
            Expr::Function(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|it| self.expr(it)).collect();
                format!("{}({})", function.name(), arguments.join(", "))
            }
            Expr::Negate(inner) => format!("-{}", self.expr(inner)),
            Expr::Binary(left, operator, right) => {
                format!("({} {} {})", self.expr(left), operator.sign(), self.expr(right))
            }
        }
    }

    pub(super) fn comparison(&self, comparison: &Comparison) -> String {
        let Comparison { left, operator, right } = comparison;
        format!("{} {} {}", self.expr(left), operator.sign(), self.expr(right))
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Some(test) => format!("some {}", self.test(test)),
            Condition::Every(these, pass) => {
                format!("every {} has {}", self.test(these), self.test(pass))
            }
            Condition::NoAction(None) => "no action".to_owned(),
            Condition::NoAction(Some(index)) => match self.rules.actions.get(usize::from(*index)) {
                Some(action) => format!("no action {}", action.name),
                None => format!("no action {index}"),
            },
            Condition::NobodyCanAct => "nobody can act".to_owned(),
            Condition::EveryonePassed => "everyone passed".to_owned(),
            Condition::Solvable => "solvable".to_owned(),
            Condition::Compare(comparison) => self.comparison(comparison),
            Condition::Not(inner) => format!("not ({})", self.condition(inner)),
            Condition::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
                format!("({})", parts.join(" and "))
            }
            Condition::Or(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
                format!("({})", parts.join(" or "))
            }
        }
    }
}
