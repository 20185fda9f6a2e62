//! Bits of a word that change places, on many boards at once.

use masume_board::{SetOps, Vectors};
use masume_program::interp::slide::Moves;

/// The bits at their new places, of every word.
#[inline(always)]
pub(super) fn moved<V: Vectors, const L: usize>(
    moves: &Moves,
    ops: SetOps<V>,
    words: &[u64; L],
) -> [u64; L] {
    let mut all_moved = [0; L];
    let vectors = ops.0;
    let mut first = 0;
    while first + V::COUNT <= L {
        let word = vectors.load(&words[first..first + V::COUNT]);
        let mut all = vectors.splat(0);
        for (by, bits) in &moves.up {
            let bits = vectors.and(word, vectors.splat(*bits));
            all = vectors.or(all, vectors.up(bits, vectors.splat(*by)));
        }
        for (by, bits) in &moves.down {
            let bits = vectors.and(word, vectors.splat(*bits));
            all = vectors.or(all, vectors.down(bits, vectors.splat(*by)));
        }
        vectors.store(all, &mut all_moved[first..first + V::COUNT]);
        first += V::COUNT;
    }
    all_moved
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
        assert_eq!(moved(&moves, SetOps(Portable), &words), expected);
        assert_eq!(moved(&moves, SetOps(Scalar), &[words[2]]), [expected[2]]);
    }
}
