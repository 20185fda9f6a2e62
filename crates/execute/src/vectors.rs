//! The vector instructions that the machine has.

#[cfg(target_arch = "x86_64")]
use masume_board::Twice;
use masume_board::{MAX_WORDS, Portable, Scalar, SetOps, Vectors, Wide};
use masume_program::InstructionSet;

/// Vector instructions that a machine has, and that may be used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arch {
    /// None that are known here.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

/// The instructions of the machine, as far as they may be used.
#[cfg(target_arch = "x86_64")]
pub(crate) fn arch(most: InstructionSet) -> Arch {
    let avx512 = x86::Avx512::try_new().filter(|_| most == InstructionSet::Best);
    let avx2 = pulp::x86::V3::try_new().filter(|_| most != InstructionSet::Baseline);
    avx512.map(Arch::Avx512).or(avx2.map(Arch::Avx2)).unwrap_or(Arch::Portable)
}

/// The instructions of the machine, as far as they may be used.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn arch(_most: InstructionSet) -> Arch {
    Arch::Portable
}

/// True if the machine has vector instructions that may be used.
pub fn has_vectors(most: InstructionSet) -> bool {
    !matches!(arch(most), Arch::Portable)
}

/// Work on several boards at once. Only what is inlined into `run` is built for the instructions of
/// the machine.
pub(crate) trait Vectorised {
    /// Does it with these vectors.
    fn run<V: Vectors>(self, ops: SetOps<V>);
}

/// Sets of so many words fill vectors of eight words by themselves; narrower ones lose more to the
/// beginning and the end of a loop over them than it gains.
pub(crate) const WIDE: usize = 24;

/// Sets of so many words are built for AVX2 and no wider vectors.
#[cfg(target_arch = "x86_64")]
const UP_TO_AVX2: usize = 16;

/// True if sets of so many words are built for machines without vector instructions too: those take the next larger of
/// these widths, for each width more is built a quarter as often again. On x86-64 only old machines have none.
pub(crate) const fn serves_portable(words: usize) -> bool {
    match words {
        1 | 4 | MAX_WORDS => true,
        16 => cfg!(not(target_arch = "x86_64")),
        _ => false,
    }
}

/// True if tables of so many boards are built for sets of so many words without vector instructions. On x86-64 such
/// machines are old: one word is done side by side there too, more words are done board by board, and choices of one
/// board fill as many lanes as boards do.
pub(crate) const fn has_lanes_portable(words: usize, lanes: usize) -> bool {
    lanes == 1 || words == 1 && lanes == 32 || cfg!(not(target_arch = "x86_64"))
}

/// Does the work on tables of `L` boards, with as many of them in vectors as there are registers for
/// the `W` words of their sets: a flood waits for what it has just done, and two of them do not wait for each other.
/// One board is worked on word by word, and the instructions of the machine are for bits that are counted, and for
/// words of one wide set that are worked on together.
pub(crate) fn with<const W: usize, const L: usize>(arch: Arch, work: impl Vectorised) {
    // What is decided by a constant is not built for the others.
    if const { L == 1 && W < WIDE } {
        return with_one::<W>(arch, work);
    }
    match arch {
        #[cfg(target_arch = "x86_64")]
        Arch::Avx2(simd) => with_avx2::<W, L>(simd, work),
        #[cfg(target_arch = "x86_64")]
        Arch::Avx512(simd) => {
            if const { W >= UP_TO_AVX2 } {
                with_avx2::<W, L>(simd.avx2(), work);
            } else if const { W <= 4 } {
                simd.vectorize(x86::On { vectors: Twice(simd), work });
            } else {
                simd.vectorize(x86::On { vectors: simd, work });
            }
        }
        Arch::Portable => {
            if const { L == 1 } {
                run_portable::<W, L, _>(Wide(Portable), work);
            } else {
                run_portable::<W, L, _>(Portable, work);
            }
        }
    }
}

/// Does the work on tables of `L` boards with AVX2.
#[cfg(target_arch = "x86_64")]
fn with_avx2<const W: usize, const L: usize>(simd: pulp::x86::V3, work: impl Vectorised) {
    let one = x86::Avx2(simd);
    if const { L == 1 } {
        simd.vectorize(x86::On { vectors: Wide(Twice(one)), work });
    } else if const { W <= 2 } {
        simd.vectorize(x86::On { vectors: Twice(Twice(one)), work });
    } else if const { W <= 4 } {
        simd.vectorize(x86::On { vectors: Twice(one), work });
    } else {
        simd.vectorize(x86::On { vectors: one, work });
    }
}

