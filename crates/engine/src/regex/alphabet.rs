//! The characters of the text, and which of them pass a test.

use masume_rules::model::{
    Content, EMPTY, Layer, LayerInfo, LayerKind, Pattern, PieceInfo, Player, Rules, Test, Write,
};

use super::error::RegexReason;
use super::node::{Node, Symbols};

/// Contents of all layers of one cell, indexed by layer.
pub(super) type Contents = Vec<Content>;

/// One character of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) glyph: char,
    /// Its meaning, such as `own disc`.
    pub(super) words: String,
    /// Contents that the cell may have: one possibility, several for the chosen cell.
    pub(super) contents: Vec<Contents>,
    /// True if it stands for the chosen cell.
    pub(super) is_chosen: bool,
}

impl Symbol {
    pub(super) fn cell(glyph: char, words: impl Into<String>, contents: Contents) -> Self {
        Self { glyph, words: words.into(), contents: vec![contents], is_chosen: false }
    }
}

/// The characters of all cells but the chosen one, seen by the acting player.
///
/// Where two players have one piece each and there is nothing else, they are N, B and W as the
/// founding article on Othello has them; otherwise those of the game's legend.
///
/// # Errors
/// `NumberLayer` and `NoGlyph` where a cell is not one character.
pub(super) fn cell_symbols(rules: &Rules, player: Player) -> Result<Vec<Symbol>, RegexReason> {
    if let Some(number) = rules.layers.iter().find(|layer| layer.kind.is_numeric()) {
        return Err(RegexReason::NumberLayer { layer: number.name.clone() });
    }
    if let Some((layer, own, other)) = two_sides(rules, player) {
        let what = |piece: &PieceInfo| {
            // `man for each player` makes `black-man` of kind `man`; a bare `black` is just a disc.
            if piece.kind == piece.name { layer.name.clone() } else { piece.kind.clone() }
        };
        return Ok(vec![
            Symbol::cell('N', "empty", vec![EMPTY]),
            Symbol::cell('B', format!("own {}", what(own.1)), vec![own.0]),
            Symbol::cell('W', format!("other player's {}", what(other.1)), vec![other.0]),
        ]);
    }
    legend_symbols(rules)
}

type Piece<'r> = (Content, &'r PieceInfo);

/// The only layer, and in it the only piece of the player and the only one of the other.
fn two_sides(rules: &Rules, player: Player) -> Option<(&LayerInfo, Piece<'_>, Piece<'_>)> {
    let [layer] = rules.layers.as_slice() else { return None };
    let LayerKind::Pieces(pieces) = &layer.kind else { return None };
    let ([first, second], 2) = (pieces.as_slice(), rules.players.len()) else { return None };
    let (one, two) = (first.owner?, second.owner?);
    if one == two {
        return None;
    }
    let (first, second) = ((0, first), (1, second));
    Some(if one == player { (layer, first, second) } else { (layer, second, first) })
}

fn legend_symbols(rules: &Rules) -> Result<Vec<Symbol>, RegexReason> {
    let legend = rules.legends.first().ok_or(RegexReason::NoGlyph)?;
    let mut symbols: Vec<Symbol> = Vec::new();
    for entry in &legend.entries {
        let glyph = *entry.glyphs.first().ok_or(RegexReason::NoGlyph)?;
        let mut contents = vec![EMPTY; rules.layers.len()];
        for (layer, content) in &entry.contents {
            contents[usize::from(layer.0)] = *content;
        }
        if symbols.iter().all(|it| it.contents != [contents.clone()]) {
            let words = words_of(rules, &contents, glyph);
            symbols.push(Symbol::cell(glyph, words, contents));
        }
    }
    Ok(symbols)
}

/// Contents of a cell with this glyph, in words: `goal and box`.
fn words_of(rules: &Rules, contents: &Contents, glyph: char) -> String {
    let held = rules.layers.iter().zip(contents).filter(|(_, content)| **content != EMPTY);
    let names: Vec<String> = held
        .map(|(layer, content)| match &layer.kind {
            LayerKind::Pieces(pieces) => {
                let index = usize::try_from(*content).ok();
                let piece = index.and_then(|index| pieces.get(index));
                piece.map_or(&layer.name, |piece| &piece.name).clone()
            }
            LayerKind::Kinds(_) => format!("{} {glyph}", layer.name),
            LayerKind::Range(..) | LayerKind::Doubling(..) => layer.name.clone(),
        })
        .collect();
    if names.is_empty() { "empty".into() } else { names.join(" and ") }
}

/// A character for the chosen cell that no cell has: `P` for preference, then another letter.
pub(super) fn chosen_glyph(rules: &Rules, cells: &[Symbol]) -> Result<char, RegexReason> {
    let is_used = |glyph: char| {
        let legends = rules.legends.iter().flat_map(|legend| &legend.entries);
        let in_legend = legends.flat_map(|entry| &entry.glyphs).any(|it| *it == glyph);
        in_legend || cells.iter().any(|cell| cell.glyph == glyph)
    };
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    ['P'].into_iter().chain(letters).find(|it| !is_used(*it)).ok_or(RegexReason::NoGlyph)
}

