//! Draws: the same numbers as by the interpreter, on one board.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use masume_program::native::{Frame, Instruction, MaskReg, SetReg, Source};
use masume_rules::chance::{CERTAIN, Draw};
use masume_rules::random::Random;

use crate::emit::Emitter;
use crate::sets::{Set, words_of_value};

/// Sets of so many words at most are drawn from: each word takes some thirty instructions.
const MOST_WORDS: usize = 4;

/// 1 in every byte, and the highest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// True if an instruction draws and has machine code, but for the few words that would favour some
/// numbers: those are left to the interpreter.
pub(crate) fn draws(source: &Source<'_>, instruction: &Instruction) -> bool {
    let is_narrow = words_of_value(source) == 1 && source.words <= MOST_WORDS;
    matches!(instruction, Instruction::PickOne { .. }) && is_narrow
        || matches!(instruction, Instruction::PickWeighted { .. })
}

impl Emitter<'_, '_> {
    pub(crate) fn of_draws(&mut self, at: usize, instruction: &Instruction) -> bool {
        if let Instruction::PickOne { to, of, mask } = instruction {
            self.pick_one(at, *to, *of, *mask);
        } else if let Instruction::PickWeighted { to, weights, mask } = instruction {
            self.pick_weighted(at, to, weights, *mask);
        } else {
            return false;
        }
        true
    }

    fn pick_one(&mut self, at: usize, to: SetReg, of: SetReg, mask: MaskReg) {
        let (cells, mask) = (self.set(of), self.mask_of(mask));
        let held = self.count(&cells);
        let count = self.builder.ins().band(held, mask);
        let index = self.below(at, count);
        let found = self.nth_cell(&cells, index);
        let found = self.only(&found, mask);
        self.put(to, found);
    }

    fn pick_weighted(&mut self, at: usize, to: &[MaskReg], weights: &[u32], mask: MaskReg) {
        let certain = Draw::Weighted(weights).certain();
        let mut open = self.mask_of(mask);
        let mut left = self.word(0);
        if certain.is_none() {
            let count = self.builder.ins().band_imm_s(open, i64::from(CERTAIN));
            left = self.below(at, count);
        }
        for (nth, (&to, &weight)) in to.iter().zip(weights).enumerate() {
            let takes_all = certain.map_or(nth + 1 == weights.len(), |certain| nth == certain);
            let mut this = open;
            if !takes_all {
                let by = IntCC::UnsignedLessThan;
                let is_this = self.builder.ins().icmp_imm_s(by, left, i64::from(weight));
                let is_this = self.truth(is_this);
                this = self.builder.ins().band(open, is_this);
            }
            self.put_mask(to, this);
            open = self.builder.ins().band_not(open, this);
            left = self.builder.ins().iadd_imm_s(left, -i64::from(weight));
        }
    }

