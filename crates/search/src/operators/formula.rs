//! Tests and conditions as formulas over contents of places.

use std::collections::BTreeMap;

use masume_board::{Cell, Direction};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    Comparison, Condition, Expr, Layer, Letter, ParamSlot, Pattern, Reach, Test, Ways,
};

use super::{Mask, Operators, Place, Refused};
use crate::meter::Meter;

/// A place holds one of these contents.
pub(crate) type Literal = (Place, Mask);

/// The most terms of a formula that is written as a choice of conjunctions.
const MOST_TERMS: usize = 64;

/// The most literals of one of them.
const MOST_LITERALS: usize = 1024;

/// The most cells of a pattern: a line of the longest board that is compiled has fewer.
const MOST_CELLS: usize = 1 << 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    True,
    False,
    Is(Literal),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    pub(crate) fn and(parts: Vec<Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::True => {}
                Self::False => return Self::False,
                Self::And(inner) => kept.extend(inner),
                part @ (Self::Is(_) | Self::Or(_)) => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::True,
            1 => kept.remove(0),
            _ => Self::And(kept),
        }
    }

    pub(crate) fn or(parts: Vec<Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::False => {}
                Self::True => return Self::True,
                Self::Or(inner) => kept.extend(inner),
                part @ (Self::Is(_) | Self::And(_)) => kept.push(part),
            }
        }
        let mut kept = Self::joined(kept);
        match kept.len() {
            0 => Self::False,
            1 => kept.remove(0),
            _ => Self::Or(kept),
        }
    }

    /// One of several, with what is said of one place said once.
    fn joined(parts: Vec<Self>) -> Vec<Self> {
        let mut kept: Vec<Self> = Vec::with_capacity(parts.len());
        let mut said: BTreeMap<Place, usize> = BTreeMap::new();
        for part in parts {
            let Self::Is((place, more)) = part else {
                kept.push(part);
                continue;
            };
            let at = *said.entry(place).or_insert(kept.len());
            match kept.get_mut(at) {
                Some(Self::Is((_, mask))) => *mask |= more,
                Some(_) | None => kept.push(part),
            }
        }
        kept
    }

    /// Number of formulas that it is made of, itself included.
    fn parts(&self) -> usize {
        match self {
            Self::True | Self::False | Self::Is(_) => 1,
            Self::And(parts) | Self::Or(parts) => 1 + parts.iter().map(Self::parts).sum::<usize>(),
        }
    }

    /// The opposite, on layers of so many contents.
    fn negated(self, operators: &Operators) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Is((place, mask)) => operators.literal(place, !mask),
            Self::And(parts) => {
                Self::or(parts.into_iter().map(|part| part.negated(operators)).collect())
            }
            Self::Or(parts) => {
                Self::and(parts.into_iter().map(|part| part.negated(operators)).collect())
            }
        }
    }

    /// With places that can hold only these contents, by place.
    pub(crate) fn simplified(&self, held: &[Mask]) -> Self {
        match self {
            Self::True => Self::True,
            Self::False => Self::False,
            &Self::Is((place, mask)) => match held[place as usize] {
                held if held & mask == 0 => Self::False,
                held if held & !mask == 0 => Self::True,
                held => Self::Is((place, mask & held)),
            },
            Self::And(parts) => Self::and(parts.iter().map(|part| part.simplified(held)).collect()),
            Self::Or(parts) => Self::or(parts.iter().map(|part| part.simplified(held)).collect()),
        }
    }

    /// True if it holds of these codes, by place.
    #[cfg(test)]
    pub(crate) fn holds(&self, codes: &[u8]) -> bool {
        match self {
            Self::True => true,
            Self::False => false,
            Self::Is((place, mask)) => mask >> codes[*place as usize] & 1 == 1,
            Self::And(parts) => parts.iter().all(|part| part.holds(codes)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(codes)),
        }
    }

    /// Disjunctive normal form: a choice of conjunctions, each with one literal for a place, places ascending.
    pub(super) fn terms(&self) -> Result<Vec<Vec<Literal>>, Refused> {
        self.terms_up_to(MOST_TERMS)
    }

    /// Disjunctive normal form, if it has no more than so many conjunctions.
    pub(super) fn terms_up_to(&self, most: usize) -> Result<Vec<Vec<Literal>>, Refused> {
        match self {
            Self::True => Ok(vec![Vec::new()]),
            Self::False => Ok(Vec::new()),
            Self::Is(literal) => Ok(vec![vec![*literal]]),
            Self::Or(parts) => {
                let mut terms = Vec::new();
                for part in parts {
                    terms.extend(part.terms_up_to(most)?);
                    if terms.len() > most {
                        return Err(Refused::Many);
                    }
                }
                Ok(terms)
            }
            Self::And(parts) => {
                let mut terms = vec![Vec::new()];
                for part in parts {
                    let more = part.terms_up_to(most)?;
                    if terms.len() * more.len() > most {
                        return Err(Refused::Many);
                    }
                    let pairs = terms.iter().flat_map(|one| more.iter().map(move |two| (one, two)));
                    terms = pairs.filter_map(|(one, two)| both(one, two)).collect();
                    if terms.iter().any(|term| term.len() > MOST_LITERALS) {
                        return Err(Refused::Many);
                    }
                }
                Ok(terms)
            }
        }
    }
}

