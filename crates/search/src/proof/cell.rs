//! Truth of tests of a cell, as far as what lies there is known.

use masume_board::{Cell, Grid};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{Comparison, Content, EMPTY, Expr, Layer, Letter, ParamSlot, Test};

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Truth {
    No,
    /// Nothing is known of it, or it is not understood.
    Maybe,
    Yes,
}

impl Truth {
    pub(super) fn of(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }

    pub(super) fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Maybe => Self::Maybe,
            Self::Yes => Self::No,
        }
    }
}

/// Letters, with what they are bound to.
pub(super) type Letters = Vec<(Letter, Content)>;

/// A cell that is asked.
#[derive(Clone, Copy)]
pub(super) struct CellQuery<'a> {
    pub(super) grid: &'a Grid,
    pub(super) cell: Cell,
    /// Action that was chosen.
    pub(super) action: Option<Action>,
    /// By layer: what lies there, where that is known.
    pub(super) contents: &'a [Option<Content>],
}

impl CellQuery<'_> {
    fn content(&self, layer: Layer) -> Option<Content> {
        self.contents[usize::from(layer.0)]
    }

    /// Truth that the content of a layer, if there is one, is so.
    fn occupied(&self, layer: Layer, is_so: impl Fn(Content) -> bool) -> Truth {
        match self.content(layer) {
            None => Truth::Maybe,
            Some(content) => Truth::of(content != EMPTY && is_so(content)),
        }
    }

    /// Argument that was chosen in a slot.
    pub(super) fn chosen(&self, slot: ParamSlot) -> Option<Argument> {
        self.action.map(|action| action.arguments[usize::from(slot.0)])
    }

    /// Truth that the cell passes; letters that it binds are added.
    pub(super) fn holds(&self, test: &Test, letters: &mut Letters) -> Truth {
        match test {
            Test::Any => Truth::Yes,
            Test::Empty => self.contents.iter().fold(Truth::Yes, |all, content| {
                all.min(content.map_or(Truth::Maybe, |it| Truth::of(it == EMPTY)))
            }),
            Test::Occupied(layer) => self.occupied(*layer, |_| true),
            Test::Piece { layer, pieces } => match pieces.first() {
                Some(set) => self.occupied(*layer, |content| set.contains(content)),
                None => Truth::Maybe,
            },
            Test::Letter { layer, letter } => {
                let known = letters.iter().find(|it| it.0 == *letter).map(|it| it.1);
                match (self.content(*layer), known) {
                    (Some(content), None) if content != EMPTY => {
                        letters.push((*letter, content));
                        Truth::Yes
                    }
                    (Some(content), Some(known)) => Truth::of(content == known),
                    (Some(_), None) => Truth::No,
                    (None, _) => Truth::Maybe,
                }
            }
            Test::Chosen(slot) => match self.chosen(*slot) {
                Some(chosen) => Truth::of(chosen == Argument::Cell(self.cell)),
                None => Truth::Maybe,
            },
            Test::Near(reach, slot) => match self.chosen(*slot) {
                Some(Argument::Cell(near)) => {
                    let mut cells = self.grid.neighbours(near, Test::directions(*reach));
                    Truth::of(cells.any(|it| it == self.cell))
                }
                Some(_) | None => Truth::Maybe,
            },
            Test::Centre => Truth::of(self.grid.centre() == self.cell),
            Test::Compare(comparison) => self.compares(comparison),
            Test::Not(inner) => self.holds(inner, &mut letters.clone()).not(),
            Test::And(parts) => parts.iter().fold(Truth::Yes, |all, part| match all {
                Truth::No => Truth::No,
                Truth::Maybe | Truth::Yes => all.min(self.holds(part, letters)),
            }),
            Test::Or(parts) => parts
                .iter()
                .fold(Truth::No, |any, part| any.max(self.holds(part, &mut letters.clone()))),
            Test::InLine(_) | Test::Neighbours { .. } | Test::Sees { .. } => Truth::Maybe,
        }
    }

    fn compares(&self, comparison: &Comparison) -> Truth {
        let (left, right) = (self.number(&comparison.left), self.number(&comparison.right));
        match (left, right) {
            // A number of nothing makes it false.
            (Some(CellNumber::Nothing), Some(_)) | (Some(_), Some(CellNumber::Nothing)) => {
                Truth::No
            }
            (Some(CellNumber::Is(left)), Some(CellNumber::Is(right))) => {
                Truth::of(comparison.operator.holds(left, right))
            }
            (None, _) | (_, None) => Truth::Maybe,
        }
    }

    /// The result of an operation on its operands: nothing where one of them is.
    fn worked_out(
        &self,
        expr: &Expr,
        result: impl Fn(&[i64]) -> Option<i64>,
    ) -> Option<CellNumber> {
        let mut operands = Vec::new();
        let mut is_nothing = false;
        for operand in expr.operands() {
            match self.number(operand)? {
                CellNumber::Is(number) => operands.push(number),
                CellNumber::Nothing => is_nothing = true,
            }
        }
        if is_nothing { Some(CellNumber::Nothing) } else { result(&operands).map(CellNumber::Is) }
    }

    fn number(&self, expr: &Expr) -> Option<CellNumber> {
        match expr {
            Expr::Constant(number) => Some(CellNumber::Is(*number)),
            Expr::Here(layer) => Some(match self.content(*layer)? {
                EMPTY => CellNumber::Nothing,
                content => CellNumber::Is(content.into()),
            }),
            Expr::Row => Some(CellNumber::Is(i64::from(self.grid.row(self.cell)) + 1)),
            Expr::Column => Some(CellNumber::Is(i64::from(self.grid.column(self.cell)) + 1)),
            Expr::Width => Some(CellNumber::Is(self.grid.width().into())),
            Expr::Height => Some(CellNumber::Is(self.grid.height().into())),
            // `None` where the rules go wrong: the number is too great, or divided by 0.
            Expr::Function(function, _) => self.worked_out(expr, |it| function.apply(it).ok()),
            Expr::Negate(_) => self.worked_out(expr, |it| it.first()?.checked_neg()),
            Expr::Binary(_, operation, _) => self.worked_out(expr, |it| match it {
                [left, right] => operation.apply(*left, *right).ok(),
                _ => None,
            }),
            Expr::Value(_)
            | Expr::Option(_)
            | Expr::Local(_)
            | Expr::Letter(_)
            | Expr::Ply
            | Expr::Chosen(_)
            | Expr::Count(_)
            | Expr::RowOf(_)
            | Expr::ColumnOf(_)
            | Expr::Across(_)
            | Expr::Down(_) => None,
        }
    }
}

/// A number, or that of a layer that holds nothing: then whatever is calculated from it is nothing.
enum CellNumber {
    Nothing,
    Is(i64),
}