/// A pattern with its tests answered for every symbol.
///
/// # Errors
/// What stands in the way: `turn`, letters, tests of more than the cell.
pub(super) fn compile(
    pattern: &Pattern,
    writes: &[Vec<Write>],
    symbols: &[Symbol],
    player: Player,
) -> Result<Node, RegexReason> {
    let all = |parts: &[Pattern]| -> Result<Vec<Node>, RegexReason> {
        parts.iter().map(|part| compile(part, writes, symbols, player)).collect()
    };
    Ok(match pattern {
        Pattern::Turn | Pattern::Bend => return Err(RegexReason::Walk),
        Pattern::Edge => Node::Edge,
        Pattern::Sequence(parts) => Node::sequence(all(parts)?),
        Pattern::Choice(parts) => Node::choice(all(parts)?),
        Pattern::Repeat { body, least, greatest } => {
            Node::repeat(compile(body, writes, symbols, player)?, *least, *greatest)
        }
        Pattern::Cell { position, test } => {
            let writes = writes.get(*position as usize).map_or(&[][..], Vec::as_slice);
            compile_cell(test, writes, symbols, player)?
        }
    })
}

fn compile_cell(
    test: &Test,
    writes: &[Write],
    symbols: &[Symbol],
    player: Player,
) -> Result<Node, RegexReason> {
    let (mut passing, mut changed, mut unsure) = (Symbols::new(), Symbols::new(), false);
    for (index, symbol) in symbols.iter().enumerate() {
        let mut answers = Vec::new();
        for contents in &symbol.contents {
            answers.push(Passing { player, contents, is_chosen: symbol.is_chosen }.asks(test)?);
        }
        if answers.is_empty() || answers.contains(&false) {
            unsure |= answers.contains(&true);
            continue;
        }
        passing.insert(index);
        for contents in &symbol.contents {
            // The chosen cell is not asked for.
            if !symbol.is_chosen && written(contents, writes, player)? != *contents {
                changed.insert(index);
            }
        }
    }
    Ok(Node::cell(passing, changed, unsure))
}

/// Contents of a cell after the writes.
pub(super) fn written(
    contents: &Contents,
    writes: &[Write],
    player: Player,
) -> Result<Contents, RegexReason> {
    let mut contents = contents.clone();
    for write in writes {
        let Layer(layer) = write.layer();
        contents[usize::from(layer)] = match write {
            Write::Clear(_) => EMPTY,
            Write::Piece(_, pieces) => for_player(pieces, player).copied().unwrap_or(EMPTY),
            Write::Letter(..) => return Err(RegexReason::Letter),
            Write::Number(..) => return Err(RegexReason::Test { word: "a computed number" }),
        };
    }
    Ok(contents)
}

/// The entry of the player; a single entry serves every player.
fn for_player<T>(entries: &[T], player: Player) -> Option<&T> {
    entries.get(if entries.len() == 1 { 0 } else { usize::from(player.0) })
}

/// Asks tests of one cell.
pub(super) struct Passing<'a> {
    pub(super) player: Player,
    pub(super) contents: &'a Contents,
    pub(super) is_chosen: bool,
}

impl Passing<'_> {
    /// True if the cell passes. Every part of the test is looked at, so that whether it can be
    /// written does not depend on what the cell holds.
    pub(super) fn asks(&self, test: &Test) -> Result<bool, RegexReason> {
        let holds = |layer: &Layer| self.contents[usize::from(layer.0)];
        let word = match test {
            Test::Any => return Ok(true),
            Test::Empty => return Ok(self.contents.iter().all(|content| *content == EMPTY)),
            Test::Occupied(layer) => return Ok(holds(layer) != EMPTY),
            Test::Piece { layer, pieces } => {
                let set = for_player(pieces, self.player);
                return Ok(set.is_some_and(|set| set.contains(holds(layer))));
            }
            // Only one chosen cell is in the text: `body` has seen to it.
            Test::Chosen(_) => return Ok(self.is_chosen),
            Test::Not(inner) => return Ok(!self.asks(inner)?),
            Test::And(parts) => return Ok(!self.asks_each(parts)?.contains(&false)),
            Test::Or(parts) => return Ok(self.asks_each(parts)?.contains(&true)),
            Test::Letter { .. } => return Err(RegexReason::Letter),
            Test::InLine(_) => "a chosen column or row",
            Test::Centre => "centre",
            Test::Near(..) => "around or beside a chosen cell",
            Test::Neighbours { .. } => "a count of neighbours",
            Test::Sees { .. } => "sees",
            Test::Compare(_) => "a comparison",
        };
        Err(RegexReason::Test { word })
    }

    fn asks_each(&self, parts: &[Test]) -> Result<Vec<bool>, RegexReason> {
        parts.iter().map(|part| self.asks(part)).collect()
    }
}
