//! Choices of one board: taken before a turn, counted behind it.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use masume_program::native::{ACTIVE, AGAIN, Choice, Frame, MaskReg, OVER};

use crate::emit::{Emitter, NO_WAY};

/// Indexed by a byte and a number below 8: the place of the set bit before which there are so many others. What is
/// worked out instead takes ten times as long, and the whole turn waits for it.
static PLACES: [[u8; 8]; 256] = places();

const fn places() -> [[u8; 8]; 256] {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut before) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][before] = bit;
                before += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
}

impl Emitter<'_, '_> {
    /// Takes the choice of the index that the frame says: nothing else is chosen, and the mask of its action tells
    /// that it is done. An index behind all of them is a pass. Finds out where steps in the chosen direction are told.
    pub(crate) fn take(&mut self, taken: &[(Choice, MaskReg)]) {
        let (nothing, everything) = (self.word(0), self.word(u64::MAX));
        for &chosen in &self.source.choices.chosen {
            let empty = self.empty();
            self.put(chosen, empty);
        }
        for (mask, word) in [(OVER, nothing), (AGAIN, nothing), (ACTIVE, everything)] {
            self.put_mask(mask, word);
        }
        for offset in [offset_of!(Frame, way), offset_of!(Frame, retry)] {
            self.put_in_frame(nothing, offset);
        }
        let mut left = self.of_frame(offset_of!(Frame, index));
        self.count_pass(left);
        let mut place = None;
        for (nth, &(choice, mask)) in taken.iter().enumerate() {
            let count = self.count_of_action(nth);
            let is_less = self.builder.ins().icmp(IntCC::UnsignedLessThan, left, count);
            let is_this = self.truth(is_less);
            self.put_mask(mask, is_this);
            place = self.take_one(choice, (left, is_this), taken.len() > 1);
            // What is found lies before all further actions.
            let past = self.builder.ins().isub(left, count);
            left = self.builder.ins().bor(past, is_this);
        }
        match place {
            Some(place) => self.find_rows(place),
            None => self.find_ways(),
        }
    }

    /// Takes one of the choices of an action, where the mask says that it is this action; gives the place of the
    /// direction that was chosen, where that is known behind it.
    fn take_one(
        &mut self,
        choice: Choice,
        (index, is_this): (Value, Value),
        is_one_of_some: bool,
    ) -> Option<Value> {
        let mut found = None;
        if matches!(choice, Choice::Plain(_)) {
            return found;
        }
        let behind = is_one_of_some.then(|| self.begin_where(is_this));
        match choice {
            Choice::Plain(_) => {}
            Choice::Ways(ways) => {
                let ways = self.mask_of(ways);
                let place = self.nth_place(ways, index);
                let one = self.word(1);
                let way = self.builder.ins().ishl(one, place);
                let way = self.builder.ins().band(way, is_this);
                self.put_in_frame(way, offset_of!(Frame, way));
                let none = self.word(NO_WAY as u64);
                found = Some(self.builder.ins().select(is_this, place, none));
            }
            Choice::Cells(cells) => {
                let cells = self.set(cells);
                let found = self.nth_cell(&cells, index);
                let found = self.only(&found, is_this);
                self.put(self.source.choices.chosen[0], found);
            }
        }
        match behind {
            Some(behind) => {
                self.end_where(behind);
                None
            }
            None => found,
        }
    }

    /// The place of the set bit of a byte before which there are so many others, if there is one.
    fn nth_place(&mut self, byte: Value, index: Value) -> Value {
        let byte = self.builder.ins().band_imm_s(byte, 0xff);
        let index = self.builder.ins().band_imm_s(index, 7);
        let row = self.builder.ins().ishl_imm_s(byte, 3);
        let entry = self.builder.ins().bor(row, index);
        let table = self.word(PLACES.as_ptr() as u64);
        let address = self.builder.ins().iadd(table, entry);
        let flags = MemFlagsData::trusted().with_readonly();
        let place = self.builder.ins().load(types::I8, flags, address, 0);
        self.builder.ins().uextend(types::I64, place)
    }

    /// Counts passes in a row: whether this is one.
    fn count_pass(&mut self, index: Value) {
        let (passes, total) = (offset_of!(Frame, passes), offset_of!(Frame, total));
        let (before, total) = (self.of_frame(passes), self.of_frame(total));
        let more = self.builder.ins().iadd_imm_s(before, 1);
        let is_pass = self.builder.ins().icmp(IntCC::Equal, index, total);
        let none = self.word(0);
        let after = self.builder.ins().select(is_pass, more, none);
        self.put_in_frame(after, passes);
    }

    /// Counts what can be chosen where the turn is over, if the frame has a place for counts.
    pub(crate) fn count_choices(&mut self, [next, same]: &[Vec<Choice>; 2]) {
        let counts = self.of_frame(offset_of!(Frame, counts));
        let behind = self.begin_where(counts);
        if next == same {
            self.count_all(next);
        } else {
            let again = self.mask_of(AGAIN);
            let inner = self.begin_where(again);
            self.count_all(same);
            self.end_where(inner);
            let again = self.mask_of(AGAIN);
            let other = self.builder.ins().bnot(again);
            let inner = self.begin_where(other);
            self.count_all(next);
            self.end_where(inner);
        }
        self.end_where(behind);
    }

    fn count_all(&mut self, choices: &[Choice]) {
        let mut total = self.word(0);
        for (nth, &choice) in choices.iter().enumerate() {
            let count = match choice {
                Choice::Plain(mask) => {
                    let mask = self.mask_of(mask);
                    self.builder.ins().band_imm_s(mask, 1)
                }
                Choice::Ways(ways) => {
                    let ways = self.mask_of(ways);
                    self.builder.ins().popcnt(ways)
                }
                Choice::Cells(cells) => {
                    let cells = self.set(cells);
                    self.count(&cells)
                }
            };
            let (counts, offset) =
                (self.of_frame(offset_of!(Frame, counts)), self.offset_of_count(nth));
            self.builder.ins().store(MemFlagsData::trusted(), count, counts, offset);
            total = self.builder.ins().iadd(total, count);
        }
        self.put_in_frame(total, offset_of!(Frame, total));
    }

    fn count_of_action(&mut self, nth: usize) -> Value {
        let (counts, offset) =
            (self.of_frame(offset_of!(Frame, counts)), self.offset_of_count(nth));
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), counts, offset)
    }

    fn offset_of_count(&self, nth: usize) -> i32 {
        (nth * self.source.set_strides[1]) as i32
    }
}
