//! Numbers.

use masume_board::Cell;
use masume_program::{Num, SetId};
use masume_rules::action::Argument;
use masume_rules::model::{Content, EMPTY, ParamSlot};
use masume_rules::run_error::{RunError, RunErrorKind};

use crate::run::Scene;

impl<const W: usize> Scene<'_, '_, W> {
    /// Value of the number; `row`, `column` and layers are those of `cell`, letters by index.
    pub(crate) fn number_at(
        &self,
        number: &Num,
        cell: Option<Cell>,
        letters: &[Content],
    ) -> Result<i64, RunError> {
        let of = |number: &Num| self.number_at(number, cell, letters);
        let grid = self.run.grid();
        Ok(match number {
            Num::Constant(number) => *number,
            Num::Value(value) => {
                self.position.values.get(usize::from(value.0)).copied().unwrap_or(0)
            }
            Num::Local(local) => self.locals.get(usize::from(local.0)).copied().unwrap_or(0),
            Num::Letter(letter) => {
                match letters.get(usize::from(letter.0)).copied().unwrap_or(EMPTY) {
                    EMPTY => 0,
                    content => content.into(),
                }
            }
            Num::Here(layer) => {
                let content = cell
                    .map_or(EMPTY, |cell| self.position.content(&self.run.layout, *layer, cell));
                if content == EMPTY { 0 } else { content.into() }
            }
            Num::Row => cell.map_or(0, |cell| i64::from(grid.row(cell)) + 1),
            Num::Column => cell.map_or(0, |cell| i64::from(grid.column(cell)) + 1),
            Num::Ply => self.position.ply.into(),
            Num::Chosen(slot) => self.chosen_number(*slot),
            Num::Count(set) => {
                let count = self.set(*set).and(self.run.steps.inner).len();
                self.host.check()?;
                count as i64
            }
            Num::RowOf(set) => self.first_of(*set)?.map_or(0, |it| i64::from(grid.row(it)) + 1),
            Num::ColumnOf(set) => {
                self.first_of(*set)?.map_or(0, |it| i64::from(grid.column(it)) + 1)
            }
            Num::Across(slot) => self.chosen_direction(*slot).map_or(0, |it| it.across().into()),
            Num::Down(slot) => self.chosen_direction(*slot).map_or(0, |it| it.down().into()),
            Num::Min(left, right) => of(left)?.min(of(right)?),
            Num::Max(left, right) => of(left)?.max(of(right)?),
            Num::Abs(inner) => {
                let number = of(inner)?.checked_abs();
                number.ok_or_else(|| self.error(RunErrorKind::Overflow))?
            }
            Num::Negate(inner) => {
                let number = of(inner)?.checked_neg();
                number.ok_or_else(|| self.error(RunErrorKind::Overflow))?
            }
            Num::Binary(left, operation, right) => {
                let (left, right) = (of(left)?, of(right)?);
                operation.apply(left, right).map_err(|it| self.error(it.into()))?
            }
            Num::Reference(expr) => {
                let state = self.position.to_state(&self.run.layout);
                let frame = self.frame();
                self.host.fallback.borrow_mut().number(&state, &frame, expr)?
            }
        })
    }

    fn first_of(&self, set: SetId) -> Result<Option<Cell>, RunError> {
        let first = self.set(set).and(self.run.steps.inner).first();
        self.host.check()?;
        Ok(first)
    }

    fn chosen_number(&self, slot: ParamSlot) -> i64 {
        match self.argument(slot) {
            Argument::Column(line) | Argument::Row(line) => i64::from(line) + 1,
            Argument::None | Argument::Direction(_) | Argument::Cell(_) => 0,
        }
    }
}
