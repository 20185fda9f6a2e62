//! Execution of one rule: its matches, what they write, their effects.

use masume_board::{Bits, Direction};
use masume_program::{
    Alternative, Effect, LayerPlanes, Mode, Next, Num, RuleOp, Shape, Strategy, Target,
};
use masume_rules::chance::CERTAIN;
use masume_rules::model::{Assign, Content, EMPTY, Layer};
use masume_rules::run_error::RunErrorKind;

use crate::run::follow::{Letters, Path, sort_by_place};
use crate::run::machine::Written;
use crate::run::matches::{Anchors, Match, sort_in_reading_order};
use crate::run::nfa::Sets;
use crate::run::{Machine, Stop};

impl<const W: usize> Machine<'_, '_, W> {
    /// Runs a rule once; says whether it matched.
    pub(crate) fn run_rule(&mut self, rule: &RuleOp) -> Result<bool, Stop> {
        self.begin(rule.span)?;
        self.run_matches(rule)
    }

    /// Runs a rule whose pass is paid for.
    pub(super) fn run_matches(&mut self, rule: &RuleOp) -> Result<bool, Stop> {
        let scene = self.scene();
        let anchors = Anchors {
            first: rule.from.and_then(|slot| scene.chosen_cell(slot)),
            last: rule.to.and_then(|slot| scene.chosen_cell(slot)),
        };
        if rule.from.is_some() && anchors.first.is_none()
            || rule.to.is_some() && anchors.last.is_none()
        {
            return Ok(false);
        }
        let mask = rule.dirs.mask(&|slot| scene.chosen_direction(slot));
        match &rule.mode {
            Mode::Sets(targets) => self.run_sets(rule, targets, anchors, mask),
            Mode::Ends => self.run_ends(rule, anchors, mask),
            Mode::Paths if rule.is_non_overlapping && self.pending.is_none() => {
                Ok(self.run_non_overlapping(rule, anchors, mask)?)
            }
            Mode::Paths | Mode::Graph { .. } => self.run_paths(rule, anchors, mask),
        }
    }

    /// All matches at once.
    fn run_sets(
        &mut self,
        rule: &RuleOp,
        targets: &[Target],
        anchors: Anchors,
        mask: u8,
    ) -> Result<bool, Stop> {
        let scene = self.scene();
        let (nfa, tests) = scene.tests_of(rule)?;
        let matches = scene.matches(nfa, &tests, anchors, mask);
        let mut sums: Sets<W> = smallvec::smallvec![Bits::EMPTY; targets.len()];
        let mut count = 0;
        for (begun, reached) in matches {
            count += begun.len();
            for (sum, target) in sums.iter_mut().zip(targets) {
                for &place in &target.places {
                    *sum = sum.or(reached[usize::from(place)]);
                }
            }
        }
        if count == 0 {
            return Ok(false);
        }
        if is_uniform(rule) {
            self.run_uniform_effects(rule, count as i64)?;
        } else if !rule.effects.is_empty() {
            // They know no letters and no cell: which match each is for is of no matter.
            for _ in 0..count {
                self.run_effects(&rule.effects, &[])?;
            }
        }
        self.put_sets(targets, &sums)?;
        Ok(true)
    }

    /// Writes the sums of the targets.
    fn put_sets(&mut self, targets: &[Target], sums: &[Bits<W>]) -> Result<(), Stop> {
        let differ = targets.iter().enumerate().any(|(nth, target)| {
            let others = targets[nth + 1..].iter().zip(&sums[nth + 1..]);
            others
                .take_while(|(other, _)| other.layer == target.layer)
                .any(|(_, sum)| !sum.and(sums[nth]).is_empty())
        });
        if differ || self.pending.is_some() {
            let mut puts = Vec::new();
            for (target, sum) in targets.iter().zip(sums) {
                Self::spell_out(&mut puts, *sum, target.layer, target.content);
            }
            return self.commit(&mut puts);
        }
        for (target, sum) in targets.iter().zip(sums) {
            self.put_set(target.layer, target.content, *sum);
        }
        Ok(())
    }

