//! Bits as elements of arrays, put by the vector instructions that the machine has.

use masume_board::unpack_bits;
use masume_program::InstructionSet;

use crate::vectors::{self, Arch};

/// The bytes of a 32-bit number.
pub type FloatBytes = [u8; 4];

/// Puts bits, the lowest of the first word first, as bytes that are 0 or 1, as many as there are places.
pub fn put_bytes(most: InstructionSet, words: &[u64], into: &mut [u8]) {
    match vectors::arch(most) {
        #[cfg(target_arch = "x86_64")]
        Arch::Avx2(simd) => simd.vectorize(x86::Put { simd, words, into }),
        #[cfg(target_arch = "x86_64")]
        Arch::Avx512(simd) => {
            let simd = simd.v4();
            simd.vectorize(x86::Put { simd, words, into });
        }
        Arch::Portable => unpack_bits(words, into),
    }
}

/// The same as the bytes of 32-bit numbers that are 0 or 1.
pub fn put_floats(most: InstructionSet, words: &[u64], into: &mut [FloatBytes]) {
    match vectors::arch(most) {
        #[cfg(target_arch = "x86_64")]
        Arch::Avx2(simd) => simd.vectorize(x86::Put { simd, words, into }),
        #[cfg(target_arch = "x86_64")]
        Arch::Avx512(simd) => {
            let simd = simd.v4();
            simd.vectorize(x86::Put { simd, words, into });
        }
        Arch::Portable => {
            let mut bytes = [0; 64];
            for (word, into) in words.iter().zip(into.chunks_mut(64)) {
                unpack_bits(&[*word], &mut bytes);
                let float = |byte: u8| (u32::from(byte) * 1f32.to_bits()).to_ne_bytes();
                into.iter_mut().zip(bytes).for_each(|(to, byte)| *to = float(byte));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use pulp::x86::{V3, V4};

    use super::FloatBytes;

    /// Element that vectors of these instructions hold several of.
    pub(super) trait Element<S>: Copy {
        /// Puts the bits of a word.
        fn put(simd: S, word: u64, into: &mut [Self; 64]);
    }

    impl Element<V3> for u8 {
        #[inline(always)]
        fn put(simd: V3, word: u64, into: &mut [Self; 64]) {
            const FIRST: [u8; 32] = [
                0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, //
                2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
            ];
            const DIAGONAL: [u64; 4] = [0x8040_2010_0804_0201; 4];
            let ([low, high], []) = into.as_chunks_mut::<32>() else { return };
            for (half, into) in [low, high].into_iter().enumerate() {
                let bits = simd.avx._mm256_set1_epi32((word >> (32 * half)) as i32);
                // Each byte has the eight bits that its own is among.
                let eights = simd.avx2._mm256_shuffle_epi8(bits, pulp::cast(FIRST));
                let diagonal = pulp::cast(DIAGONAL);
                let own = simd.avx2._mm256_and_si256(eights, diagonal);
                let is_set = simd.avx2._mm256_cmpeq_epi8(own, diagonal);
                *into = pulp::cast(simd.avx2._mm256_and_si256(is_set, pulp::cast([1u8; 32])));
            }
        }
    }

    impl Element<V4> for u8 {
        #[inline(always)]
        fn put(simd: V4, word: u64, into: &mut [Self; 64]) {
            *into = pulp::cast(simd.avx512bw._mm512_maskz_set1_epi8(word, 1));
        }
    }

    impl Element<V3> for FloatBytes {
        #[inline(always)]
        fn put(simd: V3, word: u64, into: &mut [Self; 64]) {
            const DIAGONAL: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
            for (eight, into) in into.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let bits = simd.avx._mm256_set1_epi32((word >> (8 * eight)) as i32);
                let diagonal = pulp::cast(DIAGONAL);
                let own = simd.avx2._mm256_and_si256(bits, diagonal);
                let is_set = simd.avx2._mm256_cmpeq_epi32(own, diagonal);
                let ones = pulp::cast([1f32; 8]);
                *into = pulp::cast(simd.avx2._mm256_and_si256(is_set, ones));
            }
        }
    }

    impl Element<V4> for FloatBytes {
        #[inline(always)]
        fn put(simd: V4, word: u64, into: &mut [Self; 64]) {
            for (part, into) in into.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                let bits = (word >> (16 * part)) as u16;
                let one = 1f32.to_bits() as i32;
                *into = pulp::cast(simd.avx512f._mm512_maskz_set1_epi32(bits, one));
            }
        }
    }

    /// Bits, and the places of their elements.
    pub(super) struct Put<'p, S, T> {
        pub(super) simd: S,
        pub(super) words: &'p [u64],
        pub(super) into: &'p mut [T],
    }

    impl<S: Copy, T: Element<S>> pulp::NullaryFnOnce for Put<'_, S, T> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            let (whole, rest) = self.into.as_chunks_mut::<64>();
            // No closures: what is not inlined is not built for the machine.
            for (nth, into) in whole.iter_mut().enumerate() {
                T::put(self.simd, self.words[nth], into);
            }
            if let [any, ..] = rest {
                // All are put, whatever they were.
                let mut last = [*any; 64];
                T::put(self.simd, self.words[whole.len()], &mut last);
                rest.copy_from_slice(&last[..rest.len()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_elements_in_order() {
        let words = [0x8001_0203_0405_ff00, u64::MAX, 0x5555_0000_aaaa_1234];
        for most in [InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Best] {
            for len in [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 128, 190, 192] {
                let bit = |place: usize| words[place / 64] >> (place % 64) & 1;
                let expected: Vec<u8> = (0..len).map(|place| bit(place) as u8).collect();
                let (mut bytes, mut floats) = (vec![9; len], vec![[9; 4]; len]);
                put_bytes(most, &words, &mut bytes);
                put_floats(most, &words, &mut floats);
                assert_eq!(bytes, expected, "{most:?} {len}");
                let floats: Vec<f32> = floats.into_iter().map(f32::from_ne_bytes).collect();
                assert!(floats.iter().zip(bytes).all(|(float, byte)| *float == f32::from(byte)));
            }
        }
    }
}
