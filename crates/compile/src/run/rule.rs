//! How one rule runs: its matches, what they write, their effects.

use masume_board::{Bits, Cell, Direction};
use masume_rules::chance::CERTAIN;
use masume_rules::model::{Content, EMPTY, Layer, LayerKind};
use masume_rules::run_error::{RunError, RunErrorKind};

use crate::program::{
    Alternative, LayerPlanes, Mode, Next, Num, Put, RuleOp, Scan, Shape, Strategy, Target,
    directions,
};
use crate::run::follow::{Letters, Path};
use crate::run::machine::Written;
use crate::run::scan::Sets;
use crate::run::{Machine, Scene, Stop};

/// One match and where it begins.
struct Match {
    start: Cell,
    direction: Direction,
    path: Path,
}

/// The cells that must be first and last, where the rule says so and they are chosen.
#[derive(Clone, Copy)]
struct Anchors {
    first: Option<Cell>,
    last: Option<Cell>,
}

impl<const W: usize> Machine<'_, '_, W> {
    /// Runs a rule once; says whether it matched.
    pub(crate) fn run_rule(&mut self, rule: &RuleOp) -> Result<bool, Stop> {
        self.begin(rule.span)?;
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
            Mode::Paths => self.run_paths(rule, anchors, mask),
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
        let scan = &scene.program.scans[usize::from(rule.scan)];
        let tests = scene.tests(scan);
        scene.host.check()?;
        let mut sums: Sets<W> = smallvec::smallvec![Bits::EMPTY; targets.len()];
        let mut starts = Vec::new();
        let mut count = 0;
        let counts = !rule.effects.is_empty();
        let is_listed = counts && !is_uniform(rule);
        let mut has_matched = false;
        // A walk is not told apart by its first direction: all of them are solved together.
        let walked = (!scan.is_line).then(|| scene.solve_walk(scan, &tests, mask, anchors.last));
        if walked.is_some() {
            return self.run_walk_sets(rule, targets, anchors, mask);
        }
        for direction in directions(mask) {
            let Some((begun, reached)) = scene.matched(scan, &tests, direction, anchors) else {
                continue;
            };
            has_matched = true;
            if counts {
                count += begun.len();
            }
            if is_listed {
                starts.extend(begun.iter().map(|cell| (cell, direction)));
            }
            for (sum, target) in sums.iter_mut().zip(targets) {
                for &place in &target.places {
                    *sum = sum.or(reached[usize::from(place)]);
                }
            }
        }
        if !has_matched {
            return Ok(false);
        }
        if is_listed {
            starts.sort_unstable();
            for _ in &starts {
                self.run_effects(&rule.effects, &[])?;
            }
        } else if counts {
            self.run_uniform_effects(rule, count as i64)?;
        }
        self.put_sets(targets, &sums)?;
        Ok(true)
    }

