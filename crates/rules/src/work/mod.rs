//! What rules cost, told before anything runs.
//!
//! A price is the number of steps that somebody takes who follows every pattern from every cell it
//! can begin in, cell by cell, and who asks no cell twice whether it passes a test without letters. It
//! depends on the rules and the shape of the board alone, not on what lies on it nor on who runs them:
//! rules that are too dear are the same error on every executor, and one that finds matches in another
//! way need not count anything.
//!
//! What is paid, and when:
//! - who may act: each action that is asked about has [`WORK_OF_CHOICES`] for all its choices
//!   together, eight times as much for rounds of loops in them (`legal.rs`); one that is dearer cannot
//!   be asked about;
//! - the body of an action: the share of one choice, [`WORK`] at most. It pays its price when it
//!   begins, and the price of a loop's block for each round ([`Prices::rounds`], [`Prices::round`]);
//! - `then` and `again`: [`WORK`], paid when they begin, and for each round;
//! - a set-up: [`WORK`] for all that `until` asks for;
//! - the ends, and what stages that they win set up: [`WORK_OF_CHOICES`], paid each time that
//!   all ends are asked.
//!
//! More choices than fit in memory are too dear at any price.
//!
//! `walk.rs` prices walks, `condition.rs` tests and numbers. `opening.rs` tells where matches can
//! begin, `tame.rs` what cannot come to an error and does not depend on the choice.

mod condition;
mod legal;
mod opening;
mod tame;
#[cfg(test)]
mod tests;
mod walk;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use masume_board::{Grid, MAX_WORDS};
use masume_syntax::Span;

use crate::frame::action_bit;
use crate::model::{
    Block, Effect, EndKind, Expr, March, MarchAim, Rule, Rules, Statement, Strategy, Test, Ways,
    Write,
};
#[cfg(doc)]
use crate::model::{WORK, WORK_OF_CHOICES};

pub use opening::{Opening, opening};
use tame::is_tame_pattern;
use walk::{Asks, Bound, Walk};

/// A price that nobody can pay.
const TOO_DEAR: u64 = u64::MAX;

/// Goals that are measured in one step.
const GOALS_OF_STEP: u64 = 64;

/// The most cells of a board, its rim included, for which anything is shared: on larger ones only the
/// reference executor runs, which follows every walk by itself. They are as many as a set of cells
/// holds at most, and so as many as compiled programs serve.
const MOST_SHARED: usize = 64 * MAX_WORDS;

/// Contents that are copied or compared in one step.
const CONTENTS_OF_STEP: u64 = 256;

/// What the rules cost on boards of one shape.
#[derive(Debug)]
pub struct Prices<'r> {
    rules: &'r Rules,
    /// The rim included.
    cells: u64,
    inner: u64,
    width: u64,
    height: u64,
    /// Cells of the longest line.
    longest: u64,
    /// What asking about an action costs, by its index and by what is being asked already.
    known: RefCell<BTreeMap<(u8, u64), u64>>,
    /// Whether all that can be asked about actions is priced, or begun to be.
    has_asked: Cell<bool>,
    /// Whether that was too much.
    are_too_many: Cell<bool>,
    /// What [`Self::rounds`] has said.
    rounds: RefCell<BTreeMap<u8, Option<u64>>>,
    /// Whether what is the same for many walks or choices is found out once.
    shares: bool,
}

impl<'r> Prices<'r> {
    /// Nothing is priced yet: that is done when it is asked.
    pub fn new(rules: &'r Rules, grid: &Grid) -> Self {
        let (width, height) = (u64::from(grid.width()), u64::from(grid.height()));
        Self {
            rules,
            cells: grid.cell_count() as u64,
            inner: width * height,
            width,
            height,
            longest: u64::from(grid.full_width().max(grid.full_height())),
            known: RefCell::default(),
            has_asked: Cell::new(false),
            are_too_many: Cell::new(false),
            rounds: RefCell::default(),
            shares: grid.cell_count() <= MOST_SHARED,
        }
    }

    /// What the rules cost somebody who follows every walk and runs every body that may be legal, as
    /// the reference executor does. Nothing is refused for that.
    pub fn one_by_one(rules: &'r Rules, grid: &Grid) -> Self {
        Self { shares: false, ..Self::new(rules, grid) }
    }

    /// What a block costs that is run once: each statement, whether or not it comes to run, and
    /// loops in it for one round. `body` is the action whose body it belongs to.
    pub fn block(&self, block: &Block, body: Option<u8>) -> u64 {
        self.sum(block, asked_in(body))
    }

    /// What each round of a loop costs, with the comparison of the board before and after it.
    pub fn round(&self, block: &Block, body: Option<u8>) -> u64 {
        self.block(block, body).saturating_add(self.copy())
    }

