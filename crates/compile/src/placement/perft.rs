//! Counting the ways a game can go on.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Bits, Lanes};
use masume_rules::model::PassRule;

use super::lanes::Boards;
use super::{Ask, Choice, MOST_PLANES, Placement, Planes};

/// Boards one ply behind the same board that are looked at together.
const SIBLINGS: usize = 4;

/// What is dispatched to the vector instructions that the machine has.
struct Children<'p, const W: usize> {
    placement: &'p Placement<W>,
    boards: &'p Boards<W, 1>,
    legal: Bits<W>,
    player: usize,
    end_leaves: u64,
}

impl<const W: usize> pulp::WithSimd for Children<'_, W> {
    type Output = u64;

    // Only what is inlined here is built for those instructions.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> u64 {
        let Self { placement, boards, legal, player, end_leaves } = self;
        placement.leaves_of_children(boards, legal, player, end_leaves)
    }
}

impl<const W: usize> Placement<W> {
    /// Leaves after so many plies; what ends before counts `end_leaves`.
    pub(crate) fn leaves(
        &self,
        planes: &Planes<W>,
        player: usize,
        depth: u32,
        end_leaves: u64,
    ) -> u64 {
        let boards: Boards<W, 1> = planes.map(Lanes::splat);
        if depth == 0 {
            return 1;
        }
        let legal = self.legal(&self.turns[player], &boards);
        self.deeper(&boards, legal.lane(0), player, depth, end_leaves)
    }

    fn deeper(
        &self,
        boards: &Boards<W, 1>,
        legal: Bits<W>,
        player: usize,
        depth: u32,
        end_leaves: u64,
    ) -> u64 {
        let turn = &self.turns[player];
        let count = match turn.choice {
            Choice::Cell => legal.len(),
            Choice::Column { .. } => self.columns(legal).count_ones() as usize,
        };
        let may_pass = match self.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => count == 0,
            PassRule::AnyTime => true,
        };
        let all = count as u64 + u64::from(may_pass);
        if all == 0 {
            return end_leaves;
        }
        if depth == 1 {
            return all;
        }
        if depth == 2 && turn.choice == Choice::Cell && !may_pass {
            let children = Children { placement: self, boards, legal, player, end_leaves };
            return self.arch.dispatch(children);
        }
        let mut sum = 0;
        let mut after = |chosen: Bits<W>| {
            let mut next = *boards;
            if !chosen.is_empty() {
                self.put(turn, &mut next, &Lanes::splat(chosen));
            }
            sum += self.after(&next, player, depth - 1, end_leaves);
        };
        match turn.choice {
            Choice::Cell => legal.iter().for_each(|cell| after(Bits::of(cell))),
            Choice::Column { is_lowest } => {
                let mut columns = self.columns(legal);
                while columns != 0 {
                    let column = columns.trailing_zeros();
                    columns &= columns - 1;
                    after(self.cell_in_column(legal, column, is_lowest));
                }
            }
        }
        if may_pass {
            after(Bits::EMPTY);
        }
        sum
    }

    /// Leaves behind a turn of the player.
    fn after(&self, boards: &Boards<W, 1>, player: usize, depth: u32, end_leaves: u64) -> u64 {
        let next = if player + 1 < self.turns.len() { player + 1 } else { 0 };
        let legal = self.legal(&self.turns[next], boards);
        for (_, ask) in &self.turns[player].ends {
            let has_come = match *ask {
                Ask::Run { cells, count, dirs } => self.has_run(boards, cells, count, dirs) != [0],
                Ask::NoAction => legal.lane(0).is_empty(),
                Ask::Nobody => {
                    legal.lane(0).is_empty()
                        && self.turns.iter().all(|turn| self.legal(turn, boards).lane(0).is_empty())
                }
            };
            if has_come {
                return end_leaves;
            }
        }
        self.deeper(boards, legal.lane(0), next, depth, end_leaves)
    }

    /// Leaves one ply behind each of the choices, some boards at a time.
    #[inline(always)]
    fn leaves_of_children(
        &self,
        boards: &Boards<W, 1>,
        legal: Bits<W>,
        player: usize,
        end_leaves: u64,
    ) -> u64 {
        let next = if player + 1 < self.turns.len() { player + 1 } else { 0 };
        let mut cells = legal.iter();
        let mut left = legal.len();
        let mut sum = 0;
        while left > 0 {
            let count = left.min(SIBLINGS);
            left -= count;
            let mut chosen = Lanes::<W, SIBLINGS>::EMPTY;
            for lane in 0..count {
                chosen.set_lane(lane, cells.next().map_or(Bits::EMPTY, Bits::of));
            }
            let mut children: Boards<W, SIBLINGS> = [Lanes::EMPTY; MOST_PLANES];
            for (child, board) in children.iter_mut().zip(boards) {
                *child = Lanes::splat(board.lane(0));
            }
            self.put(&self.turns[player], &mut children, &chosen);
            let replies = self.legal(&self.turns[next], &children);
            let over = self.over(&children, &replies, player);
            for lane in 0..count {
                let replies = replies.lane(lane).len() as u64;
                let may_pass = match self.pass {
                    PassRule::Never => false,
                    PassRule::WhenNoAction => replies == 0,
                    PassRule::AnyTime => true,
                };
                let all = replies + u64::from(may_pass);
                sum += if over[lane] != 0 || all == 0 { end_leaves } else { all };
            }
        }
        sum
    }

    /// The boards on which an end of the player has come: all bits where it has.
    #[inline(always)]
    fn over<const L: usize>(
        &self,
        boards: &Boards<W, L>,
        replies: &Lanes<W, L>,
        player: usize,
    ) -> [u64; L] {
        let mut over = [0; L];
        let mut add = |found: &[u64; L], is_none: bool| {
            for lane in 0..L {
                over[lane] |= if is_none { !found[lane] } else { found[lane] };
            }
        };
        for (_, ask) in &self.turns[player].ends {
            match *ask {
                Ask::Run { cells, count, dirs } => {
                    add(&self.has_run(boards, cells, count, dirs), false);
                }
                Ask::NoAction => add(&replies.has_any(), true),
                Ask::Nobody => {
                    let mut any = replies.has_any();
                    if any.iter().all(|any| *any != 0) {
                        continue;
                    }
                    for turn in &self.turns {
                        let theirs = self.legal(turn, boards).has_any();
                        for lane in 0..L {
                            any[lane] |= theirs[lane];
                        }
                    }
                    add(&any, true);
                }
            }
        }
        over
    }

    /// The columns with a cell of the set, as bits.
    #[inline(always)]
    pub(crate) fn columns(&self, cells: Bits<W>) -> u64 {
        let mut rest = cells.0[0];
        let mut columns = 0;
        for _ in 0..self.height {
            columns |= rest & self.row;
            rest = rest.checked_shr(self.width).unwrap_or(0);
        }
        columns
    }

    /// Of the cells of a column that are in the set the lowest, or the highest.
    #[inline(always)]
    pub(crate) fn cell_in_column(&self, cells: Bits<W>, column: u32, is_lowest: bool) -> Bits<W> {
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
