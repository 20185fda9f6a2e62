//! Rules that are too much for a board of some size, told before anything runs.
//!
//! What is told is one product: choices, times the cells where a pattern can begin, times its ways, times
//! the places that it can come to, as often as tests and counts stand in each other (`product.rs`). It
//! depends on the rules and the shape of the board alone, so what is refused is the same error on every
//! executor, however it finds matches. The bound, [`WORK`], is generous: it refuses what nobody
//! would wait for, and what a walk could not remember. All else is for fuel, which bounds the rounds of
//! loops, and for the caller, who brings a [`StopToken`](crate::stop::StopToken) with a budget.

mod opening;
mod product;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeMap;

use masume_board::Grid;
use masume_syntax::Span;

use crate::model::{Block, Condition, Expr, Rules, Statement, Test, WORK, statements};
use crate::run_error::{RunError, RunErrorKind};

pub use opening::{Opening, opening};
use product::Product;

/// Prices of the rules on boards of one shape.
#[derive(Debug)]
pub struct Prices<'r> {
    rules: &'r Rules,
    product: Product<'r>,
    /// Answers about actions, which are asked about for each choice.
    actions: RefCell<BTreeMap<u8, Result<(), RunError>>>,
}

impl<'r> Prices<'r> {
    /// Nothing is worked out yet: that is done when it is asked.
    pub fn new(rules: &'r Rules, grid: &Grid) -> Self {
        Self { rules, product: Product::new(rules, grid), actions: RefCell::default() }
    }

    /// Check that the action can be asked about, and done.
    ///
    /// # Errors
    /// `TooMuchWork`, for which the costliest line of the action is blamed.
    pub fn action(&self, index: u8) -> Result<(), RunError> {
        if let Some(known) = self.actions.borrow().get(&index) {
            return known.clone();
        }
        let found = pay(self.steps_of_action(index), || self.costliest_of_action(index));
        self.actions.borrow_mut().insert(index, found.clone());
        found
    }

    /// Check that `then` and `again` can run.
    ///
    /// # Errors
    /// As [`Self::action`].
    pub fn then(&self) -> Result<(), RunError> {
        pay(self.steps_of_then(), || match &self.rules.again {
            Some(again) if self.again() > self.product.block(&self.rules.then) => again.span,
            Some(_) | None => self.costliest(&self.rules.then),
        })
    }

    /// Check that the ends can be asked.
    ///
    /// # Errors
    /// As [`Self::action`].
    pub fn ends(&self) -> Result<(), RunError> {
        pay(self.steps_of_ends(), || {
            let costliest = self.rules.ends.iter().rev().max_by_key(|end| self.product.end(end));
            costliest.map(|end| end.span).unwrap_or_default()
        })
    }

    /// Check that a set-up can run.
    ///
    /// # Errors
    /// As [`Self::action`].
    pub fn start(&self) -> Result<(), RunError> {
        pay(self.steps_of_start(), || self.costliest(&self.rules.start))
    }

    /// Check that points can be asked for.
    ///
    /// # Errors
    /// As [`Self::action`].
    pub fn points(&self) -> Result<(), RunError> {
        let Some(score) = &self.rules.score else { return Ok(()) };
        pay(self.product.number(&score.value), || score.span)
    }

    /// Check that a number can be asked for outside any action.
    ///
    /// # Errors
    /// As [`Self::action`], at this place.
    pub fn number(&self, expr: &Expr, place: Span) -> Result<(), RunError> {
        pay(self.product.number(expr), || place)
    }

    /// True if a condition can be asked outside any action.
    ///
    /// # Errors
    /// As [`Self::action`], at this place.
    pub fn condition(&self, condition: &Condition, place: Span) -> Result<(), RunError> {
        pay(self.product.condition(condition), || place)
    }

    /// Check that a cell can be asked outside any action.
    ///
    /// # Errors
    /// As [`Self::action`], at no place.
    pub fn test(&self, test: &Test) -> Result<(), RunError> {
        pay(self.product.test(test), Span::default)
    }

    /// Steps that all choices of an action may take, rounds of loops left out.
    pub fn steps_of_action(&self, index: u8) -> u64 {
        self.rules.actions.get(usize::from(index)).map_or(0, |info| self.product.action(info))
    }

    /// As [`Self::steps_of_action`], of a set-up.
    pub fn steps_of_start(&self) -> u64 {
        self.product.block(&self.rules.start)
    }

    /// As [`Self::steps_of_action`], of `then` and `again`.
    pub fn steps_of_then(&self) -> u64 {
        self.product.block(&self.rules.then).saturating_add(self.again())
    }

    /// As [`Self::steps_of_action`], of all ends.
    pub fn steps_of_ends(&self) -> u64 {
        let ends = self.rules.ends.iter().map(|end| self.product.end(end));
        ends.fold(0, u64::saturating_add)
    }

    /// As [`Self::steps_of_action`], of a statement that is run once.
    pub fn steps_of_statement(&self, statement: &Statement) -> u64 {
        self.product.statement(statement)
    }

    /// As [`Self::steps_of_action`], of a condition that is asked once.
    pub fn steps_of_condition(&self, condition: &Condition) -> u64 {
        self.product.condition(condition)
    }

    fn again(&self) -> u64 {
        self.rules.again.as_ref().map_or(0, |it| self.product.condition(&it.value))
    }

    fn costliest(&self, block: &Block) -> Span {
        let costliest = block.iter().rev().max_by_key(|it| self.product.statement(it));
        costliest.map(Statement::span).unwrap_or_default()
    }

    /// The costliest statement of the body, the condition where that costs more.
    fn costliest_of_action(&self, index: u8) -> Span {
        let Some(info) = self.rules.actions.get(usize::from(index)) else { return Span::default() };
        let body = self.product.block(&info.body);
        match &info.when {
            Some(when) if self.product.condition(&when.value) > body => when.span,
            Some(_) | None if info.body.is_empty() => info.span,
            Some(_) | None => self.costliest(&info.body),
        }
    }
}

fn pay(steps: u64, blamed: impl FnOnce() -> Span) -> Result<(), RunError> {
    if steps <= WORK {
        return Ok(());
    }
    Err(RunError { kind: RunErrorKind::TooMuchWork, span: blamed() })
}

/// True if the block runs anything again and again.
pub fn has_loops(block: &Block) -> bool {
    statements(block).any(|it| matches!(it, Statement::Repeat(..) | Statement::Times(..)))
}