    /// What `then` and `again` cost once.
    pub fn then(&self) -> u64 {
        let again = self.rules.again.as_ref().map_or(0, |it| self.condition(&it.value, 0));
        self.block(&self.rules.then, None).saturating_add(again)
    }

    /// What asking all ends costs once.
    pub fn ends(&self) -> u64 {
        let ends = self.rules.ends.iter();
        ends.map(|end| self.end(end)).fold(0, u64::saturating_add)
    }

    /// What a set-up costs, the empty board included.
    pub fn start(&self) -> u64 {
        self.block(&self.rules.start, None).saturating_add(self.copy())
    }

    /// What asking for one player's points costs.
    pub fn points(&self) -> u64 {
        self.rules.score.as_ref().map_or(0, |it| self.number(&it.value, 0))
    }

    /// What a number costs that is asked outside any action.
    pub fn plain_number(&self, expr: &Expr) -> u64 {
        self.number(expr, 0)
    }

    /// What asking one cell costs, outside any action.
    pub fn plain_test(&self, test: &Test) -> u64 {
        self.test(test, 0, Bound::default())
    }

    /// The dearest statement of a block, which is blamed where the block is too dear.
    pub fn dearest(&self, block: &Block, body: Option<u8>) -> Span {
        let asked = asked_in(body);
        let dearest = block.iter().rev().max_by_key(|it| self.statement(it, asked));
        dearest.map(Statement::span).unwrap_or_default()
    }

    /// As [`Self::dearest`], of `then` and `again`.
    pub fn dearest_of_then(&self) -> Span {
        match &self.rules.again {
            Some(again) if self.condition(&again.value, 0) > self.block(&self.rules.then, None) => {
                again.span
            }
            Some(_) | None => self.dearest(&self.rules.then, None),
        }
    }

    /// As [`Self::dearest`], of the ends.
    pub fn dearest_of_ends(&self) -> Span {
        let dearest = self.rules.ends.iter().rev().max_by_key(|end| self.end(end));
        dearest.map(|end| end.span).unwrap_or_default()
    }

    fn end(&self, end: &crate::model::End) -> u64 {
        let finish = if end.kind == EndKind::End { self.all_points() } else { 0 };
        sum([self.condition(&end.condition, 0), self.effects(&end.effects, 0), finish])
    }

    fn all_points(&self) -> u64 {
        self.points().saturating_mul(self.rules.players.len() as u64)
    }

    /// Copying a state, or comparing two.
    fn copy(&self) -> u64 {
        1 + self.cells * self.rules.layers.len() as u64 / CONTENTS_OF_STEP
    }

    fn sum(&self, block: &Block, asked: u64) -> u64 {
        block.iter().map(|it| self.statement(it, asked)).fold(0, u64::saturating_add)
    }

    fn statement(&self, statement: &Statement, asked: u64) -> u64 {
        match statement {
            Statement::Rule(rule) => self.rule(rule, asked),
            Statement::Relocate { from, to, .. } => {
                self.all(from, asked).saturating_add(self.all(to, asked))
            }
            Statement::OrElse(blocks) => {
                blocks.iter().map(|it| self.sum(it, asked)).fold(1, u64::saturating_add)
            }
            Statement::Must(block) | Statement::Simultaneous(block, _) => self.sum(block, asked),
            Statement::Repeat(block, _) => sum([self.sum(block, asked), self.copy()]),
            Statement::Times(times, block, _) => {
                sum([self.number(times, asked), self.sum(block, asked), self.copy()])
            }
            Statement::If(condition, then, otherwise, _) => {
                let dearer = self.sum(then, asked).max(self.sum(otherwise, asked));
                self.condition(condition, asked).saturating_add(dearer)
            }
            Statement::March(march) => self.march(march, asked),
            Statement::Deal { each, over, .. } => {
                sum([self.number(each, asked), self.all(over, asked), 2 * self.cells])
            }
            Statement::Shuffle { .. } => 2 * self.cells,
            Statement::Until(condition, _) | Statement::Require(condition, _) => {
                self.condition(condition, asked)
            }
            Statement::Let(_, expr, _) => self.number(expr, asked),
            Statement::Effects(effects, _) => self.effects(effects, asked),
            Statement::Picture { rows, .. } => {
                rows.iter().map(|row| row.len() as u64).fold(1, u64::saturating_add)
            }
        }
    }

