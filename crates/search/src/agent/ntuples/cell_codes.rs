//! Contents of cells as small numbers, read from packed states.

use masume_board::{Cell, Grid};
use masume_engine::{Frontier, PackedPart};
use masume_rules::model::{Content, Layer, LayerKind, Rules};

use crate::agent::packed_fields::{NumberField, first_bits};
use crate::state_codec::{ContentCode, content_code};

/// Codes of all that one cell can hold, at most: of a byte.
const MOST_CODES: u64 = 256;

/// Reader of the contents of boards of one shape: a code for each cell, 0 where nothing lies.
#[derive(Debug)]
pub(super) struct CellCodes {
    layers: Vec<LayerFields>,
    cells: usize,
    radix: usize,
}

/// Fields of a layer, by cell.
#[derive(Debug)]
struct LayerFields {
    fields: CellFields,
    /// Number of codes of the layer; contents that have greater ones have the last.
    radix: u8,
}

#[derive(Debug)]
enum CellFields {
    /// Of each cell a word and its bit for each piece.
    Pieces(Vec<Vec<(usize, u64)>>),
    Numbers(ContentCode, Vec<NumberField>),
}

impl CellCodes {
    /// Codes from `largest` on are not told from each other. `None` where a cell has more than [`MOST_CODES`].
    pub(super) fn new(
        rules: &Rules,
        grid: &Grid,
        frontier: &Frontier<'_>,
        largest: u8,
    ) -> Option<Self> {
        let cells: Vec<Cell> = grid.inner_cells().collect();
        let (mut layers, mut radix) = (Vec::new(), 1);
        for (index, info) in rules.layers.iter().enumerate() {
            let (code, count) = content_code(&info.kind);
            let of_layer = count.min(largest.clamp(1, 254).into()) + 1;
            radix *= of_layer;
            if radix > MOST_CODES {
                return None;
            }
            let layer = Layer(index as u8);
            let fields = match &info.kind {
                LayerKind::Pieces(_) => {
                    let contents = info.kind.contents();
                    let bits = |cell: &Cell| {
                        contents.iter().map(|it| bit(frontier, layer, *it, *cell)).collect()
                    };
                    CellFields::Pieces(cells.iter().map(bits).collect())
                }
                LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                    let fields = cells.iter().map(|cell| NumberField::new(frontier, layer, *cell));
                    CellFields::Numbers(code, fields.collect::<Option<_>>()?)
                }
            };
            layers.push(LayerFields { fields, radix: of_layer as u8 });
        }
        Some(Self { layers, cells: cells.len(), radix: radix as usize })
    }

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Number of codes that a cell can have.
    pub(super) fn radix(&self) -> usize {
        self.radix
    }

    /// Puts the code of each cell of a packed state.
    pub(super) fn read(&self, words: &[u64], codes: &mut [u8]) {
        codes.fill(0);
        for LayerFields { fields, radix } in &self.layers {
            let put = |cell: &mut u8, code: u64| {
                *cell = cell.wrapping_mul(*radix) + code.min(u64::from(radix - 1)) as u8;
            };
            match fields {
                CellFields::Pieces(fields) => {
                    for (cell, bits) in codes.iter_mut().zip(fields) {
                        let held = |(word, bit): &(usize, u64)| words[*word] & bit != 0;
                        put(cell, bits.iter().position(held).map_or(0, |it| it as u64 + 1));
                    }
                }
                CellFields::Numbers(code, fields) => {
                    for (cell, field) in codes.iter_mut().zip(fields) {
                        put(cell, field.read(words).map_or(0, |it| code.encode(it)));
                    }
                }
            }
        }
    }
}

/// The bit of a piece; none where the layer cannot hold it.
fn bit(frontier: &Frontier<'_>, layer: Layer, content: Content, cell: Cell) -> (usize, u64) {
    first_bits(frontier, PackedPart::Piece(layer, content, cell)).unwrap_or_default()
}
