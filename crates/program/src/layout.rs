//! Places of the parts of a state in a position.

use masume_board::Grid;
use masume_rules::model::{Content, Layer, LayerKind, Rules};

/// Planes or numbers in which the contents of a layer lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerPlanes {
    /// A plane for each piece.
    Pieces {
        /// The plane of piece 0.
        first: u16,
        /// Number of pieces.
        count: u16,
    },
    /// A plane that says where anything is, and a number for each cell.
    Numbers {
        /// The plane.
        occupied: u16,
        /// Index of the block of numbers.
        slot: u16,
    },
}

/// Places of the parts of a state in a position. A plane is a set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Shape and adjacency.
    pub grid: Grid,
    /// Words of a plane.
    pub words: usize,
    /// Indexed by layer.
    pub layers: Vec<LayerPlanes>,
    /// Number of planes.
    pub planes: u16,
    /// Number of blocks of numbers, one number for each cell.
    pub slots: u16,
}

impl Layout {
    /// For a board of this shape; a set has at least `words` words.
    pub fn new(rules: &Rules, grid: &Grid, words: usize) -> Self {
        let (mut planes, mut slots) = (0, 0);
        let layers = rules.layers.iter().map(|layer| match &layer.kind {
            LayerKind::Pieces(pieces) => {
                let first = planes;
                planes += pieces.len() as u16;
                LayerPlanes::Pieces { first, count: pieces.len() as u16 }
            }
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                planes += 1;
                slots += 1;
                LayerPlanes::Numbers { occupied: planes - 1, slot: slots - 1 }
            }
        });
        let layers = layers.collect();
        Self { grid: *grid, words, layers, planes, slots }
    }

    /// Planes or numbers of this layer.
    #[inline]
    pub fn layer(&self, layer: Layer) -> LayerPlanes {
        self.layers[usize::from(layer.0)]
    }

    /// The planes of which one has a cell where the layer holds anything.
    #[inline]
    pub fn occupied(&self, layer: Layer) -> std::ops::Range<u16> {
        match self.layer(layer) {
            LayerPlanes::Pieces { first, count } => first..first + count,
            LayerPlanes::Numbers { occupied, .. } => occupied..occupied + 1,
        }
    }

    /// The plane of a piece; `None` for a number, for nothing, and for what the layer cannot hold.
    #[inline]
    pub fn plane(&self, layer: Layer, content: Content) -> Option<u16> {
        match self.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                let index = u16::try_from(content).ok().filter(|&index| index < count)?;
                Some(first + index)
            }
            LayerPlanes::Numbers { .. } => None,
        }
    }

    /// Number of cells, rim included.
    #[inline]
    pub fn cells(&self) -> usize {
        self.grid.cell_count()
    }
}
