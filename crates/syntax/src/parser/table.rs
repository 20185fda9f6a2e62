//! The lines of sections that are tables: players, pieces, legends, keys, words and their like.

use super::condition::condition;
use super::expr::{number, signed_number};
use super::machine::{Parsed, Parser};
use super::rule;
use super::section::size;
use super::statement::{block, raw_block};
use crate::{Code, Diagnostic, Span, SyntaxKind, is_reserved, nearest};

/// The keys that have a name; grammar.md, Words.
const KEYS: &[&str] =
    &["up", "down", "left", "right", "space", "enter", "tab", "escape", "backspace"];

/// Most glyphs that a range may write out: more than a layer has kinds.
const MOST_IN_RANGE: u32 = 64;

/// One line of a table, below which nothing can be.
pub(super) fn table_line(
    p: &mut Parser,
    indent: u32,
    kind: SyntaxKind,
    inside: impl FnOnce(&mut Parser) -> Parsed,
) {
    p.node(kind, |p| p.line_of(inside, |p| p.skip_deeper(indent)));
}

/// `NAME ["forward" DIRECTION]`.
pub(super) fn player_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::PlayerLine, |p| {
        p.new_name("a player's name")?;
        if p.eat_word("forward") {
            rule::direction(p)?;
        }
        p.line_end_with(Some("write one player a line, with `forward up` where it matters"))
    });
}

/// `NAME ":" …`.
pub(super) fn layer_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::LayerLine, |p| {
        p.new_name("a layer's name")?;
        if !p.eat(SyntaxKind::Colon) {
            let help = "a line has the layer's name, a colon and its pieces: `thing: player box`";
            return p.expected_with("`:` after the layer's name", help);
        }
        layer(p)?;
        p.line_end()
    });
}

fn layer(p: &mut Parser) -> Parsed {
    use SyntaxKind as K;
    if p.at(K::Number) {
        return p.node(K::LayerKinds, |p| {
            number(p, i64::from(u32::MAX))?;
            p.keyword("kinds")
        });
    }
    let is_number = p.word() == "number" && matches!(p.kind_at(1), K::Number | K::Minus);
    let start = p.checkpoint();
    if is_number {
        p.bump();
        signed_number(p)?;
        if p.eat_word("doubling") {
            return p.node_from(start, K::LayerDoubling, |p| {
                p.keyword("to")?;
                signed_number(p)
            });
        }
        if p.word() != "to" {
            return p.expected("`to` or `doubling to`");
        }
        return p.node_from(start, K::LayerRange, |p| {
            p.bump();
            signed_number(p)
        });
    }
    p.new_name("a piece, a number of kinds, or `number`")?;
    needless_comma(p, "pieces are separated by blanks");
    while p.at(K::Word) && !is_for_each(p) {
        p.new_name("a piece")?;
        needless_comma(p, "pieces are separated by blanks");
    }
    if !is_for_each(p) {
        return p.node_from(start, K::LayerNames, |_| Ok(()));
    }
    p.node_from(start, K::LayerPerPlayer, |p| {
        p.bump();
        p.bump();
        p.keyword("player")
    })
}

/// Reports a comma where blanks are enough, and takes it, so that all names are known.
pub(super) fn needless_comma(p: &mut Parser, help: &str) {
    if !p.at(SyntaxKind::Comma) || p.kind_at(1) != SyntaxKind::Word {
        return;
    }
    p.report(|p| p.expectation("a blank").with_help(help));
    // The others of the line are the same slip.
    p.silence();
    p.bump();
}

fn is_for_each(p: &Parser) -> bool {
    p.word() == "for" && p.word_at(1) == "each"
}

/// Glyphs, then `nothing` or names.
pub(super) fn legend_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::LegendLine, |p| {
        if !p.at(SyntaxKind::Glyph) {
            return p.expected_with(
                "a glyph",
                "a line begins with a character, a range such as `A-Z`, or `space`",
            );
        }
        while p.at(SyntaxKind::Glyph) {
            check_range(p);
            p.bump();
        }
        content_name(p)?;
        while !p.at_line_end() {
            needless_comma(p, "pieces are joined by `on`, `and` or blanks");
            if matches!(p.word(), "on" | "and") {
                p.bump();
            }
            content_name(p)?;
        }
        p.line_end()
    });
}

fn content_name(p: &mut Parser) -> Parsed {
    if p.at(SyntaxKind::Word) && is_reserved(p.word()) {
        return p.name("a piece");
    }
    if p.eat(SyntaxKind::Word) {
        return Ok(());
    }
    if p.at(SyntaxKind::Glyph) {
        return p.expected_with("a piece or `nothing`", "glyphs stand before what they show");
    }
    if p.at(SyntaxKind::Comma) {
        return p.expected_with("a piece", "pieces are joined by `on`, `and` or blanks");
    }
    p.expected("a piece or `nothing`")
}

