//! States as a fixed number of words, and back.

use masume_board::Cell;
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Player, Rules};
use masume_rules::random::Random;
use masume_rules::state::{Outcome, State};

use crate::Relevance;

/// Codec of the states that can come of one state: every content in as few bits as its layer needs, in reading
/// order, then the numbers that are read. What the rules cannot read, or never change, is left out and comes back
/// as it was in that first state.
///
/// With [`Relevance::everything`] packing is exact; with [`Relevance::of`] two states that go on alike have
/// the same words.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_search::{Relevance, StateCodec};
///
/// let game = Game::load(shipped_games()[0].text).game.expect("shipped games are sound");
/// let state = game.start(&Setup::default()).expect("it can be set up");
/// let codec = StateCodec::new(game.rules(), &state, Relevance::everything(game.rules()));
/// let mut words = vec![0; codec.stride()];
/// codec.pack(&state, &mut words);
/// assert_eq!(codec.unpack(&words), state);
/// ```
#[derive(Clone, Debug)]
pub struct StateCodec {
    first: State,
    live: Relevance,
    layers: Vec<PackedLayer>,
    /// Words of a state.
    stride: usize,
}

/// A layer that is packed.
#[derive(Clone, Debug)]
struct PackedLayer {
    layer: Layer,
    code: ContentCode,
    /// Bits of one content. Contents do not cross words.
    bits: u32,
    /// The first of its words.
    first_word: usize,
    /// The cells that can hold something, in reading order.
    cells: Vec<Cell>,
}

/// Contents as numbers from 0, which stands for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContentCode {
    /// From this number on.
    From(Content),
    /// This number, doubled so often.
    Doubled(Content),
}

impl ContentCode {
    pub(crate) fn encode(self, content: Content) -> u64 {
        match (self, content) {
            (_, EMPTY) => 0,
            (Self::From(first), content) => (i64::from(content) - i64::from(first) + 1) as u64,
            (Self::Doubled(first), content) => {
                u64::from(content.trailing_zeros().saturating_sub(first.trailing_zeros())) + 1
            }
        }
    }

    pub(crate) fn decode(self, code: u64) -> Content {
        match (self, code) {
            (_, 0) => EMPTY,
            (Self::From(first), code) => (i64::from(first) + code as i64 - 1) as Content,
            (Self::Doubled(first), code) => first << (code - 1),
        }
    }
}

/// Code of the contents of a layer, and their number.
pub(crate) fn content_code(kind: &LayerKind) -> (ContentCode, u64) {
    match kind {
        LayerKind::Pieces(pieces) => (ContentCode::From(0), pieces.len() as u64),
        LayerKind::Kinds(count) => (ContentCode::From(0), u64::from(*count)),
        LayerKind::Range(first, last) => {
            (ContentCode::From(*first), (i64::from(*last) - i64::from(*first) + 1).max(0) as u64)
        }
        LayerKind::Doubling(first, _) => {
            (ContentCode::Doubled(*first), kind.contents().len() as u64)
        }
    }
}

impl StateCodec {
    /// A packing for this state and all that can come of it.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Relevance, StateCodec};
    ///
    /// let codec = StateCodec::new(game.rules(), &state, Relevance::of(game.rules()));
    /// assert!(codec.stride() > 0);
    /// ```
    pub fn new(rules: &Rules, first: &State, live: Relevance) -> Self {
        // Who acts, how it ended, and passes and goals stand in the first word.
        let mut stride = 1 + usize::from(live.passes) + usize::from(live.goals);
        stride += usize::from(live.ply) + usize::from(live.random);
        stride += live.values.iter().filter(|&&is_live| is_live).count();
        let cells: Vec<Cell> = first.board.grid().inner_cells().collect();
        let mut layers = Vec::new();
        for (index, info) in rules.layers.iter().enumerate() {
            if !live.layers[index] {
                continue;
            }
            let (code, count) = content_code(&info.kind);
            let bits = (u64::BITS - count.leading_zeros()).max(1);
            let in_word = (u64::BITS / bits) as usize;
            layers.push(PackedLayer {
                layer: Layer(index as u8),
                code,
                bits,
                first_word: stride,
                cells: cells.clone(),
            });
            stride += cells.len().div_ceil(in_word);
        }
        Self { first: first.clone(), live, layers, stride }
    }

