//! Numbers and conditions.

use masume_rules::model::Compare;

use super::Printer;
use super::name::{direction_slot, line_slot};
use crate::{Cond, Num};

/// Words for a question that goes to the reference executor.
const ASKED: &str = "asked of the reference";

impl Printer<'_> {
    pub(super) fn number(&mut self, number: &Num) -> String {
        match number {
            Num::Constant(number) => number.to_string(),
            Num::Value(value) => self.value(*value),
            Num::Local(local) => self.local(*local),
            Num::Letter(letter) => format!("#{}", letter.0),
            Num::Here(layer) => self.layer(*layer),
            Num::Row => "row".to_owned(),
            Num::Column => "column".to_owned(),
            Num::Ply => "ply".to_owned(),
            Num::Chosen(slot) => line_slot(*slot),
            Num::Count(set) => format!("population count {}", self.set(*set)),
            Num::RowOf(set) => format!("row of {}", self.set(*set)),
            Num::ColumnOf(set) => format!("column of {}", self.set(*set)),
            Num::Across(slot) => format!("across {}", direction_slot(*slot)),
            Num::Down(slot) => format!("down {}", direction_slot(*slot)),
            Num::Min(left, right) => format!("min({}, {})", self.number(left), self.number(right)),
            Num::Max(left, right) => format!("max({}, {})", self.number(left), self.number(right)),
            Num::Abs(inner) => format!("abs({})", self.number(inner)),
            Num::Negate(inner) => format!("-{}", self.number(inner)),
            Num::Binary(left, operation, right) => {
                let sign = operation.sign();
                format!("({} {sign} {})", self.number(left), self.number(right))
            }
            Num::Reference(asked) => format!("(a number {ASKED}, because {})", asked.why),
        }
    }

    pub(super) fn comparison(&mut self, left: &Num, compare: Compare, right: &Num) -> String {
        let sign = compare.sign();
        format!("{} {sign} {}", self.number(left), self.number(right))
    }

    pub(super) fn condition(&mut self, condition: &Cond) -> String {
        match condition {
            Cond::Some(set) => format!("some {}", self.set(*set)),
            Cond::Every(these, have) => {
                format!("every {} in {}", self.set(*these), self.set(*have))
            }
            Cond::NoAction(None) => "no action".to_owned(),
            Cond::NoAction(Some(index)) => match self.rules.actions.get(usize::from(*index)) {
                Some(info) => format!("no action {}", info.name),
                None => format!("no action {index}"),
            },
            Cond::NobodyCanAct => "nobody can act".to_owned(),
            Cond::EveryonePassed => "everyone passed".to_owned(),
            Cond::Solvable => "solvable".to_owned(),
            Cond::Compare(left, compare, right) => self.comparison(left, *compare, right),
            Cond::Not(inner) => format!("not ({})", self.condition(inner)),
            Cond::And(parts) => self.conditions(parts, " and "),
            Cond::Or(parts) => self.conditions(parts, " or "),
            Cond::Reference(asked) => format!("(a condition {ASKED}, because {})", asked.why),
        }
    }

    fn conditions(&mut self, parts: &[Cond], between: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
        format!("({})", parts.join(between))
    }
}
