//! What an agent chooses among the legal actions of every board.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Bits, Cell, Direction, Lanes, Steps, nth_bit};
use masume_rules::action::{Action, Argument};

use super::code::SetReg;
use super::registers::Registers;
use super::table::Table;
use super::translate::Pick;

/// The most actions whose choices are counted side by side.
pub(crate) const MOST_ACTIONS: usize = 8;

/// How many choices each action has on each board: indexed [action][lane].
pub(crate) type Counts<const L: usize> = [[u32; L]; MOST_ACTIONS];

/// What a board's shape says about choices.
#[derive(Clone, Debug)]
pub(crate) struct Shape<const W: usize> {
    /// Indexed by column: its cells, those of the rim too.
    pub(crate) columns: Vec<Bits<W>>,
    /// Indexed [direction]: by how much a cell's index grows with a step.
    pub(crate) offsets: [i32; 8],
}

impl<const W: usize> Shape<W> {
    pub(crate) fn new(grid: &masume_board::Grid) -> Self {
        let column = |column: u32| {
            let mut cells = Bits::EMPTY;
            grid.cells()
                .filter(|&cell| grid.column(cell) == column as i32)
                .for_each(|cell| cells.insert(cell));
            cells
        };
        let offset =
            |it: Direction| it.down() * grid.full_width() as i32 + it.across();
        Self {
            columns: (0..grid.width()).map(column).collect(),
            offsets: Direction::ALL.map(offset),
        }
    }
}

impl<const W: usize, const L: usize> Table<W, L> {
    /// Counts the choices of every action.
    #[inline(always)]
    pub(crate) fn counts(&self, picks: &[Pick], shape: &Shape<W>) -> Counts<L> {
        let mut counts = [[0; L]; MOST_ACTIONS];
        for (counts, pick) in counts.iter_mut().zip(picks) {
            match pick {
                Pick::Plain(mask) => self.count_mask(counts, *mask),
                Pick::Directions(masks) => {
                    masks.iter().flatten().for_each(|mask| self.count_mask(counts, *mask));
                }
                Pick::Cells(cells) => count_cells(counts, self.set(*cells)),
                Pick::Columns(cells) => {
                    for lane in 0..L {
                        counts[lane] = shape.columns_of(self.set(*cells).lane(lane)).count_ones();
                    }
                }
                Pick::Steps { starts, .. } => {
                    starts
                        .iter()
                        .flatten()
                        .for_each(|cells| count_cells(counts, self.set(*cells)));
                }
            }
        }
        counts
    }

    #[inline(always)]
    fn count_mask(&self, counts: &mut [u32; L], mask: super::code::MaskReg) {
        let mask = self.mask(mask);
        for lane in 0..L {
            counts[lane] += (mask[lane] & 1) as u32;
        }
    }

    /// Chooses on one board the choice of an action before which there are so many others.
    #[inline(always)]
    pub(crate) fn choose(
        &mut self,
        registers: &Registers,
        steps: &Steps<W>,
        shape: &Shape<W>,
        lane: usize,
        (action, pick): (usize, &Pick),
        index: u32,
    ) -> Action {
        let act = Registers::action(action);
        self.masks[usize::from(act.0)][lane] = u64::MAX;
        let number = action as u8;
        let [first, second] = registers.chosen.map(|chosen| usize::from(chosen.0));
        match pick {
            Pick::Plain(_) => Action::new(number, &[]),
            Pick::Directions(masks) => {
                let legal = |it: &Direction| {
                    masks[*it as usize].is_some_and(|mask| self.mask(mask)[lane] != 0)
                };
                let mut found = Direction::ALL.into_iter().filter(legal);
                let direction = found.nth(index as usize).unwrap_or(Direction::Up);
                self.choose_way(steps, lane, direction);
                Action::new(number, &[Argument::Direction(direction)])
            }
            Pick::Cells(cells) => {
                let cell = self.set(*cells).lane(lane).nth(index as usize).unwrap_or(Cell(0));
                self.sets[first].set_lane(lane, Bits::of(cell));
                Action::new(number, &[Argument::Cell(cell)])
            }
            Pick::Columns(cells) => {
                let columns = shape.columns_of(self.set(*cells).lane(lane));
                let column = nth_bit(columns, index);
                let cells = shape.columns.get(column as usize).copied().unwrap_or(Bits::EMPTY);
                self.sets[first].set_lane(lane, cells);
                Action::new(number, &[Argument::Column(column)])
            }
            Pick::Steps { starts, steps: far } => {
                let (from, direction) = self.nth_step(starts, lane, index);
                let to = from.0 as i32 + shape.offsets[direction as usize] * *far as i32;
                let to = Cell(to as u32);
                self.sets[first].set_lane(lane, Bits::of(from));
                self.sets[second].set_lane(lane, Bits::of(to));
                self.choose_way(steps, lane, direction);
                Action::new(number, &[Argument::Cell(from), Argument::Cell(to)])
            }
        }
    }

