//! Going through all that rules are made of: to collect something, or to ask whether any part is so.

use super::{
    Condition, Effect, Expr, March, MarchAim, Pattern, Rule, Rules, Statement, Strategy, Test,
    Ways, Write,
};

/// A part of the rules.
#[derive(Clone, Copy, Debug)]
pub enum Part<'r> {
    /// A statement; a rule that is one is a part of it.
    Statement(&'r Statement),
    /// A pattern and its replacement.
    Rule(&'r Rule),
    /// Content that is put on one layer of one cell.
    Write(&'r Write),
    /// Effect besides the board's change.
    Effect(&'r Effect),
    /// A pattern.
    Pattern(&'r Pattern),
    /// Directions.
    Ways(&'r Ways),
    /// A condition on one cell.
    Test(&'r Test),
    /// A condition on the whole state.
    Condition(&'r Condition),
    /// A number.
    Expr(&'r Expr),
}

macro_rules! from_reference {
    ($($name:ident),*) => {$(
        impl<'r> From<&'r $name> for Part<'r> {
            fn from(part: &'r $name) -> Self {
                Self::$name(part)
            }
        }
    )*};
}
from_reference!(Statement, Rule, Write, Effect, Pattern, Ways, Test, Condition, Expr);

/// The part and all that it is made of, outer parts before inner ones, in the order of the text.
///
/// ```
/// use masume_rules::model::{Expr, Part, Test, parts};
///
/// let count = Expr::Count(Box::new(Test::Not(Box::new(Test::Empty))));
/// let tests = parts(&count).filter(|part| matches!(part, Part::Test(_)));
/// assert_eq!(tests.count(), 2);
/// ```
pub fn parts<'r>(whole: impl Into<Part<'r>>) -> impl Iterator<Item = Part<'r>> {
    nested([whole.into()], Part::add_children)
}

/// The statements of a block and all in them, outer ones before inner ones, in the order of the text.
pub fn statements(block: &[Statement]) -> impl Iterator<Item = &Statement> {
    nested(block, |statement, found| found.extend(statement.blocks().flatten()))
}

impl Pattern {
    /// The test of each cell, with its position; what a test sees is not among them.
    pub fn cells(&self) -> impl Iterator<Item = (u32, &Test)> {
        let all = nested([self], |pattern, found| {
            if let Self::Sequence(parts) | Self::Choice(parts) = pattern {
                found.extend(parts);
            } else if let Self::Repeat { body, .. } = pattern {
                found.push(body);
            }
        });
        all.filter_map(|pattern| match pattern {
            Self::Cell { position, test } => Some((*position, test)),
            Self::Sequence(_)
            | Self::Choice(_)
            | Self::Repeat { .. }
            | Self::Edge
            | Self::Turn
            | Self::Bend => None,
        })
    }
}

impl Test {
    /// The tests that must all hold, in the order in which they are asked: itself, or the parts of an
    /// `And`.
    pub fn conjuncts(&self) -> impl Iterator<Item = &Self> {
        let all = nested([self], |test, found| {
            if let Self::And(parts) = test {
                found.extend(parts);
            }
        });
        all.filter(|test| !matches!(test, Self::And(_)))
    }
}

/// These and all that is in them, outer ones before inner ones; `add_inner` adds what one is directly
/// made of.
pub fn nested<T: Copy>(
    outer: impl IntoIterator<Item = T>,
    add_inner: impl Fn(T, &mut Vec<T>),
) -> impl Iterator<Item = T> {
    // What is still to be told, the next one last.
    let mut open: Vec<T> = outer.into_iter().collect();
    open.reverse();
    std::iter::from_fn(move || {
        let next = open.pop()?;
        let first = open.len();
        add_inner(next, &mut open);
        open[first..].reverse();
        Some(next)
    })
}

impl Rules {
    /// Everything that runs: the set-up, the actions, what follows them, the ends and the points.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut whole = Vec::new();
        add(&mut whole, &self.start);
        for action in &self.actions {
            add(&mut whole, action.when.iter().map(|when| &when.value));
            add(&mut whole, &action.body);
        }
        add(&mut whole, &self.then);
        add(&mut whole, self.again.iter().map(|again| &again.value));
        for end in &self.ends {
            whole.push(Part::Condition(&end.condition));
            add(&mut whole, &end.effects);
        }
        add(&mut whole, self.score.iter().map(|score| &score.value));
        nested(whole, Part::add_children)
    }
}

fn add<'r, P: Into<Part<'r>>>(found: &mut Vec<Part<'r>>, parts: impl IntoIterator<Item = P>) {
    found.extend(parts.into_iter().map(Into::into));
}

impl<'r> Part<'r> {
    /// Adds the parts of which it is directly made, in the order of the text.
    fn add_children(self, found: &mut Vec<Self>) {
        match self {
            Self::Statement(statement) => statement.add_children(found),
            Self::Rule(rule) => rule.add_children(found),
            Self::Write(write) => {
                if let Write::Number(_, number) = write {
                    found.push(Self::Expr(number));
                }
            }
            Self::Effect(effect) => {
                if let Effect::Assign(_, _, number) | Effect::AssignLocal(_, _, number) = effect {
                    found.push(Self::Expr(number));
                }
            }
            Self::Pattern(pattern) => match pattern {
                Pattern::Cell { test, .. } => found.push(Self::Test(test)),
                Pattern::Sequence(parts) | Pattern::Choice(parts) => add(found, parts),
                Pattern::Repeat { body, .. } => found.push(Self::Pattern(body)),
                Pattern::Edge | Pattern::Turn | Pattern::Bend => {}
            },
            Self::Ways(ways) => {
                if let Ways::Union(parts) = ways {
                    add(found, parts);
                }
            }
            Self::Test(test) => test.add_children(found),
            Self::Condition(condition) => condition.add_children(found),
            Self::Expr(number) => {
                add(found, number.asked_of_cells());
                add(found, number.operands());
            }
        }
    }
}

impl Statement {
    fn add_children<'r>(&'r self, found: &mut Vec<Part<'r>>) {
        match self {
            Self::Rule(rule) => found.push(Part::Rule(rule)),
            Self::Relocate { from, to, .. } => add(found, [from, to]),
            Self::March(March { walkers, aim, meets, .. }) => {
                found.push(Part::Test(walkers));
                found.push(match aim {
                    MarchAim::Toward(target) => Part::Test(target),
                    MarchAim::In(ways) => Part::Ways(ways),
                });
                add(found, meets.iter().flat_map(|row| &row.effects));
            }
            Self::Deal { each, over, .. } => {
                found.push(Part::Expr(each));
                found.push(Part::Test(over));
            }
            Self::If(condition, ..) | Self::Until(condition, _) | Self::Require(condition, _) => {
                found.push(Part::Condition(condition));
            }
            Self::Times(number, ..) | Self::Let(_, number, _) => found.push(Part::Expr(number)),
            Self::Effects(effects, _) => add(found, effects),
            Self::OrElse(_)
            | Self::Must(_)
            | Self::Simultaneous(..)
            | Self::Repeat(..)
            | Self::Shuffle { .. }
            | Self::Picture { .. } => {}
        }
        add(found, self.blocks().flatten());
    }
}

impl Rule {
    fn add_children<'r>(&'r self, found: &mut Vec<Part<'r>>) {
        if let Strategy::Random(Some(count)) = &self.strategy {
            found.push(Part::Expr(count));
        }
        found.push(Part::Ways(&self.ways));
        found.push(Part::Pattern(&self.pattern));
        for alternative in &self.alternatives {
            add(found, &alternative.chance);
            add(found, alternative.writes.iter().flatten());
        }
        add(found, &self.effects);
    }
}

impl Test {
    fn add_children<'r>(&'r self, found: &mut Vec<Part<'r>>) {
        match self {
            Self::Neighbours { test, .. } | Self::Not(test) => found.push(Part::Test(test)),
            Self::Sees { ways, pattern } => {
                found.push(Part::Ways(ways));
                found.push(Part::Pattern(pattern));
            }
            Self::Compare(comparison) => add(found, [&comparison.left, &comparison.right]),
            Self::And(parts) | Self::Or(parts) => add(found, parts),
            Self::Any
            | Self::Empty
            | Self::Occupied(_)
            | Self::Piece { .. }
            | Self::Letter { .. }
            | Self::Chosen(_)
            | Self::InLine(_)
            | Self::Centre
            | Self::Near(..) => {}
        }
    }
}

impl Condition {
    fn add_children<'r>(&'r self, found: &mut Vec<Part<'r>>) {
        match self {
            Self::Some(test) => found.push(Part::Test(test)),
            Self::Every(these, pass) => add(found, [these, pass]),
            Self::Compare(comparison) => add(found, [&comparison.left, &comparison.right]),
            Self::Not(inner) => found.push(Part::Condition(inner)),
            Self::And(parts) | Self::Or(parts) => add(found, parts),
            Self::NoAction(_) | Self::NobodyCanAct | Self::EveryonePassed | Self::Solvable => {}
        }
    }
}
