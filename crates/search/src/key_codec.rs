//! Packed states of the engine in as few bits as they need: what a search keeps of each, and compares.
//!
//! Left out is what the rules cannot read ([`Relevance`]), and what never changes where the rules are operators
//! ([`Operators`]): walls, and places that nothing comes to. A piece of which there is always exactly one is the
//! number of its place, a content that is a number is the number of that content.

use std::collections::BTreeMap;

use masume_board::Cell;
use masume_engine::{Frontier, PackedPart};
use masume_rules::model::{Content, EMPTY, EndKind, Layer, LayerKind, Rules};
use masume_rules::state::State;

use crate::Relevance;
use crate::meter::{Exhausted, Meter};
use crate::operators::{Operators, Place, UniquePiece, unique_pieces};
use crate::state_codec::{ContentCode, content_code};

/// A piece that is single is a number where it has more places than this: fewer are as well bits.
const FEW_PLACES: usize = 8;

/// Codec between the packed states that can come of one state and shorter keys.
#[derive(Clone, Debug)]
pub(crate) struct KeyCodec {
    /// The first state, with nothing where anything can change.
    blank: Vec<u64>,
    runs: Vec<BitRun>,
    /// Bits of all runs; fields come behind.
    run_bits: usize,
    fields: Vec<KeyField>,
    /// Words of a key.
    stride: usize,
}

/// Bits that lie side by side in the packed state and in the key.
#[derive(Clone, Copy, Debug)]
struct BitRun {
    from: (usize, u32),
    to: (usize, u32),
    /// As many ones as there are bits.
    mask: u64,
}

/// Some bits of the key that are a number.
#[derive(Clone, Debug)]
struct KeyField {
    /// First bit in the key.
    at: usize,
    bits: u32,
    holds: FieldKind,
}

/// Meaning of a field.
#[derive(Clone, Debug)]
enum FieldKind {
    /// The content of a place: which bit says that there is one, and which half of a word is the number.
    Content { occupied: (usize, u32), number: (usize, u32), code: ContentCode },
    /// Index of the bit that is set among these.
    Which { words: Vec<(usize, u64)>, places: Vec<(usize, u32)> },
    /// A number as it stands in the packed state.
    Word { word: usize, shift: u32, mask: u64 },
}

/// Some places of one layer, and how a key says what lies there.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlaceContents {
    /// Number of the place, first bit, bits.
    numbers: Vec<(u8, usize, u32)>,
    /// Code of the content, by the number in a key.
    codes: Vec<u8>,
    /// First bit, bits, the code that is somewhere, and where by the number in a key.
    which: Vec<(usize, u32, u8, Vec<u8>)>,
    /// Bit, number of the place, code.
    bits: Vec<(usize, u8, u8)>,
}

/// Operators of a board, and the pieces of which there is always one.
pub(crate) struct GroundedBoard {
    pub(crate) operators: Operators,
    pub(crate) unique_pieces: Vec<UniquePiece>,
}

impl GroundedBoard {
    /// `None` where the rules are no operators, or the meter met a bound before that was found out.
    pub(crate) fn of(rules: &Rules, first: &State, meter: &Meter) -> Option<Self> {
        let operators = Operators::of(rules, first, meter).ok()?;
        let unique_pieces = unique_pieces(&operators, meter);
        Some(Self { operators, unique_pieces })
    }
}

impl KeyCodec {
    /// Codec for what can come of this state.
    ///
    /// # Errors
    /// The bound that the meter met: each cell of a large board is sought in all words of a state.
    pub(crate) fn new(
        rules: &Rules,
        frontier: &Frontier<'_>,
        first: &State,
        (live, grounded): (&Relevance, Option<&GroundedBoard>),
        meter: &Meter,
    ) -> Result<Self, Exhausted> {
        let mut builder = KeyCodecBuilder {
            frontier,
            meter,
            blank: first.clone(),
            bits: Vec::new(),
            holds: Vec::new(),
        };
        for (index, info) in
            rules.layers.iter().enumerate().filter(|(index, _)| live.layers[*index])
        {
            builder.layer(Layer(index as u8), &info.kind, grounded)?;
        }
        builder.numbers(live, rules);
        Ok(builder.build())
    }

