//! Passes over code before it runs: dead-code elimination, set algebra, loop-invariant code motion, copy
//! coalescing, register allocation, and skips that know how far.

use std::collections::{BTreeMap, BTreeSet};

use masume_program::interp::code::{Code, Instruction, Register};
use masume_program::interp::native::Tier;
use masume_program::interp::registers::Registers;

use super::common::join_common;
use super::emit::LOOSE;
use super::factor::factor_unions;
use super::hoist::hoist;
use super::join::{join_runs, join_steps};
use super::simplify::simplify;

/// A register's kind and number.
pub(crate) type Key = (u8, u16);

pub(crate) fn key(register: &Register<'_>) -> Key {
    match register {
        Register::Set(set) => (0, set.0),
        Register::Mask(mask) => (1, mask.0),
        Register::Num(num) => (2, num.0),
    }
}

/// Makes written code ready; of what it leaves in the table these registers are not read.
pub(crate) fn run_passes(
    written: Vec<Instruction>,
    registers: &Registers,
    unread: &BTreeSet<Key>,
) -> Code {
    let mut alive = without_dead_code(written, unread);
    factor_unions(&mut alive);
    // What is read once more by what nobody reads is not joined.
    alive = without_dead_code(alive, unread);
    join_steps(&mut alive);
    simplify(&mut alive, registers);
    alive = without_dead_code(alive, unread);
    hoist(&mut alive);
    join_common(&mut alive);
    alive = without_dead_code(alive, unread);
    coalesce_copies(&mut alive);
    join_runs(&mut alive);
    let mut code = allocate_registers(alive, registers);
    resolve(&mut code.instructions);
    code
}

