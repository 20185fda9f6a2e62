//! Conditions and numbers, and which numbers cannot go wrong.

use masume_program::{Beside, Cond, End, Num, Referred, Set, Shape, Unsupported};
use masume_rules::model::{
    Arithmetic, Comparison, Condition, End as EndInfo, Expr, Function, LayerKind, Part, Test, parts,
};

use super::{Lowering, MAY_FAIL};

impl Lowering<'_> {
    /// The condition; what has no program is asked of the reference executor.
    pub(crate) fn condition(&mut self, condition: &Condition) -> Cond {
        let lowered = self.checked_condition(condition);
        lowered.unwrap_or_else(|Unsupported(why)| {
            Cond::Reference(Box::new(Referred { what: condition.clone(), why }))
        })
    }

    /// The condition, where all of it has a program.
    pub(crate) fn checked_condition(&mut self, condition: &Condition) -> Result<Cond, Unsupported> {
        Ok(match condition {
            Condition::Some(test) | Condition::Every(test, _) if !self.cannot_fail(test) => {
                return Err(Unsupported(MAY_FAIL));
            }
            Condition::Some(test) => {
                let [set] = self.asked([test])?;
                Cond::Some(set)
            }
            Condition::Every(_, has) if !self.cannot_fail(has) => {
                return Err(Unsupported(MAY_FAIL));
            }
            Condition::Every(test, has) => {
                let [set, has] = self.asked([test, has])?;
                Cond::Every(set, has)
            }
            Condition::NoAction(index) => Cond::NoAction(*index),
            Condition::NobodyCanAct => Cond::NobodyCanAct,
            Condition::EveryonePassed => Cond::EveryonePassed,
            Condition::Solvable => Cond::Solvable,
            Condition::Compare(Comparison { left, operator, right }) => {
                let (left, right) = (self.checked_number(left)?, self.checked_number(right)?);
                Cond::Compare(left, *operator, right)
            }
            Condition::Not(inner) => Cond::Not(Box::new(self.checked_condition(inner)?)),
            Condition::And(parts) => Cond::And(self.checked_conditions(parts)?),
            Condition::Or(parts) => Cond::Or(self.checked_conditions(parts)?),
        })
    }

    fn checked_conditions(&mut self, parts: &[Condition]) -> Result<Vec<Cond>, Unsupported> {
        parts.iter().map(|part| self.checked_condition(part)).collect()
    }

    /// The number; what has no program is asked of the reference executor.
    pub(crate) fn number(&mut self, expr: &Expr) -> Num {
        let lowered = self.checked_number(expr);
        lowered.unwrap_or_else(|Unsupported(why)| {
            Num::Reference(Box::new(Referred { what: expr.clone(), why }))
        })
    }

    /// The number, where all of it has a program: a reference inside would not see the letters and
    /// the cell of its surroundings.
    pub(crate) fn checked_number(&mut self, expr: &Expr) -> Result<Num, Unsupported> {
        Ok(match expr {
            Expr::Constant(number) => Num::Constant(*number),
            Expr::Value(value) => Num::Value(*value),
            Expr::Option(id) => {
                Num::Constant(self.rules.options.get(usize::from(id.0)).map_or(0, |it| it.value))
            }
            Expr::Local(local) => Num::Local(*local),
            Expr::Letter(letter) => match self.met_in(*letter) {
                Some(layer) => Num::Here(layer),
                None if self.has_letters => Num::Letter(*letter),
                None => {
                    return Err(Unsupported("a test compares a letter that sets do not know"));
                }
            },
            Expr::Here(layer) => Num::Here(*layer),
            Expr::Row => Num::Row,
            Expr::Column => Num::Column,
            Expr::Width => Num::Constant(self.grid().width().into()),
            Expr::Height => Num::Constant(self.grid().height().into()),
            Expr::Ply => Num::Ply,
            Expr::Chosen(slot) => Num::Chosen(*slot),
            Expr::Count(test) | Expr::RowOf(test) | Expr::ColumnOf(test)
                if !self.cannot_fail(&**test) =>
            {
                return Err(Unsupported(MAY_FAIL));
            }
            Expr::Count(test) => {
                let [set] = self.asked([test])?;
                Num::Count(set)
            }
            Expr::RowOf(test) => {
                let [set] = self.asked([test])?;
                Num::RowOf(set)
            }
            Expr::ColumnOf(test) => {
                let [set] = self.asked([test])?;
                Num::ColumnOf(set)
            }
            Expr::Across(slot) => Num::Across(*slot),
            Expr::Down(slot) => Num::Down(*slot),
            Expr::Function(function, arguments) => match (function, &arguments[..]) {
                (Function::Min, [left, right]) => {
                    let (left, right) = self.both(left, right)?;
                    Num::Min(left, right)
                }
                (Function::Max, [left, right]) => {
                    let (left, right) = self.both(left, right)?;
                    Num::Max(left, right)
                }
                (Function::Abs, [inner]) => Num::Abs(Box::new(self.checked_number(inner)?)),
                (Function::Min | Function::Max | Function::Abs, _) => {
                    return Err(Unsupported("a function has other arguments"));
                }
            },
            Expr::Negate(inner) => Num::Negate(Box::new(self.checked_number(inner)?)),
            Expr::Binary(left, operation, right) => {
                let (left, right) = self.both(left, right)?;
                Num::Binary(left, *operation, right)
            }
        })
    }

    fn both(&mut self, left: &Expr, right: &Expr) -> Result<(Box<Num>, Box<Num>), Unsupported> {
        Ok((Box::new(self.checked_number(left)?), Box::new(self.checked_number(right)?)))
    }

    /// Bounds of the expression, where they can be said and nothing on the way
    /// can overflow or divide by zero.
    pub(crate) fn range(&self, expr: &Expr) -> Option<(i64, i64)> {
        self.cannot_fail(expr).then(|| self.bounds(expr))?
    }

    /// As [`Self::range`], where what cells are asked for cannot end in an error.
    fn bounds(&self, expr: &Expr) -> Option<(i64, i64)> {
        let cells = self.layout.cells() as i64;
        let (width, height) = (i64::from(self.grid().width()), i64::from(self.grid().height()));
        let rim = i64::from(self.grid().rim());
        Some(match expr {
            Expr::Constant(number) => (*number, *number),
            Expr::Option(id) => {
                let value = self.rules.options.get(usize::from(id.0)).map_or(0, |it| it.value);
                (value, value)
            }
            // Read as they are they cannot go wrong; any sum with one could.
            Expr::Value(_) => (i64::MIN, i64::MAX),
            Expr::Local(local) => *self.locals.get(local).unwrap_or(&(i64::MIN, i64::MAX)),
            Expr::Letter(_) => (-(1 << 31), 1 << 31),
            Expr::Here(layer) => match &self.rules.layers.get(usize::from(layer.0))?.kind {
                LayerKind::Pieces(_) | LayerKind::Kinds(_) => (0, 1 << 31),
                LayerKind::Range(..) | LayerKind::Doubling(..) => (-(1 << 31), 1 << 31),
            },
            Expr::Row => (-rim, height + rim + 1),
            Expr::Column => (-rim, width + rim + 1),
            Expr::Width => (width, width),
            Expr::Height => (height, height),
            Expr::Ply => (0, i64::from(u32::MAX)),
            Expr::Chosen(_) => (0, width.max(height)),
            Expr::Count(_) => (0, cells),
            Expr::RowOf(_) => (0, height),
            Expr::ColumnOf(_) => (0, width),
            Expr::Across(_) | Expr::Down(_) => (-1, 1),
            Expr::Function(function, arguments) => {
                let arguments = arguments.iter().map(|it| self.bounds(it));
                bounds_of(*function, &arguments.collect::<Option<Vec<_>>>()?)?
            }
            Expr::Negate(inner) => {
                let (least, greatest) = self.bounds(inner)?;
                (greatest.checked_neg()?, least.checked_neg()?)
            }
            Expr::Binary(left, operation, right) => {
                combined(self.bounds(left)?, *operation, self.bounds(right)?)?
            }
        })
    }

    /// True if asking whatever it is cannot end in an error, of any cell.
    pub(crate) fn cannot_fail<'p>(&self, asked: impl Into<Part<'p>>) -> bool {
        let can_compare = |comparison: &Comparison| {
            self.bounds(&comparison.left).is_some() && self.bounds(&comparison.right).is_some()
        };
        parts(asked).all(|part| match part {
            Part::Test(Test::Compare(comparison))
            | Part::Condition(Condition::Compare(comparison)) => can_compare(comparison),
            // The bodies of actions run: anything may happen.
            Part::Condition(condition) => !matches!(
                condition,
                Condition::NoAction(_) | Condition::NobodyCanAct | Condition::Solvable
            ),
            Part::Statement(_)
            | Part::Rule(_)
            | Part::Write(_)
            | Part::Effect(_)
            | Part::Pattern(_)
            | Part::Ways(_)
            | Part::Test(_)
            | Part::Expr(_) => true,
        })
    }

    pub(crate) fn end(&mut self, end: &EndInfo) -> End {
        let condition = self.condition(&end.condition);
        let beside = if self.options.beside { self.beside(&condition) } else { None };
        End {
            kind: end.kind,
            condition,
            beside,
            effects: self.effects(&end.effects),
            span: end.span,
        }
    }

    /// A line of so many cells of one set of planes, in directions that come in opposite pairs.
    fn beside(&self, condition: &Cond) -> Option<Beside> {
        let Cond::Some(set) = condition else { return None };
        let Set::Sees { nfa, dirs } = self.set(*set) else { return None };
        let nfa = self.nfa(*nfa);
        let Shape::Run(count) = nfa.shape else { return None };
        let masume_program::Dirs::Fixed(dirs) = dirs else { return None };
        let test = nfa.places.first()?.test;
        let Set::Planes(planes) = self.set(test) else { return None };
        let is_named = self.grid().rim() == 0 && !planes.is_empty();
        is_named.then_some(Beside { set: test, count, dirs: *dirs })
    }
}

