//! Requirements of chosen cells before the first rules of a body, as tests of those rules.
//!
//! Rules that ask it themselves show by their matches which choices are legal, and by their tests what they change.
//! Then it does not matter whether a game says `require some [c, empty]` and puts something at any `c`, or puts it at an
//! empty one; nor whether an `if` that asks the chosen cell has a rule for each answer.

use masume_rules::model::{
    Condition, Expr, ParamSlot, Part, Pattern, Rule, Statement, Strategy, Test, Ways, parts,
};

use super::Lowering;
use super::in_turn::{choice, rules_of_choice};
use super::plan::only_counts;

/// A test that the cell in this slot passes.
type Known = (ParamSlot, Test);

impl Lowering<'_> {
    /// A body whose first rules ask what it requires before them; `None` where it is the same.
    pub(super) fn body_with_requirements(&self, body: &[Statement]) -> Option<Vec<Statement>> {
        // Step 1. What is required, each part by itself, and what only counts.
        let (mut head, mut known, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut is_new, mut rest) = (false, body);
        while let [statement, behind @ ..] = rest {
            if let Statement::Require(condition, span) = statement {
                let all = conjuncts(condition);
                is_new |= all.len() > 1;
                for part in all {
                    known.extend(self.known_by(part));
                    passed.extend(self.passed_by_any(part));
                    head.push(Statement::Require(part.clone(), *span));
                }
            } else if only_counts(statement) || matches!(statement, Statement::Let(..)) {
                head.push(statement.clone());
            } else {
                break;
            }
            rest = behind;
        }
        // Step 2. The first rules ask it.
        let [first, behind @ ..] = rest else { return is_new.then_some(head) };
        let chosen = self.choice_of(first);
        is_new |= chosen.is_some();
        let first = chosen.unwrap_or_else(|| first.clone());
        let asking = with_known(&first, &known, &passed);
        is_new |= asking.as_ref().is_some_and(|asking| *asking != first);
        let first = asking.unwrap_or(first);
        if !is_new {
            return None;
        }
        // Step 3. What they all ask need not be required, where nothing can go wrong behind it that would not otherwise.
        let can_drop = |it: &Statement| matches!(it, Statement::Require(condition, _) if self.cannot_fail(condition));
        let kept = head.iter().rposition(|it| !can_drop(it)).map_or(0, |last| last + 1);
        let mut last = head.split_off(kept);
        last.retain(|it| {
            let Statement::Require(condition, _) = it else { return true };
            !self.known_by(condition).is_some_and(|(slot, test)| must_ask(&first, slot, &test))
        });
        head.append(&mut last);
        head.push(first);
        head.extend_from_slice(behind);
        Some(head)
    }

    /// The test that a condition says one chosen cell passes, where it says nothing else and cannot go wrong.
    fn known_by(&self, condition: &Condition) -> Option<Known> {
        let (test, is_passed) = if let Condition::Some(test) = condition {
            (test, true)
        } else if let Condition::Not(inner) = condition
            && let Condition::Some(test) = &**inner
        {
            (test, false)
        } else {
            return None;
        };
        let asked = tests_of(test);
        let slot = asked
            .iter()
            .find_map(|it| if let Test::Chosen(slot) = it { Some(*slot) } else { None })?;
        let rest = || asked.iter().filter(|it| ***it != Test::Chosen(slot));
        if !self.cannot_fail(condition) || !rest().all(|it| is_of_cell_alone(it)) {
            return None;
        }
        let all = Test::And(rest().map(|&it| it.clone()).collect());
        Some((slot, if is_passed { all } else { Test::Not(Box::new(all)) }))
    }

    /// A test that a condition says some cell passes, where that cannot go wrong and asks nothing that a body counts.
    fn passed_by_any<'c>(&self, condition: &'c Condition) -> Option<&'c Test> {
        let Condition::Some(test) = condition else { return None };
        (self.cannot_fail(condition) && !asks_what_is_counted(test)).then_some(test)
    }

    /// The rules that a statement chooses among by asking a chosen cell, each of which must match, as a choice of rules
    /// that ask it.
    fn choice_of(&self, statement: &Statement) -> Option<Statement> {
        let Statement::If(condition, then, otherwise, _) = statement else { return None };
        let (slot, test) = self.known_by(condition)?;
        let other = Test::Not(Box::new(test.clone()));
        let mut all = Vec::new();
        for (block, test) in [(then, test), (otherwise, other)] {
            let [Statement::Must(block)] = &block[..] else { return None };
            let [inner] = &block[..] else { return None };
            for rule in rules_of_choice(inner)? {
                // It is asked on boards now on which it was not.
                if !self.cannot_fail(&rule.pattern) || matches!(rule.strategy, Strategy::Random(_))
                {
                    return None;
                }
                all.push(with_test(rule, slot, &test)?);
            }
        }
        Some(Statement::Must(vec![choice(all)]))
    }
}

