//! What an agent chooses among the legal actions of every board.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Cell, Direction, Lanes, SetOps, Vectors, nth_bit_alone};
use masume_rules::action::{Action, Argument};
use smallvec::SmallVec;

use super::code::{MaskReg, SetReg};
use super::register_file::RegisterFile;
use super::registers::{ACTIVE, Registers};
use super::shape::Shape;
use super::steps::nth_pairs;
use super::translate::{GameCode, Pick};

/// In place of the index of what is chosen, where nothing is.
pub(crate) const NOTHING: u32 = u32::MAX;

/// The most actions whose choices are counted side by side.
pub(crate) const MOST_ACTIONS: usize = 8;

/// How many choices each action has on each board: indexed [action][lane].
pub(crate) type Counts<const L: usize> = [[u32; L]; MOST_ACTIONS];

impl<const W: usize, const L: usize> RegisterFile<W, L> {
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
                Pick::Cells(cells) | Pick::Tried(_, cells) => {
                    count_cells(counts, self.set(*cells));
                }
                Pick::Listed(trial, _) => {
                    let listed = &self.listed[usize::from(*trial)];
                    for lane in 0..L {
                        counts[lane] = listed[lane].len();
                    }
                }
                Pick::Pairs(pairs) => {
                    for (_, cells) in pairs {
                        count_cells(counts, self.set(*cells));
                    }
                }
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
    fn count_mask(&self, counts: &mut [u32; L], mask: MaskReg) {
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

    /// Takes on each board the choice of this index, the last for a pass, or [`NOTHING`], after what
    /// was chosen before is cleared. Whether the interpreter steps in the chosen direction is given.
    #[inline(always)]
    pub(crate) fn take<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        (code, player, steps_in_ways): (&GameCode, usize, bool),
        shape: &Shape<W>,
        (counts, totals): &(Counts<L>, [u32; L]),
        mut indices: [u32; L],
    ) {
        self.begin_taking(totals, &indices);
        let code_of_player = &code.players[player];
        for (action, pick) in code_of_player.picks.iter().enumerate().take(MOST_ACTIONS) {
            let mask = &mut self.masks[usize::from(Registers::action(action).0)];
            let mut here = [NOTHING; L];
            for lane in 0..L {
                let (index, count) = (indices[lane], counts[action][lane]);
                let (is_this, is_none) = (index < count, index == NOTHING);
                mask[lane] = if is_this { u64::MAX } else { 0 };
                here[lane] = if is_this { index } else { NOTHING };
                let past = index.wrapping_sub(count);
                indices[lane] = if is_this | is_none { NOTHING } else { past };
            }
            self.choose(ops, &code.registers, shape, pick, &here);
        }
        if steps_in_ways {
            for (ways, each) in self.ways.iter_mut().zip(&shape.ways) {
                ways.choose(ops, each, &self.way_bits);
            }
        }
    }

    /// Marks boards where anything is chosen, and counts passes.
    #[inline(always)]
    fn begin_taking(&mut self, totals: &[u32; L], indices: &[u32; L]) {
        let active = &mut self.masks[usize::from(ACTIVE.0)];
        for lane in 0..L {
            let (is_active, is_pass) = (indices[lane] != NOTHING, indices[lane] == totals[lane]);
            active[lane] = if is_active { u64::MAX } else { 0 };
            let passes = if is_pass { self.passes[lane].saturating_add(1) } else { 0 };
            self.passes[lane] = if is_active { passes } else { self.passes[lane] };
        }
    }

