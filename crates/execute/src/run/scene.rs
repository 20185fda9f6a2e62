//! A position that stands still, and who asks about it.

use std::cell::{Cell as Slot, RefCell};

use masume_board::{Bits, Cell, Direction};
use masume_program::Program;
use masume_rules::action::{Argument, MAX_PARAMS};
use masume_rules::frame::Frame;
use masume_rules::model::{ParamSlot, Player};
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::stop::StopToken;

use crate::Fallback;
use crate::run::spots::Spots;
use crate::run::{Position, Runtime};

/// Steps that a pass, a candidate or a round takes from a budget, whose steps are cells that the
/// reference executor asks: so much whatever the board, and so much for each word of a set.
/// Measured on games of every shape: a budget lasts as long as on the reference, within a factor of
/// four or so.
const STEPS_OF_CHECK: u64 = 8;
const STEPS_OF_WORD: u64 = 2;

/// Context that stays the same during one question from outside.
pub(crate) struct Host<'h> {
    /// Executor of what has no program.
    pub(crate) fallback: RefCell<&'h mut dyn Fallback>,
    /// The first error met while a set was asked. Sets have no errors of their own: this keeps
    /// their kernels free of them.
    pub(crate) error: Slot<Option<RunError>>,
    /// Loops of kernels, which have no errors, break off where it is stopped; the call comes to an
    /// error at its next check.
    pub(crate) stop: StopToken,
    /// Memory for searches along graphs, as soon as there was one.
    pub(super) spots: RefCell<Option<Box<Spots>>>,
}

impl<'h> Host<'h> {
    /// Sets are of so many words.
    #[inline]
    pub(crate) fn new(fallback: &'h mut dyn Fallback, words: usize) -> Self {
        let stop = fallback.stop().with_step(STEPS_OF_CHECK + STEPS_OF_WORD * words as u64);
        Self {
            fallback: RefCell::new(fallback),
            error: Slot::new(None),
            stop,
            spots: RefCell::default(),
        }
    }

    pub(crate) fn note(&self, error: RunError) {
        let first = self.error.take().unwrap_or(error);
        self.error.set(Some(first));
    }

    /// The error met since this was last asked.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), RunError> {
        match self.error.take() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }
}

/// A position that stands still, and who asks about it.
pub(crate) struct Scene<'s, 'h, const W: usize> {
    pub(crate) run: &'s Runtime<W>,
    pub(crate) host: &'s Host<'h>,
    pub(crate) program: &'s Program,
    pub(crate) position: &'s Position,
    pub(crate) next: Player,
    pub(crate) arguments: [Argument; MAX_PARAMS],
    pub(crate) locals: &'s [i64],
    pub(crate) asked: u64,
    pub(crate) may_solve: bool,
    pub(crate) span: Span,
}

impl<const W: usize> Clone for Scene<'_, '_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for Scene<'_, '_, W> {}

impl<'s, 'h, const W: usize> Scene<'s, 'h, W> {
    /// Seen by a player who is to act, outside any action.
    pub(crate) fn new(
        run: &'s Runtime<W>,
        host: &'s Host<'h>,
        position: &'s Position,
        acting: Player,
    ) -> Self {
        Self {
            run,
            host,
            program: run.program(acting),
            position,
            next: position.to_act,
            arguments: [Argument::None; MAX_PARAMS],
            locals: &[],
            asked: 0,
            may_solve: true,
            span: Span::default(),
        }
    }

    pub(crate) fn error(&self, kind: RunErrorKind) -> RunError {
        RunError { kind, span: self.span }
    }

    #[inline]
    pub(crate) fn argument(&self, slot: ParamSlot) -> Argument {
        self.arguments.get(usize::from(slot.0)).copied().unwrap_or(Argument::None)
    }

    #[inline]
    pub(crate) fn chosen_cell(&self, slot: ParamSlot) -> Option<Cell> {
        match self.argument(slot) {
            Argument::Cell(cell) => Some(cell),
            Argument::None | Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) => {
                None
            }
        }
    }

    #[inline]
    pub(crate) fn chosen_direction(&self, slot: ParamSlot) -> Option<Direction> {
        match self.argument(slot) {
            Argument::Direction(direction) => Some(direction),
            Argument::None | Argument::Cell(_) | Argument::Column(_) | Argument::Row(_) => None,
        }
    }

    /// The cells of the chosen column or row; none where none is chosen.
    pub(crate) fn chosen_line(&self, slot: ParamSlot) -> Bits<W> {
        let grid = self.run.grid();
        let mut line = Bits::EMPTY;
        let cells: Vec<(i32, i32)> = match self.argument(slot) {
            Argument::Column(column) => {
                let rim = grid.rim() as i32;
                (-rim..grid.height() as i32 + rim).map(|row| (column as i32, row)).collect()
            }
            Argument::Row(row) => {
                let rim = grid.rim() as i32;
                (-rim..grid.width() as i32 + rim).map(|column| (column, row as i32)).collect()
            }
            Argument::None | Argument::Direction(_) | Argument::Cell(_) => Vec::new(),
        };
        for (column, row) in cells {
            if let Some(cell) = grid.at(column, row) {
                line.insert(cell);
            }
        }
        line
    }

    /// Frame in which a part stands that the reference runs.
    pub(crate) fn frame(&self) -> Frame {
        let mut frame = Frame::new(&self.run.rules, self.program.player);
        frame.next = self.next;
        frame.arguments = self.arguments;
        for (mine, theirs) in frame.locals.iter_mut().zip(self.locals) {
            *mine = *theirs;
        }
        frame.asked = self.asked;
        frame.may_solve = self.may_solve;
        frame.span = self.span;
        frame
    }
}
