//! Closure of the members: what rules do leads from members to members.

use std::collections::BTreeMap;

use masume_board::{Cell, Direction, Grid};
use masume_engine::Game;
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    Alternative, Block, Content, EMPTY, Layer, ParamKind, Pattern, Player, Rule, Rules, Statement,
    Strategy, Test, Write,
};
use masume_rules::state::State;

use super::Linear;
use super::arrangement::{Parity, parity};
use crate::proof::cell::{CellQuery, Letters, Truth};
use crate::proof::error::ProofError;

/// The single player.
const PLAYER: Player = Player(0);

/// The most places of rules that are looked at: some minutes' work.
const MOST_WORK: u64 = 1 << 30;

/// The longest pattern.
const MOST_LENGTH: usize = 64;

/// Goes through the rules.
pub(super) struct ClosureCheck<'a> {
    linear: &'a Linear,
    game: &'a Game,
    rules: &'a Rules,
    grid: &'a Grid,
    /// Its number among the inner ones, by cell.
    number: Vec<Option<usize>>,
    /// By inner cell: every way in which it may lie.
    ways: Vec<Vec<Vec<Option<Content>>>>,
    /// Number of cells of the start that hold each content, on the layer whose contents only change places.
    counts: BTreeMap<Content, usize>,
    /// A cell of the rim holds nothing.
    rim: Vec<Vec<Option<Content>>>,
    work: u64,
}

/// A cell of a match: its test, and the position that says what is put there.
type PatternStep<'a> = (Cell, &'a Test, u32);

/// One place of one rule.
struct Placed<'a> {
    path: Vec<PatternStep<'a>>,
    /// The places of told layers that it writes.
    written: Vec<(Layer, Cell)>,
}

impl<'a> ClosureCheck<'a> {
    pub(super) fn new(linear: &'a Linear, game: &'a Game, start: &'a State) -> Self {
        let grid = start.board.grid();
        let layers = start.board.layer_count();
        let mut number = vec![None; grid.cell_count()];
        for (index, cell) in grid.inner_cells().enumerate() {
            number[cell.index()] = Some(index);
        }
        let inner = 0..grid.inner_cells().count();
        Self {
            linear,
            game,
            rules: game.rules(),
            grid,
            number,
            ways: inner.map(|cell| linear.ways(layers, cell)).collect(),
            counts: linear.rearranged.map(|it| it.counts(start)).unwrap_or_default(),
            rim: vec![vec![Some(EMPTY); layers]],
            work: 0,
        }
    }

    /// Check that every statement of a turn leads from members to members.
    pub(super) fn check(mut self) -> Result<(), ProofError> {
        for (index, info) in self.rules.actions.iter().enumerate() {
            let mut choices = Vec::new();
            self.arguments(&info.params, &mut Vec::new(), &mut choices)?;
            for arguments in choices {
                let action = Action::new(index as u8, &arguments);
                self.block(&info.body, Some(action))?;
            }
        }
        let rules = self.rules;
        self.block(&rules.then, None)
    }

    /// Every choice that an action may ask for.
    fn arguments(
        &mut self,
        params: &[ParamKind],
        chosen: &mut Vec<Argument>,
        found: &mut Vec<Vec<Argument>>,
    ) -> Result<(), ProofError> {
        let Some((param, rest)) = params.split_first() else {
            self.does(1)?;
            found.push(chosen.clone());
            return Ok(());
        };
        let values: Vec<Argument> = match param {
            ParamKind::Direction(ways) => {
                let directions = ways.directions(PLAYER, &|_| None);
                directions.into_iter().map(Argument::Direction).collect()
            }
            ParamKind::Cell => self.grid.inner_cells().map(Argument::Cell).collect(),
            ParamKind::Column => (0..self.grid.width()).map(Argument::Column).collect(),
            ParamKind::Row => (0..self.grid.height()).map(Argument::Row).collect(),
        };
        for value in values {
            chosen.push(value);
            self.arguments(rest, chosen, found)?;
            chosen.pop();
        }
        Ok(())
    }

