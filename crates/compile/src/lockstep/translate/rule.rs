//! Rules: where they match, what they put, what else they do.

use masume_rules::model::Layer;

use super::letters::{Putting, Target, What, is_at_once};
use super::matches::Matches;
use super::{Chosen, Translation, Why};
use crate::lockstep::code::{Instruction, MaskReg, SetReg};
use crate::program::{Mode, Num, Op, RuleOp, SetId, Shape, Strategy, directions};

/// Cells on which a rule puts the same, or what the same letter is bound to.
pub(crate) struct Change {
    pub(super) layer: Layer,
    pub(super) what: What,
    pub(super) cells: SetReg,
    /// What the cells passed.
    pub(super) tests: Vec<SetId>,
}

/// A rule that was found to match.
pub(crate) struct Found {
    matches: Matches,
    /// On which boards.
    pub(crate) matched: MaskReg,
    changes: Vec<Change>,
}

impl Translation<'_> {
    /// A rule run once on the boards of the mask; where it matched.
    pub(crate) fn rule(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<MaskReg, Why> {
        if is_at_once(rule) {
            let found = self.find(rule, mask)?;
            let matched = found.matched;
            self.do_all(rule, found)?;
            return Ok(matched);
        }
        if rule.graph().is_some() {
            return Err(Why("a rule is followed step by step"));
        }
        match &rule.strategy {
            Strategy::First => self.first_cell(rule, mask),
            Strategy::Random(count) => self.random_cells(rule, count.as_ref(), mask),
            Strategy::All if rule.mode == Mode::Ends => {
                Err(Why("a rule joins two cells by a walk"))
            }
            Strategy::All | Strategy::Each => Err(Why("a rule runs match by match")),
        }
    }

    /// Where a rule that is done all at once matches on the boards of the mask.
    pub(crate) fn find(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<Found, Why> {
        let targets = self.targets(rule)?;
        let scan = self.scan(rule.scan);
        let matches = self.matches(rule, scan, mask)?;
        let mut cells = Vec::new();
        for Target { layer, put, places } in targets {
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
                    let arrives =
                        self.arrives(rule, (scan, &matches), binding, (places[0], all))?;
                    What::Bound(arrives)
                }
            };
            let tests = places.iter().map(|&it| scan.places[usize::from(it)].test);
            cells.push(Change { layer, what, cells: all, tests: tests.collect() });
        }
        if !matches.is_single && self.pending.is_none() {
            self.give_up_on_conflicts(&cells);
        }
        let mut matched: Option<MaskReg> = None;
        for &begun in &matches.begun {
            let some = self.has_any(begun);
            matched = Some(matched.map_or(some, |matched| self.either(matched, some)));
        }
        let matched = matched.ok_or(Why("a rule has no direction"))?;
        Ok(Found { matches, matched, changes: cells })
    }

    /// Does what a rule does where it was found to match.
    pub(crate) fn do_all(&mut self, rule: &RuleOp, found: Found) -> Result<(), Why> {
        self.match_effects(&rule.effects, &found.matches, found.matched)?;
        found.changes.into_iter().try_for_each(|change| self.change(change))
    }

    /// Changes the board, or will when the rules that see the same board are done.
    pub(super) fn change(&mut self, change: Change) -> Result<(), Why> {
        match &mut self.pending {
            Some(pending) => {
                pending.push(change);
                Ok(())
            }
            None => self.write(change),
        }
    }

    fn write(&mut self, change: Change) -> Result<(), Why> {
        let Change { layer, what, cells, tests } = change;
        match what {
            What::Content(content) => self.put(layer, content, cells, &tests),
            What::Bound(arrives) => self.put_bound(layer, &arrives, cells, &tests),
        }
    }

    /// Statements that all see the board as it is; then they change it together.
    pub(super) fn simultaneous(
        &mut self,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Why> {
        if self.pending.is_some() {
            // Inside another such block the board stands still anyway.
            return self.block(block, mask);
        }
        self.pending = Some(Vec::new());
        let matched = self.block(block, mask);
        let changes = self.pending.take().unwrap_or_default();
        let matched = matched?;
        self.give_up_on_conflicts(&changes);
        changes.into_iter().try_for_each(|change| self.write(change))?;
        Ok(matched)
    }

    /// Two different contents on one cell are an error, which one board at a time tells.
    fn give_up_on_conflicts(&mut self, changes: &[Change]) {
        let mut shared = None;
        for (nth, one) in changes.iter().enumerate() {
            for other in &changes[nth + 1..] {
                let are_apart = one
                    .tests
                    .iter()
                    .all(|&one| other.tests.iter().all(|&other| self.are_disjoint(one, other)));
                if one.layer == other.layer && !are_apart {
                    let both = self.and(one.cells, other.cells);
                    shared = Some(self.or(shared, both));
                }
            }
        }
        if let Some(shared) = shared {
            let some = self.has_any(shared);
            self.emit.act(Instruction::GiveUp(some));
        }
    }

    /// The first cell of a line, or of the board.
    fn first_cell(&mut self, rule: &RuleOp, mask: MaskReg) -> Result<MaskReg, Why> {
        let scan = self.scan(rule.scan);
        let why = Why("a rule looks for its first match");
        let [alternative] = &rule.alternatives[..] else { return Err(why) };
        let is_cell = scan.shape == Shape::Cell && rule.letters.is_empty();
        let is_free = rule.from.is_none() && rule.to.is_none() && alternative.chance.is_none();
        if !is_cell || !is_free {
            return Err(why);
        }
        let mut ways = directions(rule.dirs.mask(&|_| None));
        let (Some(way), None) = (ways.next(), ways.next()) else { return Err(why) };
        let test = scan.places[0].test;
        let cells = self.set(test)?;
        let cells = self.emit.set(|to| Instruction::Only(to, cells, mask));
        let goes_back = way.down() < 0 || way.across() < 0;
        let is_column = self.chosen_by == Chosen::Column && self.asks_line(test);
        let cell = if !goes_back {
            self.emit.set(|to| Instruction::First(to, cells))
        } else if is_column && way.down() < 0 {
            self.emit.set(|to| Instruction::Last(to, cells))
        } else {
            return Err(why);
        };
        let matched = self.has_any(cell);
        self.plain_effects(&rule.effects, matched)?;
        self.put_alternative(alternative, scan.places[0].position, cell, &[test])?;
        Ok(matched)
    }

    /// Cells drawn one after another.
    fn random_cells(
        &mut self,
        rule: &RuleOp,
        count: Option<&Num>,
        mask: MaskReg,
    ) -> Result<MaskReg, Why> {
        let scan = self.scan(rule.scan);
        let is_plain = scan.shape == Shape::Cell
            && !rule.has_direction
            && rule.letters.is_empty()
            && rule.from.is_none()
            && rule.to.is_none()
            && rule.effects.is_empty()
            // A trial draws nothing.
            && self.refused.is_none();
        if !is_plain {
            return Err(Why("more than single cells are drawn"));
        }
        let test = scan.places[0].test;
        let position = scan.places[0].position;
        let cells = self.set(test)?;
        let of = self.within(cells);
        let to = self.emit.loose_set();
        match count {
            None => self.emit.act(Instruction::PickOne { to, of, mask }),
            Some(count) => {
                let count = self.number(count)?;
                self.emit.act(Instruction::PickMany { to, of, count, mask });
            }
        }
        let matched = self.has_any(to);
        if let [only] = &rule.alternatives[..]
            && only.chance.is_none()
        {
            self.put_alternative(only, position, to, &[test])?;
            return Ok(matched);
        }
        if count.is_some() {
            return Err(Why("several cells are drawn, and what comes on each"));
        }
        let weights = self.weights(&rule.alternatives)?;
        let picked: Box<[MaskReg]> = weights.iter().map(|_| self.emit.loose_mask()).collect();
        let weighted = Instruction::PickWeighted {
            to: picked.clone(),
            weights: weights.into(),
            mask: matched,
        };
        self.emit.act(weighted);
        for (alternative, &picked) in rule.alternatives.iter().zip(&picked) {
            let cells = self.emit.set(|cells| Instruction::Only(cells, to, picked));
            self.put_alternative(alternative, position, cells, &[test])?;
        }
        Ok(matched)
    }
}