    /// Words of a key.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The key of a packed state.
    pub(crate) fn encode(&self, state: &[u64], key: &mut [u64]) {
        key.fill(0);
        for run in &self.runs {
            key[run.to.0] |= (state[run.from.0] >> run.from.1 & run.mask) << run.to.1;
        }
        for field in &self.fields {
            put(key, field.at, field.bits, field.holds.read(state));
        }
    }

    /// The packed state of a key.
    pub(crate) fn decode(&self, key: &[u64], state: &mut [u64]) {
        state.copy_from_slice(&self.blank);
        for run in &self.runs {
            state[run.from.0] |= (key[run.to.0] >> run.to.1 & run.mask) << run.from.1;
        }
        for field in &self.fields {
            field.holds.write(take(key, field.at, field.bits), state);
        }
    }

    /// The first state, packed, with nothing where anything can change.
    pub(crate) fn blank(&self) -> &[u64] {
        &self.blank
    }

    /// Map from the key of a board to that of its image, where every bit of the packed state that says what lies on
    /// a cell is moved so; `None` where keys do not tell what lies there.
    pub(crate) fn image(&self, moved: &BTreeMap<(usize, u32), (usize, u32)>) -> Option<KeyImage> {
        let mut bits: Vec<Option<usize>> = vec![None; 64 * self.stride];
        let mut of_packed = BTreeMap::new();
        for run in &self.runs {
            for nth in 0..run.mask.count_ones() {
                let at = run.to.0 * 64 + (run.to.1 + nth) as usize;
                of_packed.insert((run.from.0, run.from.1 + nth), at);
            }
        }
        for (packed, &at) in &of_packed {
            bits[at] = Some(*of_packed.get(moved.get(packed)?)?);
        }
        let mut which = Vec::new();
        for field in &self.fields {
            let to = match &field.holds {
                FieldKind::Word { .. } => field,
                FieldKind::Content { occupied, code, .. } => {
                    let image = moved.get(occupied)?;
                    let is_image = |other: &&KeyField| match &other.holds {
                        FieldKind::Content { occupied, code: same, .. } => {
                            occupied == image && same == code && other.bits == field.bits
                        }
                        FieldKind::Which { .. } | FieldKind::Word { .. } => false,
                    };
                    self.fields.iter().find(is_image)?
                }
                FieldKind::Which { places, .. } => {
                    let image = |place| places.binary_search(moved.get(place)?).ok();
                    let images: Option<Vec<usize>> = places.iter().map(image).collect();
                    which.push((field.at, field.bits, images?));
                    continue;
                }
            };
            (0..field.bits as usize).for_each(|bit| bits[field.at + bit] = Some(to.at + bit));
        }
        Some(KeyImage::new(&bits, which))
    }

    /// Reader of what lies on these places of a layer.
    pub(crate) fn contents(
        &self,
        frontier: &Frontier<'_>,
        (layer, places): (usize, &[Place]),
        operators: &Operators,
        cells: &[Cell],
    ) -> PlaceContents {
        let mut found = PlaceContents::default();
        let contents = operators.contents_of(layer);
        for (nth, &place) in places.iter().enumerate() {
            let (nth, cell) = (nth as u8, cells[operators.layer_and_cell(place).1]);
            let layer = Layer(layer as u8);
            for (code, &piece) in contents.iter().enumerate().skip(1) {
                let bits = frontier.bits(PackedPart::Piece(layer, piece, cell));
                let Some(&(word, bit)) = bits.first() else { continue };
                self.find_piece((word, bit.trailing_zeros()), (nth, code as u8), &mut found);
            }
            let Some(&(word, bit)) = frontier.bits(PackedPart::Content(layer, cell)).first() else {
                continue;
            };
            for field in &self.fields {
                if let FieldKind::Content { occupied, code, .. } = &field.holds
                    && *occupied == (word, bit.trailing_zeros())
                {
                    found.numbers.push((nth, field.at, field.bits));
                    let decoded = (0..1_u64 << field.bits).map(|value| code.decode(value));
                    let grounded =
                        decoded.map(|it| contents.iter().position(|grounded| *grounded == it));
                    found.codes = grounded.map(|code| code.unwrap_or(0) as u8).collect();
                }
            }
        }
        found
    }

