//! Successors by several choices on one board, all of them at once.

use masume_board::{Bits, Lanes, Scalar, SetOps, VectorSet, Vectors};
use masume_program::directions;
use masume_rules::model::EndKind;

use super::{Ask, Cells, Kernel, MOST_PLANES, Placement, Planes, Turn};
use crate::vectors::{self, Vectorised};

/// Choices that are looked at together: two vectors of ops.
pub(crate) const SIBLINGS: usize = 8;

/// Boards after a turn, side by side.
#[derive(Clone, Debug)]
pub(crate) struct Siblings<const W: usize> {
    /// Indexed by plane.
    pub(crate) planes: [Lanes<W, SIBLINGS>; MOST_PLANES],
    /// Choices of the next player.
    pub(crate) replies: Lanes<W, SIBLINGS>,
    /// Number of cells in them.
    pub(crate) counts: [u32; SIBLINGS],
    /// All bits where an end has come.
    pub(crate) over: [u64; SIBLINGS],
}

impl<const W: usize> Siblings<W> {
    /// Nothing has been done.
    pub(crate) fn none() -> Self {
        Self {
            planes: [Lanes::EMPTY; MOST_PLANES],
            replies: Lanes::EMPTY,
            counts: [0; SIBLINGS],
            over: [0; SIBLINGS],
        }
    }

    /// The board of a lane.
    #[inline]
    pub(crate) fn board(&self, lane: usize) -> Planes<W> {
        let mut board = [Bits::EMPTY; MOST_PLANES];
        // A loop: what arrays are mapped with is not inlined everywhere.
        for (plane, lanes) in board.iter_mut().zip(&self.planes) {
            *plane = lanes.lane(lane);
        }
        board
    }
}

/// Work that is dispatched to the vector instructions of the machine.
struct PlacementExpanding<'e, const W: usize> {
    placement: &'e Placement<W>,
    planes: &'e Planes<W>,
    chosen: &'e Lanes<W, SIBLINGS>,
    player: usize,
    into: &'e mut Siblings<W>,
}

impl<const W: usize> Vectorised for PlacementExpanding<'_, W> {
    // Only what is inlined here is built for those instructions.
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let mut first = 0;
        while first + V::COUNT <= SIBLINGS {
            let turns = Turns { placement: self.placement, ops };
            turns.expand(self.planes, self.chosen, self.player, first, self.into);
            first += V::COUNT;
        }
        // Here for the instruction that counts bits.
        self.into.counts = [0; SIBLINGS];
        for words in &self.into.replies.0 {
            for (count, word) in self.into.counts.iter_mut().zip(words) {
                *count += word.count_ones();
            }
        }
    }
}

/// The same for what a player can choose on boards side by side.
struct PlacementChoosing<'c, const W: usize> {
    placement: &'c Placement<W>,
    /// Indexed by plane.
    boards: &'c [Lanes<W, SIBLINGS>; MOST_PLANES],
    player: usize,
    into: &'c mut Lanes<W, SIBLINGS>,
}

impl<const W: usize> Vectorised for PlacementChoosing<'_, W> {
    // Only what is inlined here is built for those instructions.
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let turns = Turns { placement: self.placement, ops };
        let mut first = 0;
        while first + V::COUNT <= SIBLINGS {
            let mut boards = [ops.splat(Bits::EMPTY); MOST_PLANES];
            for (board, planes) in boards.iter_mut().zip(self.boards) {
                *board = ops.load(planes, first);
            }
            let found = turns.legal(&self.placement.turns[self.player], &boards);
            ops.store(found, self.into, first);
            first += V::COUNT;
        }
    }
}

impl<const W: usize> Placement<W> {
    /// Does each of the chosen cells on a board of its own: nothing where none is chosen.
    pub(crate) fn expand(
        &self,
        planes: &Planes<W>,
        chosen: &Lanes<W, SIBLINGS>,
        player: usize,
        into: &mut Siblings<W>,
    ) {
        let expanding = PlacementExpanding { placement: self, planes, chosen, player, into };
        vectors::with_eight::<W>(self.arch, expanding);
    }