    /// A walk that is written along its way.
    fn run_walk_sets(
        &mut self,
        rule: &RuleOp,
        targets: &[Target],
        anchors: Anchors,
        mask: u8,
    ) -> Result<bool, Stop> {
        let scene = self.scene();
        let scan = &scene.program.scans[usize::from(rule.scan)];
        let tests = scene.tests(scan);
        scene.host.check()?;
        let solved = scene.solve_walk(scan, &tests, mask, anchors.last);
        let mut sums: Sets<W> = smallvec::smallvec![Bits::EMPTY; targets.len()];
        let mut starts = Vec::new();
        for direction in directions(mask) {
            let (begun, reached) = scene.reach_walk(scan, &solved, anchors.first, direction, mask);
            starts.extend(begun.iter().map(|cell| (cell, direction)));
            for (sum, target) in sums.iter_mut().zip(targets) {
                for &place in &target.places {
                    let cells = reached[usize::from(place)];
                    *sum = cells.iter().fold(*sum, |all, &cells| all.or(cells));
                }
            }
        }
        if starts.is_empty() {
            return Ok(false);
        }
        for _ in &starts {
            self.run_effects(&rule.effects, &[])?;
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
        let scene = self.scene();
        let scan = &scene.program.scans[usize::from(rule.scan)];
        let tests = scene.tests(scan);
        scene.host.check()?;
        if first == last || !scene.ends_of(scan, &tests, first, mask).contains(last) {
            return Ok(false);
        }
        let Some(start) = scan.starts.first().map(|start| start.place) else { return Ok(false) };
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
        for (index, place) in (0u16..).zip(&scan.places) {
            if index == start {
                cells.push((index, first));
            } else if place.next.contains(&Next::Accept { at_edge: false }) {
                cells.push((index, last));
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
            Strategy::All => self.scene().all_paths(rule, anchors, mask, false)?,
            Strategy::Each => self.scene().each_paths(rule, anchors, mask)?,
            Strategy::First => self.scene().first_path(rule, anchors, mask)?,
            Strategy::Random(count) => self.draw_matches(rule, count.as_ref(), anchors, mask)?,
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
        let mut starts = self.scene().all_paths(rule, anchors, mask, true)?;
        let mut chosen = Vec::new();
        while (chosen.len() as i64) < wanted && !starts.is_empty() {
            let index = self.draw(starts.len())?;
            chosen.push(starts.remove(index));
        }
        // Effects come in reading order, as those of any other strategy.
        chosen.sort_unstable_by_key(|one| (one.start, one.direction));
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
        let scan = &scene.program.scans[usize::from(rule.scan)];
        let is_plain = scan.shape == Shape::Cell
            && !rule.has_direction
            && anchors.first.is_none()
            && anchors.last.is_none()
            && rule.letters.is_empty();
        if !is_plain {
            return Ok(None);
        }
        let mut left = scene.set(scan.places[0].test).and(self.run.steps.inner);
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
            path: Path { cells: smallvec::smallvec![(0, cell)], letters: Letters::new() },
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
        let scan = &scene.program.scans[usize::from(rule.scan)];
        // In the order of cells for a rule that uses all its matches, along the path for others.
        let mut cells = path.cells.clone();
        if rule.strategy == Strategy::All && scan.has_branches {
            cells.sort_unstable_by_key(|&(place, cell)| {
                (scan.places[usize::from(place)].position, cell)
            });
        }
        for &(place, cell) in &cells {
            let position = scan.places[usize::from(place)].position;
            for put in alternative.puts.get(position as usize).into_iter().flatten() {
                puts.push(scene.written(put, cell, &path.letters)?);
            }
        }
        Ok(())
    }
}

/// Whether the effects only add constants, so that many matches add as much as one, many times.
fn is_uniform(rule: &RuleOp) -> bool {
    use crate::program::Effect;
    use masume_rules::model::Assign;
    rule.effects.len() == 1
        && rule.effects.iter().all(|effect| {
            matches!(effect, Effect::Assign(_, Assign::Add | Assign::Subtract, Num::Constant(_)))
        })
}

impl<const W: usize> Scene<'_, '_, W> {
    /// Where matches begin in this direction, and for each place the cells on them.
    fn matched(
        &self,
        scan: &Scan,
        tests: &Sets<W>,
        direction: Direction,
        anchors: Anchors,
    ) -> Option<(Bits<W>, Sets<W>)> {
        let steps = &self.run.steps;
        let first = anchors.first.map_or(steps.full, Bits::of);
        if let (Shape::Sandwich, [end, middle, start], None) =
            (&scan.shape, &tests[..], anchors.last)
            && anchors.first.is_some()
        {
            // From one cell it is quicker to go forward: most directions end at once.
            let begun = start.and(first);
            let filled = self.fill(begun, *middle, direction);
            let ends = steps.step(filled, direction).and(*end);
            if ends.is_empty() {
                return None;
            }
            let between = if end.and(*middle).is_empty() {
                filled
            } else {
                filled.and(self.fill(ends, filled, direction.opposite()))
            };
            return Some((begun, smallvec::smallvec![ends, between, begun]));
        }
        if let (Shape::Cell, [only]) = (&scan.shape, &tests[..]) {
            let mut begun = only.and(first);
            if let Some(last) = anchors.last {
                begun = begun.and(Bits::of(last));
            }
            let reached = smallvec::smallvec![begun];
            return (!begun.is_empty()).then_some((begun, reached));
        }
        let solved = self.solve_line(scan, tests, direction, anchors.last);
        let begun = scan.starts.iter().fold(Bits::EMPTY, |all, start| {
            let cells = solved[usize::from(start.place)].and(first);
            let behind = steps.edge(direction.opposite());
            all.or(if start.at_edge { cells.and(behind) } else { cells })
        });
        if begun.is_empty() {
            return None;
        }
        let reached = self.reach_line(scan, &solved, first, direction);
        Some((begun, reached))
    }

    /// The last cells of all matches from one cell.
    pub(crate) fn ends_of(&self, scan: &Scan, tests: &Sets<W>, start: Cell, mask: u8) -> Bits<W> {
        self.walk_ends(scan, tests, start, mask)
    }

    /// Every match, by start and direction; inside the rim only where chance is to choose.
    fn all_paths(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
        is_inner: bool,
    ) -> Result<Vec<Match>, RunError> {
        let scan = &self.program.scans[usize::from(rule.scan)];
        let tests = self.tests(scan);
        self.host.check()?;
        let mut found = Vec::new();
        for direction in directions(mask) {
            let solved = self.solve_line(scan, &tests, direction, anchors.last);
            let mut starts = scan
                .starts
                .iter()
                .fold(Bits::EMPTY, |all, start| all.or(solved[usize::from(start.place)]));
            starts = anchors.first.map_or(starts, |first| starts.and(Bits::of(first)));
            if is_inner {
                starts = starts.and(self.run.steps.inner);
            }
            for start in starts {
                let path = self.follow(rule, scan, &solved, start, direction, anchors.last);
                found.extend(path.map(|path| Match { start, direction, path }));
            }
        }
        found.sort_by_key(|one| (one.start, one.direction));
        Ok(found)
    }

    /// The matches of each line one after another, not overlapping.
    fn each_paths(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Vec<Match>, RunError> {
        let scan = &self.program.scans[usize::from(rule.scan)];
        let tests = self.tests(scan);
        self.host.check()?;
        let mut found = Vec::new();
        for direction in directions(mask) {
            let solved = self.solve_line(scan, &tests, direction, anchors.last);
            let mut starts = scan
                .starts
                .iter()
                .fold(Bits::EMPTY, |all, start| all.or(solved[usize::from(start.place)]));
            starts = anchors.first.map_or(starts, |first| starts.and(Bits::of(first)));
            // Along a line cells come in ascending order, or in descending order.
            let rises = direction.down() > 0 || direction.down() == 0 && direction.across() > 0;
            while let Some(start) = if rises { starts.first() } else { starts.last() } {
                starts.remove(start);
                let path = self.follow(rule, scan, &solved, start, direction, anchors.last);
                let Some(path) = path else { continue };
                path.cells.iter().for_each(|&(_, cell)| starts.remove(cell));
                found.push(Match { start, direction, path });
            }
        }
        found.sort_by_key(|one| (one.start, one.direction));
        Ok(found)
    }

    /// The first match in reading order: as the one direction goes, where there is but one.
    fn first_path(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Vec<Match>, RunError> {
        if mask.count_ones() != 1 || anchors.first.is_some() {
            let mut all = self.all_paths(rule, anchors, mask, false)?;
            all.truncate(1);
            return Ok(all);
        }
        let Some(direction) = directions(mask).next() else { return Ok(Vec::new()) };
        let scan = &self.program.scans[usize::from(rule.scan)];
        let tests = self.tests(scan);
        self.host.check()?;
        let solved = self.solve_line(scan, &tests, direction, anchors.last);
        let starts = scan
            .starts
            .iter()
            .fold(Bits::EMPTY, |all, start| all.or(solved[usize::from(start.place)]));
        for start in self.in_reading_order(starts, direction) {
            let path = self.follow(rule, scan, &solved, start, direction, anchors.last);
            if let Some(path) = path {
                return Ok(vec![Match { start, direction, path }]);
            }
        }
        Ok(Vec::new())
    }

    /// Cells as they are read in this direction: rows and columns in the order of travel.
    fn in_reading_order(&self, cells: Bits<W>, direction: Direction) -> Vec<Cell> {
        let grid = self.run.grid();
        let mut order: Vec<Cell> = cells.iter().collect();
        let (goes_up, goes_left) = (direction.down() < 0, direction.across() < 0);
        order.sort_unstable_by_key(|&cell| {
            let (row, column) = (grid.row(cell), grid.column(cell));
            (if goes_up { -row } else { row }, if goes_left { -column } else { column })
        });
        order
    }

    /// What a put writes on this cell.
    fn written(&self, put: &Put, cell: Cell, letters: &[Content]) -> Result<Written, RunError> {
        let layer = put.layer();
        let content = match put {
            Put::Clear(_) => EMPTY,
            Put::Piece(_, content) => *content,
            Put::Letter(_, letter) => {
                match letters.get(usize::from(letter.0)).copied().unwrap_or(EMPTY) {
                    EMPTY => EMPTY,
                    content => self.fitting(layer, cell, content.into())?,
                }
            }
            Put::Number(_, number) => {
                let number = self.number_at(number, Some(cell), letters)?;
                self.fitting(layer, cell, number)?
            }
        };
        Ok(Written { cell, layer, content })
    }

    fn fitting(&self, layer: Layer, cell: Cell, number: i64) -> Result<Content, RunError> {
        let info = self.run.rules.layers.get(usize::from(layer.0));
        let fits = info.and_then(|info| match &info.kind {
            LayerKind::Pieces(pieces) => index_below(number, pieces.len() as i64),
            LayerKind::Kinds(count) => index_below(number, i64::from(*count)),
            LayerKind::Range(..) | LayerKind::Doubling(..) => info.kind.content_of_number(number),
        });
        fits.ok_or_else(|| self.error(RunErrorKind::NumberOutside { cell, layer, number }))
    }
}

fn index_below(number: i64, count: i64) -> Option<Content> {
    (0..count).contains(&number).then_some(number as Content)
}
