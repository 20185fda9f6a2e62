//! States as words of fixed length: what a search keeps by the million.

use masume_board::Cell;
use masume_program::{LayerPlanes, Layout};
use masume_rules::action::Action;
use masume_rules::model::{Content, Layer, Player};
use masume_rules::random::Random;
use masume_rules::state::{Outcome, State};

use crate::run::{Loaded, Position};
use crate::tree::Parents;

/// Successor of a packed state.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<'w> {
    /// The number of the state in which it was done.
    pub parent: usize,
    /// Action that was done.
    pub action: Action,
    /// The state that came of it, packed.
    pub words: &'w [u64],
    /// Outcome of the game; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Number of actions that there would be if it went on, where that is known without asking the
    /// rules.
    pub actions: Option<u32>,
}

/// A part of a state that packed words hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedPart {
    /// Content of a layer on one cell.
    Content(Layer, Cell),
    /// True if a layer of pieces holds this one on one cell.
    Piece(Layer, Content, Cell),
    /// A value, by its place in the rules.
    Value(usize),
    /// Player who acts, and the outcome of the game.
    Turn,
    /// Actions done.
    Ply,
    /// Passes in a row.
    Passes,
    /// The goals that were reached.
    Goals,
    /// The random generator.
    Random,
}

/// Words of one packed state: actions done and passes, who acts and how it ended, goals, the random
/// generator, values, planes, and numbers on cells, two of them in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<'l> {
    layout: &'l Layout,
    /// Words of a plane, fewer than sets have where the board is no power of two.
    kept: usize,
    /// The first word of the planes, and of the numbers.
    planes: usize,
    numbers: usize,
}

/// The word of the random generator.
pub(crate) const RANDOM_WORD: usize = 3;

/// The first word of the values.
const VALUES: usize = 4;

impl<'l> Packed<'l> {
    #[inline]
    pub(crate) fn new(loaded: &'l Loaded) -> Self {
        let layout = &loaded.layout;
        let kept = layout.cells().div_ceil(64);
        let planes = VALUES + loaded.rules.values.len();
        Self { layout, kept, planes, numbers: planes + usize::from(layout.planes) * kept }
    }

    /// The first word of the planes.
    pub(crate) fn planes(&self) -> usize {
        self.planes
    }

    /// Words of a plane.
    pub(crate) fn kept(&self) -> usize {
        self.kept
    }

    /// Words of a state.
    pub(crate) fn stride(&self) -> usize {
        self.numbers + (usize::from(self.layout.slots) * self.layout.cells()).div_ceil(2)
    }

    pub(crate) fn pack(&self, position: &Position, words: &mut [u64]) {
        words[0] = u64::from(position.ply) | u64::from(position.passes) << 32;
        words[1] = u64::from(position.to_act.0) | Outcome::code(position.outcome) << 8;
        words[2] = position.goals;
        words[RANDOM_WORD] = position.random.0;
        for (word, &value) in words[VALUES..].iter_mut().zip(&position.values) {
            *word = value as u64;
        }
        let (held, kept) = (self.layout.words, self.kept);
        let to = &mut words[self.planes..self.numbers];
        if held == kept {
            to.copy_from_slice(&position.planes);
        } else {
            let planes = position.planes.chunks_exact(held);
            to.chunks_exact_mut(kept)
                .zip(planes)
                .for_each(|(to, it)| to.copy_from_slice(&it[..kept]));
        }
        for (to, pair) in words[self.numbers..].iter_mut().zip(position.numbers.chunks(2)) {
            let half = |nth: usize| pair.get(nth).map_or(0, |&it| u64::from(it as u32));
            *to = half(0) | half(1) << 32;
        }
    }

    pub(crate) fn unpack(&self, words: &[u64], to: &mut Position) {
        (to.ply, to.passes) = (words[0] as u32, (words[0] >> 32) as u32);
        (to.to_act, to.outcome) = (Self::to_act(words), Outcome::of_code(words[1] >> 8));
        (to.goals, to.random) = (words[2], Random(words[RANDOM_WORD]));
        for (value, &word) in to.values.iter_mut().zip(&words[VALUES..]) {
            *value = word as i64;
        }
        let (held, kept) = (self.layout.words, self.kept);
        let planes = words[self.planes..].chunks_exact(kept);
        for (to, plane) in to.planes.chunks_exact_mut(held).zip(planes) {
            to[..kept].copy_from_slice(plane);
        }
        for (pair, &word) in to.numbers.chunks_mut(2).zip(&words[self.numbers..]) {
            for (nth, number) in pair.iter_mut().enumerate() {
                *number = (word >> (32 * nth)) as u32 as Content;
            }
        }
        to.asked_ends = 0;
    }

