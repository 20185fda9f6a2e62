//! One key for all boards that are images of each other, where the game goes on alike on all of them.
//!
//! Which symmetries the rules keep is told from their text ([`symmetries_on`]); which of them the board has, from
//! what never changes on it: walls, fixed goals. A search that folds keys meets fewer positions. What it says is
//! not believed for that: a line is found again action by action on the board itself, and for a proof of
//! impossibility everything that can be reached is met again as it is, and checked without any of this.

use std::collections::BTreeMap;

use masume_board::{Cell, Grid, Symmetry};
use masume_engine::{Frontier, PackedPart};
use masume_rules::model::{Layer, LayerKind, Rules};
use masume_rules::state::State;

use crate::Relevance;
use crate::key_codec::{KeyCodec, KeyImage};
use crate::symmetries_on;

/// The most words of a key: a table has an entry for each value of each byte.
const MOST_WORDS: usize = 4;

/// The most cells of a board: each is looked up in a packed state, which has words for all of them.
const MOST_CELLS: usize = 1 << 12;

/// The symmetries of this board under which the game goes on alike, the identity first.
pub(crate) fn symmetries(rules: &Rules, first: &State) -> Vec<Symmetry> {
    let live = Relevance::of(rules);
    let layers = live.layers.iter().enumerate().filter(|(_, is_written)| !**is_written);
    let fixed: Vec<Layer> = layers.map(|(layer, _)| Layer(layer as u8)).collect();
    let kept = symmetries_on(rules, first.board.grid()).into_iter();
    kept.filter(|symmetry| are_kept(first, &fixed, *symmetry)).collect()
}

/// True if these layers of a state are their own images.
fn are_kept(state: &State, layers: &[Layer], symmetry: Symmetry) -> bool {
    let grid = state.board.grid();
    layers.iter().all(|&layer| {
        let mut cells = grid.inner_cells();
        cells.all(|cell| {
            let image = symmetry.cell(grid, cell);
            state.board.get(layer, cell) == state.board.get(layer, image)
        })
    })
}

/// The images of keys.
#[derive(Debug)]
pub(crate) struct Canonicalizer {
    /// Those that are not the identity.
    images: Vec<KeyImage>,
}

impl Canonicalizer {
    /// `None` where a board has no image but itself, or its keys are long.
    pub(crate) fn of(
        rules: &Rules,
        frontier: &Frontier<'_>,
        codec: &KeyCodec,
        first: &State,
    ) -> Option<Self> {
        if codec.stride() > MOST_WORDS || first.board.grid().cell_count() > MOST_CELLS {
            return None;
        }
        let blank = frontier.unpack(codec.blank());
        let layers: Vec<Layer> = (0..rules.layers.len() as u8).map(Layer).collect();
        let images: Vec<KeyImage> = symmetries(rules, first)
            .into_iter()
            .filter(|it| *it != Symmetry::Identity && are_kept(&blank, &layers, *it))
            .filter_map(|symmetry| {
                let moved = moved_bits(rules, frontier, first.board.grid(), symmetry);
                codec.image(&moved)
            })
            .collect();
        (!images.is_empty()).then_some(Self { images })
    }

    /// Makes a key the least of its images.
    pub(crate) fn canonicalize(&self, key: &mut [u64]) {
        let mut least = [0; MOST_WORDS];
        let mut image = [0; MOST_WORDS];
        let stride = key.len();
        least[..stride].copy_from_slice(key);
        for it in &self.images {
            it.of(key, &mut image[..stride]);
            if image < least {
                least = image;
            }
        }
        key.copy_from_slice(&least[..stride]);
    }
}

/// By bit of a packed state that says what lies on a cell, the bit that says so of the cell's image.
fn moved_bits(
    rules: &Rules,
    frontier: &Frontier<'_>,
    grid: &Grid,
    symmetry: Symmetry,
) -> BTreeMap<(usize, u32), (usize, u32)> {
    let firsts = |part: PackedPart| -> Vec<(usize, u32)> {
        let words = frontier.bits(part).into_iter();
        words.map(|(index, word)| (index, word.trailing_zeros())).collect()
    };
    let parts_of = |layer: Layer, kind: &LayerKind, cell: Cell| -> Vec<PackedPart> {
        match kind {
            LayerKind::Pieces(_) => {
                kind.contents().into_iter().map(|it| PackedPart::Piece(layer, it, cell)).collect()
            }
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                vec![PackedPart::Content(layer, cell)]
            }
        }
    };
    let mut moved = BTreeMap::new();
    for (layer, info) in rules.layers.iter().enumerate() {
        for cell in grid.inner_cells() {
            let of = |cell| parts_of(Layer(layer as u8), &info.kind, cell);
            for (from, to) in of(cell).into_iter().zip(of(symmetry.cell(grid, cell))) {
                moved.extend(firsts(from).into_iter().zip(firsts(to)));
            }
        }
    }
    moved
}
