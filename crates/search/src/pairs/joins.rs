//! Joins between tiles, many cells at a time.

use masume_board::{Direction, Grid};

use crate::proof::{Instruction, Removal};

/// A bit for each cell.
pub(super) type Set<const W: usize> = [u64; W];

pub(super) fn has<const W: usize>(set: &Set<W>, cell: u32) -> bool {
    set[cell as usize / 64] >> (cell % 64) & 1 == 1
}

pub(super) fn insert<const W: usize>(set: &mut Set<W>, cell: u32) {
    set[cell as usize / 64] |= 1 << (cell % 64);
}

#[inline]
fn and<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    let mut both = *one;
    for word in 0..W {
        both[word] &= other[word];
    }
    both
}

#[inline]
fn or<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    let mut either = *one;
    for word in 0..W {
        either[word] |= other[word];
    }
    either
}

/// The cells of one set that are not in the other.
#[inline]
fn without<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    let mut left = *one;
    for word in 0..W {
        left[word] &= !other[word];
    }
    left
}

/// Moves every cell of a set a number of cells towards the end, or the beginning.
#[inline]
fn shifted<const W: usize>(set: &Set<W>, by: i32) -> Set<W> {
    let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
    let is_up = by >= 0;
    let moved = if bits == 0 { *set } else { within_words(set, bits, is_up) };
    if words == 0 {
        return moved;
    }
    let mut far = [0; W];
    for word in 0..W.saturating_sub(words) {
        let (to, from) = if is_up { (word + words, word) } else { (word, word + words) };
        far[to] = moved[from];
    }
    far
}

/// The sum of two sets taken for numbers.
#[inline]
fn sum<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    let mut sum = *one;
    let mut carry = false;
    for word in 0..W {
        let (part, over) = one[word].overflowing_add(other[word]);
        let (part, over_too) = part.overflowing_add(u64::from(carry));
        carry = over || over_too;
        sum[word] = part;
    }
    sum
}

/// The same by fewer cells than a word has, and at least one.
#[inline]
fn within_words<const W: usize>(set: &Set<W>, bits: u32, is_up: bool) -> Set<W> {
    let mut moved = [0; W];
    let mut carry = 0;
    for nth in 0..W {
        if is_up {
            moved[nth] = set[nth] << bits | carry;
            carry = set[nth] >> (64 - bits);
        } else {
            let word = W - 1 - nth;
            moved[word] = set[word] >> bits | carry;
            carry = set[word] << (64 - bits);
        }
    }
    moved
}

/// A step in one direction.
#[derive(Clone, Copy, Debug)]
struct Way<const W: usize> {
    /// Cells from which it stays on the board.
    from: Set<W>,
    /// Cells that are entered by it: the one before is not behind the edge.
    into: Set<W>,
    by: i32,
}

/// Walks between tiles.
#[derive(Clone, Debug)]
pub(super) struct Joins<const W: usize> {
    program: Vec<Instruction>,
    directions: Vec<Direction>,
    bends: &'static [Direction],
    /// Ways by direction.
    ways: Vec<Way<W>>,
    /// By set of the program: where what never changes allows for it, and whether no tile may lie there.
    sets: Vec<(Set<W>, bool)>,
    /// Number of doublings by which a line crosses the board.
    doublings: u32,
    /// By instruction and direction: cells that were met, and those of them that are still to be followed.
    met: Vec<(Set<W>, Set<W>)>,
    /// Bits for each direction of which something is still to be followed, by instruction.
    open: Vec<u8>,
    /// No instruction before this one is open.
    first_open: usize,
    /// Those of `met` that are not empty.
    touched: Vec<u32>,
}

/// Cells to which walks from a tile lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const W: usize> {
    /// Cells at which they may end.
    pub(super) ends: Set<W>,
    /// Cells that would have to be free so that they lead farther.
    blocked: Set<W>,
}

impl<const W: usize> Reach<W> {
    /// Nothing is known: it is not what it was as soon as anything is free.
    pub(super) const UNKNOWN: Self = Self { ends: [0; W], blocked: [u64::MAX; W] };

    /// True if it is still so where these cells are free, and all that were free before.
    fn is_same(&self, free: &Set<W>) -> bool {
        and(&self.blocked, free) == [0; W]
    }
}

