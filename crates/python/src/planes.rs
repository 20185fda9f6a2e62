//! Planes of numbers that show a board.

use masume_board::Grid;
use masume_engine::{Player, State};
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Rules};
use masume_rules::text::content_name;

/// A layer with more contents than this has a plane for each bit of their numbers, not one for each of them.
const MOST_CONTENTS: u64 = 40;

/// Statement of a plane: 1 on the cells where it holds, 0 on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    /// The layer holds this.
    Content(Layer, Content),
    /// This bit is set in the place of what the layer holds among all that it can hold, counted from 1.
    Digit(Layer, u32),
    /// It is the turn of this player: on all cells or on none.
    ToAct(Player),
}

/// Order of the elements of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Indexed [channel][row][column].
    ChannelsFirst,
    /// Indexed [row][column][channel].
    ChannelsLast,
}

/// Form of what is observed of a board: channels by rows by columns, without the rim.
#[derive(Debug)]
pub(crate) struct Planes {
    channels: Vec<Channel>,
    names: Vec<String>,
    layers: Vec<LayerPlanes>,
    players: usize,
    rows: usize,
    columns: usize,
    /// Indexed by cell with the rim: the cell without it, or none; empty where there is no rim.
    inner: Vec<Option<usize>>,
}

/// Planes of one layer.
#[derive(Debug)]
struct LayerPlanes {
    kind: LayerKind,
    /// The first channel.
    first: usize,
    /// Channels of bits; 0 where each content has a channel.
    digits: usize,
}

impl LayerPlanes {
    fn new(kind: &LayerKind, first: usize) -> Self {
        let count = count(kind);
        let bits = (u64::BITS - count.leading_zeros()) as usize;
        let is_told_apart = count <= MOST_CONTENTS || matches!(kind, LayerKind::Pieces(_));
        Self { kind: kind.clone(), first, digits: if is_told_apart { 0 } else { bits } }
    }

    fn channels(&self) -> usize {
        if self.digits == 0 { count(&self.kind) as usize } else { self.digits }
    }

    /// The channels that hold where this content lies.
    #[inline]
    fn each_channel(&self, content: Content, found: &mut impl FnMut(usize)) {
        let place = place(&self.kind, content);
        if self.digits == 0 {
            found(self.first + place.saturating_sub(1) as usize);
            return;
        }
        (0..self.digits)
            .filter(|digit| place >> digit & 1 != 0)
            .for_each(|digit| found(self.first + digit));
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
    pub(crate) fn new(rules: &Rules, grid: &Grid) -> Self {
        let (mut channels, mut names, mut layers) = (Vec::new(), Vec::new(), Vec::new());
        for (index, info) in rules.layers.iter().enumerate() {
            let layer = Layer(index as u8);
            let planes = LayerPlanes::new(&info.kind, channels.len());
            if planes.digits == 0 {
                for content in planes.kind.contents() {
                    channels.push(Channel::Content(layer, content));
                    names.push(content_name(rules, layer, content));
                }
            } else {
                for digit in 0..planes.channels() as u32 {
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
        Self { channels, names, layers, players, rows, columns, inner }
    }

    /// Channels, rows and columns.
    pub(crate) fn shape(&self) -> [usize; 3] {
        [self.channels.len(), self.rows, self.columns]
    }

    /// Elements of an observation.
    pub(crate) fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Statement of each channel.
    pub(crate) fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The same in the words of the game.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Puts what is observed of a state: `yes` where it holds, among elements that are all of what does not.
    pub(crate) fn observe<T: Copy>(&self, state: &State, order: Order, yes: T, into: &mut [T]) {
        let (cells, count) = (self.rows * self.columns, self.channels.len());
        let at = |channel: usize, cell: usize| match order {
            Order::ChannelsFirst => channel * cells + cell,
            Order::ChannelsLast => cell * count + channel,
        };
        for (index, layer) in self.layers.iter().enumerate() {
            let contents = state.board.contents(Layer(index as u8));
            for (cell, content) in contents.iter().enumerate().filter(|(_, it)| **it != EMPTY) {
                let inner = if self.inner.is_empty() { Some(cell) } else { self.inner[cell] };
                let Some(cell) = inner else { continue };
                layer.each_channel(*content, &mut |channel| into[at(channel, cell)] = yes);
            }
        }
        let to_act = usize::from(state.to_act.0);
        if to_act < self.players {
            let channel = count - self.players + to_act;
            (0..cells).for_each(|cell| into[at(channel, cell)] = yes);
        }
    }
}
