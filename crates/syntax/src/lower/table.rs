//! The lines of sections that are tables.

use super::section::size_below;
use super::test::first_condition;
use super::{
    child, expr, has_error, heading_span, statement, text, tokens, tokens_of, word, words,
};
use super::{name, span_of_token};
use crate::ast::{
    BoardLook, DisplayLine, KeyLine, LayerKind, LayerLine, LegendLine, Meets, Name,
    NotationSection, Paint, PiecePicture, PlayerLine, Side, Spanned, WordLine,
};
use crate::parser::glyph_range;
use crate::{SyntaxKind, SyntaxNode, SyntaxToken};

/// The lines of a block that were understood, each read by `line`.
pub(super) fn lines<T>(section: &SyntaxNode, line: impl FnMut(SyntaxNode) -> Option<T>) -> Vec<T> {
    let block = child(section, SyntaxKind::Block);
    let lines = block.into_iter().flat_map(|it| it.children());
    lines.filter(|it| !has_error(it)).filter_map(line).collect()
}

pub(super) fn player_line(node: &SyntaxNode) -> Option<PlayerLine> {
    // The second word is `forward`.
    Some(PlayerLine { name: word(node, 0)?, forward: word(node, 2) })
}

pub(super) fn layer_line(node: &SyntaxNode) -> Option<LayerLine> {
    Some(LayerLine { name: word(node, 0)?, kind: layer_kind(&node.first_child()?)? })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the parser makes five kinds here")]
fn layer_kind(node: &SyntaxNode) -> Option<LayerKind> {
    let numbers: Vec<_> = expr::all_signed(node).collect();
    let two = || Some((numbers.first()?.clone(), numbers.get(1)?.clone()));
    Some(match node.kind() {
        SyntaxKind::LayerNames => LayerKind::Names(words(node, 0)),
        SyntaxKind::LayerPerPlayer => {
            let mut names = words(node, 0);
            // `for each player` ends it.
            names.truncate(names.len().saturating_sub(3));
            LayerKind::PerPlayer(names)
        }
        SyntaxKind::LayerKinds => {
            LayerKind::Kinds(expr::small(&tokens_of(node, SyntaxKind::Number).next()?))
        }
        SyntaxKind::LayerRange => {
            let (least, greatest) = two()?;
            LayerKind::NumberRange(least, greatest)
        }
        SyntaxKind::LayerDoubling => {
            let (least, greatest) = two()?;
            LayerKind::NumberDoubling(least, greatest)
        }
        _ => return None,
    })
}

pub(super) fn legend_line(node: &SyntaxNode) -> Option<LegendLine> {
    let mut glyphs = Vec::new();
    for token in tokens_of(node, SyntaxKind::Glyph) {
        let span = span_of_token(&token);
        let text = token.text();
        if let Some((first, last)) = glyph_range(text) {
            // A range that is too long has been reported.
            let range = (first..=last).take(64);
            glyphs.extend(range.map(|value| Spanned { value, span }));
        } else if text == "space" {
            glyphs.push(Spanned { value: ' ', span });
        } else {
            glyphs.extend(text.chars().next().map(|value| Spanned { value, span }));
        }
    }
    let mut content = words(node, 0);
    content.retain(|it| !matches!(it.value.as_str(), "on" | "and" | "nothing"));
    Some(LegendLine { glyphs, content, span: heading_span(node) })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the parser makes four kinds here")]
pub(super) fn board_line(node: &SyntaxNode) -> Option<Spanned<BoardLook>> {
    use SyntaxKind as K;
    let mut said = words(node, 2);
    let value = match node.kind() {
        K::BoardSlant => match said.first()?.value.as_str() {
            "left" => BoardLook::Slanted(Side::Left),
            _ => BoardLook::Slanted(Side::Right),
        },
        K::BoardParts => {
            let size = size_below(node)?;
            match word(node, 1)?.value == "blocks" {
                true => BoardLook::Blocks(size),
                false => BoardLook::Parts(size),
            }
        }
        K::BoardEdge => {
            let piece = said.pop()?;
            BoardLook::Edge(said.iter().filter_map(side).collect(), piece)
        }
        K::BoardOutside => BoardLook::Outside(said),
        _ => return None,
    };
    Some(Spanned { value, span: heading_span(node) })
}

fn side(word: &Name) -> Option<Spanned<Side>> {
    let value = Side::ALL.into_iter().find(|it| it.name() == word.value)?;
    Some(Spanned { value, span: word.span })
}

pub(super) fn display_line(node: &SyntaxNode) -> Option<DisplayLine> {
    if node.kind() != SyntaxKind::DisplayLine {
        return None;
    }
    let mut strings: Vec<_> =
        tokens_of(node, SyntaxKind::String).map(|it| text::string(&it)).collect();
    let mut looks = words(node, 1);
    let is_named = looks.last().is_some_and(|it| it.value == "named");
    let spoken = if is_named { strings.pop() } else { None };
    looks.retain(|it| it.value != "named");
    let pictures = lines(node, |it| picture_line(&it));
    Some(DisplayLine { subject: word(node, 0)?, glyphs: strings, looks, spoken, pictures })
}

fn picture_line(node: &SyntaxNode) -> Option<PiecePicture> {
    let mut palette: Vec<Paint> = Vec::new();
    let mut tint: Option<Name> = None;
    let is_colour = |it: &SyntaxToken| matches!(it.kind(), SyntaxKind::Word | SyntaxKind::Colour);
    for token in tokens(node).filter(is_colour).skip(1) {
        if tint.is_none() && matches!(token.text(), "light" | "dark") {
            tint = Some(name(&token));
        } else {
            palette.push(Paint { tint: tint.take(), colour: name(&token) });
        }
    }
    Some(PiecePicture {
        of: text::first_string(node),
        palette,
        rows: text::picture(&child(node, SyntaxKind::Raw)?),
        span: heading_span(node),
    })
}

pub(super) fn key_line(node: &SyntaxNode) -> Option<KeyLine> {
    let keys = tokens_of(node, SyntaxKind::Glyph).map(|it| name(&it)).collect();
    let action = name(&tokens_of(node, SyntaxKind::ActionText).next()?);
    Some(KeyLine { keys, action })
}

pub(super) fn word_line(node: &SyntaxNode) -> Option<WordLine> {
    let says = text::template(&child(node, SyntaxKind::Template)?)?;
    let when = first_condition(node);
    let mut occasion = words(node, 0);
    // The last word of a line with a condition is `when`.
    if when.is_some() {
        occasion.pop();
    }
    Some(WordLine { occasion, says, when })
}

pub(super) fn notation(node: &SyntaxNode) -> Option<NotationSection> {
    let letters = lines(node, |line| {
        let letter = tokens_of(&line, SyntaxKind::Glyph).next()?;
        let action = name(&tokens_of(&line, SyntaxKind::ActionText).next()?);
        let value = letter.text().chars().next()?;
        Some((Spanned { value, span: span_of_token(&letter) }, action))
    });
    let capital = lines(node, |line| {
        let is_capital = line.kind() == SyntaxKind::CapitalLine;
        if is_capital { word(&line, 2) } else { None }
    });
    Some(NotationSection { name: word(node, 1)?, letters, capital: capital.into_iter().next() })
}

pub(super) fn meets_line(node: &SyntaxNode) -> Option<Meets> {
    let is_nothing = tokens(node).any(|it| it.kind() == SyntaxKind::Underscore);
    Some(Meets {
        first: word(node, 0)?,
        second: word(node, 2)?,
        left: if is_nothing { None } else { Some(word(node, 3)?) },
        effects: statement::effects(node)?,
        span: heading_span(node),
    })
}