/// Does the work on `L` boards of `W` words without instructions of the machine. Only widths and lanes that serve such
/// machines are built, and no others are ever asked for there.
#[inline(always)]
fn run_portable<const W: usize, const L: usize, V: Vectors>(vectors: V, work: impl Vectorised) {
    if const { serves_portable(W) && has_lanes_portable(W, L) } {
        work.run(SetOps(vectors));
    } else {
        unreachable!("{L} boards of {W} words are for vectors");
    }
}

/// Does the work on one board of `W` words, one word after another.
pub(crate) fn with_one<const W: usize>(arch: Arch, work: impl Vectorised) {
    match arch {
        #[cfg(target_arch = "x86_64")]
        Arch::Avx2(simd) => simd.vectorize(x86::On { vectors: Scalar, work }),
        #[cfg(target_arch = "x86_64")]
        Arch::Avx512(simd) => simd.avx2().vectorize(x86::On { vectors: Scalar, work }),
        Arch::Portable => run_portable::<W, 1, _>(Scalar, work),
    }
}

/// Does the work on tables of `L` boards as [`with`], but on one board of any width word by word, and on several of more
/// than two words with AVX2 at most: that is much code, which few games run.
pub(crate) fn with_lanes<const W: usize, const L: usize>(arch: Arch, work: impl Vectorised) {
    if const { L == 1 } {
        return with_one::<W>(arch, work);
    }
    if const { W <= 2 } {
        return with::<W, L>(arch, work);
    }
    match arch {
        #[cfg(target_arch = "x86_64")]
        Arch::Avx2(simd) => with_avx2::<W, L>(simd, work),
        #[cfg(target_arch = "x86_64")]
        Arch::Avx512(simd) => with_avx2::<W, L>(simd.avx2(), work),
        Arch::Portable => run_portable::<W, L, _>(Portable, work),
    }
}

