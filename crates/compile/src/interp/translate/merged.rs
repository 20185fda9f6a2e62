//! Rules that differ in what a letter is, as one rule where the cell that has the letter is chosen.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::{Effect, Mode, Nfa, NfaState, Op, RuleOp, SetId, Unsupported};

use super::Translation;

/// Tests of the places of a pattern, in the place of its own.
pub(in crate::interp) struct Merged {
    nfa: u16,
    tests: Vec<SetReg>,
    /// Test of each place in each of the rules.
    each: Vec<Vec<SetId>>,
}

impl Translation<'_> {
    /// A rule for each content that its letter may be, run on the boards of the mask; where any matched.
    ///
    /// Where matches begin at a chosen cell, one of them at most matches on a board: the one for what lies
    /// there. Then they are run as one, whose tests are those of that rule: what a pattern is solved with, as a
    /// flood, is done once.
    pub(super) fn rule_by_content(
        &mut self,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let rules: Option<Vec<&RuleOp>> = block.iter().map(rule_of).collect();
        // The rules of the other contents would not run any more.
        let ends = |rule: &&RuleOp| rule.effects.iter().any(|it| matches!(it, Effect::Finish(_)));
        if rules.iter().flatten().any(ends) {
            return Err(Unsupported("a rule that puts a letter ends the game"));
        }
        let Some(rules) = rules.filter(|rules| self.can_merge(rules)) else {
            return self.simultaneous(block, mask);
        };
        let tests = self.tests_of_chosen(&rules)?;
        let patterns: Vec<&Nfa> = rules.iter().map(|rule| self.nfa(rule.nfa)).collect();
        let places = 0..tests.len();
        let each = places.map(|it| patterns.iter().map(|nfa| nfa.places[it].test).collect());
        let each = each.collect();
        let before = self.merged.replace(Merged { nfa: rules[0].nfa, tests, each });
        let matched = self.rule(rules[0], mask);
        self.merged = before;
        matched.map(Some)
    }

    /// Tests of the places where the pattern is that of merged rules.
    pub(super) fn merged_tests(&self, nfa: &Nfa) -> Option<Vec<SetReg>> {
        self.merged_of(nfa).map(|merged| merged.tests.clone())
    }

    /// The tests of which cells at a place pass one: its own, or one of each of merged rules.
    pub(super) fn tests_at(&self, nfa: &Nfa, place: u16) -> Vec<SetId> {
        let each = self.merged_of(nfa).and_then(|it| it.each.get(usize::from(place)));
        each.cloned().unwrap_or_else(|| vec![nfa.places[usize::from(place)].test])
    }

    fn merged_of(&self, nfa: &Nfa) -> Option<&Merged> {
        self.merged.as_ref().filter(|merged| std::ptr::eq(self.nfa(merged.nfa), nfa))
    }

    /// True if rules begin at the same chosen cell and are the same but for the tests of their
    /// places.
    fn can_merge(&self, rules: &[&RuleOp]) -> bool {
        let [one, others @ ..] = rules else { return false };
        let nfa = self.nfa(one.nfa);
        let is_plain = one.effects.is_empty() && matches!(one.mode, Mode::Sets(_));
        let is_alike = |other: &&RuleOp| {
            (one.from, one.to, &one.dirs, &one.mode) == (other.from, other.to, &other.dirs, &other.mode)
                && other.effects.is_empty()
                && are_alike(nfa, self.nfa(other.nfa))
                // What is proved of one is proved of all.
                && self.are_disjoint_alike(nfa, self.nfa(other.nfa))
        };
        is_plain && one.from.is_some() && !others.is_empty() && others.iter().all(is_alike)
    }

    /// True if two places of the other pattern exclude each other where those of the one do.
    fn are_disjoint_alike(&self, one: &Nfa, other: &Nfa) -> bool {
        let tests =
            || one.places.iter().zip(&other.places).map(|(one, other)| (one.test, other.test));
        tests().all(|(one, other)| {
            let is_weaker = |(with, other_with): (SetId, SetId)| {
                !self.are_disjoint(one, with) || self.are_disjoint(other, other_with)
            };
            tests().all(is_weaker)
        })
    }

    /// For each place the cells that pass its test in the rule that can match on a board.
    fn tests_of_chosen(&mut self, rules: &[&RuleOp]) -> Result<Vec<SetReg>, Unsupported> {
        let patterns: Vec<&Nfa> = rules.iter().map(|rule| self.nfa(rule.nfa)).collect();
        let chosen = rules[0].from.map(|slot| self.chosen(slot));
        let chosen = chosen.ok_or(Unsupported("a rule begins anywhere"))?;
        let mut can_match = Vec::new();
        for pattern in &patterns {
            let mut starts = None;
            for start in &pattern.starts {
                let cells = self.set(pattern.places[usize::from(start.place)].test)?;
                starts = Some(self.or(starts, cells));
            }
            let starts = starts.ok_or(Unsupported("a pattern begins nowhere"))?;
            let here = self.and(starts, chosen);
            can_match.push(self.has_any(here));
        }
        let mut merged: Vec<(Vec<SetId>, SetReg)> = Vec::new();
        let mut tests = Vec::new();
        for place in 0..patterns[0].places.len() {
            let of_rules: Vec<SetId> = patterns.iter().map(|it| it.places[place].test).collect();
            let known = merged.iter().find(|(of, _)| *of == of_rules);
            let cells = match known {
                Some(&(_, cells)) => cells,
                None => self.test_of_chosen(&of_rules, &can_match)?,
            };
            merged.push((of_rules, cells));
            tests.push(cells);
        }
        Ok(tests)
    }

    /// The cells that pass the test whose mask a board is in.
    fn test_of_chosen(
        &mut self,
        tests: &[SetId],
        masks: &[MaskReg],
    ) -> Result<SetReg, Unsupported> {
        if tests.iter().all(|test| *test == tests[0]) {
            return self.set(tests[0]);
        }
        let mut cells = Vec::new();
        for (&test, &mask) in tests.iter().zip(masks) {
            let test = self.set(test)?;
            cells.push(self.emit.set(|to| Instruction::Only(to, test, mask)));
        }
        let cells: Box<[SetReg]> = cells.into();
        Ok(self.emit.set(|to| Instruction::Union(to, cells.clone())))
    }
}

/// The rule that a statement is.
pub(super) fn rule_of(op: &Op) -> Option<&RuleOp> {
    if let Op::Rule(rule) = op { Some(rule) } else { None }
}

/// True if patterns are the same but for the tests of their places.
fn are_alike(one: &Nfa, other: &Nfa) -> bool {
    let are_alike = |(one, other): (&NfaState, &NfaState)| {
        (one.position, &one.next) == (other.position, &other.next)
    };
    one.places.len() == other.places.len()
        && one.places.iter().zip(&other.places).all(are_alike)
        && (&one.starts, &one.order) == (&other.starts, &other.order)
        && (one.is_line, one.has_branches, &one.shape)
            == (other.is_line, other.has_branches, &other.shape)
}
