//! Patterns and replacements.

use super::{expr, name, span, test, tokens, word};
use crate::ast::{Bound, Bounds, Pattern, PatternKind, Put, PutKind, Replacement, ReplacementKind};
use crate::{SyntaxKind, SyntaxNode, SyntaxToken};

/// True if a node of this kind is a pattern or a replacement.
pub(super) fn is_pattern(kind: SyntaxKind) -> bool {
    (SyntaxKind::Sequence..=SyntaxKind::CellReplacement).contains(&kind)
}

/// The pattern below a node.
pub(super) fn first(node: &SyntaxNode) -> Option<Pattern> {
    node.children().find(|it| is_pattern(it.kind())).and_then(|it| pattern(&it))
}

pub(super) fn pattern(node: &SyntaxNode) -> Option<Pattern> {
    let kind = pattern_kind(node)?;
    Some(Pattern { kind, span: span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no patterns")]
fn pattern_kind(node: &SyntaxNode) -> Option<PatternKind> {
    use SyntaxKind as K;
    let all = || {
        let parts = node.children().filter(|it| is_pattern(it.kind()));
        parts.map(|it| pattern(&it)).collect::<Option<Vec<_>>>()
    };
    Some(match node.kind() {
        K::CellPattern => PatternKind::Cell(test::first(node)?),
        K::Sequence => PatternKind::Sequence(all()?),
        K::Choice => PatternKind::Choice(all()?),
        K::Repeat => {
            let bounds = bounds(node)?;
            PatternKind::Repeat(Box::new(first(node)?), bounds)
        }
        K::Group => first(node)?.kind,
        K::Marker => match word(node, 0)?.value.as_str() {
            "edge" => PatternKind::Edge,
            "turn" => PatternKind::Turn,
            _ => PatternKind::Bend,
        },
        _ => return None,
    })
}

/// The bounds of a repeat, from its own tokens.
fn bounds(node: &SyntaxNode) -> Option<Bounds> {
    let mut signs = tokens(node);
    match signs.next()?.text() {
        "*" => return Some(Bounds::numbers(0, None)),
        "+" => return Some(Bounds::numbers(1, None)),
        "?" => return Some(Bounds::numbers(0, Some(1))),
        _ => {}
    }
    let least = bound(&signs.next()?)?;
    if signs.next()?.kind() != SyntaxKind::Comma {
        return Some(Bounds { greatest: Some(least.clone()), least });
    }
    Some(Bounds { least, greatest: signs.next().and_then(|it| bound(&it)) })
}

fn bound(token: &SyntaxToken) -> Option<Bound> {
    if token.kind() == SyntaxKind::Word {
        return Some(Bound::Named(name(token)));
    }
    (token.kind() == SyntaxKind::Number).then(|| Bound::Number(expr::small(token).value))
}

/// The replacement below a node.
pub(super) fn first_replacement(node: &SyntaxNode) -> Option<Replacement> {
    node.children().find(|it| is_pattern(it.kind())).and_then(|it| replacement(&it))
}

fn replacement(node: &SyntaxNode) -> Option<Replacement> {
    let kind = replacement_kind(node)?;
    Some(Replacement { kind, span: span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no replacements")]
fn replacement_kind(node: &SyntaxNode) -> Option<ReplacementKind> {
    use SyntaxKind as K;
    let all = || {
        let parts = node.children().filter(|it| is_pattern(it.kind()));
        parts.map(|it| replacement(&it)).collect::<Option<Vec<_>>>()
    };
    Some(match node.kind() {
        K::CellReplacement => {
            ReplacementKind::Cell(node.children().map(|it| put(&it)).collect::<Option<_>>()?)
        }
        K::Sequence => ReplacementKind::Sequence(all()?),
        K::Choice => ReplacementKind::Choice(all()?),
        K::Repeat => {
            let bounds = bounds(node)?;
            ReplacementKind::Repeat(Box::new(first_replacement(node)?), bounds)
        }
        K::Group => first_replacement(node)?.kind,
        K::Rest => ReplacementKind::Rest,
        K::Marker => ReplacementKind::ZeroWidth,
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds cannot be put")]
fn put(node: &SyntaxNode) -> Option<Put> {
    use SyntaxKind as K;
    let kind = match node.kind() {
        K::NothingPut => PutKind::Nothing,
        K::NoPut => PutKind::No(word(node, 1)?),
        K::PiecePut => match word(node, 1) {
            Some(name) => PutKind::Piece(test::owner(node), name),
            None => PutKind::Piece(None, word(node, 0)?),
        },
        K::NumberPut => PutKind::Number(expr::first(node)?),
        K::LayerPut => PutKind::Layer(word(node, 0)?, expr::first(node)?),
        _ => return None,
    };
    Some(Put { kind, span: span(node) })
}
