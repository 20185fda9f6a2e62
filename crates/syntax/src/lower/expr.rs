//! Numbers and expressions.

use super::{child, span, span_of_token, test, tokens, tokens_of, word};
use crate::ast::{Arithmetic, Compare, Comparison, Expr, ExprKind, Number, Spanned};
use crate::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

/// True if a node of this kind is an expression.
pub(super) fn is_expr(kind: SyntaxKind) -> bool {
    (SyntaxKind::NumberExpr..=SyntaxKind::ProductExpr).contains(&kind)
}

/// The first expression below a node.
pub(super) fn first(node: &SyntaxNode) -> Option<Expr> {
    node.children().find(|it| is_expr(it.kind())).and_then(|it| expr(&it))
}

pub(super) fn expr(node: &SyntaxNode) -> Option<Expr> {
    let kind = kind(node)?;
    Some(Expr { kind, span: span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds are no expressions")]
fn kind(node: &SyntaxNode) -> Option<ExprKind> {
    use SyntaxKind as K;
    Some(match node.kind() {
        K::NumberExpr => ExprKind::Number(plain_number(node)?.value),
        K::NameExpr => ExprKind::Name(word(node, 0)?),
        K::ScaledExpr => {
            let number = tokens_of(node, K::Number).next()?;
            let letter = word(node, 0)?;
            let factor = ExprKind::Number(Number::Whole(whole(&number)));
            let factor = Expr { kind: factor, span: span_of_token(&number) };
            let letter = Expr { span: letter.span, kind: ExprKind::Name(letter) };
            ExprKind::Binary(Box::new(factor), Arithmetic::Multiply, Box::new(letter))
        }
        K::CountExpr => ExprKind::Count(Box::new(test::first(node)?)),
        K::RowOfExpr => ExprKind::RowOf(Box::new(test::first(node)?)),
        K::ColumnOfExpr => ExprKind::ColumnOf(Box::new(test::first(node)?)),
        K::AcrossExpr => ExprKind::Across(word(node, 1)?),
        K::DownExpr => ExprKind::Down(word(node, 1)?),
        K::FunctionExpr => {
            let arguments = node.children().map(|it| expr(&it)).collect::<Option<_>>()?;
            ExprKind::Function(word(node, 0)?, arguments)
        }
        K::NegateExpr => ExprKind::Negate(Box::new(first(node)?)),
        K::ParenExpr => first(node)?.kind,
        K::SumExpr | K::ProductExpr => chain(node)?.kind,
        _ => return None,
    })
}

/// `a + b - c`, grouped from the left.
fn chain(node: &SyntaxNode) -> Option<Expr> {
    let mut left: Option<Expr> = None;
    let mut operator = None;
    for element in node.children_with_tokens() {
        match element {
            SyntaxElement::Token(token) => {
                operator = Arithmetic::from_sign(token.text()).or(operator)
            }
            SyntaxElement::Node(node) => {
                let right = expr(&node)?;
                left = Some(match left {
                    None => right,
                    Some(left) => Expr {
                        span: left.span.to(right.span),
                        kind: ExprKind::Binary(Box::new(left), operator?, Box::new(right)),
                    },
                });
            }
        }
    }
    left
}

pub(super) fn comparison(node: &SyntaxNode) -> Option<Comparison> {
    let mut sides = node.children().filter(|it| is_expr(it.kind()));
    let left = expr(&sides.next()?)?;
    let right = expr(&sides.next()?)?;
    let operator = tokens(node).find_map(|it| Compare::from_sign(it.text()))?;
    Some(Comparison { left, operator, right })
}

/// The whole number of a token. One that is too large has been reported.
pub(super) fn whole(token: &SyntaxToken) -> i64 {
    token.text().parse().unwrap_or(i64::MAX)
}

/// The same where 32 bits must do.
pub(super) fn small(token: &SyntaxToken) -> Spanned<u32> {
    Spanned { value: u32::try_from(whole(token)).unwrap_or(u32::MAX), span: span_of_token(token) }
}

/// The first number among the node's own tokens, whole or a percentage.
pub(super) fn plain_number(node: &SyntaxNode) -> Option<Spanned<Number>> {
    let token =
        tokens(node).find(|it| matches!(it.kind(), SyntaxKind::Number | SyntaxKind::Percent))?;
    let value = if token.kind() == SyntaxKind::Number {
        Number::Whole(whole(&token))
    } else {
        Number::Percent(hundredths(token.text()))
    };
    Some(Spanned { value, span: span_of_token(&token) })
}

/// `12.5%` as 1250.
fn hundredths(text: &str) -> i64 {
    let text = text.trim_end_matches('%');
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let mut digits = decimals.bytes().map(|it| i64::from(it - b'0'));
    let tenths = digits.next().unwrap_or(0);
    let hundredths = digits.next().unwrap_or(0);
    let whole = whole.parse::<i64>().unwrap_or(i64::MAX);
    whole.saturating_mul(100).saturating_add(tenths * 10 + hundredths)
}

/// `["-"] NUMBER`.
pub(super) fn signed(node: &SyntaxNode) -> Option<Spanned<i64>> {
    let number = tokens_of(node, SyntaxKind::Number).next()?;
    let is_negative = tokens_of(node, SyntaxKind::Minus).next().is_some();
    let value = whole(&number);
    Some(Spanned { value: if is_negative { -value } else { value }, span: span(node) })
}

/// The signed numbers below a node, in order.
pub(super) fn all_signed(node: &SyntaxNode) -> impl Iterator<Item = Spanned<i64>> {
    node.children().filter(|it| it.kind() == SyntaxKind::SignedNumber).filter_map(|it| signed(&it))
}

/// A whole clause such as `from 0%`.
pub(super) fn clause(node: &SyntaxNode, kind: SyntaxKind) -> Option<Spanned<Number>> {
    plain_number(&child(node, kind)?)
}
