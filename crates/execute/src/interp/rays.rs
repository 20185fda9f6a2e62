//! Pairs of the first and the last cell of a pattern that goes along rays: counted, and the chosen one
//! found, step by step on all boards at once.
//!
//! In one direction no cell is at the same distance from two others, so that the cells come to after
//! so many steps are as many as the pairs that are so far apart.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Bits, Cell, Direction, Lanes, SetOps, Steps, VectorSet, Vectors};
use masume_program::directions;
use masume_program::interp::code::{MaskReg, SetReg};
use masume_program::interp::rays::{MOST_PLACES, Rays};
use smallvec::SmallVec;

use super::choose::{NOTHING, count_cells, nth_cells};
use super::register_file::RegisterFile;
use super::shape::Shape;

/// As many first cells are looked at one after another; of more the pairs are sorted by distance.
const MOST_STARTS: u64 = 16;

/// Visitor of the cells at which a pattern ends on the boards of a vector. A trait: a closure that
/// is not inlined is not built for the machine.
trait Visitor<V: Vectors, const W: usize> {
    /// The pattern ends at these cells, so many steps in a direction from where it begins.
    fn visit(
        &mut self,
        ops: SetOps<V>,
        at: (Direction, i32),
        first: usize,
        come: VectorSet<V::Words, W>,
    );
}

/// Number of pairs on each board.
struct PairCount<const L: usize>([u64; L]);

impl<V: Vectors, const W: usize, const L: usize> Visitor<V, W> for PairCount<L> {
    #[inline(always)]
    fn visit(
        &mut self,
        ops: SetOps<V>,
        _at: (Direction, i32),
        first: usize,
        come: VectorSet<V::Words, W>,
    ) {
        let mut found = Lanes::<W, L>::EMPTY;
        ops.store(come, &mut found, first);
        for word in 0..W {
            for lane in first..first + V::COUNT {
                self.0[lane] += u64::from(found.0[word][lane].count_ones());
            }
        }
    }
}

/// Differences of the numbers of the cells of pairs, in order, and where in a list those pairs are.
type Distances = SmallVec<[(i32, usize); 64]>;

/// Pairs sorted by how much the numbers of their cells differ.
struct ByDistance<'d, const W: usize, const L: usize> {
    offsets: &'d [u64; 8],
    /// The last cells of those that differ by as much.
    apart: &'d mut Vec<Lanes<W, L>>,
    known: Distances,
}

impl<const W: usize, const L: usize> ByDistance<'_, W, L> {
    /// Index of those pairs.
    fn place_of(&mut self, by: i32) -> usize {
        match self.known.binary_search_by_key(&by, |(by, _)| *by) {
            Ok(at) => self.known[at].1,
            Err(at) => {
                let nth = self.known.len();
                self.known.insert(at, (by, nth));
                match self.apart.get_mut(nth) {
                    Some(cells) => *cells = Lanes::EMPTY,
                    None => self.apart.push(Lanes::EMPTY),
                }
                nth
            }
        }
    }
}

