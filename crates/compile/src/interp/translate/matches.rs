//! Matches of rules on the boards of a mask.

use masume_board::Direction;
use masume_program::interp::code::{Instruction, MaskReg, SetReg, Way};
use masume_program::{Dirs, Nfa, RuleOp, Set, SetId, Shape, Unsupported, directions};
use masume_rules::model::ParamSlot;

use super::{Chosen, Translation};

/// Matches of a rule: the cells at which they begin in each direction, and for each place the cells
/// on them.
pub(super) struct Matches {
    pub(super) begun: Vec<SetReg>,
    pub(super) reached: Vec<Option<SetReg>>,
    /// True if there is one match at most on a board.
    pub(super) is_single: bool,
    /// The only way that matches go, if there is but one.
    pub(super) way: Option<Way>,
}

/// Proof that a rule matches what was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatchProof {
    ByDirection,
    ByStart,
}

impl Matches {
    /// The only match, of which nothing but its chosen ends is asked.
    pub(super) fn from_choice(nfa: &Nfa, [from, to]: [SetReg; 2]) -> Self {
        let reached = (0..nfa.places.len() as u16).map(|place| {
            let end = nfa.is_only_last(place).then_some(to);
            if nfa.is_only_first(place) { Some(from) } else { end }
        });
        Self { begun: vec![from], reached: reached.collect(), is_single: true, way: None }
    }
}

