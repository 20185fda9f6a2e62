//! Set algebra: instructions that say in one operation what they and others before them say in several.
//! What nobody reads then is left out by the passes that follow.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::interp::registers::{ALL, Registers};

use super::made::Made;

/// Has every instruction read what is farthest before it.
pub(super) fn simplify(code: &mut Vec<Instruction>, registers: &Registers) {
    let mut known = RegisterContents { full: registers.full(), made: Made::before(code) };
    let mut kept: Vec<Instruction> = Vec::with_capacity(code.len());
    let mut written = std::mem::take(code).into_iter().peekable();
    while let Some(mut instruction) = written.next() {
        if let Some(both) = written.peek().and_then(|next| known.toggled(&instruction, next)) {
            written.next();
            instruction = both;
        }
        while let Some(simpler) = known.simpler(&instruction) {
            instruction = simpler;
        }
        known.made.update(&mut instruction);
        kept.push(instruction);
    }
    *code = kept;
}

/// Contents of loose registers, as far as they are known.
struct RegisterContents {
    /// The register of every cell, if any code has asked for it.
    full: Option<SetReg>,
    made: Made,
}

impl RegisterContents {
    /// The set of which this one is all other cells.
    fn complement(&self, set: SetReg) -> Option<SetReg> {
        let made = self.made.set(set)?;
        if let Instruction::Free(_, of) = made
            && let [only] = of[..]
        {
            return Some(only);
        }
        if let Instruction::Without(_, all, rest) = made
            && Some(*all) == self.full
        {
            return Some(*rest);
        }
        None
    }

    /// The mask of which this one is all other boards.
    fn other_boards(&self, mask: MaskReg) -> Option<MaskReg> {
        if let Instruction::MaskWithout(_, ALL, rest) = self.made.mask(mask)? {
            return Some(*rest);
        }
        None
    }

    /// The cells of which this set is what another has of them.
    fn share(&self, set: SetReg, whole: SetReg) -> Option<SetReg> {
        let Instruction::And(_, one, other) = *self.made.set(set)? else { return None };
        let of_other = (other == whole).then_some(one);
        if one == whole { Some(other) } else { of_other }
    }

    fn simpler(&self, instruction: &Instruction) -> Option<Instruction> {
        use Instruction as I;
        if let I::And(to, one, other) = *instruction {
            let of = |one, other| Some(I::Without(to, one, self.complement(other)?));
            return of(one, other).or_else(|| of(other, one));
        }
        if let I::Without(to, one, other) = *instruction {
            let rest = self.complement(other).filter(|_| Some(one) != self.full);
            let both = rest.map(|rest| I::And(to, one, rest));
            return both.or_else(|| Some(I::Without(to, one, self.share(other, one)?)));
        }
        if let I::MaskAnd(to, one, other) = *instruction {
            let of = |one, other| Some(I::MaskWithout(to, one, self.other_boards(other)?));
            return of(one, other).or_else(|| of(other, one));
        }
        if let I::MaskWithout(to, one, other) = *instruction {
            let rest = self.other_boards(other).filter(|_| one != ALL)?;
            return Some(I::MaskAnd(to, one, rest));
        }
        None
    }

    /// Both instructions as one, where by them a set loses what it has of some cells, and gains the others.
    fn toggled(&self, first: &Instruction, second: &Instruction) -> Option<Instruction> {
        use Instruction as I;
        let loses_first = matches!(first, I::Without(..));
        let (one, other) = if loses_first { (first, second) } else { (second, first) };
        let (&I::Without(plane, left, lost), &I::Or(to, of, gained)) = (one, other) else {
            return None;
        };
        if left != plane || to != plane || of != plane {
            return None;
        }
        let new_to_plane = |set| match self.made.set(set) {
            Some(&I::Without(_, cells, held)) if held == plane => Some(cells),
            Some(_) | None => None,
        };
        // What comes first may be said of all the cells.
        let lost = self.share(lost, plane).or(loses_first.then_some(lost))?;
        let gained = new_to_plane(gained).or((!loses_first).then_some(gained))?;
        let others = Box::new([lost]);
        (lost == gained).then(|| I::Unlike(plane, Box::new([plane]), others))
    }
}
