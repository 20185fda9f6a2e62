//! Unions of unions as one, and what all parts of a union are tested for asked of the union.

use std::collections::BTreeMap;

use masume_program::interp::code::{Instruction, MaskReg, SetReg};

use super::emit::LOOSE;
use super::made::{Made, first_unused_set};

/// Flattens unions, and takes common tests out of them. What nobody reads then is left out by the passes that follow.
pub(super) fn factor_unions(code: &mut Vec<Instruction>) {
    let (made, next) = (Made::before(code), first_unused_set(code));
    let mut pass = Factoring { kept: Vec::with_capacity(code.len()), made, next };
    for mut instruction in std::mem::take(code) {
        // Planes gain cells one after another: what they lose before is told together with that.
        if let Instruction::Or(to, one, other) = &instruction
            && to.0 >= LOOSE
        {
            pass.unite(*to, &[*one, *other]);
        } else if let Instruction::Union(to, of) = &instruction
            && to.0 >= LOOSE
        {
            pass.unite(*to, of);
        } else {
            pass.made.update(&mut instruction);
            pass.kept.push(instruction);
        }
    }
    *code = pass.kept;
}

/// Test of a part of a union: the register, and how it is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Test {
    In(SetReg),
    NotIn(SetReg),
    OnBoards(MaskReg),
}

impl Test {
    /// The cells of a set that pass.
    fn of(self, to: SetReg, set: SetReg) -> Instruction {
        match self {
            Self::In(cells) => Instruction::And(to, set, cells),
            Self::NotIn(cells) => Instruction::Without(to, set, cells),
            Self::OnBoards(mask) => Instruction::Only(to, set, mask),
        }
    }
}

struct Factoring {
    kept: Vec<Instruction>,
    made: Made,
    /// The first loose set that nobody has written.
    next: u16,
}

impl Factoring {
    fn fresh(&mut self) -> SetReg {
        self.next += 1;
        SetReg(self.next - 1)
    }

    /// Makes a set of all cells of some.
    fn unite(&mut self, to: SetReg, of: &[SetReg]) {
        let mut parts = Vec::new();
        for &part in of {
            let all = self.made.parts(part);
            parts.extend(all.into_iter().filter(|it| !parts.contains(it)).collect::<Vec<_>>());
        }
        while let Some(test) = self.common_test(&parts) {
            let (tested, mut rest): (Vec<_>, Vec<_>) =
                parts.iter().partition(|part| self.tests(**part).iter().any(|it| it.0 == test));
            let of_test = |part: &SetReg| self.tests(*part).into_iter().find(|it| it.0 == test);
            let tested: Vec<SetReg> = tested.iter().filter_map(of_test).map(|it| it.1).collect();
            let (any, passed) = (self.fresh(), if rest.is_empty() { to } else { self.fresh() });
            self.unite(any, &tested);
            self.push(test.of(passed, any));
            if rest.is_empty() {
                return;
            }
            rest.push(passed);
            parts = rest;
        }
        self.push(match parts[..] {
            [one, other] => Instruction::Or(to, one, other),
            _ => Instruction::Union(to, parts.into()),
        });
    }

    /// Ways to say a set as those of another that pass a test, if nobody else reads it.
    fn tests(&self, set: SetReg) -> Vec<(Test, SetReg)> {
        match self.made.for_one(set) {
            Some(&Instruction::And(_, one, other)) => {
                vec![(Test::In(one), other), (Test::In(other), one)]
            }
            Some(&Instruction::Without(_, one, other)) => vec![(Test::NotIn(other), one)],
            Some(&Instruction::Only(_, of, mask)) => vec![(Test::OnBoards(mask), of)],
            Some(_) | None => Vec::new(),
        }
    }

    /// The test that most parts pass, if several do.
    fn common_test(&self, parts: &[SetReg]) -> Option<Test> {
        let mut counts: BTreeMap<Test, usize> = BTreeMap::new();
        for (test, _) in parts.iter().flat_map(|part| self.tests(*part)) {
            *counts.entry(test).or_insert(0) += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count)?;
        (most.1 > 1).then_some(most.0)
    }

    fn push(&mut self, mut instruction: Instruction) {
        self.made.count(&mut instruction);
        self.made.update(&mut instruction);
        self.kept.push(instruction);
    }
}
