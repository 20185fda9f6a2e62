//! Code made ready to run: what nobody reads is gone, registers are few, skips know how far.

use std::collections::BTreeSet;

use super::code::{Instruction, Register};
use super::emit::LOOSE;
use super::registers::Registers;

/// Instructions ready to run, and how many registers of each kind they need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) sets: usize,
    pub(crate) masks: usize,
    pub(crate) nums: usize,
}

impl Code {
    /// Whether a board can be given up.
    pub(crate) fn may_give_up(&self) -> bool {
        self.instructions.iter().any(|instruction| {
            matches!(
                instruction,
                Instruction::GiveUp(_)
                    | Instruction::Calculate(..)
                    | Instruction::March { .. }
                    | Instruction::Slide { .. }
            )
        })
    }

    /// Whether anyone marches.
    pub(crate) fn marches(&self) -> bool {
        self.instructions.iter().any(|it| matches!(it, Instruction::March { .. }))
    }
}

/// A register's kind and number.
type Key = (u8, u16);

fn key(register: &Register<'_>) -> Key {
    match register {
        Register::Set(set) => (0, set.0),
        Register::Mask(mask) => (1, mask.0),
        Register::Num(num) => (2, num.0),
    }
}

/// Makes written code ready.
pub(crate) fn tidy(written: Vec<Instruction>, registers: &Registers) -> Code {
    let alive = alive(written);
    let mut code = placed(alive, registers);
    resolve(&mut code.instructions);
    code
}

/// Leaves out what writes only what nobody reads.
fn alive(written: Vec<Instruction>) -> Vec<Instruction> {
    let mut read: BTreeSet<Key> = BTreeSet::new();
    let mut kept = Vec::with_capacity(written.len());
    for mut instruction in written.into_iter().rev() {
        let mut is_read = instruction.acts();
        instruction.registers(&mut |register, is_written| {
            let key = key(&register);
            is_read |= is_written && (key.1 < LOOSE || read.contains(&key));
        });
        if !is_read {
            continue;
        }
        instruction.registers(&mut |register, is_written| {
            if !is_written {
                read.insert(key(&register));
            }
        });
        kept.push(instruction);
    }
    kept.reverse();
    kept
}

/// Gives loose registers places behind those of the table: a place is free again after the last
/// instruction that reads it.
fn placed(mut code: Vec<Instruction>, registers: &Registers) -> Code {
    let mut last_read = std::collections::BTreeMap::<Key, usize>::new();
    for (nth, instruction) in code.iter_mut().enumerate() {
        instruction.registers(&mut |register, _| {
            last_read.insert(key(&register), nth);
        });
    }
    let first = [registers.sets.len(), usize::from(registers.masks), registers.nums.len()];
    let mut count = first;
    let mut free: [Vec<u16>; 3] = Default::default();
    let mut places = std::collections::BTreeMap::<Key, u16>::new();
    for (nth, instruction) in code.iter_mut().enumerate() {
        // What is written takes its place before what is read gives its own back: an instruction
        // may write one register while it still reads another.
        let mut over = Vec::new();
        instruction.registers(&mut |register, is_written| {
            let key = key(&register);
            if key.1 < LOOSE {
                return;
            }
            let kind = usize::from(key.0);
            if is_written && !places.contains_key(&key) {
                let place = free[kind].pop().unwrap_or_else(|| {
                    count[kind] += 1;
                    (count[kind] - 1) as u16
                });
                places.insert(key, place);
            }
            let place = places.get(&key).copied().unwrap_or_default();
            if last_read.get(&key) == Some(&nth) {
                over.push((kind, place));
            }
            match register {
                Register::Set(set) => set.0 = place,
                Register::Mask(mask) => mask.0 = place,
                Register::Num(num) => num.0 = place,
            }
        });
        over.sort_unstable();
        over.dedup();
        over.into_iter().for_each(|(kind, place)| free[kind].push(place));
    }
    Code { instructions: code, sets: count[0], masks: count[1], nums: count[2] }
}

/// Labels give way to the number of instructions that a skip leaves out.
fn resolve(code: &mut Vec<Instruction>) {
    let mut labels = std::collections::BTreeMap::new();
    let mut place = 0u16;
    for instruction in code.iter() {
        if let Instruction::Label(label) = instruction {
            labels.insert(*label, place);
        } else {
            place += 1;
        }
    }
    code.retain(|instruction| !matches!(instruction, Instruction::Label(_)));
    for (nth, instruction) in (0u16..).zip(code.iter_mut()) {
        if let Instruction::Skip(_, label) = instruction {
            *label = labels.get(label).map_or(0, |place| place - nth - 1);
        }
    }
}
