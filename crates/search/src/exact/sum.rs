//! Sums over what lies on a board.

use masume_board::Cell;
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Rules};
use masume_rules::state::State;

use crate::Relevance;
use crate::positions::Positions;

/// The most numbers of a layer that are added up.
const MOST_NUMBERS: usize = 1 << 12;

/// Summand of a layer: its numbers, or how many things lie there, or the same below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weighing {
    layer: Layer,
    are_numbers: bool,
    sign: i64,
}

impl Weighing {
    /// All that can be added up in a game.
    pub(super) fn all(rules: &Rules) -> Vec<Self> {
        let live = Relevance::of(rules);
        let mut all = Vec::new();
        for (index, info) in rules.layers.iter().enumerate().filter(|it| live.layers[it.0]) {
            let are_numbers = match info.kind {
                LayerKind::Range(..) | LayerKind::Doubling(..) => &[true, false][..],
                LayerKind::Pieces(_) | LayerKind::Kinds(_) => &[false][..],
            };
            for &are_numbers in are_numbers {
                let layer = Layer(index as u8);
                all.extend([1, -1].map(|sign| Self { layer, are_numbers, sign }));
            }
        }
        all
    }

    /// Amount that a content adds.
    pub(super) fn of(self, layer: Layer, content: Content) -> i64 {
        match (layer == self.layer, self.are_numbers) {
            (false, _) => 0,
            (true, true) => self.sign * i64::from(content),
            (true, false) => self.sign,
        }
    }
}

/// A sum over the board of a key.
#[derive(Clone, Debug)]
pub(super) struct BoardSum {
    /// Some bits that lie side by side, the first bit and how many, and what they add by what they hold.
    fields: Vec<(usize, u32, Vec<i64>)>,
}

impl BoardSum {
    /// `None` where keys do not say by bits side by side what lies on a cell.
    pub(super) fn new(
        (rules, positions): (&Rules, &Positions),
        first: &State,
        weighing: Weighing,
    ) -> Option<Self> {
        let kind = &rules.layers[usize::from(weighing.layer.0)].kind;
        if contents_of(kind) > MOST_NUMBERS {
            return None;
        }
        let contents = kind.contents();
        let mut base = first.clone();
        let cells: Vec<Cell> = first.board.grid().inner_cells().collect();
        cells.iter().for_each(|&cell| base.board.set(weighing.layer, cell, EMPTY));
        let empty = positions.key(&base);
        let mut fields = Vec::new();
        for &cell in &cells {
            let mut added: Vec<(Vec<u64>, i64)> = Vec::new();
            for &content in &contents {
                let mut state = base.clone();
                state.board.set(weighing.layer, cell, content);
                let key = positions.key(&state);
                let bits = key.iter().zip(&empty).map(|(key, empty)| key ^ empty).collect();
                added.push((bits, weighing.of(weighing.layer, content)));
            }
            // A piece has a bit of its own, a number shares them.
            let are_pieces = matches!(kind, LayerKind::Pieces(_));
            for part in added.chunks(if are_pieces { 1 } else { added.len() }) {
                fields.push(field(part)?);
            }
        }
        Some(Self { fields })
    }

    pub(super) fn of(&self, key: &[u64]) -> i64 {
        let added = self.fields.iter().map(|(at, bits, table)| table[take(key, *at, *bits)]);
        added.sum()
    }
}

fn contents_of(kind: &LayerKind) -> usize {
    match kind {
        LayerKind::Range(first, last) => last.abs_diff(*first) as usize + 1,
        LayerKind::Pieces(_) | LayerKind::Kinds(_) | LayerKind::Doubling(..) => {
            kind.contents().len()
        }
    }
}

/// The bits that say some contents, and what each adds.
fn field(contents: &[(Vec<u64>, i64)]) -> Option<(usize, u32, Vec<i64>)> {
    let set = |key: &[u64], bit: usize| key[bit / 64] >> (bit % 64) & 1 == 1;
    let all = contents.first()?.0.len() * 64;
    let is_used = |bit: &usize| contents.iter().any(|(key, _)| set(key, *bit));
    let (first, last) = ((0..all).find(is_used)?, (0..all).rev().find(is_used)?);
    let bits = last - first + 1;
    if 1 << bits > 2 * MOST_NUMBERS {
        return None;
    }
    let mut table = vec![0; 1 << bits];
    for (key, added) in contents {
        table[take(key, first, bits as u32)] = *added;
    }
    Some((first, bits as u32, table))
}

fn take(key: &[u64], at: usize, bits: u32) -> usize {
    let (word, shift) = (at / 64, (at % 64) as u32);
    let mut value = key[word] >> shift;
    if shift + bits > 64 {
        value |= key[word + 1] << (64 - shift);
    }
    (value & (u64::MAX >> (64 - bits))) as usize
}
