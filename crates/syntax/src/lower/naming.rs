//! Sections that say how cells, moves and positions are written.

use super::table::lines;
use super::{name, test, text, tokens, tokens_of, word, words};
use crate::ast::{
    CoordinatesPart, MovesLine, MovesSection, Name, PositionField, PositionSection, Spanned,
};
use crate::{SyntaxKind, SyntaxNode};

pub(super) fn coordinates(node: &SyntaxNode) -> Vec<Spanned<CoordinatesPart>> {
    let parts = node.children().filter(|it| it.kind() == SyntaxKind::CoordinatesPart);
    parts.filter_map(|it| Some(Spanned { value: part(&it)?, span: super::span(&it) })).collect()
}

fn part(node: &SyntaxNode) -> Option<CoordinatesPart> {
    let words = words(node, 0);
    let words: Vec<&str> = words.iter().map(|it| it.value.as_str()).collect();
    Some(match words[..] {
        ["rows", ..] => CoordinatesPart::RowsFromBelow,
        ["columns", "from", ..] => CoordinatesPart::ColumnsFromTheRight,
        ["columns", "by", ..] => CoordinatesPart::ColumnsByNumbers,
        ["columns", ..] => CoordinatesPart::ColumnsWithoutI,
        ["numbers", _, "dark", ..] => CoordinatesPart::NumbersOfDark,
        ["numbers", _, "light", ..] => CoordinatesPart::NumbersOfLight,
        ["numbers", _, "all", ..] => CoordinatesPart::NumbersOfAll,
        _ => return None,
    })
}

pub(super) fn moves(node: &SyntaxNode) -> Option<MovesSection> {
    Some(MovesSection { name: word(node, 1)?, lines: lines(node, |it| moves_line(&it)) })
}

fn moves_line(node: &SyntaxNode) -> Option<MovesLine> {
    let first = word(node, 0)?;
    let sign = text::first_string(node);
    Some(match first.value.as_str() {
        "piece" => MovesLine::Piece(word(node, 1)?, sign),
        "from" => MovesLine::FromAlways(first.span),
        "quiet" => MovesLine::Quiet(sign?),
        "take" => MovesLine::Take(sign?),
        "win" => MovesLine::Win(sign?),
        "header" => MovesLine::Header(sign?),
        "together" => MovesLine::Together(first.span),
        "nodes" => MovesLine::Nodes(letters_of(node), first.span),
        "before" => MovesLine::Before(word(node, 1)?, sign?),
        "action" => MovesLine::Action(word(node, 1)?, sign?),
        "step" => MovesLine::Step(sign?, word(node, 1)?, words(node, 2)),
        "sign" => MovesLine::Sign(sign?, test::first_condition(node)?),
        _ => return None,
    })
}

pub(super) fn position(node: &SyntaxNode) -> Option<PositionSection> {
    Some(PositionSection { name: word(node, 1)?, fields: lines(node, |it| field(&it)) })
}

fn field(node: &SyntaxNode) -> Option<PositionField> {
    let first = word(node, 0)?;
    Some(match first.value.as_str() {
        "board" => PositionField::Board(word(node, 1)?),
        "lists" => PositionField::Lists(letters_of(node), first.span),
        "player" => PositionField::Player(letters_of(node)),
        "marks" => {
            let letters = tokens_of(node, SyntaxKind::String).map(|it| text::string(&it));
            PositionField::Marks(word(node, 1)?, letters.zip(cells(node)).collect())
        }
        "cell" => PositionField::Cell(word(node, 1)?),
        "value" => PositionField::Value(word(node, 1)?),
        "turns" => PositionField::Turns(first.span),
        _ => return None,
    })
}

/// Names, each with the letter behind it.
fn letters_of(node: &SyntaxNode) -> Vec<(Name, Spanned<String>)> {
    let letters = tokens_of(node, SyntaxKind::String).map(|it| text::string(&it));
    words(node, 1).into_iter().zip(letters).collect()
}

/// The cells behind the letters of marks.
fn cells(node: &SyntaxNode) -> Vec<Name> {
    let is_cell = |kind| matches!(kind, SyntaxKind::Word | SyntaxKind::Number);
    tokens(node).filter(|it| is_cell(it.kind())).skip(2).map(|it| name(&it)).collect()
}
