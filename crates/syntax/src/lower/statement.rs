//! Statements, and what stands around the two sides of a rule.

use super::{
    child, expr, has_error, has_word, heading_span, pattern, span, table, test, text, tokens_of,
    word,
};
use crate::ast::{
    Alternative, Assign, Block, Effect, EffectKind, EndKind, March, MarchAim, Rule, RulePrefix,
    Spanned, Statement, StatementKind, StatementOrBlock, Strategy, Ways, WaysPart,
};
use crate::{SyntaxKind, SyntaxNode};

/// The block below a node; an empty one where there is none.
pub(super) fn block_of(node: &SyntaxNode) -> Block {
    child(node, SyntaxKind::Block).map(|it| block(&it)).unwrap_or_default()
}

/// The body of `start` or `then` as a block, also where it is one statement.
pub(super) fn body_as_block(node: &SyntaxNode) -> Option<Block> {
    Some(match body(node)? {
        StatementOrBlock::Block(block) => block,
        StatementOrBlock::Statement(statement) => Block { statements: vec![*statement] },
    })
}

fn block(node: &SyntaxNode) -> Block {
    let mut statements = Vec::new();
    let mut is_broken = false;
    for node in node.children() {
        // An `else` goes with what it belongs to.
        if is_broken && node.kind() == SyntaxKind::ElseStatement {
            continue;
        }
        let statement = statement(&node);
        is_broken = statement.is_none();
        statements.extend(statement);
    }
    Block { statements }
}

/// True if a node of this kind is a statement.
fn is_statement(kind: SyntaxKind) -> bool {
    (SyntaxKind::RuleStatement..=SyntaxKind::PictureStatement).contains(&kind)
}

/// The statement or block that ends a node.
fn body(node: &SyntaxNode) -> Option<StatementOrBlock> {
    let body =
        node.children().filter(|it| is_statement(it.kind()) || it.kind() == SyntaxKind::Block);
    let body = body.last()?;
    if body.kind() == SyntaxKind::Block {
        return Some(StatementOrBlock::Block(block(&body)));
    }
    Some(StatementOrBlock::Statement(Box::new(statement(&body)?)))
}

