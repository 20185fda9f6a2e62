//! What a cell may hold that passes a test: never less than it may, sometimes more.

use std::collections::BTreeMap;

use crate::model::{Compare, Content, Expr, Layer, LayerInfo, LayerKind, Test};

/// What one layer of a cell may hold. A layer that is not in a [`Cell`] may hold anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Possible {
    /// Whether it may be free.
    free: bool,
    /// Bit i: piece or kind i; for a layer of numbers bit 0 stands for any number.
    pieces: u64,
    /// The only number, where there is only one.
    number: Option<i64>,
}

/// What the layers of one cell may hold.
pub(super) type Cell = BTreeMap<Layer, Possible>;

impl Possible {
    const FREE: Self = Self { free: true, pieces: 0, number: None };
    const TAKEN: Self = Self { free: false, pieces: u64::MAX, number: None };

    /// The one piece that the layer holds, where it certainly holds that.
    pub(super) fn only_piece(self) -> Option<Content> {
        let is_one = !self.free && self.pieces.count_ones() == 1;
        is_one.then_some(self.pieces.trailing_zeros() as Content)
    }

    pub(super) fn may_be_free(self) -> bool {
        self.free
    }

    pub(super) fn may_be(self, piece: Content) -> bool {
        (0..64).contains(&piece) && self.pieces >> piece & 1 == 1
    }

    /// Whether everything possible here is possible there too.
    pub(super) fn is_within(self, other: Self) -> bool {
        (!self.free || other.free)
            && self.pieces & !other.pieces == 0
            && (other.number.is_none() || self.number == other.number)
    }

    pub(super) fn only_number(self) -> Option<i64> {
        if self.free { None } else { self.number }
    }

    pub(super) fn is_free(self) -> bool {
        self.free && self.pieces == 0
    }

    fn and(self, other: Self) -> Option<Self> {
        let both = Self {
            free: self.free && other.free,
            pieces: self.pieces & other.pieces,
            number: self.number.or(other.number),
        };
        let differ = matches!((self.number, other.number), (Some(a), Some(b)) if a != b);
        let is_held = both.pieces != 0 && !differ;
        (both.free || is_held).then_some(both)
    }

    fn or(self, other: Self) -> Self {
        Self {
            free: self.free || other.free,
            pieces: self.pieces | other.pieces,
            number: self.number.filter(|_| self.number == other.number),
        }
    }
}

/// Whether no cell passes, whoever acts.
pub(super) fn is_impossible(test: &Test, layers: &[LayerInfo], players: usize) -> bool {
    (0..players).all(|player| possible(test, layers, player).is_none())
}

/// For each layer of pieces that a cell must fill to pass: the pieces of which it then holds one.
/// For games of one player.
pub(crate) fn sure_pieces(test: &Test, layers: &[LayerInfo]) -> Vec<Vec<(Layer, Content)>> {
    let filled = possible(test, layers, 0).into_iter().flatten().filter(|(_, it)| !it.free);
    let pieces = filled.filter_map(|(layer, held)| {
        let info = layers.get(usize::from(layer.0))?;
        let LayerKind::Pieces(_) = info.kind else { return None };
        let contents = info.kind.contents().into_iter().filter(|it| held.may_be(*it));
        Some(contents.map(|content| (layer, content)).collect())
    });
    pieces.collect()
}

/// What a cell may hold that passes; None where no cell passes.
pub(super) fn possible(test: &Test, layers: &[LayerInfo], player: usize) -> Option<Cell> {
    match test {
        Test::Empty => {
            let all = 0..layers.len() as u8;
            Some(all.map(|index| (Layer(index), Possible::FREE)).collect())
        }
        Test::Occupied(layer) | Test::Letter { layer, .. } => Some(Cell::from([(
            *layer,
            Possible { pieces: all_of(*layer, layers), ..Possible::TAKEN },
        )])),
        Test::Piece { layer, pieces } => {
            let index = if pieces.len() == 1 { 0 } else { player };
            let set = pieces.get(index)?.0;
            (set != 0).then(|| Cell::from([(*layer, Possible { pieces: set, ..Possible::TAKEN })]))
        }
        Test::Compare(comparison) => {
            let mut cell = Cell::new();
            for side in [&comparison.left, &comparison.right] {
                if let Expr::Here(layer) = side {
                    cell.insert(
                        *layer,
                        Possible { pieces: all_of(*layer, layers), ..Possible::TAKEN },
                    );
                }
            }
            if let (Expr::Here(layer), Compare::Equal, Expr::Constant(number)) =
                (&comparison.left, comparison.operator, &comparison.right)
                && let Some(possible) = cell.get_mut(layer)
            {
                possible.number = Some(*number);
            }
            Some(cell)
        }
        Test::And(parts) => both(parts.iter().map(|part| possible(part, layers, player))),
        Test::Or(parts) => {
            let cells = parts.iter().filter_map(|part| possible(part, layers, player));
            cells.reduce(either)
        }
        Test::Not(inner) => impossible(inner, layers, player),
        Test::Any
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. } => Some(Cell::new()),
    }
}

/// What a cell may hold for which all of these hold; `None` where they contradict each other.
fn both(cells: impl Iterator<Item = Option<Cell>>) -> Option<Cell> {
    let mut all = Cell::new();
    for cell in cells {
        for (layer, more) in cell? {
            let held = match all.get(&layer) {
                Some(before) => before.and(more)?,
                None => more,
            };
            all.insert(layer, held);
        }
    }
    Some(all)
}

/// What a cell may hold that does not pass.
fn impossible(test: &Test, layers: &[LayerInfo], player: usize) -> Option<Cell> {
    match test {
        Test::Any => None,
        Test::Occupied(layer) => Some(Cell::from([(*layer, Possible::FREE)])),
        Test::Piece { layer, pieces } => {
            let index = if pieces.len() == 1 { 0 } else { player };
            let set = pieces.get(index).map_or(0, |set| set.0);
            let others = all_of(*layer, layers) & !set;
            Some(Cell::from([(*layer, Possible { free: true, pieces: others, number: None })]))
        }
        Test::Not(inner) => possible(inner, layers, player),
        Test::Or(parts) => both(parts.iter().map(|part| impossible(part, layers, player))),
        Test::And(parts) => {
            let cells = parts.iter().filter_map(|part| impossible(part, layers, player));
            cells.reduce(either)
        }
        Test::Empty
        | Test::Letter { .. }
        | Test::Chosen(_)
        | Test::InLine(_)
        | Test::Centre
        | Test::Near(..)
        | Test::Neighbours { .. }
        | Test::Sees { .. }
        | Test::Compare(_) => Some(Cell::new()),
    }
}

/// What is possible in one or the other: only layers that both restrict stay restricted.
fn either(first: Cell, second: Cell) -> Cell {
    let both = first.into_iter().filter_map(|(layer, possible)| {
        second.get(&layer).map(|other| (layer, possible.or(*other)))
    });
    both.collect()
}

fn all_of(layer: Layer, layers: &[LayerInfo]) -> u64 {
    let count = match layers.get(usize::from(layer.0)).map(|info| &info.kind) {
        Some(LayerKind::Pieces(pieces)) => pieces.len(),
        Some(LayerKind::Kinds(count)) => *count as usize,
        Some(LayerKind::Range(..) | LayerKind::Doubling(..)) | None => 1,
    };
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
