//! Several words in a vector register. A crate that has vector instructions implements [`Vectors`] with
//! them; [`Portable`] does without, [`Scalar`] is one word alone.

use crate::bytes::{nth_bit, nth_bit_alone, nth_bit_of_byte};

/// Does the work for each number below a constant, without a loop for one or two: LLVM takes time for each loop by all
/// that is in the loops around it, and an interpreter has hundreds of them in one. A macro, for a closure that is called
/// twice is not inlined, and what is not inlined is not built for vectors.
macro_rules! for_each {
    ($nth:ident in $count:ident => $work:block) => {
        if const { $count == 1 } {
            let $nth = 0;
            $work
        } else if const { $count == 2 } {
            {
                let $nth = 0;
                $work
            }
            {
                let $nth = 1;
                $work
            }
        } else {
            for $nth in 0..$count $work
        }
    };
}
pub(crate) use for_each;

/// Several words, and what is done to each of them at once.
pub trait Vectors: Copy {
    /// Number of words.
    const COUNT: usize;

    /// True if [`Vectors::up_from`] and [`Vectors::down_from`] are an instruction.
    const SHIFTS_PAIRS: bool = false;

    /// The words.
    type Words: Copy;

    /// Vectors for the words of one set, next to each other: these, where they are more than one word.
    type Strip: Vectors;

    /// The vectors for the words of one set.
    fn strip(self) -> Self::Strip;

    /// The first words of a slice of at least [`Vectors::COUNT`].
    fn load(self, words: &[u64]) -> Self::Words;
    /// To the first words of a slice of at least [`Vectors::COUNT`].
    fn store(self, vector: Self::Words, words: &mut [u64]);
    /// The same word again and again.
    fn splat(self, word: u64) -> Self::Words;
    /// Bits of both.
    fn and(self, one: Self::Words, other: Self::Words) -> Self::Words;
    /// Bits of either.
    fn or(self, one: Self::Words, other: Self::Words) -> Self::Words;
    /// Bits of the first that are not of the second.
    fn without(self, one: Self::Words, other: Self::Words) -> Self::Words;
    /// Each word moved to higher bits by a count of its own, to nothing from 64 on.
    fn up(self, vector: Self::Words, counts: Self::Words) -> Self::Words;
    /// Each word moved to lower bits by a count of its own, to nothing from 64 on.
    fn down(self, vector: Self::Words, counts: Self::Words) -> Self::Words;
    /// Each word moved to higher bits by a count of its own below 64, of which `rest` is left of 64, and what
    /// leaves the word below it so behind it.
    #[inline(always)]
    fn up_from(
        self,
        vector: Self::Words,
        below: Self::Words,
        counts: Self::Words,
        rest: Self::Words,
    ) -> Self::Words {
        self.or(self.up(vector, counts), self.down(below, rest))
    }
    /// The same to lower bits, of the word above it.
    #[inline(always)]
    fn down_from(
        self,
        vector: Self::Words,
        above: Self::Words,
        counts: Self::Words,
        rest: Self::Words,
    ) -> Self::Words {
        self.or(self.down(vector, counts), self.up(above, rest))
    }
    /// All bits where a word is zero.
    fn is_zero(self, vector: Self::Words) -> Self::Words;
    /// True if any word has a bit.
    fn is_any(self, vector: Self::Words) -> bool;
    /// Those of eight words that stand at these places, each place below 8.
    fn look_up(self, words: &[u64; 8], places: Self::Words) -> Self::Words;

    /// For each word, however many they are, the set bit before which there are so many others, alone;
    /// nothing where there are not so many.
    #[inline(always)]
    fn nth_bits<const L: usize>(self, words: &[u64; L], counts: &[u64; L]) -> [u64; L] {
        if let Some(found) = nth_of_lowest(words, counts) {
            return found;
        }
        let mut found = [0; L];
        for (lane, found) in found.iter_mut().enumerate() {
            *found = nth_bit_alone(words[lane], counts[lane]);
        }
        found
    }
}

/// As [`Vectors::nth_bits`] where no word has a clear bit below a set one, as where any cell may be chosen: the
/// place of each bit is how many are before it.
#[inline(always)]
pub fn nth_of_lowest<const L: usize>(words: &[u64; L], counts: &[u64; L]) -> Option<[u64; L]> {
    let (mut found, mut gaps) = ([0; L], 0);
    for lane in 0..L {
        let (word, count) = (words[lane], counts[lane]);
        gaps |= word & word.wrapping_add(1);
        let nth = if count < 64 { 1 << count } else { 0 };
        found[lane] = nth & word;
    }
    (gaps == 0).then_some(found)
}

