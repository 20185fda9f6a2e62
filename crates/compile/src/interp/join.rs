//! Several instructions that become one: each is found and dispatched once for all boards, and what they
//! hand on to each other stays in vector registers.

use std::collections::BTreeMap;

use masume_program::interp::code::{Instruction, Register, SetReg, Way};

use super::emit::LOOSE;
use super::made::{Made, count_reads, first_unused_set};
use super::passes::Key;

/// Joins what is stepped to: steps of one set in several directions, and steps to cells of another.
/// What is counted of the same neighbours is counted once.
pub(super) fn join_steps(code: &mut Vec<Instruction>) {
    let next = first_unused_set(code);
    let mut known = AvailableCode { made: Made::before(code), counted: BTreeMap::new(), next };
    let mut kept: Vec<Instruction> = Vec::with_capacity(code.len());
    for mut instruction in code.drain(..) {
        instruction = known.cast(&instruction).unwrap_or(instruction);
        instruction = known.joined(&instruction).unwrap_or(instruction);
        for mut part in known.take_ways(&mut instruction) {
            known.update(&mut part, kept.len());
            kept.push(part);
        }
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

impl LedTo {
    /// Instruction as one of these kinds, if it is that.
    fn made_by(instruction: &Instruction) -> Option<Self> {
        if let Instruction::Step(_, from, Way::Fixed(direction)) = *instruction {
            return Some(Self { from, through: None, dirs: 1 << direction as u8 });
        }
        if let Instruction::Beside { of: from, dirs, .. } = *instruction {
            return Some(Self { from, through: None, dirs });
        }
        if let Instruction::Cast { from, through, dirs, .. } = *instruction {
            return Some(Self { from, through: Some(through), dirs });
        }
        None
    }
}

/// Instructions whose results are still available, for those that follow.
struct AvailableCode {
    made: Made,
    /// Instructions that count neighbours, by set and directions, as long as the set has not changed.
    counted: BTreeMap<(SetReg, u8), usize>,
    /// The first loose set that nobody has written.
    next: u16,
}

impl AvailableCode {
    /// One step joined with the fill that it follows: cells and all that they fill.
    fn cast(&self, instruction: &Instruction) -> Option<Instruction> {
        let &Instruction::Step(to, of, Way::Fixed(way)) = instruction else { return None };
        let &Instruction::Or(_, one, other) = self.made.for_one(of)? else { return None };
        let cast = |cells, filled| {
            let filled = self.made.for_one(filled)?;
            let &Instruction::Fill { from, through, direction, .. } = filled else { return None };
            let dirs = 1 << direction as u8;
            let is_same = from == cells && direction == way;
            is_same.then_some(Instruction::Cast { to, from, through, dirs })
        };
        cast(one, other).or_else(|| cast(other, one))
    }

    /// Goes on behind an instruction.
    fn update(&mut self, instruction: &mut Instruction, place: usize) {
        let is_bound =
            matches!(instruction, Instruction::Label(_)) || instruction.changes_board_unseen();
        if is_bound || matches!(instruction, Instruction::Repeat(..) | Instruction::Again { .. }) {
            self.counted.clear();
        }
        instruction.registers(&mut |register, is_written| {
            if let (Register::Set(written), true) = (register, is_written) {
                self.counted.retain(|(of, _), _| of != written);
            }
        });
        if let Instruction::Neighbours { of, dirs, .. } = instruction {
            self.counted.insert((*of, *dirs), place);
        }
        self.made.update(instruction);
    }

    /// The cells that a set is led to, if only one instruction reads it.
    fn led_to(&self, set: SetReg) -> Option<LedTo> {
        self.made.for_one(set).and_then(LedTo::made_by)
    }

    /// Sets that are led to from the same cells, as one.
    fn in_all_ways(&self, to: SetReg, sets: &[SetReg]) -> Option<Instruction> {
        let LedTo { from, through, .. } = self.led_to(*sets.first()?)?;
        let is_alike = |led: &LedTo| led.from == from && led.through == through;
        let mut dirs = sets.iter().map(|set| self.led_to(*set).filter(is_alike));
        let dirs = dirs.try_fold(0, |all, found| Some(all | found?.dirs))?;
        Some(match through {
            Some(through) => Instruction::Cast { to, from, through, dirs },
            None => Instruction::Beside { to, of: from, dirs },
        })
    }

    /// Instructions that make those parts of a union that are led to from the same cells, each in all ways at
    /// once; the union goes on with what they make.
    fn take_ways(&mut self, instruction: &mut Instruction) -> Vec<Instruction> {
        let mut made = Vec::new();
        let Instruction::Union(to, of) = instruction else { return made };
        let mut rest = of.to_vec();
        while let Some(alike) = self.led_alike(&rest) {
            let all = SetReg(self.next);
            let Some(mut in_all_ways) = self.in_all_ways(all, &alike) else { break };
            self.next += 1;
            self.made.count(&mut in_all_ways);
            made.push(in_all_ways);
            rest.retain(|part| !alike.contains(part));
            rest.push(all);
        }
        if !made.is_empty() {
            *instruction = match rest[..] {
                [one, other] => Instruction::Or(*to, one, other),
                _ => Instruction::Union(*to, rest.into()),
            };
            self.made.count(instruction);
        }
        made
    }

    /// Sets of these, several, that are led to from the same cells.
    fn led_alike(&self, sets: &[SetReg]) -> Option<Vec<SetReg>> {
        let from = |set: &SetReg| self.led_to(*set).map(|led| (led.from, led.through));
        let mut all = sets.iter().filter_map(from).map(|wanted| {
            let alike = sets.iter().filter(|set| from(set) == Some(wanted));
            alike.copied().collect::<Vec<_>>()
        });
        all.find(|alike| alike.len() > 1)
    }

    /// The instruction in place of one that goes on with cells that are led to.
    fn joined(&self, instruction: &Instruction) -> Option<Instruction> {
        if let Instruction::Or(to, one, other) = instruction {
            return self.in_all_ways(*to, &[*one, *other]);
        }
        if let Instruction::Union(to, of) = instruction {
            return self.in_all_ways(*to, of);
        }
        let Instruction::And(to, one, other) = instruction else { return None };
        let beside = |set: &SetReg| self.led_to(*set).filter(|led| led.through.is_none());
        let (LedTo { from: of, dirs, .. }, test) = match (beside(one), beside(other)) {
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
        let tests = masume_program::interp::operand::Sequence(Box::new([of, test]));
        Some(Instruction::Chain { to: *to, tests, dirs: dirs.reverse_bits() })
    }
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
