//! Pairs of the first and the last cell of a pattern that goes along rays: counted step by step on
//! all boards at once, and looked up on the board that has chosen.
//!
//! In one direction no cell is at the same distance from two others, so that the cells come to after
//! so many steps are as many as the pairs that are so far apart.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Bits, Cell, Direction, Lanes, SetOps, Steps, Vectors};
use smallvec::SmallVec;

use super::code::{MaskReg, SetReg};
use super::register_file::RegisterFile;
use super::shape::Shape;
use crate::program::directions;

/// The most places behind the first.
pub(crate) const MOST_PLACES: usize = 6;

/// A pattern along rays from single cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rays {
    /// The first cells.
    pub(crate) starts: SetReg,
    /// What comes behind the first cell; no more than [`MOST_PLACES`].
    pub(crate) places: Vec<RayPlace>,
    /// Where a match may end.
    pub(crate) ends: SetReg,
    pub(crate) dirs: u8,
}

/// A place of a pattern behind its first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RayPlace {
    pub(crate) test: SetReg,
    /// Whether it follows the first cell.
    pub(crate) is_second: bool,
    /// The places that it follows, as bits.
    pub(crate) follows: u8,
    /// Whether a match ends here.
    pub(crate) is_end: bool,
}

impl Rays {
    /// Every register, always in the same order.
    pub(crate) fn sets(&self) -> Vec<SetReg> {
        let places = self.places.iter().map(|place| place.test);
        [self.starts, self.ends].into_iter().chain(places).collect()
    }

    /// As [`Self::sets`].
    pub(crate) fn sets_mut(&mut self) -> impl Iterator<Item = &mut SetReg> {
        let places = self.places.iter_mut().map(|place| &mut place.test);
        [&mut self.starts, &mut self.ends].into_iter().chain(places)
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// How many pairs each board has.
    #[inline(always)]
    pub(crate) fn count_rays<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: MaskReg,
        rays: &Rays,
    ) {
        let mut counts = [0; L];
        let mut first = 0;
        while first + V::COUNT <= L {
            // Few places stay in registers.
            match rays.places.len() {
                1 => self.count_vector::<V, 1>(ops, steps, rays, (first, &mut counts)),
                2 => self.count_vector::<V, 2>(ops, steps, rays, (first, &mut counts)),
                3 => self.count_vector::<V, 3>(ops, steps, rays, (first, &mut counts)),
                _more => {
                    self.count_vector::<V, MOST_PLACES>(ops, steps, rays, (first, &mut counts));
                }
            }
            first += V::COUNT;
        }
        *self.masks[usize::from(to.0)] = counts;
    }

