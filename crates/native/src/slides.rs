//! Lines that are looked up.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use masume_board::Direction;
use masume_program::native::{
    BitMoves, CHANGES, Frame, IS_BAD, KNOWN, MaskReg, NumReg, SlideAxis, SlideTable, UNKNOWN_ADDS,
};

use crate::emit::Emitter;

impl Emitter<'_, '_> {
    /// The directions in which a slide changes anything, as bits. A board with lines that are not known is left to
    /// the interpreter.
    pub(crate) fn slides(&mut self, at: usize, table: usize, to: MaskReg) {
        let slide = &self.source.slides[table];
        let rows = self.rows(at, slide);
        let columns = self.moved_bits(rows, &slide.forth[1]);
        let mut ways = self.word(0);
        for (axis, packed) in slide.axes.iter().zip([rows, columns]) {
            let [any, all] = self.flags(axis, packed);
            let known = self.builder.ins().band_imm_s(all, i64::from(KNOWN));
            let unknown = self.builder.ins().bxor_imm_s(known, i64::from(KNOWN));
            let bad = self.builder.ins().band_imm_s(any, i64::from(IS_BAD));
            let is_left = self.builder.ins().bor(unknown, bad);
            self.leave_where(is_left, at);
            for (nth, direction) in (0..).zip(axis.directions) {
                let changes = self.builder.ins().ushr_imm_s(any, CHANGES.ilog2() as i64 + nth);
                let changes = self.builder.ins().band_imm_s(changes, 1);
                let way = self.builder.ins().ishl_imm_s(changes, direction as i64);
                ways = self.builder.ins().bor(ways, way);
            }
        }
        self.put_mask(to, ways);
    }

    /// Slides the board in its chosen direction where the mask says so, and puts down what that adds. A board with
    /// lines that are not known is left to the interpreter.
    pub(crate) fn slide(&mut self, at: usize, table: usize, (adds, mask): (NumReg, MaskReg)) {
        let slide = &self.source.slides[table];
        let (nothing, mask) = (self.word(0), self.mask_of(mask));
        self.put_num(adds, nothing);
        let behind = self.begin_where(mask);
        let rows = self.rows(at, slide);
        let way = self.of_frame(offset_of!(Frame, way));
        for nth in 0..slide.axes.len() {
            let bits = slide.axes[nth].directions.map(bit_of);
            let here = self.builder.ins().band_imm_s(way, bits[0] | bits[1]);
            let inner = self.begin_where(here);
            let higher = self.builder.ins().band_imm_s(way, bits[1]);
            self.slide_axis(at, (slide, nth), (rows, higher), adds);
            self.end_where(inner);
        }
        self.end_where(behind);
    }

    fn slide_axis(
        &mut self,
        at: usize,
        (slide, nth): (&SlideTable, usize),
        (rows, higher): (Value, Value),
        adds: NumReg,
    ) {
        let packed = if nth == 0 { rows } else { self.moved_bits(rows, &slide.forth[1]) };
        let (second, none) = (self.word(size_of::<u64>() as u64), self.word(0));
        let offset = self.builder.ins().select(higher, second, none);
        let (after, added) = self.looked_up(at, &slide.axes[nth], packed, offset);
        let rows = if nth == 0 { after } else { self.moved_bits(after, &slide.back[1]) };
        let planes = self.moved_bits(rows, &slide.back[0]);
        let mut occupied = none;
        for (nth, &plane) in (0..).zip(slide.planes.iter().take(slide.looked_at)) {
            let bits = self.builder.ins().ushr_imm_s(planes, nth * i64::from(slide.cells));
            let bits = self.builder.ins().band_imm_s(bits, (1 << slide.cells) - 1);
            self.put(plane, vec![bits]);
            occupied = self.builder.ins().bor(occupied, bits);
        }
        self.put(slide.occupied, vec![occupied]);
        self.put_num(adds, added);
    }