/// Two conjunctions as one; `None` where they contradict each other.
pub(super) fn both(one: &[Literal], two: &[Literal]) -> Option<Vec<Literal>> {
    let mut literals = one.to_vec();
    for &(place, mask) in two {
        match literals.iter_mut().find(|literal| literal.0 == place) {
            Some(known) => {
                known.1 &= mask;
                if known.1 == 0 {
                    return None;
                }
            }
            None => literals.push((place, mask)),
        }
    }
    literals.sort_unstable();
    Some(literals)
}

/// Place and action for which a test is asked.
pub(super) struct TestSite<'a> {
    pub(super) cell: Cell,
    pub(super) action: Option<Action>,
    /// Letters and the places that bind them; `None` where none may be bound.
    pub(super) letters: Option<&'a mut Vec<(Letter, Place)>>,
    /// Meter of what tests ask, and of what is kept of them.
    pub(super) meter: &'a Meter,
}

impl<'a> TestSite<'a> {
    /// Site of the same place and action, where no letter may be bound.
    fn without_letters(&self, cell: Cell) -> TestSite<'a> {
        TestSite { cell, action: self.action, letters: None, meter: self.meter }
    }
}

impl Operators {
    /// Formula that a place holds one of these contents.
    fn literal(&self, place: Place, mask: Mask) -> Formula {
        let (layer, _) = self.layer_and_cell(place);
        let all = Mask::MAX >> (Mask::BITS as usize - self.code_count(Layer(layer as u8)));
        match mask & all {
            0 => Formula::False,
            mask if mask == all => Formula::True,
            mask => Formula::Is((place, mask)),
        }
    }

    /// Formula that a layer of a cell holds a content that passes; nothing passes as `of_nothing` says.
    fn contents_that(
        &self,
        layer: Layer,
        cell: Cell,
        of_nothing: bool,
        passes: impl Fn(i32) -> bool,
    ) -> Formula {
        let Some(place) = self.place(layer, cell) else {
            return if of_nothing { Formula::True } else { Formula::False };
        };
        let known = &self.contents[usize::from(layer.0)];
        let passing = known.iter().enumerate().skip(1).filter(|(_, content)| passes(**content));
        let mask = passing.fold(Mask::from(of_nothing), |mask, (code, _)| mask | 1 << code);
        self.literal(place, mask)
    }

