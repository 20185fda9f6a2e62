//! Bits of a word that change places, on many boards at once.

use masume_board::{SetOps, Vectors};

/// Bits that move together: by how many places, and which.
pub type BitMoves = Vec<(u64, u64)>;

/// Which bits move how far: those that move together are one step.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// To higher places, and to lower ones.
    up: BitMoves,
    down: BitMoves,
}

impl Moves {
    /// Each bit from its place to another.
    pub(super) fn new(places: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut moves = Self { up: Vec::new(), down: Vec::new() };
        for (from, to) in places {
            let by = u64::from(from.abs_diff(to));
            let steps = if to >= from { &mut moves.up } else { &mut moves.down };
            match steps.iter_mut().find(|(known, _)| *known == by) {
                Some((_, bits)) => *bits |= 1 << from,
                None => steps.push((by, 1 << from)),
            }
        }
        moves
    }

    /// Those that move to higher places, and those that move to lower ones.
    pub(super) fn both(&self) -> [BitMoves; 2] {
        [self.up.clone(), self.down.clone()]
    }

    /// The bits at their new places, of every word.
    #[inline(always)]
    pub(super) fn apply<V: Vectors, const L: usize>(
        &self,
        ops: SetOps<V>,
        words: &[u64; L],
    ) -> [u64; L] {
        let mut moved = [0; L];
        let vectors = ops.0;
        let mut first = 0;
        while first + V::COUNT <= L {
            let word = vectors.load(&words[first..first + V::COUNT]);
            let mut all = vectors.splat(0);
            for (by, bits) in &self.up {
                let bits = vectors.and(word, vectors.splat(*bits));
                all = vectors.or(all, vectors.up(bits, vectors.splat(*by)));
            }
            for (by, bits) in &self.down {
                let bits = vectors.and(word, vectors.splat(*bits));
                all = vectors.or(all, vectors.down(bits, vectors.splat(*by)));
            }
            vectors.store(all, &mut moved[first..first + V::COUNT]);
            first += V::COUNT;
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use masume_board::{Portable, Scalar};

    use super::*;

    #[test]
    fn bits_come_to_their_places() {
        // Rows of three for columns of ops, in the middle of a word.
        let places = || (0..12).map(|bit| (20 + bit, 40 - bit % 3 * 4 - bit / 3));
        let moves = Moves::new(places());
        let words = [0, u64::MAX, 0x1234_5678_9abc_def0, 1 << 20 | 1 << 31];
        let expected = words
            .map(|word| places().fold(0, |all: u64, (from, to)| all | (word >> from & 1) << to));
        assert_eq!(moves.apply(SetOps(Portable), &words), expected);
        assert_eq!(moves.apply(SetOps(Scalar), &[words[2]]), [expected[2]]);
    }
}