    /// The bit of a key that says whether a piece lies on a cell; `None` where no single bit does.
    pub(crate) fn bit_of(
        &self,
        frontier: &Frontier<'_>,
        (layer, piece, cell): (Layer, Content, Cell),
    ) -> Option<usize> {
        let &(word, bits) = frontier.bits(PackedPart::Piece(layer, piece, cell)).first()?;
        let mut found = PlaceContents::default();
        self.find_piece((word, bits.trailing_zeros()), (0, 0), &mut found);
        found.bits.first().map(|bit| bit.0)
    }

    /// The bits of a key that say on which of these cells a piece lies, of which there is one: the first bit, how many,
    /// and what they are by cell where it can lie there; `None` where the key says it otherwise.
    pub(crate) fn place_of(
        &self,
        frontier: &Frontier<'_>,
        (layer, piece): (Layer, Content),
        cells: &[Cell],
    ) -> Option<(usize, u32, Vec<Option<u64>>)> {
        let bits = cells.iter().map(|&cell| {
            let &(word, bits) = frontier.bits(PackedPart::Piece(layer, piece, cell)).first()?;
            Some((word, bits.trailing_zeros()))
        });
        let bits: Vec<Option<(usize, u32)>> = bits.collect();
        self.fields.iter().find_map(|field| {
            let FieldKind::Which { places, .. } = &field.holds else { return None };
            let number =
                |bit: &Option<(usize, u32)>| Some(places.binary_search(&(*bit)?).ok()? as u64);
            let numbers: Vec<Option<u64>> = bits.iter().map(number).collect();
            numbers.iter().any(Option::is_some).then_some((field.at, field.bits, numbers))
        })
    }

    /// Finds where a key says that a piece lies somewhere.
    fn find_piece(&self, bit: (usize, u32), (nth, code): (u8, u8), found: &mut PlaceContents) {
        for run in &self.runs {
            let end = run.from.1 + run.mask.count_ones();
            if run.from.0 == bit.0 && (run.from.1..end).contains(&bit.1) {
                let at = run.to.0 * 64 + (run.to.1 + bit.1 - run.from.1) as usize;
                found.bits.push((at, nth, code));
            }
        }
        for field in &self.fields {
            let FieldKind::Which { places, .. } = &field.holds else { continue };
            let Ok(index) = places.binary_search(&bit) else { continue };
            let grounded = found.which.iter().position(|of| of.0 == field.at);
            let at = grounded.unwrap_or_else(|| {
                found.which.push((field.at, field.bits, code, vec![0; places.len()]));
                found.which.len() - 1
            });
            found.which[at].3[index] = nth;
        }
    }

    /// Calls with the number of each place that holds something, and the code of that.
    pub(crate) fn read(&self, key: &[u64], contents: &PlaceContents, mut call: impl FnMut(u8, u8)) {
        for &(nth, at, bits) in &contents.numbers {
            match contents.codes[take(key, at, bits) as usize] {
                0 => {}
                code => call(nth, code),
            }
        }
        for (at, bits, code, places) in &contents.which {
            call(places[take(key, *at, *bits) as usize], *code);
        }
        for &(_, nth, code) in contents.bits.iter().filter(|bit| take(key, bit.0, 1) == 1) {
            call(nth, code);
        }
    }

