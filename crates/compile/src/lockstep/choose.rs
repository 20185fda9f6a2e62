//! What an agent chooses among the legal actions of every board.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{
    Bits, Cell, Direction, LaneSteps, Lanes, Steps, byte_counts, nth_bit, nth_bit_of_byte,
    nth_in_bytes, spread,
};
use masume_rules::action::{Action, Argument};

use super::code::SetReg;
use super::registers::{ACTIVE, Registers};
use super::table::Table;
use super::translate::{GameCode, Pick};

/// In place of the index of what is chosen, where nothing is.
pub(crate) const NOTHING: u32 = u32::MAX;

/// The most actions whose choices are counted side by side.
pub(crate) const MOST_ACTIONS: usize = 8;

/// How many choices each action has on each board: indexed [action][lane].
pub(crate) type Counts<const L: usize> = [[u32; L]; MOST_ACTIONS];

/// What a board's shape says about choices.
#[derive(Clone, Debug)]
pub(crate) struct Shape<const W: usize> {
    /// Indexed by column: its cells, those of the rim too.
    pub(crate) columns: Vec<Bits<W>>,
    /// The cells of the first row of a board without a rim, and how many there are.
    row: Option<(u64, u32)>,
    /// Indexed [direction]: by how much a cell's index grows with a step.
    pub(crate) offsets: [i32; 8],
    pub(crate) steps: Steps<W>,
    /// Indexed by direction: a step that way, and against it.
    pub(crate) ways: [[LaneSteps<W, 1>; 2]; 8],
}

impl<const W: usize> Shape<W> {
    pub(crate) fn new(grid: &masume_board::Grid, steps: &Steps<W>) -> Self {
        let column = |column: u32| {
            let mut cells = Bits::EMPTY;
            grid.cells()
                .filter(|&cell| grid.column(cell) == column as i32)
                .for_each(|cell| cells.insert(cell));
            cells
        };
        let offset = |it: Direction| it.down() * grid.full_width() as i32 + it.across();
        let way = |direction| {
            let mut way = LaneSteps::NONE;
            way.set(steps, 0, Some(direction));
            way
        };
        Self {
            columns: (0..grid.width()).map(column).collect(),
            row: 1u64
                .checked_shl(grid.width())
                .filter(|_| grid.rim() == 0)
                .map(|past| (past - 1, grid.width())),
            offsets: Direction::ALL.map(offset),
            steps: steps.clone(),
            ways: Direction::ALL.map(|direction| [direction, direction.opposite()].map(way)),
        }
    }
}

