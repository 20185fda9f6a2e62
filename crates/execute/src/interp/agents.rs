//! The agents of all games choose.
//!
//! Step by step for all lanes, not lane by lane: what one lane waits for does not hold up the others.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{SetOps, Vectors};

use super::choose::Taken;
use super::draw::indices;
use super::play::{RESTS, Round};
use crate::Played;
use crate::vectors::{self, Vectorised};

/// Result of choosing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    /// It is the player's turn on no board.
    Nothing,
    /// One of the choices of every board where it is the player's turn, and it is taken.
    All,
    /// Nothing yet: there are games that cannot go on.
    Stuck,
}

/// All lanes' choices.
struct AgentChoosing<'c, 'r, 'g, 'h, const W: usize, const L: usize, const F: usize> {
    round: &'r mut Round<'g, 'h, W, L, F>,
    player: usize,
    chosen: &'c mut Chosen,
}

impl<const W: usize, const L: usize, const F: usize> Vectorised
    for AgentChoosing<'_, '_, '_, '_, W, L, F>
{
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        *self.chosen = self.round.choose_or_stop(ops, self.player);
    }
}

impl<const W: usize, const L: usize, const F: usize> Round<'_, '_, W, L, F> {
    /// Every agent chooses; games that cannot go on are given, and others begun. Whether it is the
    /// player's turn anywhere.
    pub(crate) fn choose(&mut self, player: usize, done: &mut dyn FnMut(Played)) -> bool {
        loop {
            let (arch, mut chosen) = (self.arch, Chosen::Nothing);
            vectors::with::<W, L>(arch, AgentChoosing { round: self, player, chosen: &mut chosen });
            match chosen {
                Chosen::Nothing => return false,
                Chosen::All => return true,
                Chosen::Stuck => {}
            }
            let totals = self.table.counted(&self.code.players[player].picks).totals;
            for lane in 0..L {
                if self.is_stuck(player, lane, totals[lane]) {
                    self.leave(lane, done);
                }
            }
        }
    }

    /// True if it is the player's turn on a board on which the game cannot go on, or shall not.
    fn is_stuck(&self, player: usize, lane: usize, count: u64) -> bool {
        let is_long = self.plies[lane] >= self.games.most_plies;
        self.is_active(lane, player) && (is_long || count == 0 && !self.code.may_pass(count))
    }

    /// Every agent chooses, and takes what it has chosen, unless there is a game that cannot go on.
    #[inline(always)]
    fn choose_or_stop<V: Vectors>(&mut self, ops: SetOps<V>, player: usize) -> Chosen {
        self.table.count(&self.code.players[player].picks, &mut self.counts);
        let most_plies = self.games.most_plies;
        // Whether there is a pass beside no action, and beside some.
        let passes = [self.code.may_pass(0), self.code.may_pass(1)];
        let (mut counts, mut active) = ([0; L], [0u64; L]);
        let (mut is_any_stuck, mut is_any_active) = (0, 0);
        for lane in 0..L {
            let total = self.counts.totals[lane];
            let is_on = (self.numbers[lane] != RESTS) & (self.to_act[lane] == player as u64);
            active[lane] = if is_on { u64::MAX } else { 0 };
            is_any_active |= active[lane];
            let all = total + u64::from(if total == 0 { passes[0] } else { passes[1] });
            counts[lane] = all;
            let is_stuck = (self.plies[lane] >= most_plies) | (all == 0);
            is_any_stuck |= if is_stuck { active[lane] } else { 0 };
        }
        if is_any_stuck != 0 {
            return Chosen::Stuck;
        }
        if is_any_active == 0 {
            return Chosen::Nothing;
        }
        let indices = indices(&mut self.agents, counts, &active);
        let Self { arch, code, shape, table, counts, .. } = self;
        table.clear_choices(code);
        let taken = Taken { code, player, steps_in_ways: code.players[player].uses_ways };
        table.take_with((*arch, ops), taken, shape, counts, indices);
        Chosen::All
    }
}