impl<const W: usize> Joins<W> {
    pub(super) fn new(removal: &Removal) -> Self {
        let grid = removal.grid;
        let way = |&direction: &Direction| way(&grid, direction);
        let sets = removal.sets.iter().map(|set| {
            let mut allowed = [0; W];
            let cells = set.is_allowed.iter().enumerate().filter(|(_, allowed)| **allowed);
            cells.for_each(|(cell, _)| insert(&mut allowed, cell as u32));
            (allowed, set.is_free)
        });
        let mut ways: Vec<(Direction, Way<W>)> =
            Direction::ALL.iter().map(|direction| (*direction, way(direction))).collect();
        ways.sort_by_key(|it| it.0 as usize);
        let longest = grid.longest_side();
        Self {
            program: removal.program.clone(),
            directions: removal.directions.clone(),
            bends: removal.bends(),
            ways: ways.into_iter().map(|it| it.1).collect(),
            sets: sets.collect(),
            doublings: u32::BITS - longest.leading_zeros(),
            met: vec![([0; W], [0; W]); removal.program.len() * Direction::ALL.len()],
            open: vec![0; removal.program.len()],
            first_open: 0,
            touched: Vec::new(),
        }
    }

    /// Brings up to date where walks from a tile lead, now that these cells are free.
    pub(super) fn update(&mut self, reach: &mut Reach<W>, from: u32, free: &Set<W>) {
        if !reach.is_same(free) {
            *reach = self.reach(from, free);
        }
    }

    fn reach(&mut self, from: u32, free: &Set<W>) -> Reach<W> {
        for key in self.touched.drain(..) {
            self.met[key as usize] = ([0; W], [0; W]);
        }
        let mut start = [0; W];
        insert(&mut start, from);
        self.first_open = 0;
        let mut found = Reach { ends: [0; W], blocked: [0; W] };
        for index in 0..self.directions.len() {
            self.add(0, self.directions[index], &start);
        }
        // Earlier instructions first: so most are followed once.
        while let Some(directions) = self.open.get(self.first_open) {
            let at = self.first_open;
            if *directions == 0 {
                self.first_open += 1;
                continue;
            }
            let direction = Direction::ALL[self.open[at].trailing_zeros() as usize];
            self.open[at] &= self.open[at] - 1;
            let key = at * Direction::ALL.len() + direction as usize;
            let cells = std::mem::replace(&mut self.met[key].1, [0; W]);
            match self.program[at] {
                Instruction::Read(set) => {
                    let next = self.read(set, direction, &cells, free, &mut found.blocked);
                    self.add(at + 1, direction, &next);
                }
                Instruction::Split(other) => {
                    if let Some(set) = self.run_of(at, other) {
                        let reached = self.filled(set, direction, &cells, free);
                        // One step more shows what stands at its end.
                        self.read(set, direction, &reached, free, &mut found.blocked);
                        self.add(other, direction, &reached);
                    } else {
                        self.add(at + 1, direction, &cells);
                        self.add(other, direction, &cells);
                    }
                }
                Instruction::Jump(to) => self.add(to, direction, &cells),
                Instruction::Turn => {
                    for way in direction.right_angles() {
                        self.add(at + 1, way, &cells);
                    }
                }
                Instruction::Bend => {
                    for &way in self.bends {
                        self.add(at + 1, way, &cells);
                    }
                }
                Instruction::Done => {
                    found.ends = or(&found.ends, &self.step(direction, &cells));
                }
            }
        }
        found
    }

    /// The set of cells that are read any number of times from here on.
    fn run_of(&self, at: usize, behind: usize) -> Option<usize> {
        match (self.program.get(at + 1)?, self.program.get(at + 2)?) {
            (Instruction::Read(set), Instruction::Jump(to)) if *to == at && behind == at + 3 => {
                Some(*set)
            }
            _ => None,
        }
    }

    #[inline]
    fn add(&mut self, at: usize, direction: Direction, cells: &Set<W>) {
        let key = at * Direction::ALL.len() + direction as usize;
        let (met, new) = &mut self.met[key];
        let fresh = without(cells, met);
        if fresh == [0; W] {
            return;
        }
        if *met == [0; W] {
            self.touched.push(key as u32);
        }
        self.open[at] |= 1 << direction as u8;
        self.first_open = self.first_open.min(at);
        *met = or(met, &fresh);
        *new = or(new, &fresh);
    }

