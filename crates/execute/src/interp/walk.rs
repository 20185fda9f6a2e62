//! Patterns that turn, on all boards at once.
//!
//! Such a pattern is a graph: a node is a place of the pattern that is come to in one direction. What
//! follows itself round and round is solved again until no board changes.

use std::ops::Range;

use masume_board::{Bits, Direction, SetOps, Steps, VectorSet, Vectors};
use masume_program::interp::code::SetReg;
use masume_program::interp::operand::Sense;
use masume_program::interp::walk::Walk;

use super::register_file::RegisterFile;

/// Steps from a node that is known to one that is found out: their registers, where the cells of the
/// latter can be, and the directions.
#[derive(Clone, Copy)]
struct Flow {
    from: SetReg,
    to: SetReg,
    test: SetReg,
    dirs: u8,
}

/// A walk that is gone through from its end, or from its beginning.
#[derive(Clone, Copy)]
struct Going<'w> {
    walk: &'w Walk,
    /// Indexed by node: what is known of it.
    cells: &'w [SetReg],
    sense: Sense,
}

impl Going<'_> {
    /// Flow along steps between two nodes: all that they add to one of them.
    #[inline(always)]
    fn flow(self, node: usize, next: usize, dirs: u8) -> Flow {
        let (from, to, dirs) = match self.sense {
            Sense::Along => (node, next, dirs),
            Sense::Against => (next, node, Direction::opposites(dirs)),
        };
        let test = self.walk.nodes[to].test;
        Flow { from: self.cells[from], to: self.cells[to], test, dirs }
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// For each node the cells from which the rest of the walk matches; or, from cells where it begins, those that it comes
    /// to. One function: each step of it is much code.
    #[inline(always)]
    pub(crate) fn go_through<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        walk: &Walk,
        (cells, from): (&[SetReg], Option<&[SetReg]>),
    ) {
        let sense = if from.is_some() { Sense::Along } else { Sense::Against };
        for (&reached, &from) in cells.iter().zip(from.unwrap_or_default()) {
            self.sets[usize::from(reached.0)] = *self.set(from);
        }
        let going = Going { walk, cells, sense };
        let mut first = 0;
        while first + V::COUNT <= L {
            for nth in 0..walk.groups.len() {
                let (nodes, is_cycle) = match sense {
                    Sense::Against => &walk.groups[nth],
                    Sense::Along => &walk.groups[walk.groups.len() - 1 - nth],
                };
                if sense == Sense::Against {
                    self.begin(ops, going, nodes, first);
                }
                // What is behind the group is known, or asked for.
                for within in [sense == Sense::Along, sense == Sense::Against] {
                    if !within || *is_cycle {
                        self.flow_round(ops, steps, going, (nodes, within), first);
                    }
                }
            }
            first += V::COUNT;
        }
    }

    /// Puts where the walk may end at the nodes of a group.
    #[inline(always)]
    fn begin<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        going: Going<'_>,
        nodes: &Range<usize>,
        first: usize,
    ) {
        for node in nodes.start..nodes.end {
            let of_node = &going.walk.nodes[node];
            let begun = match of_node.ends {
                Some(ends) => {
                    let test = ops.load(self.set(of_node.test), first);
                    ops.and(ops.load(self.set(ends), first), test)
                }
                None => ops.splat(Bits::EMPTY),
            };
            ops.store(begun, &mut self.sets[usize::from(going.cells[node].0)], first);
        }
    }

    /// Adds the cells that steps come to; gives those that are new.
    #[inline(always)]
    fn flow<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        flow: Flow,
        first: usize,
    ) -> VectorSet<V::Words, W> {
        let ahead = ops.beside(steps, ops.load(self.set(flow.from), first), flow.dirs);
        let ahead = ops.and(ahead, ops.load(self.set(flow.test), first));
        let before = ops.load(self.set(flow.to), first);
        ops.store(ops.or(ahead, before), &mut self.sets[usize::from(flow.to.0)], first);
        ops.without(ahead, before)
    }

    /// Adds what steps within a group of nodes come to, round and round until there is nothing new; or what those between
    /// the group and others come to.
    #[inline(always)]
    fn flow_round<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        going: Going<'_>,
        (nodes, within): (&Range<usize>, bool),
        first: usize,
    ) {
        if within && nodes.end - nodes.start == 1 {
            return self.flood(ops, steps, going, nodes.start, first);
        }
        let mut rounds = if within { going.walk.most_rounds.unwrap_or(u32::MAX) } else { 1 };
        while rounds > 0 {
            rounds -= 1;
            let mut new = ops.splat(Bits::EMPTY);
            for nth in nodes.start..nodes.end {
                // Those that are come to first first.
                let node = match going.sense {
                    Sense::Against => nth,
                    Sense::Along => nodes.start + nodes.end - 1 - nth,
                };
                for &(next, dirs) in &going.walk.nodes[node].next {
                    if nodes.contains(&usize::from(next)) == within {
                        let flow = going.flow(node, next.into(), dirs);
                        new = ops.or(new, self.flow(ops, steps, flow, first));
                    }
                }
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
        going: Going<'_>,
        node: usize,
        first: usize,
    ) {
        let of_node = &going.walk.nodes[node];
        let test = ops.load(self.set(of_node.test), first);
        let mut cells = ops.load(self.set(going.cells[node]), first);
        let most_rounds = going.walk.most_rounds.unwrap_or(u32::MAX);
        for &(next, dirs) in &of_node.next {
            if usize::from(next) == node {
                let Flow { dirs, .. } = going.flow(node, node, dirs);
                cells = ops.flood(steps, cells, test, dirs, most_rounds);
            }
        }
        ops.store(cells, &mut self.sets[usize::from(going.cells[node].0)], first);
    }
}
