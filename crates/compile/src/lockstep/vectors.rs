//! The vector instructions that the machine has.

use masume_board::{FourBoards, Portable};

use super::run::Ground;
use super::table::Table;
use super::tidy::Code;

/// Runs code on a table with them.
pub(crate) fn run<const W: usize, const L: usize>(
    arch: pulp::Arch,
    table: &mut Table<W, L>,
    code: &Code,
    ground: &Ground<'_, W>,
) {
    match arch {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        pulp::Arch::V3(simd) => simd.vectorize(avx2::Running { table, code, ground, simd }),
        _other => table.run(code, ground, FourBoards(Portable)),
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2 {
    use masume_board::{FourBoards, Twice, Vectors};
    use pulp::u64x4;
    use pulp::x86::V3;

    use crate::lockstep::run::Ground;
    use crate::lockstep::table::Table;
    use crate::lockstep::tidy::Code;

    pub(super) struct Running<'r, 'g, const W: usize, const L: usize> {
        pub(super) table: &'r mut Table<W, L>,
        pub(super) code: &'r Code,
        pub(super) ground: &'r Ground<'g, W>,
        pub(super) simd: V3,
    }

    impl<const W: usize, const L: usize> pulp::NullaryFnOnce for Running<'_, '_, W, L> {
        type Output = ();

        // Only what is inlined here is built for these instructions.
        #[inline(always)]
        fn call(self) {
            let one = Avx2(self.simd);
            // As many boards as there are registers for the words of their sets.
            if W == 1 {
                self.table.run(self.code, self.ground, FourBoards(Twice(Twice(one))));
            } else {
                self.table.run(self.code, self.ground, FourBoards(Twice(one)));
            }
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
}
