//! Boards that are played side by side, each action the one that promises most.

use std::mem::size_of;
use std::ops::Range;

use masume_engine::{Frontier, PackedPart};
use masume_rules::action::Action;
use masume_rules::run_error::RunError;

use super::cell_codes::CellCodes;
use super::tuple_network::{PlaceRow, TOGETHER, TupleNetwork};
use super::turn_halves::TurnHalves;
use crate::agent::packed_fields::first_bits;

/// The halves of the turns on boards of one shape, packed.
#[derive(Debug)]
pub(super) struct PackedHalves<'h> {
    pub(super) decided: Frontier<'h>,
    pub(super) drawn: Frontier<'h>,
    pub(super) fields: Fields,
}

/// Fields of packed states.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    /// The word that counts the points.
    pub(super) points: usize,
    /// The bits that count the actions.
    pub(super) ply: (usize, u64),
    /// Those of the random generator, by word.
    pub(super) random: Vec<(usize, u64)>,
}

impl Fields {
    /// `None` where they are packed otherwise.
    pub(super) fn new(halves: &TurnHalves, frontier: &Frontier<'_>) -> Option<Self> {
        let points = first_bits(frontier, PackedPart::Value(halves.points));
        let (points, _) = points.filter(|it| it.1 == u64::MAX)?;
        let random = frontier.bits(PackedPart::Random);
        Some(Self { points, ply: first_bits(frontier, PackedPart::Ply)?, random })
    }
}

/// Best action on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) action: Action,
    /// Points that it earns, and the value of what it makes.
    pub(super) total: f32,
}

/// Boards, and the best that can be done on each.
#[derive(Debug)]
pub(super) struct PlayedBoards {
    /// Packed states.
    words: Vec<u64>,
    best: Vec<Option<Best>>,
    /// Packed states that the best actions make, before chance has its part.
    after: Vec<u64>,
    /// Codes of these.
    codes: Vec<u8>,
    /// Packed states that come of these by chance.
    next: Vec<u64>,
    made: UnratedBoards,
    stride: usize,
    cells: usize,
}

/// Boards that actions make, of which it is not known yet what they are worth.
#[derive(Debug, Default)]
struct UnratedBoards {
    /// Board that it came of, the action, and the points that it earned.
    links: Vec<(usize, Action, i64)>,
    /// Packed states.
    words: Vec<u64>,
    /// Codes of all cells.
    codes: Vec<u8>,
    /// Places of the weights.
    places: Vec<PlaceRow>,
}

impl PlayedBoards {
    /// Bytes of a board of so many words and cells.
    pub(super) fn bytes(stride: usize, cells: usize) -> usize {
        3 * stride * size_of::<u64>() + size_of::<Option<Best>>() + cells
    }

    /// So many boards, of states that are still to be put.
    pub(super) fn new(
        boards: usize,
        stride: usize,
        (codes, network): (&CellCodes, &TupleNetwork),
    ) -> Self {
        Self {
            words: vec![0; boards * stride],
            best: vec![None; boards],
            after: vec![0; boards * stride],
            codes: vec![0; boards * codes.cells()],
            next: vec![0; boards * stride],
            made: UnratedBoards::new(codes.cells(), network.rows()),
            stride,
            cells: codes.cells(),
        }
    }

    fn of(&self, board: usize) -> Range<usize> {
        board * self.stride..(board + 1) * self.stride
    }

    /// Packed state of a board.
    pub(super) fn words(&self, board: usize) -> &[u64] {
        &self.words[self.of(board)]
    }

    /// As [`PlayedBoards::words`].
    pub(super) fn of_mut(&mut self, board: usize) -> &mut [u64] {
        let of = self.of(board);
        &mut self.words[of]
    }

    /// Packed state that the best action makes.
    pub(super) fn after(&self, board: usize) -> &[u64] {
        &self.after[self.of(board)]
    }

    /// Codes of what the best action makes.
    pub(super) fn codes(&self, board: usize) -> &[u8] {
        &self.codes[board * self.cells..(board + 1) * self.cells]
    }

