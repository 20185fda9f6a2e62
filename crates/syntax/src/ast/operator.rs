//! Operators of numbers: comparisons, arithmetic and functions, with their signs and what they come to.
//!
//! Every executor, solver and proof asks these: how two numbers compare is no meaning of a rule.

use crate::listed;

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `=`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

impl Compare {
    /// All comparisons.
    pub const ALL: [Self; 6] = [
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
    ];

    /// True if two numbers compare so.
    #[inline]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }

    /// The comparison that holds exactly where this one does not.
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// The same comparison with its sides exchanged.
    pub fn swapped(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }

    /// The sign that stands between the two numbers.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// The comparison of a sign; `==` is another spelling of `=`.
    pub fn from_sign(sign: &str) -> Option<Self> {
        let sign = if sign == "==" { "=" } else { sign };
        Self::ALL.into_iter().find(|it| it.sign() == sign)
    }
}

/// An arithmetic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`, and `2n`.
    Multiply,
    /// `/`, towards zero.
    Divide,
    /// `mod`, with the sign of the divisor.
    Modulo,
}

/// Reason why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticError {
    /// The result leaves 64 bits.
    Overflow,
    /// The divisor of `/` or `mod` is 0.
    DivisionByZero,
}

impl Arithmetic {
    /// All operations.
    pub const ALL: [Self; 5] =
        [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Modulo];

    /// The result in 64 bits; `/` goes towards zero, `mod` has the divisor's sign.
    ///
    /// # Errors
    /// `Overflow` where the result leaves 64 bits, `DivisionByZero` where there is none.
    #[inline]
    pub fn apply(self, left: i64, right: i64) -> Result<i64, ArithmeticError> {
        let number = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide | Self::Modulo if right == 0 => {
                return Err(ArithmeticError::DivisionByZero);
            }
            Self::Divide => left.checked_div(right),
            Self::Modulo => {
                // -1 would overflow for the least number, whose remainder is 0 like any other's.
                let rest = left.checked_rem(right).unwrap_or(0);
                Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
            }
        };
        number.ok_or(ArithmeticError::Overflow)
    }

    /// The sign that stands between the two numbers.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "mod",
        }
    }

    /// The operation of a sign.
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.sign() == sign)
    }
}

/// A function of numbers, written before its arguments in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The lesser of two.
    Min,
    /// The greater of two.
    Max,
    /// A number without its sign.
    Abs,
}

impl Function {
    /// All functions.
    pub const ALL: [Self; 3] = [Self::Min, Self::Max, Self::Abs];

    /// The word that stands before the arguments.
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Abs => "abs",
        }
    }

    /// The function of a word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Number of arguments: one or two.
    pub fn arity(self) -> usize {
        match self {
            Self::Min | Self::Max => 2,
            Self::Abs => 1,
        }
    }

    /// The result in 64 bits. An argument that is not there is 0, one too many is not looked at.
    ///
    /// # Errors
    /// `Overflow` where the result leaves 64 bits.
    pub fn apply(self, arguments: &[i64]) -> Result<i64, ArithmeticError> {
        let argument = |nth: usize| arguments.get(nth).copied().unwrap_or(0);
        let number = match self {
            Self::Min => Some(argument(0).min(argument(1))),
            Self::Max => Some(argument(0).max(argument(1))),
            Self::Abs => argument(0).checked_abs(),
        };
        number.ok_or(ArithmeticError::Overflow)
    }

    /// All names as a message lists them: "`min`, `max` or `abs`".
    pub fn listed() -> String {
        listed(&Self::ALL.map(Self::name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_by_their_names() {
        for function in Function::ALL {
            assert_eq!(Function::from_name(function.name()), Some(function));
        }
        assert_eq!(Function::from_name("sgn"), None);
        assert_eq!(Function::listed(), "`min`, `max` or `abs`");
        let rows = [("min", &[3, -4][..], Ok(-4)), ("max", &[3, -4], Ok(3)), ("abs", &[-4], Ok(4))];
        for (name, arguments, expected) in rows {
            let function = Function::from_name(name).unwrap();
            assert_eq!(function.arity(), arguments.len());
            assert_eq!(function.apply(arguments), expected, "{name}");
        }
        assert_eq!(Function::Abs.apply(&[i64::MIN]), Err(ArithmeticError::Overflow));
    }

    #[test]
    fn comparisons_hold_below_at_and_above() {
        let rows = [
            ("=", [false, true, false]),
            ("==", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            (">", [false, false, true]),
            (">=", [false, true, true]),
        ];
        for (sign, expected) in rows {
            let compare = Compare::from_sign(sign).unwrap();
            let numbers = [(i64::MIN, -1), (7, 7), (i64::MAX, i64::MIN)];
            assert_eq!(numbers.map(|(left, right)| compare.holds(left, right)), expected, "{sign}");
            for (left, right) in numbers {
                assert_ne!(compare.negated().holds(left, right), compare.holds(left, right));
                assert_eq!(compare.swapped().holds(right, left), compare.holds(left, right));
            }
        }
        assert_eq!(Compare::from_sign("=<"), None);
    }

    #[test]
    fn division_goes_towards_zero_and_remainders_have_the_sign_of_the_divisor() {
        use ArithmeticError::{DivisionByZero, Overflow};
        let rows = [
            (i64::MAX, "+", 1, Err(Overflow)),
            (2, "+", -3, Ok(-1)),
            (i64::MIN, "-", 1, Err(Overflow)),
            (2, "-", -3, Ok(5)),
            (i64::MAX, "*", 2, Err(Overflow)),
            (-2, "*", 3, Ok(-6)),
            (7, "/", 2, Ok(3)),
            (-7, "/", 2, Ok(-3)),
            (7, "/", -2, Ok(-3)),
            (i64::MIN, "/", -1, Err(Overflow)),
            (0, "/", 0, Err(DivisionByZero)),
            (7, "mod", 3, Ok(1)),
            (-7, "mod", 3, Ok(2)),
            (7, "mod", -3, Ok(-2)),
            (-7, "mod", -3, Ok(-1)),
            (-6, "mod", 3, Ok(0)),
            (i64::MIN, "mod", -1, Ok(0)),
            (1, "mod", 0, Err(DivisionByZero)),
        ];
        for (left, sign, right, expected) in rows {
            let operation = Arithmetic::from_sign(sign).unwrap();
            assert_eq!(operation.apply(left, right), expected, "{left} {sign} {right}");
        }
        assert_eq!(Arithmetic::from_sign("%"), None);
    }
}