fn check_range(p: &mut Parser) {
    let Some((first, last)) = glyph_range(p.text_here()) else { return };
    let text = p.text_here();
    if last < first {
        p.report(|p| {
            let message = format!("expected a range that rises, found `{text}`");
            Diagnostic::error(Code::RepeatRange, p.span(), message, "no glyph lies in this range")
                .with_help(format!("write `{last}-{first}`"))
        });
        return;
    }
    let length = last as u32 - first as u32 + 1;
    if length > MOST_IN_RANGE {
        p.report(|p| {
            let message =
                format!("expected a range of {MOST_IN_RANGE} glyphs at most, found {length}");
            Diagnostic::error(Code::RepeatRange, p.span(), message, "this range is too long")
        });
    }
}

/// The ends of a range such as `A-Z`; nothing for another glyph.
pub(crate) fn glyph_range(glyph: &str) -> Option<(char, char)> {
    let mut characters = glyph.chars();
    let first = characters.next()?;
    let is_range = characters.next() == Some('-');
    let last = characters.next()?;
    (is_range && characters.next().is_none()).then_some((first, last))
}

/// `NAME STRING… [COLOUR] [SHAPE] ["named" STRING] {picture}`, or a line about the board.
pub(super) fn display_line(p: &mut Parser, indent: u32) {
    // A piece may be called `board`: behind its name stands a glyph.
    if p.word() == "board" && p.kind_at(1) == SyntaxKind::Word {
        return board_line(p, indent);
    }
    table_line(p, indent, SyntaxKind::DisplayLine, |p| {
        p.name("a piece or `nothing`")?;
        if !p.at(SyntaxKind::Word) {
            p.string("a glyph in quotes", "`player \"@\"`")?;
        }
        while p.eat(SyntaxKind::String) {}
        // A colour and a shape; the checker tells them apart.
        for _ in 0..2 {
            if p.at(SyntaxKind::Word) && p.word() != "named" {
                p.name("a colour or a shape")?;
            }
        }
        if p.eat_word("named") {
            p.string("what it is called", "`named \"the player\"`")?;
        }
        p.line_end_with(Some(
            "after the glyphs stand a colour, a shape and `named \"…\"`, all optional",
        ))?;
        if p.is_deeper_than(indent) && p.word() == "picture" {
            block(p, indent, picture_line);
        }
        Ok(())
    });
}

/// `"picture" [STRING] {["light" | "dark"] COLOUR} raw-block`.
fn picture_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::PictureLine, |p| {
        const HELP: &str = "below the line of a piece stands `picture yellow dark blue` with its \
                            colours, and below that its rows";
        if !p.eat_word("picture") {
            return p.expected_with("`picture`", HELP);
        }
        p.eat(SyntaxKind::String);
        if p.at_line_end() {
            return p.expected_with("a colour", HELP);
        }
        while !p.at_line_end() {
            if matches!(p.word(), "light" | "dark") {
                p.bump();
            }
            if !p.eat(SyntaxKind::Colour) {
                p.name("a colour")?;
            }
        }
        p.line_end()?;
        raw_block(p, indent);
        Ok(())
    });
}

/// First words of a line about the board, each with the rest of the line.
const BOARD_LINES: [(&str, SyntaxKind); 5] = [
    ("slanted", SyntaxKind::BoardSlant),
    ("blocks", SyntaxKind::BoardParts),
    ("parts", SyntaxKind::BoardParts),
    ("edge", SyntaxKind::BoardEdge),
    ("outside", SyntaxKind::BoardOutside),
];

/// `"board"` and what is said about all of it.
fn board_line(p: &mut Parser, indent: u32) {
    let word = p.word_at(1);
    let kind = BOARD_LINES.iter().find(|(it, _)| *it == word).map(|(_, kind)| *kind);
    table_line(p, indent, kind.unwrap_or(SyntaxKind::BoardSlant), |p| {
        p.bump();
        match kind {
            Some(SyntaxKind::BoardParts) => {
                p.bump();
                size(p)?;
            }
            Some(SyntaxKind::BoardEdge) => {
                p.bump();
                board_edge(p)?;
            }
            Some(SyntaxKind::BoardOutside) => {
                p.bump();
                p.name("the piece that is around the board")?;
                while p.at(SyntaxKind::Word) {
                    p.name("a piece")?;
                }
            }
            Some(_) => {
                p.bump();
                p.one_of(&["left", "right"], "write `board slanted right`")?;
            }
            None => {
                let words: Vec<&str> = BOARD_LINES.iter().map(|(word, _)| *word).collect();
                let help = match nearest(word, words.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a board is {}", words.join(", ")),
                };
                return p.expected_with("what is said about the board", help);
            }
        }
        p.line_end()
    });
}