    /// End of the game by the turn of a player that led to the board of a lane; `None` where it
    /// goes on.
    #[inline]
    pub(crate) fn end(
        &self,
        siblings: &Siblings<W>,
        lane: usize,
        player: usize,
    ) -> Option<EndKind> {
        if siblings.over[lane] == 0 {
            return None;
        }
        let ends = &self.turns[player].ends;
        if let [(_, kind)] = ends[..] {
            // It is known that there is an end.
            return Some(kind);
        }
        let turns = Turns { placement: self, ops: SetOps(Scalar) };
        let boards = siblings.board(lane).map(|plane| VectorSet(plane.0));
        let replies = VectorSet(siblings.replies.lane(lane).0);
        let has_come = |(ask, _): &&(Ask, EndKind)| turns.come(*ask, &boards, replies) != 0;
        ends.iter().find(has_come).map(|&(_, kind)| kind)
    }

    /// Choices of a player on a board.
    pub(crate) fn choices(&self, planes: &Planes<W>, player: usize) -> Bits<W> {
        let mut boards = [Lanes::EMPTY; MOST_PLANES];
        for (boards, plane) in boards.iter_mut().zip(planes).take(self.planes) {
            *boards = Lanes::splat(*plane);
        }
        self.choices_of_each(&boards, player).lane(0)
    }

    /// Choices of a player on each of some boards, which are indexed by plane.
    pub(crate) fn choices_of_each(
        &self,
        boards: &[Lanes<W, SIBLINGS>; MOST_PLANES],
        player: usize,
    ) -> Lanes<W, SIBLINGS> {
        let mut found = Lanes::EMPTY;
        vectors::with_eight::<W>(
            self.arch,
            PlacementChoosing { placement: self, boards, player, into: &mut found },
        );
        found
    }
}

/// The macro-operations of turns, on as many boards as vectors hold.
#[derive(Clone, Copy)]
struct Turns<'p, V, const W: usize> {
    placement: &'p Placement<W>,
    ops: SetOps<V>,
}

/// Boards in vectors: indexed by plane.
type Boards<F, const W: usize> = [VectorSet<F, W>; MOST_PLANES];

