//! Instructions as they are written: equal ones are asked once.

use std::collections::BTreeMap;

use masume_program::interp::code::{Instruction, MaskReg, NumReg, Register, SetReg};

/// Registers from here on are written once; they get their places when the passes over the code have run.
pub(crate) const LOOSE: u16 = 1 << 14;

/// Value numbering: for the text of an instruction, the register it writes and the planes it depends on.
pub(crate) type ValueNumbers = BTreeMap<String, (u16, u64)>;

/// One straight line of instructions.
#[derive(Debug, Default)]
pub(crate) struct Emitter {
    pub(crate) code: Vec<Instruction>,
    next: [u16; 3],
    labels: u16,
    known: ValueNumbers,
    /// Keys in the order in which they became known.
    order: Vec<String>,
    /// Indexed by loose register of each kind: the planes that it depends on.
    depends: [Vec<u64>; 3],
    /// Loose sets all of whose common cells a loose set is.
    common: BTreeMap<SetReg, [SetReg; 2]>,
}

/// Index of a kind of register.
const SETS: usize = 0;
const MASKS: usize = 1;
const NUMS: usize = 2;

/// Everything that can change.
const ANYTHING: u64 = u64::MAX;

/// The masks and numbers of the table.
const TABLE: u64 = 1 << 63;

impl Emitter {
    pub(crate) fn set(&mut self, make: impl Fn(SetReg) -> Instruction) -> SetReg {
        SetReg(self.once(SETS, |to| make(SetReg(to))))
    }

    pub(crate) fn mask(&mut self, make: impl Fn(MaskReg) -> Instruction) -> MaskReg {
        MaskReg(self.once(MASKS, |to| make(MaskReg(to))))
    }

    pub(crate) fn num(&mut self, make: impl Fn(NumReg) -> Instruction) -> NumReg {
        NumReg(self.once(NUMS, |to| make(NumReg(to))))
    }

    /// The common cells of two sets: one of them, if it has only cells of the other anyway.
    pub(crate) fn and(&mut self, one: SetReg, other: SetReg) -> SetReg {
        if self.is_part(other, one) {
            return other;
        }
        if self.is_part(one, other) {
            return one;
        }
        let both = self.set(|to| Instruction::And(to, one, other));
        self.common.insert(both, [one, other]);
        both
    }

    /// True if a set is known to have only cells of another. What is loose is written once, so it
    /// stays so.
    fn is_part(&self, set: SetReg, whole: SetReg) -> bool {
        whole.0 >= LOOSE && self.common.get(&set).is_some_and(|of| of.contains(&whole))
    }

    /// As many sets as one instruction makes.
    pub(crate) fn sets(
        &mut self,
        count: usize,
        make: impl Fn(Box<[SetReg]>) -> Instruction,
    ) -> Vec<SetReg> {
        let registers = |first: u16| (first..first + count as u16).map(SetReg);
        let make_from = |first| make(registers(first).collect());
        registers(self.once_many(SETS, count, make_from)).collect()
    }

    /// A loose register that the caller's own instruction writes.
    pub(crate) fn loose_set(&mut self) -> SetReg {
        SetReg(self.loose(SETS, ANYTHING))
    }

    pub(crate) fn loose_mask(&mut self) -> MaskReg {
        MaskReg(self.loose(MASKS, ANYTHING))
    }

    pub(crate) fn loose_num(&mut self) -> NumReg {
        NumReg(self.loose(NUMS, ANYTHING))
    }

    /// An instruction that writes no loose register, or registers that the caller has made.
    pub(crate) fn act(&mut self, instruction: Instruction) {
        self.code.push(instruction);
    }

    /// Puts a set into a register of the table.
    pub(crate) fn keep_set(&mut self, set: SetReg, to: SetReg) {
        self.act(Instruction::Copy(to, set));
    }

    /// Puts a mask into a register of the table.
    pub(crate) fn keep_mask(&mut self, mask: MaskReg, to: MaskReg) {
        self.act(Instruction::CopyMask(to, mask));
    }

    /// Forgets all facts about this plane.
    pub(crate) fn forget_plane(&mut self, plane: SetReg) {
        let bit = bit_of(plane);
        self.known.retain(|_, (_, depends)| *depends & bit == 0);
    }

    /// Forgets all facts about the table's masks and numbers.
    pub(crate) fn forget_table(&mut self) {
        self.known.retain(|_, (_, depends)| *depends & TABLE == 0);
    }

