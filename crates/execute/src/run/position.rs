//! A state as planes: what the compiled executor works on.

use masume_board::{Bits, Cell, packed};
use masume_program::{LayerPlanes, Layout};
use masume_rules::model::{Content, EMPTY, Layer, Player};
use masume_rules::random::Random;
use masume_rules::state::{Board, Outcome, State};

/// A state as planes. The same information as a [`State`], and what was asked already.
#[derive(Debug)]
pub(crate) struct Position {
    /// Indexed [plane][word].
    pub(crate) planes: Vec<u64>,
    /// Indexed [slot][cell]; [`EMPTY`] where the layer is free.
    pub(crate) numbers: Vec<Content>,
    pub(crate) values: Vec<i64>,
    pub(crate) to_act: Player,
    pub(crate) ply: u32,
    pub(crate) passes: u32,
    pub(crate) goals: u64,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) random: Random,
    /// Bit i: all ends were asked after an action of player i, and the game went on; nothing came
    /// in from outside since then.
    pub(crate) asked_ends: u64,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            planes: self.planes.clone(),
            numbers: self.numbers.clone(),
            values: self.values.clone(),
            ..*self
        }
    }

    // The vectors keep their memory: positions are copied millions of times a second.
    fn clone_from(&mut self, other: &Self) {
        self.planes.clone_from(&other.planes);
        self.numbers.clone_from(&other.numbers);
        self.values.clone_from(&other.values);
        self.copy_rest(other);
    }
}

impl Position {
    #[inline]
    fn copy_rest(&mut self, other: &Self) {
        self.to_act = other.to_act;
        self.ply = other.ply;
        self.passes = other.passes;
        self.goals = other.goals;
        self.outcome = other.outcome;
        self.random = other.random;
        self.asked_ends = other.asked_ends;
    }

    /// An empty board with so many values.
    pub(crate) fn blank(layout: &Layout, values: usize, to_act: Player) -> Self {
        Self {
            planes: vec![0; usize::from(layout.planes) * layout.words],
            numbers: vec![EMPTY; usize::from(layout.slots) * layout.cells()],
            values: vec![0; values],
            to_act,
            ply: 0,
            passes: 0,
            goals: 0,
            outcome: None,
            random: Random(0),
            asked_ends: 0,
        }
    }

    /// From a state on a board of the layout's shape.
    pub(crate) fn of_state(layout: &Layout, state: &State) -> Self {
        let mut position = Self::blank(layout, 0, state.to_act);
        position.put_state(layout, state);
        position
    }

    /// Makes it what a state on a board of the layout's shape is.
    pub(crate) fn put_state(&mut self, layout: &Layout, state: &State) {
        self.values.clone_from(&state.values);
        self.to_act = state.to_act;
        self.ply = state.ply;
        self.passes = state.passes;
        self.goals = state.goals;
        self.outcome = state.outcome;
        self.random = state.random;
        self.asked_ends = 0;
        self.planes.fill(0);
        for layer in (0..layout.layers.len() as u8).map(Layer) {
            self.put_layer(layout, layer, state.board.contents(layer));
        }
    }