    /// The start and direction before which there are so many others, by start, then direction.
    #[inline(always)]
    fn nth_step(
        &self,
        starts: &[Option<SetReg>; 8],
        lane: usize,
        index: u32,
    ) -> (Cell, Direction) {
        let mut left = index;
        for word in 0..W {
            // The same column of all sets, those without choices left out.
            let mut words = [(0u64, Direction::Up); 8];
            let mut count = 0;
            let mut bytes = 0u64;
            let mut held = 0;
            for direction in Direction::ALL {
                if let Some(cells) = starts[direction as usize] {
                    let cells = self.set(cells).0[word][lane];
                    words[count] = (cells, direction);
                    count += 1;
                    bytes += byte_counts(cells);
                    held += cells.count_ones();
                }
            }
            if left >= held {
                left -= held;
                continue;
            }
            // In each byte at most 8 cells of 8 directions; sums of bytes before it fit while there
            // are less than 256 choices in a word, and else they are looked for byte by byte.
            let byte = nth_byte(bytes, &mut left);
            for bit in 8 * byte..8 * byte + 8 {
                for &(cells, direction) in &words[..count] {
                    if cells >> bit & 1 == 1 {
                        if left == 0 {
                            return (Cell(64 * word as u32 + bit), direction);
                        }
                        left -= 1;
                    }
                }
            }
        }
        (Cell(0), Direction::Up)
    }
}

impl<const W: usize> Shape<W> {
    /// Columns with a cell of the set, as bits.
    #[inline(always)]
    fn columns_of(&self, cells: Bits<W>) -> u64 {
        let mut found = 0;
        for (nth, column) in self.columns.iter().enumerate() {
            found |= u64::from(!column.and(cells).is_empty()) << nth;
        }
        found
    }
}

#[inline(always)]
fn count_cells<const W: usize, const L: usize>(counts: &mut [u32; L], cells: &Lanes<W, L>) {
    for word in 0..W {
        for lane in 0..L {
            counts[lane] += cells.0[word][lane].count_ones();
        }
    }
}

/// In each byte the number of bits of that byte.
#[inline(always)]
fn byte_counts(word: u64) -> u64 {
    let twos = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The byte in which the choice lies before which there are so many; what is left is counted in it.
#[inline(always)]
fn nth_byte(bytes: u64, left: &mut u32) -> u32 {
    for byte in 0..8 {
        let held = (bytes >> (8 * byte) & 0xff) as u32;
        if *left < held {
            return byte;
        }
        *left -= held;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted() {
        for word in [0, u64::MAX, 0x8001_0203_0405_ff00] {
            let counts = byte_counts(word).to_le_bytes();
            assert_eq!(counts, word.to_le_bytes().map(|byte| byte.count_ones() as u8));
        }
        let mut left = 9;
        assert_eq!((nth_byte(0x0000_0302_0008_0000, &mut left), left), (4, 1));
    }
}