    #[inline(always)]
    fn count_vector<V: Vectors, const P: usize>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        rays: &Rays,
        (first, counts): (usize, &mut [u64; L]),
    ) {
        let nothing = ops.splat(Bits::EMPTY);
        let starts = ops.load(self.set(rays.starts), first);
        let ends = ops.load(self.set(rays.ends), first);
        let count = rays.places.len().min(P);
        let mut tests = [nothing; P];
        for nth in 0..count {
            tests[nth] = ops.load(self.set(rays.places[nth].test), first);
        }
        let mut found = Lanes::<W, L>::EMPTY;
        for direction in directions(rays.dirs) {
            let (mut begun, mut here) = (starts, [nothing; P]);
            loop {
                let (mut next, mut all, mut come) = ([nothing; P], nothing, nothing);
                for nth in 0..count {
                    let place = &rays.places[nth];
                    let mut before = if place.is_second { begun } else { nothing };
                    for other in 0..count {
                        if place.follows >> other & 1 == 1 {
                            before = ops.or(before, here[other]);
                        }
                    }
                    next[nth] = ops.and(ops.step(steps, before, direction), tests[nth]);
                    all = ops.or(all, next[nth]);
                    if place.is_end {
                        come = ops.or(come, next[nth]);
                    }
                }
                ops.store(ops.and(come, ends), &mut found, first);
                for word in 0..W {
                    for lane in first..first + V::COUNT {
                        counts[lane] += u64::from(found.0[word][lane].count_ones());
                    }
                }
                if !ops.is_any(all) {
                    break;
                }
                (begun, here) = (nothing, next);
            }
        }
    }

    /// Follows the pattern from cells of one board in each direction, and shows where it ends after
    /// each step.
    #[inline(always)]
    fn follow_rays<const P: usize>(
        &self,
        steps: &Steps<W>,
        rays: &Rays,
        (lane, from): (usize, Bits<W>),
        mut come: impl FnMut(Direction, Bits<W>),
    ) {
        let ends = self.set(rays.ends).lane(lane);
        let count = rays.places.len().min(P);
        let mut tests = [Bits::EMPTY; P];
        for nth in 0..count {
            tests[nth] = self.set(rays.places[nth].test).lane(lane);
        }
        for direction in directions(rays.dirs) {
            let (mut begun, mut here) = (from, [Bits::EMPTY; P]);
            loop {
                let (mut next, mut all) = ([Bits::EMPTY; P], Bits::EMPTY);
                let mut ended = Bits::EMPTY;
                for nth in 0..count {
                    let place = &rays.places[nth];
                    let mut before = if place.is_second { begun } else { Bits::EMPTY };
                    for other in 0..count {
                        if place.follows >> other & 1 == 1 {
                            before = before.or(here[other]);
                        }
                    }
                    next[nth] = steps.step(before, direction).and(tests[nth]);
                    all = all.or(next[nth]);
                    if place.is_end {
                        ended = ended.or(next[nth]);
                    }
                }
                if all.is_empty() {
                    break;
                }
                come(direction, ended.and(ends));
                (begun, here) = (Bits::EMPTY, next);
            }
        }
    }

    /// The same for each number of places.
    #[inline(always)]
    fn follow(
        &self,
        steps: &Steps<W>,
        rays: &Rays,
        from: (usize, Bits<W>),
        come: impl FnMut(Direction, Bits<W>),
    ) {
        match rays.places.len() {
            1 => self.follow_rays::<1>(steps, rays, from, come),
            _more => self.follow_rays::<MOST_PLACES>(steps, rays, from, come),
        }
    }

    /// The last cells of all pairs that begin at a cell of one board.
    #[inline(always)]
    pub(crate) fn ray_ends(
        &self,
        steps: &Steps<W>,
        rays: &Rays,
        lane: usize,
        start: Cell,
    ) -> Bits<W> {
        let mut ends = Bits::EMPTY;
        self.follow(steps, rays, (lane, Bits::of(start)), |_, come| ends = ends.or(come));
        ends
    }

    /// The pair before which there are so many others, by first cell, then by last.
    #[inline(always)]
    pub(crate) fn nth_ray(
        &self,
        shape: &Shape<W>,
        rays: &Rays,
        lane: usize,
        index: u32,
    ) -> (Cell, Cell) {
        let starts = self.set(rays.starts).lane(lane);
        // Step 1. Where all pairs end, by how much the numbers of their cells differ.
        let mut apart: SmallVec<[(u32, Bits<W>); 32]> = SmallVec::new();
        let (mut along, mut far) = (None, 0u32);
        self.follow(&shape.steps, rays, (lane, starts), |direction, ends| {
            if along.replace(direction) != Some(direction) {
                far = 0;
            }
            far = far.wrapping_add(shape.offsets[direction as usize] as u32);
            if !ends.is_empty() {
                apart.push((far, ends));
            }
        });
        // Step 2. The last cell that begins a pair before which there are no more.
        let before = |start: Cell| -> u32 {
            let ends_before = |(far, ends): &(u32, Bits<W>)| {
                let end = start.0 as i32 + *far as i32;
                ends.count_before(end.max(0) as u32)
            };
            apart.iter().map(ends_before).sum()
        };
        let starts: SmallVec<[Cell; 32]> = starts.iter().collect();
        let nth = starts.partition_point(|start| before(*start) <= index).saturating_sub(1);
        let Some(&start) = starts.get(nth) else { return (Cell(0), Cell(0)) };
        // Step 3. Its pair.
        let mut ends = Bits::<W>::EMPTY;
        for (far, all) in &apart {
            let end = Cell(start.0.wrapping_add(*far));
            if all.contains(end) {
                ends.insert(end);
            }
        }
        let end = ends.nth((index - before(start)) as usize);
        (start, end.unwrap_or(Cell(0)))
    }
}
