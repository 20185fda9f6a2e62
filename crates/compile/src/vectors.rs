//! The vector instructions that the machine has.

use masume_board::{FourBoards, Portable, Vectors};

/// Work on several boards at once. Only what is inlined into `run` is built for the instructions of
/// the machine.
pub(crate) trait Vectorised {
    /// Does it with these vectors.
    fn run<V: Vectors>(self, four: FourBoards<V>);
}

/// Does the work with vectors of eight words, or of four where the machine has no such
/// instructions.
pub(crate) fn with_eight(arch: pulp::Arch, work: impl Vectorised) {
    match arch {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        pulp::Arch::V3(simd) => simd.vectorize(avx2::Eight { simd, work }),
        _other => work.run(FourBoards(Portable)),
    }
}

/// Does the work with vectors of sixteen words, or of four where the machine has no such
/// instructions.
pub(crate) fn with_sixteen(arch: pulp::Arch, work: impl Vectorised) {
    match arch {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        pulp::Arch::V3(simd) => simd.vectorize(avx2::Sixteen { simd, work }),
        _other => work.run(FourBoards(Portable)),
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2 {
    use masume_board::{FourBoards, Twice, Vectors};
    use pulp::u64x4;
    use pulp::x86::V3;

    use super::Vectorised;

    pub(super) struct Eight<T> {
        pub(super) simd: V3,
        pub(super) work: T,
    }

    impl<T: Vectorised> pulp::NullaryFnOnce for Eight<T> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            self.work.run(FourBoards(Twice(Avx2(self.simd))));
        }
    }

    pub(super) struct Sixteen<T> {
        pub(super) simd: V3,
        pub(super) work: T,
    }

    impl<T: Vectorised> pulp::NullaryFnOnce for Sixteen<T> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            self.work.run(FourBoards(Twice(Twice(Avx2(self.simd)))));
        }
    }

    /// A machine that has AVX2.
    #[derive(Clone, Copy)]
    struct Avx2(V3);

    impl Vectors for Avx2 {
        const COUNT: usize = 4;

        type Four = u64x4;

        #[inline(always)]
        fn load(self, words: &[u64]) -> u64x4 {
            words.first_chunk::<4>().map_or(u64x4(0, 0, 0, 0), |words| pulp::cast(*words))
        }

        #[inline(always)]
        fn store(self, four: u64x4, words: &mut [u64]) {
            if let Some(words) = words.first_chunk_mut::<4>() {
                *words = pulp::cast(four);
            }
        }

        #[inline(always)]
        fn splat(self, word: u64) -> u64x4 {
            self.0.splat_u64x4(word)
        }

        #[inline(always)]
        fn and(self, one: u64x4, other: u64x4) -> u64x4 {
            self.0.and_u64x4(one, other)
        }

        #[inline(always)]
        fn or(self, one: u64x4, other: u64x4) -> u64x4 {
            self.0.or_u64x4(one, other)
        }

        #[inline(always)]
        fn without(self, one: u64x4, other: u64x4) -> u64x4 {
            self.0.andnot_u64x4(other, one)
        }

        #[inline(always)]
        fn up(self, four: u64x4, counts: u64x4) -> u64x4 {
            self.0.shl_dyn_u64x4(four, counts)
        }

        #[inline(always)]
        fn down(self, four: u64x4, counts: u64x4) -> u64x4 {
            self.0.shr_dyn_u64x4(four, counts)
        }

        #[inline(always)]
        fn is_zero(self, four: u64x4) -> u64x4 {
            let zero = self.0.splat_u64x4(0);
            let [one, two, three, last]: [u64; 4] = pulp::cast(self.0.cmp_eq_u64x4(four, zero));
            u64x4(one, two, three, last)
        }
    }

    #[cfg(test)]
    mod tests {
        use masume_board::Portable;

        use super::*;

        #[test]
        fn vectors_do_what_words_do() {
            let Some(simd) = V3::try_new() else { return };
            let (mine, plain) = (Avx2(simd), Portable);
            let words = [0, 1, u64::MAX, 0x8000_0000_1234_5678];
            let counts = [0, 63, 64, 5];
            let stored = |four: u64x4| {
                let mut words = [0; 4];
                mine.store(four, &mut words);
                words
            };
            let (one, other) = (mine.load(&words), mine.load(&counts));
            assert_eq!(stored(mine.and(one, other)), plain.and(words, counts));
            assert_eq!(stored(mine.or(one, other)), plain.or(words, counts));
            assert_eq!(stored(mine.without(one, other)), plain.without(words, counts));
            assert_eq!(stored(mine.up(one, other)), plain.up(words, counts));
            assert_eq!(stored(mine.down(one, other)), plain.down(words, counts));
            assert_eq!(stored(mine.is_zero(one)), plain.is_zero(words));
            assert_eq!(stored(mine.splat(7)), plain.splat(7));
        }
    }
}
