//! Conditions on the whole state.

use super::machine::{Parsed, Parser};
use super::test;
use crate::{SyntaxKind, is_reserved};

/// Way out of a condition that asks who acts.
pub const WHOSE_TURN: &str = "a condition cannot ask whose turn it is: write rules with `my`, `mine` and `theirs`, which are of the \
                              player who acts; where two take turns, `ply mod 2 = 0` holds in the first one's";

/// `conjunct {"or" conjunct}`.
pub(super) fn condition(p: &mut Parser) -> Parsed {
    joined(p, "or", SyntaxKind::OrCondition, |p| joined(p, "and", SyntaxKind::AndCondition, basic))
}

fn joined(
    p: &mut Parser,
    word: &str,
    kind: SyntaxKind,
    mut one: impl FnMut(&mut Parser) -> Parsed,
) -> Parsed {
    let start = p.checkpoint();
    one(p)?;
    if p.word() != word {
        return Ok(());
    }
    p.node_from(start, kind, |p| {
        while p.eat_word(word) {
            one(p)?;
        }
        Ok(())
    })
}

fn basic(p: &mut Parser) -> Parsed {
    match p.word() {
        "not" => p.node(SyntaxKind::NotCondition, |p| {
            p.bump();
            p.nested(basic)
        }),
        "no" if p.word_at(1) == "action" => p.node(SyntaxKind::NoActionCondition, |p| {
            p.bump();
            p.bump();
            if p.at(SyntaxKind::Word) && !is_reserved(p.word()) {
                p.bump();
            }
            Ok(())
        }),
        "no" => p.node(SyntaxKind::NoCondition, |p| {
            p.bump();
            test::unary(p)
        }),
        "some" => p.node(SyntaxKind::SomeCondition, |p| {
            p.bump();
            test::unary(p)
        }),
        "every" => p.node(SyntaxKind::EveryCondition, |p| {
            p.bump();
            test::unary(p)?;
            if !p.eat_word("has") && !p.eat_word("is") {
                return p.expected_with("`has` or `is`", "write `every goal has box`");
            }
            test::unary(p)
        }),
        "nobody" => words(p, SyntaxKind::NobodyCondition, &["nobody", "can", "act"]),
        "everyone" => words(p, SyntaxKind::EveryoneCondition, &["everyone", "passed"]),
        "both" if p.word_at(1) == "passed" => {
            p.expected_with("a condition", "write `everyone passed`")
        }
        "solvable" if !p.is_comparison(1) && !p.is_arithmetic(1) => {
            words(p, SyntaxKind::SolvableCondition, &["solvable"])
        }
        _ if is_group(p) => {
            p.node(SyntaxKind::ParenCondition, |p| p.parenthesised("`)`, `and` or `or`", condition))
        }
        _ => compare(p),
    }
}

fn words(p: &mut Parser, kind: SyntaxKind, words: &[&str]) -> Parsed {
    p.node(kind, |p| words.iter().try_for_each(|word| p.keyword(word)))
}

/// True if the parenthesis here holds a condition, not the beginning of a number.
fn is_group(p: &Parser) -> bool {
    if !p.at(SyntaxKind::OpenParen) {
        return false;
    }
    let Some(close) = p.partner_at(0) else { return true };
    !p.is_comparison(close + 1) && !p.is_arithmetic(close + 1)
}

fn compare(p: &mut Parser) -> Parsed {
    if p.at_line_end() || matches!(p.kind(), SyntaxKind::OpenBracket | SyntaxKind::Colon) {
        return p.expected_with("a condition", "such as `no box`, `some box` or `score > 3`");
    }
    let first = p.word();
    if matches!(first, "all" | "any" | "each") && p.kind_at(1) == SyntaxKind::Word {
        let (these, next) = (p.word_at(1), p.word_at(2));
        let last = if matches!(next, "on" | "at" | "in" | "are" | "is" | "has" | "have") {
            let skipped = matches!(p.word_at(3), "on" | "at" | "in");
            p.word_at(if skipped { 4 } else { 3 })
        } else {
            ""
        };
        let help = match (first, last) {
            ("any", _) => format!("write `some {these}`"),
            (_, "") => format!("write `every {these} has …`, with what shall be there, too"),
            (_, last) => format!("write `every {these} has {last}`"),
        };
        return p.expected_with("a condition", help);
    }
    let is_name =
        !first.is_empty() && !is_reserved(first) || matches!(first, "mine" | "theirs" | "empty");
    if is_name
        && !p.is_comparison(1)
        && !p.is_arithmetic(1)
        && p.kind_at(1) != SyntaxKind::OpenParen
    {
        let ends = p.is_line_end(1)
            || p.kind_at(1) == SyntaxKind::Colon
            || matches!(p.word_at(1), "and" | "or");
        if ends {
            let help = format!(
                "`some {first}` asks whether there is one, `{first} > 0` whether a value is greater"
            );
            return p.expected_with("a condition", help);
        }
    }
    if asks_whose_turn(p) {
        return p.expected_with("a condition", WHOSE_TURN);
    }
    if matches!(p.word_at(1), "can" | "cannot" | "stuck" | "blocked") {
        let help =
            "`no action` holds where who is to act can do nothing, `nobody can act` where none can";
        return p.expected_with("a condition", help);
    }
    p.node(SyntaxKind::CompareCondition, test::comparison)
}

/// True for `black to act` and what else players say for it.
fn asks_whose_turn(p: &Parser) -> bool {
    let is_acting = |word: &str| matches!(word, "act" | "move" | "play");
    // `is to act`, or `to act` alone.
    let is_to_act = |at: usize| {
        let to = at + usize::from(p.word_at(at) == "is");
        p.word_at(to) == "to" && is_acting(p.word_at(to + 1))
            || to > at && matches!(p.word_at(to), "next" | "playing" | "acting")
    };
    // Behind a number that has such a name a sign follows, or `mod`.
    let is_word = |at: usize| p.kind_at(at) == SyntaxKind::Word && p.word_at(at) != "mod";
    let (first, second) = (p.word(), p.word_at(1));
    match first {
        "turn" => true,
        "whose" | "player" | "it" => is_word(1),
        "to" => is_acting(second),
        "mine" | "theirs" => p.is_comparison(1),
        _ => {
            let is_name = !is_reserved(first);
            !first.is_empty() && (is_to_act(1) || is_name && matches!(second, "player" | "am"))
                || p.is_comparison(1) && matches!(p.word_at(2), "mine" | "theirs")
                || matches!(second, "acts" | "moves" | "plays" | "turn")
                    && (p.is_line_end(2) || p.kind_at(2) == SyntaxKind::Colon)
        }
    }
}