    /// Chooses on each board the choice of an action before which there are so many others.
    #[inline(always)]
    fn choose<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        registers: &Registers,
        shape: &Shape<W>,
        pick: &Pick,
        here: &[u32; L],
    ) {
        let [first, second] = registers.chosen;
        match pick {
            Pick::Plain(_) => {}
            Pick::Directions(ways, _) => {
                let ways = &self.masks[usize::from(ways.0)];
                for lane in 0..L {
                    self.way_bits[lane] |= nth_bit_alone(ways[lane], here[lane].into());
                }
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                let found = nth_cells(self.set(*cells), here);
                self.add(first, &found);
            }
            Pick::Columns(columns) => {
                let mut bits = *self.mask(*columns);
                for lane in 0..L {
                    bits[lane] = nth_bit_alone(bits[lane], here[lane].into());
                }
                let found = shape.of_columns(&bits);
                self.add(first, &found);
            }
            Pick::Pairs(pairs) => {
                let pairs: SmallVec<[(i32, &Lanes<W, L>); 32]> =
                    pairs.iter().map(|&(by, cells)| (by, self.set(cells))).collect();
                let (cells, ends) = nth_pairs(&pairs, here);
                drop(pairs);
                self.add(first, &cells);
                self.add(second, &ends);
            }
            Pick::Steps { starts, steps } => {
                let (cells, ways, ends) = self.nth_steps(ops, shape, (starts, *steps), here);
                self.add(first, &cells);
                self.add(second, &ends);
                for lane in 0..L {
                    self.way_bits[lane] |= ways[lane];
                }
            }
            Pick::Listed(trial, _) => {
                for lane in 0..L {
                    let listed = &self.listed[usize::from(*trial)][lane];
                    if let Some(action) = listed.nth(here[lane]) {
                        self.picked[lane] = action;
                        self.choose_action(lane, action, registers, shape);
                    }
                }
            }
            Pick::Rays(_, rays) => {
                let (cells, ends) = self.nth_rays(ops, shape, rays, here);
                self.add(first, &cells);
                self.add(second, &ends);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, to: SetReg, cells: &Lanes<W, L>) {
        let to = &mut self.sets[usize::from(to.0)];
        *to = to.or(cells);
    }

    /// What was chosen on a board for this turn.
    pub(crate) fn chosen(
        &self,
        (code, player): (&GameCode, usize),
        shape: &Shape<W>,
        lane: usize,
    ) -> Action {
        let picks = &code.players[player].picks;
        let is_done = |action: &usize| self.mask(Registers::action(*action))[lane] != 0;
        let Some(action) = (0..picks.len()).find(is_done) else { return Action::PASS };
        let index = action as u8;
        let cell = |cells| self.set(cells).lane(lane).first().unwrap_or(Cell(0));
        let [first, second] = code.registers.chosen.map(cell);
        match &picks[action] {
            Pick::Plain(_) => Action::new(index, &[]),
            Pick::Directions(..) => {
                let way = Direction::ALL[self.way_bits[lane].trailing_zeros() as usize & 7];
                Action::new(index, &[Argument::Direction(way)])
            }
            Pick::Cells(_) | Pick::Tried(..) => Action::new(index, &[Argument::Cell(first)]),
            Pick::Columns(_) => {
                let column = shape.columns.iter().position(|column| column.contains(first));
                Action::new(index, &[Argument::Column(column.unwrap_or(0) as u32)])
            }
            Pick::Listed(..) => self.picked[lane],
            Pick::Steps { .. } | Pick::Pairs(_) | Pick::Rays(..) => {
                Action::new(index, &[Argument::Cell(first), Argument::Cell(second)])
            }
        }
    }
}

#[inline(always)]
pub(super) fn count_cells<const W: usize, const L: usize>(
    counts: &mut [u32; L],
    cells: &Lanes<W, L>,
) {
    for word in 0..W {
        for lane in 0..L {
            counts[lane] += cells.0[word][lane].count_ones();
        }
    }
}

/// The cell of each board before which there are so many others; none for [`NOTHING`].
#[inline(always)]
pub(super) fn nth_cells<const W: usize, const L: usize>(
    cells: &Lanes<W, L>,
    indices: &[u32; L],
) -> Lanes<W, L> {
    let (mut found, mut left) = (Lanes::EMPTY, *indices);
    for word in 0..W {
        for lane in 0..L {
            found.0[word][lane] = nth_bit_alone(cells.0[word][lane], left[lane].into());
        }
        for lane in 0..L {
            let held = cells.0[word][lane].count_ones();
            let is_past = (left[lane] < held) | (left[lane] == NOTHING);
            left[lane] = if is_past { NOTHING } else { left[lane].wrapping_sub(held) };
        }
    }
    found
}
