//! Regular expressions over cells, and the replacements that mirror them.

use super::machine::{Parsed, Parser};
use super::test::WHAT as WHAT_IS_ASKED;
use super::{expr, test};
use crate::{Code, Diagnostic, SyntaxKind, is_reserved};

/// The greatest bound of a repeat; grammar.md, Bounds.
const MOST_REPEATED: i64 = 1000;

/// Words for what is expected in a group behind some of it.
pub(super) const GROUP_END: &str = "`)`, `|` or more of the group";

/// Side of the arrow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrowSide {
    Pattern,
    Replacement,
}

/// `sequence {"|" sequence}`.
pub(super) fn pattern(p: &mut Parser) -> Parsed {
    choice(p, ArrowSide::Pattern)
}

/// The mirror of a pattern.
pub(super) fn replacement(p: &mut Parser) -> Parsed {
    choice(p, ArrowSide::Replacement)
}

fn choice(p: &mut Parser, side: ArrowSide) -> Parsed {
    let start = p.checkpoint();
    sequence(p, side)?;
    if !p.at(SyntaxKind::Bar) {
        return Ok(());
    }
    p.node_from(start, SyntaxKind::Choice, |p| {
        while p.eat(SyntaxKind::Bar) {
            sequence(p, side)?;
        }
        Ok(())
    })
}

/// Refuses `or` between parts of a pattern, where it is written otherwise.
pub(super) fn refuse_or(p: &mut Parser, expected: &str) -> Parsed {
    if p.word() == "or" {
        let help = "for one cell write `[a or b]`, for runs of cells `(a | b c)`";
        return p.expected_with(expected, help);
    }
    Ok(())
}

fn sequence(p: &mut Parser, side: ArrowSide) -> Parsed {
    let start = p.checkpoint();
    item(p, side)?;
    if is_sequence_end(p) {
        return Ok(());
    }
    p.node_from(start, SyntaxKind::Sequence, |p| {
        while !is_sequence_end(p) {
            item(p, side)?;
        }
        Ok(())
    })
}

fn is_sequence_end(p: &Parser) -> bool {
    p.at_line_end()
        || p.is_arrow(0)
        || matches!(p.kind(), SyntaxKind::Bar | SyntaxKind::CloseParen | SyntaxKind::Comma)
        || matches!(p.word(), "or" | "with")
}

/// True if more of a pattern could follow here.
pub(super) fn begins_item(p: &Parser) -> bool {
    use SyntaxKind as K;
    let is_sign = matches!(
        p.kind(),
        K::OpenParen | K::OpenBracket | K::Underscore | K::Number | K::Bar | K::Ellipsis
    );
    is_sign || is_quantifier(p) || p.at(K::Word) && !matches!(p.word(), "and" | "with")
}

/// `atom [quantifier]`.
fn item(p: &mut Parser, side: ArrowSide) -> Parsed {
    let start = p.checkpoint();
    atom(p, side)?;
    if !is_quantifier(p) || !p.is_adjacent(0) {
        return Ok(());
    }
    p.node_from(start, SyntaxKind::Repeat, |p| {
        quantifier(p)?;
        repeated_quantifiers(p)
    })
}

/// Refuses a repeat of a repeat.
fn repeated_quantifiers(p: &mut Parser) -> Parsed {
    if !is_quantifier(p) || !p.is_adjacent(0) {
        return Ok(());
    }
    // What is repeated how often is not known, so the rest of the line cannot be judged.
    p.fail(|p| {
        Diagnostic::error(
            Code::RepeatedRepeat,
            p.span(),
            format!("expected a test after the repeat, found {}", p.found()),
            "this repeats a repeat",
        )
        .with_help("delete one of them: `*` alone is any number of cells, also none")
    })
}

fn is_quantifier(p: &Parser) -> bool {
    use SyntaxKind::{OpenBrace, Plus, Question, Star};
    matches!(p.kind(), Star | Plus | Question | OpenBrace)
}

