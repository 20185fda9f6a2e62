//! The agents of all games choose.
//!
//! Step by step for all lanes, not lane by lane: what one lane waits for does not hold up the others.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_rules::model::PassRule;

use super::choose::{Choice, Counts, MOST_ACTIONS};
use super::play::Round;
use super::registers::{ACTIVE, Registers};
use super::translate::Pick;
use crate::Played;

/// In place of the index of what is chosen, where nothing is.
const NOTHING: u32 = u32::MAX;

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
            let (_, totals) = self.counted(player);
            for lane in 0..L {
                if self.is_stuck(player, lane, totals[lane]) {
                    self.leave(lane, done);
                }
            }
        }
    }

    #[inline(always)]
    fn counted(&self, player: usize) -> (Counts<L>, [u32; L]) {
        let picks = &self.code.players[player].picks;
        let counts = self.table.counts(picks);
        let mut totals = [0; L];
        for held in counts.iter().take(picks.len()) {
            for lane in 0..L {
                totals[lane] += held[lane];
            }
        }
        (counts, totals)
    }

    fn may_pass(&self, count: u32) -> bool {
        match self.code.pass {
            PassRule::Never => false,
            PassRule::WhenNoAction => count == 0,
            PassRule::AnyTime => true,
        }
    }

    /// Whether it is the player's turn on a board on which the game cannot go on, or shall not.
    fn is_stuck(&self, player: usize, lane: usize, count: u32) -> bool {
        let is_long = self.plies[lane] >= self.games.most_plies;
        self.is_active(lane, player) && (is_long || count == 0 && !self.may_pass(count))
    }

    /// Every agent chooses, unless there is a game that cannot go on.
    #[inline(always)]
    fn choose_or_stop(&mut self, player: usize) -> bool {
        let (counts, totals) = self.counted(player);
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
                let all = u64::from(totals[lane]) + u64::from(self.may_pass(totals[lane]));
                indices[lane] = self.agents[lane].below(all) as u32;
            }
        }
        let active = &mut self.table.masks[usize::from(ACTIVE.0)];
        for lane in 0..L {
            let is_active = indices[lane] != NOTHING;
            active[lane] = if is_active { u64::MAX } else { 0 };
            if is_active {
                let is_pass = indices[lane] == totals[lane];
                let passes = self.table.passes[lane].saturating_add(1);
                self.table.passes[lane] = if is_pass { passes } else { 0 };
                self.chosen[lane] = Choice::PASS;
            }
        }
        self.take(player, &counts, indices);
        true
    }

    /// Takes on each board the choice of this index.
    #[inline(always)]
    fn take(&mut self, player: usize, counts: &Counts<L>, mut indices: [u32; L]) {
        let code = self.code;
        for (action, pick) in code.players[player].picks.iter().enumerate().take(MOST_ACTIONS) {
            let act = usize::from(Registers::action(action).0);
            for lane in 0..L {
                let is_this = indices[lane] < counts[action][lane];
                self.table.masks[act][lane] = if is_this { u64::MAX } else { 0 };
                if is_this {
                    self.take_one(lane, action, pick, indices[lane]);
                    indices[lane] = NOTHING;
                } else if indices[lane] != NOTHING {
                    indices[lane] -= counts[action][lane];
                }
            }
        }
    }

    #[inline(always)]
    fn take_one(&mut self, lane: usize, action: usize, pick: &Pick, index: u32) {
        let (registers, shape) = (&self.code.registers, self.shape);
        let mut choice = Choice { action: Some(action as u8), ..Choice::PASS };
        self.table.choose(registers, shape, lane, pick, index, &mut choice);
        self.chosen[lane] = choice;
    }
}