/// The conditions that all have to hold, in the order in which they are asked.
fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    if let Condition::And(all) = condition {
        all.iter().flat_map(conjuncts).collect()
    } else {
        vec![condition]
    }
}

/// The tests that a cell has to pass all of, but for the one that every cell passes.
fn tests_of(test: &Test) -> Vec<&Test> {
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
    let asks_choice = |part: Part<'_>| {
        matches!(
            part,
            Part::Test(Test::Chosen(_) | Test::InLine(_) | Test::Near(..))
                | Part::Expr(Expr::Chosen(_) | Expr::Across(_) | Expr::Down(_))
                | Part::Ways(Ways::Chosen(_) | Ways::Against(_))
        )
    };
    !parts(test).any(asks_choice) && !asks_what_is_counted(test)
}

/// True if a test asks for a value, a local number or a letter.
fn asks_what_is_counted(test: &Test) -> bool {
    parts(test).any(|part| {
        matches!(
            part,
            Part::Test(Test::Letter { .. })
                | Part::Expr(Expr::Value(_) | Expr::Local(_) | Expr::Letter(_))
        )
    })
}

/// The first rules of a body that ask what is known of the cells at their ends; `None` where it begins with no rules.
fn with_known(first: &Statement, known: &[Known], passed: &[&Test]) -> Option<Statement> {
    let (inner, is_must) = if let Statement::Must(block) = first {
        let [inner] = &block[..] else { return None };
        (inner, true)
    } else {
        (first, false)
    };
    let rules = rules_of_choice(inner)?;
    let always_matches =
        rules.iter().any(|rule| matches_known(rule, known) || matches_any(rule, passed));
    let ask = |rule: Rule, (slot, test): &Known| with_test(&rule, *slot, test).unwrap_or(rule);
    let asking = |rule: &Rule| known.iter().fold(rule.clone(), ask);
    let inner = choice(rules.into_iter().map(asking).collect());
    Some(if is_must || always_matches { Statement::Must(vec![inner]) } else { inner })
}

/// True if a rule of one cell asks nothing of a chosen cell that is not known of it.
fn matches_known(rule: &Rule, known: &[Known]) -> bool {
    let slot = match (rule.from, rule.to) {
        (Some(from), to) if to.is_none_or(|to| to == from) => from,
        (None, Some(to)) => to,
        _ => return false,
    };
    let passed: Vec<&Test> =
        known.iter().filter(|(of, _)| *of == slot).flat_map(|(_, test)| tests_of(test)).collect();
    rule.ways == Ways::None && !passed.is_empty() && asks_no_more(rule, &passed)
}

/// True if a rule of one cell, wherever it is, asks nothing that some cell is not known to pass.
fn matches_any(rule: &Rule, passed: &[&Test]) -> bool {
    let has_directions = match &rule.ways {
        Ways::None | Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Fixed(by_player) => by_player.iter().all(|directions| !directions.is_empty()),
        Ways::Union(_) => false,
    };
    (rule.from, rule.to) == (None, None)
        && has_directions
        && passed.iter().any(|passed| asks_no_more(rule, &tests_of(passed)))
}

/// True if a rule is one of a single cell, draws none of its matches, and asks of the cell some of these tests alone.
fn asks_no_more(rule: &Rule, passed: &[&Test]) -> bool {
    let Pattern::Cell { test, .. } = &rule.pattern else { return false };
    !matches!(rule.strategy, Strategy::Random(_))
        && tests_of(test).iter().all(|it| passed.contains(it))
}

/// The rule with a test more of the cell in this slot, which is the first or the last of its pattern; `None` where it is
/// neither, or more than one place of the pattern may be that.
fn with_test(rule: &Rule, slot: ParamSlot, test: &Test) -> Option<Rule> {
    let mut rule = rule.clone();
    let at = end_of(&mut rule, slot)?;
    let mut all: Vec<Test> = tests_of(at).into_iter().cloned().collect();
    for test in tests_of(test) {
        if !all.contains(test) {
            all.push(test.clone());
        }
    }
    *at = match &all[..] {
        [] => Test::Any,
        [only] => only.clone(),
        _ => Test::And(all),
    };
    Some(rule)
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

/// True if a statement must match, and every rule of it asks this of the cell in the slot.
fn must_ask(first: &Statement, slot: ParamSlot, test: &Test) -> bool {
    let Statement::Must(block) = first else { return false };
    let [inner] = &block[..] else { return false };
    let Some(rules) = rules_of_choice(inner) else { return false };
    rules.iter().all(|rule| with_test(rule, slot, test).is_some_and(|asking| asking == **rule))
}
