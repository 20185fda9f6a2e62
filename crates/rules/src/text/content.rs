//! The contents of a cell in words: `goal, box`, `tile 2048`, `nothing`.

use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, nearest};

use super::lines::{quoted, spanned, trimmed, words};

use super::picture::CellContents;
use crate::model::{Content, EMPTY, Layer, LayerInfo, LayerKind, Rules};
use crate::state::Board;

use masume_board::Cell;

/// A cell that holds nothing, in words.
const NOTHING: &str = "nothing";

/// Contents of a cell, in the order of the layers.
pub(super) fn contents_at(board: &Board, cell: Cell) -> CellContents {
    (0..board.layer_count())
        .map(|index| Layer(index as u8))
        .map(|layer| (layer, board.get(layer, cell)))
        .filter(|(_, content)| *content != EMPTY)
        .collect()
}

/// The name of one content: a piece by its name, a number or kind (from 1) after its layer's.
pub fn content_name(rules: &Rules, layer: Layer, content: Content) -> String {
    let Some(info) = rules.layers.get(usize::from(layer.0)) else { return NOTHING.to_owned() };
    if content == EMPTY {
        return NOTHING.to_owned();
    }
    match &info.kind {
        LayerKind::Pieces(pieces) => usize::try_from(content)
            .ok()
            .and_then(|index| pieces.get(index))
            .map_or_else(|| format!("{} {content}", info.name), |piece| piece.name.clone()),
        LayerKind::Kinds(_) => format!("{} {}", info.name, i64::from(content) + 1),
        LayerKind::Range(..) | LayerKind::Doubling(..) => format!("{} {content}", info.name),
    }
}

/// The contents in words; [`read_contents`] reads them back.
pub(super) fn print_contents(rules: &Rules, contents: &[(Layer, Content)]) -> String {
    if contents.is_empty() {
        return NOTHING.to_owned();
    }
    let names: Vec<String> =
        contents.iter().map(|(layer, content)| content_name(rules, *layer, *content)).collect();
    names.join(", ")
}

/// Contents from words, in the order of the layers.
///
/// # Errors
/// A name that no piece has, a number that the layer cannot hold, two contents for one layer.
pub(super) fn read_contents(
    rules: &Rules,
    text: &Spanned<&str>,
) -> Result<CellContents, Diagnostic> {
    let mut contents = CellContents::new();
    if text.value == NOTHING {
        return Ok(contents);
    }
    let mut start = text.span.start as usize;
    for part in text.value.split(',') {
        let name = trimmed(&spanned(part, start));
        start += part.len() + 1;
        let content = read_content(rules, &name)?;
        if contents.iter().any(|(layer, _)| *layer == content.0) {
            let layer = &rules.layers[usize::from(content.0.0)].name;
            return Err(Diagnostic::error(
                Code::SameLayerTwice,
                name.span,
                format!("two pieces of `{layer}` in one cell"),
                "a cell holds at most one of each layer",
            ));
        }
        contents.push(content);
    }
    contents.sort_unstable();
    Ok(contents)
}

fn read_content(rules: &Rules, name: &Spanned<&str>) -> Result<(Layer, Content), Diagnostic> {
    for (index, info) in rules.layers.iter().enumerate() {
        let layer = Layer(index as u8);
        if let LayerKind::Pieces(pieces) = &info.kind
            && let Some(piece) = pieces.iter().position(|piece| piece.name == name.value)
        {
            return Ok((layer, piece as Content));
        }
        if let [first, number] = &words(name)[..]
            && first.value == info.name
            && let Ok(number) = number.value.parse::<i64>()
        {
            return numbered(info, number).map(|content| (layer, content)).ok_or_else(|| {
                Diagnostic::error(
                    Code::BadNumber,
                    name.span,
                    format!("`{}` cannot hold {number}", info.name),
                    format!("`{}` holds {}", info.name, info.kind.describe()),
                )
            });
        }
    }
    let error = Diagnostic::error(
        Code::UnknownName,
        name.span,
        format!("no piece is called {}", quoted(name.value)),
        "expected a piece, or a layer and a number",
    );
    Err(match nearest(name.value, content_names(rules)) {
        Some(known) => error.with_help(format!("did you mean `{known}`?")),
        None => error,
    })
}

/// The content that a layer's number stands for; kinds count from 1.
fn numbered(info: &LayerInfo, number: i64) -> Option<Content> {
    match info.kind {
        LayerKind::Pieces(_) => None,
        LayerKind::Kinds(count) => {
            let index = number.checked_sub(1).filter(|index| (0..i64::from(count)).contains(index));
            index.and_then(|index| Content::try_from(index).ok())
        }
        LayerKind::Range(..) | LayerKind::Doubling(..) => info.kind.content_of_number(number),
    }
}

fn content_names(rules: &Rules) -> impl Iterator<Item = &str> {
    rules.layers.iter().flat_map(|info| match &info.kind {
        LayerKind::Pieces(pieces) => pieces.iter().map(|piece| piece.name.as_str()).collect(),
        LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
            vec![info.name.as_str()]
        }
    })
}
