//! Patterns that turn, on all boards at once.
//!
//! Such a pattern is a graph: a node is a place of the pattern that is come to in one direction. What
//! follows itself round and round is solved again until no board changes.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use std::ops::Range;

use masume_board::{Bits, Direction, SetOps, Steps, Vectors};

use super::code::SetReg;
use super::register_file::RegisterFile;

/// A pattern that turns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Walk {
    /// In an order in which what follows a node comes before it, but for cycles.
    pub(crate) nodes: Vec<Node>,
    /// Nodes that are solved together, and whether they follow each other round.
    pub(crate) groups: Vec<(Range<usize>, bool)>,
}

/// A place of the pattern, come to in one direction.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// The place in the pattern.
    pub(crate) place: u16,
    /// The cells that can be there.
    pub(crate) test: SetReg,
    /// Where a match may end here.
    pub(crate) ends: Option<SetReg>,
    /// The nodes that follow, and the direction of the step to each.
    pub(crate) next: Vec<(u16, Direction)>,
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// For each node the cells from which the rest of the walk matches.
    #[inline(always)]
    pub(crate) fn solve_walk<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        solved: &[SetReg],
        walk: &Walk,
    ) {
        for (nodes, is_cycle) in &walk.groups {
            if *is_cycle {
                for node in nodes.clone() {
                    self.sets[usize::from(solved[node].0)] = masume_board::Lanes::EMPTY;
                }
            }
            loop {
                let mut is_new = false;
                for node in nodes.clone() {
                    let of = (solved, node, *is_cycle);
                    is_new |= self.solve_node(ops, steps, of, &walk.nodes[node]);
                }
                if !is_cycle || !is_new {
                    break;
                }
            }
        }
    }

    /// One node; says whether anything is solved that was not.
    #[inline(always)]
    fn solve_node<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        (solved, nth, is_cycle): (&[SetReg], usize, bool),
        node: &Node,
    ) -> bool {
        let mut is_new = false;
        let mut first = 0;
        while first + V::COUNT <= L {
            let mut cells = match node.ends {
                Some(ends) => ops.load(self.set(ends), first),
                None => ops.splat(Bits::EMPTY),
            };
            for &(next, way) in &node.next {
                let ahead = ops.load(self.set(solved[usize::from(next)]), first);
                cells = ops.or(cells, ops.step(steps, ahead, way.opposite()));
            }
            cells = ops.and(cells, ops.load(self.set(node.test), first));
            is_new |= self.grows(ops, (solved[nth], is_cycle), cells, first);
            first += V::COUNT;
        }
        is_new
    }

    /// For each node the cells on walks that go on from those that lie in its register.
    #[inline(always)]
    pub(crate) fn reach_walk<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        (reached, from): (&[SetReg], &[SetReg]),
        walk: &Walk,
    ) {
        for (&reached, &from) in reached.iter().zip(from) {
            self.sets[usize::from(reached.0)] = *self.set(from);
        }
        for (nodes, is_cycle) in walk.groups.iter().rev() {
            loop {
                let mut is_new = false;
                for node in nodes.clone().rev() {
                    for &(next, way) in &walk.nodes[node].next {
                        let next = usize::from(next);
                        let test = walk.nodes[next].test;
                        let to = (reached[node], reached[next], test);
                        is_new |= self.reach_next(ops, steps, (to, *is_cycle), way);
                    }
                }
                if !is_cycle || !is_new {
                    break;
                }
            }
        }
    }

    /// A step from one node to another; says whether anything is reached that was not.
    #[inline(always)]
    fn reach_next<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        ((from, to, test), is_cycle): ((SetReg, SetReg, SetReg), bool),
        way: Direction,
    ) -> bool {
        let mut is_new = false;
        let mut first = 0;
        while first + V::COUNT <= L {
            let ahead = ops.step(steps, ops.load(self.set(from), first), way);
            let ahead = ops.and(ahead, ops.load(self.set(test), first));
            let cells = ops.or(ahead, ops.load(self.set(to), first));
            is_new |= self.grows(ops, (to, is_cycle), cells, first);
            first += V::COUNT;
        }
        is_new
    }

    /// Puts cells into a register; says whether they are others than there were, if that is asked.
    #[inline(always)]
    fn grows<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        (to, is_asked): (SetReg, bool),
        cells: masume_board::VectorSet<V::Words, W>,
        first: usize,
    ) -> bool {
        let to = &mut self.sets[usize::from(to.0)];
        if !is_asked {
            ops.store(cells, to, first);
            return false;
        }
        let before = to.0;
        ops.store(cells, to, first);
        let mut differ = 0;
        for word in 0..W {
            for lane in first..first + V::COUNT {
                differ |= before[word][lane] ^ to.0[word][lane];
            }
        }
        differ != 0
    }
}