    /// Puts contents by cell on a layer that holds nothing.
    fn put_layer(&mut self, layout: &Layout, layer: Layer, contents: &[Content]) {
        let words = layout.words;
        match layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                let first = usize::from(first) * words;
                let planes = &mut self.planes[first..first + usize::from(count) * words];
                match count {
                    ..=2 => put_two_pieces(planes, words, contents),
                    3.. => put_pieces(planes, words, contents),
                }
            }
            LayerPlanes::Numbers { occupied, slot } => {
                let from = usize::from(slot) * layout.cells();
                self.numbers[from..from + contents.len()].copy_from_slice(contents);
                let from = usize::from(occupied) * words;
                for (word, contents) in self.planes[from..].iter_mut().zip(contents.chunks(64)) {
                    let mut is_taken = [0; 64];
                    for (is_taken, &content) in is_taken.iter_mut().zip(contents) {
                        *is_taken = u8::from(content != EMPTY);
                    }
                    *word = packed(&is_taken);
                }
            }
        }
    }

    /// The state that it is.
    pub(crate) fn to_state(&self, layout: &Layout) -> State {
        let mut board = Board::new(layout.grid, layout.layers.len());
        for layer in (0..layout.layers.len() as u8).map(Layer) {
            match layout.layer(layer) {
                LayerPlanes::Pieces { first, count } => {
                    for piece in 0..count {
                        self.each_cell(layout, first + piece, |cell| {
                            board.set(layer, cell, Content::from(piece));
                        });
                    }
                }
                LayerPlanes::Numbers { occupied, slot } => {
                    let from = usize::from(slot) * layout.cells();
                    self.each_cell(layout, occupied, |cell| {
                        board.set(layer, cell, self.numbers[from + cell.index()]);
                    });
                }
            }
        }
        State {
            board,
            values: self.values.clone(),
            to_act: self.to_act,
            ply: self.ply,
            passes: self.passes,
            goals: self.goals,
            outcome: self.outcome,
            random: self.random,
        }
    }

    fn each_cell(&self, layout: &Layout, plane: u16, mut visit: impl FnMut(Cell)) {
        let from = usize::from(plane) * layout.words;
        for (nth, &word) in (0u32..).zip(&self.planes[from..from + layout.words]) {
            let mut rest = word;
            while rest != 0 {
                visit(Cell(64 * nth + rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
    }

    /// The plane as a set.
    #[inline(always)]
    pub(crate) fn plane<const W: usize>(&self, plane: u16) -> Bits<W> {
        let from = usize::from(plane) * W;
        Bits::read(&self.planes[from..from + W])
    }

    #[inline(always)]
    pub(crate) fn set_plane<const W: usize>(&mut self, plane: u16, set: Bits<W>) {
        let from = usize::from(plane) * W;
        set.write(&mut self.planes[from..from + W]);
    }

    /// The first words of the plane as a set: the interpreter's sets may have fewer words than planes.
    #[inline(always)]
    pub(crate) fn narrow_plane<const W: usize>(&self, layout: &Layout, plane: u16) -> Bits<W> {
        Bits::read(&self.planes[usize::from(plane) * layout.words..])
    }

    /// Puts a set into the first words of the plane, behind which there are no cells.
    #[inline(always)]
    pub(crate) fn set_narrow_plane<const W: usize>(
        &mut self,
        layout: &Layout,
        plane: u16,
        set: Bits<W>,
    ) {
        set.write(&mut self.planes[usize::from(plane) * layout.words..]);
    }

    /// Content of the layer at the cell.
    #[inline]
    pub(crate) fn content(&self, layout: &Layout, layer: Layer, cell: Cell) -> Content {
        match layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => (0..count)
                .find(|piece| self.has(layout, first + piece, cell))
                .map_or(EMPTY, Content::from),
            LayerPlanes::Numbers { slot, .. } => {
                self.numbers[usize::from(slot) * layout.cells() + cell.index()]
            }
        }
    }

    #[inline]
    fn has(&self, layout: &Layout, plane: u16, cell: Cell) -> bool {
        let index = cell.index();
        self.planes[usize::from(plane) * layout.words + index / 64] >> (index % 64) & 1 == 1
    }

    /// Puts a content on a layer of a cell; [`EMPTY`] frees it.
    #[inline]
    pub(crate) fn put(&mut self, layout: &Layout, layer: Layer, cell: Cell, content: Content) {
        let index = cell.index();
        let (word, bit) = (index / 64, 1u64 << (index % 64));
        match layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                for piece in 0..count {
                    let place = &mut self.planes[usize::from(first + piece) * layout.words + word];
                    *place &= !bit;
                    if Content::from(piece) == content {
                        *place |= bit;
                    }
                }
            }
            LayerPlanes::Numbers { occupied, slot } => {
                let place = &mut self.planes[usize::from(occupied) * layout.words + word];
                if content == EMPTY {
                    *place &= !bit;
                } else {
                    *place |= bit;
                }
                self.numbers[usize::from(slot) * layout.cells() + index] = content;
            }
        }
    }

    /// True if board and values are the same.
    #[inline]
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        are_same(&self.planes, &other.planes)
            && are_same(&self.values, &other.values)
            && are_same(&self.numbers, &other.numbers)
    }
}

/// Puts contents by cell into planes, each of so many words, that hold nothing.
fn put_pieces(planes: &mut [u64], words: usize, contents: &[Content]) {
    let pieces = planes.len() / words;
    for (index, &content) in contents.iter().enumerate() {
        if (0..pieces as Content).contains(&content) {
            planes[content as usize * words + index / 64] |= 1 << (index % 64);
        }
    }
}

/// The same for up to two pieces: compared cell by cell with both, for nobody guesses on which branch the next cell is.
fn put_two_pieces(planes: &mut [u64], words: usize, contents: &[Content]) {
    for (nth, contents) in contents.chunks(64).enumerate() {
        let found = contents.iter().rev().fold([0, 0], |[first, second], &content| {
            [first << 1 | u64::from(content == 0), second << 1 | u64::from(content == 1)]
        });
        for (plane, found) in planes.chunks_exact_mut(words).zip(found) {
            plane[nth] = found;
        }
    }
}

/// True if vectors hold the same. Item by item: bytes are compared one by one in a browser, and most that differ do so soon.
#[inline]
fn are_same<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}