/// Does the work on sets of `W` words with vectors of eight words, or of four where the machine has no such
/// instructions.
pub(crate) fn with_eight<const W: usize>(arch: Arch, work: impl Vectorised) {
    match arch {
        #[cfg(target_arch = "x86_64")]
        Arch::Avx2(simd) => simd.vectorize(x86::On { vectors: Twice(x86::Avx2(simd)), work }),
        #[cfg(target_arch = "x86_64")]
        Arch::Avx512(simd) => {
            if const { W >= UP_TO_AVX2 } {
                let vectors = Twice(x86::Avx2(simd.avx2()));
                simd.avx2().vectorize(x86::On { vectors, work });
            } else {
                simd.vectorize(x86::On { vectors: simd, work });
            }
        }
        Arch::Portable => run_portable::<W, 1, _>(Portable, work),
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use masume_board::{Portable, SetOps, Vectors, nth_of_lowest};
    use pulp::x86::{V3, V4};
    use pulp::{u64x4, u64x8};

    use super::Vectorised;

    /// Work, and the vectors to do it with.
    pub(super) struct On<V, T> {
        pub(super) vectors: V,
        pub(super) work: T,
    }

    impl<V: Vectors, T: Vectorised> pulp::NullaryFnOnce for On<V, T> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            self.work.run(SetOps(self.vectors));
        }
    }

    /// A machine that has AVX2.
    #[derive(Clone, Copy)]
    pub(super) struct Avx2(pub(super) V3);

    impl Vectors for Avx2 {
        const COUNT: usize = 4;

        type Words = u64x4;

        type Strip = Self;

        #[inline(always)]
        fn strip(self) -> Self {
            self
        }

        #[inline(always)]
        fn load(self, words: &[u64]) -> u64x4 {
            words.first_chunk::<4>().map_or(u64x4(0, 0, 0, 0), |words| pulp::cast(*words))
        }

        #[inline(always)]
        fn store(self, vector: u64x4, words: &mut [u64]) {
            if let Some(words) = words.first_chunk_mut::<4>() {
                *words = pulp::cast(vector);
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
        fn up(self, vector: u64x4, counts: u64x4) -> u64x4 {
            self.0.shl_dyn_u64x4(vector, counts)
        }

        #[inline(always)]
        fn down(self, vector: u64x4, counts: u64x4) -> u64x4 {
            self.0.shr_dyn_u64x4(vector, counts)
        }

        #[inline(always)]
        fn is_zero(self, vector: u64x4) -> u64x4 {
            let zero = self.0.splat_u64x4(0);
            let [one, two, three, last]: [u64; 4] = pulp::cast(self.0.cmp_eq_u64x4(vector, zero));
            u64x4(one, two, three, last)
        }

        #[inline(always)]
        fn is_any(self, vector: u64x4) -> bool {
            let vector = pulp::cast(vector);
            self.0.avx._mm256_testz_si256(vector, vector) == 0
        }

        #[inline(always)]
        fn nth_bits<const L: usize>(self, words: &[u64; L], counts: &[u64; L]) -> [u64; L] {
            if !deposits_fast() {
                return Portable.nth_bits(words, counts);
            }
            if let Some(found) = nth_of_lowest(words, counts) {
                return found;
            }
            deposited((self, self.0), words, counts)
        }

        /// By halves of words, of which a permutation knows eight: four loads, and what puts them together, take
        /// three times as long.
        #[inline(always)]
        fn look_up(self, words: &[u64; 8], places: u64x4) -> u64x4 {
            let ([low, high], []) = words.as_chunks::<4>() else { return places };
            let twice = self.0.shl_const_u64x4::<1>(places);
            let next = self.0.shl_const_u64x4::<32>(self.0.or_u64x4(twice, self.splat(1)));
            let halves = pulp::cast(self.0.or_u64x4(twice, next));
            let [low, high] = [low, high]
                .map(|words| self.0.avx2._mm256_permutevar8x32_epi32(pulp::cast(*words), halves));
            let is_high = pulp::cast(self.0.shl_const_u64x4::<61>(places));
            pulp::cast(self.0.avx._mm256_blendv_pd(pulp::cast(low), pulp::cast(high), is_high))
        }
    }

    pulp::simd_type!({
        /// Instructions of machines with AVX-512 since Ice Lake and Zen 4: pairs of words are
        /// shifted by one of them.
        struct Since2019 {
            sse: f!("sse"),
            sse2: f!("sse2"),
            fxsr: f!("fxsr"),
            sse3: f!("sse3"),
            ssse3: f!("ssse3"),
            sse4_1: f!("sse4.1"),
            sse4_2: f!("sse4.2"),
            popcnt: f!("popcnt"),
            avx: f!("avx"),
            avx2: f!("avx2"),
            bmi1: f!("bmi1"),
            bmi2: f!("bmi2"),
            fma: f!("fma"),
            lzcnt: f!("lzcnt"),
            avx512f: f!("avx512f"),
            avx512bw: f!("avx512bw"),
            avx512cd: f!("avx512cd"),
            avx512dq: f!("avx512dq"),
            avx512vl: f!("avx512vl"),
            avx512vbmi2: f!("avx512vbmi2"),
            avx512vpopcntdq: f!("avx512vpopcntdq"),
        }
    });

    /// A machine that has AVX-512.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx512(V4, Since2019);

    impl Avx512 {
        pub(super) fn try_new() -> Option<Self> {
            Some(Self(V4::try_new()?, Since2019::try_new()?))
        }

        /// All of its instructions that pulp knows.
        #[cfg(feature = "batch")]
        pub(crate) fn v4(self) -> V4 {
            self.0
        }

        /// The narrower vectors of the same machine.
        pub(super) fn avx2(self) -> V3 {
            *self.0
        }

        /// Does what is inlined into it with these instructions.
        #[inline(always)]
        pub(super) fn vectorize<F: pulp::NullaryFnOnce>(self, work: F) -> F::Output {
            self.1.vectorize(work)
        }
    }

    impl Vectors for Avx512 {
        const COUNT: usize = 8;

        const SHIFTS_PAIRS: bool = true;

        type Words = u64x8;

        type Strip = Self;

        #[inline(always)]
        fn strip(self) -> Self {
            self
        }

        #[inline(always)]
        fn load(self, words: &[u64]) -> u64x8 {
            let words = words.first_chunk::<8>();
            words.map_or(u64x8(0, 0, 0, 0, 0, 0, 0, 0), |words| pulp::cast(*words))
        }

        #[inline(always)]
        fn store(self, vector: u64x8, words: &mut [u64]) {
            if let Some(words) = words.first_chunk_mut::<8>() {
                *words = pulp::cast(vector);
            }
        }

        #[inline(always)]
        fn splat(self, word: u64) -> u64x8 {
            self.0.splat_u64x8(word)
        }

        #[inline(always)]
        fn and(self, one: u64x8, other: u64x8) -> u64x8 {
            self.0.and_u64x8(one, other)
        }

        #[inline(always)]
        fn or(self, one: u64x8, other: u64x8) -> u64x8 {
            self.0.or_u64x8(one, other)
        }

        #[inline(always)]
        fn without(self, one: u64x8, other: u64x8) -> u64x8 {
            self.0.andnot_u64x8(other, one)
        }

        #[inline(always)]
        fn up(self, vector: u64x8, counts: u64x8) -> u64x8 {
            self.0.shl_dyn_u64x8(vector, counts)
        }

        #[inline(always)]
        fn down(self, vector: u64x8, counts: u64x8) -> u64x8 {
            self.0.shr_dyn_u64x8(vector, counts)
        }

        #[inline(always)]
        fn up_from(self, vector: u64x8, below: u64x8, counts: u64x8, _rest: u64x8) -> u64x8 {
            let (vector, below, counts) =
                (pulp::cast(vector), pulp::cast(below), pulp::cast(counts));
            // SAFETY: `Since2019` is only made where the machine has VBMI2.
            #[expect(unsafe_code, reason = "pulp knows whether there is VBMI2, not what it does")]
            pulp::cast(unsafe { std::arch::x86_64::_mm512_shldv_epi64(vector, below, counts) })
        }

        #[inline(always)]
        fn down_from(self, vector: u64x8, above: u64x8, counts: u64x8, _rest: u64x8) -> u64x8 {
            let (vector, above, counts) =
                (pulp::cast(vector), pulp::cast(above), pulp::cast(counts));
            // SAFETY: as above.
            #[expect(unsafe_code, reason = "pulp knows whether there is VBMI2, not what it does")]
            pulp::cast(unsafe { std::arch::x86_64::_mm512_shrdv_epi64(vector, above, counts) })
        }

        #[inline(always)]
        fn is_zero(self, vector: u64x8) -> u64x8 {
            let zero = self.0.splat_u64x8(0);
            self.0.convert_mask_b8_to_u64x8(self.0.cmp_eq_u64x8(vector, zero))
        }

        #[inline(always)]
        fn is_any(self, vector: u64x8) -> bool {
            let vector = pulp::cast(vector);
            self.0.avx512f._mm512_test_epi64_mask(vector, vector) != 0
        }

        #[inline(always)]
        fn look_up(self, words: &[u64; 8], places: u64x8) -> u64x8 {
            let (places, words) = (pulp::cast(places), pulp::cast(*words));
            pulp::cast(self.0.avx512f._mm512_permutexvar_epi64(places, words))
        }

        #[inline(always)]
        fn nth_bits<const L: usize>(self, words: &[u64; L], counts: &[u64; L]) -> [u64; L] {
            // No closures: what is not inlined is not built for the machine.
            if let Some(found) = nth_of_lowest(words, counts) {
                return found;
            }
            deposited((self, *self.0), words, counts)
        }
    }

    /// As [`Vectors::nth_bits`], word by word, on a machine with BMI2.
    #[inline(always)]
    fn deposited<V: Vectors, const L: usize>(
        (vectors, _has_bmi2): (V, V3),
        words: &[u64; L],
        counts: &[u64; L],
    ) -> [u64; L] {
        let (mut found, mut first) = ([0; L], 0);
        while first + V::COUNT <= L {
            let nth = vectors.up(vectors.splat(1), vectors.load(&counts[first..]));
            vectors.store(nth, &mut found[first..]);
            first += V::COUNT;
        }
        // Not iterators over all of them: what is not inlined is not built for the machine.
        for lane in first..L {
            found[lane] = if counts[lane] < 64 { 1 << counts[lane] } else { 0 };
        }
        for lane in 0..L {
            // SAFETY: `V3` is only made where the machine has BMI2.
            #[expect(unsafe_code, reason = "pulp knows whether there is BMI2, not what it does")]
            unsafe {
                found[lane] = std::arch::x86_64::_pdep_u64(found[lane], words[lane]);
            }
        }
        found
    }

    /// True if the machine deposits bits in a cycle: the first two generations of AMD's Zen take up
    /// to hundreds.
    fn deposits_fast() -> bool {
        static IS_FAST: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
            let (vendor, version) =
                (std::arch::x86_64::__cpuid(0), std::arch::x86_64::__cpuid(1).eax);
            let is_amd = [vendor.ebx, vendor.edx, vendor.ecx]
                == [*b"Auth", *b"enti", *b"cAMD"].map(u32::from_le_bytes);
            let (family, more) = (version >> 8 & 0xf, version >> 20 & 0xff);
            !(is_amd && family == 0xf && family + more < 0x19)
        });
        *IS_FAST
    }

    #[cfg(test)]
    mod tests {
        use masume_board::Twice;

        use super::*;

        /// Every operation does what it does to single words, on machines that have it.
        fn check<V: Vectors>(mine: V) {
            let words = [0, 1, u64::MAX, 0x8000_0000_1234_5678, 5, 0, 1 << 63, 77];
            let counts = [0, 63, 64, 5, 1, 0, 63, 200];
            let plain = Twice(Portable);
            let stored = |vector: V::Words| {
                let mut words = vec![0; V::COUNT];
                mine.store(vector, &mut words);
                words
            };
            let expected =
                |(low, high): ([u64; 4], [u64; 4])| [low, high].concat()[..V::COUNT].to_vec();
            let (one, other) = (mine.load(&words), mine.load(&counts));
            let (first, second) = (plain.load(&words), plain.load(&counts));
            assert_eq!(stored(mine.and(one, other)), expected(plain.and(first, second)));
            assert_eq!(stored(mine.or(one, other)), expected(plain.or(first, second)));
            assert_eq!(stored(mine.without(one, other)), expected(plain.without(first, second)));
            assert_eq!(stored(mine.up(one, other)), expected(plain.up(first, second)));
            assert_eq!(stored(mine.down(one, other)), expected(plain.down(first, second)));
            for bits in [0, 1, 7, 63] {
                let (bits, rest) = (bits, 64 - bits);
                let mine = [
                    mine.up_from(one, other, mine.splat(bits), mine.splat(rest)),
                    mine.down_from(one, other, mine.splat(bits), mine.splat(rest)),
                ];
                let plain = [
                    plain.up_from(first, second, plain.splat(bits), plain.splat(rest)),
                    plain.down_from(first, second, plain.splat(bits), plain.splat(rest)),
                ];
                assert_eq!(mine.map(stored), plain.map(expected));
            }
            assert_eq!(stored(mine.is_zero(one)), expected(plain.is_zero(first)));
            assert_eq!(mine.is_any(one), plain.is_any(first));
            assert!(!mine.is_any(mine.splat(0)));
            assert_eq!(stored(mine.splat(7)), expected(plain.splat(7)));
            for places in [[3, 0, 7, 5, 5, 1, 2, 6], [4, 2, 1, 6, 3, 0, 5, 7]] {
                let found = mine.look_up(&words, mine.load(&places));
                let plainly = plain.look_up(&words, plain.load(&places));
                assert_eq!(stored(found), expected(plainly));
            }
            for count in [0, 1, 2, 5, 63, 64, 1_000, u64::MAX] {
                let counts = [count; 8];
                for words in [words, [0, 1, 3, 0x7f, u64::MAX, 0x1ff_ffff, u64::MAX >> 1, 0]] {
                    assert_eq!(mine.nth_bits(&words, &counts), plain.nth_bits(&words, &counts));
                }
            }
        }

        #[test]
        fn vectors_do_what_words_do() {
            check(Portable);
            if let Some(simd) = V3::try_new() {
                check(Avx2(simd));
            }
            if let Some(simd) = Avx512::try_new() {
                check(simd);
            }
        }
    }
}
