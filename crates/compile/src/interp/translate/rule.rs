//! Rules: where they match, what they put, what else they do.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::{Alternative, Mode, Op, RuleOp, SetId, Unsupported};
use masume_rules::model::Layer;

use super::Translation;
use super::letters::{Putting, Target, What, is_at_once};
use super::matches::Matches;

/// Cells on which a rule puts the same, or what the same letter is bound to.
pub(crate) struct Change {
    pub(super) layer: Layer,
    pub(super) what: What,
    pub(super) cells: SetReg,
    /// Tests that the cells passed.
    pub(super) tests: Vec<SetId>,
}

/// A rule that was found to match.
pub(crate) struct Found {
    matches: Matches,
    /// Boards on which it matches.
    pub(crate) matched: MaskReg,
    changes: Vec<Change>,
}

impl Translation<'_> {
    /// A rule run once on the boards of the mask; where it matched.
    pub(crate) fn rule(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<MaskReg, Unsupported> {
        if is_at_once(rule) {
            let found = self.find(rule, mask)?;
            let matched = found.matched;
            self.do_all(rule, found)?;
            return Ok(matched);
        }
        if rule.graph().is_some() {
            return Err(Unsupported("a rule is followed step by step"));
        }
        if rule.mode == Mode::Ends {
            return self.ends_alike(rule, mask);
        }
        self.selected(rule, mask)
    }

    /// A rule that joins two chosen cells that hold the same, run on the boards of the mask; where it
    /// matched.
    fn ends_alike(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<MaskReg, Unsupported> {
        let why = Unsupported("what a letter is bound to is compared match by match");
        let ([one, other], Some(from), Some(to)) = (&rule.letters[..], rule.from, rule.to) else {
            return Err(why);
        };
        if (one.letter, one.layer) != (other.letter, other.layer) {
            return Err(why);
        }
        let (from, to) = (self.chosen(from), self.chosen(to));
        let mut mask = mask;
        for plane in self.all_planes(one.layer)? {
            let held = [from, to].map(|end| self.and(plane, end)).map(|held| self.has_any(held));
            let (both, any) = (self.both(held[0], held[1]), self.either(held[0], held[1]));
            let differ = self.only_without(any, both);
            mask = self.only_without(mask, differ);
        }
        let found = self.find(rule, mask)?;
        let matched = found.matched;
        self.do_all(rule, found)?;
        Ok(matched)
    }

    /// Cells at which a rule that is done all at once matches on the boards of the mask.
    pub(crate) fn find(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<Found, Unsupported> {
        let matches = self.matches(rule, self.nfa(rule.nfa), mask)?;
        let changes = self.changes(rule, &rule.alternatives, &matches)?;
        self.found(matches, changes)
    }

    /// Changes that alternatives of a rule make on the cells of matches.
    pub(super) fn changes(
        &mut self,
        rule: &RuleOp,
        alternatives: &[Alternative],
        matches: &Matches,
    ) -> Result<Vec<Change>, Unsupported> {
        let nfa = self.nfa(rule.nfa);
        let mut changes = Vec::new();
        for Target { layer, put, places } in self.targets(rule, alternatives)? {
            let mut all = None;
            for &place in &places {
                if let Some(reached) = matches.reached[usize::from(place)] {
                    all = Some(self.or(all, reached));
                }
            }
            let Some(all) = all else { continue };
            let all = self.loosened(all);
            let what = match put {
                Putting::Content(content) => What::Content(content),
                Putting::Letter(binding) => {
                    let arrives = self.arrives(rule, (nfa, matches), binding, (places[0], all))?;
                    What::Bound(arrives)
                }
                Putting::Number(number) => {
                    let at = (places[0], all);
                    What::Bound(self.summed(rule, (nfa, matches), (layer, &number), at)?)
                }
            };
            let tests = places.iter().flat_map(|&it| self.tests_at(nfa, it)).collect();
            changes.push(Change { layer, what, cells: all, tests });
        }
        Ok(changes)
    }

    /// Matches, and what changes there; boards on which two of them differ are marked for a retry.
    pub(super) fn found(
        &mut self,
        matches: Matches,
        changes: Vec<Change>,
    ) -> Result<Found, Unsupported> {
        if !matches.is_single && self.pending.is_none() {
            self.retry_conflicts(&changes);
        }
        let matched = self.matched(&matches)?;
        Ok(Found { matches, matched, changes })
    }

    /// The boards on which a match begins.
    pub(super) fn matched(&mut self, matches: &Matches) -> Result<MaskReg, Unsupported> {
        let begun = matches.begun.iter().fold(None, |all, &begun| Some(self.or(all, begun)));
        let begun = begun.ok_or(Unsupported("a rule has no direction"))?;
        Ok(self.has_any(begun))
    }

    /// Does what a rule does where it was found to match.
    pub(crate) fn do_all(&mut self, rule: &RuleOp, found: Found) -> Result<(), Unsupported> {
        self.match_effects(&rule.effects, &found.matches, found.matched)?;
        self.change(found.changes)
    }

    /// Changes the board, or will when the rules that see the same board are done.
    pub(super) fn change(&mut self, changes: Vec<Change>) -> Result<(), Unsupported> {
        match &mut self.pending {
            Some(pending) => {
                pending.extend(changes);
                Ok(())
            }
            None => self.write(changes),
        }
    }

    /// Statements that all see the board as it is; then they change it together.
    pub(super) fn simultaneous(
        &mut self,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        if self.pending.is_some() {
            // Inside another such block the board stands still anyway.
            return self.block(block, mask);
        }
        self.pending = Some(Vec::new());
        let matched = self.block(block, mask);
        let changes = self.pending.take().unwrap_or_default();
        let matched = matched?;
        self.retry_conflicts(&changes);
        self.write(changes)?;
        Ok(matched)
    }

    /// Two different contents on one cell are an error, which one board at a time tells.
    fn retry_conflicts(&mut self, changes: &[Change]) {
        if self.cannot_clash {
            return;
        }
        let mut shared = None;
        for (nth, one) in changes.iter().enumerate() {
            let may_meet = |other: &&Change| {
                let are_apart = |&one| other.tests.iter().all(|&it| self.are_disjoint(one, it));
                let put_the_same = match (&one.what, &other.what) {
                    (What::Content(one), What::Content(other)) => one == other,
                    (What::Bound(_), _) | (_, What::Bound(_)) => false,
                };
                other.layer == one.layer && !put_the_same && !one.tests.iter().all(are_apart)
            };
            let before: Vec<SetReg> =
                changes[..nth].iter().filter(may_meet).map(|other| other.cells).collect();
            // What is before the next change, too, is made once.
            let before = before.into_iter().fold(None, |all, it| Some(self.or(all, it)));
            if let Some(before) = before {
                let both = self.and(before, one.cells);
                shared = Some(self.or(shared, both));
            }
        }
        if let Some(shared) = shared {
            let some = self.has_any(shared);
            self.emit.act(Instruction::Retry(some));
        }
    }
}