/// One word at a time: vectors of width 1, for a board alone.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Vectors for Scalar {
    const COUNT: usize = 1;

    type Words = u64;

    type Strip = Self;

    #[inline(always)]
    fn strip(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, words: &[u64]) -> u64 {
        words[0]
    }

    #[inline(always)]
    fn store(self, vector: u64, words: &mut [u64]) {
        words[0] = vector;
    }

    #[inline(always)]
    fn splat(self, word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn and(self, one: u64, other: u64) -> u64 {
        one & other
    }

    #[inline(always)]
    fn or(self, one: u64, other: u64) -> u64 {
        one | other
    }

    #[inline(always)]
    fn without(self, one: u64, other: u64) -> u64 {
        one & !other
    }

    #[inline(always)]
    fn up(self, word: u64, count: u64) -> u64 {
        if count < 64 { word << count } else { 0 }
    }

    #[inline(always)]
    fn down(self, word: u64, count: u64) -> u64 {
        if count < 64 { word >> count } else { 0 }
    }

    #[inline(always)]
    fn is_zero(self, word: u64) -> u64 {
        if word == 0 { u64::MAX } else { 0 }
    }

    #[inline(always)]
    fn is_any(self, vector: u64) -> bool {
        vector != 0
    }

    #[inline(always)]
    fn look_up(self, words: &[u64; 8], place: u64) -> u64 {
        words[place as usize & 7]
    }

    /// One waits for the other, so that what takes few steps is best: a table knows the bits of a byte.
    #[inline(always)]
    fn nth_bits<const L: usize>(self, words: &[u64; L], counts: &[u64; L]) -> [u64; L] {
        let mut found = [0; L];
        for lane in 0..L {
            let (word, count) = (words[lane], counts[lane]);
            if count < u64::from(word.count_ones()) {
                let nth = if word <= 0xff { nth_bit_of_byte } else { nth_bit };
                found[lane] = 1 << nth(word, count as u32);
            }
        }
        found
    }
}

/// Four words at a time without vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// Result of the operation on each word.
#[inline(always)]
fn each(one: [u64; 4], other: [u64; 4], of: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    [of(one[0], other[0]), of(one[1], other[1]), of(one[2], other[2]), of(one[3], other[3])]
}

impl Vectors for Portable {
    const COUNT: usize = 4;

    type Words = [u64; 4];

    type Strip = Self;

    #[inline(always)]
    fn strip(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, words: &[u64]) -> [u64; 4] {
        words.first_chunk().copied().unwrap_or_default()
    }

    #[inline(always)]
    fn store(self, vector: [u64; 4], words: &mut [u64]) {
        if let Some(words) = words.first_chunk_mut() {
            *words = vector;
        }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> [u64; 4] {
        [word; 4]
    }

    #[inline(always)]
    fn and(self, one: [u64; 4], other: [u64; 4]) -> [u64; 4] {
        each(one, other, |one, other| one & other)
    }

    #[inline(always)]
    fn or(self, one: [u64; 4], other: [u64; 4]) -> [u64; 4] {
        each(one, other, |one, other| one | other)
    }

    #[inline(always)]
    fn without(self, one: [u64; 4], other: [u64; 4]) -> [u64; 4] {
        each(one, other, |one, other| one & !other)
    }

    #[inline(always)]
    fn up(self, vector: [u64; 4], counts: [u64; 4]) -> [u64; 4] {
        each(vector, counts, |word, count| if count < 64 { word << count } else { 0 })
    }

    #[inline(always)]
    fn down(self, vector: [u64; 4], counts: [u64; 4]) -> [u64; 4] {
        each(vector, counts, |word, count| if count < 64 { word >> count } else { 0 })
    }

    #[inline(always)]
    fn is_zero(self, vector: [u64; 4]) -> [u64; 4] {
        each(vector, vector, |word, _| if word == 0 { u64::MAX } else { 0 })
    }

    #[inline(always)]
    fn is_any(self, vector: [u64; 4]) -> bool {
        vector.iter().fold(0, |any, word| any | word) != 0
    }

    #[inline(always)]
    fn look_up(self, words: &[u64; 8], places: [u64; 4]) -> [u64; 4] {
        each(places, places, |place, _| words[place as usize & 7])
    }
}

/// Twice as many: what takes many operations one after another is done to both by turns, so that none
/// waits for the other.
#[derive(Clone, Copy, Debug)]
pub struct Twice<V>(pub V);

/// The operations of [`Vectors`] on both halves.
macro_rules! both_halves {
    ($($name:ident($($argument:ident),*);)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: Self::Words),*) -> Self::Words {
            (self.0.$name($($argument.0),*), self.0.$name($($argument.1),*))
        }
    )*};
}

