//! Patterns that turn, on all boards at once.
//!
//! Such a pattern is a graph: a node is a place of the pattern that is come to in one direction. What
//! follows itself round and round is solved again until no board changes.

use std::ops::Range;

use masume_board::{Bits, Direction, SetOps, Steps, VectorSet, Vectors};
use smallvec::SmallVec;

use super::code::SetReg;
use super::register_file::RegisterFile;

/// A pattern that turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
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

/// A step from a node that is known to one that is found out: their registers, where the cells of the
/// latter can be, and the direction.
#[derive(Clone, Copy)]
struct Flow {
    from: SetReg,
    to: SetReg,
    test: SetReg,
    way: Direction,
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
        let flows = |node: usize| {
            let (to, test) = (solved[node], walk.nodes[node].test);
            walk.nodes[node].next.iter().map(move |&(next, way)| {
                let from = usize::from(next);
                (from, Flow { from: solved[from], to, test, way: way.opposite() })
            })
        };
        let mut first = 0;
        while first + V::COUNT <= L {
            for (nodes, is_cycle) in &walk.groups {
                for node in nodes.clone() {
                    let begun = match walk.nodes[node].ends {
                        Some(ends) => {
                            let test = ops.load(self.set(walk.nodes[node].test), first);
                            ops.and(ops.load(self.set(ends), first), test)
                        }
                        None => ops.splat(Bits::EMPTY),
                    };
                    ops.store(begun, &mut self.sets[usize::from(solved[node].0)], first);
                    // What is behind the group is known.
                    for (_, flow) in flows(node).filter(|(from, _)| !nodes.contains(from)) {
                        self.flow(ops, steps, flow, first);
                    }
                }
                if *is_cycle {
                    let inside = nodes.clone().flat_map(flows);
                    let inside = inside.filter(|(from, _)| nodes.contains(from));
                    self.flow_round(ops, steps, inside.map(|(_, flow)| flow), first);
                }
            }
            first += V::COUNT;
        }
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
        let flows = |node: usize| {
            walk.nodes[node].next.iter().map(move |&(next, way)| {
                let next = usize::from(next);
                let test = walk.nodes[next].test;
                (next, Flow { from: reached[node], to: reached[next], test, way })
            })
        };
        for (&reached, &from) in reached.iter().zip(from) {
            self.sets[usize::from(reached.0)] = *self.set(from);
        }
        let mut first = 0;
        while first + V::COUNT <= L {
            for (nodes, is_cycle) in walk.groups.iter().rev() {
                if *is_cycle {
                    let inside = nodes.clone().rev().flat_map(flows);
                    let inside = inside.filter(|(to, _)| nodes.contains(to));
                    self.flow_round(ops, steps, inside.map(|(_, flow)| flow), first);
                }
                let outward = nodes.clone().flat_map(flows);
                for (_, flow) in outward.filter(|(to, _)| !nodes.contains(to)) {
                    self.flow(ops, steps, flow, first);
                }
            }
            first += V::COUNT;
        }
    }

    /// Adds the cells that a step comes to; gives those that are new.
    #[inline(always)]
    fn flow<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        flow: Flow,
        first: usize,
    ) -> VectorSet<V::Words, W> {
        let ahead = ops.step(steps, ops.load(self.set(flow.from), first), flow.way);
        let ahead = ops.and(ahead, ops.load(self.set(flow.test), first));
        let before = ops.load(self.set(flow.to), first);
        ops.store(ops.or(ahead, before), &mut self.sets[usize::from(flow.to.0)], first);
        ops.without(ahead, before)
    }

    /// Adds what steps that follow each other round come to, until there is nothing new.
    #[inline(always)]
    fn flow_round<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        flows: impl Iterator<Item = Flow>,
        first: usize,
    ) {
        let flows: SmallVec<[Flow; 32]> = flows.collect();
        let Some(&one) = flows.first() else { return };
        if flows.iter().all(|flow| (flow.from, flow.to) == (one.to, one.to)) {
            return self.flood(ops, steps, (one, &flows), first);
        }
        loop {
            let mut new = ops.splat(Bits::EMPTY);
            for &flow in &flows {
                new = ops.or(new, self.flow(ops, steps, flow, first));
            }
            if !ops.is_any(new) {
                break;
            }
        }
    }

    /// The same of steps from one node to itself, which stays in vector registers.
    #[inline(always)]
    fn flood<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        (Flow { to, test, .. }, flows): (Flow, &[Flow]),
        first: usize,
    ) {
        let test = ops.load(self.set(test), first);
        let mut cells = ops.load(self.set(to), first);
        loop {
            let before = cells;
            for flow in flows {
                let ahead = ops.and(ops.step(steps, cells, flow.way), test);
                cells = ops.or(cells, ahead);
            }
            if !ops.is_any(ops.without(cells, before)) {
                break;
            }
        }
        ops.store(cells, &mut self.sets[usize::from(to.0)], first);
    }
}