impl<const W: usize, const L: usize> Table<W, L> {
    /// Counts the choices of every action.
    #[inline(always)]
    fn counts(&self, picks: &[Pick]) -> Counts<L> {
        let mut counts = [[0; L]; MOST_ACTIONS];
        for (counts, pick) in counts.iter_mut().zip(picks) {
            match pick {
                Pick::Plain(mask) => self.count_mask(counts, *mask),
                Pick::Directions(bits, _) | Pick::Columns(bits) => {
                    let bits = self.mask(*bits);
                    for lane in 0..L {
                        counts[lane] = bits[lane].count_ones();
                    }
                }
                Pick::Rays(held, _) => {
                    let held = self.mask(*held);
                    for lane in 0..L {
                        counts[lane] = held[lane] as u32;
                    }
                }
                Pick::Cells(cells) => count_cells(counts, self.set(*cells)),
                Pick::Steps { starts, .. } => {
                    for (_, cells) in starts {
                        count_cells(counts, self.set(*cells));
                    }
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

    /// How many actions each board has, choices counted apart.
    #[inline(always)]
    pub(crate) fn counted(&self, picks: &[Pick]) -> (Counts<L>, [u32; L]) {
        let counts = self.counts(picks);
        let mut totals = [0; L];
        for held in counts.iter().take(picks.len()) {
            for lane in 0..L {
                totals[lane] += held[lane];
            }
        }
        (counts, totals)
    }

    /// Takes on each board the choice of this index, the last for a pass, or [`NOTHING`].
    #[inline(always)]
    pub(crate) fn take(
        &mut self,
        code: &GameCode,
        shape: &Shape<W>,
        player: usize,
        (counts, totals): &(Counts<L>, [u32; L]),
        mut indices: [u32; L],
    ) {
        for lane in 0..L {
            let is_active = indices[lane] != NOTHING;
            self.masks[usize::from(ACTIVE.0)][lane] = if is_active { u64::MAX } else { 0 };
            if is_active {
                let is_pass = indices[lane] == totals[lane];
                let passes = self.passes[lane].saturating_add(1);
                self.passes[lane] = if is_pass { passes } else { 0 };
                self.chosen[lane] = Choice::PASS;
            }
        }
        for (action, pick) in code.players[player].picks.iter().enumerate().take(MOST_ACTIONS) {
            let act = usize::from(Registers::action(action).0);
            for lane in 0..L {
                let is_this = indices[lane] < counts[action][lane];
                self.masks[act][lane] = if is_this { u64::MAX } else { 0 };
                if is_this {
                    let mut choice = Choice { action: Some(action as u8), ..Choice::PASS };
                    self.choose(&code.registers, shape, lane, pick, indices[lane], &mut choice);
                    self.chosen[lane] = choice;
                    indices[lane] = NOTHING;
                } else if indices[lane] != NOTHING {
                    indices[lane] -= counts[action][lane];
                }
            }
        }
    }

    /// Chooses on one board the choice of an action before which there are so many others.
    #[inline(always)]
    fn choose(
        &mut self,
        registers: &Registers,
        shape: &Shape<W>,
        lane: usize,
        pick: &Pick,
        index: u32,
        choice: &mut Choice,
    ) {
        let [first, second] = registers.chosen;
        let (first, second) = (usize::from(first.0), usize::from(second.0));
        match pick {
            Pick::Plain(_) => {}
            Pick::Directions(ways, _) => {
                let nth = nth_bit_of_byte(self.mask(*ways)[lane], index);
                choice.way = Direction::ALL[nth as usize & 7];
                self.choose_way(shape, lane, choice.way);
            }
            Pick::Cells(cells) => {
                choice.first = self.set(*cells).lane(lane).nth(index as usize).unwrap_or(Cell(0));
                self.sets[first].set_lane(lane, Bits::of(choice.first));
            }
            Pick::Rays(_, rays) => {
                (choice.first, choice.second) = self.nth_ray(&shape.steps, rays, lane, index);
                self.sets[first].set_lane(lane, Bits::of(choice.first));
                self.sets[second].set_lane(lane, Bits::of(choice.second));
            }
            Pick::Columns(columns) => {
                let column = nth_bit(self.mask(*columns)[lane], index);
                let cells = shape.columns.get(column as usize).copied().unwrap_or(Bits::EMPTY);
                self.sets[first].set_lane(lane, cells);
                choice.first = Cell(column);
            }
            Pick::Steps { starts, steps: far } => {
                (choice.first, choice.way) = self.nth_step(starts, lane, index);
                let offset = shape.offsets[choice.way as usize] * *far as i32;
                choice.second = Cell(choice.first.0.wrapping_add_signed(offset));
                self.sets[first].set_lane(lane, Bits::of(choice.first));
                self.sets[second].set_lane(lane, Bits::of(choice.second));
                self.choose_way(shape, lane, choice.way);
            }
        }
    }

    /// The start and direction before which there are so many others, by start, then direction.
    #[inline(always)]
    fn nth_step(
        &self,
        starts: &[(Direction, SetReg)],
        lane: usize,
        index: u32,
    ) -> (Cell, Direction) {
        let mut left = index;
        for word in 0..W {
            let (mut bytes, mut held) = (0u64, 0);
            for &(_, cells) in starts {
                let cells = self.set(cells).0[word][lane];
                bytes += byte_counts(cells);
                held += cells.count_ones();
            }
            if left >= held {
                left -= held;
                continue;
            }
            let byte = nth_in_bytes(bytes, held, &mut left);
            // The bits of that byte, each as a byte of its own.
            let (mut bits, all) = (0u64, 8 * starts.len() as u32);
            for &(_, cells) in starts {
                bits += spread(self.set(cells).0[word][lane] >> (8 * byte));
            }
            let bit = 8 * byte + nth_in_bytes(bits, all, &mut left);
            for &(direction, cells) in starts {
                if self.set(cells).0[word][lane] >> bit & 1 == 1 {
                    if left == 0 {
                        return (Cell(64 * word as u32 + bit), direction);
                    }
                    left -= 1;
                }
            }
        }
        (Cell(0), Direction::Up)
    }
}

/// What was chosen on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Which action; none for a pass.
    pub(crate) action: Option<u8>,
    /// The cell, the first cell, or the number of the column.
    pub(crate) first: Cell,
    pub(crate) second: Cell,
    pub(crate) way: Direction,
}

impl Choice {
    pub(crate) const PASS: Self =
        Self { action: None, first: Cell(0), second: Cell(0), way: Direction::Up };

    /// As an action of the game.
    pub(crate) fn action(&self, picks: &[Pick]) -> Action {
        let Some(index) = self.action else { return Action::PASS };
        let first = Argument::Cell(self.first);
        match &picks[usize::from(index)] {
            Pick::Plain(_) => Action::new(index, &[]),
            Pick::Directions(..) => Action::new(index, &[Argument::Direction(self.way)]),
            Pick::Cells(_) => Action::new(index, &[first]),
            Pick::Columns(_) => Action::new(index, &[Argument::Column(self.first.0)]),
            Pick::Steps { .. } | Pick::Rays(..) => {
                Action::new(index, &[first, Argument::Cell(self.second)])
            }
        }
    }
}

impl<const W: usize> Shape<W> {
    /// Columns with a cell of the set of each board, as bits.
    #[inline(always)]
    pub(crate) fn columns_of<const L: usize>(&self, cells: &Lanes<W, L>) -> [u64; L] {
        let mut found = [0; L];
        if let Some((row, width)) = self.row.filter(|_| W == 1) {
            // One row after another comes to lie on the first.
            for place in 0..64 / width {
                for lane in 0..L {
                    found[lane] |= cells.0[0][lane] >> (place * width) & row;
                }
            }
            return found;
        }
        for lane in 0..L {
            for (nth, column) in self.columns.iter().enumerate() {
                found[lane] |= u64::from(!column.and(cells.lane(lane)).is_empty()) << nth;
            }
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
