//! Going through everything that a game's rules are made of.

use masume_rules::model::{Block, Condition, Pattern, Rule, Rules, Statement, Test};

/// Every statement of the game, the inner ones first.
pub(crate) fn statements(rules: &mut Rules, change: &mut dyn FnMut(&mut Statement)) {
    of_block(&mut rules.start, change);
    for action in &mut rules.actions {
        of_block(&mut action.body, change);
    }
    of_block(&mut rules.then, change);
}

fn of_block(block: &mut Block, change: &mut dyn FnMut(&mut Statement)) {
    for statement in block {
        match statement {
            Statement::OrElse(blocks) => blocks.iter_mut().for_each(|it| of_block(it, change)),
            Statement::Must(inner)
            | Statement::Simultaneous(inner, _)
            | Statement::Repeat(inner, _)
            | Statement::Times(_, inner, _) => of_block(inner, change),
            Statement::If(_, then, otherwise, _) => {
                of_block(then, change);
                of_block(otherwise, change);
            }
            Statement::Rule(_)
            | Statement::Relocate { .. }
            | Statement::March(_)
            | Statement::Deal { .. }
            | Statement::Shuffle { .. }
            | Statement::Until(..)
            | Statement::Let(..)
            | Statement::Effects(..)
            | Statement::Require(..)
            | Statement::Picture { .. } => {}
        }
        change(statement);
    }
}

/// Every rule.
pub(crate) fn rules(rules: &mut Rules, change: &mut dyn FnMut(&mut Rule)) {
    statements(rules, &mut |statement| {
        if let Statement::Rule(rule) = statement {
            change(rule);
        }
    });
}

/// Every part of every rule's pattern and of what `sees` in it, the inner ones first.
pub(crate) fn patterns(all: &mut Rules, change: &mut dyn FnMut(&mut Pattern)) {
    rules(all, &mut |rule| of_pattern(&mut rule.pattern, change, &mut |_| {}));
}

/// Every test in a rule's pattern or in an end.
pub(crate) fn tests(all: &mut Rules, change: &mut dyn FnMut(&mut Test)) {
    rules(all, &mut |rule| of_pattern(&mut rule.pattern, &mut |_| {}, change));
    for end in &mut all.ends {
        if let Condition::Some(test) = &mut end.condition {
            of_test(test, &mut |_| {}, change);
        }
    }
}

fn of_pattern(
    pattern: &mut Pattern,
    change: &mut dyn FnMut(&mut Pattern),
    change_test: &mut dyn FnMut(&mut Test),
) {
    match pattern {
        Pattern::Cell { test, .. } => of_test(test, change, change_test),
        Pattern::Sequence(parts) | Pattern::Choice(parts) => {
            parts.iter_mut().for_each(|part| of_pattern(part, change, change_test));
        }
        Pattern::Repeat { body, .. } => of_pattern(body, change, change_test),
        Pattern::Edge | Pattern::Turn | Pattern::Bend => {}
    }
    change(pattern);
}

fn of_test(
    test: &mut Test,
    change: &mut dyn FnMut(&mut Pattern),
    change_test: &mut dyn FnMut(&mut Test),
) {
    match test {
        Test::Not(inner) | Test::Neighbours { test: inner, .. } => {
            of_test(inner, change, change_test);
        }
        Test::And(parts) | Test::Or(parts) => {
            parts.iter_mut().for_each(|part| of_test(part, change, change_test));
        }
        Test::Sees { pattern, .. } => of_pattern(pattern, change, change_test),
        Test::Any
        | Test::Empty
        | Test::Occupied(_)
        | Test::Piece { .. }
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Compare(_) => {}
    }
    change_test(test);
}
