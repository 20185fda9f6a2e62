//! Robots on 10 x 10: robots and scrap heaps in double words; all robots that go one way step by one
//! shift.

use std::iter;

use masume_engine::{Outcome, Player};

use crate::bits::nth_bit_of_two;
use crate::play::Position;
use crate::stream::Stream;

const SIDE: u32 = 10;
const CELLS: usize = 100;
const BOARD: u128 = (1 << CELLS) - 1;
const CENTRE: u32 = 55;

/// Indexed [cell]: the cells around, in reading order, which is the order of the directions.
static AROUND: [u128; CELLS] = around();

/// Indexed [cell][direction]: where robots go that direction with the player on the cell; the
/// directions are up-left, up, up-right, left, right, down-left, down, down-right.
static HUNTERS: [[u128; 8]; CELLS] = hunters();

const fn around() -> [u128; CELLS] {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let across = (cell % 10).abs_diff(other % 10);
            let down = (cell / 10).abs_diff(other / 10);
            if across <= 1 && down <= 1 && across + down > 0 {
                table[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

const fn hunters() -> [[u128; 8]; CELLS] {
    let mut table = [[0; 8]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut from = 0;
        while from < CELLS {
            let across = (cell as i32 % 10 - from as i32 % 10).signum();
            let down = (cell as i32 / 10 - from as i32 / 10).signum();
            // Nine ways in reading order, of which the middle one is to stay.
            let way = (3 * (down + 1) + across + 1) as usize;
            if way != 4 {
                table[cell][if way > 4 { way - 1 } else { way }] |= 1 << from;
            }
            from += 1;
        }
        cell += 1;
    }
    table
}

/// A position.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Robots {
    robots: u128,
    heaps: u128,
    player: u32,
    is_caught: bool,
    random: Stream,
    score: i64,
    stage: i64,
}

impl Robots {
    /// The first stage of a seed.
    pub fn start(seed: u64) -> Self {
        Self::at_stage(seed, 1)
    }

    /// A stage of a seed.
    pub fn at_stage(seed: u64, stage: i64) -> Self {
        let random = Stream(seed);
        let (player, is_caught) = (CENTRE, false);
        let mut position = Self { robots: 0, heaps: 0, player, is_caught, random, score: 0, stage };
        position.set_up();
        position
    }

    fn set_up(&mut self) {
        self.heaps = 0;
        self.player = CENTRE;
        let mut free = BOARD & !(1 << CENTRE);
        let mut free_count = CELLS as u32 - 1;
        for _ in 0..(5 * self.stage).min(40) {
            let place = nth_bit_of_two(free, self.random.below(free_count));
            free &= !(1 << place);
            free_count -= 1;
        }
        self.robots = BOARD & !(1 << CENTRE) & !free;
    }

    #[inline]
    fn steps(&self) -> u128 {
        AROUND[self.player as usize] & !(self.robots | self.heaps)
    }

    #[inline]
    fn free(&self) -> u128 {
        BOARD & !(self.robots | self.heaps | 1 << self.player)
    }

    /// True if no robot is left.
    pub fn is_cleared(&self) -> bool {
        self.robots == 0
    }

    /// Results of each step, and of waiting, that the player survives. Points are not counted, and no stage is set up.
    pub fn sure_turns(&self) -> impl Iterator<Item = Self> {
        self.turns_at(self.steps() | 1 << self.player).flatten()
    }

    /// Results of a teleport to each cell that it may come to; nothing where the player is caught.
    pub fn teleports(&self) -> impl Iterator<Item = Option<Self>> {
        self.turns_at(self.free())
    }

    fn turns_at(&self, mut cells: u128) -> impl Iterator<Item = Option<Self>> {
        let before = *self;
        iter::from_fn(move || {
            let player = (cells != 0).then(|| cells.trailing_zeros())?;
            cells &= cells - 1;
            let mut after = Self { player, ..before };
            after.march();
            Some((!after.is_caught).then_some(after))
        })
    }

    /// All robots step; those that meet become heaps.
    #[inline]
    fn march(&mut self) {
        let hunters = &HUNTERS[self.player as usize];
        let (mut once, mut twice) = (0, 0);
        let mut arrive = |stepped: u128| {
            twice |= once & stepped;
            once |= stepped;
        };
        arrive((self.robots & hunters[0]) >> (SIDE + 1));
        arrive((self.robots & hunters[1]) >> SIDE);
        arrive((self.robots & hunters[2]) >> (SIDE - 1));
        arrive((self.robots & hunters[3]) >> 1);
        arrive((self.robots & hunters[4]) << 1);
        arrive((self.robots & hunters[5]) << (SIDE - 1));
        arrive((self.robots & hunters[6]) << SIDE);
        arrive((self.robots & hunters[7]) << (SIDE + 1));
        self.heaps |= twice;
        self.robots = once & !self.heaps;
        self.is_caught = once >> self.player & 1 == 1;
    }
}

impl Position for Robots {
    #[inline]
    fn action_count(&self) -> u32 {
        if self.is_caught {
            return 0;
        }
        // To wait is always legal, to teleport where there is a free cell.
        self.steps().count_ones() + 1 + u32::from(self.free() != 0)
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let steps = self.steps();
        let step_count = steps.count_ones();
        if index < step_count {
            self.player = nth_bit_of_two(steps, index);
        } else if index > step_count {
            let free = self.free();
            self.player = nth_bit_of_two(free, self.random.below(free.count_ones()));
        }
        let before = self.robots.count_ones();
        self.march();
        self.score += i64::from(before) - i64::from(self.robots.count_ones());
        if self.robots == 0 && !self.is_caught {
            self.score += 10 * self.stage;
            self.stage += 1;
            self.set_up();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_caught.then_some(Outcome::Lost(Player(0)))
    }

    fn reseed(&mut self, random: Stream) {
        self.random = random;
    }

    fn scores(&self) -> [i64; 2] {
        [self.score, 0]
    }

    fn value_total(&self) -> i64 {
        self.score + self.stage
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let cell = SIDE * row + column;
        let has = |set: u128| set >> cell & 1 == 1;
        if has(self.robots) {
            2
        } else if has(self.heaps) {
            3
        } else {
            i64::from(cell == self.player && !self.is_caught)
        }
    }
}
