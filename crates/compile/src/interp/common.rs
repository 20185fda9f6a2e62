//! Intersections of several sets, less others and on some boards, as one instruction.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::interp::operand::Excluded;
use masume_program::interp::registers::ALL;

use super::emit::LOOSE;
use super::made::Made;

/// The most sets of an instruction.
const MOST_SETS: usize = 8;

/// Joins what is taken of a set one after another. What nobody reads then is left out by the passes that follow.
pub(super) fn join_common(code: &mut Vec<Instruction>) {
    let mut made = Made::before(code);
    for instruction in code {
        if let Some(common) = joined(instruction, &made) {
            *instruction = common;
        }
        made.update(instruction);
    }
}

/// Cells of all of some sets that are in none of others, on the boards of a mask; of no sets, every cell.
struct Common {
    of: Vec<SetReg>,
    without: Vec<SetReg>,
    mask: MaskReg,
}

impl Common {
    fn of(set: SetReg) -> Self {
        Self { of: vec![set], without: Vec::new(), mask: ALL }
    }

    /// Expression of an instruction's result, by the sets that it names.
    fn made_by(instruction: &Instruction) -> Option<Self> {
        use Instruction as I;
        let (of, without, mask) = if let I::And(_, one, other) = instruction {
            (vec![*one, *other], Vec::new(), ALL)
        } else if let I::Without(_, one, other) = instruction {
            (vec![*one], vec![*other], ALL)
        } else if let I::Only(_, of, mask) = instruction {
            (vec![*of], Vec::new(), *mask)
        } else if let I::Free(_, of) = instruction {
            (Vec::new(), of.to_vec(), ALL)
        } else if let I::Common { of, without, mask, .. } = instruction {
            (of.to_vec(), without.0.to_vec(), *mask)
        } else {
            return None;
        };
        Some(Self { of, without, mask })
    }

    /// The cells that are in another as well; `None` where that is on boards of two masks.
    fn and(mut self, other: Self) -> Option<Self> {
        self.mask = match (self.mask, other.mask) {
            (ALL, mask) | (mask, ALL) => mask,
            (one, other) => (one == other).then_some(one)?,
        };
        let new = |all: &[SetReg], more: Vec<SetReg>| -> Vec<SetReg> {
            more.into_iter().filter(|set| !all.contains(set)).collect()
        };
        self.of.extend(new(&self.of, other.of));
        self.without.extend(new(&self.without, other.without));
        (self.of.len() + self.without.len() <= MOST_SETS).then_some(self)
    }
}

/// The same instruction, of the sets of which its own are made.
fn joined(instruction: &Instruction, made: &Made) -> Option<Instruction> {
    use Instruction as I;
    let (I::And(to, ..) | I::Without(to, ..) | I::Only(to, ..)) = instruction else { return None };
    // What a plane loses is told together with what it gains.
    let own = Common::made_by(instruction).filter(|_| to.0 >= LOOSE)?;
    let mut all = Common { of: Vec::new(), without: Vec::new(), mask: own.mask };
    for set in own.of {
        let apart = || Common::of(set);
        let parts = made.for_one(set).and_then(Common::made_by).unwrap_or_else(apart);
        all = all.and(parts)?;
    }
    for set in own.without {
        all = all.and(Common { of: Vec::new(), without: made.parts(set), mask: ALL })?;
    }
    let is_more = all.of.len() + all.without.len() + usize::from(all.mask != ALL) > 2;
    let Common { of, without, mask } = all;
    (is_more && !of.is_empty()).then(|| I::Common {
        to: *to,
        of: of.into(),
        without: Excluded(without.into()),
        mask,
    })
}