/// `"*" | "+" | "?" | "{" bound ["," [bound]] "}"`.
fn quantifier(p: &mut Parser) -> Parsed {
    let opened = p.span();
    if !p.eat(SyntaxKind::OpenBrace) {
        p.bump();
        return Ok(());
    }
    let least = bound(p)?;
    let mut most = least;
    if p.eat(SyntaxKind::Comma) {
        most = if p.at(SyntaxKind::CloseBrace) { None } else { bound(p)? };
    }
    if p.at(SyntaxKind::DotDot) {
        return p.expected_with("`,` or `}`", "bounds of a repeat have a comma: `{1,3}`");
    }
    p.close(SyntaxKind::CloseBrace, opened, "`,` or `}`")?;
    if let (Some(least), Some(most)) = (least, most)
        && most < least
    {
        let span = opened.to(p.span_before());
        p.report(|_| {
            Diagnostic::error(
                Code::RepeatRange,
                span,
                format!("expected bounds that rise, found `{{{least},{most}}}`"),
                "no number lies between these",
            )
            .with_help(format!("write `{{{most},{least}}}`"))
        });
    }
    Ok(())
}

/// A number, or the name of one, which is not known here.
fn bound(p: &mut Parser) -> Parsed<Option<i64>> {
    if p.eat(SyntaxKind::Word) {
        return Ok(None);
    }
    if !p.at(SyntaxKind::Number) {
        return p.expected("a number of cells");
    }
    let bound = p.text_here().parse::<i64>().unwrap_or(i64::MAX);
    if bound > MOST_REPEATED {
        p.report(|p| {
            Diagnostic::error(
                Code::RepeatRange,
                p.span(),
                format!("expected a bound up to {MOST_REPEATED}, found {}", p.found()),
                "this bound is too large",
            )
            .with_help("`a*` repeats without a bound")
        });
    }
    p.bump();
    Ok(Some(bound))
}

fn atom(p: &mut Parser, side: ArrowSide) -> Parsed {
    if matches!(p.word(), "edge" | "turn" | "bend") {
        return p.node(SyntaxKind::Marker, |p| {
            p.bump();
            Ok(())
        });
    }
    if p.at(SyntaxKind::OpenParen) {
        return p.node(SyntaxKind::Group, |p| {
            p.parenthesised(GROUP_END, |p| {
                choice(p, side)?;
                refuse_or(p, GROUP_END)
            })
        });
    }
    let is_repeat =
        is_quantifier(p) && !(side == ArrowSide::Replacement && p.at(SyntaxKind::OpenBrace));
    if is_repeat {
        let what = if side == ArrowSide::Pattern { "a test" } else { "what is put" };
        let help = "a repeat follows what it repeats without a blank: `empty*`";
        return p.expected_with(what, help);
    }
    if matches!(p.word(), "no" | "not") {
        let what = if side == ArrowSide::Pattern { WHAT_IS_ASKED } else { "what is put" };
        return p.expected_with(what, in_brackets(p));
    }
    match side {
        ArrowSide::Pattern if p.at(SyntaxKind::Ellipsis) => p.expected_with(
            "a test",
            "`...` stands on the right; `any*` matches any number of cells",
        ),
        ArrowSide::Pattern => p.node(SyntaxKind::CellPattern, test::atom),
        ArrowSide::Replacement if p.at(SyntaxKind::Ellipsis) => p.node(SyntaxKind::Rest, |p| {
            p.bump();
            Ok(())
        }),
        ArrowSide::Replacement => p.node(SyntaxKind::CellReplacement, |p| {
            if !p.at(SyntaxKind::OpenBracket) {
                return put(p);
            }
            let opened = p.span();
            p.bump();
            p.nested(|p| p.separated(put_in_brackets))?;
            p.close(SyntaxKind::CloseBracket, opened, "`,` or `]`")
        }),
    }
}

/// The way out for `no box` where tests stand one after another.
fn in_brackets(p: &Parser) -> String {
    let (word, next) = (p.word(), p.word_at(1));
    let of = if next.is_empty() || is_reserved(next) { "box" } else { next };
    format!("`{word}` stands in brackets here: `[{word} {of}]`")
}

