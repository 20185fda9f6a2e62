//! Whole-number expressions and numbers.

use super::machine::{Parsed, Parser};
use super::test;
use crate::ast::Function;
use crate::lexer::is_letter_name;
use crate::{Code, Diagnostic, Span, SyntaxKind, is_reserved};

/// Percentages are below this: hundredths of them must fit too.
const MOST_PERCENT: i64 = i64::MAX / 100;

/// Way out where a number is to count neighbours.
const COUNTED: &str = "a test counts neighbours: `[2 box around]`, `[1..3 box beside]`";

/// `"}"` behind a number in braces that was opened there and begins with this word.
pub(super) fn closed(p: &mut Parser, opened: Span, first: &str) -> Parsed {
    const WHAT: &str = "`}` or a sign such as `+`";
    if p.word() == "count" && !first.is_empty() && !is_reserved(first) {
        return p.expected_with(
            WHAT,
            format!("`count` stands before what is counted: `{{count {first}}}`"),
        );
    }
    if p.at(SyntaxKind::Word) {
        let help = if test::counts_neighbours(p) {
            COUNTED
        } else {
            "braces hold one number, such as `{score}` or `{count box}`"
        };
        return p.expected_with(WHAT, help);
    }
    p.close(SyntaxKind::CloseBrace, opened, WHAT)
}

/// `term {("+" | "-") term}`.
pub(super) fn expr(p: &mut Parser) -> Parsed {
    let start = p.checkpoint();
    term(p)?;
    let is_sign = |p: &Parser| matches!(p.kind(), SyntaxKind::Plus | SyntaxKind::Minus);
    if !is_sign(p) {
        return Ok(());
    }
    p.node_from(start, SyntaxKind::SumExpr, |p| {
        while is_sign(p) {
            p.count_operator()?;
            p.bump();
            term(p)?;
        }
        Ok(())
    })
}

