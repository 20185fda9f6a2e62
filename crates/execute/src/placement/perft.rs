//! Counting the ways a game can go on.

use masume_board::{Bits, Direction, Lanes};
use masume_rules::model::PassRule;

use super::expand::{SIBLINGS, Siblings};
use super::{Choice, Counted, Placement, Planes};
use crate::run::Position;

impl<const W: usize> Placement<W> {
    /// Leaves after so many plies.
    pub(crate) fn leaves(&self, position: &Position, depth: u32, counted: Counted<'_>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let player = usize::from(position.to_act.0);
        let planes = self.planes_of(position);
        self.deeper(&planes, self.choices(&planes, player), player, depth, counted)
    }

    fn deeper(
        &self,
        planes: &Planes<W>,
        legal: Bits<W>,
        player: usize,
        depth: u32,
        counted: Counted<'_>,
    ) -> u64 {
        let end_leaves = counted.end_leaves;
        let all = self.count(legal, player);
        if all == 0 || counted.stop.is_stopped() {
            return end_leaves;
        }
        if depth == 1 {
            return all;
        }
        let next = self.player_after(player);
        let mut siblings = Siblings::none();
        let mut sum = 0;
        let mut choices = CellChoices::new(self, player, legal);
        loop {
            let (chosen, held) = choices.next_siblings();
            if held == 0 {
                return sum;
            }
            self.expand(planes, &chosen, player, &mut siblings);
            for lane in 0..held {
                sum += if siblings.over[lane] != 0 {
                    end_leaves
                } else if depth == 2 {
                    match self.reply_count(&siblings, lane, next) {
                        0 => end_leaves,
                        count => count,
                    }
                } else {
                    let (child, replies) = (siblings.board(lane), siblings.replies.lane(lane));
                    self.deeper(&child, replies, next, depth - 1, counted)
                };
            }
        }
    }

    /// Number of choices, the pass included.
    #[inline]
    pub(super) fn count(&self, legal: Bits<W>, player: usize) -> u64 {
        let count = match self.turns[player].choice {
            Choice::Cell => legal.len() as u64,
            Choice::Column { .. } => u64::from(self.columns(legal).count_ones()),
        };
        self.with_pass(count)
    }

    /// Number of choices of the next player on the board of a lane, the pass included.
    #[inline(always)]
    pub(super) fn reply_count(&self, siblings: &Siblings<W>, lane: usize, next: usize) -> u64 {
        match self.turns[next].choice {
            Choice::Cell => self.with_pass(siblings.counts[lane].into()),
            Choice::Column { .. } => self.count(siblings.replies.lane(lane), next),
        }
    }

    fn with_pass(&self, count: u64) -> u64 {
        let may_pass = match self.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => count == 0,
            PassRule::AnyTime => true,
        };
        count + u64::from(may_pass)
    }

    /// The columns with a cell of the set, as bits.
    fn columns(&self, cells: Bits<W>) -> u64 {
        let mut rest = cells.0[0];
        let mut columns = 0;
        for _ in self.grid.rows() {
            columns |= rest & self.row;
            rest = rest.checked_shr(self.grid.stride(Direction::Down) as u32).unwrap_or(0);
        }
        columns
    }

    /// Of the cells of a column that are in the set the lowest, or the highest.
    fn cell_in_column(&self, cells: Bits<W>, column: u32, is_lowest: bool) -> Bits<W> {
        let held = cells.0[0] & self.column << column;
        let mut found = Bits::EMPTY;
        if held != 0 {
            found.0[0] = if is_lowest {
                1 << (63 - held.leading_zeros())
            } else {
                held & held.wrapping_neg()
            };
        }
        found
    }
}

/// Choices on a board, one after another: a cell each, or none for the pass.
pub(super) struct CellChoices<'p, const W: usize> {
    placement: &'p Placement<W>,
    player: usize,
    legal: Bits<W>,
    /// Number of choices that are left.
    left: u64,
}

impl<'p, const W: usize> CellChoices<'p, W> {
    #[inline]
    pub(super) fn new(placement: &'p Placement<W>, player: usize, legal: Bits<W>) -> Self {
        Self { placement, player, legal, left: placement.count(legal, player) }
    }

    /// The next ones, one a lane, and how many they are.
    #[inline(always)]
    pub(super) fn next_siblings(&mut self) -> (Lanes<W, SIBLINGS>, usize) {
        let (mut chosen, mut held) = (Lanes::EMPTY, 0);
        for cell in self.take(SIBLINGS) {
            chosen.set_lane(held, cell);
            held += 1;
        }
        (chosen, held)
    }
}

impl<const W: usize> Iterator for CellChoices<'_, W> {
    type Item = Bits<W>;

    #[inline(always)]
    fn next(&mut self) -> Option<Bits<W>> {
        self.left = self.left.checked_sub(1)?;
        let Some(first) = self.legal.first() else { return Some(Bits::EMPTY) };
        let placement = self.placement;
        match placement.turns[self.player].choice {
            Choice::Cell => {
                self.legal.remove(first);
                Some(Bits::of(first))
            }
            Choice::Column { is_lowest } => {
                let column = placement.grid.column(first) as u32;
                let cell = placement.cell_in_column(self.legal, column, is_lowest);
                self.legal.0[0] &= !(placement.column << column);
                Some(cell)
            }
        }
    }
}