    /// Calls with each place of a key and what it holds, in order; where another key is given, with
    /// those in which the two differ.
    pub(crate) fn atoms(
        &self,
        key: &[u64],
        other: Option<&[u64]>,
        mut call: impl FnMut(usize, u64),
    ) {
        for first in (0..self.run_bits).step_by(64) {
            let left = u32::try_from(self.run_bits - first).unwrap_or(u32::MAX).min(64);
            let word = take(key, first, left);
            let all = u64::MAX >> (64 - left);
            let mut asked = other.map_or(all, |other| word ^ take(other, first, left));
            while asked != 0 {
                let bit = asked.trailing_zeros();
                call(first + bit as usize, word >> bit & 1);
                asked &= asked - 1;
            }
        }
        for field in &self.fields {
            let value = take(key, field.at, field.bits);
            if other.is_none_or(|other| take(other, field.at, field.bits) != value) {
                call(field.at, value);
            }
        }
    }
}

/// Map of keys where the board is laid on itself.
#[derive(Clone, Debug)]
pub(crate) struct KeyImage {
    /// Words of a key.
    stride: usize,
    /// By byte of the key and its value: the bits of the image that come of it.
    bytes: Vec<u64>,
    /// First bit, bits, and what each number becomes, of the numbers that are places.
    which: Vec<(usize, u32, Vec<usize>)>,
}

impl KeyImage {
    /// Of keys of which each bit, by its number, becomes this one.
    fn new(bits: &[Option<usize>], which: Vec<(usize, u32, Vec<usize>)>) -> Self {
        let stride = bits.len() / 64;
        let mut bytes = vec![0; stride * 8 * 256 * stride];
        for (number, words) in bytes.chunks_mut(stride).enumerate() {
            let (byte, value) = (number / 256, number % 256);
            for bit in (0..8).filter(|bit| value >> bit & 1 == 1) {
                if let Some(to) = bits[byte * 8 + bit] {
                    words[to / 64] |= 1 << (to % 64);
                }
            }
        }
        Self { stride, bytes, which }
    }

    /// Makes `image` the image of a key.
    pub(crate) fn of(&self, key: &[u64], image: &mut [u64]) {
        image.fill(0);
        for (index, &word) in key.iter().enumerate() {
            let mut rest = word;
            let mut byte = index * 8;
            while rest != 0 {
                let at = (byte * 256 + (rest & 255) as usize) * self.stride;
                let words = &self.bytes[at..][..self.stride];
                image.iter_mut().zip(words).for_each(|(to, from)| *to |= from);
                rest >>= 8;
                byte += 1;
            }
        }
        for (at, bits, images) in &self.which {
            put(image, *at, *bits, images[take(key, *at, *bits) as usize] as u64);
        }
    }
}

impl FieldKind {
    fn read(&self, state: &[u64]) -> u64 {
        match self {
            Self::Content { occupied, number, code } => {
                let is_there = state[occupied.0] >> occupied.1 & 1 == 1;
                let content = (state[number.0] >> number.1) as u32 as Content;
                code.encode(if is_there { content } else { EMPTY })
            }
            Self::Which { words, places } => {
                let set = words.iter().find(|(word, mask)| state[*word] & mask != 0);
                let at = set.map(|(word, mask)| (*word, (state[*word] & mask).trailing_zeros()));
                at.and_then(|at| places.binary_search(&at).ok()).unwrap_or(0) as u64
            }
            Self::Word { word, shift, mask } => state[*word] >> shift & mask,
        }
    }

    fn write(&self, value: u64, state: &mut [u64]) {
        match self {
            Self::Content { occupied, number, code } => {
                if value != 0 {
                    state[occupied.0] |= 1 << occupied.1;
                    let content = u64::from(code.decode(value) as u32);
                    let word = &mut state[number.0];
                    *word = *word & !(u64::from(u32::MAX) << number.1) | content << number.1;
                }
            }
            Self::Which { places, .. } => {
                let (word, bit) = places[value as usize];
                state[word] |= 1 << bit;
            }
            Self::Word { word, shift, mask } => {
                state[*word] = state[*word] & !(mask << shift) | value << shift;
            }
        }
    }
}