    /// Player who acts in a packed state.
    pub(crate) fn to_act(words: &[u64]) -> Player {
        Player(words[1] as u8)
    }

    /// True if the game is over in a packed state.
    pub(crate) fn is_over(words: &[u64]) -> bool {
        words[1] >> 8 != 0
    }

    /// True if a packed state is over, or turns of so many players can follow it and be counted up to any number that
    /// is played.
    pub(crate) fn can_be_played(words: &[u64], players: usize) -> bool {
        let (ply, passes) = (words[0] as u32, (words[0] >> 32) as u32);
        let has_room = ply < u32::MAX / 2 && passes < u32::MAX / 2;
        Self::is_over(words) || has_room && usize::from(Self::to_act(words).0) < players
    }

    /// Puts in packed words what a turn changes besides the board in a packed state that can be played: actions done,
    /// passes, and who acts.
    pub(crate) fn put_turn(words: &mut [u64], before: &[u64], next: usize, is_pass: bool) {
        let (ply, passes) = (before[0] & u64::from(u32::MAX), before[0] >> 32);
        let passes = if is_pass { passes + 1 } else { 0 };
        words[0] = (ply + 1) | passes << 32;
        words[1] = next as u64;
    }

    /// Ends the game in a packed state in which it goes on.
    pub(crate) fn put_outcome(words: &mut [u64], outcome: Option<Outcome>) {
        words[1] |= Outcome::code(outcome) << 8;
    }

    /// The words in which bits of a part lie, in their order, with those bits.
    pub(crate) fn bits(&self, part: PackedPart) -> Vec<(usize, u64)> {
        let of_plane = |plane: u16, cell: Cell| {
            let first = self.planes + usize::from(plane) * self.kept;
            (first + cell.index() / 64, 1 << (cell.index() % 64))
        };
        match part {
            PackedPart::Ply => vec![(0, u64::from(u32::MAX))],
            PackedPart::Passes => vec![(0, u64::from(u32::MAX) << 32)],
            PackedPart::Turn => vec![(1, u64::MAX)],
            PackedPart::Goals => vec![(2, u64::MAX)],
            PackedPart::Random => vec![(RANDOM_WORD, u64::MAX)],
            PackedPart::Value(value) => vec![(VALUES + value, u64::MAX)],
            PackedPart::Piece(layer, piece, cell) => {
                let plane = self.layout.plane(layer, piece);
                plane.into_iter().map(|plane| of_plane(plane, cell)).collect()
            }
            PackedPart::Content(layer, cell) => {
                let planes = self.layout.occupied(layer);
                let mut bits: Vec<_> = planes.map(|plane| of_plane(plane, cell)).collect();
                if let LayerPlanes::Numbers { slot, .. } = self.layout.layer(layer) {
                    let number = usize::from(slot) * self.layout.cells() + cell.index();
                    let of_number = u64::from(u32::MAX) << (32 * (number % 2));
                    bits.push((self.numbers + number / 2, of_number));
                }
                bits.sort_unstable();
                bits
            }
        }
    }
}

/// States as parents.
pub(crate) struct OfStates<'s> {
    pub(crate) layout: &'s Layout,
    pub(crate) states: &'s [&'s State],
}

impl Parents for OfStates<'_> {
    fn count(&self) -> usize {
        self.states.len()
    }

    fn put(&self, number: usize, to: &mut Position) {
        to.put_state(self.layout, self.states[number]);
    }
}

/// Packed states as parents, one behind the other.
pub(crate) struct OfWords<'w> {
    pub(crate) packed: &'w Packed<'w>,
    pub(crate) words: &'w [u64],
}

impl Parents for OfWords<'_> {
    fn count(&self) -> usize {
        self.words.len() / self.packed.stride()
    }

    fn put(&self, number: usize, to: &mut Position) {
        let stride = self.packed.stride();
        self.packed.unpack(&self.words[number * stride..][..stride], to);
    }
}
