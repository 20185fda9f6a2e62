//! Run of one rule: its matches, what they write, their effects.

use masume_board::Cell;
use masume_rules::chance::CERTAIN;
use masume_rules::model::{
    Alternative, EMPTY, Expr, Layer, LayerInfo, LayerKind, Rule, Strategy, Write,
};
use masume_rules::run_error::{RunError, RunErrorKind};

use crate::machine::{Fired, Machine, Put, Stop};
use crate::matches::{self, Match};
use crate::scene::{Letters, Scene};

impl<'a> Machine<'_, 'a> {
    /// Runs a rule once; says whether it matched.
    pub(crate) fn run_rule(&mut self, rule: &'a Rule) -> Result<bool, Stop> {
        self.begin(rule.span)?;
        // Step 1. The matches, on the board as it stands.
        let found = match &rule.strategy {
            Strategy::All | Strategy::Each | Strategy::First => matches::find(self.scene(), rule)?,
            Strategy::Random(count) => self.draw_matches(rule, count.as_ref())?,
        };
        if found.is_empty() {
            return Ok(false);
        }
        let paths = self.paths(rule, &found)?;
        // Step 2. Each match draws, writes and has its effects. The board stands still meanwhile,
        // values do not.
        let mut puts = Vec::new();
        for one in &found {
            let alternative = self.draw_alternative(rule, one)?;
            self.collect_puts(rule, alternative, one, &mut puts)?;
            self.run_effects(&rule.effects, &one.path.letters)?;
        }
        // Step 3. Everything is written at once.
        self.commit_fired(Fired { id: rule.id, span: rule.span, paths }, puts)?;
        Ok(true)
    }

    /// Cells of the preferred match from each start that has one, in the order of the pattern, if a
    /// trace is asked for.
    fn paths(&self, rule: &'a Rule, found: &[Match]) -> Result<Vec<Vec<Cell>>, Stop> {
        let mut paths = Vec::new();
        if self.steps.is_none() {
            return Ok(paths);
        }
        // What is sorted says no longer in which order it was met.
        for one in found {
            let path = matches::preferred(self.scene(), rule, one.start, one.direction)?;
            paths.extend(path.map(|it| it.path.cells.into_iter().map(|(_, cell)| cell).collect()));
        }
        Ok(paths)
    }

    /// One match, uniformly; or so many different ones.
    fn draw_matches(
        &mut self,
        rule: &'a Rule,
        count: Option<&'a Expr>,
    ) -> Result<Vec<Match>, Stop> {
        let wanted = count.map_or(Ok(1), |count| self.number(count))?;
        let mut starts = matches::starts(self.scene(), rule)?;
        let mut chosen = Vec::new();
        while (chosen.len() as i64) < wanted && !starts.is_empty() {
            // What is behind the one that is taken out moves up.
            self.context.check_copy(self.frame.span, 4 * starts.len())?;
            let index = self.draw(starts.len())?;
            chosen.push(starts.remove(index));
        }
        // Effects come in reading order, as those of any other strategy.
        chosen.sort_unstable();
        let mut found = Vec::new();
        for (start, direction) in chosen {
            found.extend(matches::preferred(self.scene(), rule, start, direction)?);
        }
        Ok(found)
    }

    fn draw_alternative(&mut self, rule: &'a Rule, one: &Match) -> Result<usize, Stop> {
        let mut weights = Vec::with_capacity(rule.alternatives.len());
        let mut rest = i64::from(CERTAIN);
        for (index, alternative) in rule.alternatives.iter().enumerate() {
            let is_last = index + 1 == rule.alternatives.len();
            let weight = match &alternative.chance {
                Some(chance) => self.scene().number(chance, None, &one.path.letters)?,
                None if is_last => rest,
                None => 0,
            };
            if weight < 0 {
                return Err(self.error(RunErrorKind::BadChance { found: weight }));
            }
            let bad_sum = |rest: i64| RunErrorKind::BadChance {
                found: i64::from(CERTAIN).saturating_sub(rest),
            };
            rest = rest.saturating_sub(weight);
            if rest < 0 || (is_last && rest > 0) {
                return Err(self.error(bad_sum(rest)));
            }
            // Not above CERTAIN, as the sum is not.
            weights.push(weight as u32);
        }
        self.draw_weighted(&weights)
    }

    fn collect_puts(
        &self,
        rule: &'a Rule,
        alternative: usize,
        one: &Match,
        puts: &mut Vec<Put>,
    ) -> Result<(), Stop> {
        let Some(Alternative { writes, .. }) = rule.alternatives.get(alternative) else {
            return Ok(());
        };
        let scene = self.scene();
        for &(position, cell) in &one.path.cells {
            for write in writes.get(position as usize).into_iter().flatten() {
                puts.push(scene.put(write, cell, &one.path.letters)?);
            }
        }
        Ok(())
    }
}

impl<'a> Scene<'_, 'a> {
    /// Contents that a write puts on this cell.
    fn put(&self, write: &'a Write, cell: Cell, letters: &Letters) -> Result<Put, RunError> {
        let layer = write.layer();
        let content = match write {
            Write::Clear(_) => EMPTY,
            Write::Piece(_, contents) => self.of_acting(contents).unwrap_or(EMPTY),
            // A letter that the path did not meet stands for nothing.
            Write::Letter(_, letter) => match letters.get(*letter) {
                EMPTY => EMPTY,
                content => self.fitting(layer, cell, i64::from(content))?,
            },
            Write::Number(_, expr) => {
                let number = self.number(expr, Some(cell), letters)?;
                self.fitting(layer, cell, number)?
            }
        };
        Ok(Put { cell, layer, content })
    }

    fn fitting(&self, layer: Layer, cell: Cell, number: i64) -> Result<i32, RunError> {
        let info = self.context.rules.layers.get(usize::from(layer.0));
        let content = i32::try_from(number).ok().filter(|&content| content != EMPTY);
        content
            .filter(|&content| info.is_some_and(|info| can_hold(info, content)))
            .ok_or_else(|| self.error(RunErrorKind::NumberOutside { cell, layer, number }))
    }
}

fn can_hold(info: &LayerInfo, content: i32) -> bool {
    match &info.kind {
        LayerKind::Pieces(pieces) => (0..pieces.len() as i64).contains(&i64::from(content)),
        LayerKind::Kinds(count) => (0..i64::from(*count)).contains(&i64::from(content)),
        LayerKind::Range(least, greatest) => (*least..=*greatest).contains(&content),
        LayerKind::Doubling(least, greatest) => {
            doublings(*least, *greatest).any(|number| number == content)
        }
    }
}

/// The first number doubled any number of times up to the second.
pub(crate) fn doublings(least: i32, greatest: i32) -> impl Iterator<Item = i32> {
    let double = |&number: &i32| number.checked_mul(2).filter(|&next| next > number);
    std::iter::successors(Some(least), double).take_while(move |&number| number <= greatest)
}