impl<V: Vectors, const W: usize, const L: usize> Visitor<V, W> for ByDistance<'_, W, L> {
    #[inline(always)]
    fn visit(
        &mut self,
        ops: SetOps<V>,
        (direction, far): (Direction, i32),
        first: usize,
        come: VectorSet<V::Words, W>,
    ) {
        if ops.is_any(come) {
            // Steps of another direction may go as far: across a row, or down and back.
            let nth = self.place_of(self.offsets[direction as usize] as i32 * far);
            let all = ops.or(ops.load(&self.apart[nth], first), come);
            ops.store(all, &mut self.apart[nth], first);
        }
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Number of pairs that each board has.
    #[inline(always)]
    pub(crate) fn count_rays<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: MaskReg,
        rays: &Rays,
    ) {
        let mut count = PairCount([0; L]);
        let mut first = 0;
        while first + V::COUNT <= L {
            let starts = ops.load(self.set(rays.starts), first);
            match rays.through() {
                // A cell is come to in one direction from the nearest first cell only.
                Some(through)
                    if !ops.is_any(ops.and(starts, ops.load(self.set(through), first))) =>
                {
                    for direction in directions(rays.dirs) {
                        let ray = (starts, through);
                        let come = self.filled_ray(ops, steps, rays, ray, direction, first);
                        count.visit(ops, (direction, 0), first, come);
                    }
                }
                Some(_) | None => self.each_step(ops, steps, rays, first, &mut count),
            }
            first += V::COUNT;
        }
        *self.masks[usize::from(to.0)] = count.0;
    }

    /// The last cells of all pairs in one direction that begin at some cells, where nothing but cells
    /// of one set follows.
    #[inline(always)]
    fn filled_ray<V: Vectors>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        rays: &Rays,
        (starts, through): (VectorSet<V::Words, W>, SetReg),
        direction: Direction,
        first: usize,
    ) -> VectorSet<V::Words, W> {
        let through = ops.load(self.set(through), first);
        ops.and(ops.fill(steps, starts, through, direction), ops.load(self.set(rays.ends), first))
    }

    /// Follows the pattern on the boards of a vector, and shows where it ends.
    #[inline(always)]
    fn each_step<V: Vectors>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        rays: &Rays,
        first: usize,
        visitor: &mut impl Visitor<V, W>,
    ) {
        // Few places stay in registers.
        match rays.places.len() {
            1 => self.each_step_of::<V, 1>(ops, steps, rays, first, visitor),
            2 => self.each_step_of::<V, 2>(ops, steps, rays, first, visitor),
            3 => self.each_step_of::<V, 3>(ops, steps, rays, first, visitor),
            _more => self.each_step_of::<V, MOST_PLACES>(ops, steps, rays, first, visitor),
        }
    }

    #[inline(always)]
    fn each_step_of<V: Vectors, const P: usize>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        rays: &Rays,
        first: usize,
        visitor: &mut impl Visitor<V, W>,
    ) {
        let nothing = ops.splat(Bits::EMPTY);
        let starts = ops.load(self.set(rays.starts), first);
        let ends = ops.load(self.set(rays.ends), first);
        if !ops.is_any(starts) {
            return;
        }
        let count = rays.places.len().min(P);
        let mut tests = [nothing; P];
        for nth in 0..count {
            tests[nth] = ops.load(self.set(rays.places[nth].test), first);
        }
        for direction in directions(rays.dirs) {
            let (mut begun, mut here, mut far) = (starts, [nothing; P], 1);
            loop {
                let (mut next, mut all, mut ended) = ([nothing; P], nothing, nothing);
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
                        ended = ops.or(ended, next[nth]);
                    }
                }
                if !ops.is_any(all) {
                    break;
                }
                visitor.visit(ops, (direction, far), first, ops.and(ended, ends));
                (begun, here, far) = (nothing, next, far + 1);
            }
        }
    }

    /// Cells that pairs go through, if no board has so many first cells that it takes too long to go through them one by one.
    #[inline(always)]
    pub(super) fn few_starts(&self, rays: &Rays) -> Option<SetReg> {
        let mut starts = [0; L];
        count_cells(0..L, &mut starts, self.set(rays.starts));
        let most = starts.iter().fold(0, |most: u64, starts| most.max(*starts));
        rays.through().filter(|_| most <= MOST_STARTS)
    }

    /// Goes through the first cells in their order, on all boards at once.
    #[inline(always)]
    pub(super) fn nth_by_start<V: Vectors>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        (rays, through): (&Rays, SetReg),
        indices: &[u64; L],
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        let (mut begin, mut ends) = (Lanes::EMPTY, Lanes::EMPTY);
        let (mut left, mut open) = (*self.set(rays.starts), *indices);
        let mut chosen = [NOTHING; L];
        loop {
            let from = left.first_only();
            let mut come = Lanes::EMPTY;
            let mut first = 0;
            while first + V::COUNT <= L {
                let start = ops.load(&from, first);
                let mut all = ops.splat(Bits::EMPTY);
                for direction in directions(rays.dirs) {
                    let ray = (start, through);
                    all = ops.or(all, self.filled_ray(ops, steps, rays, ray, direction, first));
                }
                ops.store(all, &mut come, first);
                first += V::COUNT;
            }
            let (mut held, mut here) = ([0; L], [0; L]);
            count_cells(0..L, &mut held, &come);
            let mut is_open = 0;
            for lane in 0..L {
                let is_here = open[lane] < held[lane];
                here[lane] = if is_here { u64::MAX } else { 0 };
                chosen[lane] = if is_here { open[lane] } else { chosen[lane] };
                let is_done = is_here | (open[lane] == NOTHING);
                open[lane] = if is_done { NOTHING } else { open[lane].wrapping_sub(held[lane]) };
                is_open |= !open[lane];
            }
            begin = begin.or(&from.only(&here));
            ends = ends.or(&come.only(&here));
            left = left.without(&from);
            if is_open == 0 || left.has_any() == [0; L] {
                return (begin, nth_cells(ops, &ends, &chosen));
            }
        }
    }

    /// Sorts pairs by how much the numbers of their cells differ; gives by how much they do, in order, and where the first
    /// cells of those pairs are.
    #[inline(always)]
    pub(super) fn sort_by_distance<V: Vectors>(
        &self,
        ops: SetOps<V>,
        shape: &Shape<W>,
        rays: &Rays,
        apart: &mut Vec<Lanes<W, L>>,
    ) -> Distances {
        let mut sorted = ByDistance { offsets: &shape.offsets, apart, known: SmallVec::new() };
        let mut first = 0;
        while first + V::COUNT <= L {
            self.each_step(ops, &shape.steps, rays, first, &mut sorted);
            first += V::COUNT;
        }
        let ByDistance { apart, known, .. } = sorted;
        for &(by, nth) in &known {
            apart[nth] = apart[nth].moved(-by);
        }
        known
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
}