impl<V: Vectors, const W: usize> Turns<'_, V, W> {
    #[inline(always)]
    fn expand(
        self,
        planes: &Planes<W>,
        chosen: &Lanes<W, SIBLINGS>,
        player: usize,
        first: usize,
        into: &mut Siblings<W>,
    ) {
        let ops = self.ops;
        let placement = self.placement;
        let mut boards = [ops.splat(Bits::EMPTY); MOST_PLANES];
        for (board, plane) in boards.iter_mut().zip(planes) {
            *board = ops.splat(*plane);
        }
        let next = placement.player_after(player);
        self.put(&placement.turns[player], &mut boards, ops.load(chosen, first));
        let replies = self.legal(&placement.turns[next], &boards);
        let over = self.over(&boards, replies, player);
        for (plane, board) in boards.iter().enumerate().take(placement.planes) {
            ops.store(*board, &mut into.planes[plane], first);
        }
        ops.store(replies, &mut into.replies, first);
        ops.0.store(over, &mut into.over[first..first + V::COUNT]);
    }

    /// The cells on every board.
    #[inline(always)]
    fn cells(self, boards: &Boards<V::Words, W>, cells: Cells) -> VectorSet<V::Words, W> {
        let ops = self.ops;
        let mut all = ops.splat(Bits::EMPTY);
        for (plane, board) in boards.iter().enumerate() {
            if cells.planes >> plane & 1 == 1 {
                all = ops.or(all, *board);
            }
        }
        if cells.is_none { ops.without(ops.splat(self.placement.steps.full), all) } else { all }
    }

    /// Cells at which a choice is legal on every board.
    #[inline(always)]
    fn legal(self, turn: &Turn, boards: &Boards<V::Words, W>) -> VectorSet<V::Words, W> {
        let (ops, steps) = (self.ops, &self.placement.steps);
        match &turn.kernel {
            Kernel::Cell(only) => self.cells(boards, *only),
            Kernel::Flanking { end, middle, start, dirs } => {
                let starts = self.cells(boards, *start);
                // Near the end of a game there is often no such cell, which is asked for in a tenth of the time.
                if !ops.is_any(starts) {
                    return starts;
                }
                let (end, middle) = (self.cells(boards, *end), self.cells(boards, *middle));
                let mut found = ops.splat(Bits::EMPTY);
                for direction in directions(*dirs) {
                    let back = direction.opposite();
                    let filled = ops.fill(steps, end, middle, back);
                    found = ops.or(found, ops.step(steps, filled, back));
                }
                ops.and(found, starts)
            }
        }
    }

    /// Does the chosen cells of every board.
    #[inline(always)]
    fn put(self, turn: &Turn, boards: &mut Boards<V::Words, W>, chosen: VectorSet<V::Words, W>) {
        // Step 1. What lies at each place of the pattern.
        let (ops, steps) = (self.ops, &self.placement.steps);
        let mut places = [ops.splat(Bits::EMPTY); 3];
        match &turn.kernel {
            Kernel::Cell(_) => places[0] = chosen,
            Kernel::Flanking { end, middle, dirs, .. } => {
                let (end, middle) = (self.cells(boards, *end), self.cells(boards, *middle));
                for direction in directions(*dirs) {
                    let filled = ops.fill(steps, chosen, middle, direction);
                    let ends = ops.and(ops.step(steps, filled, direction), end);
                    places[0] = ops.or(places[0], ends);
                    places[1] = ops.or(places[1], ops.unless(filled, ops.is_empty(ends)));
                }
                places[2] = chosen;
            }
        }
        // Step 2. What is written there.
        for write in &turn.writes {
            let mut cells = ops.splat(Bits::EMPTY);
            for (place, set) in places.iter().enumerate() {
                if write.places >> place & 1 == 1 {
                    cells = ops.or(cells, *set);
                }
            }
            for (plane, board) in boards.iter_mut().enumerate() {
                if write.puts == Some(plane as u8) {
                    *board = ops.or(*board, cells);
                } else if write.clears >> plane & 1 == 1 {
                    *board = ops.without(*board, cells);
                }
            }
        }
    }

    /// The boards on which an end of the player has come: all bits where it has.
    #[inline(always)]
    fn over(
        self,
        boards: &Boards<V::Words, W>,
        replies: VectorSet<V::Words, W>,
        player: usize,
    ) -> V::Words {
        let ops = self.ops;
        let mut over = ops.0.splat(0);
        for (ask, _) in &self.placement.turns[player].ends {
            over = ops.0.or(over, self.come(*ask, boards, replies));
        }
        over
    }

    /// The boards on which what an end asks is so: all bits where it is.
    #[inline(always)]
    fn come(
        self,
        ask: Ask,
        boards: &Boards<V::Words, W>,
        replies: VectorSet<V::Words, W>,
    ) -> V::Words {
        let ops = self.ops;
        match ask {
            Ask::Run { cells, count, dirs } => {
                let set = self.cells(boards, cells);
                let mut found = ops.splat(Bits::EMPTY);
                for direction in directions(dirs) {
                    let runs = ops.runs(&self.placement.steps, set, count, direction);
                    found = ops.or(found, runs);
                }
                ops.0.is_zero(ops.is_empty(found))
            }
            Ask::NoAction => ops.is_empty(replies),
            Ask::Nobody => self.nobody(boards, replies),
        }
    }

    /// The boards on which nobody can do anything.
    #[inline(always)]
    fn nobody(self, boards: &Boards<V::Words, W>, replies: VectorSet<V::Words, W>) -> V::Words {
        let ops = self.ops;
        let mut stuck = ops.is_empty(replies);
        // Mostly the next player can, which settles it.
        let mut words = [0; SIBLINGS];
        ops.0.store(stuck, &mut words);
        if words.iter().all(|word| *word == 0) {
            return stuck;
        }
        for turn in &self.placement.turns {
            let theirs = ops.is_empty(self.legal(turn, boards));
            stuck = ops.0.and(stuck, theirs);
        }
        stuck
    }
}