    pub(super) fn test(&self, test: &Test, asked: &mut TestSite<'_>) -> Result<Formula, Refused> {
        asked.meter.does(1)?;
        let cell = asked.cell;
        let chosen = |slot: ParamSlot| {
            asked.action.map_or(Argument::None, |it| it.arguments[usize::from(slot.0)])
        };
        Ok(match test {
            Test::Any => Formula::True,
            Test::Empty => {
                let layers = (0..self.layer_count()).map(|layer| Layer(layer as u8));
                Formula::and(
                    layers.map(|layer| self.contents_that(layer, cell, true, |_| false)).collect(),
                )
            }
            Test::Occupied(layer) => self.contents_that(*layer, cell, false, |_| true),
            Test::Piece { layer, pieces } => {
                let of_player = pieces.get(usize::from(self.player.0)).or_else(|| pieces.first());
                let set = *of_player.ok_or(Refused::Meaning)?;
                self.contents_that(*layer, cell, false, |content| set.contains(content))
            }
            Test::Letter { layer, letter } => {
                let letters = asked.letters.as_mut().ok_or(Refused::Meaning)?;
                if letters.iter().any(|(bound, _)| bound == letter) {
                    return Err(Refused::Meaning);
                }
                let Some(place) = self.place(*layer, cell) else { return Ok(Formula::False) };
                letters.push((*letter, place));
                self.contents_that(*layer, cell, false, |_| true)
            }
            Test::Chosen(slot) => truth(chosen(*slot) == Argument::Cell(cell)),
            Test::InLine(slot) => truth(match chosen(*slot) {
                Argument::Column(column) => i64::from(self.grid.column(cell)) == i64::from(column),
                Argument::Row(row) => i64::from(self.grid.row(cell)) == i64::from(row),
                Argument::None | Argument::Direction(_) | Argument::Cell(_) => false,
            }),
            Test::Centre => truth(self.grid.centre() == cell),
            Test::Near(reach, slot) => truth(match chosen(*slot) {
                Argument::Cell(near) => self.is_near(*reach, near, cell),
                Argument::None
                | Argument::Direction(_)
                | Argument::Column(_)
                | Argument::Row(_) => false,
            }),
            Test::Neighbours { .. } => return Err(Refused::Meaning),
            Test::Sees { ways, pattern } => self.sees(ways, pattern, asked)?,
            Test::Compare(comparison) => self.comparison(comparison, cell)?,
            Test::Not(inner) => self.test(inner, &mut asked.without_letters(cell))?.negated(self),
            Test::And(parts) => {
                let parts: Result<_, _> = parts.iter().map(|part| self.test(part, asked)).collect();
                Formula::and(parts?)
            }
            Test::Or(parts) => {
                let mut inner = asked.without_letters(cell);
                let parts: Result<_, _> =
                    parts.iter().map(|part| self.test(part, &mut inner)).collect();
                Formula::or(parts?)
            }
        })
    }

    fn is_near(&self, reach: Reach, near: Cell, cell: Cell) -> bool {
        self.grid.neighbours(near, Test::directions(reach)).any(|it| it == cell)
    }

    fn sees(
        &self,
        ways: &Ways,
        pattern: &Pattern,
        asked: &TestSite<'_>,
    ) -> Result<Formula, Refused> {
        let directions = ways.directions(self.player, &|slot| direction_of(asked.action, slot));
        let mut found = Vec::new();
        for direction in directions {
            let mut parts = Vec::new();
            let mut tests = Vec::new();
            run(pattern, &mut tests)?;
            let mut at = Some(asked.cell);
            for (_, test) in tests {
                let Some(cell) = at else {
                    parts.push(Formula::False);
                    break;
                };
                let mut inner = asked.without_letters(cell);
                parts.push(self.test(test, &mut inner)?);
                at = self.grid.step(cell, direction);
            }
            found.push(Formula::and(parts));
        }
        Ok(Formula::or(found))
    }

    /// A comparison of numbers that depend on the cell, and on the content of one layer there.
    fn comparison(&self, comparison: &Comparison, cell: Cell) -> Result<Formula, Refused> {
        let mut layers = Vec::new();
        layers_read(&comparison.left, &mut layers);
        layers_read(&comparison.right, &mut layers);
        layers.dedup();
        let holds = |content| {
            let number = |expr| self.number(expr, cell, content).ok_or(Refused::Meaning);
            Ok(comparison.operator.holds(number(&comparison.left)?, number(&comparison.right)?))
        };
        match layers[..] {
            [] => Ok(truth(holds(None)?)),
            [layer] => {
                let known = &self.contents[usize::from(layer.0)];
                let passing: Result<Vec<bool>, Refused> =
                    known.iter().skip(1).map(|&content| holds(Some(content))).collect();
                let passing = passing?;
                Ok(self.contents_that(layer, cell, false, |content| {
                    known.iter().position(|it| *it == content).is_some_and(|code| passing[code - 1])
                }))
            }
            _ => Err(Refused::Meaning),
        }
    }

