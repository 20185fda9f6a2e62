//! Tests of one cell, and conditions on the whole state.

use masume_board::{Cell, Direction};
use masume_rules::action::Argument;
use masume_rules::model::{Condition, EMPTY, Layer, Letter, ParamSlot, Pattern, Test, Ways};
use masume_rules::run_error::RunError;

use crate::legal::Asking;
use crate::scene::{Letters, Scene};
use crate::search::Search;

impl<'a> Scene<'_, 'a> {
    /// True if the cell passes. Binds letters; after `false` they are as they happen to be.
    pub(crate) fn test(
        &self,
        test: &'a Test,
        cell: Cell,
        letters: &mut Letters,
    ) -> Result<bool, RunError> {
        self.context.check_stop(self.span)?;
        let board = &self.state.board;
        Ok(match test {
            Test::Any => true,
            Test::Empty => board.is_free(cell),
            Test::Occupied(layer) => board.get(*layer, cell) != EMPTY,
            Test::Piece { layer, pieces } => {
                let content = board.get(*layer, cell);
                self.of_acting(pieces).is_some_and(|set| set.contains(content))
            }
            Test::Letter { layer, letter } => self.test_letter(*layer, *letter, cell, letters),
            Test::Chosen(slot) => self.chosen_cell(*slot) == Some(cell),
            Test::InLine(slot) => self.is_in_chosen_line(*slot, cell),
            Test::Centre => self.grid().centre() == cell,
            Test::Near(reach, slot) => self.chosen_cell(*slot).is_some_and(|chosen| {
                self.grid().neighbours(chosen, Test::directions(*reach)).any(|near| near == cell)
            }),
            Test::Neighbours { least, greatest, test, reach } => {
                let count = self.count_near(test, cell, Test::directions(*reach), letters)?;
                count >= *least && greatest.is_none_or(|greatest| count <= greatest)
            }
            Test::Sees { ways, pattern } => self.sees(ways, pattern, cell, letters)?,
            Test::Compare(comparison) => self.compare(comparison, Some(cell), letters)?,
            Test::Not(test) => !self.test(test, cell, &mut letters.clone())?,
            Test::And(tests) => {
                for test in tests {
                    if !self.test(test, cell, letters)? {
                        return Ok(false);
                    }
                }
                true
            }
            Test::Or(tests) => {
                let before = letters.clone();
                for test in tests {
                    if self.test(test, cell, letters)? {
                        return Ok(true);
                    }
                    letters.copy_from(&before);
                }
                false
            }
        })
    }

    /// True if the condition holds. What it binds is forgotten.
    pub(crate) fn condition(
        &self,
        condition: &'a Condition,
        letters: &Letters,
    ) -> Result<bool, RunError> {
        match condition {
            Condition::Some(test) => Ok(self.find_inner(test, letters)?.is_some()),
            Condition::Every(test, has) => self.every(test, has, letters),
            Condition::NoAction(index) => {
                Ok(!Asking::from_scene(self, self.next).has_action(*index)?)
            }
            Condition::NobodyCanAct => {
                for player in self.context.players() {
                    if Asking::from_scene(self, player).has_action(None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::EveryonePassed => {
                Ok(self.state.passes as usize >= self.context.rules.players.len())
            }
            Condition::Solvable => Ok(self.may_solve && self.context.is_solvable(self.state)),
            Condition::Compare(comparison) => self.compare(comparison, None, letters),
            Condition::Not(condition) => Ok(!self.condition(condition, letters)?),
            Condition::And(conditions) => {
                for condition in conditions {
                    if !self.condition(condition, letters)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Or(conditions) => {
                for condition in conditions {
                    if self.condition(condition, letters)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// The first inner cell in reading order that passes.
    pub(crate) fn find_inner(
        &self,
        test: &'a Test,
        letters: &Letters,
    ) -> Result<Option<Cell>, RunError> {
        let mut bound = letters.clone();
        for cell in self.grid().inner_cells() {
            bound.copy_from(letters);
            if self.test(test, cell, &mut bound)? {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    /// All inner cells that pass, in reading order.
    pub(crate) fn inner_cells(
        &self,
        test: &'a Test,
        letters: &Letters,
    ) -> Result<Vec<Cell>, RunError> {
        let mut bound = letters.clone();
        let mut found = Vec::new();
        for cell in self.grid().inner_cells() {
            bound.copy_from(letters);
            if self.test(test, cell, &mut bound)? {
                found.push(cell);
            }
        }
        Ok(found)
    }

    /// A letter that the first test binds keeps its value in the second.
    fn every(&self, test: &'a Test, has: &'a Test, letters: &Letters) -> Result<bool, RunError> {
        let mut bound = letters.clone();
        for cell in self.grid().inner_cells() {
            bound.copy_from(letters);
            if self.test(test, cell, &mut bound)? && !self.test(has, cell, &mut bound)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn test_letter(&self, layer: Layer, letter: Letter, cell: Cell, letters: &mut Letters) -> bool {
        let content = self.state.board.get(layer, cell);
        let bound = letters.get(letter);
        if content == EMPTY {
            return false;
        }
        if bound == EMPTY {
            letters.bind(letter, content);
            return true;
        }
        bound == content
    }

    fn is_in_chosen_line(&self, slot: ParamSlot, cell: Cell) -> bool {
        match self.argument(slot) {
            Argument::Column(column) => i64::from(self.grid().column(cell)) == i64::from(column),
            Argument::Row(row) => i64::from(self.grid().row(cell)) == i64::from(row),
            Argument::None | Argument::Direction(_) | Argument::Cell(_) => false,
        }
    }

    fn count_near(
        &self,
        test: &'a Test,
        cell: Cell,
        directions: &[Direction],
        letters: &Letters,
    ) -> Result<u32, RunError> {
        let mut bound = letters.clone();
        let mut count = 0;
        for near in self.grid().neighbours(cell, directions) {
            bound.copy_from(letters);
            count += u32::from(self.test(test, near, &mut bound)?);
        }
        Ok(count)
    }

    fn sees(
        &self,
        ways: &'a Ways,
        pattern: &'a Pattern,
        cell: Cell,
        letters: &Letters,
    ) -> Result<bool, RunError> {
        let automaton = self.automaton(pattern)?;
        let directions = self.directions(ways);
        let mut search = Search::new(*self, &automaton, &directions, &[]);
        search.begin(cell, None, letters);
        for direction in &directions {
            if search.preferred(*direction)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