    #[inline]
    fn step(&self, direction: Direction, cells: &Set<W>) -> Set<W> {
        let way = &self.ways[direction as usize];
        shifted(&and(cells, &way.from), way.by)
    }

    #[inline]
    fn passable(&self, set: usize, free: &Set<W>) -> Set<W> {
        let (allowed, is_free) = &self.sets[set];
        if *is_free { and(allowed, free) } else { *allowed }
    }

    /// The next cells, and what is in the way.
    #[inline]
    fn read(
        &self,
        set: usize,
        direction: Direction,
        cells: &Set<W>,
        free: &Set<W>,
        blocked: &mut Set<W>,
    ) -> Set<W> {
        let next = self.step(direction, cells);
        let (allowed, is_free) = &self.sets[set];
        if *is_free {
            *blocked = or(blocked, &without(&and(&next, allowed), free));
        }
        and(&next, &self.passable(set, free))
    }

    /// These cells and all that are reached over passable ones, each time twice as far.
    fn filled(&self, set: usize, direction: Direction, cells: &Set<W>, free: &Set<W>) -> Set<W> {
        let way = &self.ways[direction as usize];
        let mut open = and(&self.passable(set, free), &way.into);
        if way.by == 1 {
            // In a run of ones the carry of a one that is added goes on to its end.
            let first = and(&shifted(cells, 1), &open);
            let sum = sum(&open, &first);
            return or(&or(cells, &first), &without(&open, &sum));
        }
        let mut reached = *cells;
        let mut by = way.by;
        for _ in 0..self.doublings {
            let further = or(&reached, &and(&open, &shifted(&reached, by)));
            // What is not reached twice as far is not reached farther.
            if further == reached {
                break;
            }
            reached = further;
            open = and(&open, &shifted(&open, by));
            by *= 2;
        }
        reached
    }
}

fn way<const W: usize>(grid: &Grid, direction: Direction) -> Way<W> {
    let mut from = [0; W];
    for cell in grid.cells() {
        if grid.step(cell, direction).is_some() {
            insert(&mut from, cell.index() as u32);
        }
    }
    let by = grid.stride(direction);
    Way { from, into: shifted(&from, by), by }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_moved_over_words_and_off_the_ends() {
        let mut random = masume_rules::random::Random::new(3);
        for _ in 0..200 {
            let set: Set<3> = std::array::from_fn(|_| random.next_bits());
            for by in [0, 1, -1, 17, -19, 63, -63, 64, -64, 76, -128, 152, -191, 192] {
                let mut expected = [0; 3];
                for cell in (0..192_i32).filter(|cell| has(&set, *cell as u32)) {
                    if (0..192).contains(&(cell + by)) {
                        insert(&mut expected, (cell + by) as u32);
                    }
                }
                assert_eq!(shifted(&set, by), expected, "{by}");
            }
        }
    }
    #[test]
    fn runs_are_filled_as_they_are_walked() {
        let text = masume_engine::shipped_games().iter().find(|it| it.name == "shisen-sho");
        let game = masume_engine::Game::load(text.expect("it is shipped").text).game;
        let game = game.expect("the text is a game");
        let start = game.start(&masume_engine::Setup::default()).expect("it can be set up");
        let removal = Removal::of(game.rules(), &start).expect("pairs are taken");
        let joins: Joins<4> = Joins::new(&removal);
        let mut random = masume_rules::random::Random::new(5);
        for _ in 0..300 {
            // Long runs: of four bits one is not set.
            let free: Set<4> = std::array::from_fn(|_| random.next_bits() | random.next_bits());
            let few = |_| random.next_bits() & random.next_bits() & random.next_bits();
            let cells: Set<4> = std::array::from_fn(few);
            for direction in Direction::ALL {
                for set in 0..removal.sets.len() {
                    let mut walked = cells;
                    for _ in 0..removal.grid.longest_side() {
                        let next = joins.read(set, direction, &walked, &free, &mut [0; 4]);
                        walked = or(&walked, &next);
                    }
                    let filled = joins.filled(set, direction, &cells, &free);
                    assert_eq!(filled, walked, "{direction:?}");
                }
            }
        }
    }
}
