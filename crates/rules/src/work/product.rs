//! The product: how many steps rules may take that ask cell by cell, choice by choice, whatever lies on
//! the board.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use masume_board::Grid;

use super::{Opening, opening};
use crate::frame::MOST_ASKED;
use crate::model::{
    ActionInfo, Block, Comparison, Condition, Effect, End, EndKind, Expr, LayerKind, March,
    MarchAim, ParamKind, Pattern, Rule, Rules, Statement, Strategy, Test, Ways, Write,
};

/// Price that nobody can pay: more than the memory that a walk may take.
const TOO_MUCH: u64 = u64::MAX;

/// The most places (of the pattern, on the board, with what letters are bound to) that one walk may
/// come to: it remembers them all, in about a hundred bytes each.
const MOST_SPOTS: u64 = 1 << 21;

/// Starts that can be drawn, or goals that are measured, in one step.
const CELLS_OF_STEP: u64 = 256;

/// Multiplies and adds what stands in the rules.
#[derive(Clone, Debug)]
pub(super) struct Product<'r> {
    rules: &'r Rules,
    /// The rim included.
    cells: u64,
    inner: u64,
    width: u64,
    height: u64,
    /// Cells of the longest line.
    longest: u64,
    /// Indexed by action: what a condition pays that asks about it.
    questions: OnceCell<Vec<u64>>,
}

/// Parts of a pattern, each as often as it is repeated at least.
#[derive(Default)]
struct Parts {
    /// Places, and what asking at each of them once takes.
    places: u64,
    asking: u64,
    has_branches: bool,
    has_turns: bool,
    /// Letters met before anything branches, and behind.
    bound: BTreeSet<u8>,
    free: BTreeSet<(u8, u8)>,
}

impl<'r> Product<'r> {
    pub(super) fn new(rules: &'r Rules, grid: &Grid) -> Self {
        let (width, height) = (u64::from(grid.width()), u64::from(grid.height()));
        Self {
            rules,
            cells: grid.cell_count() as u64,
            inner: width * height,
            width,
            height,
            longest: u64::from(grid.longest_side()),
            questions: OnceCell::new(),
        }
    }

    /// All choices of an action.
    pub(super) fn action(&self, info: &ActionInfo) -> u64 {
        let when = info.when.as_ref().map_or(0, |it| self.condition(&it.value));
        let choice = sum([1, when, self.block(&info.body)]);
        let slots = info.params.iter().map(|param| match param {
            ParamKind::Direction(ways) => directions(ways),
            ParamKind::Cell => self.inner,
            ParamKind::Column => self.width,
            ParamKind::Row => self.height,
        });
        slots.fold(choice, u64::saturating_mul)
    }

    /// Price of questions about actions, each asked by itself: those that an action asks in its turn
    /// are asked one level deeper, as deep as anybody may ask.
    fn question(&self, index: usize) -> u64 {
        let all = self.questions.get_or_init(|| {
            let actions = &self.rules.actions;
            let asking = actions.iter().filter(|it| it.when.is_some()).count() as u32;
            let mut found = vec![1; actions.len()];
            for _ in 0..=asking.min(MOST_ASKED) {
                let within = Self { questions: found.clone().into(), ..self.clone() };
                let next: Vec<u64> = actions.iter().map(|info| within.action(info)).collect();
                if next == found {
                    break;
                }
                found = next;
            }
            found
        });
        all.get(index).copied().unwrap_or(1)
    }

    pub(super) fn block(&self, block: &Block) -> u64 {
        block.iter().map(|it| self.statement(it)).fold(0, u64::saturating_add)
    }

    pub(super) fn statement(&self, statement: &Statement) -> u64 {
        match statement {
            Statement::Rule(rule) => self.rule(rule),
            Statement::Relocate { from, to, .. } => sum([self.all(from), self.all(to)]),
            Statement::OrElse(blocks) => {
                blocks.iter().map(|it| self.block(it)).fold(1, u64::saturating_add)
            }
            Statement::Must(block)
            | Statement::Simultaneous(block, _)
            | Statement::Repeat(block, _) => self.block(block),
            Statement::Times(times, block, _) => sum([self.number(times), self.block(block)]),
            Statement::If(condition, then, otherwise, _) => {
                sum([self.condition(condition), self.block(then).max(self.block(otherwise))])
            }
            Statement::March(march) => self.march(march),
            Statement::Deal { each, over, .. } => {
                sum([self.number(each), self.all(over), self.cells])
            }
            Statement::Shuffle { .. } => self.cells,
            Statement::Until(condition, _) | Statement::Require(condition, _) => {
                self.condition(condition)
            }
            Statement::Let(_, expr, _) => self.number(expr),
            Statement::Effects(effects, _) => self.effects(effects),
            Statement::Picture { .. } => self.cells,
        }
    }

