//! Parts of sets that fill vectors: the whole sets of several boards, or a strip of the words of one set.
//!
//! What is done cell by cell, and steps, are the same for both. Where one board has many words, whole sets
//! would be copied from instruction to instruction; strips are read, changed and written.

use crate::Direction;
use crate::bits::Bits;
use crate::lanes::Lanes;
use crate::steps::{Step, Steps};
use crate::vector_sets::{SetOps, VectorSet};
use crate::vectors::Vectors;

/// First words of the strips of so many words. The bound of every strip follows from that of the words, so that no
/// strip is checked against it again.
#[inline(always)]
pub fn strips<V: Vectors>(words: usize) -> impl Iterator<Item = usize> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let at = first;
        first += V::COUNT;
        (first <= words).then_some(at)
    })
}

/// The sets of the boards from this one on, as many as vectors have words.
#[derive(Clone, Copy, Debug)]
pub struct Group(pub usize);

impl Group {
    /// Of a set of each board.
    #[inline(always)]
    pub fn load<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        sets: &Lanes<W, L>,
    ) -> VectorSet<V::Words, W> {
        ops.load(sets, self.0)
    }

    /// Puts them.
    #[inline(always)]
    pub fn store<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        found: VectorSet<V::Words, W>,
        sets: &mut Lanes<W, L>,
    ) {
        ops.store(found, sets, self.0);
    }

    /// Of the same set on every board.
    #[inline(always)]
    pub fn same<V: Vectors, const W: usize>(
        self,
        ops: SetOps<V>,
        set: &Bits<W>,
    ) -> VectorSet<V::Words, W> {
        ops.splat(*set)
    }

    /// Of a mask of each board.
    #[inline(always)]
    pub fn masks<V: Vectors, const L: usize>(self, ops: SetOps<V>, masks: &[u64; L]) -> V::Words {
        ops.0.load(&masks[self.0..self.0 + V::COUNT])
    }
}

/// The words of one board's set from this one on, as many as vectors have: methods do what those of
/// [`Group`] do.
#[derive(Clone, Copy, Debug)]
pub struct Strip(pub usize);

#[expect(missing_docs, reason = "they are told once, for groups")]
impl Strip {
    #[inline(always)]
    pub fn load<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        sets: &Lanes<W, L>,
    ) -> VectorSet<V::Words, 1> {
        VectorSet([ops.0.load(&sets.0.as_flattened()[self.0..self.0 + V::COUNT])])
    }

    #[inline(always)]
    pub fn store<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        found: VectorSet<V::Words, 1>,
        sets: &mut Lanes<W, L>,
    ) {
        ops.0.store(found.0[0], &mut sets.0.as_flattened_mut()[self.0..self.0 + V::COUNT]);
    }

    #[inline(always)]
    pub fn same<V: Vectors, const W: usize>(
        self,
        ops: SetOps<V>,
        set: &Bits<W>,
    ) -> VectorSet<V::Words, 1> {
        VectorSet([ops.0.load(&set.0[self.0..self.0 + V::COUNT])])
    }

    #[inline(always)]
    pub fn masks<V: Vectors, const L: usize>(self, ops: SetOps<V>, masks: &[u64; L]) -> V::Words {
        ops.0.splat(masks[0])
    }
}

/// Source of the words of a set when every cell moves.
#[derive(Clone, Copy, Debug)]
pub struct Shift<'s, F, const W: usize> {
    /// The words whose bits move to higher ones, and by how much.
    low: usize,
    up: F,
    /// Those whose bits move to lower ones.
    high: usize,
    down: F,
    arrivals: &'s Bits<W>,
}