    /// Words of a state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Relevance, StateCodec};
    ///
    /// let codec = StateCodec::new(game.rules(), &state, Relevance::of(game.rules()));
    /// // Who acts, and nine cells of two bits.
    /// assert_eq!(codec.stride(), 2);
    /// ```
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Packs a state into [`StateCodec::stride`] words.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Relevance, StateCodec};
    ///
    /// let codec = StateCodec::new(game.rules(), &state, Relevance::of(game.rules()));
    /// let mut words = vec![0; codec.stride()];
    /// codec.pack(&state, &mut words);
    /// assert_eq!(codec.unpack(&words).board, state.board);
    /// ```
    ///
    /// # Panics
    /// Where there are fewer words.
    pub fn pack(&self, state: &State, words: &mut [u64]) {
        words[0] = u64::from(state.to_act.0) | Outcome::code(state.outcome) << 8;
        let mut next = 1;
        let mut push = |is_live: bool, word: u64| {
            if is_live {
                words[next] = word;
                next += 1;
            }
        };
        push(self.live.passes, u64::from(state.passes));
        push(self.live.goals, state.goals);
        push(self.live.ply, u64::from(state.ply));
        push(self.live.random, state.random.0);
        for (&value, &is_live) in state.values.iter().zip(&self.live.values) {
            push(is_live, value as u64);
        }
        for packed in &self.layers {
            let contents = state.board.contents(packed.layer);
            let in_word = (u64::BITS / packed.bits) as usize;
            for (index, cells) in packed.cells.chunks(in_word).enumerate() {
                let word = cells.iter().rev().fold(0, |word: u64, cell| {
                    // A layer of 64 bits has one content in a word, and nothing to make room for.
                    word.checked_shl(packed.bits).unwrap_or(0)
                        | packed.code.encode(contents[cell.index()])
                });
                words[packed.first_word + index] = word;
            }
        }
    }

    /// The state of these words.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Relevance, StateCodec};
    ///
    /// let codec = StateCodec::new(game.rules(), &state, Relevance::of(game.rules()));
    /// let mut words = vec![0; codec.stride()];
    /// codec.pack(&state, &mut words);
    /// assert_eq!(codec.unpack(&words).to_act, state.to_act);
    /// ```
    ///
    /// # Panics
    /// Where there are fewer than [`StateCodec::stride`] words.
    pub fn unpack(&self, words: &[u64]) -> State {
        let mut state = self.first.clone();
        state.to_act = Player(words[0] as u8);
        state.outcome = Outcome::of_code(words[0] >> 8);
        let mut next = 1;
        let mut pop = |is_live: bool| {
            is_live.then(|| {
                next += 1;
                words[next - 1]
            })
        };
        state.passes = pop(self.live.passes).map_or(state.passes, |word| word as u32);
        state.goals = pop(self.live.goals).unwrap_or(state.goals);
        state.ply = pop(self.live.ply).map_or(state.ply, |word| word as u32);
        state.random = pop(self.live.random).map_or(state.random, Random);
        for (value, &is_live) in state.values.iter_mut().zip(&self.live.values) {
            *value = pop(is_live).map_or(*value, |word| word as i64);
        }
        for packed in &self.layers {
            let in_word = (u64::BITS / packed.bits) as usize;
            let mask = u64::MAX >> (u64::BITS - packed.bits);
            for (index, cells) in packed.cells.chunks(in_word).enumerate() {
                let mut word = words[packed.first_word + index];
                for &cell in cells {
                    state.board.set(packed.layer, cell, packed.code.decode(word & mask));
                    word = word.checked_shr(packed.bits).unwrap_or(0);
                }
            }
        }
        state
    }

    /// Calls with each place that is packed and the code of what it holds, in order.
    pub(crate) fn atoms(&self, words: &[u64], mut call: impl FnMut(usize, u64)) {
        let mut place = 0;
        for packed in &self.layers {
            let in_word = (u64::BITS / packed.bits) as usize;
            let mask = u64::MAX >> (u64::BITS - packed.bits);
            for (index, cells) in packed.cells.chunks(in_word).enumerate() {
                let mut word = words[packed.first_word + index];
                for _ in cells {
                    call(place, word & mask);
                    place += 1;
                    word = word.checked_shr(packed.bits).unwrap_or(0);
                }
            }
        }
    }
}