/// Puts a number into bits that are 0 and may lie in two words.
fn put(key: &mut [u64], at: usize, bits: u32, value: u64) {
    let (word, shift) = (at / 64, (at % 64) as u32);
    key[word] |= value << shift;
    if shift + bits > 64 {
        key[word + 1] |= value >> (64 - shift);
    }
}

pub(crate) fn take(key: &[u64], at: usize, bits: u32) -> u64 {
    let (word, shift) = (at / 64, (at % 64) as u32);
    let mut value = key[word] >> shift;
    if shift + bits > 64 {
        value |= key[word + 1] << (64 - shift);
    }
    value & (u64::MAX >> (64 - bits))
}

/// Bits that tell so many apart.
fn bits_of(count: u64) -> u32 {
    (u64::BITS - count.saturating_sub(1).leading_zeros()).max(1)
}

struct KeyCodecBuilder<'f> {
    frontier: &'f Frontier<'f>,
    meter: &'f Meter,
    blank: State,
    /// Bits of the packed state that are kept as they are.
    bits: Vec<(usize, u32)>,
    holds: Vec<(u32, FieldKind)>,
}

impl KeyCodecBuilder<'_> {
    /// The words of a part in which bits of it lie, with those bits.
    fn words_of(&self, part: PackedPart) -> Result<Vec<(usize, u64)>, Exhausted> {
        self.meter.does(1)?;
        Ok(self.frontier.bits(part))
    }

    fn layer(
        &mut self,
        layer: Layer,
        kind: &LayerKind,
        grounded: Option<&GroundedBoard>,
    ) -> Result<(), Exhausted> {
        let cells: Vec<Cell> = self.blank.board.grid().inner_cells().collect();
        let index = usize::from(layer.0);
        // What a cell can hold, by code, where that is known.
        let held = |cell: usize| {
            let grounded = grounded?;
            let place = (index * grounded.operators.cell_count() + cell) as Place;
            Some((grounded.operators.held()[place as usize], grounded.operators.contents_of(index)))
        };
        let changes = |cell: &usize| held(*cell).is_none_or(|(held, _)| held.count_ones() > 1);
        let changing: Vec<usize> = (0..cells.len()).filter(changes).collect();
        for &cell in &changing {
            self.blank.board.set(layer, cells[cell], EMPTY);
        }
        if !matches!(kind, LayerKind::Pieces(_)) {
            let contents = grounded.map(|grounded| grounded.operators.contents_of(index));
            let (code, count) = contents.and_then(listed).unwrap_or_else(|| content_code(kind));
            for cell in changing {
                self.number(layer, cells[cell], code, bits_of(count + 1))?;
            }
            return Ok(());
        }
        for piece in kind.contents() {
            let can_hold = |cell: &usize| {
                held(*cell).is_none_or(|(held, contents)| {
                    contents
                        .iter()
                        .position(|it| *it == piece)
                        .is_some_and(|code| held >> code & 1 == 1)
                })
            };
            let mut places: Vec<(usize, u32)> = Vec::new();
            for &cell in changing.iter().filter(|cell| can_hold(cell)) {
                let words = self.words_of(PackedPart::Piece(layer, piece, cells[cell]))?;
                places.extend(words.iter().map(|(word, bits)| (*word, bits.trailing_zeros())));
            }
            let is_single = grounded.is_some_and(|grounded| {
                let contents = grounded.operators.contents_of(index);
                let is_it =
                    |it: &UniquePiece| it.layer == index && contents[usize::from(it.code)] == piece;
                grounded.unique_pieces.iter().any(is_it)
            });
            if is_single && places.len() > FEW_PLACES {
                self.which(places);
            } else {
                self.bits.extend(places);
            }
        }
        Ok(())
    }

    /// A bit of which exactly one is set.
    fn which(&mut self, mut places: Vec<(usize, u32)>) {
        places.sort_unstable();
        let mut words: Vec<(usize, u64)> = Vec::new();
        for &(word, bit) in &places {
            match words.last_mut().filter(|last| last.0 == word) {
                Some(last) => last.1 |= 1 << bit,
                None => words.push((word, 1 << bit)),
            }
        }
        self.holds.push((bits_of(places.len() as u64), FieldKind::Which { words, places }));
    }

    /// Content of a cell on a layer of numbers: a bit says whether there is one, half a word which.
    fn number(
        &mut self,
        layer: Layer,
        cell: Cell,
        code: ContentCode,
        bits: u32,
    ) -> Result<(), Exhausted> {
        let words = self.words_of(PackedPart::Content(layer, cell))?;
        if let [(plane, bit), (word, half)] = words[..] {
            let (occupied, number) = ((plane, bit.trailing_zeros()), (word, half.trailing_zeros()));
            self.holds.push((bits, FieldKind::Content { occupied, number, code }));
        }
        Ok(())
    }

    /// The numbers that are read.
    fn numbers(&mut self, live: &Relevance, rules: &Rules) {
        let mut parts = vec![
            (live.ply, PackedPart::Ply),
            (live.passes, PackedPart::Passes),
            (live.goals, PackedPart::Goals),
            (live.random, PackedPart::Random),
        ];
        let values = live.values.iter().enumerate();
        parts.extend(values.map(|(index, &is_live)| (is_live, PackedPart::Value(index))));
        for (_, part) in parts.into_iter().filter(|(is_live, _)| *is_live) {
            for (word, bits) in self.frontier.bits(part) {
                let shift = bits.trailing_zeros();
                // There are as many goals as ends that are one.
                let bits = if part == PackedPart::Goals { goal_bits(rules) } else { bits };
                let (mask, count) = (bits >> shift, bits.count_ones());
                self.holds.push((count, FieldKind::Word { word, shift, mask }));
            }
        }
    }

    fn build(mut self) -> KeyCodec {
        let mut blank = vec![0; self.frontier.words()];
        self.frontier.pack(&self.blank, &mut blank);
        self.bits.sort_unstable();
        let mut runs: Vec<BitRun> = Vec::new();
        for (index, &(word, bit)) in self.bits.iter().enumerate() {
            let to = (index / 64, (index % 64) as u32);
            let length = |run: &BitRun| run.mask.count_ones();
            let goes_on = |run: &&mut BitRun| {
                run.from.0 == word && run.from.1 + length(run) == bit && run.to.0 == to.0
            };
            match runs.last_mut().filter(goes_on) {
                Some(run) => run.mask = run.mask << 1 | 1,
                None => runs.push(BitRun { from: (word, bit), to, mask: 1 }),
            }
        }
        let run_bits = self.bits.len();
        let mut at = run_bits;
        let mut fields = Vec::with_capacity(self.holds.len());
        for (bits, holds) in self.holds {
            fields.push(KeyField { at, bits, holds });
            at += bits as usize;
        }
        KeyCodec { blank, runs, run_bits, fields, stride: at.div_ceil(64).max(1) }
    }
}

/// A bit for each goal.
fn goal_bits(rules: &Rules) -> u64 {
    let goals = rules.ends.iter().filter(|end| end.kind == EndKind::Goal).count() as u32;
    u64::MAX >> (64 - goals.clamp(1, 64))
}

/// Contents that are known, as codes from the least to the greatest.
fn listed(contents: &[Content]) -> Option<(ContentCode, u64)> {
    let mut numbers = contents.iter().copied().filter(|it| *it != EMPTY);
    let first = numbers.next()?;
    let last = numbers.next_back().unwrap_or(first);
    Some((ContentCode::From(first), (i64::from(last) - i64::from(first) + 1) as u64))
}
