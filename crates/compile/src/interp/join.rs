//! Several instructions that become one: each is found and dispatched once for all boards, and what they
//! hand on to each other stays in vector registers.

use std::collections::BTreeMap;

use masume_board::Direction;

use super::code::{Instruction, Register, SetReg, Way};
use super::emit::LOOSE;
use super::made::count_reads;
use super::passes::Key;

/// Joins what is stepped to: steps of one set in several directions, and steps to cells of another.
/// What is counted of the same neighbours is counted once.
pub(super) fn join_steps(code: &mut Vec<Instruction>) {
    let reads = count_reads(code);
    let is_read_once = |set: &SetReg| set.0 >= LOOSE && reads.get(&(0, set.0)) == Some(&1);
    let mut known = Known::default();
    let mut kept: Vec<Instruction> = Vec::with_capacity(code.len());
    for mut instruction in code.drain(..) {
        instruction = known.cast(&instruction, &is_read_once).unwrap_or(instruction);
        let joined = {
            let led_to = |set: &SetReg| known.led_to.get(set).filter(|_| is_read_once(set));
            joined(&instruction, &led_to)
        };
        instruction = joined.unwrap_or(instruction);
        if let Instruction::Neighbours { to, of, dirs, counts } = &instruction
            && to.iter().all(|to| to.0 >= LOOSE)
            && let Some(&place) = known.counted.get(&(*of, *dirs))
            && let Instruction::Neighbours { to: all, counts: all_counts, .. } = &mut kept[place]
        {
            *all = [&all[..], to].concat().into();
            *all_counts = [&all_counts[..], counts].concat().into();
            continue;
        }
        known.update(&mut instruction, kept.len());
        kept.push(instruction);
    }
    *code = kept;
}

/// The cells that a step leads to from a set, or steps through cells of another, in these directions.
#[derive(Clone, Copy)]
struct LedTo {
    from: SetReg,
    through: Option<SetReg>,
    dirs: u8,
}

/// What sets are, as long as nothing that they were made of has changed.
#[derive(Default)]
struct Known {
    led_to: BTreeMap<SetReg, LedTo>,
    fills: BTreeMap<SetReg, (SetReg, SetReg, Direction)>,
    both: BTreeMap<SetReg, [SetReg; 2]>,
    /// By set and directions, the instruction that counts neighbours.
    counted: BTreeMap<(SetReg, u8), usize>,
}

impl Known {
    /// What a step leads to from cells and what they fill.
    fn cast(
        &self,
        instruction: &Instruction,
        is_read_once: &impl Fn(&SetReg) -> bool,
    ) -> Option<Instruction> {
        let &Instruction::Step(to, of, Way::Fixed(direction)) = instruction else { return None };
        let &[one, other] = self.both.get(&of).filter(|_| is_read_once(&of))?;
        let cast = |from, filled| {
            let &(source, through, way) = self.fills.get(&filled)?;
            let is_same = source == from && way == direction && is_read_once(&filled);
            let dirs = 1 << direction as u8;
            is_same.then_some(Instruction::Cast { to, from, through, dirs })
        };
        cast(one, other).or_else(|| cast(other, one))
    }

    /// Goes on behind an instruction.
    fn update(&mut self, instruction: &mut Instruction, place: usize) {
        let is_bound =
            matches!(instruction, Instruction::Label(_)) || instruction.changes_board_unseen();
        if is_bound || matches!(instruction, Instruction::Repeat(..) | Instruction::Again { .. }) {
            *self = Self::default();
        }
        instruction.registers(&mut |register, is_written| {
            if let (Register::Set(written), true) = (register, is_written) {
                self.led_to.retain(|set, led| {
                    set != written && led.from != *written && led.through != Some(*written)
                });
                self.fills.retain(|_, (from, through, _)| from != written && through != written);
                self.both.retain(|_, of| !of.contains(written));
                self.counted.retain(|(of, _), _| of != written);
            }
        });
        if let Instruction::Step(to, from, Way::Fixed(direction)) = *instruction {
            let dirs = 1 << direction as u8;
            self.led_to.insert(to, LedTo { from, through: None, dirs });
        } else if let Instruction::Beside { to, of: from, dirs } = *instruction {
            self.led_to.insert(to, LedTo { from, through: None, dirs });
        } else if let Instruction::Cast { to, from, through, dirs } = *instruction {
            self.led_to.insert(to, LedTo { from, through: Some(through), dirs });
        } else if let Instruction::Fill { to, from, through, direction } = *instruction {
            self.fills.insert(to, (from, through, direction));
        } else if let Instruction::Or(to, one, other) = *instruction {
            self.both.insert(to, [one, other]);
        } else if let Instruction::Neighbours { of, dirs, .. } = instruction {
            self.counted.insert((*of, *dirs), place);
        }
    }
}

