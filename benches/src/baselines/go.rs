//! Go on 9 x 9 and 19 x 19: every group keeps the sets of its stones and of its liberties, and a set
//! tells the stones of groups with a single liberty, so that legal points are found for the whole
//! board at once.

use masume_engine::{Outcome, Player};

use crate::bits::nth_bit;
use crate::play::Position;

/// Go on 9 x 9.
pub type Go9 = Go<9, 90, 2>;

/// Go on 19 x 19.
pub type Go19 = Go<19, 380, 6>;

/// Neither black nor white: free, and off the board.
const FREE: u8 = 2;
const OUTSIDE: u8 = 3;

/// A position. A point is row * (SIDE + 1) + column: a column that is none keeps rows apart, and is
/// counted in POINTS. A set has WORDS words; bit i of word w is point 64 * w + i.
#[derive(Clone, Debug)]
pub struct Go<const SIDE: usize, const POINTS: usize, const WORDS: usize> {
    /// Indexed by player.
    stones: [[u64; WORDS]; 2],
    free: [u64; WORDS],
    /// Stones of groups with one liberty.
    in_atari: [u64; WORDS],
    /// Indexed by row and point, with a row around the board: what is there, and which group.
    colours: Vec<u8>,
    groups: [u16; POINTS],
    /// Indexed by group: the sets of its stones and of its liberties.
    group_stones: [[u64; WORDS]; POINTS],
    liberties: [[u64; WORDS]; POINTS],
    ko: Option<usize>,
    to_act: usize,
    passes: u32,
    /// Cells where the player to act can place, and the number of bits in each word of them.
    legal: [u64; WORDS],
    counts: [u32; WORDS],
}

impl<const SIDE: usize, const POINTS: usize, const WORDS: usize> Go<SIDE, POINTS, WORDS> {
    const STRIDE: usize = SIDE + 1;

    /// The empty board; black is to act.
    pub fn start() -> Self {
        let none = [0; WORDS];
        let mut free = none;
        let mut colours = vec![OUTSIDE; POINTS + 2 * Self::STRIDE];
        for point in (0..POINTS).filter(|point| point % Self::STRIDE < SIDE) {
            put(&mut free, point);
            colours[Self::STRIDE + point] = FREE;
        }
        let mut position = Self {
            stones: [none; 2],
            free,
            in_atari: none,
            colours,
            groups: [0; POINTS],
            group_stones: [none; POINTS],
            liberties: [none; POINTS],
            ko: None,
            to_act: 0,
            passes: 0,
            legal: none,
            counts: [0; WORDS],
        };
        position.find_legal();
        position
    }

    /// The points beside one that are on the board, and what is there.
    #[inline]
    fn beside(&self, point: usize) -> [(usize, u8); 4] {
        let at = |place: usize| (place.wrapping_sub(Self::STRIDE), self.colours[place]);
        [
            at(point),
            at(point + Self::STRIDE - 1),
            at(point + Self::STRIDE + 1),
            at(point + 2 * Self::STRIDE),
        ]
    }

    #[inline]
    fn find_legal(&mut self) {
        let (mine, theirs) = (&self.stones[self.to_act & 1], &self.stones[1 - (self.to_act & 1)]);
        // A stone needs beside it a free point, a group that keeps a liberty, or one that it takes.
        let mut good = [0; WORDS];
        for word in 0..WORDS {
            let in_atari = self.in_atari[word];
            good[word] = self.free[word] | mine[word] & !in_atari | theirs[word] & in_atari;
        }
        self.legal = beside_set::<WORDS>(&good, Self::STRIDE as u32);
        for (legal, free) in self.legal.iter_mut().zip(&self.free) {
            *legal &= free;
        }
        if let Some(ko) = self.ko {
            self.legal[ko / 64] &= !(1 << (ko % 64));
        }
        self.counts = self.legal.map(u64::count_ones);
    }

    /// Marks the stones of a group as in atari, or takes the mark from them.
    #[inline]
    fn mark(&mut self, group: usize) {
        let is_in_atari = is_single(&self.liberties[group]);
        for word in 0..WORDS {
            let stones = self.group_stones[group][word];
            let others = self.in_atari[word] & !stones;
            self.in_atari[word] = if is_in_atari { others | stones } else { others };
        }
    }

    /// Two groups become one; which is returned.
    #[inline]
    fn merge(&mut self, one: usize, other: usize) -> usize {
        let size = |group: usize| size(&self.group_stones[group]);
        let (kept, gone) = if size(one) < size(other) { (other, one) } else { (one, other) };
        let (stones, liberties) = (self.group_stones[gone], self.liberties[gone]);
        for word in 0..WORDS {
            self.group_stones[kept][word] |= stones[word];
            self.liberties[kept][word] |= liberties[word];
        }
        for_each_point(&stones, |point| self.groups[point] = kept as u16);
        kept
    }

    /// Takes a group off the board. The groups beside it get liberties.
    #[inline]
    fn take(&mut self, group: usize) {
        let taken = self.group_stones[group];
        for (word, taken) in taken.into_iter().enumerate() {
            self.stones[1 - (self.to_act & 1)][word] &= !taken;
            self.free[word] |= taken;
            self.in_atari[word] &= !taken;
        }
        for_each_point(&taken, |point| {
            self.colours[Self::STRIDE + point] = FREE;
            for (beside, colour) in self.beside(point) {
                if usize::from(colour) == self.to_act {
                    put(&mut self.liberties[usize::from(self.groups[beside])], point);
                }
            }
        });
        // What gained liberties may have had one only.
        let mut saved = beside_set::<WORDS>(&taken, Self::STRIDE as u32);
        for (word, saved) in saved.iter_mut().enumerate() {
            *saved &= self.stones[self.to_act & 1][word] & self.in_atari[word];
        }
        for_each_point(&saved, |point| self.mark(usize::from(self.groups[point])));
    }

