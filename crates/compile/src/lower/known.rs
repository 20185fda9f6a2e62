//! Tests that chosen cells are known to pass before a rule.

use masume_rules::model::{
    Condition, Expr, ParamSlot, Part, Pattern, Reach, Rule, Test, Ways, parts,
};

use super::Lowering;

/// A test that the cell in this slot passes.
pub(super) type PassedTest = (ParamSlot, Test);

impl Lowering<'_> {
    /// The test that a condition says one chosen cell passes, where it says nothing else and cannot go wrong. What some
    /// cell near a chosen one passes is a test of that, too.
    pub(super) fn known_by(&self, condition: &Condition) -> Option<PassedTest> {
        let (test, is_passed) = if let Condition::Some(test) = condition {
            (test, true)
        } else if let Condition::Not(inner) = condition
            && let Condition::Some(test) = &**inner
        {
            (test, false)
        } else {
            return None;
        };
        if !self.cannot_fail(condition) {
            return None;
        }
        // Cells of the rim are neighbours, and no condition asks them.
        let has_no_rim = self.grid().rim() == 0;
        let (slot, test) =
            of_chosen(test).or_else(|| of_neighbours(test).filter(|_| has_no_rim))?;
        Some((slot, if is_passed { test } else { negated(test) }))
    }
}

/// The chosen cell that is the only one to pass a test, and what that asks of it besides.
fn of_chosen(test: &Test) -> Option<PassedTest> {
    let asked = tests_of(test);
    let slot =
        asked.iter().find_map(|it| if let Test::Chosen(slot) = it { Some(*slot) } else { None })?;
    let rest: Vec<&Test> = asked.into_iter().filter(|it| **it != Test::Chosen(slot)).collect();
    let is_asked = |it: &&Test| is_of_cell_alone(it) || near(it).is_some();
    rest.iter().all(is_asked).then(|| (slot, all_of(rest.into_iter().cloned())))
}

/// The chosen cell that has to have a neighbour which passes a test, and that it has one.
fn of_neighbours(test: &Test) -> Option<PassedTest> {
    let asked = tests_of(test);
    let (reach, slot) = asked.iter().find_map(|it| {
        if let Test::Near(reach, slot) = it { Some((*reach, *slot)) } else { None }
    })?;
    let rest: Vec<&Test> = asked.into_iter().filter(|it| **it != Test::Near(reach, slot)).collect();
    if !rest.iter().all(|it| is_of_cell_alone(it)) {
        return None;
    }
    let test = Box::new(all_of(rest.into_iter().cloned()));
    Some((slot, Test::Neighbours { least: 1, greatest: None, test, reach }))
}

/// The chosen cell near which a test asks to be, or not to be.
fn near(test: &Test) -> Option<ParamSlot> {
    let asked = if let Test::Not(inner) = test { inner } else { test };
    if let Test::Near(_, slot) = asked { Some(*slot) } else { None }
}

/// The test that a cell does not pass; no letter is bound in it.
pub(super) fn negated(test: Test) -> Test {
    if let Test::Not(inner) = test { *inner } else { Test::Not(Box::new(test)) }
}

/// The test that a cell has to pass all of.
pub(super) fn all_of(tests: impl IntoIterator<Item = Test>) -> Test {
    let all: Vec<Test> = tests.into_iter().collect();
    match <[Test; 1]>::try_from(all) {
        Ok([only]) => only,
        Err(all) if all.is_empty() => Test::Any,
        Err(all) => Test::And(all),
    }
}

/// The tests that a cell has to pass all of, but for the one that every cell passes.
pub(super) fn tests_of(test: &Test) -> Vec<&Test> {
    if let Test::And(all) = test {
        all.iter().flat_map(tests_of).collect()
    } else if *test == Test::Any {
        Vec::new()
    } else {
        vec![test]
    }
}

/// True if a test asks neither for what is chosen nor for what a body counts, and binds no letter.
fn is_of_cell_alone(test: &Test) -> bool {
    !asks_choice(test) && !asks_what_is_counted(test)
}