/// The instruction in place of one that goes on with cells beside a set.
fn joined<'k>(
    instruction: &Instruction,
    led_to: &impl Fn(&SetReg) -> Option<&'k LedTo>,
) -> Option<Instruction> {
    let in_all_ways = |to: SetReg, sets: &[SetReg]| {
        let &LedTo { from, through, .. } = led_to(sets.first()?)?;
        let is_alike = |led: &&LedTo| led.from == from && led.through == through;
        let mut dirs = sets.iter().map(|set| led_to(set).filter(is_alike));
        let dirs = dirs.try_fold(0, |all, found| Some(all | found?.dirs))?;
        Some(match through {
            Some(through) => Instruction::Cast { to, from, through, dirs },
            None => Instruction::Beside { to, of: from, dirs },
        })
    };
    if let Instruction::Or(to, one, other) = instruction {
        return in_all_ways(*to, &[*one, *other]);
    }
    if let Instruction::Union(to, of) = instruction {
        return in_all_ways(*to, of);
    }
    if let Instruction::And(to, one, other) = instruction {
        let beside = |set| led_to(set).filter(|led| led.through.is_none());
        let (&LedTo { from: of, dirs, .. }, test) = match (beside(one), beside(other)) {
            (Some(found), _) => (found, *other),
            (None, Some(found)) => (found, *one),
            (None, None) => return None,
        };
        // One step alone costs more in a chain than it saves.
        if dirs.count_ones() == 1 {
            return None;
        }
        // A chain is said from its first cell on, and the bit of the opposite direction is as far from
        // the other end.
        let tests = super::operand::Sequence(Box::new([of, test]));
        return Some(Instruction::Chain { to: *to, tests, dirs: dirs.reverse_bits() });
    }
    None
}

/// Joins what is done to one set or number one after another, and the same done to several sets.
pub(super) fn join_runs(code: &mut Vec<Instruction>) {
    let reads = count_reads(code);
    let mut kept: Vec<Instruction> = Vec::with_capacity(code.len());
    for mut instruction in code.drain(..) {
        // What has become one may go on what is before it.
        while let Some(both) = kept.last().and_then(|last| {
            grown(last, &instruction, &reads).or_else(|| one_run(last, &instruction))
        }) {
            kept.pop();
            instruction = both;
        }
        kept.push(instruction);
    }
    *code = kept;
}

/// A sum for nobody but its first summand as one instruction with what assigns it.
fn grown(
    first: &Instruction,
    second: &Instruction,
    reads: &BTreeMap<Key, usize>,
) -> Option<Instruction> {
    let (&Instruction::Add(sum, one, other), &Instruction::Assign(to, from, mask)) =
        (first, second)
    else {
        return None;
    };
    let is_all = sum.0 >= LOOSE && reads.get(&(2, sum.0)) == Some(&1);
    (is_all && sum == from && one == to).then_some(Instruction::Grow(to, other, mask))
}

/// Both instructions as one, where the second reads nothing that the first writes, or goes on with the same
/// set.
fn one_run(first: &Instruction, second: &Instruction) -> Option<Instruction> {
    if let Instruction::Without(to, of, cells) = second {
        let (all, of_all, all_cells) = if let Instruction::Without(to, of, cells) = first {
            (vec![*to], vec![*of], *cells)
        } else if let Instruction::WithoutEach { to, of, cells } = first {
            (to.to_vec(), of.to_vec(), *cells)
        } else {
            return None;
        };
        let is_apart = ![to, of, cells].into_iter().any(|set| all.contains(set));
        return (is_apart && all_cells == *cells).then(|| Instruction::WithoutEach {
            to: [&all[..], &[*to]].concat().into(),
            of: [&of_all[..], &[*of]].concat().into(),
            cells: *cells,
        });
    }
    if let (&Instruction::Without(to, of, gone), &Instruction::Or(again, one, come)) =
        (first, second)
        && [again, one] == [to; 2]
        && come != to
    {
        let [to, of, come] = [to, of, come].map(|set| [set].into());
        return Some(Instruction::Exchange { to, of, gone, come });
    }
    if let (
        Instruction::Exchange { to, of, gone, come },
        Instruction::Exchange { to: more, of: of_more, gone: gone_too, come: come_too },
    ) = (first, second)
    {
        let mut reads = of_more.iter().chain(&come_too[..]).chain([gone]);
        let is_apart = gone == gone_too && !reads.any(|set| to.contains(set));
        return is_apart.then(|| Instruction::Exchange {
            to: [&to[..], more].concat().into(),
            of: [&of[..], of_more].concat().into(),
            gone: *gone,
            come: [&come[..], come_too].concat().into(),
        });
    }
    if let Instruction::Or(to, of, more) = second {
        let (all, of_all, more_of_all) = if let Instruction::Or(to, of, more) = first {
            (vec![*to], vec![*of], vec![*more])
        } else if let Instruction::OrEach { to, of, more } = first {
            (to.to_vec(), of.to_vec(), more.to_vec())
        } else {
            return None;
        };
        let is_apart = ![to, of, more].into_iter().any(|set| all.contains(set));
        return is_apart.then(|| Instruction::OrEach {
            to: [&all[..], &[*to]].concat().into(),
            of: [&of_all[..], &[*of]].concat().into(),
            more: [&more_of_all[..], &[*more]].concat().into(),
        });
    }
    None
}
