//! Whole patterns at once: the same as the kernels of the interpreter, of one board.

use cranelift_codegen::ir::InstBuilder;
use masume_board::Direction;
use masume_program::directions;
use masume_program::native::{Instruction, SetReg};

use crate::emit::Emitter;
use crate::sets::Set;

impl Emitter<'_, '_> {
    pub(crate) fn of_patterns(&mut self, instruction: &Instruction) -> bool {
        use Instruction as I;
        if let I::Fill { to, from, through, direction } = instruction {
            let (from, through) = (self.set(*from), self.set(*through));
            let found = self.fill(&from, &through, *direction);
            self.put(*to, found);
        } else if let I::Cast { to, from, through, dirs } = instruction {
            let (from, through) = (self.set(*from), self.set(*through));
            let mut found = self.empty();
            for direction in directions(*dirs) {
                let filled = self.fill(&from, &through, direction);
                let before = self.or(&from, &filled);
                let led_to = self.step(&before, direction);
                found = self.or(&found, &led_to);
            }
            self.put(*to, found);
        } else if let I::Runs { to, of, count, dirs } = instruction {
            let of = self.set(*of);
            let mut found = self.empty();
            for direction in directions(*dirs) {
                let runs = self.runs(&of, *count, direction);
                found = self.or(&found, &runs);
            }
            self.put(*to, found);
        } else if let I::Chain { to, tests, dirs } = instruction {
            let mut found = self.empty();
            for direction in directions(*dirs) {
                let chain = self.chain(&tests.0, direction);
                found = self.or(&found, &chain);
            }
            self.put(*to, found);
        } else if let I::Ways { to, tests, dirs, sense } = instruction {
            let mut found = self.word(0);
            for chosen in directions(*dirs) {
                let chain = self.chain(&tests.0, sense.of(chosen));
                let any = self.any(&chain);
                let any = self.mask(any);
                let bit = self.builder.ins().band_imm_s(any, 1 << chosen as u8);
                found = self.builder.ins().bor(found, bit);
            }
            self.put_mask(*to, found);
        } else if let I::Flanking { to, tests, dirs } = instruction {
            let found = self.flanking(*tests, *dirs);
            self.put(*to, found);
        } else if let I::Between { ends, between, tests, dirs } = instruction {
            let (come, filled) = self.between(*tests, *dirs);
            self.put(*ends, come);
            self.put(*between, filled);
        } else if let I::Beside { to, of, dirs } = instruction {
            let (of, mut found) = (self.set(*of), self.empty());
            for direction in directions(*dirs) {
                let stepped = self.step(&of, direction);
                found = self.or(&found, &stepped);
            }
            self.put(*to, found);
        } else if let I::Neighbours { to, of, dirs, counts } = instruction {
            let of = self.set(*of);
            if let ([to], [(_, 0)]) = (&to[..], &counts[..]) {
                let none = self.without_neighbours(&of, *dirs);
                self.put(*to, none);
                return true;
            }
            let sum = self.neighbours(&of, *dirs);
            for (to, counts) in to.iter().zip(counts) {
                let found = self.where_counted(&sum, *counts);
                self.put(*to, found);
            }
        } else {
            return false;
        }
        true
    }

    pub(crate) fn union(&mut self, of: &[SetReg]) -> Set {
        let empty = self.empty();
        of.iter().fold(empty, |all, &set| {
            let set = self.set(set);
            self.or(&all, &set)
        })
    }

    /// Cells of one set only of any pair.
    pub(crate) fn differences(&mut self, of: &[SetReg], others: &[SetReg]) -> Set {
        let mut all = self.empty();
        for (&of, &other) in of.iter().zip(others) {
            let (of, other) = (self.set(of), self.set(other));
            let differ = self.xor(&of, &other);
            all = self.or(&all, &differ);
        }
        all
    }

    fn chain(&mut self, tests: &[SetReg], direction: Direction) -> Set {
        let Some((&end, rest)) = tests.split_first() else { return self.empty() };
        let end = self.set(end);
        rest.iter().fold(end, |found, &test| {
            let stepped = self.step(&found, direction.opposite());
            let test = self.set(test);
            self.and(&stepped, &test)
        })
    }

    fn flanking(&mut self, tests: [SetReg; 3], dirs: u8) -> Set {
        let [ends, through, start] = tests.map(|it| self.set(it));
        let mut all = self.empty();
        for direction in directions(dirs) {
            let back = direction.opposite();
            let filled = self.fill(&ends, &through, back);
            let begun = self.step(&filled, back);
            all = self.or(&all, &begun);
        }
        self.and(&all, &start)
    }

    fn between(&mut self, tests: [SetReg; 3], dirs: u8) -> (Set, Set) {
        let [last, through, start] = tests.map(|it| self.set(it));
        let (mut ends, mut between) = (self.empty(), self.empty());
        for direction in directions(dirs) {
            let filled = self.fill(&start, &through, direction);
            let come = self.step(&filled, direction);
            let come = self.and(&come, &last);
            ends = self.or(&ends, &come);
            let any = self.any(&come);
            let any = self.mask(any);
            let filled = self.only(&filled, any);
            between = self.or(&between, &filled);
        }
        (ends, between)
    }

    /// Cells without any neighbour.
    fn without_neighbours(&mut self, set: &Set, dirs: u8) -> Set {
        let mut none = self.full();
        for direction in directions(dirs) {
            let next = self.step(set, direction.opposite());
            none = self.without(&none, &next);
        }
        none
    }

    /// Number of neighbours of each cell, digit by digit, all cells at once.
    fn neighbours(&mut self, set: &Set, dirs: u8) -> Vec<Set> {
        let mut sum = vec![self.empty(); 4];
        for direction in directions(dirs) {
            let mut carry = self.step(set, direction.opposite());
            for digit in &mut sum {
                let both = self.and(digit, &carry);
                *digit = self.xor(digit, &carry);
                carry = both;
            }
        }
        sum
    }

    /// Cells of which so many are counted.
    fn where_counted(&mut self, sum: &[Set], (least, greatest): (u32, u32)) -> Set {
        let mut all = self.empty();
        for count in least..=greatest.min(8) {
            let mut equal = self.full();
            for (k, digit) in sum.iter().enumerate() {
                equal = if count >> k & 1 == 1 {
                    self.and(&equal, digit)
                } else {
                    self.without(&equal, digit)
                };
            }
            all = self.or(&all, &equal);
        }
        all
    }
}