    fn does(&mut self, work: u64) -> Result<(), ProofError> {
        self.work += work;
        if self.work.is_multiple_of(256) {
            self.game.check_stop().map_err(ProofError::Rules)?;
        }
        if self.work > MOST_WORK { Err(ProofError::Changes) } else { Ok(()) }
    }

    fn is_told(&self, layer: Layer) -> bool {
        self.linear.weights(layer, 0).is_some()
    }

    fn writes_told(&self, rule: &Rule) -> bool {
        let mut writes = rule.alternatives.iter().flat_map(|it| it.writes.iter().flatten());
        writes.any(|write| self.is_told(write.layer()))
    }

    /// Every statement by itself: whatever decides that it runs, it leads from members to members.
    fn block(&mut self, block: &'a Block, action: Option<Action>) -> Result<(), ProofError> {
        for statement in block {
            match statement {
                Statement::Rule(rule) => self.rules_at_once(&[rule], action)?,
                Statement::Simultaneous(inner, _) => {
                    let rules: Option<Vec<&Rule>> = inner
                        .iter()
                        .filter(|it| !matches!(it, Statement::Effects(..)))
                        .map(|it| if let Statement::Rule(rule) = it { Some(rule) } else { None })
                        .collect();
                    self.rules_at_once(&rules.ok_or(ProofError::Changes)?, action)?;
                    continue;
                }
                Statement::March(march) if self.is_told(march.layer) => {
                    return Err(ProofError::Changes);
                }
                Statement::Deal { layer, .. } | Statement::Shuffle { layer, .. }
                    if self.is_told(*layer) =>
                {
                    return Err(ProofError::Changes);
                }
                Statement::Relocate { layers, .. }
                    if layers.iter().any(|&layer| self.is_told(layer)) =>
                {
                    return Err(ProofError::Changes);
                }
                Statement::Picture { .. } | Statement::Until(..) => {
                    return Err(ProofError::Changes);
                }
                Statement::March(_)
                | Statement::Deal { .. }
                | Statement::Shuffle { .. }
                | Statement::Relocate { .. }
                | Statement::OrElse(_)
                | Statement::Must(_)
                | Statement::Repeat(..)
                | Statement::Times(..)
                | Statement::If(..)
                | Statement::Let(..)
                | Statement::Effects(..)
                | Statement::Require(..) => {}
            }
            for inner in statement.blocks() {
                self.block(inner, action)?;
            }
        }
        Ok(())
    }

