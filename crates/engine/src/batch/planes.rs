//! Planes of numbers that show a board.

use std::borrow::Cow;
use std::sync::Arc;

use masume_board::{Bits, Grid};
use masume_execute::{FloatBytes, put_bytes, put_floats};
use masume_program::InstructionSet;
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Player, Rules};
use masume_rules::state::State;
use masume_rules::text::content_name;

use super::bit_writer::{BitWriter, bits_from};
use super::digit_planes::DigitPlanes;

/// A layer with more contents than this has a plane for each bit of their numbers, not one for each of them.
const MOST_CONTENTS: u64 = 40;

// Numbers are read as bytes.
const _: () = assert!(MOST_CONTENTS <= u8::MAX as u64);

/// Statement of a plane: 1 on the cells where it holds, 0 on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Channel {
    /// The layer holds this.
    Content(Layer, Content),
    /// This bit is set in the place of what the layer holds among all that it can hold, counted from 1.
    Digit(Layer, u32),
    /// It is the turn of this player: on all cells or on none.
    ToAct(Player),
}

/// Order of the elements of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Indexed `[channel][row][column]`.
    ChannelsFirst,
    /// Indexed `[row][column][channel]`.
    ChannelsLast,
}

/// An element of an observation.
pub trait Element: Copy {
    /// Element where a statement does not hold.
    const ZERO: Self;

    /// Element where it holds.
    const ONE: Self;

    /// Puts bits, the lowest of the first word first, as many as there are places, by vector instructions of this set at
    /// most.
    fn put(most: InstructionSet, words: &[u64], into: &mut [Self]);
}

impl Element for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn put(most: InstructionSet, words: &[u64], into: &mut [Self]) {
        put_bytes(most, words, into);
    }
}

/// The bytes of a 32-bit number, 0 or 1.
impl Element for FloatBytes {
    const ZERO: Self = 0f32.to_ne_bytes();
    const ONE: Self = 1f32.to_ne_bytes();

    fn put(most: InstructionSet, words: &[u64], into: &mut [Self]) {
        put_floats(most, words, into);
    }
}

/// Form of what is observed of a board: channels by rows by columns, without the rim.
///
/// ```
/// use masume_engine::{Game, Order, Planes, Setup};
///
/// let text = "game Nim\nboard 1 x 3\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
///             action take at c\n  at c: stone -> _\n\nwin when no stone\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let state = game.start(&Setup::default()).expect("it can be set up");
/// let planes = Planes::new(game.rules(), state.board.grid());
/// let mut seen = vec![0u8; planes.len()];
/// planes.observe(&state, Order::ChannelsFirst, &mut seen);
/// assert_eq!((planes.shape(), seen), ([1, 3, 1], vec![1, 1, 1]));
/// ```
#[derive(Debug)]
pub struct Planes {
    channels: Vec<Channel>,
    names: Vec<String>,
    layers: Vec<LayerPlanes>,
    rows: usize,
    columns: usize,
    /// Words of a plane as it is kept, with the rim.
    words: usize,
    /// Cells without the rim, in order: where so many of them begin among those with it, at most as many as fit in a word.
    runs: Vec<(usize, u32)>,
    /// A plane with all these cells.
    all: Vec<u64>,
    /// Words of all planes as they are kept.
    kept_words: usize,
}

/// Planes of one layer.
#[derive(Debug)]
struct LayerPlanes {
    kind: LayerKind,
    /// Planes that hold the bits of numbers; 0 for pieces, each of which has a plane.
    digits: usize,
    /// Planes that are kept.
    kept: usize,
    /// Channels.
    shown: usize,
    /// True if each number has a channel of its own.
    is_decoded: bool,
}

impl LayerPlanes {
    fn new(kind: &LayerKind) -> Self {
        let count = count(kind);
        let digits = (u64::BITS - count.leading_zeros()) as usize;
        let of_numbers = if count <= MOST_CONTENTS { count as usize } else { digits };
        let (digits, kept, shown) = match kind {
            LayerKind::Pieces(_) => (0, count as usize, count as usize),
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                (digits, digits, of_numbers)
            }
        };
        let is_decoded = digits > 0 && count <= MOST_CONTENTS;
        Self { kind: kind.clone(), digits, kept, shown, is_decoded }
    }
}

/// Number of contents of a layer.
fn count(kind: &LayerKind) -> u64 {
    match kind {
        LayerKind::Pieces(pieces) => pieces.len() as u64,
        LayerKind::Kinds(count) => u64::from(*count),
        LayerKind::Range(first, last) => (i64::from(*last) - i64::from(*first) + 1).max(0) as u64,
        LayerKind::Doubling(..) => kind.contents().len() as u64,
    }
}