    /// A number that depends on the cell, and on the content of the layer that it reads.
    fn number(&self, expr: &Expr, cell: Cell, here: Option<i32>) -> Option<i64> {
        let number = |expr: &Expr| self.number(expr, cell, here);
        match expr {
            Expr::Constant(number) => Some(*number),
            Expr::Here(_) => here.map(i64::from),
            Expr::Row => Some(i64::from(self.grid.row(cell)) + 1),
            Expr::Column => Some(i64::from(self.grid.column(cell)) + 1),
            Expr::Width => Some(i64::from(self.grid.width())),
            Expr::Height => Some(i64::from(self.grid.height())),
            Expr::Function(function, arguments) => {
                let arguments: Vec<i64> = arguments.iter().map(number).collect::<Option<_>>()?;
                function.apply(&arguments).ok()
            }
            Expr::Negate(inner) => number(inner)?.checked_neg(),
            Expr::Binary(one, operation, other) => {
                let (one, other) = (number(one)?, number(other)?);
                operation.apply(one, other).ok()
            }
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

    /// A condition on the whole board.
    pub(super) fn condition(
        &self,
        condition: &Condition,
        meter: &Meter,
    ) -> Result<Formula, Refused> {
        let at = |test: &Test, cell: Cell| -> Result<Formula, Refused> {
            let found =
                self.test(test, &mut TestSite { cell, action: None, letters: None, meter })?;
            meter.keeps((found.parts() * size_of::<Formula>()) as u64)?;
            Ok(found)
        };
        Ok(match condition {
            Condition::Some(test) => {
                let cells: Result<_, Refused> =
                    self.cells.iter().map(|&cell| at(test, cell)).collect();
                Formula::or(cells?)
            }
            Condition::Every(test, has) => {
                let mut parts = Vec::new();
                for &cell in &self.cells {
                    let without = at(test, cell)?.negated(self);
                    parts.push(Formula::or(vec![without, at(has, cell)?]));
                }
                Formula::and(parts)
            }
            Condition::Not(inner) => self.condition(inner, meter)?.negated(self),
            Condition::And(parts) => {
                let parts: Result<_, _> =
                    parts.iter().map(|part| self.condition(part, meter)).collect();
                Formula::and(parts?)
            }
            Condition::Or(parts) => {
                let parts: Result<_, _> =
                    parts.iter().map(|part| self.condition(part, meter)).collect();
                Formula::or(parts?)
            }
            Condition::NoAction(_)
            | Condition::NobodyCanAct
            | Condition::EveryonePassed
            | Condition::Solvable
            | Condition::Compare(_) => return Err(Refused::Meaning),
        })
    }
}

fn truth(holds: bool) -> Formula {
    if holds { Formula::True } else { Formula::False }
}

/// The layers whose content at the cell an expression reads.
fn layers_read(expr: &Expr, found: &mut Vec<Layer>) {
    if let Expr::Here(layer) = expr {
        found.push(*layer);
    }
    expr.operands().for_each(|operand| layers_read(operand, found));
}

/// The direction that was chosen in a slot.
pub(super) fn direction_of(action: Option<Action>, slot: ParamSlot) -> Option<Direction> {
    match action?.arguments[usize::from(slot.0)] {
        Argument::Direction(direction) => Some(direction),
        Argument::None | Argument::Cell(_) | Argument::Column(_) | Argument::Row(_) => None,
    }
}

/// The cells of a pattern of fixed length, one after another.
pub(super) fn run<'p>(
    pattern: &'p Pattern,
    found: &mut Vec<(u32, &'p Test)>,
) -> Result<(), Refused> {
    match pattern {
        Pattern::Cell { .. } if found.len() >= MOST_CELLS => return Err(Refused::Length),
        Pattern::Cell { position, test } => found.push((*position, test)),
        Pattern::Sequence(parts) => {
            for part in parts {
                run(part, found)?;
            }
        }
        Pattern::Repeat { body, least, greatest } if Some(*least) == *greatest && *least <= 64 => {
            for _ in 0..*least {
                run(body, found)?;
            }
        }
        Pattern::Repeat { .. }
        | Pattern::Choice(_)
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => return Err(Refused::Length),
    }
    Ok(())
}
