//! Planes of numbers that show a board.

use std::sync::Arc;

use masume_board::{Bits, Grid, spread};
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Player, Rules};
use masume_rules::state::State;
use masume_rules::text::content_name;

/// A layer with more contents than this has a plane for each bit of their numbers, not one for each of them.
const MOST_CONTENTS: u64 = 40;

/// Places that the digits of so many contents can say, nothing among them.
const MOST_PLACES: usize = (MOST_CONTENTS as usize + 1).next_power_of_two();

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
    /// Element of a cell where the statement does not hold.
    const NO: Self;
    /// Element of a cell where it holds.
    const YES: Self;

    /// The lowest eight bits, the lowest first.
    fn eight(bits: u64) -> [Self; 8];
}

impl Element for u8 {
    const NO: Self = 0;
    const YES: Self = 1;

    #[inline(always)]
    fn eight(bits: u64) -> [Self; 8] {
        spread(bits).to_le_bytes()
    }
}

/// The bytes of a 32-bit number, 0 or 1.
impl Element for [u8; 4] {
    const NO: Self = [0; 4];
    const YES: Self = 1f32.to_ne_bytes();

    #[inline(always)]
    fn eight(bits: u64) -> [Self; 8] {
        let one = |bit: u8| (u32::from(bit) * 1f32.to_bits()).to_ne_bytes();
        spread(bits).to_le_bytes().map(one)
    }
}

/// Puts the bits of a word, the lowest first, as many as there are elements, at most 64.
#[inline(always)]
fn put_bits<T: Element>(word: u64, into: &mut [T]) {
    let (whole, rest) = into.as_chunks_mut::<8>();
    let mut left = word;
    for eight in whole {
        *eight = T::eight(left);
        left >>= 8;
    }
    rest.iter_mut().zip(T::eight(left)).for_each(|(to, element)| *to = element);
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
    /// Indexed by cell with the rim: the cell without it, or none; empty where there is no rim.
    inner: Vec<Option<usize>>,
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
        let mut inner = Vec::new();
        if grid.rim() > 0 {
            inner.resize(grid.cell_count(), None);
            grid.inner_cells()
                .enumerate()
                .for_each(|(place, cell)| inner[cell.index()] = Some(place));
        }
        let (rows, columns) = (grid.height() as usize, grid.width() as usize);
        let words = grid.cell_count().div_ceil(64);
        Self { channels, names, layers, rows, columns, words, inner }
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
        self.layers.iter().map(|layer| layer.kept).sum::<usize>() * self.words
    }

    /// Indexed by layer: planes that hold the bits of its numbers.
    pub(super) fn digits(&self) -> Arc<[usize]> {
        self.layers.iter().map(|layer| layer.digits).collect()
    }

    /// Puts a state as planes are kept.
    fn keep(&self, state: &State, into: &mut [u64]) {
        let mut first = 0;
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
    }

    /// Puts what is observed of a state into [`Planes::len`] elements.
    pub fn observe<T: Element>(&self, state: &State, order: Order, into: &mut [T]) {
        let mut kept = vec![0; self.kept_words()];
        self.keep(state, &mut kept);
        self.observe_kept(&kept, state.to_act.0, order, into);
    }

    /// Puts what is observed of planes as they are kept, while this player is to act.
    pub(super) fn observe_kept<T: Element>(
        &self,
        kept: &[u64],
        to_act: u8,
        order: Order,
        into: &mut [T],
    ) {
        let (cells, count) = (self.rows * self.columns, self.channels.len());
        let into = &mut into[..cells * count];
        let is_plain = order == Order::ChannelsFirst && self.inner.is_empty();
        if !is_plain {
            into.fill(T::NO);
        }
        let mut put = |channel: usize, word: usize, bits: u64| {
            if is_plain {
                let from = channel * cells + 64 * word;
                let to = (from + 64).min((channel + 1) * cells);
                put_bits(bits, &mut into[from..to]);
                return;
            }
            for bit in Bits([bits]) {
                let cell = 64 * word + bit.index();
                let inner = if self.inner.is_empty() { Some(cell) } else { self.inner[cell] };
                let Some(cell) = inner else { continue };
                let place = match order {
                    Order::ChannelsFirst => channel * cells + cell,
                    Order::ChannelsLast => cell * count + channel,
                };
                into[place] = T::YES;
            }
        };
        let (mut from, mut channel) = (0, 0);
        for layer in &self.layers {
            let planes = &kept[from..from + layer.kept * self.words];
            for word in 0..self.words {
                if layer.is_decoded {
                    let decoded = self.decoded(planes, word);
                    for (shown, bits) in decoded[1..].iter().enumerate().take(layer.shown) {
                        put(channel + shown, word, *bits);
                    }
                } else {
                    for shown in 0..layer.shown {
                        put(channel + shown, word, planes[shown * self.words + word]);
                    }
                }
            }
            from += planes.len();
            channel += layer.shown;
        }
        let to_act = channel + usize::from(to_act);
        for channel in channel..count {
            let holds = if channel == to_act { T::YES } else { T::NO };
            match order {
                Order::ChannelsFirst => into[channel * cells..(channel + 1) * cells].fill(holds),
                Order::ChannelsLast => {
                    into.iter_mut().skip(channel).step_by(count).for_each(|to| *to = holds);
                }
            }
        }
    }

    /// Indexed by place among contents, counted from 1: a word of the cells that hold it, of these digits.
    #[inline(always)]
    fn decoded(&self, digits: &[u64], word: usize) -> [u64; MOST_PLACES] {
        let mut cells = [0; MOST_PLACES];
        cells[0] = u64::MAX;
        // Each digit parts the cells of every place so far in two.
        for (digit, plane) in digits.iter().skip(word).step_by(self.words).enumerate() {
            let (without, with) = cells.split_at_mut(1 << digit);
            for (without, with) in without.iter_mut().zip(with) {
                *with = *without & plane;
                *without &= !plane;
            }
        }
        cells
    }
}