fn statement(node: &SyntaxNode) -> Option<Statement> {
    if has_error(node) {
        return None;
    }
    let kind = kind(node)?;
    Some(Statement { kind, span: heading_span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no statements")]
fn kind(node: &SyntaxNode) -> Option<StatementKind> {
    use SyntaxKind as K;
    let tests = || {
        let mut tests = node.children().filter(|it| test::is_test(it.kind()));
        Some((test::test(&tests.next()?)?, test::test(&tests.next()?)?))
    };
    Some(match node.kind() {
        K::RuleStatement => StatementKind::Rule(Box::new(rule(node)?)),
        K::RelocateStatement => {
            let (from, to) = tests()?;
            StatementKind::Relocate { from, to }
        }
        K::ElseStatement => StatementKind::Else(Box::new(body(node)?)),
        K::MustStatement => StatementKind::Must(Box::new(body(node)?)),
        K::AllStatement => StatementKind::Simultaneous(block_of(node)),
        K::RepeatStatement => StatementKind::Repeat(body(node)?),
        K::TimesStatement => StatementKind::Times(expr::first(node)?, body(node)?),
        K::IfStatement => StatementKind::If(test::first_condition(node)?, body(node)?),
        K::FacingStatement => {
            StatementKind::Facing(prefix(&child(node, K::Prefix)?)?, block_of(node))
        }
        K::MarchStatement => StatementKind::March(march(node)?),
        K::DealStatement => StatementKind::Deal {
            each: expr::first(node)?,
            // After `shuffle`, `of` and `each`.
            layer: word(node, 3)?,
            over: test::first(node)?,
        },
        K::ShuffleStatement => StatementKind::Shuffle { layer: word(node, 1)? },
        K::UntilStatement => StatementKind::Until(test::first_condition(node)?),
        K::RequireStatement => StatementKind::Require(test::first_condition(node)?),
        K::LetStatement => StatementKind::Let(word(node, 1)?, expr::first(node)?),
        K::EffectsStatement => StatementKind::Effects(effects(node)?),
        K::CallStatement => StatementKind::Call(test::call(node)?),
        K::PictureStatement => StatementKind::Picture {
            centred: has_word(node, "centre"),
            picture: text::picture(&child(node, K::Raw)?),
        },
        _ => return None,
    })
}

fn rule(node: &SyntaxNode) -> Option<Rule> {
    let prefix = match child(node, SyntaxKind::Prefix) {
        Some(node) => prefix(&node)?,
        None => RulePrefix::default(),
    };
    let alternatives = node.children().filter(|it| it.kind() == SyntaxKind::Alternative);
    Some(Rule {
        prefix,
        pattern: pattern::first(node)?,
        replacements: alternatives.map(|it| alternative(&it)).collect::<Option<_>>()?,
        effects: effects(node)?,
    })
}

fn alternative(node: &SyntaxNode) -> Option<Alternative> {
    Some(Alternative { replacement: pattern::first_replacement(node)?, chance: expr::first(node) })
}

fn prefix(node: &SyntaxNode) -> Option<RulePrefix> {
    let mut prefix = RulePrefix::default();
    for part in node.children() {
        if part.kind() == SyntaxKind::Strategy {
            prefix.strategy = Some(strategy(&part)?);
        } else if part.kind() == SyntaxKind::Ways {
            prefix.ways = Some(ways(&part)?);
        } else if part.kind() == SyntaxKind::StartAnchor {
            prefix.from = Some(word(&part, 1)?);
        } else if part.kind() == SyntaxKind::EndAnchor {
            prefix.to = Some(word(&part, 1)?);
        }
    }
    Some(prefix)
}

fn strategy(node: &SyntaxNode) -> Option<Spanned<Strategy>> {
    let value = match word(node, 0)?.value.as_str() {
        "all" => Strategy::All,
        "each" => Strategy::Each,
        "first" => Strategy::First,
        _ => Strategy::Random(expr::first(node)),
    };
    Some(Spanned { value, span: span(node) })
}

pub(super) fn ways(node: &SyntaxNode) -> Option<Ways> {
    let parts = node.children().map(|it| way(&it)).collect::<Option<_>>()?;
    Some(Ways { parts, span: span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the parser makes three kinds here")]
fn way(node: &SyntaxNode) -> Option<WaysPart> {
    Some(match node.kind() {
        SyntaxKind::WaysCount => {
            let number = tokens_of(node, SyntaxKind::Number).next()?;
            WaysPart::Count(Spanned { value: expr::small(&number).value, span: span(node) })
        }
        SyntaxKind::WaysNamed => WaysPart::Named(word(node, 0)?),
        SyntaxKind::WaysAgainst => WaysPart::Against(word(node, 1)?),
        _ => return None,
    })
}

/// The effects below a node, in order.
pub(super) fn effects(node: &SyntaxNode) -> Option<Vec<Effect>> {
    let is_effect =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::AssignEffect | SyntaxKind::FinishEffect);
    node.children().filter(is_effect).map(|it| effect(&it)).collect()
}

fn effect(node: &SyntaxNode) -> Option<Effect> {
    let name = word(node, 0)?;
    let kind = if node.kind() == SyntaxKind::FinishEffect {
        EffectKind::Finish(end_kind(&name.value)?)
    } else {
        let has = |kind| tokens_of(node, kind).next().is_some();
        let assign = if has(SyntaxKind::PlusEquals) {
            Assign::Add
        } else if has(SyntaxKind::MinusEquals) {
            Assign::Subtract
        } else {
            Assign::Set
        };
        EffectKind::Assign(name, assign, expr::first(node)?)
    };
    Some(Effect { kind, span: span(node) })
}

/// End that a word means.
pub(super) fn end_kind(word: &str) -> Option<EndKind> {
    match word {
        "win" => Some(EndKind::Win),
        "lose" => Some(EndKind::Lose),
        "draw" => Some(EndKind::Draw),
        "end" => Some(EndKind::End),
        "goal" => Some(EndKind::Goal),
        _ => None,
    }
}

fn march(node: &SyntaxNode) -> Option<March> {
    let mut tests = node.children().filter(|it| test::is_test(it.kind()));
    let walkers = test::test(&tests.next()?)?;
    let aim = match child(node, SyntaxKind::Ways) {
        Some(node) => MarchAim::In(ways(&node)?),
        None => MarchAim::Toward(test::test(&tests.next()?)?),
    };
    // Without a row that broke, the others would seem to leave a meeting out.
    let block = child(node, SyntaxKind::Block);
    if block.is_some_and(|block| block.children().any(|line| has_error(&line))) {
        return None;
    }
    Some(March { walkers, aim, meets: table::lines(node, |it| table::meets_line(&it)) })
}