    fn rule(&self, rule: &Rule) -> u64 {
        let starts = match (rule.from, opening(&rule.pattern)) {
            (Some(_), _) | (None, Opening::Chosen(_)) => 1,
            (None, Opening::Near(..)) => 8,
            (None, Opening::Anywhere) => self.cells,
        };
        let starts = starts * directions(&rule.ways);
        let walk = self.walk(&rule.pattern, &rule.ways);
        let write = |write: &Write| match write {
            Write::Clear(_) | Write::Piece(..) | Write::Letter(..) => 1,
            Write::Number(_, expr) => self.number(expr),
        };
        let alternatives = rule.alternatives.iter().map(|alternative| {
            let chance = alternative.chance.as_ref().map_or(0, |it| self.number(it));
            alternative.writes.iter().flatten().map(write).fold(chance, u64::saturating_add)
        });
        let puts = alternatives.fold(1, u64::saturating_add);
        // What is drawn is taken out of all that can be drawn.
        let drawing = match &rule.strategy {
            Strategy::Random(Some(_)) => starts / CELLS_OF_STEP,
            Strategy::Random(None) | Strategy::All | Strategy::Each | Strategy::First => 0,
        };
        let each = sum([walk.saturating_mul(puts), self.effects(&rule.effects), drawing]);
        starts.saturating_mul(each)
    }

    fn effects(&self, effects: &[Effect]) -> u64 {
        let price = |effect: &Effect| match effect {
            Effect::Assign(_, _, expr) | Effect::AssignLocal(_, _, expr) => self.number(expr),
            Effect::Finish(EndKind::End) => self.all_points(),
            Effect::Finish(_) => 1,
        };
        effects.iter().map(price).fold(0, u64::saturating_add)
    }

    fn march(&self, march: &March) -> u64 {
        let aim = match &march.aim {
            // Everyone looks at every goal.
            MarchAim::Toward(target) => {
                sum([self.all(target), self.inner * self.inner / CELLS_OF_STEP])
            }
            MarchAim::In(_) => self.cells,
        };
        let meets = march.meets.iter().map(|it| self.effects(&it.effects).saturating_add(1));
        let meets = meets.fold(1, u64::saturating_add).saturating_mul(self.inner);
        sum([self.all(&march.walkers), aim, meets])
    }

    pub(super) fn end(&self, end: &End) -> u64 {
        let finish = if end.kind == EndKind::End { self.all_points() } else { 0 };
        sum([self.condition(&end.condition), self.effects(&end.effects), finish])
    }

    fn all_points(&self) -> u64 {
        let points = self.rules.score.as_ref().map_or(0, |it| self.number(&it.value));
        points.saturating_mul(self.rules.players.len() as u64)
    }

    /// Asking every cell.
    fn all(&self, test: &Test) -> u64 {
        self.test(test).saturating_mul(self.cells)
    }

    /// Asking one cell.
    pub(super) fn test(&self, test: &Test) -> u64 {
        match test {
            Test::Any
            | Test::Empty
            | Test::Occupied(_)
            | Test::Piece { .. }
            | Test::Letter { .. }
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Centre
            | Test::Near(..) => 1,
            Test::Neighbours { test, reach, .. } => {
                self.test(test).saturating_mul(Test::directions(*reach).len() as u64)
            }
            Test::Sees { ways, pattern } => {
                self.walk(pattern, ways).saturating_mul(directions(ways))
            }
            Test::Compare(comparison) => self.comparison(comparison),
            Test::Not(inner) => self.test(inner),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter().map(|it| self.test(it)).fold(1, u64::saturating_add)
            }
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> u64 {
        match condition {
            Condition::Some(test) => self.all(test),
            Condition::Every(test, has) => sum([self.all(test), self.all(has)]),
            Condition::NoAction(Some(index)) => self.question(usize::from(*index)),
            Condition::NoAction(None) => self.any_question(),
            Condition::NobodyCanAct => {
                self.any_question().saturating_mul(self.rules.players.len().max(1) as u64)
            }
            // What a solver does is bounded by who brings it.
            Condition::EveryonePassed | Condition::Solvable => 1,
            Condition::Compare(comparison) => self.comparison(comparison),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().map(|it| self.condition(it)).fold(1, u64::saturating_add)
            }
        }
    }

    fn any_question(&self) -> u64 {
        let all = (0..self.rules.actions.len()).map(|index| self.question(index));
        all.fold(1, u64::saturating_add)
    }