impl<F: Copy, const W: usize> Shift<'_, F, W> {
    /// The words from this one on of the cells one step further; what leaves the board is gone.
    #[inline(always)]
    pub fn step<V: Vectors<Words = F>>(
        &self,
        ops: SetOps<V>,
        words: &[u64],
        at: usize,
    ) -> VectorSet<F, 1> {
        VectorSet([ops.0.and(self.moved(ops.0, words, at), ops.0.load(&self.arrivals.0[at..]))])
    }

    /// The words from this one on after every cell moved; what left the board or went round an edge is
    /// still in them.
    #[inline(always)]
    pub fn moved<V: Vectors<Words = F>>(&self, vectors: V, words: &[u64], at: usize) -> F {
        let low = vectors.up(vectors.load(&words[self.low + at..]), self.up);
        vectors.or(low, vectors.down(vectors.load(&words[self.high + at..]), self.down))
    }
}

impl<const W: usize> Steps<W> {
    /// One step in this direction, of a set of many words.
    #[inline(always)]
    pub fn strip_shift<V: Vectors>(
        &self,
        ops: SetOps<V>,
        direction: Direction,
    ) -> Shift<'_, V::Words, W> {
        self.steps[direction as usize][0].strip_shift(ops.0)
    }
}

impl<const W: usize> Step<W> {
    #[inline(always)]
    fn strip_shift<V: Vectors>(&self, vectors: V) -> Shift<'_, V::Words, W> {
        let bits = vectors.splat(self.bits.into());
        let rest = vectors.splat(u64::from(64 - self.bits));
        let (low, up, high, down) = if self.rises {
            (W - self.words, bits, W - self.words - 1, rest)
        } else {
            (W + self.words + 1, rest, W + self.words, bits)
        };
        Shift { low, up, high, down, arrivals: &self.arrivals }
    }
}

/// Puts into each strip of a padded set a value of it and of what steps lead there from the set itself. A closure would
/// not always be inlined, and what is not inlined is built without the instructions of the machine.
macro_rules! step_within {
    ($set:expr, $vectors:expr, ($step:expr, $used:expr), |$at:pat_param, $strip:pat_param, $moved:ident| $of:expr) => {
        let step: &Step<W> = $step;
        let (count, shift) = ($used / V::COUNT, step.strip_shift($vectors));
        let words = $set.0.as_flattened_mut();
        for nth in 0..count {
            // What a strip is made of lies behind what was written already.
            let at = V::COUNT * if step.rises { count - 1 - nth } else { nth };
            let $moved = shift.moved($vectors, words, at);
            let ($at, $strip) = (at, $vectors.load(&words[W + at..]));
            $vectors.store($of, &mut words[W + at..]);
        }
    };
}

/// A set of many words with nothing before and behind it, so that whole strips are loaded from where a step
/// leads. It has a whole number of strips.
#[derive(Clone, Debug)]
pub struct Padded<const W: usize>([[u64; W]; 3]);

impl<const W: usize> Padded<W> {
    /// No cell.
    pub const EMPTY: Self = Self([[0; W]; 3]);

    /// Takes a set, of which so many words are in use: no other is ever written.
    #[inline(always)]
    pub fn put(&mut self, set: &[u64], used: usize) {
        self.0[1][..used].copy_from_slice(&set[..used]);
    }

    /// The words of the set.
    #[inline(always)]
    pub fn words(&self) -> &[u64; W] {
        &self.0[1]
    }

    /// The words of the set, and of nothing before and behind it: what [`Shift::step`] steps from.
    #[inline(always)]
    pub fn all(&self) -> &[u64] {
        self.0.as_flattened()
    }

    /// Becomes what [`Steps::fill`] makes of two sets; what lies in `ways` is written over.
    #[inline(always)]
    pub fn fill<V: Vectors>(
        &mut self,
        ways: &mut Self,
        SetOps(vectors): SetOps<V>,
        steps: &Steps<W>,
        (set, through): (&[u64], &[u64]),
        direction: Direction,
    ) {
        let used = steps.used_words().min(W);
        let steps = &steps.steps[direction as usize];
        for at in strips::<V>(used) {
            let arrivals = vectors.load(&steps[0].arrivals.0[at..]);
            let open = vectors.and(vectors.load(&through[at..]), arrivals);
            vectors.store(open, &mut ways.0[1][at..]);
        }
        self.put(set, used);
        step_within!(self, vectors, (&steps[0], used), |at, _, moved| {
            vectors.and(moved, vectors.load(&ways.0[1][at..]))
        });
        for (nth, step) in steps.iter().enumerate() {
            step_within!(self, vectors, (step, used), |at, filled, moved| {
                vectors.or(filled, vectors.and(moved, vectors.load(&ways.0[1][at..])))
            });
            if nth + 1 < steps.len() {
                step_within!(ways, vectors, (step, used), |_, strip, moved| {
                    vectors.and(strip, moved)
                });
            }
        }
    }

