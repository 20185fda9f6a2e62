//! Dealing and shuffling.

use masume_rules::chance::shuffle;
use masume_rules::model::{Content, EMPTY, Expr, Layer, LayerKind, Test};

use crate::machine::{Machine, Put, Stop};
use crate::rewrite::doublings;
use crate::scene::Letters;

impl<'a> Machine<'_, 'a> {
    /// Contents that dealing so many of each kind over the cells that pass puts on them.
    ///
    /// The cells that stay free are as much a part of the shuffle as the pieces.
    pub(crate) fn deal(
        &mut self,
        each: &'a Expr,
        layer: Layer,
        over: &'a Test,
    ) -> Result<Vec<Put>, Stop> {
        let each = self.number(each)?;
        let cells = self.scene().inner_cells(over, &Letters::default())?;
        let mut hand = Vec::new();
        // More of each than there are cells is no whole kind.
        if let Ok(each) = usize::try_from(each)
            && (1..=cells.len()).contains(&each)
        {
            for content in self.contents(layer, cells.len() / each) {
                hand.extend(std::iter::repeat_n(content, each));
            }
        }
        if hand.is_empty() {
            return Ok(Vec::new());
        }
        hand.resize(cells.len(), EMPTY);
        shuffle(&mut hand, |count| self.draw(count))?;
        let dealt = cells.into_iter().zip(hand).filter(|&(_, content)| content != EMPTY);
        Ok(dealt.map(|(cell, content)| Put { cell, layer, content }).collect())
    }

    /// Contents that shuffling a layer puts on the cells that hold something.
    pub(crate) fn shuffle_layer(&mut self, layer: Layer) -> Result<Vec<Put>, Stop> {
        let board = &self.state.board;
        let held = board.grid().inner_cells().map(|cell| (cell, board.get(layer, cell)));
        let (cells, mut contents): (Vec<_>, Vec<_>) =
            held.filter(|&(_, content)| content != EMPTY).unzip();
        shuffle(&mut contents, |count| self.draw(count))?;
        let moved = cells.into_iter().zip(contents);
        Ok(moved.map(|(cell, content)| Put { cell, layer, content }).collect())
    }

    /// The first contents that the layer can hold, in their order, at most `count`.
    fn contents(&self, layer: Layer, count: usize) -> Vec<Content> {
        let Some(info) = self.context.rules.layers.get(usize::from(layer.0)) else {
            return Vec::new();
        };
        match &info.kind {
            LayerKind::Pieces(pieces) => (0..pieces.len() as Content).take(count).collect(),
            LayerKind::Kinds(kinds) => (0..*kinds as Content).take(count).collect(),
            LayerKind::Range(least, greatest) => (*least..=*greatest).take(count).collect(),
            LayerKind::Doubling(least, greatest) => {
                doublings(*least, *greatest).take(count).collect()
            }
        }
    }
}
