//! Blanks between two tokens of a line.

use crate::SyntaxKind;

/// True if a blank stands between two tokens that follow each other, each given with the kind of
/// the node that it belongs to.
pub(super) fn has_blank_between(
    before: (SyntaxKind, SyntaxKind),
    after: (SyntaxKind, SyntaxKind),
) -> bool {
    use SyntaxKind as K;
    let opens = matches!(before.0, K::OpenParen | K::OpenBracket | K::OpenBrace);
    let closes = matches!(after.0, K::CloseParen | K::CloseBracket | K::CloseBrace);
    if opens || closes || matches!(after.0, K::Comma | K::Colon) {
        return false;
    }
    // `custodial(c)`, `min(a, b)`: elsewhere a parenthesis begins a group.
    let takes_arguments = matches!(after.1, K::Arguments | K::Params | K::FunctionExpr);
    if after.0 == K::OpenParen && takes_arguments {
        return false;
    }
    // `a*`, `a{2,3}`.
    let is_quantifier = after.1 == K::Repeat;
    if is_quantifier {
        return false;
    }
    // `2..3` and `2n`.
    let is_range = before.1 == K::Range && after.1 == K::Range;
    let is_scaled = before.1 == K::ScaledExpr && after.1 == K::ScaledExpr;
    if is_range || is_scaled {
        return false;
    }
    // `-n`, where `a - n` has two blanks.
    let is_sign = before.0 == K::Minus && matches!(before.1, K::NegateExpr | K::SignedNumber);
    !is_sign
}
