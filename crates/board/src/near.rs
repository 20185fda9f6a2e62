//! Steps by less than a word, on several boards at a time: what is held ready for steps that are done again and again.

use crate::Direction;
use crate::bits::Bits;
use crate::steps::Steps;
use crate::vector_sets::{SetOps, VectorSet};
use crate::vectors::Vectors;

/// Sets of more words do not stay in vector registers anyway.
const MOST_WORDS: usize = 16;

/// Steps to lower numbers of cells, and as many to higher ones.
pub(crate) struct Ways<const N: usize> {
    falls: [Direction; N],
    rises: [Direction; N],
}

/// Those along rows and columns.
pub(crate) const ORTHOGONAL: Ways<2> =
    Ways { falls: [Direction::Up, Direction::Left], rises: [Direction::Right, Direction::Down] };

/// All of them.
pub(crate) const ALL: Ways<4> = Ways {
    falls: [Direction::UpLeft, Direction::Up, Direction::UpRight, Direction::Left],
    rises: [Direction::Right, Direction::DownLeft, Direction::Down, Direction::DownRight],
};

impl<const N: usize> Ways<N> {
    /// True if it is these directions.
    #[inline(always)]
    pub(crate) fn are(&self, dirs: u8) -> bool {
        let mut all = 0;
        for way in 0..N {
            all |= 1 << self.falls[way] as u8 | 1 << self.rises[way] as u8;
        }
        all == dirs
    }
}

/// Bits of less than a word by which cells move, and the bits that are left of a word.
#[derive(Clone, Copy)]
pub(crate) struct By<F> {
    pub(crate) bits: F,
    pub(crate) rest: F,
}

impl<F> By<F> {
    /// The same on every board.
    #[inline(always)]
    pub(crate) fn new<V: Vectors<Words = F>>(ops: SetOps<V>, bits: u32) -> Self {
        Self { bits: ops.0.splat(bits.into()), rest: ops.0.splat(u64::from(64 - bits)) }
    }
}

/// A step by less than a word, and where it may lead to.
#[derive(Clone, Copy)]
pub(crate) struct Near<F, const W: usize> {
    pub(crate) by: By<F>,
    pub(crate) arrivals: Bits<W>,
}

/// Steps to lower numbers, and to higher ones.
pub(crate) struct Nearby<F, const W: usize, const N: usize> {
    pub(crate) falls: [Near<F, W>; N],
    pub(crate) rises: [Near<F, W>; N],
}

impl<F, const W: usize, const N: usize> Nearby<F, W, N> {
    /// Two steps of different senses.
    #[inline(always)]
    pub(crate) fn pair(&self, way: usize) -> [&Near<F, W>; 2] {
        [&self.falls[way], &self.rises[way]]
    }
}

impl<V: Vectors> SetOps<V> {
    /// The steps, where all are by less than a word, and by some bits.
    #[inline(always)]
    pub(crate) fn nearby<const W: usize, const N: usize>(
        self,
        steps: &Steps<W>,
        ways: &Ways<N>,
    ) -> Option<Nearby<V::Words, W, N>> {
        if const { W > MOST_WORDS } {
            return None;
        }
        let mut falls = [self.near(steps, ways.falls[0], false)?; N];
        let mut rises = [self.near(steps, ways.rises[0], true)?; N];
        for way in 1..N {
            falls[way] = self.near(steps, ways.falls[way], false)?;
            rises[way] = self.near(steps, ways.rises[way], true)?;
        }
        Some(Nearby { falls, rises })
    }

    #[inline(always)]
    fn near<const W: usize>(
        self,
        steps: &Steps<W>,
        direction: Direction,
        rises: bool,
    ) -> Option<Near<V::Words, W>> {
        let step = &steps.steps[direction as usize][0];
        if step.words > 0 || step.bits == 0 || step.rises != rises {
            return None;
        }
        // That counts are less than a word is said: a shift by more would be another instruction.
        let by = By {
            bits: self.0.splat((step.bits & 63).into()),
            rest: self.0.splat((u64::from(64 - step.bits)) & 63),
        };
        Some(Near { by, arrivals: step.arrivals })
    }

    /// A word of a set that was stepped to lower numbers; what left the board or went round an edge is still in it.
    #[inline(always)]
    pub(crate) fn fallen<const W: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        by: By<V::Words>,
        nth: usize,
    ) -> V::Words {
        if nth + 1 == W {
            return self.0.down(set.0[nth], by.bits);
        }
        self.0.down_from(set.0[nth], set.0[nth + 1], by.bits, by.rest)
    }

    /// The same to higher numbers.
    #[inline(always)]
    pub(crate) fn risen<const W: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        by: By<V::Words>,
        nth: usize,
    ) -> V::Words {
        if nth == 0 {
            return self.0.up(set.0[nth], by.bits);
        }
        self.0.up_from(set.0[nth], set.0[nth - 1], by.bits, by.rest)
    }

    /// A word of the set after a step to lower numbers, and after one to higher ones.
    #[inline(always)]
    pub(crate) fn stepped<const W: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        [falls, rises]: [&Near<V::Words, W>; 2],
        nth: usize,
    ) -> (V::Words, V::Words) {
        let fallen = self.fallen(set, falls.by, nth);
        let risen = self.risen(set, rises.by, nth);
        (
            self.0.and(fallen, self.0.splat(falls.arrivals.0[nth])),
            self.0.and(risen, self.0.splat(rises.arrivals.0[nth])),
        )
    }

    /// The cells beside those of a set in these directions.
    #[inline(always)]
    pub fn beside<const W: usize>(
        self,
        steps: &Steps<W>,
        set: VectorSet<V::Words, W>,
        dirs: u8,
    ) -> VectorSet<V::Words, W> {
        if ORTHOGONAL.are(dirs)
            && let Some(nearby) = self.nearby(steps, &ORTHOGONAL)
        {
            return self.beside_nearby(&set, &nearby);
        }
        if ALL.are(dirs)
            && let Some(nearby) = self.nearby(steps, &ALL)
        {
            return self.beside_nearby(&set, &nearby);
        }
        let mut all = self.splat(Bits::EMPTY);
        for direction in Direction::ALL {
            if dirs >> direction as u8 & 1 == 1 {
                all = self.or(all, self.step(steps, set, direction));
            }
        }
        all
    }

    #[inline(always)]
    fn beside_nearby<const W: usize, const N: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        nearby: &Nearby<V::Words, W, N>,
    ) -> VectorSet<V::Words, W> {
        let mut all = self.splat(Bits::EMPTY);
        // Way by way, for what all ways lead to a word takes more registers.
        for way in 0..N {
            for nth in 0..W {
                let (below, above) = self.stepped(set, nearby.pair(way), nth);
                all.0[nth] = self.0.or(all.0[nth], self.0.or(below, above));
            }
        }
        all
    }
}