    /// Nothing is known any more.
    pub(crate) fn forget_all(&mut self) {
        self.known.retain(|_, (_, depends)| *depends == 0);
    }

    /// Length of all that is written.
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.code.len(), self.order.len())
    }

    /// Takes back what was written since then.
    pub(crate) fn back_to(&mut self, (written, known): (usize, usize)) {
        self.code.truncate(written);
        for key in self.order.drain(known..) {
            self.known.remove(&key);
        }
    }

    /// Begins what only runs where some board has the mask.
    pub(crate) fn enter(&mut self, mask: MaskReg) -> (u16, usize) {
        let label = self.labels;
        self.labels += 1;
        self.code.push(Instruction::Skip(mask, label));
        (label, self.order.len())
    }

    /// Ends it: what became known in it is not known behind it.
    pub(crate) fn leave(&mut self, (label, known): (u16, usize)) {
        self.code.push(Instruction::Label(label));
        for key in self.order.drain(known..) {
            self.known.remove(&key);
        }
    }

    /// Begins what runs again and again while any board has the mask, within so many other loops.
    pub(crate) fn begin_loop(&mut self, mask: MaskReg, depth: u32) -> (u16, usize) {
        let label = self.labels;
        self.labels += 1;
        // What the loop changes is not known yet.
        self.forget_all();
        self.code.push(Instruction::Repeat(mask, depth, label));
        (label, self.order.len())
    }

    /// Ends it.
    pub(crate) fn end_loop(
        &mut self,
        begun: (u16, usize),
        (mask, depth): (MaskReg, u32),
        most: u32,
    ) {
        self.code.push(Instruction::Again { mask, depth, most, back: begun.0 });
        self.leave(begun);
    }

    /// Facts that hold here, to be restored where boards go on that are still as they are now.
    pub(crate) fn known(&self) -> ValueNumbers {
        self.known.clone()
    }

    /// Goes on with boards of which this is known, and says what was known of the others.
    pub(crate) fn switch(&mut self, known: ValueNumbers) -> ValueNumbers {
        std::mem::replace(&mut self.known, known)
    }

    /// Goes on with those boards and with others, of which that is known: what is known of all is left.
    pub(crate) fn join(&mut self, other: &ValueNumbers) {
        self.known.retain(|key, found| other.get(key) == Some(found));
    }

    fn loose(&mut self, kind: usize, depends: u64) -> u16 {
        let register = LOOSE + self.next[kind];
        self.next[kind] += 1;
        self.depends[kind].push(depends);
        register
    }

    fn once(&mut self, kind: usize, make: impl Fn(u16) -> Instruction) -> u16 {
        self.once_many(kind, 1, make)
    }

    /// The first of so many registers, one behind the other.
    fn once_many(&mut self, kind: usize, count: usize, make: impl Fn(u16) -> Instruction) -> u16 {
        let key = format!("{kind} {:?}", make(0));
        if let Some((register, _)) = self.known.get(&key) {
            return *register;
        }
        let mut instruction = make(0);
        let mut depends = 0;
        instruction.registers(&mut |register, is_written| {
            if !is_written {
                depends |= self.depends_of(&register);
            }
        });
        if instruction.reads_state() {
            depends = ANYTHING;
        }
        let to = self.loose(kind, depends);
        for _ in 1..count {
            self.loose(kind, depends);
        }
        self.code.push(make(to));
        self.order.push(key.clone());
        self.known.insert(key, (to, depends));
        to
    }

    fn depends_of(&self, register: &Register<'_>) -> u64 {
        let (kind, index) = place_of(register);
        match index.checked_sub(LOOSE) {
            Some(index) => self.depends[kind][usize::from(index)],
            None if kind == SETS => bit_of(SetReg(index)),
            // Masks and numbers of the table can change at any time.
            None => TABLE,
        }
    }
}

fn place_of(register: &Register<'_>) -> (usize, u16) {
    match register {
        Register::Set(set) => (SETS, set.0),
        Register::Mask(mask) => (MASKS, mask.0),
        Register::Num(num) => (NUMS, num.0),
    }
}

/// A bit for a plane; of many planes several share one.
fn bit_of(plane: SetReg) -> u64 {
    1 << (plane.0 % 63)
}

#[cfg(test)]
mod tests;