/// Leaves out what writes only what nobody reads.
fn without_dead_code(written: Vec<Instruction>, unread: &BTreeSet<Key>) -> Vec<Instruction> {
    let mut read: BTreeSet<Key> = BTreeSet::new();
    let mut kept = Vec::with_capacity(written.len());
    // What is written in a loop may be read in the next round.
    let is_end = |instruction: &Instruction| matches!(instruction, Instruction::Again { .. });
    let behind_loops = written.iter().rposition(is_end).map_or(0, |end| end + 1);
    for (nth, mut instruction) in written.into_iter().enumerate().rev() {
        let mut is_read = instruction.has_side_effects();
        instruction.registers(&mut |register, is_written| {
            let key = key(&register);
            let is_left = key.1 < LOOSE && (nth < behind_loops || !unread.contains(&key));
            is_read |= is_written && (is_left || read.contains(&key));
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

/// Copies into registers of the table are replaced by writing there at once.
fn coalesce_copies(code: &mut Vec<Instruction>) {
    let mut nth = 0;
    while nth < code.len() {
        let copied = if let Instruction::Copy(to, of) = &code[nth] {
            Some(((0, to.0), (0, of.0)))
        } else if let Instruction::CopyMask(to, of) = &code[nth] {
            Some(((1, to.0), (1, of.0)))
        } else {
            None
        };
        if let Some((to, of)) = copied
            && to.1 < LOOSE
            && of.1 >= LOOSE
            && let Some(made) = made_before(code, nth, to, of)
            && !is_read_too_late(code, nth, to, of)
        {
            for instruction in &mut code[made..] {
                instruction.registers(&mut |register, _| rename(register, of, to));
            }
            code.remove(nth);
            continue;
        }
        nth += 1;
    }
    // A second copy of the same to the same place has become one of the place to itself.
    code.retain(|instruction| {
        !matches!(instruction, Instruction::Copy(to, of) if to == of)
            && !matches!(instruction, Instruction::CopyMask(to, of) if to == of)
    });
}

/// The instruction that makes what is copied, where nothing between it and the copy has to do with
/// the copy's target, nor is left out without it.
fn made_before(code: &mut [Instruction], copy: usize, to: Key, of: Key) -> Option<usize> {
    for nth in (0..copy).rev() {
        let (mut makes, mut meddles) = (false, false);
        code[nth].registers(&mut |register, is_written| {
            makes |= is_written && key(&register) == of;
            meddles |= key(&register) == to;
        });
        let is_bound = matches!(
            code[nth],
            Instruction::Skip(..)
                | Instruction::Repeat(..)
                | Instruction::Again { .. }
                | Instruction::Label(_)
        );
        if meddles || is_bound {
            return None;
        }
        if makes {
            return Some(nth);
        }
    }
    None
}

/// True if what is copied is still read when the copy's target is something else already.
fn is_read_too_late(code: &mut [Instruction], copy: usize, to: Key, of: Key) -> bool {
    let mut is_other = false;
    for instruction in &mut code[copy + 1..] {
        // In a loop what is read first is read again after what comes behind it.
        is_other |= matches!(instruction, Instruction::Repeat(..));
        let mut is_read = false;
        let mut is_rewritten = false;
        instruction.registers(&mut |register, is_written| {
            is_read |= !is_written && key(&register) == of;
            is_rewritten |= is_written && key(&register) == to;
        });
        if is_read && is_other {
            return true;
        }
        is_other |= is_rewritten;
    }
    false
}

fn rename(register: Register<'_>, from: Key, to: Key) {
    if key(&register) != from {
        return;
    }
    match register {
        Register::Set(set) => set.0 = to.1,
        Register::Mask(mask) => mask.0 = to.1,
        Register::Num(num) => num.0 = to.1,
    }
}

/// Gives loose registers places behind those of the table: a place is free again after the last
/// instruction that reads it.
fn allocate_registers(mut code: Vec<Instruction>, registers: &Registers) -> Code {
    let mut last_read = BTreeMap::<Key, usize>::new();
    for (nth, instruction) in code.iter_mut().enumerate() {
        instruction.registers(&mut |register, _| {
            last_read.insert(key(&register), nth);
        });
    }
    outlive_loops(&mut code, &mut last_read);
    let first = [registers.sets.len(), usize::from(registers.masks), registers.nums.len()];
    let mut count = first;
    let mut free: [Vec<u16>; 3] = Default::default();
    let mut places = BTreeMap::<Key, u16>::new();
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
            let place = *places.entry(key).or_insert_with(|| {
                // What is read before anyone writes it gets a place that nobody has written
                // either, so that verification sees it.
                let again = if is_written { free[kind].pop() } else { None };
                again.unwrap_or_else(|| {
                    count[kind] += 1;
                    (count[kind] - 1) as u16
                })
            });
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
    let [sets, masks, nums] = count;
    Code { instructions: code, sets, masks, nums, tier: Tier::default() }
}

/// Lifetimes over loops: what is written before a loop and read in it is needed up to the end of
/// the loop.
fn outlive_loops(code: &mut [Instruction], last_read: &mut BTreeMap<Key, usize>) {
    let mut first_seen = BTreeMap::<Key, usize>::new();
    let mut begun: Vec<usize> = Vec::new();
    for (nth, instruction) in code.iter_mut().enumerate() {
        instruction.registers(&mut |register, _| {
            first_seen.entry(key(&register)).or_insert(nth);
        });
        if matches!(instruction, Instruction::Repeat(..)) {
            begun.push(nth);
        }
        if let (Instruction::Again { .. }, Some(start)) = (&instruction, begun.last()) {
            for (key, last) in last_read.iter_mut() {
                let is_older = first_seen.get(key).is_some_and(|first| first < start);
                if is_older && (*start..nth).contains(last) {
                    *last = nth;
                }
            }
            begun.pop();
        }
    }
}

/// Labels give way to the number of instructions that a skip leaves out.
fn resolve(code: &mut Vec<Instruction>) {
    let (mut labels, mut loops) = (BTreeMap::new(), BTreeMap::new());
    let mut place = 0u16;
    for instruction in code.iter() {
        if let Instruction::Label(label) = instruction {
            labels.insert(*label, place);
        } else {
            place += 1;
        }
        if let Instruction::Repeat(_, _, label) = instruction {
            loops.insert(*label, place);
        }
    }
    code.retain(|instruction| !matches!(instruction, Instruction::Label(_)));
    for (nth, instruction) in (0u16..).zip(code.iter_mut()) {
        if let Instruction::Skip(_, label) | Instruction::Repeat(_, _, label) = instruction {
            *label = labels.get(label).map_or(0, |place| place - nth - 1);
        } else if let Instruction::Again { back, .. } = instruction {
            // From behind itself to behind the beginning of the loop.
            *back = loops.get(back).map_or(0, |place| nth + 1 - place);
        }
    }
}

#[cfg(test)]
mod tests;