/// `SIDE… NAME`.
fn board_edge(p: &mut Parser) -> Parsed {
    const SIDES: [&str; 4] = ["left", "right", "top", "bottom"];
    p.one_of(&SIDES, "write `board edge left right red`")?;
    // A piece may be called `top`: the last word is the piece.
    while p.kind_at(1) == SyntaxKind::Word {
        p.one_of(&SIDES, "the sides stand before the piece whose colour they have")?;
    }
    p.name("the piece whose colour the edge has")
}

/// `KEY… "->" action-text`.
pub(super) fn key_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::KeyLine, |p| {
        if !p.at(SyntaxKind::Glyph) {
            return p.expected_with("a key", "write `w up -> push up`");
        }
        while p.at(SyntaxKind::Glyph) {
            key(p)?;
        }
        p.arrow("`->` and an action")?;
        action_text(p)
    });
}

fn key(p: &mut Parser) -> Parsed {
    let key = p.text_here();
    if key.chars().count() == 1 || KEYS.contains(&key) {
        p.bump();
        return Ok(());
    }
    let help = match nearest(key, KEYS.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if key.contains("->") => "`->` stands between blanks".to_owned(),
        None => format!("a key is one character, or one of `{}`", KEYS.join("`, `")),
    };
    p.expected_with("a key", help)
}

fn action_text(p: &mut Parser) -> Parsed {
    if !p.eat(SyntaxKind::ActionText) {
        return p.expected("an action, as a player would write it");
    }
    p.line_end()
}

/// `NAME [NAME] STRING ["when" condition]` with expressions in the string.
pub(super) fn word_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::WordLine, |p| {
        if !p.eat(SyntaxKind::Word) {
            return p.expected("an occasion, such as `win`");
        }
        p.eat(SyntaxKind::Word);
        if !p.at(SyntaxKind::Quote) {
            return p
                .expected_with("what is said", "write it between quotes: `win \"Well done.\"`");
        }
        template(p)?;
        if p.eat_word("when") {
            condition(p)?;
        }
        p.line_end()
    });
}

fn template(p: &mut Parser) -> Parsed {
    p.node(SyntaxKind::Template, |p| {
        p.bump();
        loop {
            if p.eat(SyntaxKind::Quote) {
                return Ok(());
            }
            if p.eat(SyntaxKind::TemplateText) {
                continue;
            }
            if !p.at(SyntaxKind::OpenBrace) {
                return p.expected("a closing quote");
            }
            p.node(SyntaxKind::TemplateValue, template_value)?;
        }
    })
}

fn template_value(p: &mut Parser) -> Parsed {
    let opened: Span = p.span();
    p.bump();
    if p.at(SyntaxKind::CloseBrace) {
        return p.expected_with(
            "a number or a name",
            "a brace that is only a character is written `\\{`",
        );
    }
    let first = p.word().to_owned();
    super::expr::expr(p)?;
    if p.at(SyntaxKind::Quote) {
        return p.fail(|_| {
            Diagnostic::error(
                Code::UnclosedBracket,
                opened,
                "expected `}` for this `{`, found the closing quote",
                "this is not closed",
            )
            .with_help("a brace that is only a character is written `\\{`")
        });
    }
    super::expr::closed(p, opened, &first)
}

/// `LETTER "->" action-text | "capital" "when" NAME "rises"`.
pub(super) fn notation_line(p: &mut Parser, indent: u32) {
    if p.word() == "capital" {
        table_line(p, indent, SyntaxKind::CapitalLine, |p| {
            p.bump();
            p.keyword("when")?;
            p.name("a value")?;
            p.keyword("rises")?;
            p.line_end()
        });
        return;
    }
    table_line(p, indent, SyntaxKind::LetterLine, |p| {
        if !p.eat(SyntaxKind::Glyph) {
            let help = "write `l -> push left`, or `capital when pushes rises`";
            return p.expected_with("a letter or `capital`", help);
        }
        p.arrow("`->` and an action")?;
        action_text(p)
    });
}

/// `NAME "meets" NAME "->" (NAME | "_") {"," effect}`.
pub(super) fn meets_line(p: &mut Parser, indent: u32) {
    table_line(p, indent, SyntaxKind::MeetsLine, |p| {
        p.name("a piece")?;
        if !p.eat_word("meets") {
            return p.expected_with("`meets`", "write `robot meets scrap -> scrap`");
        }
        p.name("a piece")?;
        p.arrow("`->` and what is left")?;
        if !p.eat(SyntaxKind::Underscore) {
            p.name("what is left, a piece or `_`")?;
        }
        rule::trailing_effects(p)?;
        p.line_end()
    });
}
