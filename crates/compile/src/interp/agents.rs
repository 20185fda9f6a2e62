//! The agents of all games choose.
//!
//! Step by step for all lanes, not lane by lane: what one lane waits for does not hold up the others.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{SetOps, Vectors};

use super::draw::indices;
use super::play::{RESTS, Round};
use crate::Played;
use crate::vectors::{self, Vectorised};

/// All lanes' choices.
struct Choosing<'c, 'r, 'g, 'h, const W: usize, const L: usize, const F: usize> {
    round: &'r mut Round<'g, 'h, W, L, F>,
    player: usize,
    is_done: &'c mut bool,
}

impl<const W: usize, const L: usize, const F: usize> Vectorised
    for Choosing<'_, '_, '_, '_, W, L, F>
{
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        *self.is_done = self.round.choose_or_stop(ops, self.player);
    }
}

impl<const W: usize, const L: usize, const F: usize> Round<'_, '_, W, L, F> {
    /// Every agent chooses; games that cannot go on are given, and others begun.
    pub(crate) fn choose(&mut self, player: usize, done: &mut dyn FnMut(Played)) {
        loop {
            let (arch, mut is_done) = (self.arch, false);
            vectors::with::<W, L>(arch, Choosing { round: self, player, is_done: &mut is_done });
            if is_done {
                break;
            }
            let (_, totals) = self.table.counted(&self.code.players[player].picks);
            for lane in 0..L {
                if self.is_stuck(player, lane, totals[lane]) {
                    self.leave(lane, done);
                }
            }
        }
    }

    /// Whether it is the player's turn on a board on which the game cannot go on, or shall not.
    fn is_stuck(&self, player: usize, lane: usize, count: u32) -> bool {
        let is_long = self.plies[lane] >= self.games.most_plies;
        self.is_active(lane, player) && (is_long || count == 0 && !self.code.may_pass(count))
    }

    /// Every agent chooses, unless there is a game that cannot go on.
    #[inline(always)]
    fn choose_or_stop<V: Vectors>(&mut self, ops: SetOps<V>, player: usize) -> bool {
        let found = self.table.counted(&self.code.players[player].picks);
        let most_plies = self.games.most_plies;
        // Whether there is a pass beside no action, and beside some.
        let passes = [0, 1].map(|count| u32::from(self.code.may_pass(count)));
        let (mut counts, mut active) = ([0; L], [0u64; L]);
        let mut is_any_stuck = 0;
        for lane in 0..L {
            let total = found.1[lane];
            let is_on = (self.numbers[lane] != RESTS) & (self.to_act[lane] == player);
            active[lane] = if is_on { u64::MAX } else { 0 };
            let all = total + if total == 0 { passes[0] } else { passes[1] };
            counts[lane] = all;
            let is_stuck = (self.plies[lane] >= most_plies) | (all == 0);
            is_any_stuck |= if is_stuck { active[lane] } else { 0 };
        }
        if is_any_stuck != 0 {
            return false;
        }
        let indices = indices(&mut self.agents, counts, &active);
        let uses_ways = self.code.players[player].uses_ways;
        self.table.take(ops, (self.code, player, uses_ways), self.shape, &found, indices);
        true
    }
}
