//! The random numbers of both sides.

/// The seed of all playouts.
pub const SEED: u64 = 0;

/// Growth of the state with each output.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64, the generator of the language (`spec/16-chance.md`), with the same draws.
///
/// Written again because it is part of what is measured: an author of one game writes its
/// generator next to it, and computes the rare unfair words only when they may have come.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Stream(pub u64);

impl Stream {
    /// The number from which the generators of a playout begin: the output of this index of the
    /// generator with [`SEED`]. The engine's `Series` says the same.
    fn key(playout: u64) -> u64 {
        Self(SEED.wrapping_add(playout.wrapping_add(1).wrapping_mul(STEP))).output()
    }

    /// Stream that chooses among the legal actions of a playout.
    pub fn of_agent(playout: u64) -> Self {
        Self(Self::key(playout))
    }

    /// Stream that the rules draw from in a playout.
    pub fn of_chance(playout: u64) -> Self {
        Self(!Self::key(playout))
    }

    /// A number below `count`, each as likely as any other: the index of an action in the sorted
    /// list of legal ones, of a cell among those to choose from. A count of 0 or 1 gives 0 and
    /// draws nothing.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        if count <= 1 {
            return 0;
        }
        self.0 = self.0.wrapping_add(STEP);
        self.output_below(count)
    }

    /// The same without a branch, for where it cannot be predicted whether there is but one.
    #[inline]
    pub fn below_or_only(&mut self, count: u32) -> u32 {
        let if_drawn = u64::from(count > 1).wrapping_neg();
        self.0 = self.0.wrapping_add(STEP & if_drawn);
        self.output_below(count)
    }

    #[inline]
    fn output_below(&mut self, count: u32) -> u32 {
        let count = u64::from(count);
        let product = u128::from(self.output()) * u128::from(count);
        // Only below the count can a word be one of those that would favour some numbers.
        if (product as u64) < count { self.fair(product, count) } else { (product >> 64) as u32 }
    }

    #[cold]
    fn fair(&mut self, mut product: u128, count: u64) -> u32 {
        let unfair = count.wrapping_neg() % count;
        while (product as u64) < unfair {
            self.0 = self.0.wrapping_add(STEP);
            product = u128::from(self.output()) * u128::from(count);
        }
        (product >> 64) as u32
    }

    /// The output of the state.
    #[inline]
    fn output(self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use masume_engine::Series;
    use masume_rules::random::Random;

    use super::*;

    #[test]
    fn draws_are_those_of_the_language() {
        let mut theirs = Random::new(5);
        let mut ours = Stream(5);
        for round in 0..100_000 {
            let count = round % 400;
            let drawn = if round % 3 == 0 { ours.below_or_only(count) } else { ours.below(count) };
            assert_eq!(u64::from(drawn), theirs.below(u64::from(count)));
        }
        assert_eq!(ours.0, theirs.0);
    }

    #[test]
    fn playouts_are_those_of_the_engine() {
        let series = Series::new(10, SEED);
        for playout in [0, 1, 9, 1 << 40] {
            assert_eq!(Stream::of_agent(playout).0, series.agent(playout).0);
            assert_eq!(Stream::of_chance(playout).0, series.chance(playout).0);
        }
    }
}
