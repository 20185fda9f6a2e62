//! Draws that rules make: of several equally likely things, by weights, and of an order.

use super::{CERTAIN, Chance, Halt};
use crate::random::Random;

/// Draw that is to be made; of what is certain there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw<'w> {
    /// An index below a number, each as likely as any other.
    Even(usize),
    /// An index with the chance of its weight; the weights sum to [`CERTAIN`].
    Weighted(&'w [u32]),
}

impl Draw<'_> {
    /// The index that comes without a draw, where there is only one possibility.
    ///
    /// ```
    /// use masume_rules::chance::{CERTAIN, Draw};
    ///
    /// assert_eq!(Draw::Even(1).certain(), Some(0));
    /// assert_eq!(Draw::Weighted(&[0, CERTAIN]).certain(), Some(1));
    /// assert_eq!(Draw::Weighted(&[CERTAIN / 2, CERTAIN / 2]).certain(), None);
    /// ```
    #[inline]
    pub fn certain(self) -> Option<usize> {
        match self {
            Self::Even(count) => (count <= 1).then_some(0),
            Self::Weighted(weights) => weights.iter().position(|&weight| weight == CERTAIN),
        }
    }

    /// The index that is drawn; the caller has asked for a certain one before.
    ///
    /// # Errors
    /// A halt where the draw is not made.
    #[inline]
    pub fn sample(self, chance: &mut dyn Chance, random: &mut Random) -> Result<usize, Halt> {
        match self {
            Self::Even(count) => chance.even(random, count as u64).map(|index| index as usize),
            Self::Weighted(weights) => chance.weighted(random, weights),
        }
    }
}

/// Puts the items in an order chosen uniformly (Fisher and Yates, from the end): `draw` gives an
/// index below a number, each as likely as any other.
///
/// # Errors
/// The first error of `draw`.
#[inline]
pub fn shuffle<T, E>(
    items: &mut [T],
    mut draw: impl FnMut(usize) -> Result<usize, E>,
) -> Result<(), E> {
    for last in (1..items.len()).rev() {
        let chosen = draw(last + 1)?;
        items.swap(last, chosen);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_draws_from_the_end_and_ends_with_an_error() {
        let mut items = ['a', 'b', 'c', 'd'];
        let mut asked = Vec::new();
        let first = |count| {
            asked.push(count);
            Ok::<_, Halt>(0)
        };
        shuffle(&mut items, first).unwrap();
        assert_eq!((items, asked), (['b', 'c', 'd', 'a'], vec![4, 3, 2]));
        assert_eq!(shuffle(&mut items, |_| Err(Halt::Refused)), Err(Halt::Refused));
        shuffle(&mut items[..1], |_| Err(Halt::Refused)).unwrap();
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut random = Random::new(5);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|it| (900..1100).contains(it)));
    }
}
