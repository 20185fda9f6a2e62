//! Bits that are written one behind the other.

/// Writer of so many bits and no more.
#[derive(Debug)]
pub(super) struct BitWriter {
    words: Vec<u64>,
    end: End,
}

/// The place where the next bit is written.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    /// Words that are full.
    full: usize,
    /// The word that is not, and how much of it is written.
    word: u64,
    held: u32,
}

impl End {
    /// Writes the lowest bits of a word, as many as are counted, from 1 to 64; those above are 0.
    #[inline(always)]
    fn push(&mut self, words: &mut [u64], bits: u64, count: u32) {
        self.word |= bits << self.held;
        let end = self.held + count;
        if end < u64::BITS {
            self.held = end;
            return;
        }
        if let Some(word) = words.get_mut(self.full) {
            *word = self.word;
        }
        self.full += 1;
        // All bits are past where none were held.
        self.word = bits >> 1 >> (63 - self.held);
        self.held = end - u64::BITS;
    }
}

impl BitWriter {
    pub(super) fn new(bits: usize) -> Self {
        Self { words: vec![0; bits.div_ceil(64)], end: End::default() }
    }

    /// Writes so many of the lowest bits of each of these words, from 1 to 64.
    #[inline]
    pub(super) fn push_each(&mut self, words: &[u64], count: u32) {
        // The place is not in memory: each word would wait for the one before to have been stored.
        let (mut end, mask) = (self.end, lowest(count));
        for some in words.chunks((u64::BITS / count) as usize) {
            let bits =
                (0..).zip(some).fold(0, |bits, (nth, word)| bits | (word & mask) << (nth * count));
            end.push(&mut self.words, bits, some.len() as u32 * count);
        }
        self.end = end;
    }

    /// Writes runs of bits of each of these sets of so many words: where a run begins, and how many they are, from 1 to 64.
    #[inline]
    pub(super) fn push_runs(&mut self, sets: &[u64], words: usize, runs: &[(usize, u32)]) {
        let mut end = self.end;
        for set in sets.chunks_exact(words) {
            for &(first, count) in runs {
                end.push(&mut self.words, bits_from(set, first, count), count);
            }
        }
        self.end = end;
    }

    /// Writes so many zeros.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        let held = self.end.held as usize + count;
        if held >= 64 {
            if let Some(word) = self.words.get_mut(self.end.full) {
                *word = self.end.word;
            }
            self.end.word = 0;
        }
        self.end.full += held / 64;
        self.end.held = held as u32 % 64;
    }

    /// All that was written.
    pub(super) fn finish(mut self) -> Vec<u64> {
        if let Some(word) = self.words.get_mut(self.end.full) {
            *word = self.end.word;
        }
        self.words
    }
}

/// The lowest bits, so many of them, from 1 to 64.
#[inline(always)]
pub(super) fn lowest(count: u32) -> u64 {
    u64::MAX >> (u64::BITS - count)
}

/// Bits of a set from one on, so many of them, from 1 to 64.
#[inline(always)]
pub(super) fn bits_from(set: &[u64], first: usize, count: u32) -> u64 {
    let (word, shift) = (first / 64, first as u32 % 64);
    let mut bits = set[word] >> shift;
    if shift + count > u64::BITS {
        bits |= set[word + 1] << (u64::BITS - shift);
    }
    bits & lowest(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_one_behind_the_other() {
        let words = [0x8001_0203_0405_ff00, u64::MAX, 0x5555_0000_aaaa_1234, 1];
        let bit = |place: usize| words[place / 64] >> (place % 64) & 1;
        for counts in [[1, 63, 64, 64], [64, 64, 1, 63], [7, 60, 50, 33], [16, 16, 16, 16]] {
            let total: u32 = counts.iter().sum();
            let (mut writer, mut first) = (BitWriter::new(total as usize), 0);
            for count in counts {
                writer.push_each(&[bits_from(&words, first, count)], count);
                first += count as usize;
            }
            let written = writer.finish();
            assert_eq!(written.len(), first.div_ceil(64));
            let (mut at_once, runs) = (BitWriter::new(first), runs(counts));
            at_once.push_runs(&words, words.len(), &runs);
            assert_eq!(at_once.finish(), written);
            for place in 0..first {
                assert_eq!(written[place / 64] >> (place % 64) & 1, bit(place), "{counts:?}");
            }
        }
    }

    #[test]
    fn zeros_are_written_as_bits() {
        for [before, zeros, after] in
            [[3, 5, 64], [60, 4, 1], [64, 128, 7], [1, 63, 64], [7, 200, 33]]
        {
            let mut seen = [BitWriter::new(300), BitWriter::new(300)];
            seen.iter_mut().for_each(|writer| writer.push_each(&[u64::MAX], before));
            seen[0].skip(zeros as usize);
            (0..zeros).for_each(|_| seen[1].push_each(&[0], 1));
            seen.iter_mut().for_each(|writer| writer.push_each(&[u64::MAX], after));
            let [skipped, written] = seen.map(BitWriter::finish);
            assert_eq!(skipped, written, "{before} {zeros} {after}");
        }
    }

    fn runs(counts: [u32; 4]) -> Vec<(usize, u32)> {
        let firsts = counts.iter().scan(0, |sum, count| {
            let first = *sum;
            *sum += *count as usize;
            Some(first)
        });
        firsts.zip(counts).collect()
    }

    #[test]
    fn words_are_written_as_one_by_one() {
        let words = [0x8001_0203_0405_ff00, u64::MAX, 0x5555_0000_aaaa_1234, 1, 0xffff, 7, 9];
        for count in [1, 2, 7, 16, 21, 31, 32, 33, 63, 64] {
            let bits = 3 + words.len() * count as usize;
            let [mut each, mut one_by_one] = [BitWriter::new(bits), BitWriter::new(bits)];
            each.push_each(&[5], 3);
            one_by_one.push_each(&[5], 3);
            each.push_each(&words, count);
            words.iter().for_each(|word| one_by_one.push_each(&[*word], count));
            assert_eq!(each.finish(), one_by_one.finish(), "{count}");
        }
    }
}