impl Translation<'_> {
    pub(super) fn matches(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        mask: MaskReg,
    ) -> Result<Matches, Unsupported> {
        let first = rule.from.map(|slot| self.chosen(slot));
        let last = rule.to.map(|slot| self.chosen(slot));
        if let (Some(from), Some(to)) = (first, last)
            && matches!(self.chosen_by, Chosen::Rays | Chosen::Pairs)
            // A pair may be joined in several ways, each with the effects.
            && (self.chosen_by == Chosen::Rays || rule.effects.is_empty())
            && self.puts_on_chosen_ends(rule, nfa)
            && mask == self.base
            && self.told_by_choice(rule, nfa) == Some(MatchProof::ByDirection)
        {
            return Ok(Matches::from_choice(nfa, [from, to]));
        }
        if let (Some(ParamSlot(0)), Some(ParamSlot(1)), Some(from), Some(to)) =
            (rule.from, rule.to, first, last)
            && self.chosen_by == Chosen::Rays
            && mask == self.base
            && rule.letters.is_empty()
            && self.told_by_choice(rule, nfa) == Some(MatchProof::ByDirection)
            && let Some(matches) = self.match_along_ray(rule, nfa, [from, to])?
        {
            return Ok(matches);
        }
        if nfa.is_graph() {
            return self.walk_matches(rule, nfa, mask);
        }
        let tests = self.tests(nfa)?;
        let ways = self.ways(rule, nfa, mask)?;
        let base = self.base;
        let lies_on_choice = first.or(last).is_some() || self.begins_on_choice(nfa);
        let first_of = |this: &mut Self, begun: SetReg, mask: MaskReg| {
            // Cells are chosen on the boards of the action only.
            if lies_on_choice && mask == base {
                return begun;
            }
            this.emit.set(|to| Instruction::Only(to, begun, mask))
        };
        let way = if let [(only, _)] = ways[..] { Some(only) } else { None };
        let is_masked = ways.iter().all(|(_, mask)| *mask == base);
        let mut matches = Matches {
            begun: Vec::new(),
            reached: vec![None; tests.len()],
            is_single: first.or(last).is_some() && nfa.is_fixed_line() && way.is_some(),
            way,
        };
        if let (Some(from), Some(to), &[(Way::Chosen, mask)]) = (first, last, &ways[..])
            && let Some(is_told) = self.told_by_choice(rule, nfa)
        {
            return Ok(self.known_match(rule, nfa, &tests, [from, to], (is_told, mask)));
        }
        if let (Some(from), None, Chosen::Cell, Some(_)) = (first, last, self.chosen_by, way)
            && is_masked
            && nfa.shape == Shape::Cell
            && self.told_by_choice(rule, nfa) == Some(MatchProof::ByDirection)
        {
            return Ok(Matches::from_choice(nfa, [from, from]));
        }
        if let (None, Some(to), Chosen::Cell) = (first, last, self.chosen_by)
            && mask == self.base
            && let Some(matches) = self.matches_to_chosen(rule, nfa, to)?
        {
            return Ok(matches);
        }
        if let ([(_, here), _, ..], None, Some(&[start, end])) =
            (&ways[..], last, nfa.path().as_deref())
            && ways.iter().all(|(_, mask)| mask == here)
            // Effects come once for each direction.
            && rule.effects.is_empty()
        {
            let [start, end] = [start, end].map(usize::from);
            let from = first.map_or(tests[start], |first| self.and(first, tests[start]));
            let from = first_of(self, from, *here);
            let behind = self.beside_in(tests[end], ways.iter().map(|(way, _)| way.opposite()));
            let ahead = self.beside_in(from, ways.iter().map(|(way, _)| *way));
            let begun = self.and(from, behind);
            matches.begun.push(begun);
            matches.reached[start] = Some(begun);
            matches.reached[end] = Some(self.and(tests[end], ahead));
            return Ok(matches);
        }
        for (way, mask) in ways {
            if let (Shape::Flanking, [end, middle, start], Some(first), None, Way::Fixed(_)) =
                (&nfa.shape, &tests[..], first, last, way)
                && rule.dirs.is_fixed()
                // Effects come once for each direction.
                && rule.effects.is_empty()
                && self.are_disjoint(nfa.places[0].test, nfa.places[1].test)
            {
                // All directions at once.
                let begun = self.and(first, *start);
                let begun = first_of(self, begun, mask);
                let dirs = rule.dirs.mask(&|_| None);
                return Ok(self.between(*end, *middle, begun, dirs));
            }
            let solved = self.solve(nfa, &tests, way, last)?;
            // What begins elsewhere, or on other boards, is no match.
            let begun = self.begun(nfa, &solved, way, first)?;
            let begun = first_of(self, begun, mask);
            let reached = if nfa.shape == Shape::Cell {
                vec![Some(begun)]
            } else {
                self.reach(nfa, &solved, way, Some(begun))?
            };
            matches.begun.push(begun);
            self.join_reached(&mut matches.reached, reached);
        }
        Ok(matches)
    }

    /// Cells a step from a set in any of these ways.
    pub(super) fn beside_in(&mut self, of: SetReg, ways: impl Iterator<Item = Way>) -> SetReg {
        let steps: Box<[SetReg]> = ways.map(|way| self.step(of, way)).collect();
        self.emit.set(|to| Instruction::Union(to, steps.clone()))
    }

    /// True if matches of a pattern only begin at what was chosen, or beside it: on boards where it
    /// was.
    pub(super) fn begins_on_choice(&self, nfa: &Nfa) -> bool {
        nfa.starts.iter().all(|it| self.is_of_choice(nfa.places[usize::from(it.place)].test))
    }

    fn is_of_choice(&self, test: SetId) -> bool {
        match &self.program().sets[usize::from(test.0)] {
            Set::Chosen(_) | Set::Line(_) | Set::Near(..) => true,
            Set::And(parts) => parts.iter().any(|&part| self.is_of_choice(part)),
            Set::Or(parts) => parts.iter().all(|&part| self.is_of_choice(part)),
            Set::Planes(_)
            | Set::NoPlanes(_)
            | Set::Constant(_)
            | Set::Not(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// Adds what matches in one more way reach to what all reach, place by place.
    pub(super) fn join_reached(
        &mut self,
        all: &mut [Option<SetReg>],
        reached: Vec<Option<SetReg>>,
    ) {
        for (all, reached) in all.iter_mut().zip(reached) {
            if let Some(reached) = reached {
                *all = Some(self.or(*all, reached));
            }
        }
    }

    /// True if it is known that the rule matches what was chosen: it is one of those that decide
    /// what is legal, and the only one of them at all or for a chosen direction (then there is nothing
    /// to test), or for what lies on the first cell (then that is).
    pub(super) fn told_by_choice(&self, rule: &RuleOp, nfa: &Nfa) -> Option<MatchProof> {
        if !self.first_rules.iter().any(|first| std::ptr::eq(*first, rule)) {
            return None;
        }
        let (Dirs::Fixed(dirs), start) = (&rule.dirs, nfa.starts.first()?.place) else {
            return None;
        };
        let start = nfa.places[usize::from(start)].test;
        let is_direction_chosen = matches!(self.chosen_by, Chosen::Steps { .. } | Chosen::Rays);
        let mut proof = MatchProof::ByDirection;
        for other in self.first_rules.iter().filter(|first| !std::ptr::eq(**first, rule)) {
            let (Dirs::Fixed(others), nfa) = (&other.dirs, self.nfa(other.nfa)) else {
                return None;
            };
            if is_direction_chosen && dirs & others == 0 {
                continue;
            }
            let theirs = nfa.places[usize::from(nfa.starts.first()?.place)].test;
            if !self.are_disjoint(start, theirs) {
                return None;
            }
            proof = MatchProof::ByStart;
        }
        Some(proof)
    }

    /// The match of a chain between chosen cells that is known to be there.
    pub(super) fn known_match(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        tests: &[SetReg],
        [from, to]: [SetReg; 2],
        (proof, mask): (MatchProof, MaskReg),
    ) -> Matches {
        let dirs = rule.dirs.mask(&|_| None);
        let last = tests.len() - 1;
        let mut begun = from;
        if proof == MatchProof::ByStart {
            begun = self.and(begun, tests[last]);
            // A rule before it may have put there what this one looks for.
            if mask != self.base {
                begun = self.emit.set(|to| Instruction::Only(to, begun, mask));
            }
        }
        if self.chosen_ways & !dirs != 0 {
            let is_way = self.emit.mask(|to| Instruction::InWays(to, dirs));
            begun = self.emit.set(|to| Instruction::Only(to, begun, is_way));
        }
        let mut reached = vec![None; nfa.places.len()];
        let mut cells = begun;
        for place in (1..=last).rev() {
            reached[place] = Some(cells);
            cells = if place > 1 {
                self.step(cells, Way::Chosen)
            } else if begun == from {
                to
            } else {
                let matched = self.has_any(begun);
                self.emit.set(|cells| Instruction::Only(cells, to, matched))
            };
        }
        reached[0] = Some(cells);
        Matches { begun: vec![begun], reached, is_single: true, way: Some(Way::Chosen) }
    }

    /// The matches of a flanking pattern from chosen cells. Where one begins is where its middle begins.
    pub(super) fn between(
        &mut self,
        end: SetReg,
        middle: SetReg,
        from: SetReg,
        dirs: u8,
    ) -> Matches {
        let (ends, between) = (self.emit.loose_set(), self.emit.loose_set());
        self.emit.act(Instruction::Between { ends, between, tests: [end, middle, from], dirs });
        let has_end = self.has_any(ends);
        let begun = self.emit.set(|to| Instruction::Only(to, from, has_end));
        Matches {
            begun: vec![begun],
            reached: vec![Some(ends), Some(between), Some(begun)],
            is_single: false,
            way: None,
        }
    }

    /// The ways a rule is tried in, each with the boards on which it can match.
    pub(super) fn ways(
        &mut self,
        rule: &RuleOp,
        nfa: &Nfa,
        mask: MaskReg,
    ) -> Result<Vec<(Way, MaskReg)>, Unsupported> {
        if nfa.shape == Shape::Cell && !rule.has_direction {
            // One cell is there in any direction.
            let way = directions(rule.dirs.mask(&|_| None)).next();
            return Ok(way.map(|way| (Way::Fixed(way), mask)).into_iter().collect());
        }
        match &rule.dirs {
            Dirs::Fixed(dirs) => {
                let steps = nfa.places.len() as u32 - 1;
                let is_chain = matches!(nfa.shape, Shape::Chain | Shape::Run(_));
                let is_listed = matches!(self.chosen_by, Chosen::Listed | Chosen::Pairs);
                if rule.from.is_some() && rule.to.is_some() && is_chain && !is_listed {
                    // The way between two cells is one, and known.
                    if self.chosen_by != (Chosen::Steps { steps }) {
                        return Err(Unsupported("a rule joins chosen cells by steps of its own"));
                    }
                    let (way, dirs) = match (rule.from, rule.to) {
                        (Some(ParamSlot(0)), Some(ParamSlot(1))) => (Way::Chosen, *dirs),
                        (Some(ParamSlot(1)), Some(ParamSlot(0))) => (Way::Against, against(*dirs)),
                        _other => {
                            return Err(Unsupported("a rule joins a chosen cell with itself"));
                        }
                    };
                    let is_way = self.emit.mask(|to| Instruction::InWays(to, dirs));
                    let all = self.chosen_ways;
                    // Where every way that can be chosen is one of them there is nothing to ask.
                    let mask = if all & !dirs == 0 { mask } else { self.both(mask, is_way) };
                    return Ok(vec![(way, mask)]);
                }
                Ok(directions(*dirs).map(|way| (Way::Fixed(way), mask)).collect())
            }
            Dirs::Chosen(_) | Dirs::Against(_) | Dirs::Union(_)
                if !matches!(self.chosen_by, Chosen::Direction | Chosen::Listed) =>
            {
                Err(Unsupported("a rule goes in a direction that is not chosen"))
            }
            Dirs::Chosen(_) if nfa.is_fixed_line() => Ok(vec![(Way::Chosen, mask)]),
            Dirs::Against(_) if nfa.is_fixed_line() => Ok(vec![(Way::Against, mask)]),
            dirs @ (Dirs::Chosen(_) | Dirs::Against(_) | Dirs::Union(_)) => {
                let ways = self.chosen_by_board(dirs, mask).into_iter();
                Ok(ways.map(|(direction, mask)| (Way::Fixed(direction), mask)).collect())
            }
        }
    }

    /// Chosen directions as fixed ones, each on the boards where it is one that is meant: fills and edges
    /// are there for fixed ones.
    pub(super) fn chosen_by_board(
        &mut self,
        dirs: &Dirs,
        mask: MaskReg,
    ) -> Vec<(Direction, MaskReg)> {
        let mut ways = Vec::new();
        for &way in &Direction::ALL {
            let is_meant = |chosen: &Direction| dirs.mask(&|_| Some(*chosen)) >> way as u8 & 1 == 1;
            let chosen = directions(self.chosen_ways).filter(is_meant);
            let chosen = chosen.fold(0, |all, it| all | 1 << it as u8);
            if chosen == 0 {
                continue;
            }
            let is_all = chosen == self.chosen_ways;
            let is_chosen = self.emit.mask(|to| Instruction::InWays(to, chosen));
            let mask = if is_all { mask } else { self.both(mask, is_chosen) };
            ways.push((way, mask));
        }
        ways
    }
}

/// The opposite directions, as bits.
fn against(dirs: u8) -> u8 {
    directions(dirs).fold(0, |all, it| all | 1 << it.opposite() as u8)
}