/// Place of a content among those of its layer, counted from 1.
#[inline]
fn place(kind: &LayerKind, content: Content) -> u64 {
    let index = match kind {
        LayerKind::Pieces(_) | LayerKind::Kinds(_) => i64::from(content),
        LayerKind::Range(first, _) => i64::from(content) - i64::from(*first),
        LayerKind::Doubling(first, _) => (content / (*first).max(1)).trailing_zeros().into(),
    };
    (index + 1).max(0) as u64
}

impl Planes {
    /// Of a game on boards of this shape.
    pub fn new(rules: &Rules, grid: &Grid) -> Self {
        let (mut channels, mut names, mut layers) = (Vec::new(), Vec::new(), Vec::new());
        for (index, info) in rules.layers.iter().enumerate() {
            let (layer, planes) = (Layer(index as u8), LayerPlanes::new(&info.kind));
            if planes.digits == 0 || planes.is_decoded {
                for content in planes.kind.contents() {
                    channels.push(Channel::Content(layer, content));
                    names.push(content_name(rules, layer, content));
                }
            } else {
                for digit in 0..planes.digits as u32 {
                    channels.push(Channel::Digit(layer, digit));
                    names.push(format!("{} bit {digit}", info.name));
                }
            }
            layers.push(planes);
        }
        let players = if rules.players.len() > 1 { rules.players.len() } else { 0 };
        for (index, player) in rules.players.iter().enumerate().take(players) {
            channels.push(Channel::ToAct(Player(index as u8)));
            names.push(format!("{} to act", player.name));
        }
        let (rows, columns) = (grid.height() as usize, grid.width() as usize);
        let words = grid.cell_count().div_ceil(64);
        let kept_words = layers.iter().map(|layer| layer.kept).sum::<usize>() * words;
        let mut all = vec![0; words];
        grid.inner_cells().for_each(|cell| all[cell.index() / 64] |= 1 << (cell.index() % 64));
        Self { channels, names, layers, rows, columns, words, runs: runs(grid), all, kept_words }
    }

    /// Channels, rows and columns.
    pub fn shape(&self) -> [usize; 3] {
        [self.channels.len(), self.rows, self.columns]
    }

    /// Elements of an observation.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// True if nothing is ever observed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Statement of each channel.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The same in the words of the game.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Words of all planes as they are kept.
    pub(super) fn kept_words(&self) -> usize {
        self.kept_words
    }

    /// Indexed by layer: planes that hold the bits of its numbers.
    pub(super) fn digits(&self) -> Arc<[usize]> {
        self.layers.iter().map(|layer| layer.digits).collect()
    }

    /// A state as planes are kept.
    pub(super) fn kept(&self, state: &State) -> Vec<u64> {
        let (mut into, mut first) = (vec![0; self.kept_words()], 0);
        for (index, layer) in self.layers.iter().enumerate() {
            let contents = state.board.contents(Layer(index as u8));
            for (cell, &content) in contents.iter().enumerate().filter(|(_, it)| **it != EMPTY) {
                let place = place(&layer.kind, content);
                let mut put = |plane: usize| {
                    into[(first + plane) * self.words + cell / 64] |= 1 << (cell % 64);
                };
                if layer.digits == 0 {
                    put(place.saturating_sub(1) as usize);
                } else {
                    (0..layer.digits).filter(|digit| place >> digit & 1 != 0).for_each(put);
                }
            }
            first += layer.kept;
        }
        into
    }

    /// Puts what is observed of a state into [`Planes::len`] elements.
    pub fn observe<T: Element>(&self, state: &State, order: Order, into: &mut [T]) {
        let board = (Cow::Owned(self.kept(state)), state.to_act.0);
        self.observe_kept(&[board], order, InstructionSet::Best, into);
    }

