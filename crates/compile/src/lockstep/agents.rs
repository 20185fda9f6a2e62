//! The agents of all games choose.
//!
//! Step by step for all lanes, not lane by lane: what one lane waits for does not hold up the others.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use super::choose::NOTHING;
use super::play::Round;
use crate::Played;

/// All lanes' choices, dispatched to the vector instructions that the machine has.
struct Choosing<'r, 'g, 'h, const W: usize, const L: usize> {
    round: &'r mut Round<'g, 'h, W, L>,
    player: usize,
}

impl<const W: usize, const L: usize> pulp::WithSimd for Choosing<'_, '_, '_, W, L> {
    type Output = bool;

    // Only what is inlined here is built for those instructions.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> bool {
        self.round.choose_or_stop(self.player)
    }
}

impl<const W: usize, const L: usize> Round<'_, '_, W, L> {
    /// Every agent chooses; games that cannot go on are given, and others begun.
    pub(crate) fn choose(&mut self, player: usize, done: &mut dyn FnMut(Played)) {
        let arch = self.arch;
        while !arch.dispatch(Choosing { round: self, player }) {
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
    fn choose_or_stop(&mut self, player: usize) -> bool {
        let found = self.table.counted(&self.code.players[player].picks);
        let totals = &found.1;
        let mut is_any_stuck = false;
        for lane in 0..L {
            is_any_stuck |= self.is_stuck(player, lane, totals[lane]);
        }
        if is_any_stuck {
            return false;
        }
        let mut indices = [NOTHING; L];
        for lane in 0..L {
            if self.is_active(lane, player) {
                let all = u64::from(totals[lane]) + u64::from(self.code.may_pass(totals[lane]));
                indices[lane] = self.agents[lane].below(all) as u32;
            }
        }
        self.table.take(self.code, self.shape, player, &found, indices);
        true
    }
}