/// `factor {("*" | "/" | "mod") factor}`.
fn term(p: &mut Parser) -> Parsed {
    let start = p.checkpoint();
    factor(p)?;
    let is_sign =
        |p: &Parser| matches!(p.kind(), SyntaxKind::Star | SyntaxKind::Slash) || p.word() == "mod";
    if !is_sign(p) {
        return Ok(());
    }
    p.node_from(start, SyntaxKind::ProductExpr, |p| {
        while is_sign(p) {
            p.count_operator()?;
            p.bump();
            factor(p)?;
        }
        Ok(())
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most kinds begin no expression")]
fn factor(p: &mut Parser) -> Parsed {
    match p.kind() {
        SyntaxKind::Number => number_or_scaled(p),
        SyntaxKind::Percent => p.node(SyntaxKind::NumberExpr, percent),
        SyntaxKind::Minus => p.node(SyntaxKind::NegateExpr, |p| {
            p.bump();
            p.nested(factor)
        }),
        SyntaxKind::OpenParen => {
            p.node(SyntaxKind::ParenExpr, |p| p.parenthesised("`)` or a sign such as `+`", expr))
        }
        SyntaxKind::Word => word(p),
        SyntaxKind::OpenBrace => {
            p.expected_with("a number or a name", "braces are for a number that a rule puts")
        }
        _ => p.expected("a number or a name"),
    }
}

fn word(p: &mut Parser) -> Parsed {
    let names_something =
        |p: &Parser| p.kind_at(1) == SyntaxKind::Word && !is_reserved(p.word_at(1));
    let is_call = p.kind_at(1) == SyntaxKind::OpenParen;
    if let Some(called) = Function::from_name(p.word()).filter(|_| is_call) {
        return function(p, called.arity());
    }
    match p.word() {
        "count" => p.node(SyntaxKind::CountExpr, |p| {
            p.bump();
            if matches!(p.word(), "of" | "all") {
                let help = "what is counted stands right behind `count`: `count box`";
                return p.expected_with("a piece or another test", help);
            }
            test::unary(p)?;
            if matches!(p.word(), "around" | "beside") {
                return p.fail(|p| {
                    let message = format!("expected the end of the number, found {}", p.found());
                    let label = "`count` counts cells of the whole board";
                    Diagnostic::error(Code::Expected, p.span(), message, label).with_help(COUNTED)
                });
            }
            Ok(())
        }),
        "row" if p.word_at(1) == "of" => of_expr(p, SyntaxKind::RowOfExpr),
        "column" if p.word_at(1) == "of" => of_expr(p, SyntaxKind::ColumnOfExpr),
        "across" if names_something(p) => way_expr(p, SyntaxKind::AcrossExpr),
        "down" if names_something(p) => way_expr(p, SyntaxKind::DownExpr),
        "row" | "column" => p.node(SyntaxKind::NameExpr, |p| {
            p.bump();
            Ok(())
        }),
        reserved if is_reserved(reserved) => p.expected("a number or a name"),
        _ if is_call && p.is_adjacent(1) => {
            let name = p.word().to_owned();
            p.fail(|p| {
                Diagnostic::error(
                    Code::Expected,
                    p.span(),
                    format!("expected {} before `(`, found `{name}`", Function::listed()),
                    "this takes no arguments in a number",
                )
            })
        }
        _ => p.node(SyntaxKind::NameExpr, |p| {
            p.bump();
            Ok(())
        }),
    }
}

fn of_expr(p: &mut Parser, kind: SyntaxKind) -> Parsed {
    p.node(kind, |p| {
        p.bump();
        p.bump();
        test::unary(p)
    })
}

fn way_expr(p: &mut Parser, kind: SyntaxKind) -> Parsed {
    p.node(kind, |p| {
        p.bump();
        p.bump();
        Ok(())
    })
}

fn function(p: &mut Parser, arguments: usize) -> Parsed {
    p.node(SyntaxKind::FunctionExpr, |p| {
        p.bump();
        p.parenthesised("`)`", |p| {
            expr(p)?;
            for _ in 1..arguments {
                p.sign(SyntaxKind::Comma, ",")?;
                expr(p)?;
            }
            Ok(())
        })
    })
}

/// `2` or `2n`.
pub(super) fn number_or_scaled(p: &mut Parser) -> Parsed {
    if p.kind_at(1) == SyntaxKind::Word && p.is_adjacent(1) {
        if !is_letter_name(p.word_at(1)) {
            let written = format!("{}{}", p.text_here(), p.word_at(1));
            return p.fail(|p| {
                let message = format!("expected a number or a name, found `{written}`");
                Diagnostic::error(
                    Code::Expected,
                    p.span_to(1),
                    message,
                    "names begin with a letter",
                )
                .with_help(format!(
                    "write a blank or `*`: `{} * {}`",
                    p.text_here(),
                    p.word_at(1)
                ))
            });
        }
        return p.node(SyntaxKind::ScaledExpr, |p| {
            number(p, i64::MAX)?;
            p.bump();
            Ok(())
        });
    }
    p.node(SyntaxKind::NumberExpr, |p| number(p, i64::MAX))
}

/// A whole number. One greater than `most` is reported and taken.
pub(super) fn number(p: &mut Parser, most: i64) -> Parsed {
    if !p.at(SyntaxKind::Number) {
        return p.expected("a number");
    }
    if p.text_here().parse::<i64>().is_ok_and(|it| it <= most) {
        p.bump();
        return Ok(());
    }
    too_large(p, &most.to_string());
    p.bump();
    Ok(())
}

/// A percentage with two decimals at most.
fn percent(p: &mut Parser) -> Parsed {
    let text = p.text_here().trim_end_matches('%');
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 2 {
        p.report(|p| {
            p.expectation("two decimals at most")
                .with_help(format!("write `{whole}.{}%`", &decimals[..2]))
        });
    }
    if !whole.parse::<i64>().is_ok_and(|it| it < MOST_PERCENT) {
        too_large(p, &(MOST_PERCENT - 1).to_string());
    }
    p.bump();
    Ok(())
}

/// `NUMBER | PERCENT`.
pub(super) fn plain_number(p: &mut Parser) -> Parsed {
    if p.at(SyntaxKind::Percent) { percent(p) } else { number(p, i64::MAX) }
}

/// `["-"] NUMBER`.
pub(super) fn signed_number(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::SignedNumber, |p| {
        p.eat(SyntaxKind::Minus);
        number(p, i64::MAX)
    })
}

fn too_large(p: &mut Parser, most: &str) {
    p.report(|p| {
        Diagnostic::error(
            Code::NumberTooLarge,
            p.span(),
            format!("expected a number up to {most}, found {}", p.found()),
            "this number is too large",
        )
    });
}