    /// The same of boards by their planes as they are kept, and who is to act, by vector instructions of this set at most.
    pub(super) fn observe_kept<T: Element>(
        &self,
        boards: &[(Cow<'_, [u64]>, u8)],
        order: Order,
        most: InstructionSet,
        into: &mut [T],
    ) {
        let into = &mut into[..boards.len() * self.len()];
        let numbers = self.layers.iter().filter(|layer| layer.is_decoded);
        let of_numbers: usize = numbers.map(|layer| layer.shown).sum();
        if of_numbers < self.channels.len() {
            let mut seen = ElementBits::new(self, order, boards.len());
            boards.iter().for_each(|(kept, to_act)| seen.push(kept, *to_act));
            seen.put(most, into);
        } else {
            into.fill(T::ZERO);
        }
        if of_numbers > 0 {
            for ((kept, _), into) in boards.iter().zip(into.chunks_exact_mut(self.len())) {
                self.put_numbers(kept, order, into);
            }
        }
    }

    /// Puts the channels of numbers, which are zero, among the elements of a board: a cell has one at most.
    fn put_numbers<T: Element>(&self, kept: &[u64], order: Order, into: &mut [T]) {
        let (of_channel, of_cell) = match order {
            Order::ChannelsFirst => (self.rows * self.columns, 1),
            Order::ChannelsLast => (1, self.channels.len()),
        };
        let (mut from, mut first) = (0, 0);
        for layer in &self.layers {
            let planes = &kept[from..from + layer.kept * self.words];
            if layer.is_decoded {
                let (digits, last) = (DigitPlanes { planes, words: self.words }, layer.shown - 1);
                let mut place = first;
                let runs = self.runs.iter();
                digits.numbers(runs.copied(), |number| {
                    // Nothing is 0, and puts a zero where one is: a branch would be predicted wrongly at every other cell.
                    let channel = usize::from(number).wrapping_sub(1);
                    let element = if channel <= last { T::ONE } else { T::ZERO };
                    into[place + channel.min(last) * of_channel] = element;
                    place += of_cell;
                });
            }
            from += planes.len();
            first += layer.shown * of_channel;
        }
    }
}

/// Cells without the rim: the first among those with it, and how many follow each other.
fn runs(grid: &Grid) -> Vec<(usize, u32)> {
    let mut runs: Vec<(usize, u32)> = Vec::new();
    for cell in grid.inner_cells().map(|cell| cell.index()) {
        match runs.last_mut() {
            Some((first, count)) if *first + *count as usize == cell && *count < u64::BITS => {
                *count += 1;
            }
            Some(_) | None => runs.push((cell, 1)),
        }
    }
    runs
}

/// Elements of observations of several boards, a bit for each: 0 for numbers that have channels of their own.
#[derive(Debug)]
pub(super) struct ElementBits<'p> {
    planes: &'p Planes,
    bits: BitsInOrder,
    /// Elements of the boards before.
    first: usize,
}

/// Bits by the order of their elements.
#[derive(Debug)]
enum BitsInOrder {
    /// They come as they stand.
    ChannelsFirst(BitWriter),
    ChannelsLast(Vec<u64>),
}

impl<'p> ElementBits<'p> {
    /// For so many boards.
    pub(super) fn new(planes: &'p Planes, order: Order, boards: usize) -> Self {
        let count = boards * planes.len();
        let bits = match order {
            Order::ChannelsFirst => BitsInOrder::ChannelsFirst(BitWriter::new(count)),
            Order::ChannelsLast => BitsInOrder::ChannelsLast(vec![0; count.div_ceil(64)]),
        };
        Self { planes, bits, first: 0 }
    }

    /// Adds what is observed of planes as they are kept, while this player is to act.
    pub(super) fn push(&mut self, kept: &[u64], to_act: u8) {
        let planes = self.planes;
        let (mut from, mut channel) = (0, 0);
        for layer in &planes.layers {
            let of_layer = &kept[from..from + layer.kept * planes.words];
            from += of_layer.len();
            if layer.is_decoded {
                self.bits.skip(layer.shown * planes.rows * planes.columns);
            } else {
                self.bits.put(planes, self.first + channel, of_layer);
            }
            channel += layer.shown;
        }
        let (to_act, cells) = (channel + usize::from(to_act), planes.rows * planes.columns);
        for channel in channel..planes.channels.len() {
            if channel == to_act {
                self.bits.put(planes, self.first + channel, &planes.all);
            } else {
                self.bits.skip(cells);
            }
        }
        self.first += planes.len();
    }

    /// Puts all of them, by vector instructions of this set at most.
    pub(super) fn put<T: Element>(self, most: InstructionSet, into: &mut [T]) {
        let words = match self.bits {
            BitsInOrder::ChannelsFirst(writer) => writer.finish(),
            BitsInOrder::ChannelsLast(words) => words,
        };
        T::put(most, &words, into);
    }
}

impl BitsInOrder {
    /// Leaves zeros for so many elements, of whole channels.
    #[inline(always)]
    fn skip(&mut self, elements: usize) {
        match self {
            Self::ChannelsFirst(writer) => writer.skip(elements),
            // All bits are zero at first.
            Self::ChannelsLast(_) => {}
        }
    }

    /// Puts planes of channels that follow each other: the first of them has this element on the first cell, where channels come
    /// last.
    #[inline(always)]
    fn put(&mut self, planes: &Planes, first: usize, shown: &[u64]) {
        match self {
            Self::ChannelsFirst(writer) => match planes.runs.as_slice() {
                [(0, count)] if planes.words == 1 => writer.push_each(shown, *count),
                runs => writer.push_runs(shown, planes.words, runs),
            },
            Self::ChannelsLast(words) => {
                let count = planes.channels.len();
                for (mut place, plane) in (first..).zip(shown.chunks_exact(planes.words)) {
                    for &(from, cells) in &planes.runs {
                        for bit in Bits([bits_from(plane, from, cells)]) {
                            let place = place + bit.index() * count;
                            words[place / 64] |= 1 << (place % 64);
                        }
                        place += cells as usize * count;
                    }
                }
            }
        }
    }
}
