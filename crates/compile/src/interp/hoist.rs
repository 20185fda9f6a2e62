//! Loop-invariant code motion: what comes to the same in every round of a loop is done once, before it.

use std::collections::BTreeMap;

use masume_program::interp::code::Instruction;

use super::emit::LOOSE;
use super::passes::{Key, key};

/// Moves out of every loop what no round of it changes: from inner loops first, out of which it may go on.
pub(super) fn hoist(code: &mut [Instruction]) {
    for end in 0..code.len() {
        if let Instruction::Again { back, .. } = code[end] {
            let begins =
                |it: &Instruction| matches!(it, Instruction::Repeat(.., label) if *label == back);
            if let Some(start) = code[..end].iter().position(begins) {
                hoist_from(&mut code[start..=end]);
            }
        }
    }
}

/// Moves it before the first instruction of a loop.
fn hoist_from(of_loop: &mut [Instruction]) {
    if of_loop.iter().any(Instruction::changes_board_unseen) {
        return;
    }
    // How often each register is written.
    let mut changed: BTreeMap<Key, usize> = BTreeMap::new();
    for written in of_loop.iter_mut().flat_map(written) {
        *changed.entry(written).or_insert(0) += 1;
    }
    let (mut start, mut inside) = (0, 0);
    for nth in 1..of_loop.len() {
        if matches!(of_loop[nth], Instruction::Skip(..) | Instruction::Repeat(..)) {
            inside += 1;
        } else if matches!(of_loop[nth], Instruction::Label(_)) {
            inside -= 1;
        } else if inside == 0 && is_invariant(&mut of_loop[nth], &changed) {
            for written in written(&mut of_loop[nth]) {
                changed.remove(&written);
            }
            of_loop[start..=nth].rotate_right(1);
            start += 1;
        }
    }
}

/// True if an instruction does the same in every round, and nothing but write registers of its own.
fn is_invariant(instruction: &mut Instruction, changed: &BTreeMap<Key, usize>) -> bool {
    if instruction.has_side_effects() || instruction.may_retry() || instruction.reads_state() {
        return false;
    }
    let (mut is_same, mut writes) = (true, false);
    instruction.registers(&mut |register, is_written| {
        let key = key(&register);
        writes |= is_written;
        let times = changed.get(&key);
        is_same &= if is_written { key.1 >= LOOSE && times == Some(&1) } else { times.is_none() };
    });
    is_same && writes
}

/// The registers that an instruction writes.
fn written(instruction: &mut Instruction) -> Vec<Key> {
    let mut written = Vec::new();
    instruction.registers(&mut |register, is_written| {
        if is_written {
            written.push(key(&register));
        }
    });
    written
}