    /// Rules that see the same board.
    fn rules_at_once(
        &mut self,
        rules: &[&'a Rule],
        action: Option<Action>,
    ) -> Result<(), ProofError> {
        let rules: Vec<&Rule> = rules.iter().copied().filter(|it| self.writes_told(it)).collect();
        if rules.is_empty() {
            return Ok(());
        }
        let is_local = |rule: &&Rule| {
            matches!(rule.pattern, Pattern::Cell { .. })
                && rule.strategy == Strategy::All
                && rule.alternatives.len() == 1
        };
        if rules.iter().all(is_local) {
            return self.cell_by_cell(&rules, action);
        }
        let mut placed: Vec<Placed<'a>> = Vec::new();
        for &rule in &rules {
            self.placed(rule, action, &mut placed)?;
        }
        let is_single = |rule: &Rule| match rule.strategy {
            Strategy::First | Strategy::Random(None) => true,
            Strategy::All | Strategy::Each | Strategy::Random(Some(_)) => false,
        };
        // Of what can be done at once, each must leave the others' places alone.
        if rules.len() == 1 && is_single(rules[0]) { Ok(()) } else { self.disjoint(&placed) }
    }

    /// Places where a rule may match, each checked by itself.
    fn placed(
        &mut self,
        rule: &'a Rule,
        action: Option<Action>,
        found: &mut Vec<Placed<'a>>,
    ) -> Result<(), ProofError> {
        let mut tests: Vec<(u32, &'a Test)> = Vec::new();
        line(&rule.pattern, &mut tests)?;
        let argument = |slot: masume_rules::model::ParamSlot| {
            action.map(|action| action.arguments[usize::from(slot.0)])
        };
        let direction = |slot| match argument(slot) {
            Some(Argument::Direction(direction)) => Some(direction),
            Some(_) | None => None,
        };
        let directions = rule.ways.directions(PLAYER, &direction);
        let starts: Vec<Cell> = match rule.from.map(argument) {
            None => self.grid.cells().collect(),
            Some(Some(Argument::Cell(cell))) => vec![cell],
            Some(_) => return Err(ProofError::Changes),
        };
        for start in starts {
            for &direction in &directions {
                self.does(1)?;
                let Some(path) = self.path(start, direction, &tests) else { continue };
                let end = path.last().map(|step| Argument::Cell(step.0));
                if rule.to.is_some_and(|slot| argument(slot) != end) {
                    continue;
                }
                for alternative in &rule.alternatives {
                    let written = self.written(&path, alternative);
                    let Some(written) = written else { continue };
                    let mut case = MatchCase { action, alternative, path: &path, ways: Vec::new() };
                    if self.cases(&mut case, &mut Letters::new())? {
                        found.push(Placed { path: path.clone(), written });
                    }
                }
            }
        }
        Ok(())
    }

    fn path(
        &self,
        start: Cell,
        direction: Direction,
        tests: &[(u32, &'a Test)],
    ) -> Option<Vec<PatternStep<'a>>> {
        let mut path = Vec::with_capacity(tests.len());
        let mut at = Some(start);
        for &(position, test) in tests {
            let cell = at?;
            path.push((cell, test, position));
            at = self.grid.step(cell, direction);
        }
        Some(path)
    }

    /// The places of told layers that a match writes; `None` where it would write the rim, which does not
    /// match.
    fn written(&self, path: &[PatternStep<'_>], by: &Alternative) -> Option<Vec<(Layer, Cell)>> {
        let mut written = Vec::new();
        for &(cell, _, position) in path {
            let writes = by.writes.get(position as usize).map_or(&[][..], Vec::as_slice);
            if !writes.is_empty() && !self.grid.is_inner(cell) {
                return None;
            }
            let told = writes.iter().map(Write::layer).filter(|&layer| self.is_told(layer));
            written.extend(told.map(|layer| (layer, cell)));
        }
        Some(written)
    }

    fn ways_of(&self, cell: Cell) -> &[Vec<Option<Content>>] {
        self.number[cell.index()].map_or(&self.rim, |number| &self.ways[number])
    }

    /// Goes through all ways in which a match may lie, from the first cell whose way is not chosen yet;
    /// whether there is one.
    fn cases(
        &mut self,
        case: &mut MatchCase<'a, '_>,
        letters: &mut Letters,
    ) -> Result<bool, ProofError> {
        let Some(&(cell, test, position)) = case.path.get(case.ways.len()) else {
            self.keeps(case, letters)?;
            return Ok(true);
        };
        let mut has_case = false;
        // A cell that is written tells by what it holds how the sum changes.
        let writes = case.alternative.writes.get(position as usize);
        let is_written = writes.is_some_and(|writes| !writes.is_empty());
        for way in 0..self.ways_of(cell).len() {
            self.does(1)?;
            let contents = &self.ways_of(cell)[way];
            let asked = CellQuery { grid: self.grid, cell, action: case.action, contents };
            let known = letters.len();
            let holds = asked.holds(test, letters);
            let binds = letters.len() > known;
            if holds != Truth::No {
                case.ways.push(way);
                has_case |= self.cases(case, letters)?;
                case.ways.pop();
            }
            letters.truncate(known);
            if has_case && !is_written && !binds {
                break;
            }
        }
        Ok(has_case)
    }

    /// Check that a match that lies so changes no sum, and puts what may lie there.
    fn keeps(&self, case: &MatchCase<'a, '_>, letters: &Letters) -> Result<(), ProofError> {
        let mut change = 0;
        let mut moved = Vec::new();
        for (&(cell, _, position), &way) in case.path.iter().zip(&case.ways) {
            let Some(writes) = case.alternative.writes.get(position as usize) else { continue };
            for put in self.puts(cell, &self.ways_of(cell)[way], writes, letters)? {
                change ^= put.change;
                if self.linear.rearranged.is_some_and(|it| it.layer == put.layer) {
                    moved.push((put.before, put.after));
                }
            }
        }
        if let Some(rearranged) = self.linear.rearranged {
            match parity(&moved) {
                Some(Parity::Even) => {}
                Some(Parity::Odd) => change ^= rearranged.weight,
                // Where parities count no member holds a content twice.
                Some(Parity::Either) if rearranged.weight != 0 => return Ok(()),
                Some(Parity::Either) => {}
                None => return Err(ProofError::Changes),
            }
        }
        if change == 0 { Ok(()) } else { Err(ProofError::Changes) }
    }

    /// The contents that writes put on told layers of a cell.
    fn puts(
        &self,
        cell: Cell,
        way: &[Option<Content>],
        writes: &[Write],
        letters: &Letters,
    ) -> Result<Vec<Placement>, ProofError> {
        let number = self.number[cell.index()].ok_or(ProofError::Changes)?;
        let mut puts = Vec::new();
        for write in writes.iter().filter(|write| self.is_told(write.layer())) {
            let layer = write.layer();
            let put = match write {
                Write::Clear(_) => Some(EMPTY),
                Write::Piece(_, pieces) => pieces.first().copied(),
                Write::Letter(_, letter) => {
                    letters.iter().find(|known| known.0 == *letter).map(|known| known.1)
                }
                Write::Number(..) => None,
            };
            let before = way[usize::from(layer.0)];
            let (Some(before), Some(after)) = (before, put) else {
                return Err(ProofError::Changes);
            };
            let weight = |content: Content| self.linear.weight(layer, number, content);
            let (Some(lost), Some(won)) = (weight(before), weight(after)) else {
                return Err(ProofError::Changes);
            };
            puts.push(Placement { layer, before, after, change: lost ^ won });
        }
        Ok(puts)
    }

    /// Rules of one cell at once: each cell changes the sum by the same whatever it holds, and all
    /// together do not.
    fn cell_by_cell(&mut self, rules: &[&Rule], action: Option<Action>) -> Result<(), ProofError> {
        if self.linear.rearranged.is_some_and(|it| rules.iter().any(|rule| it.is_written_by(rule)))
        {
            return Err(ProofError::Changes);
        }
        let mut total = 0;
        for cell in self.grid.inner_cells() {
            let mut of_cell = None;
            for way in 0..self.ways_of(cell).len() {
                self.does(rules.len() as u64)?;
                let change = self.change_of_cell(rules, action, cell, way)?;
                if of_cell.is_some_and(|known| known != change) {
                    return Err(ProofError::Changes);
                }
                of_cell = Some(change);
            }
            total ^= of_cell.unwrap_or(0);
        }
        if total == 0 { Ok(()) } else { Err(ProofError::Changes) }
    }

    /// Changes of the sum by rules of one cell. Where they contradict each other the action does not happen.
    fn change_of_cell(
        &self,
        rules: &[&Rule],
        action: Option<Action>,
        cell: Cell,
        way: usize,
    ) -> Result<u32, ProofError> {
        let contents = &self.ways_of(cell)[way];
        let mut change = None;
        for rule in rules {
            let mut letters = Letters::new();
            let mut tests = Vec::new();
            line(&rule.pattern, &mut tests)?;
            let asked = CellQuery { grid: self.grid, cell, action, contents };
            let is_there = |slot| asked.chosen(slot) == Some(Argument::Cell(cell));
            if [rule.from, rule.to].into_iter().flatten().any(|slot| !is_there(slot)) {
                continue;
            }
            match asked.holds(tests[0].1, &mut letters) {
                Truth::No => continue,
                Truth::Maybe => return Err(ProofError::Changes),
                Truth::Yes => {}
            }
            let writes = &rule.alternatives[0].writes[tests[0].0 as usize];
            let puts = self.puts(cell, contents, writes, &letters)?;
            let by_rule = puts.iter().fold(0, |change, put| change ^ put.change);
            // Two that may add up are left to others.
            if change.is_some() && by_rule != 0 {
                return Err(ProofError::Changes);
            }
            change = Some(change.unwrap_or(0) | by_rule);
        }
        Ok(change.unwrap_or(0))
    }

    /// Check that of two places that can match at once neither writes what the other does.
    fn disjoint(&mut self, placed: &[Placed<'_>]) -> Result<(), ProofError> {
        let mut by_place: BTreeMap<(Layer, Cell), Vec<usize>> = BTreeMap::new();
        for (index, it) in placed.iter().enumerate() {
            for &place in &it.written {
                by_place.entry(place).or_default().push(index);
            }
        }
        for of_place in by_place.values() {
            for (index, &one) in of_place.iter().enumerate() {
                for &other in &of_place[..index] {
                    self.does(1)?;
                    if !self.excludes(&placed[one], &placed[other]) {
                        return Err(ProofError::Changes);
                    }
                }
            }
        }
        Ok(())
    }

    /// True if some cell cannot be what both ask of it, or both ask for a content at more cells than there are of it.
    fn excludes(&self, one: &Placed<'_>, other: &Placed<'_>) -> bool {
        let mut tests: BTreeMap<Cell, Vec<&Test>> = BTreeMap::new();
        for &(cell, test, _) in one.path.iter().chain(&other.path) {
            tests.entry(cell).or_default().push(test);
        }
        let mut asked_for: BTreeMap<Content, usize> = BTreeMap::new();
        for (cell, tests) in tests {
            let may_lie = |contents: &&Vec<Option<Content>>| {
                let asked = CellQuery { grid: self.grid, cell, action: None, contents };
                tests.iter().all(|test| asked.holds(test, &mut Letters::new()) != Truth::No)
            };
            let mut ways = self.ways_of(cell).iter().filter(may_lie).peekable();
            if ways.peek().is_none() {
                return true;
            }
            // A cell of the rim is none of those that are counted.
            let layer =
                self.linear.rearranged.filter(|_| self.grid.is_inner(cell)).map(|it| it.layer);
            let mut contents = ways.filter_map(|way| way[usize::from(layer?.0)]);
            if let Some(first) = contents.next().filter(|&first| contents.all(|it| it == first)) {
                *asked_for.entry(first).or_default() += 1;
            }
        }
        asked_for.iter().any(|(content, &cells)| cells > *self.counts.get(content).unwrap_or(&0))
    }
}

/// A content that a match puts in the place of another.
struct Placement {
    layer: Layer,
    before: Content,
    after: Content,
    /// The bits of the sum that it changes.
    change: u32,
}

/// A match, and in which way each of its cells lies.
struct MatchCase<'a, 'p> {
    action: Option<Action>,
    alternative: &'a Alternative,
    path: &'p [PatternStep<'a>],
    ways: Vec<usize>,
}

/// The tests of a pattern of fixed length, cell by cell.
fn line<'p>(pattern: &'p Pattern, found: &mut Vec<(u32, &'p Test)>) -> Result<(), ProofError> {
    match pattern {
        Pattern::Cell { position, test } => found.push((*position, test)),
        Pattern::Sequence(parts) => parts.iter().try_for_each(|part| line(part, found))?,
        Pattern::Repeat { body, least, greatest }
            if Some(*least) == *greatest && *least as usize <= MOST_LENGTH =>
        {
            (0..*least).try_for_each(|_| line(body, found))?;
        }
        Pattern::Repeat { .. }
        | Pattern::Choice(_)
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => return Err(ProofError::Changes),
    }
    if found.len() <= MOST_LENGTH { Ok(()) } else { Err(ProofError::Changes) }
}