/// Bounds of the result of a function of arguments within these; `None` where it may leave 64 bits.
fn bounds_of(function: Function, arguments: &[(i64, i64)]) -> Option<(i64, i64)> {
    match (function, arguments) {
        (Function::Min, [left, right]) => Some((left.0.min(right.0), left.1.min(right.1))),
        (Function::Max, [left, right]) => Some((left.0.max(right.0), left.1.max(right.1))),
        (Function::Abs, [(least, greatest)]) => {
            let nearest = (*least).max(greatest.saturating_neg()).max(0);
            Some((nearest, least.checked_abs()?.max(greatest.checked_abs()?)))
        }
        (Function::Min | Function::Max | Function::Abs, _) => None,
    }
}

/// Bounds of the result of an operation; `None` where it may leave 64 bits.
fn combined(left: (i64, i64), operation: Arithmetic, right: (i64, i64)) -> Option<(i64, i64)> {
    match operation {
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
            let corner = |left, right| operation.apply(left, right).ok();
            let all = [
                corner(left.0, right.0)?,
                corner(left.0, right.1)?,
                corner(left.1, right.0)?,
                corner(left.1, right.1)?,
            ];
            Some((*all.iter().min()?, *all.iter().max()?))
        }
        Arithmetic::Divide | Arithmetic::Modulo if right.0 <= 0 => None,
        Arithmetic::Divide => {
            let far = left.0.checked_abs()?.max(left.1.checked_abs()?);
            Some((-far, far))
        }
        Arithmetic::Modulo => Some((0, right.1)),
    }
}
