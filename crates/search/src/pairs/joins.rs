//! Which tiles are joined, many cells at a time.

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

fn and<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    std::array::from_fn(|word| one[word] & other[word])
}

fn or<const W: usize>(one: &Set<W>, other: &Set<W>) -> Set<W> {
    std::array::from_fn(|word| one[word] | other[word])
}

/// Moves every cell of a set a number of cells towards the end, or the beginning.
#[inline]
fn shifted<const W: usize>(set: &Set<W>, by: i32) -> Set<W> {
    let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
    if words == 0 && bits != 0 {
        return within_words(set, bits, by >= 0);
    }
    let at = |index: Option<usize>| index.and_then(|index| set.get(index)).copied().unwrap_or(0);
    std::array::from_fn(|word| {
        let (near, far) = match by >= 0 {
            true => (word.checked_sub(words), word.checked_sub(words + 1)),
            false => (Some(word + words), Some(word + words + 1)),
        };
        match (bits, by >= 0) {
            (0, _) => at(near),
            (bits, true) => at(near) << bits | at(far) >> (64 - bits),
            (bits, false) => at(near) >> bits | at(far) << (64 - bits),
        }
    })
}

/// The same by fewer cells than a word has, and at least one.
#[inline]
fn within_words<const W: usize>(set: &Set<W>, bits: u32, is_up: bool) -> Set<W> {
    let mut moved = [0; W];
    if is_up {
        let mut carry = 0;
        for (to, word) in moved.iter_mut().zip(set) {
            *to = word << bits | carry;
            carry = word >> (64 - bits);
        }
    } else {
        let mut carry = 0;
        for (to, word) in moved.iter_mut().zip(set).rev() {
            *to = word >> bits | carry;
            carry = word << (64 - bits);
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
    /// By direction.
    ways: Vec<Way<W>>,
    /// By set of the program: where what never changes allows for it, and whether no tile may lie there.
    sets: Vec<(Set<W>, bool)>,
    /// How often a line must be doubled to cross the board.
    doublings: u32,
    /// By instruction and direction: cells that were met, and those of them that are still to be followed.
    met: Vec<(Set<W>, Set<W>)>,
    /// By instruction, a bit for each direction of which something is still to be followed.
    open: Vec<u8>,
    /// Those of `met` that are not empty.
    touched: Vec<u32>,
}

/// Where walks from a tile lead.
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

    /// Whether it is still so where these cells are free, and all that were free before.
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
        let longest = grid.full_width().max(grid.full_height());
        Self {
            program: removal.program.clone(),
            directions: removal.directions.clone(),
            bends: removal.bends(),
            ways: ways.into_iter().map(|it| it.1).collect(),
            sets: sets.collect(),
            doublings: u32::BITS - longest.leading_zeros(),
            met: vec![([0; W], [0; W]); removal.program.len() * Direction::ALL.len()],
            open: vec![0; removal.program.len()],
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
        let mut found = Reach { ends: [0; W], blocked: [0; W] };
        for index in 0..self.directions.len() {
            self.add(0, self.directions[index], &start);
        }
        // Earlier instructions first: so most are followed once.
        while let Some(at) = self.open.iter().position(|directions| *directions != 0) {
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

    fn add(&mut self, at: usize, direction: Direction, cells: &Set<W>) {
        let key = at * Direction::ALL.len() + direction as usize;
        let (met, new) = &mut self.met[key];
        let fresh: Set<W> = std::array::from_fn(|word| cells[word] & !met[word]);
        if fresh == [0; W] {
            return;
        }
        if *met == [0; W] {
            self.touched.push(key as u32);
        }
        self.open[at] |= 1 << direction as u8;
        *met = or(met, &fresh);
        *new = or(new, &fresh);
    }

    fn step(&self, direction: Direction, cells: &Set<W>) -> Set<W> {
        let way = &self.ways[direction as usize];
        shifted(&and(cells, &way.from), way.by)
    }

    fn passable(&self, set: usize, free: &Set<W>) -> Set<W> {
        let (allowed, is_free) = &self.sets[set];
        if *is_free { and(allowed, free) } else { *allowed }
    }

    /// The next cells, and what is in the way.
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
            *blocked = std::array::from_fn(|word| {
                blocked[word] | next[word] & allowed[word] & !free[word]
            });
        }
        and(&next, &self.passable(set, free))
    }

    /// These cells and all that are reached over passable ones, each time twice as far.
    fn filled(&self, set: usize, direction: Direction, cells: &Set<W>, free: &Set<W>) -> Set<W> {
        let way = &self.ways[direction as usize];
        let mut open = and(&self.passable(set, free), &way.into);
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
    let by = direction.down() * grid.full_width() as i32 + direction.across();
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
}
