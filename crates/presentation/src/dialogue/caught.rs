//! The cell where a piece that was steered came to its end.

use masume_engine::{Board, Cell, Outcome};
use masume_rules::model::{Content, Layer, LayerKind};
use masume_session::{Cause, Report};

use super::Dialogue;
use crate::locale::Phrases;
use crate::speech::cells;

/// The end of a piece that was steered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Last cell of it.
    pub cell: Cell,
    piece: (Layer, Content),
}

impl Dialogue {
    /// The end of the piece that a game of one turns on: there was one of it, and the action that
    /// is reported lost the game and left none. The rules are done once more: on the boards before
    /// and after, it cannot be seen where it went in between.
    pub(super) fn caught_since(&self, report: &Report) -> Option<Caught> {
        let is_by_action = matches!(report.cause, Cause::Action { .. });
        let is_lost = matches!(self.session.outcome(), Some(Outcome::Lost(_)));
        let rules = self.session.game().rules();
        if !is_by_action || !is_lost || rules.players.len() > 1 {
            return None;
        }
        let (before, action) = self.session.last_action()?;
        let after = &self.session.state().board;
        let named = rules.layers.iter().enumerate().flat_map(|(index, info)| {
            match &info.kind {
                LayerKind::Pieces(_) => info.kind.contents(),
                LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => Vec::new(),
            }
            .into_iter()
            .map(move |content| (Layer(index as u8), content))
        });
        let mut gone = named.filter(|piece| {
            cells_of(&before.board, *piece).count() == 1 && cells_of(after, *piece).next().is_none()
        });
        let piece = gone.next().filter(|_| gone.next().is_none())?;
        let steps = self.session.game().trace(&before, action).ok()?;
        let mut boards = steps.iter().rev().map(|step| &step.board).chain([&before.board]);
        let cell = boards.find_map(|board| cells_of(board, piece).next())?;
        Some(Caught { cell, piece })
    }

    /// Words for the cell where the piece was last, and for what is there now.
    pub fn caught_told(&self, phrases: &Phrases) -> Option<String> {
        let Caught { cell, piece: (layer, content) } = self.caught?;
        let (teller, state) = (self.teller(phrases), self.session.state());
        let values = [
            ("cell", teller.cell(state, cell).into()),
            ("contents", cells::contents(teller, state, cell).into()),
            ("piece", teller.piece(layer, content).into()),
        ];
        Some(phrases.say("caught", &values))
    }
}

/// The cells that hold this, in reading order.
fn cells_of(board: &Board, (layer, content): (Layer, Content)) -> impl Iterator<Item = Cell> {
    let cells = board.grid().inner_cells();
    cells.filter(move |cell| board.get(layer, *cell) == content)
}