impl<V: Vectors> Vectors for Twice<V> {
    const COUNT: usize = 2 * V::COUNT;

    const SHIFTS_PAIRS: bool = V::SHIFTS_PAIRS;

    type Words = (V::Words, V::Words);

    type Strip = Self;

    #[inline(always)]
    fn strip(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, words: &[u64]) -> Self::Words {
        (self.0.load(words), self.0.load(&words[V::COUNT..]))
    }

    #[inline(always)]
    fn store(self, vector: Self::Words, words: &mut [u64]) {
        self.0.store(vector.0, words);
        self.0.store(vector.1, &mut words[V::COUNT..]);
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Self::Words {
        (self.0.splat(word), self.0.splat(word))
    }

    both_halves! {
        and(one, other);
        or(one, other);
        without(one, other);
        up(vector, counts);
        down(vector, counts);
        is_zero(vector);
    }

    #[inline(always)]
    fn up_from(
        self,
        vector: Self::Words,
        below: Self::Words,
        counts: Self::Words,
        rest: Self::Words,
    ) -> Self::Words {
        if const { V::SHIFTS_PAIRS } {
            let one = self.0.up_from(vector.0, below.0, counts.0, rest.0);
            return (one, self.0.up_from(vector.1, below.1, counts.1, rest.1));
        }
        self.or(self.up(vector, counts), self.down(below, rest))
    }

    #[inline(always)]
    fn down_from(
        self,
        vector: Self::Words,
        above: Self::Words,
        counts: Self::Words,
        rest: Self::Words,
    ) -> Self::Words {
        if const { V::SHIFTS_PAIRS } {
            let one = self.0.down_from(vector.0, above.0, counts.0, rest.0);
            return (one, self.0.down_from(vector.1, above.1, counts.1, rest.1));
        }
        self.or(self.down(vector, counts), self.up(above, rest))
    }

    #[inline(always)]
    fn is_any(self, (one, other): Self::Words) -> bool {
        self.0.is_any(self.0.or(one, other))
    }

    #[inline(always)]
    fn look_up(self, words: &[u64; 8], places: Self::Words) -> Self::Words {
        (self.0.look_up(words, places.0), self.0.look_up(words, places.1))
    }

    #[inline(always)]
    fn nth_bits<const L: usize>(self, words: &[u64; L], counts: &[u64; L]) -> [u64; L] {
        self.0.nth_bits(words, counts)
    }
}

/// One word at a time, for a board alone whose sets have many words: what is done to the words of a
/// set is done with other vectors.
#[derive(Clone, Copy, Debug)]
pub struct Wide<V>(pub V);

/// Does what [`Scalar`] does.
macro_rules! as_scalar {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: $type),*) -> $result {
            Scalar.$name($($argument),*)
        }
    )*};
}

impl<V: Vectors> Vectors for Wide<V> {
    const COUNT: usize = 1;

    type Words = u64;

    type Strip = V;

    #[inline(always)]
    fn strip(self) -> V {
        self.0
    }

    as_scalar! {
        load(words: &[u64]) -> u64;
        store(vector: u64, words: &mut [u64]) -> ();
        splat(word: u64) -> u64;
        and(one: u64, other: u64) -> u64;
        or(one: u64, other: u64) -> u64;
        without(one: u64, other: u64) -> u64;
        up(word: u64, count: u64) -> u64;
        down(word: u64, count: u64) -> u64;
        is_zero(word: u64) -> u64;
        is_any(vector: u64) -> bool;
        look_up(words: &[u64; 8], place: u64) -> u64;
    }

    #[inline(always)]
    fn nth_bits<const L: usize>(self, words: &[u64; L], counts: &[u64; L]) -> [u64; L] {
        Scalar.nth_bits(words, counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_a_word_alone_are_those_of_many() {
        let mixed = [0, 1, 0b1011_0000, 0x80, 0xff, 0x100, u64::MAX, 0x8000_0000_1234_5678];
        let lowest = [0, 1, 3, 0x7f, 0xff, 0x1ff_ffff, u64::MAX, u64::MAX >> 1];
        for count in [0, 1, 2, 3, 7, 8, 12, 63, 64, u64::MAX] {
            let counts = [count; 8];
            for words in [mixed, lowest] {
                assert_eq!(Scalar.nth_bits(&words, &counts), Portable.nth_bits(&words, &counts));
            }
        }
    }
}
