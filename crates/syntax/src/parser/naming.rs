//! Sections that say how cells, moves and positions are written: `coordinates`, `moves`, `position`.

use super::machine::{Parsed, Parser};
use super::table::table_line;
use super::{condition, rule};
use crate::SyntaxKind;

/// `part {"," part}`; each part at most once is for the checker.
pub(super) fn coordinates(p: &mut Parser) -> Parsed {
    loop {
        p.node(SyntaxKind::CoordinatesPart, coordinates_part)?;
        if !p.eat(SyntaxKind::Comma) {
            return p.line_end_with(Some("parts are separated by commas"));
        }
    }
}

/// `"rows" "from" "below" | "columns" ("from" "the" "right" | "without" "i" | "by" "numbers") | "numbers" "of" ("dark" |
/// "light" | "all") "cells"`.
fn coordinates_part(p: &mut Parser) -> Parsed {
    let words: &[&str] = match p.word() {
        "rows" => &["from", "below"],
        "columns" => match p.word_at(1) {
            "from" => &["from", "the", "right"],
            "by" => &["by", "numbers"],
            "without" => &["without", "i"],
            _ => {
                p.bump();
                let help =
                    "write `columns from the right`, `columns without i` or `columns by numbers`";
                return p.expected_with("`from`, `without` or `by`", help);
            }
        },
        "numbers" => {
            p.bump();
            p.keyword("of")?;
            if !["dark", "light", "all"].iter().any(|word| p.eat_word(word)) {
                return p.expected_with("`dark`, `light` or `all`", "`numbers of dark cells`");
            }
            return p.keyword("cells");
        }
        _ => {
            let help = "write `rows from below`, `columns without i` or `numbers of dark cells`";
            return p.expected_with("how cells are named", help);
        }
    };
    p.bump();
    words.iter().try_for_each(|word| p.keyword(word))
}

/// The words that a line of `moves` begins with.
const MOVES: [&str; 12] = [
    "piece", "from", "quiet", "take", "before", "action", "step", "sign", "win", "together",
    "nodes", "header",
];

/// One line of `moves`; its first word says which.
pub(super) fn moves_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::MovesLine, |p| {
        let word = p.word();
        if !MOVES.contains(&word) {
            let help = format!("a line begins with `{}`", MOVES.join("`, `"));
            return p.expected_with("a part of a move", help);
        }
        p.bump();
        match word {
            "piece" => {
                p.name("a kind of piece")?;
                p.eat(SyntaxKind::String);
            }
            "quiet" | "take" | "win" | "header" => sign(p)?,
            "nodes" => letters_of(p, "a player")?,
            "before" | "action" => {
                p.name("an action")?;
                sign(p)?;
            }
            "step" => {
                sign(p)?;
                p.name("a kind of piece")?;
                while !p.at_line_end() {
                    rule::direction(p)?;
                }
            }
            "sign" => {
                sign(p)?;
                p.keyword("when")?;
                condition::condition(p)?;
            }
            "from" => p.keyword("always")?,
            // `together`.
            _ => {}
        }
        p.line_end()
    });
}

fn sign(p: &mut Parser) -> Parsed {
    p.string("what is written, in quotes", "`take \"x\"`")
}

/// The words that a line of `position` begins with.
const POSITION: [&str; 7] = ["board", "lists", "player", "marks", "cell", "value", "turns"];

/// One field of `position`; its first word says which.
pub(super) fn position_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::PositionLine, |p| {
        let word = p.word();
        if !POSITION.contains(&word) {
            let help = format!("a line begins with `{}`", POSITION.join("`, `"));
            return p.expected_with("a field", help);
        }
        p.bump();
        match word {
            "board" => p.name("a layer")?,
            "cell" => p.name("a piece")?,
            "value" => p.name("a value")?,
            "player" => letters_of(p, "a player")?,
            "lists" => letters_of(p, "a player or a kind of piece")?,
            "marks" => {
                p.name("a piece")?;
                while !p.at_line_end() {
                    p.string("a letter in quotes", "`marks unmoved \"K\" h1 \"Q\" a1`")?;
                    cell(p)?;
                }
            }
            // `turns`.
            _ => {}
        }
        p.line_end()
    });
}

/// `{NAME STRING}`.
fn letters_of(p: &mut Parser, what: &str) -> Parsed {
    while !p.at_line_end() {
        p.name(what)?;
        p.string("a letter in quotes", "`player white \"w\" black \"b\"`")?;
    }
    Ok(())
}

/// A cell as the game names it: `h1`, or a number.
fn cell(p: &mut Parser) -> Parsed {
    if p.eat(SyntaxKind::Number) || p.eat(SyntaxKind::Word) {
        return Ok(());
    }
    p.expected("a cell, such as `h1`")
}
