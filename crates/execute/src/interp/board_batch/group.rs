//! Contents of the boards of a group, while others are worked on.

use std::sync::Arc;

use masume_board::{Bits, Lanes};
use masume_program::interp::game::GameCode;
use masume_rules::random::Random;
use masume_rules::state::Outcome;

use super::LaneGroups;
use crate::interp::listing::Listing;
use crate::interp::register_file::{RegisterFile, Row, changing};

/// Lanes as bits.
pub(super) type LaneBits = u64;

/// Boards that are worked on together: of each what it is, and what can be done on it.
pub(super) struct LaneGroup<const W: usize, const L: usize> {
    sets: Vec<Lanes<W, L>>,
    masks: Vec<Row<u64, L>>,
    nums: Vec<Row<i64, L>>,
    listed: Vec<Vec<Arc<Listing<W>>>>,
    goals: Row<u64, L>,
    passes: Row<u64, L>,
    random: Row<Random, L>,
    pub(super) to_act: [u8; L],
    pub(super) plies: [u32; L],
    /// Plies since a board was put.
    pub(super) age: [u32; L],
    pub(super) outcomes: [Option<Outcome>; L],
    pub(super) boards: usize,
}

impl<const W: usize, const L: usize> LaneGroup<W, L> {
    /// So many boards, with nothing on them but what is the same on all boards: choices may be constants.
    pub(super) fn new(table: &RegisterFile<W, L>, code: &GameCode, boards: usize) -> Self {
        let (planes, values) = changing(code);
        let kept = code.kept_sets.iter().map(|set| usize::from(set.0));
        let masks = code.kept_masks.iter().map(|mask| table.masks[usize::from(mask.0)]);
        Self {
            sets: (0..planes).chain(kept).map(|set| table.sets[set]).collect(),
            masks: masks.collect(),
            nums: table.nums[..values].to_vec(),
            listed: table.listed.clone(),
            goals: Row([0; L]),
            passes: Row([0; L]),
            random: Row([Random(0); L]),
            to_act: [0; L],
            plies: [0; L],
            age: [0; L],
            outcomes: [Some(Outcome::Draw); L],
            boards,
        }
    }

    /// Lanes of boards on which the game goes on.
    pub(super) fn going_on(&self) -> LaneBits {
        bits_of::<L>(|lane| lane < self.boards && self.outcomes[lane].is_none())
    }

    /// Lanes of boards where it is the turn of this player.
    pub(super) fn turn_of(&self, player: usize) -> LaneBits {
        bits_of::<L>(|lane| usize::from(self.to_act[lane]) == player)
    }
}

impl<const W: usize, const L: usize> LaneGroups<W, L> {
    /// Puts a group into the table.
    pub(super) fn put_in(&mut self, group: usize) {
        self.exchange(
            group,
            |table, held| *table = *held,
            |table, held| {
                table.copy_from_slice(held);
            },
        );
    }

    /// Takes a group out of the table.
    pub(super) fn take_out(&mut self, group: usize) {
        self.exchange(
            group,
            |table, held| *held = *table,
            |table, held| {
                held.copy_from_slice(table);
            },
        );
    }

    #[inline(always)]
    fn exchange(
        &mut self,
        group: usize,
        row: impl Fn(&mut [u64; L], &mut [u64; L]),
        set: impl Fn(&mut [[u64; L]], &mut [[u64; L]]),
    ) {
        let Self { table, groups, interp, .. } = self;
        let (code, group) = (&interp.code, &mut groups[group]);
        let end = table.words_end();
        let (planes, values) = changing(code);
        let kept = code.kept_sets.iter().map(|set| usize::from(set.0));
        for (place, held) in (0..planes).chain(kept).zip(&mut group.sets) {
            // Words behind are always zero.
            set(&mut table.sets[place].0[..end], &mut held.0[..end]);
        }
        for (mask, held) in code.kept_masks.iter().zip(&mut group.masks) {
            row(&mut table.masks[usize::from(mask.0)], held);
        }
        for (num, held) in table.nums[..values].iter_mut().zip(&mut group.nums) {
            std::mem::swap(num, held);
        }
        std::mem::swap(&mut table.listed, &mut group.listed);
        row(&mut table.goals, &mut group.goals);
        row(&mut table.passes, &mut group.passes);
        std::mem::swap(&mut table.random, &mut group.random);
    }
}

/// The lanes for which this holds.
#[inline(always)]
pub(super) fn bits_of<const L: usize>(is: impl Fn(usize) -> bool) -> LaneBits {
    const { assert!(L <= 64) };
    (0..L).fold(0, |bits, lane| bits | u64::from(is(lane)) << lane)
}

/// All bits in each of these lanes.
#[inline(always)]
pub(super) fn masks_of<const L: usize>(lanes: LaneBits) -> Row<u64, L> {
    Row(std::array::from_fn(|lane| 0u64.wrapping_sub(lanes >> lane & 1)))
}

/// The lanes, in ascending order.
#[inline(always)]
pub(super) fn each(lanes: LaneBits) -> impl Iterator<Item = usize> {
    Bits([lanes]).iter().map(|lane| lane.index())
}

/// Does something for each of these lanes.
#[inline(always)]
pub(super) fn on_each<const L: usize>(lanes: LaneBits, mut on: impl FnMut(usize)) {
    if is_all::<L>(lanes) {
        // Mostly all boards are stepped: to find the next lane would take longer than what is done there.
        for lane in 0..L {
            on(lane);
        }
    } else {
        each(lanes).for_each(on);
    }
}

/// True of all lanes.
#[inline(always)]
pub(super) fn is_all<const L: usize>(lanes: LaneBits) -> bool {
    lanes == u64::MAX >> (64 - L)
}
