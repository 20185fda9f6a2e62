//! Nodes that wait to be expanded, seen in ways that take turns.
//!
//! One goes for the least that is left to do, of all nodes. The other visits one kind of board after
//! another and takes the best of each, so that a search that would lose itself among boards that all look nearly
//! done also follows those that look worse. Kinds are told by how many movers are where they are wanted, and by into how
//! many parts the board falls (what is more open) or by how much is left to do (what was brought out of the way).

use std::collections::BTreeMap;
use std::mem::size_of;
use std::ops::Bound;

/// Boards of one kind differ by less in what is left to do.
const LEFT_OF_KIND: u32 = 8;

/// Outline of a board, by which kinds are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardOutline {
    /// Estimate of what is left to do.
    pub(crate) left: u32,
    /// The same until the next target is met.
    pub(crate) ahead: u32,
    /// Number of movers that are where they are wanted.
    pub(crate) met: u16,
    /// Number of parts into which the board falls.
    pub(crate) parts: u16,
}

/// Features by which kinds are told apart, besides how many movers are where they are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KindOrder {
    Parts,
    Left,
}

#[derive(Debug, Default)]
pub(crate) struct OpenList {
    all: BucketQueue,
    by_parts: KindQueues,
    by_left: KindQueues,
    bytes: u64,
}

impl OpenList {
    /// Adds a node.
    pub(crate) fn push(&mut self, look: BoardOutline, id: u32) {
        let BoardOutline { left, ahead, met, parts } = look;
        self.bytes += self.all.push(left, id);
        self.bytes += self.by_parts.push((met, u32::from(parts)), ahead, id);
        self.bytes += self.by_left.push((met, left / LEFT_OF_KIND), left % LEFT_OF_KIND, id);
    }

    /// The next node of all; one that was taken in another way comes again.
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.all.pop()
    }

    /// The next node of the next kind; one that was taken in another way comes again.
    pub(crate) fn pop_of_kind(&mut self, by: KindOrder) -> Option<u32> {
        match by {
            KindOrder::Parts => self.by_parts.pop(),
            KindOrder::Left => self.by_left.pop(),
        }
    }

    /// Memory that is taken, in bytes; what was emptied is not given back.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A queue for each kind.
#[derive(Debug, Default)]
struct KindQueues {
    queues: BTreeMap<(u16, u32), BucketQueue>,
    /// The kind that was visited last.
    last: (u16, u32),
}

impl KindQueues {
    /// Adds a node; the bytes by which memory grew.
    fn push(&mut self, kind: (u16, u32), left: u32, id: u32) -> u64 {
        self.queues.entry(kind).or_default().push(left, id)
    }

    /// The best of the next kind.
    fn pop(&mut self) -> Option<u32> {
        loop {
            let behind = (Bound::Excluded(self.last), Bound::Unbounded);
            let next = self.queues.range(behind).next().map(|(kind, _)| *kind);
            let kind = next.or_else(|| self.queues.keys().next().copied())?;
            self.last = kind;
            match self.queues.get_mut(&kind).and_then(BucketQueue::pop) {
                Some(id) => return Some(id),
                None => {
                    self.queues.remove(&kind);
                }
            }
        }
    }
}

/// Nodes by how much is left to do.
#[derive(Debug, Default)]
struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// None below is filled.
    least: usize,
}

impl BucketQueue {
    /// Adds a node; the bytes by which memory grew.
    fn push(&mut self, left: u32, id: u32) -> u64 {
        let left = left as usize;
        let mut bytes = 0;
        if self.buckets.len() <= left {
            bytes += (left + 1 - self.buckets.len()) * size_of::<Vec<u32>>();
            self.buckets.resize_with(left + 1, Vec::new);
        }
        let bucket = &mut self.buckets[left];
        let before = bucket.capacity();
        bucket.push(id);
        self.least = self.least.min(left);
        bytes += (bucket.capacity() - before) * size_of::<u32>();
        bytes as u64
    }

    /// The node that came last of those with the least left to do.
    fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.least) {
            match bucket.pop() {
                Some(id) => return Some(id),
                None => self.least += 1,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_turn_however_it_is_told() {
        let look = |left, parts| BoardOutline { left, ahead: left, met: 1, parts };
        let check = |by: KindOrder, expected: [u32; 4]| {
            let mut open = OpenList::default();
            for (id, (left, parts)) in [(3, 0), (2, 0), (1, 1), (20, 1)].into_iter().enumerate() {
                open.push(look(left, parts), id as u32);
            }
            let popped: Vec<u32> = std::iter::from_fn(|| open.pop_of_kind(by)).collect();
            assert_eq!(popped, expected, "{by:?}");
        };
        check(KindOrder::Parts, [1, 2, 0, 3]);
        check(KindOrder::Left, [2, 3, 1, 0]);
    }
}