/// `put | "no" NAME | NAME "=" expr`.
fn put_in_brackets(p: &mut Parser) -> Parsed {
    if p.word() == "no" {
        return p.node(SyntaxKind::NoPut, |p| {
            p.bump();
            p.name("the piece or layer that goes")
        });
    }
    let word = p.word().to_owned();
    if !word.is_empty() && p.word_at(1) == "in" {
        let layer = if p.word_at(2).is_empty() { "tile" } else { p.word_at(2) };
        let help = format!("a letter is put on a layer so: `[{layer} = {word}]`");
        p.bump();
        return p.expected_with("`,` or `]`", help);
    }
    if word.is_empty() || !is_change(p, 1) && !p.is_comparison(1) {
        return put(p);
    }
    p.node(SyntaxKind::LayerPut, |p| {
        p.name("the layer that holds the number")?;
        if is_change(p, 0) {
            let sign = if p.at(SyntaxKind::PlusEquals) { '+' } else { '-' };
            let help = format!(
                "`[{word} = {word} {sign} 1]` changes a number of the cell; a value is changed behind the brackets: \
                 `], {word} {sign}= 1`"
            );
            return p.expected_with("`=`", help);
        }
        p.equals("`[tile = 3]` puts a number; comparisons stand on the left")?;
        if p.at(SyntaxKind::OpenBrace) {
            let help = "in brackets a computed number needs no braces: `[tile = n + 1]`";
            return p.expected_with("a number", help);
        }
        expr::expr(p)
    })
}

/// True if `+=` or `-=` stands there.
fn is_change(p: &Parser, ahead: usize) -> bool {
    matches!(p.kind_at(ahead), SyntaxKind::PlusEquals | SyntaxKind::MinusEquals)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds cannot be put")]
fn put(p: &mut Parser) -> Parsed {
    match p.kind() {
        SyntaxKind::Underscore => p.node(SyntaxKind::NothingPut, |p| {
            p.bump();
            Ok(())
        }),
        SyntaxKind::Number => p.node(SyntaxKind::NumberPut, expr::number_or_scaled),
        SyntaxKind::OpenBrace => p.node(SyntaxKind::NumberPut, |p| {
            let opened = p.span();
            p.bump();
            let first = p.word().to_owned();
            expr::expr(p)?;
            expr::closed(p, opened, &first)
        }),
        SyntaxKind::Minus => {
            p.expected_with("what is put", "a computed number stands in braces: `{-n}`")
        }
        _ => piece(p),
    }
}

fn piece(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::PiecePut, |p| {
        p.refuse_underscore("what is put")?;
        if p.eat_word("my") || p.eat_word("their") {
            return p.name("a kind of piece");
        }
        let word = p.word();
        let is_class = matches!(word, "mine" | "theirs" | "any");
        if word == "empty" {
            return p.expected_with("what is put", "`_` leaves nothing");
        }
        if matches!(word, "if" | "when") {
            let help = "a condition stands in a line above the rule: `if score > 3:`";
            return p.expected_with("what is put", help);
        }
        if word == "random" {
            let help = "`piece -> random test` stands alone, without directions or a colon";
            return p.expected_with("what is put", help);
        }
        if word.is_empty() || is_reserved(word) && !is_class {
            return p.expected("what is put");
        }
        let help = way_out_of_sign(p);
        p.bump();
        match help {
            Some(help) => p.expected_with("the end of what is put", help),
            None => Ok(()),
        }
    })
}

/// The way out where a sign follows the name here, which is no piece then.
fn way_out_of_sign(p: &Parser) -> Option<String> {
    let name = p.word();
    let effect = |sign: &str| format!("an effect stands behind a comma: `, {name} {sign}`");
    if is_change(p, 1) {
        let is_more = p.kind_at(1) == SyntaxKind::PlusEquals;
        return Some(effect(if is_more { "+= 1" } else { "-= 1" }));
    }
    let is_equal = matches!(p.kind_at(1), SyntaxKind::Equals | SyntaxKind::DoubleEquals);
    let on_layer = || format!("`[{name} = 3]` puts a number on a layer; {}", effect("= 3"));
    is_equal.then(on_layer)
}
