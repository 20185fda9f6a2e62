//! What comparisons and operations of the language come to.

use masume_rules::model::{Arithmetic, Compare};
use masume_rules::run_error::RunErrorKind;

/// True if two numbers compare so.
#[inline]
pub fn compare(left: i64, operator: Compare, right: i64) -> bool {
    match operator {
        Compare::Equal => left == right,
        Compare::NotEqual => left != right,
        Compare::Less => left < right,
        Compare::LessOrEqual => left <= right,
        Compare::Greater => left > right,
        Compare::GreaterOrEqual => left >= right,
    }
}

/// The result of an operation in 64 bits; `/` goes towards zero, `mod` has the divisor's sign.
#[inline]
pub fn calculate(left: i64, by: Arithmetic, right: i64) -> Result<i64, RunErrorKind> {
    let number = match by {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide | Arithmetic::Modulo if right == 0 => {
            return Err(RunErrorKind::DivisionByZero);
        }
        Arithmetic::Divide => left.checked_div(right),
        Arithmetic::Modulo => {
            // -1 would overflow for the least number, whose remainder is 0 like any other's.
            let rest = left.checked_rem(right).unwrap_or(0);
            Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
    };
    number.ok_or(RunErrorKind::Overflow)
}