    #[inline]
    fn put_set(&mut self, layer: Layer, content: Content, cells: Bits<W>) {
        self.changed = self.changed.or(cells);
        match self.run.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                for piece in 0..count {
                    let plane = self.position.plane(first + piece);
                    let after = if Content::from(piece) == content {
                        plane.or(cells)
                    } else {
                        plane.without(cells)
                    };
                    self.position.set_plane(first + piece, after);
                }
            }
            LayerPlanes::Numbers { .. } => {
                for cell in cells {
                    self.position.put(&self.run.layout, layer, cell, content);
                }
            }
        }
    }

    /// Only the chosen ends are read for letters and written.
    fn run_ends(&mut self, rule: &RuleOp, anchors: Anchors, mask: u8) -> Result<bool, Stop> {
        let (Some(first), Some(last)) = (anchors.first, anchors.last) else { return Ok(false) };
        let is_known = std::mem::take(&mut self.is_match_known);
        let scene = self.scene();
        let (nfa, tests) = scene.tests_of(rule)?;
        let is_known =
            is_known || first != last && scene.walk_ends(nfa, &tests, first, mask).contains(last);
        if !is_known {
            return Ok(false);
        }
        let Some(start) = nfa.starts.first().map(|start| start.place) else { return Ok(false) };
        // Letters stand at the ends: those of the first cell are bound there.
        let mut letters = Letters::new();
        for binding in &rule.letters {
            let cell = if binding.place == start { first } else { last };
            let content = scene.position.content(&self.run.layout, binding.layer, cell);
            let index = usize::from(binding.letter.0);
            if letters.len() <= index {
                letters.resize(index + 1, EMPTY);
            }
            if letters[index] != EMPTY && letters[index] != content {
                return Ok(false);
            }
            letters[index] = content;
        }
        let mut cells = smallvec::SmallVec::new();
        for (index, place) in (0u16..).zip(&nfa.places) {
            if index == start {
                cells.push((place.position, first));
            } else if place.next.contains(&Next::Accept { at_edge: false }) {
                cells.push((place.position, last));
            }
        }
        let path = Path { cells, letters };
        let mut puts = Vec::new();
        self.collect(rule, &rule.alternatives[0], &path, &mut puts)?;
        self.commit(&mut puts)?;
        Ok(true)
    }

    /// Match by match.
    fn run_paths(&mut self, rule: &RuleOp, anchors: Anchors, mask: u8) -> Result<bool, Stop> {
        let found = match &rule.strategy {
            Strategy::Random(count) => self.draw_matches(rule, count.as_ref(), anchors, mask)?,
            _other if rule.graph().is_some() => self.scene().graph_paths(rule, anchors, mask)?,
            Strategy::All => self.scene().all_paths(rule, anchors, mask, false)?,
            Strategy::Each => self.scene().each_paths(rule, anchors, mask)?,
            Strategy::First => self.scene().first_path(rule, anchors, mask)?.into_iter().collect(),
        };
        if found.is_empty() {
            return Ok(false);
        }
        let mut puts = Vec::new();
        for one in &found {
            let alternative = self.draw_alternative(rule, &one.path.letters)?;
            if let Some(alternative) = rule.alternatives.get(alternative) {
                self.collect(rule, alternative, &one.path, &mut puts)?;
            }
            self.run_effects(&rule.effects, &one.path.letters)?;
        }
        self.commit(&mut puts)?;
        Ok(true)
    }

    /// One match, uniformly; or so many different ones.
    fn draw_matches(
        &mut self,
        rule: &RuleOp,
        count: Option<&Num>,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Vec<Match>, Stop> {
        let wanted = match count {
            None => 1,
            Some(count) => self.scene().number_at(count, None, &[])?,
        };
        if let Some(found) = self.draw_cells(rule, wanted, anchors)? {
            return Ok(found);
        }
        let mut starts = match rule.graph() {
            Some(_) => self.scene().graph_paths(rule, anchors, mask)?,
            None => self.scene().all_paths(rule, anchors, mask, true)?,
        };
        let mut chosen = Vec::new();
        while (chosen.len() as i64) < wanted && !starts.is_empty() {
            let index = self.draw(starts.len())?;
            chosen.push(starts.remove(index));
        }
        // Effects come in reading order, as those of any other strategy.
        sort_in_reading_order(&mut chosen);
        Ok(chosen)
    }

    /// Draws among single cells, which needs no list of matches.
    fn draw_cells(
        &mut self,
        rule: &RuleOp,
        wanted: i64,
        anchors: Anchors,
    ) -> Result<Option<Vec<Match>>, Stop> {
        let scene = self.scene();
        let nfa = &scene.program.nfas[usize::from(rule.nfa)];
        let is_plain = nfa.shape == Shape::Cell
            && !rule.has_direction
            && anchors.first.is_none()
            && anchors.last.is_none()
            && rule.letters.is_empty()
            && rule.graph().is_none();
        if !is_plain {
            return Ok(None);
        }
        let (position, test) = (nfa.places[0].position, nfa.places[0].test);
        let mut left = scene.set(test).and(self.run.steps.inner);
        scene.host.check()?;
        let mut chosen = Bits::<W>::EMPTY;
        let mut drawn = 0;
        let mut count = left.len();
        while drawn < wanted && count > 0 {
            let index = self.draw(count)?;
            if let Some(cell) = left.nth(index) {
                left.remove(cell);
                chosen.insert(cell);
            }
            drawn += 1;
            count -= 1;
        }
        let matches = chosen.iter().map(|cell| Match {
            start: cell,
            direction: Direction::Right,
            path: Path { cells: smallvec::smallvec![(position, cell)], letters: Letters::new() },
        });
        Ok(Some(matches.collect()))
    }

    fn draw_alternative(&mut self, rule: &RuleOp, letters: &[Content]) -> Result<usize, Stop> {
        if let [only] = &rule.alternatives[..]
            && only.chance.is_none()
        {
            return Ok(0);
        }
        let mut weights = smallvec::SmallVec::<[u32; 4]>::new();
        let mut rest = i64::from(CERTAIN);
        for (index, alternative) in rule.alternatives.iter().enumerate() {
            let is_last = index + 1 == rule.alternatives.len();
            let weight = match &alternative.chance {
                Some(chance) => self.scene().number_at(chance, None, letters)?,
                None if is_last => rest,
                None => 0,
            };
            if weight < 0 {
                return Err(self.error(RunErrorKind::BadChance { found: weight }));
            }
            rest = rest.saturating_sub(weight);
            if rest < 0 || (is_last && rest > 0) {
                let found = i64::from(CERTAIN).saturating_sub(rest);
                return Err(self.error(RunErrorKind::BadChance { found }));
            }
            // Not above CERTAIN, as the sum is not.
            weights.push(weight as u32);
        }
        self.draw_weighted(&weights)
    }

    fn collect(
        &self,
        rule: &RuleOp,
        alternative: &Alternative,
        path: &Path,
        puts: &mut Vec<Written>,
    ) -> Result<(), Stop> {
        let scene = self.scene();
        let nfa = &scene.program.nfas[usize::from(rule.nfa)];
        // In the order of cells for a rule that uses all its matches, along the path for others.
        let sorted = (rule.strategy == Strategy::All && nfa.has_branches).then(|| {
            let mut cells = path.cells.clone();
            sort_by_place(&mut cells);
            cells
        });
        for &(position, cell) in sorted.as_ref().unwrap_or(&path.cells) {
            for put in alternative.puts.get(position as usize).into_iter().flatten() {
                puts.push(scene.written(put, cell, &path.letters)?);
            }
        }
        Ok(())
    }
}

/// True if the effects only add constants, so that many matches add as much as one, many times.
fn is_uniform(rule: &RuleOp) -> bool {
    rule.effects.len() == 1
        && rule.effects.iter().all(|effect| {
            matches!(effect, Effect::Assign(_, Assign::Add | Assign::Subtract, Num::Constant(_)))
        })
}