/// True if something asks for what is chosen.
pub(super) fn asks_choice<'p>(whole: impl Into<Part<'p>>) -> bool {
    parts(whole).any(|part| {
        matches!(
            part,
            Part::Test(Test::Chosen(_) | Test::InLine(_) | Test::Near(..))
                | Part::Expr(Expr::Chosen(_) | Expr::Across(_) | Expr::Down(_))
                | Part::Ways(Ways::Chosen(_) | Ways::Against(_))
        )
    })
}

/// True if a test asks for a value, a local number or a letter.
pub(super) fn asks_what_is_counted(test: &Test) -> bool {
    parts(test).any(|part| {
        matches!(
            part,
            Part::Test(Test::Letter { .. })
                | Part::Expr(Expr::Value(_) | Expr::Local(_) | Expr::Letter(_))
        )
    })
}

/// The slot of the cell that a rule of one chosen cell is about; `None` for a rule of no chosen cell, or of two.
pub(super) fn slot_of(rule: &Rule) -> Option<ParamSlot> {
    let slot = rule.from.or(rule.to)?;
    rule.to.is_none_or(|to| to == slot).then_some(slot)
}

/// The rule asking all that is known of the cells at its ends.
pub(super) fn with_tests(rule: &Rule, known: &[PassedTest]) -> Rule {
    known
        .iter()
        .fold(rule.clone(), |rule, (slot, test)| with_test(&rule, *slot, test).unwrap_or(rule))
}

/// The rule with a test more of the cell in this slot, which is the first or the last of its pattern; `None` where it is
/// neither, or more than one place of the pattern may be that. What its directions tell is not asked.
pub(super) fn with_test(rule: &Rule, slot: ParamSlot, test: &Test) -> Option<Rule> {
    let steps = step(rule);
    let is_told = |test: &Test| {
        steps.is_some_and(|(reach, slots)| {
            let other = if slots[0] == slot { slots[1] } else { slots[0] };
            *test == Test::Near(reach, other) || *test == Test::Near(Reach::Around, other)
        })
    };
    let mut rule = rule.clone();
    let at = end_of(&mut rule, slot)?;
    let mut all: Vec<Test> = tests_of(at).into_iter().cloned().collect();
    for test in tests_of(test) {
        if !all.contains(test) && !is_told(test) {
            all.push(test.clone());
        }
    }
    *at = all_of(all);
    Some(rule)
}

/// The neighbours that two chosen cells have to be for a rule to match, where it goes from the one to the other in one step.
fn step(rule: &Rule) -> Option<(Reach, [ParamSlot; 2])> {
    let (Ways::Fixed(by_player), Pattern::Sequence(cells)) = (&rule.ways, &rule.pattern) else {
        return None;
    };
    let [Pattern::Cell { .. }, Pattern::Cell { .. }] = cells[..] else { return None };
    let mut ways = by_player.iter().flatten();
    let is_beside = ways.all(|way| Test::directions(Reach::Beside).contains(way));
    let reach = if is_beside { Reach::Beside } else { Reach::Around };
    Some((reach, [rule.from?, rule.to?]))
}

/// The test of the place of a rule's pattern at which the cell in this slot lies.
fn end_of(rule: &mut Rule, slot: ParamSlot) -> Option<&mut Test> {
    fn end(pattern: &mut Pattern, is_first: bool) -> Option<&mut Test> {
        match pattern {
            Pattern::Cell { test, .. } => Some(test),
            Pattern::Sequence(parts) => {
                end(if is_first { parts.first_mut() } else { parts.last_mut() }?, is_first)
            }
            Pattern::Choice(_)
            | Pattern::Repeat { .. }
            | Pattern::Edge
            | Pattern::Turn
            | Pattern::Bend => None,
        }
    }
    let is_first = rule.from == Some(slot);
    if !is_first && rule.to != Some(slot) {
        return None;
    }
    end(&mut rule.pattern, is_first)
}
