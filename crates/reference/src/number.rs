//! Numbers: expressions and comparisons.

use masume_board::Cell;
use masume_rules::action::Argument;
use masume_rules::model::{Comparison, EMPTY, Expr, Layer, ParamSlot};
use masume_rules::run_error::{RunError, RunErrorKind};

use crate::scene::{Letters, Scene};

/// Place at which a number is asked.
#[derive(Clone, Copy)]
struct At<'l> {
    /// Cell that `row`, `column` and layers are about.
    cell: Option<Cell>,
    letters: &'l Letters,
    absent: Absent,
}

/// Number that a layer counts as which holds nothing here.
#[derive(Clone, Copy)]
enum Absent {
    /// 0.
    Zero,
    /// Nothing that compares with anything.
    Unknown,
}

/// Reason why there is no number.
enum NoNumber {
    /// It is read from a layer that holds nothing here.
    Unknown,
    /// The run goes wrong.
    Run(RunError),
}

impl From<RunError> for NoNumber {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl<'a> Scene<'_, 'a> {
    /// Value of the expression; `row`, `column` and layers are those of `cell`.
    pub(crate) fn number(
        &self,
        expr: &'a Expr,
        cell: Option<Cell>,
        letters: &Letters,
    ) -> Result<i64, RunError> {
        match self.value(expr, At { cell, letters, absent: Absent::Zero }) {
            Ok(number) => Ok(number),
            Err(NoNumber::Unknown) => Ok(0),
            Err(NoNumber::Run(error)) => Err(error),
        }
    }

    /// True if the two numbers compare so; never where one is read from a layer that is free here.
    pub(crate) fn compare(
        &self,
        comparison: &'a Comparison,
        cell: Option<Cell>,
        letters: &Letters,
    ) -> Result<bool, RunError> {
        let at = At { cell, letters, absent: Absent::Unknown };
        let both = self
            .value(&comparison.left, at)
            .and_then(|left| Ok((left, self.value(&comparison.right, at)?)));
        let (left, right) = match both {
            Ok(both) => both,
            Err(NoNumber::Unknown) => return Ok(false),
            Err(NoNumber::Run(error)) => return Err(error),
        };
        Ok(comparison.operator.holds(left, right))
    }

    fn value(&self, expr: &'a Expr, at: At) -> Result<i64, NoNumber> {
        let state = self.state;
        let grid = self.grid();
        Ok(match expr {
            Expr::Constant(number) => *number,
            Expr::Value(value) => entry(&state.values, value.0.into()),
            Expr::Option(id) => {
                let options = &self.context.rules.options;
                options.get(usize::from(id.0)).map_or(0, |option| option.value)
            }
            Expr::Local(local) => entry(self.locals, local.0.into()),
            Expr::Letter(letter) => match at.letters.get(*letter) {
                EMPTY => 0,
                content => content.into(),
            },
            Expr::Here(layer) => self.number_here(*layer, at)?,
            Expr::Row => at.cell.map_or(0, |cell| self.row_number(cell)),
            Expr::Column => at.cell.map_or(0, |cell| self.column_number(cell)),
            Expr::Width => grid.width().into(),
            Expr::Height => grid.height().into(),
            Expr::Ply => state.ply.into(),
            Expr::Chosen(slot) => self.chosen_line(*slot),
            Expr::Count(test) => self.inner_cells(test, at.letters)?.len() as i64,
            Expr::RowOf(test) => {
                self.find_inner(test, at.letters)?.map_or(0, |cell| self.row_number(cell))
            }
            Expr::ColumnOf(test) => {
                self.find_inner(test, at.letters)?.map_or(0, |cell| self.column_number(cell))
            }
            Expr::Across(slot) => self.chosen_direction(*slot).map_or(0, |d| d.across().into()),
            Expr::Down(slot) => self.chosen_direction(*slot).map_or(0, |d| d.down().into()),
            Expr::Function(function, arguments) => {
                let arguments = arguments.iter().map(|it| self.value(it, at));
                let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
                function.apply(&arguments).map_err(|it| self.error(it.into()))?
            }
            Expr::Negate(inner) => {
                let negated = self.value(inner, at)?.checked_neg();
                negated.ok_or_else(|| self.error(RunErrorKind::Overflow))?
            }
            Expr::Binary(left, operation, right) => {
                let (left, right) = (self.value(left, at)?, self.value(right, at)?);
                operation.apply(left, right).map_err(|it| self.error(it.into()))?
            }
        })
    }

    fn number_here(&self, layer: Layer, at: At) -> Result<i64, NoNumber> {
        match at.cell.map_or(EMPTY, |cell| self.state.board.get(layer, cell)) {
            EMPTY => match at.absent {
                Absent::Zero => Ok(0),
                Absent::Unknown => Err(NoNumber::Unknown),
            },
            content => Ok(content.into()),
        }
    }

    fn row_number(&self, cell: Cell) -> i64 {
        i64::from(self.grid().row(cell)) + 1
    }

    fn column_number(&self, cell: Cell) -> i64 {
        i64::from(self.grid().column(cell)) + 1
    }

    fn chosen_line(&self, slot: ParamSlot) -> i64 {
        match self.argument(slot) {
            Argument::Column(line) | Argument::Row(line) => i64::from(line) + 1,
            Argument::None | Argument::Direction(_) | Argument::Cell(_) => 0,
        }
    }
}

fn entry(numbers: &[i64], index: usize) -> i64 {
    numbers.get(index).copied().unwrap_or(0)
}
