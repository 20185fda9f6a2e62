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
    #[inline]
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
}
