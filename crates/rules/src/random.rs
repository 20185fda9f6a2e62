//! The random generator of a state: a plain number, so that a state can be copied and printed.

/// SplitMix64 (Steele, Lea and Flood, 2014): one 64-bit word of state, the same numbers on every
/// platform and for ever, because saved games depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Random(pub u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline(always)]
    pub fn next_bits(&mut self) -> u64 {
        // The constants are those of the published generator.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
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

    /// What [`Random::below`] gives for each count, of a generator each.
    #[inline(always)]
    pub fn below_each<const L: usize>(generators: &mut [Self; L], counts: &[u32; L]) -> [u32; L] {
        let before = *generators;
        let mut found = [0; L];
        let mut is_drawn_again = false;
        for lane in 0..L {
            let count = u64::from(counts[lane]);
            let draws = count > 1;
            let mut drawn = before[lane];
            let bits = drawn.next_bits();
            // The product of 96 bits by halves: its upper 32, and the 64 below them.
            let lower = (bits & u64::from(u32::MAX)) * count;
            let upper = (bits >> 32) * count + (lower >> 32);
            let low = upper << 32 | lower & u64::from(u32::MAX);
            is_drawn_again |= draws & (low < count);
            found[lane] = if draws { (upper >> 32) as u32 } else { 0 };
            generators[lane] = if draws { drawn } else { before[lane] };
        }
        if is_drawn_again {
            *generators = before;
            for lane in 0..L {
                found[lane] = generators[lane].below(counts[lane].into()) as u32;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_side_by_side_are_those_one_by_one() {
        let mut generators: [Random; 8] = std::array::from_fn(|lane| Random::new(lane as u64));
        let mut alone = generators;
        for round in 0..100u32 {
            // With large counts many words are drawn again.
            let counts = [0, 1, 2, 7, round, 3 << 30, u32::MAX, u32::MAX - 5 * round];
            let expected: [u64; 8] =
                std::array::from_fn(|lane| alone[lane].below(counts[lane].into()));
            let found = Random::below_each(&mut generators, &counts);
            assert_eq!(found.map(u64::from), expected);
            assert_eq!(generators, alone);
        }
    }
}
