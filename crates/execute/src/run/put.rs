//! Contents that a put writes on a cell.

use masume_board::Cell;
use masume_program::Put;
use masume_rules::model::{Content, EMPTY, Layer, LayerKind};
use masume_rules::run_error::{RunError, RunErrorKind};

use crate::run::Scene;
use crate::run::machine::Written;

impl<const W: usize> Scene<'_, '_, W> {
    /// Content that a put writes on this cell.
    pub(crate) fn written(
        &self,
        put: &Put,
        cell: Cell,
        letters: &[Content],
    ) -> Result<Written, RunError> {
        let layer = put.layer();
        let content = match put {
            Put::Clear(_) => EMPTY,
            Put::Piece(_, content) => *content,
            Put::Letter(_, letter) => {
                match letters.get(usize::from(letter.0)).copied().unwrap_or(EMPTY) {
                    EMPTY => EMPTY,
                    content => self.fitting(layer, cell, content.into())?,
                }
            }
            Put::Number(_, number) => {
                let number = self.number_at(number, Some(cell), letters)?;
                self.fitting(layer, cell, number)?
            }
        };
        Ok(Written { cell, layer, content })
    }

    fn fitting(&self, layer: Layer, cell: Cell, number: i64) -> Result<Content, RunError> {
        let info = self.run.rules.layers.get(usize::from(layer.0));
        let fits = info.and_then(|info| match &info.kind {
            LayerKind::Pieces(pieces) => index_below(number, pieces.len() as i64),
            LayerKind::Kinds(count) => index_below(number, i64::from(*count)),
            LayerKind::Range(..) | LayerKind::Doubling(..) => info.kind.content_of_number(number),
        });
        fits.ok_or_else(|| self.error(RunErrorKind::NumberOutside { cell, layer, number }))
    }
}

fn index_below(number: i64, count: i64) -> Option<Content> {
    (0..count).contains(&number).then_some(number as Content)
}