    /// Becomes what [`Steps::runs`] makes of a set, for a count of at least 1; what lies in `shorter` is written over.
    #[inline(always)]
    pub fn runs<V: Vectors>(
        &mut self,
        shorter: &mut Self,
        SetOps(vectors): SetOps<V>,
        steps: &Steps<W>,
        (set, count): (&[u64], u32),
        direction: Direction,
    ) {
        let used = steps.used_words().min(W);
        let steps = &steps.steps[direction.opposite() as usize];
        self.put(set, used);
        let mut length = 1;
        while length < count {
            let missing = (count - length).min(length);
            if missing >> steps.len() != 0 {
                self.0[1][..used].fill(0);
                return;
            }
            shorter.put(&self.0[1], used);
            for (_, step) in steps.iter().enumerate().filter(|(k, _)| missing >> k & 1 == 1) {
                step_within!(self, vectors, (step, used), |at, _, moved| {
                    vectors.and(moved, vectors.load(&step.arrivals.0[at..]))
                });
            }
            for at in strips::<V>(used) {
                let further = vectors.load(&self.0[1][at..]);
                let both = vectors.and(vectors.load(&shorter.0[1][at..]), further);
                vectors.store(both, &mut self.0[1][at..]);
            }
            length += missing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::{Portable, Scalar, Twice};
    use crate::{Cell, Grid};

    /// Strips of every width do what is done to whole sets.
    fn check<V: Vectors>(ops: SetOps<V>) {
        for (width, height) in [(8, 8), (40, 30), (130, 11), (1, 9), (700, 2), (64, 24)] {
            let grid = Grid::new(width, height).unwrap();
            let steps = Steps::<32>::new(&grid);
            let [mut set, mut through] = [Lanes::<32, 1>::EMPTY; 2];
            for cell in 0..width * height {
                if cell * cell % 11 < 3 {
                    set.insert_where(0, Cell(cell), u64::MAX);
                }
                if cell * cell % 13 > 2 {
                    through.insert_where(0, Cell(cell), u64::MAX);
                }
            }
            for direction in Direction::ALL {
                let (mut padded, mut spare) = (Padded::EMPTY, Padded::EMPTY);
                padded.put(set.0.as_flattened(), steps.used_words());
                let mut stepped = Lanes::<32, 1>::EMPTY;
                for at in (0..32).step_by(V::COUNT) {
                    let shift = steps.strip_shift(ops, direction);
                    let found = shift.step(ops, padded.all(), at);
                    Strip(at).store(ops, found, &mut stepped);
                }
                assert_eq!(stepped.lane(0), steps.step(set.lane(0), direction));
                let pair = (set.0.as_flattened(), through.0.as_flattened());
                padded.fill(&mut spare, ops, &steps, pair, direction);
                let expected = steps.fill(set.lane(0), through.lane(0), direction);
                assert_eq!(*padded.words(), expected.0, "{width} x {height} {direction:?}");
                for count in [1, 2, 5, 7, 40] {
                    padded.runs(
                        &mut spare,
                        ops,
                        &steps,
                        (through.0.as_flattened(), count),
                        direction,
                    );
                    let expected = steps.runs(through.lane(0), count, direction);
                    assert_eq!(*padded.words(), expected.0);
                }
            }
        }
    }

    #[test]
    fn strips_step_fill_and_run_as_sets_do() {
        check(SetOps(Scalar));
        check(SetOps(Portable));
        check(SetOps(Twice(Portable)));
    }
}
