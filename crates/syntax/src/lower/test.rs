//! Conditions on a cell, and conditions on the state.

use super::{child, expr, has_word, pattern, span, statement, tokens, tokens_of, word};
use crate::ast::{Argument, Call, Condition, ConditionKind, Owner, Reach, Test, TestKind};
use crate::{SyntaxKind, SyntaxNode};

/// True if a node of this kind is a test.
pub(super) fn is_test(kind: SyntaxKind) -> bool {
    (SyntaxKind::NameTest..=SyntaxKind::CompareTest).contains(&kind)
}

/// The first test below a node.
pub(super) fn first(node: &SyntaxNode) -> Option<Test> {
    node.children().find(|it| is_test(it.kind())).and_then(|it| test(&it))
}

/// All tests below a node.
fn all(node: &SyntaxNode) -> Option<Vec<Test>> {
    node.children().filter(|it| is_test(it.kind())).map(|it| test(&it)).collect()
}

pub(super) fn test(node: &SyntaxNode) -> Option<Test> {
    let kind = kind(node)?;
    Some(Test { kind, span: span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no tests")]
fn kind(node: &SyntaxNode) -> Option<TestKind> {
    use SyntaxKind as K;
    Some(match node.kind() {
        K::NameTest => TestKind::Name(word(node, 0)?),
        K::BlankTest => TestKind::Blank,
        K::OwnedTest => TestKind::Owned(owner(node)?, word(node, 1)?),
        K::NumberTest => {
            if let Some(number) = expr::all_signed(node).next() {
                return Some(TestKind::Number(number.value));
            }
            let number = tokens_of(node, K::Number).next()?;
            // It has been said that numbers are whole.
            if number.text().contains('.') {
                return None;
            }
            TestKind::Number(expr::whole(&number))
        }
        K::CallTest => TestKind::Call(call(node)?),
        K::BracketTest | K::ParenTest => {
            let mut tests = all(node)?;
            // Brackets around one test say no more than the test.
            if tests.len() == 1 { tests.pop()?.kind } else { TestKind::All(tests) }
        }
        K::AnyTest => TestKind::Any(all(node)?),
        K::NotTest => TestKind::Not(Box::new(first(node)?)),
        K::NeighboursTest => {
            let (least, greatest) = range(&child(node, K::Range)?)?;
            let reach = reach(node)?;
            TestKind::Neighbours { least, greatest, test: Box::new(first(node)?), reach }
        }
        K::NearTest => TestKind::Near(reach(node)?, word(node, 1)?),
        K::SeesTest => {
            let ways = child(node, K::Ways);
            let seen = node.children().find(|it| it.kind() != K::Ways)?;
            let ways = match ways {
                Some(node) => Some(statement::ways(&node)?),
                None => None,
            };
            TestKind::Sees(ways, Box::new(pattern::pattern(&seen)?))
        }
        K::LetterTest => TestKind::Letter(word(node, 0)?, word(node, 2)?),
        K::CompareTest => TestKind::Compare(Box::new(expr::comparison(node)?)),
        _ => return None,
    })
}

/// `my` or `their`, the first word of a node.
pub(super) fn owner(node: &SyntaxNode) -> Option<Owner> {
    match word(node, 0)?.value.as_str() {
        "my" => Some(Owner::Mine),
        "their" => Some(Owner::Theirs),
        _ => None,
    }
}

fn reach(node: &SyntaxNode) -> Option<Reach> {
    if has_word(node, "around") {
        return Some(Reach::Around);
    }
    has_word(node, "beside").then_some(Reach::Beside)
}

/// `2`, `2..3`, `2..` or `..3`.
fn range(node: &SyntaxNode) -> Option<(u32, Option<u32>)> {
    let parts: Vec<_> = tokens(node).collect();
    let number = |index: usize| {
        parts
            .get(index)
            .filter(|it| it.kind() == SyntaxKind::Number)
            .map(|it| expr::small(it).value)
    };
    match (number(0), parts.len()) {
        (Some(exact), 1) => Some((exact, Some(exact))),
        (Some(least), _) => Some((least, number(2))),
        (None, _) => Some((0, Some(number(1)?))),
    }
}

/// A name with or without arguments.
pub(super) fn call(node: &SyntaxNode) -> Option<Call> {
    let arguments = match child(node, SyntaxKind::Arguments) {
        Some(node) => node.children().map(|it| argument(&it)).collect::<Option<_>>()?,
        None => Vec::new(),
    };
    let name = word(node, 0)?;
    let end = child(node, SyntaxKind::Arguments).map_or(name.span, |it| span(&it));
    Some(Call { span: name.span.to(end), name, arguments })
}

fn argument(node: &SyntaxNode) -> Option<Argument> {
    let inside = node.first_child()?;
    if expr::is_expr(inside.kind()) {
        return expr::expr(&inside).map(Argument::Expr);
    }
    test(&inside).map(Argument::Test)
}

/// The first condition below a node.
pub(super) fn first_condition(node: &SyntaxNode) -> Option<Condition> {
    node.children().find(|it| is_condition(it.kind())).and_then(|it| condition(&it))
}

fn is_condition(kind: SyntaxKind) -> bool {
    (SyntaxKind::SomeCondition..=SyntaxKind::ParenCondition).contains(&kind)
}

fn condition(node: &SyntaxNode) -> Option<Condition> {
    let kind = condition_kind(node)?;
    Some(Condition { kind, span: span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no conditions")]
fn condition_kind(node: &SyntaxNode) -> Option<ConditionKind> {
    use SyntaxKind as K;
    let all = || node.children().map(|it| condition(&it)).collect::<Option<Vec<_>>>();
    Some(match node.kind() {
        K::SomeCondition => ConditionKind::Some(first(node)?),
        K::NoCondition => ConditionKind::No(first(node)?),
        K::EveryCondition => {
            let mut tests = node.children().filter_map(|it| test(&it));
            ConditionKind::Every(tests.next()?, tests.next()?)
        }
        K::NoActionCondition => ConditionKind::NoAction(word(node, 2)),
        K::NobodyCondition => ConditionKind::NobodyCanAct,
        K::EveryoneCondition => ConditionKind::EveryonePassed,
        K::SolvableCondition => ConditionKind::Solvable,
        K::CompareCondition => ConditionKind::Compare(expr::comparison(node)?),
        K::NotCondition => ConditionKind::Not(Box::new(first_condition(node)?)),
        K::AndCondition => ConditionKind::And(all()?),
        K::OrCondition => ConditionKind::Or(all()?),
        K::ParenCondition => first_condition(node)?.kind,
        _ => return None,
    })
}
