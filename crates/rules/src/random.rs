//! The random generator of a state: a plain number, so that a state can be copied and printed.

use std::convert::Infallible;

use crate::chance;

/// SplitMix64 (Steele, Lea and Flood, 2014): one 64-bit word of state, the same numbers on every
/// platform and for ever, because saved games depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Random(pub u64);

impl Random {
    /// The constants of the published generator: what is added to the state for each word.
    pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    /// Then twice by how much it is shifted, to be mixed with that, and multiplied.
    pub const MIX: [(u32, u64); 2] = [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)];
    /// And by how much it is shifted in the end.
    pub const LAST_SHIFT: u32 = 31;

    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline(always)]
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let [(one, first), (other, second)] = Self::MIX;
        let mut z = self.0;
        z = (z ^ (z >> one)).wrapping_mul(first);
        z = (z ^ (z >> other)).wrapping_mul(second);
        z ^ (z >> Self::LAST_SHIFT)
    }

    /// The generator whose next 64 bits are these.
    pub fn before(bits: u64) -> Self {
        // What is shifted out above is still there: it comes off again in steps.
        let unmixed = |mixed: u64, shift: u32| {
            (0..u64::BITS / shift).fold(mixed, |word, _| mixed ^ (word >> shift))
        };
        let [(one, first), (other, second)] = Self::MIX;
        let z = unmixed(bits, Self::LAST_SHIFT).wrapping_mul(inverse(second));
        let z = unmixed(z, other).wrapping_mul(inverse(first));
        Self(unmixed(z, one).wrapping_sub(Self::STEP))
    }

    /// A number from 0 to below `count`, each as likely as any other.
    ///
    /// A count of 0 or 1 gives 0 and draws nothing.
    #[inline]
    pub fn below(&mut self, count: u64) -> u64 {
        if count <= 1 {
            return 0;
        }
        // Lemire's multiplication; the few words that would favour some numbers are drawn again.
        // There are fewer of them than `count`, so most words need no division to tell.
        loop {
            let product = u128::from(self.next_bits()) * u128::from(count);
            let low = product as u64;
            if low >= count || low >= count.wrapping_neg() % count {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts the items in an order, each as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let Ok(()) =
            chance::shuffle(items, |count| Ok::<_, Infallible>(self.below(count as u64) as usize));
    }

    /// Numbers that [`Random::below`] gives for each count, of a generator each; counts have 32 bits.
    #[inline(always)]
    pub fn below_each<const L: usize>(generators: &mut [Self; L], counts: &[u64; L]) -> [u64; L] {
        let before = *generators;
        let mut found = [0; L];
        let mut may_be_drawn_again = false;
        for lane in 0..L {
            // That these are 32 bits is said: vectors multiply halves of words in one instruction, words in seven.
            let count = counts[lane] & HALF;
            let draws = count > 1;
            let mut drawn = before[lane];
            let bits = drawn.next_bits();
            // The product of 96 bits by halves: its upper 64.
            let upper = (bits >> 32) * count + (((bits & HALF) * count) >> 32);
            // The lower 64 are less than a count only where their upper half is 0.
            may_be_drawn_again |= draws & (upper & HALF == 0);
            found[lane] = if draws { upper >> 32 } else { 0 };
            generators[lane] = if draws { drawn } else { before[lane] };
        }
        if may_be_drawn_again {
            *generators = before;
            for lane in 0..L {
                found[lane] = generators[lane].below(counts[lane]);
            }
        }
        found
    }
}

/// The lower half of a word.
const HALF: u64 = u32::MAX as u64;

/// Inverse of an odd number modulo 2 to the 64 (Newton's iteration, which doubles the right digits).
const fn inverse(odd: u64) -> u64 {
    let mut found = odd;
    let mut digits = 3;
    while digits < u64::BITS {
        found = found.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(found)));
        digits *= 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_is_found_by_what_it_gives() {
        let mut random = Random::new(7);
        for bits in (0..1_000).map(|_| random.next_bits()).chain([0, 1, u64::MAX]) {
            assert_eq!(Random::before(bits).next_bits(), bits);
        }
    }

    #[test]
    fn numbers_side_by_side_are_those_one_by_one() {
        let mut generators: [Random; 8] = std::array::from_fn(|lane| Random::new(lane as u64));
        let mut alone = generators;
        for round in 0..100u64 {
            let counts = [0, 1, 2, 7, round, 3 << 30, HALF, HALF - 5 * round];
            check(&mut generators, &mut alone, counts);
        }
        // Of words like these some would favour a number, and are drawn again.
        for bits in [0, 1, 1 << 32, 1 << 63, u64::MAX / 3 + 1, u64::MAX / 7 + 1, u64::MAX] {
            generators = [Random::before(bits); 8];
            alone = generators;
            check(&mut generators, &mut alone, [0, 1, 2, 3, 7, 1 << 31, HALF, HALF - 2]);
        }
        let drawn_again = Random::before(0).below(3);
        assert_eq!(Random(Random::before(0).0.wrapping_add(Random::STEP)).below(3), drawn_again);
    }

    fn check(generators: &mut [Random; 8], alone: &mut [Random; 8], counts: [u64; 8]) {
        let expected: [u64; 8] = std::array::from_fn(|lane| alone[lane].below(counts[lane]));
        assert_eq!(Random::below_each(generators, &counts), expected);
        assert_eq!(generators, alone);
    }
}