    /// The best action of each board; `None` where nothing can be done.
    pub(super) fn best(&self) -> impl Iterator<Item = Option<Best>> + use<'_> {
        self.best.iter().copied()
    }

    /// Boards on which nothing can be done.
    pub(super) fn ended(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.best.len()).filter(|board| self.best[*board].is_none())
    }

    /// Makes what was drawn the states of the boards; says how many actions that were.
    pub(super) fn advance(&mut self) -> u64 {
        // What has ended was not drawn for.
        std::mem::swap(&mut self.words, &mut self.next);
        self.best.iter().flatten().count() as u64
    }

    /// Puts the last board in the place of this one.
    pub(super) fn remove(&mut self, board: usize) {
        let last = self.best.len() - 1;
        let of = self.of(last);
        self.words.copy_within(of.clone(), of.start - (last - board) * self.stride);
        self.best.swap_remove(board);
        for words in [&mut self.words, &mut self.after, &mut self.next] {
            words.truncate(last * self.stride);
        }
        self.codes.truncate(last * self.cells);
    }

    /// Finds the best action on every board.
    ///
    /// # Errors
    /// Error of the rules.
    pub(super) fn decide(
        &mut self,
        halves: &PackedHalves<'_>,
        codes: &CellCodes,
        network: &TupleNetwork,
    ) -> Result<(), RunError> {
        let points = halves.fields.points;
        // What an error left there.
        self.made.clear();
        self.best.fill(None);
        let words = std::mem::take(&mut self.words);
        let expanded = halves.decided.expand(&words, &mut |child| {
            let before = words[child.parent * self.stride + points];
            let earned = child.words[points].wrapping_sub(before) as i64;
            self.made.push((child.parent, child.action, earned), child.words, (codes, network));
            if self.made.links.len() == TOGETHER {
                self.compare(network);
            }
        });
        self.words = words;
        self.compare(network);
        expanded
    }

    /// Keeps of what actions made the best of each board.
    fn compare(&mut self, network: &TupleNetwork) {
        let Self { best, after, codes, made, stride, cells, .. } = self;
        let mut values = [0.0; TOGETHER];
        let of_boards = made.places.chunks_exact(network.rows()).take(made.links.len());
        values.iter_mut().zip(of_boards).for_each(|(it, places)| *it = network.value(places));
        for (number, (&(board, action, earned), value)) in made.links.iter().zip(values).enumerate()
        {
            let total = earned as f32 + value;
            if best[board].is_none_or(|it: Best| total > it.total) {
                best[board] = Some(Best { action, total });
                after[board * *stride..][..*stride]
                    .copy_from_slice(&made.words[number * *stride..][..*stride]);
                codes[board * *cells..][..*cells]
                    .copy_from_slice(&made.codes[number * *cells..][..*cells]);
            }
        }
        made.clear();
    }

    /// Draws what follows the best actions; where nothing can be done all stays as it is.
    ///
    /// # Errors
    /// Error of the rules.
    pub(super) fn draw(&mut self, halves: &PackedHalves<'_>) -> Result<(), RunError> {
        for board in 0..self.best.len() {
            let of = self.of(board);
            if self.best[board].is_none() {
                // Not what came of another game.
                self.after[of.clone()].copy_from_slice(&self.words[of.clone()]);
            }
            // Where nothing is drawn this is what follows.
            self.next[of.clone()].copy_from_slice(&self.after[of]);
        }
        let (ply, bits) = halves.fields.ply;
        let Self { best, after, next, stride, .. } = self;
        halves.drawn.expand(after, &mut |child| {
            if best[child.parent].is_some() {
                let next = &mut next[child.parent * *stride..][..*stride];
                next.copy_from_slice(child.words);
                // Both halves are one action.
                next[ply] = next[ply] & !bits | after[child.parent * *stride + ply] & bits;
            }
        })
    }
}

impl UnratedBoards {
    fn new(cells: usize, rows: usize) -> Self {
        Self {
            codes: vec![0; TOGETHER * cells],
            places: vec![PlaceRow::default(); TOGETHER * rows],
            ..Self::default()
        }
    }

    fn clear(&mut self) {
        self.links.clear();
        self.words.clear();
    }

    fn push(
        &mut self,
        link: (usize, Action, i64),
        words: &[u64],
        (codes, network): (&CellCodes, &TupleNetwork),
    ) {
        let (number, cells, rows) = (self.links.len(), codes.cells(), network.rows());
        let of_board = &mut self.codes[number * cells..][..cells];
        codes.read(words, of_board);
        network.find_places(of_board, &mut self.places[number * rows..][..rows]);
        self.words.extend_from_slice(words);
        self.links.push(link);
    }
}
