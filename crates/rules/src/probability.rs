//! Probabilities as exact fractions.

use std::fmt;

/// A probability as a reduced fraction of whole numbers, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u128,
    denominator: u128,
}

impl Probability {
    /// Certainty.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// Impossibility.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// The reduced fraction; `None` for a denominator of 0 or a fraction above 1.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        if denominator == 0 || numerator > denominator {
            return None;
        }
        let divisor = greatest_divisor(numerator, denominator);
        Some(Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The part above the line, without a common divisor with the other.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// The part below the line, at least 1.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The nearest floating-point number, near enough.
    pub fn as_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Both of two independent things; `None` where the fraction leaves 128 bits.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        // Crosswise reduced first, so that only a product that is itself too large fails.
        let first = greatest_divisor(self.numerator, other.denominator);
        let second = greatest_divisor(other.numerator, self.denominator);
        Some(Self {
            numerator: (self.numerator / first).checked_mul(other.numerator / second)?,
            denominator: (self.denominator / second).checked_mul(other.denominator / first)?,
        })
    }

    /// One of two things that exclude each other; `None` where the fraction leaves 128 bits, or
    /// the sum is above 1.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let shared = greatest_divisor(self.denominator, other.denominator);
        let denominator = (self.denominator / shared).checked_mul(other.denominator)?;
        let mine = self.numerator.checked_mul(other.denominator / shared)?;
        let theirs = other.numerator.checked_mul(self.denominator / shared)?;
        Self::new(mine.checked_add(theirs)?, denominator)
    }
}

/// As a fraction: `9/160`.
impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// Greatest common divisor, by Euclid; at least 1 unless both are 0.
fn greatest_divisor(mut first: u128, mut second: u128) -> u128 {
    while second != 0 {
        (first, second) = (second, first % second);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: u128, denominator: u128) -> Probability {
        Probability::new(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_reduced() {
        assert_eq!(fraction(9000, 10_000).to_string(), "9/10");
        assert_eq!(fraction(0, 7), Probability::ZERO);
        assert_eq!(fraction(7, 7), Probability::ONE);
    }

    #[test]
    fn sums_and_products_are_exact() {
        assert_eq!(fraction(1, 6).checked_add(fraction(1, 10)), Some(fraction(4, 15)));
        assert_eq!(fraction(9, 10).checked_mul(fraction(5, 6)), Some(fraction(3, 4)));
        assert_eq!(fraction(3, 4).as_f64(), 0.75);
    }

    #[test]
    fn what_is_no_probability_is_none() {
        assert_eq!(Probability::new(1, 0), None);
        assert_eq!(Probability::new(2, 1), None);
        assert_eq!(fraction(2, 3).checked_add(fraction(1, 2)), None);
        let least = fraction(1, u128::MAX);
        assert_eq!(least.checked_mul(fraction(1, 2)), None);
        assert_eq!(least.checked_add(fraction(1, 2)), None);
    }
}