    /// One pass of a rule.
    fn rule(&self, rule: &Rule, asked: u64) -> u64 {
        let ways = direction_count(&rule.ways);
        let starts = match (rule.from, opening(&rule.pattern)) {
            (Some(_), _) | (None, Opening::Chosen(_)) => 1,
            (None, Opening::Near(..)) => 8,
            (None, Opening::Anywhere) => self.cells,
        };
        let all = starts.saturating_mul(ways);
        let (walk, walks) = self.walks(rule, all, asked);
        let (matches, drawing) = match &rule.strategy {
            Strategy::All | Strategy::Each => (all.saturating_mul(walk.letters), 0),
            Strategy::First | Strategy::Random(None) => (1, 0),
            Strategy::Random(Some(count)) => {
                let drawn = if let Expr::Constant(count) = count {
                    u64::try_from(*count).unwrap_or(0).min(all)
                } else {
                    all
                };
                // What is drawn is taken out of all that can be drawn.
                (drawn, drawn.saturating_mul(1 + all / CONTENTS_OF_STEP))
            }
        };
        let drawn = match rule.strategy {
            Strategy::Random(_) => matches.saturating_mul(walk.steps),
            Strategy::All | Strategy::Each | Strategy::First => 0,
        };
        let of_match = sum([
            self.effects(&rule.effects, asked),
            self.writes(rule, asked).saturating_mul(walk.ends),
        ]);
        sum([starts, walks, matches.saturating_mul(of_match), drawing, drawn])
    }

    /// The walks of a rule from so many cells and directions, and what they cost: where many ask the
    /// same of one cell, it is asked before.
    fn walks(&self, rule: &Rule, starts: u64, asked: u64) -> (Walk, u64) {
        let by = |asks: Asks| {
            let walk = self.walk(&rule.pattern, &rule.ways, asked, Bound::default(), asks);
            (walk, walk.steps.saturating_mul(starts).saturating_add(walk.once))
        };
        let apart = by(Asks::Itself);
        // What could come to an error is not asked before.
        let is_shared = self.shares && is_tame_pattern(&rule.pattern, usize::MAX);
        let shared = is_shared.then(|| by(Asks::Before));
        shared.filter(|shared| shared.1 < apart.1).unwrap_or(apart)
    }

    /// What the alternatives put on the cells of one path, each cell of it for every position.
    fn writes(&self, rule: &Rule, asked: u64) -> u64 {
        let write = |write: &Write| match write {
            Write::Clear(_) | Write::Piece(..) | Write::Letter(..) => 1,
            Write::Number(_, expr) => self.number(expr, asked),
        };
        let alternatives = rule.alternatives.iter().map(|alternative| {
            let chance = alternative.chance.as_ref().map_or(0, |it| self.number(it, asked));
            alternative.writes.iter().flatten().map(write).fold(chance, u64::saturating_add)
        });
        alternatives.fold(1, u64::saturating_add)
    }

    fn effects(&self, effects: &[Effect], asked: u64) -> u64 {
        let price = |effect: &Effect| match effect {
            Effect::Assign(_, _, expr) | Effect::AssignLocal(_, _, expr) => {
                self.number(expr, asked)
            }
            Effect::Finish(EndKind::End) => self.all_points(),
            Effect::Finish(_) => 1,
        };
        effects.iter().map(price).fold(0, u64::saturating_add)
    }

    fn march(&self, march: &March, asked: u64) -> u64 {
        let aim = match &march.aim {
            // Everyone looks at every goal.
            MarchAim::Toward(target) => {
                self.all(target, asked).saturating_add((self.inner * self.inner) / GOALS_OF_STEP)
            }
            MarchAim::In(_) => self.cells,
        };
        let meets = march.meets.iter().map(|it| self.effects(&it.effects, asked).saturating_add(1));
        let meets = meets.fold(1, u64::saturating_add).saturating_mul(self.inner);
        sum([self.all(&march.walkers, asked), aim, meets])
    }
}

/// The actions that are being asked about where a body runs that nobody asked about.
fn asked_in(body: Option<u8>) -> u64 {
    body.map_or(0, action_bit)
}

fn sum<const N: usize>(prices: [u64; N]) -> u64 {
    prices.into_iter().fold(0, u64::saturating_add)
}

/// The most directions that the ways give any player; 1 where they are none.
fn direction_count(ways: &Ways) -> u64 {
    match ways {
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => 1,
        Ways::Fixed(by_player) => {
            by_player.iter().map(|ways| ways.len() as u64).max().unwrap_or(1).max(1)
        }
        Ways::Union(parts) => parts.iter().map(direction_count).sum::<u64>().min(8),
    }
}

/// Whether any of the ways may be a diagonal.
fn may_be_diagonal(ways: &Ways) -> bool {
    match ways {
        Ways::None => false,
        Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().flatten().any(|way| way.is_diagonal()),
        Ways::Union(parts) => parts.iter().any(may_be_diagonal),
    }
}

/// Whether the block runs anything again and again.
pub fn has_loops(block: &Block) -> bool {
    let is_loop = |it: &Statement| matches!(it, Statement::Repeat(..) | Statement::Times(..));
    block.iter().any(|statement| is_loop(statement) || statement.blocks().any(has_loops))
}
