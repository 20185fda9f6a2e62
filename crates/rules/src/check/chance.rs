//! Chances of the alternatives of one rule.

use masume_syntax::ast::{self, ExprKind, Number};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::expr::constant;
use super::scope::Scope;
use crate::chance;
use crate::model::{Alternative, Expr};

/// Certainty, in hundredths of a percent.
const CERTAIN: i64 = chance::CERTAIN as i64;

impl<'a> Checker<'a> {
    /// Reports chances that cannot add up, as far as the text shows them.
    pub(super) fn check_chances(
        &mut self,
        written: &'a [ast::Alternative],
        checked: &[Alternative],
        scope: &Scope<'a>,
    ) {
        let [.., last] = written else { return };
        let mut sum = Some(0_i64);
        // The chance with which they are too many, or the last one.
        let mut at = scope.at(last.replacement.span);
        for (alternative, known) in written.iter().zip(checked) {
            let Some((chance, value)) = alternative.chance.as_ref().zip(known.chance.as_ref())
            else {
                if !std::ptr::eq(alternative, last) {
                    self.chance_missing(scope.at(alternative.replacement.span), written.len());
                    return;
                }
                continue;
            };
            if !self.check_percent(chance, value, scope) {
                return;
            }
            if sum.is_some_and(|sum| sum <= CERTAIN) {
                at = scope.at(chance.span);
            }
            sum = sum.zip(constant(value)).and_then(|(sum, chance)| sum.checked_add(chance));
        }
        let Some(sum) = sum else { return };
        if sum > CERTAIN {
            let label = format!("they add up to {}", percent(sum));
            self.error(Code::BadChance, at, "chances of more than 100%", label);
        } else if last.chance.is_some() && sum < CERTAIN {
            let label = format!("they add up to {}", percent(sum));
            self.report(
                Diagnostic::error(Code::BadChance, at, "chances of less than 100%", label)
                    .with_help("`or ...` leaves the board as it is otherwise"),
            );
        }
    }

    fn chance_missing(&mut self, at: Span, count: usize) {
        let equal = percent(CERTAIN / count as i64);
        self.report(
            Diagnostic::error(
                Code::BadChance,
                at,
                "several replacements without their chances",
                "how likely is this one?",
            )
            .with_help(format!("`with chance {equal}` after it; the last takes the rest")),
        );
    }

    /// True if a chance is one; false after a diagnostic.
    fn check_percent(&mut self, chance: &ast::Expr, value: &Expr, scope: &Scope<'a>) -> bool {
        let at = scope.at(chance.span);
        let is_whole = match (&chance.kind, value) {
            (ExprKind::Number(Number::Whole(_)), _) => true,
            (_, Expr::Option(option)) => !self.options[usize::from(option.0)].percent,
            _ => false,
        };
        if is_whole {
            self.report(
                Diagnostic::error(
                    Code::BadChance,
                    at,
                    "a chance is a percentage",
                    "a whole number",
                )
                .with_help("write `90%`"),
            );
            return false;
        }
        if let Some(value) = constant(value)
            && !(0..=CERTAIN).contains(&value)
        {
            let label = format!("{} is not from 0% to 100%", percent(value));
            self.error(Code::BadChance, at, "a chance that cannot be", label);
            return false;
        }
        true
    }
}

/// Hundredths of a percent as text.
pub(super) fn percent(hundredths: i64) -> String {
    let (whole, part) = (hundredths / 100, (hundredths % 100).abs());
    match part {
        0 => format!("{whole}%"),
        part if part % 10 == 0 => format!("{whole}.{}%", part / 10),
        part => format!("{whole}.{part:02}%"),
    }
}
