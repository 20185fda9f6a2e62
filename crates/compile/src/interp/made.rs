//! Origins of loose registers, for passes that go through code from its beginning to its end.

use std::collections::BTreeMap;

use masume_program::interp::code::{Instruction, MaskReg, Register, SetReg};

use super::emit::LOOSE;
use super::passes::{Key, key};

/// Set algebra or steps that made each loose register, as long as nothing that it was made of has changed.
pub(super) struct Made {
    made: BTreeMap<Key, Instruction>,
    /// The loose registers that were made of a register of the table.
    of: BTreeMap<Key, Vec<Key>>,
    /// Number of times that each register is read.
    reads: BTreeMap<Key, usize>,
}

impl Made {
    /// At the beginning of this code.
    pub(super) fn before(code: &mut [Instruction]) -> Self {
        Self { made: BTreeMap::new(), of: BTreeMap::new(), reads: count_reads(code) }
    }

    pub(super) fn set(&self, set: SetReg) -> Option<&Instruction> {
        self.made.get(&(0, set.0))
    }

    pub(super) fn mask(&self, mask: MaskReg) -> Option<&Instruction> {
        self.made.get(&(1, mask.0))
    }

    /// Instruction that made a set which only one instruction reads.
    pub(super) fn for_one(&self, set: SetReg) -> Option<&Instruction> {
        self.set(set).filter(|_| self.reads.get(&(0, set.0)) == Some(&1))
    }

    /// The parts of a set, if it is a union that only one instruction reads; else the set.
    pub(super) fn parts(&self, set: SetReg) -> Vec<SetReg> {
        match self.for_one(set) {
            Some(Instruction::Or(_, one, other)) => vec![*one, *other],
            Some(Instruction::Union(_, of)) => of.to_vec(),
            Some(_) | None => vec![set],
        }
    }

    /// Counts what an instruction reads that was not in the code.
    pub(super) fn count(&mut self, instruction: &mut Instruction) {
        count_reads_of(instruction, &mut self.reads);
    }

    /// Goes on behind an instruction.
    pub(super) fn update(&mut self, instruction: &mut Instruction) {
        use Instruction as I;
        // The end of a game changes masks that it does not name.
        let is_bound =
            matches!(instruction, I::Label(_) | I::Repeat(..) | I::Again { .. } | I::End(..));
        if is_bound || instruction.changes_board_unseen() {
            self.made.clear();
            self.of.clear();
        }
        let mut written = None;
        instruction.registers(&mut |register, is_written| {
            let changed = key(&register);
            if is_written && changed.1 < LOOSE {
                self.forget(changed);
            } else if is_written {
                written = Some(changed);
            }
        });
        let is_asked = matches!(
            instruction,
            I::And(..)
                | I::Without(..)
                | I::Free(..)
                | I::Or(..)
                | I::Union(..)
                | I::Only(..)
                | I::Common { .. }
                | I::MaskWithout(..)
                | I::Step(..)
                | I::Beside { .. }
                | I::Fill { .. }
                | I::Cast { .. }
        );
        if let Some(written) = written.filter(|_| is_asked) {
            self.made.insert(written, instruction.clone());
            instruction.registers(&mut |register, _| {
                if key(&register).1 < LOOSE {
                    self.of.entry(key(&register)).or_default().push(written);
                }
            });
        }
    }

    /// A register of the table has changed.
    fn forget(&mut self, changed: Key) {
        for loose in self.of.remove(&changed).unwrap_or_default() {
            // It may have been made of something else since.
            if self.made.get_mut(&loose).is_some_and(|made| mentions(made, changed)) {
                self.made.remove(&loose);
            }
        }
    }
}

/// The first loose set that no code has written.
pub(super) fn first_unused_set(code: &mut [Instruction]) -> u16 {
    let mut next = LOOSE;
    for instruction in code {
        instruction.registers(&mut |register, _| {
            if let Register::Set(set) = register {
                next = next.max(set.0 + 1);
            }
        });
    }
    next
}

/// Number of times that each register is read.
pub(super) fn count_reads(code: &mut [Instruction]) -> BTreeMap<Key, usize> {
    let mut reads = BTreeMap::new();
    code.iter_mut().for_each(|instruction| count_reads_of(instruction, &mut reads));
    reads
}

fn count_reads_of(instruction: &mut Instruction, reads: &mut BTreeMap<Key, usize>) {
    instruction.registers(&mut |register, is_written| {
        if !is_written {
            *reads.entry(key(&register)).or_insert(0) += 1;
        }
    });
}

/// True if an instruction has to do with a register.
fn mentions(instruction: &mut Instruction, wanted: Key) -> bool {
    let mut is_there = false;
    instruction.registers(&mut |register, _| is_there |= key(&register) == wanted);
    is_there
}