    /// A number below a count, as [`Random::below`]; of a count of 0 or 1 it is 0, and nothing is drawn.
    fn below(&mut self, at: usize, count: Value) -> Value {
        let random = offset_of!(Frame, random);
        // Step 1. The next word.
        let before = self.of_frame(random);
        let step = self.word(Random::STEP);
        let after = self.builder.ins().iadd(before, step);
        let mut bits = after;
        for (shift, factor) in Random::MIX {
            let moved = self.builder.ins().ushr_imm_s(bits, i64::from(shift));
            let mixed = self.builder.ins().bxor(bits, moved);
            let factor = self.word(factor);
            bits = self.builder.ins().imul(mixed, factor);
        }
        let moved = self.builder.ins().ushr_imm_s(bits, i64::from(Random::LAST_SHIFT));
        let bits = self.builder.ins().bxor(bits, moved);
        // Step 2. Whether it may have to be drawn again.
        let low = self.builder.ins().imul(bits, count);
        let is_near = self.builder.ins().icmp(IntCC::UnsignedLessThan, low, count);
        let draws = self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, count, 1);
        let is_left = self.builder.ins().band(draws, is_near);
        self.leave_where(is_left, at);
        // Step 3. The number.
        let random_after = self.builder.ins().select(draws, after, before);
        self.put_in_frame(random_after, random);
        self.builder.ins().umulhi(bits, count)
    }

    /// The cell before which there are so many others, alone; nothing where there are not so many.
    pub(crate) fn nth_cell(&mut self, cells: &Set, index: Value) -> Set {
        let (mut left, mut found) = (index, Set::new());
        for &word in cells {
            let held = self.builder.ins().popcnt(word);
            let is_here = self.builder.ins().icmp(IntCC::UnsignedLessThan, left, held);
            let here = self.truth(is_here);
            let bit = self.nth_bit(word, left);
            found.push(self.builder.ins().band(bit, here));
            // What is found lies before all further words.
            let past = self.builder.ins().isub(left, held);
            left = self.builder.ins().bor(past, here);
        }
        found
    }

    /// The set bit before which there are so many others, if there is one.
    fn nth_bit(&mut self, word: Value, index: Value) -> Value {
        let counts = self.byte_counts(word);
        let (byte, left) = self.nth_in_bytes(counts, index);
        let bits = self.builder.ins().ushr(word, byte);
        let bits = self.spread(bits);
        let (bit, _) = self.nth_in_bytes(bits, left);
        let bit = self.builder.ins().ushr_imm_s(bit, 3);
        let place = self.builder.ins().bor(byte, bit);
        let one = self.word(1);
        self.builder.ins().ishl(one, place)
    }

    /// As [`masume_board::byte_counts`].
    fn byte_counts(&mut self, word: Value) -> Value {
        let masked = |this: &mut Self, word, shift, mask| {
            let moved = this.builder.ins().ushr_imm_s(word, shift);
            let mask = this.word(mask);
            [this.builder.ins().band(word, mask), this.builder.ins().band(moved, mask)]
        };
        let mut sums = word;
        for (shift, mask) in [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333)] {
            let [low, high] = masked(self, sums, shift, mask);
            sums = self.builder.ins().iadd(low, high);
        }
        let [low, high] = masked(self, sums, 4, 0x0f0f_0f0f_0f0f_0f0f);
        self.builder.ins().iadd(low, high)
    }

    /// As [`masume_board::nth_in_bytes`].
    fn nth_in_bytes(&mut self, bytes: Value, left: Value) -> (Value, Value) {
        let (ones, highest) = (self.word(ONES), self.word(HIGHEST));
        let sums = self.builder.ins().imul(bytes, ones);
        let asked = self.builder.ins().iadd_imm_s(left, 1);
        let asked = self.builder.ins().imul(asked, ones);
        let above = self.builder.ins().bor(sums, highest);
        let above = self.builder.ins().isub(above, asked);
        let are_more = self.builder.ins().band(above, highest);
        let first = self.builder.ins().ctz(are_more);
        let first = self.builder.ins().band_imm_s(first, 56);
        let before = self.builder.ins().ishl_imm_s(sums, 8);
        let before = self.builder.ins().ushr(before, first);
        let before = self.builder.ins().band_imm_s(before, 0xff);
        (first, self.builder.ins().isub(left, before))
    }

    /// As [`masume_board::spread`].
    fn spread(&mut self, byte: Value) -> Value {
        let ones = self.word(ONES);
        let byte = self.builder.ins().band_imm_s(byte, 0xff);
        let all = self.builder.ins().imul(byte, ones);
        let diagonal = self.word(0x8040_2010_0804_0201);
        let bits = self.builder.ins().band(all, diagonal);
        // A byte that holds its bit carries into its highest.
        let below = self.word(!HIGHEST);
        let low = self.builder.ins().band(bits, below);
        let carry = self.word(HIGHEST - ONES);
        let carried = self.builder.ins().iadd(low, carry);
        let either = self.builder.ins().bor(carried, bits);
        let held = self.builder.ins().ushr_imm_s(either, 7);
        self.builder.ins().band(held, ones)
    }
}