    /// The planes that are looked at as rows one after another.
    fn rows(&mut self, at: usize, slide: &SlideTable) -> Value {
        let (mut packed, mut others) = (self.word(0), self.word(0));
        for (nth, &plane) in slide.planes.iter().enumerate() {
            let bits = self.set(plane)[0];
            if nth < slide.looked_at {
                let moved =
                    self.builder.ins().ishl_imm_s(bits, nth as i64 * i64::from(slide.cells));
                packed = self.builder.ins().bor(packed, moved);
            } else {
                others = self.builder.ins().bor(others, bits);
            }
        }
        if slide.looked_at < slide.planes.len() {
            self.leave_where(others, at);
        }
        self.moved_bits(packed, &slide.forth[0])
    }

    fn moved_bits(&mut self, word: Value, [up, down]: &[BitMoves; 2]) -> Value {
        let mut all = self.word(0);
        for (moves, rises) in [(up, true), (down, false)] {
            for &(by, bits) in moves {
                let bits = self.word(bits);
                let held = self.builder.ins().band(word, bits);
                let moved = if rises {
                    self.builder.ins().ishl_imm_s(held, by as i64)
                } else {
                    self.builder.ins().ushr_imm_s(held, by as i64)
                };
                all = self.builder.ins().bor(all, moved);
            }
        }
        all
    }

    /// The bits of each line of a board.
    fn lines(&mut self, axis: &SlideAxis, packed: Value) -> Vec<Value> {
        let line = |nth: u32| {
            let line = self.builder.ins().ushr_imm_s(packed, i64::from(nth * axis.bits));
            self.builder.ins().band_imm_s(line, (1 << axis.bits) - 1)
        };
        (0..axis.count).map(line).collect()
    }

    /// Flags that are known of any line of an axis, and of all.
    fn flags(&mut self, axis: &SlideAxis, packed: Value) -> [Value; 2] {
        let (mut any, mut all) = (self.word(0), self.word(u64::MAX));
        let table = self.word(axis.flags as u64);
        for line in self.lines(axis, packed) {
            let address = self.builder.ins().iadd(table, line);
            // Other threads learn lines meanwhile.
            let flags = MemFlagsData::trusted();
            let flags = self.builder.ins().atomic_load(types::I8, flags, address);
            let flags = self.builder.ins().uextend(types::I64, flags);
            any = self.builder.ins().bor(any, flags);
            all = self.builder.ins().band(all, flags);
        }
        [any, all]
    }

    /// The lines of an axis after a slide to the side whose word lies so many bytes behind the other, and what they
    /// add.
    fn looked_up(
        &mut self,
        at: usize,
        axis: &SlideAxis,
        packed: Value,
        side: Value,
    ) -> (Value, Value) {
        let (mut after, mut added, mut unknown) = (self.word(0), self.word(0), self.word(0));
        let table = self.word(axis.lines as u64);
        for (nth, line) in (0i64..).zip(self.lines(axis, packed)) {
            let offset = self.builder.ins().imul_imm_s(line, size_of::<[u64; 2]>() as i64);
            let address = self.builder.ins().iadd(table, offset);
            let address = self.builder.ins().iadd(address, side);
            let flags = MemFlagsData::trusted();
            let word = self.builder.ins().atomic_load(types::I64, flags, address);
            let adds = self.builder.ins().sshr_imm_s(word, 32);
            let is_unknown =
                self.builder.ins().icmp_imm_s(IntCC::Equal, adds, i64::from(UNKNOWN_ADDS));
            let is_unknown = self.truth(is_unknown);
            unknown = self.builder.ins().bor(unknown, is_unknown);
            added = self.builder.ins().iadd(added, adds);
            let to = self.builder.ins().band_imm_s(word, i64::from(u32::MAX));
            let to = self.builder.ins().ishl_imm_s(to, nth * i64::from(axis.bits));
            after = self.builder.ins().bor(after, to);
        }
        self.leave_where(unknown, at);
        (after, added)
    }
}

/// The bit of a direction.
fn bit_of(direction: Direction) -> i64 {
    1 << direction as u8
}