    fn comparison(&self, comparison: &Comparison) -> u64 {
        sum([1, self.number(&comparison.left), self.number(&comparison.right)])
    }

    /// Working out a number once.
    pub(super) fn number(&self, expr: &Expr) -> u64 {
        if let Some(test) = expr.asked_of_cells() {
            return self.all(test);
        }
        expr.operands().map(|it| self.number(it)).fold(1, u64::saturating_add)
    }

    /// Following a pattern from one cell in one direction: its places, times the cells where it can be
    /// there, times what letters can be bound to.
    fn walk(&self, pattern: &Pattern, ways: &Ways) -> u64 {
        let mut parts = Parts::default();
        self.add_parts(pattern, 1, &mut parts);
        let cells = match (parts.has_branches, parts.has_turns) {
            (_, true) => self.cells * if may_be_diagonal(ways) { 8 } else { 4 },
            (true, false) => self.longest + 1,
            (false, false) => 1,
        };
        let free = parts.free.iter().filter(|(letter, _)| !parts.bound.contains(letter));
        let letters = free.map(|(_, layer)| 1 + self.contents(*layer).min(cells));
        let spots = letters.fold(cells, u64::saturating_mul);
        if spots.saturating_mul(parts.places) > MOST_SPOTS {
            return TOO_MUCH;
        }
        spots.saturating_mul(sum([parts.places, parts.asking]))
    }

    /// Adds the parts of a pattern that stands so often in another.
    fn add_parts(&self, pattern: &Pattern, times: u64, parts: &mut Parts) {
        parts.places = parts.places.saturating_add(times);
        match pattern {
            Pattern::Cell { test, .. } => {
                let asking = self.test(test).saturating_mul(times);
                parts.asking = parts.asking.saturating_add(asking);
                add_letters(test, parts);
            }
            Pattern::Edge => {}
            Pattern::Sequence(each) => each.iter().for_each(|it| self.add_parts(it, times, parts)),
            Pattern::Choice(each) => {
                parts.has_branches = true;
                each.iter().for_each(|it| self.add_parts(it, times, parts));
            }
            Pattern::Repeat { body, least, greatest } => {
                parts.has_branches |= greatest != &Some(*least);
                let copies = greatest.unwrap_or(0).max(least.saturating_add(1));
                self.add_parts(body, times.saturating_mul(copies.into()), parts);
            }
            Pattern::Turn | Pattern::Bend => {
                (parts.has_branches, parts.has_turns) = (true, true);
            }
        }
    }

    /// Number of contents that a layer can hold.
    fn contents(&self, layer: u8) -> u64 {
        match self.rules.layers.get(usize::from(layer)).map(|it| &it.kind) {
            None => 1,
            Some(LayerKind::Pieces(pieces)) => pieces.len() as u64,
            Some(LayerKind::Kinds(count)) => u64::from(*count),
            Some(LayerKind::Range(least, greatest)) => u64::from(greatest.abs_diff(*least)) + 1,
            Some(LayerKind::Doubling(..)) => 32,
        }
    }
}

/// Adds the letters of a cell; those of other tests are forgotten outside.
fn add_letters(test: &Test, parts: &mut Parts) {
    match test {
        Test::Letter { layer, letter } if parts.has_branches => {
            parts.free.insert((letter.0, layer.0));
        }
        Test::Letter { letter, .. } => {
            parts.bound.insert(letter.0);
        }
        Test::And(tests) => tests.iter().for_each(|test| add_letters(test, parts)),
        // Which branch binds is open.
        Test::Or(tests) => {
            let before = std::mem::replace(&mut parts.has_branches, true);
            tests.iter().for_each(|test| add_letters(test, parts));
            parts.has_branches = before;
        }
        Test::Any
        | Test::Empty
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. }
        | Test::Compare(_)
        | Test::Not(_) => {}
    }
}

/// The most directions that the ways give any player; 1 where they are none.
fn directions(ways: &Ways) -> u64 {
    match ways {
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => 1,
        Ways::Fixed(by_player) => {
            by_player.iter().map(|ways| ways.len() as u64).max().unwrap_or(1).max(1)
        }
        Ways::Union(parts) => parts.iter().map(directions).sum::<u64>().min(8),
    }
}

/// True if any of the ways may be a diagonal.
fn may_be_diagonal(ways: &Ways) -> bool {
    match ways {
        Ways::None => false,
        Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().flatten().any(|way| way.is_diagonal()),
        Ways::Union(parts) => parts.iter().any(may_be_diagonal),
    }
}

fn sum<const N: usize>(prices: [u64; N]) -> u64 {
    prices.into_iter().fold(0, u64::saturating_add)
}