    #[inline]
    fn place(&mut self, point: usize) {
        let beside = self.beside(point);
        let (mine, theirs) = (self.to_act as u8, 1 - self.to_act as u8);
        // Step 1. A group of its own, with the free points beside it.
        put(&mut self.stones[self.to_act & 1], point);
        self.free[point / 64] &= !(1 << (point % 64));
        self.colours[Self::STRIDE + point] = mine;
        let mut group = point;
        self.groups[point] = point as u16;
        self.group_stones[point] = [0; WORDS];
        put(&mut self.group_stones[point], point);
        self.liberties[point] = [0; WORDS];
        for (beside, _) in beside.into_iter().filter(|it| it.1 == FREE) {
            put(&mut self.liberties[point], beside);
        }
        // Step 2. Joined to those beside it.
        for (beside, _) in beside.into_iter().filter(|it| it.1 == mine) {
            let other = usize::from(self.groups[beside]);
            if other != group {
                group = self.merge(group, other);
            }
        }
        self.liberties[group][point / 64] &= !(1 << (point % 64));
        // Step 3. The others lose a liberty, and those with none are taken.
        let is_alone = beside.iter().all(|it| it.1 != mine && it.1 != FREE);
        let (mut taken_stones, mut last_taken) = (0, 0);
        for (beside, _) in beside.into_iter().filter(|it| it.1 == theirs) {
            if self.colours[Self::STRIDE + beside] == FREE {
                continue;
            }
            let other = usize::from(self.groups[beside]);
            self.liberties[other][point / 64] &= !(1 << (point % 64));
            if self.liberties[other] == [0; WORDS] {
                taken_stones += size(&self.group_stones[other]);
                last_taken = beside;
                self.take(other);
            } else {
                self.mark(other);
            }
        }
        self.mark(group);
        self.ko = (taken_stones == 1 && is_alone).then_some(last_taken);
    }

    /// Free points that are joined to a player's stones by free ones.
    fn area(&self, player: usize) -> [u64; WORDS] {
        let mut area = self.stones[player];
        loop {
            let near = beside_set::<WORDS>(&area, Self::STRIDE as u32);
            let mut grown = area;
            for word in 0..WORDS {
                grown[word] |= near[word] & self.free[word];
            }
            if grown == area {
                return grown;
            }
            area = grown;
        }
    }
}

#[inline]
fn put<const WORDS: usize>(set: &mut [u64; WORDS], point: usize) {
    set[point / 64] |= 1 << (point % 64);
}

#[inline]
fn size<const WORDS: usize>(set: &[u64; WORDS]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline]
fn for_each_point<const WORDS: usize>(set: &[u64; WORDS], mut act: impl FnMut(usize)) {
    for (word, &bits) in set.iter().enumerate() {
        let mut left = bits;
        while left != 0 {
            act(64 * word + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

#[inline]
fn is_single<const WORDS: usize>(set: &[u64; WORDS]) -> bool {
    let several = set.iter().fold(0, |several, &word| several | word & word.wrapping_sub(1));
    several == 0 && set.iter().filter(|&&word| word != 0).count() == 1
}

/// The points beside those of a set, and what is shifted off the board.
#[inline]
fn beside_set<const WORDS: usize>(set: &[u64; WORDS], stride: u32) -> [u64; WORDS] {
    let mut beside = [0; WORDS];
    for word in 0..WORDS {
        let before = if word > 0 { set[word - 1] } else { 0 };
        let behind = if word + 1 < WORDS { set[word + 1] } else { 0 };
        let forth = |step: u32| set[word] << step | before >> (64 - step);
        let back = |step: u32| set[word] >> step | behind << (64 - step);
        beside[word] = forth(1) | back(1) | forth(stride) | back(stride);
    }
    beside
}

impl<const SIDE: usize, const POINTS: usize, const WORDS: usize> Position
    for Go<SIDE, POINTS, WORDS>
{
    #[inline]
    fn action_count(&self) -> u32 {
        // To pass is always legal.
        if self.passes == 2 { 0 } else { self.counts.iter().sum::<u32>() + 1 }
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (mut word, mut rest) = (0, index);
        while word < WORDS && rest >= self.counts[word] {
            rest -= self.counts[word];
            word += 1;
        }
        if word == WORDS {
            self.ko = None;
            self.passes += 1;
        } else {
            self.place(64 * word + nth_bit(self.legal[word], rest) as usize);
            self.passes = 0;
        }
        self.to_act = 1 - self.to_act;
        self.find_legal();
    }

    fn outcome(&self) -> Option<Outcome> {
        let [black, white] = self.scores();
        (self.passes == 2).then(|| match black.cmp(&white) {
            std::cmp::Ordering::Less => Outcome::Won(Player(1)),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Won(Player(0)),
        })
    }

    fn scores(&self) -> [i64; 2] {
        let areas = [self.area(0), self.area(1)];
        [0, 1].map(|player| {
            let (mine, theirs) = (areas[player], areas[1 - player]);
            mine.iter()
                .zip(theirs)
                .map(|(mine, theirs)| i64::from((mine & !theirs).count_ones()))
                .sum()
        })
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let point = row as usize * Self::STRIDE + column as usize;
        match self.colours[Self::STRIDE + point] {
            // Of several layers the last is shown: the ban of a ko, behind the two stones.
            FREE if self.ko == Some(point) => 3,
            FREE => 0,
            player => i64::from(player) + 1,
        }
    }
}
