//! Boards of one game that a caller plays, many side by side, step by step.

use std::sync::Arc;

use masume_rules::action_numbers::ActionNumbers;
use masume_rules::run_error::RunError;

use crate::Fallback;

/// In place of the index of an action, on a board where nothing is to be done.
pub const NO_INDEX: u64 = crate::interp::NOTHING;

/// The most boards of a batch.
pub const MOST_BOARDS: usize = 512;

/// Form in which a batch shows its boards.
#[derive(Clone, Debug)]
pub struct BatchForm {
    /// Number of boards, at most [`MOST_BOARDS`].
    pub boards: usize,
    /// Numbers of the actions.
    pub numbers: Arc<ActionNumbers>,
    /// Indexed by layer: as many planes of bits show a number on it, the lowest bit first, of one more than the index of
    /// its content among all of the layer; 0 for a layer of pieces, which has a plane for each.
    pub digits: Arc<[usize]>,
}

impl BatchForm {
    /// Words of the legal actions of a board.
    pub fn legal_words(&self) -> usize {
        self.numbers.count().div_ceil(64) as usize
    }
}

/// Sight of the boards of a batch, each part with a place for every board.
#[derive(Debug)]
pub struct BatchView<'s> {
    /// [`Outcome::code`](masume_rules::state::Outcome::code).
    pub outcomes: &'s mut [u32],
    /// Player to act.
    pub to_act: &'s mut [u8],
    /// Actions done.
    pub plies: &'s mut [u32],
    /// Indexed `[board][player]`; empty in a game without points.
    pub scores: &'s mut [i64],
    /// Indexed `[board][word]`: the numbers of the legal actions as bits, none where the game is over.
    pub legal: &'s mut [u64],
    /// Indexed `[board][plane][word]`: cells with the rim, layer by layer.
    pub planes: &'s mut [u64],
}

/// A board that a batch cannot hold any longer, such as one with numbers that are too large, and its packed state.
pub type Evicted = (usize, Box<[u64]>);

/// Boards on which a step was out of the ordinary.
#[derive(Debug, Default)]
pub struct Trouble {
    /// The first board on which the rules went wrong, and how: it stays as it was, and the others have their step.
    pub error: Option<(usize, RunError)>,
    /// Boards that are held no longer.
    pub evicted: Vec<Evicted>,
}

impl Trouble {
    /// Notes an error, unless there is one on a board before.
    pub(crate) fn note(&mut self, board: usize, error: RunError) {
        if self.error.as_ref().is_none_or(|(first, _)| board < *first) {
            self.error = Some((board, error));
        }
    }
}

/// Boards of one game in registers. What a call did not do because of a stop is unknown: the boards are to be put anew.
pub trait BoardBatch: Send {
    /// Puts packed states, which lie one behind the other, on these boards, in ascending order; gives what it cannot hold.
    ///
    /// # Errors
    /// The call was stopped.
    fn put(
        &mut self,
        boards: &[usize],
        words: &[u64],
        fallback: &mut dyn Fallback,
        seen: &mut BatchView<'_>,
    ) -> Result<Vec<Evicted>, RunError>;

    /// Does on each board the legal action of this index, or nothing for [`NO_INDEX`].
    ///
    /// # Errors
    /// The call was stopped.
    fn step(
        &mut self,
        indices: &[u64],
        fallback: &mut dyn Fallback,
        seen: &mut BatchView<'_>,
    ) -> Result<Trouble, RunError>;

    /// Packs the state of a board.
    fn pack(&mut self, board: usize, words: &mut [u64]);
}

impl std::fmt::Debug for dyn BoardBatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoardBatch").finish_non_exhaustive()
    }
}
