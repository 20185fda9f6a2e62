//! Nodes that wait to be expanded, seen in two ways that take turns.
//!
//! One goes for the least that is left to do, of all nodes. The other visits one kind of board after
//! another (how many movers are where they are wanted, into how many parts the board falls) and takes
//! the best of each, so that a search that would lose itself among boards that all look nearly
//! done also follows those that look worse and are more open.

use std::collections::BTreeMap;
use std::mem::size_of;

/// What a board looks like from far away.
pub(crate) type Kind = (u16, u16);

#[derive(Debug, Default)]
pub(crate) struct Open {
    all: Queue,
    kinds: BTreeMap<Kind, Queue>,
    /// The kind that was visited last.
    last: Kind,
    bytes: u64,
}

impl Open {
    /// Adds a node of which so much is left to do, in all and until the next target is met.
    pub(crate) fn push(&mut self, (left, ahead): (u32, u32), kind: Kind, id: u32) {
        self.bytes += self.all.push(left, id);
        self.bytes += self.kinds.entry(kind).or_default().push(ahead, id);
    }

    /// The next node of all; one that was taken in the other way comes again.
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.all.pop()
    }

    /// The next node of the next kind; one that was taken in the other way comes again.
    pub(crate) fn pop_of_kind(&mut self) -> Option<u32> {
        loop {
            let behind = (std::ops::Bound::Excluded(self.last), std::ops::Bound::Unbounded);
            let next = self.kinds.range(behind).next().map(|(kind, _)| *kind);
            let kind = next.or_else(|| self.kinds.keys().next().copied())?;
            self.last = kind;
            match self.kinds.get_mut(&kind).and_then(Queue::pop) {
                Some(id) => return Some(id),
                None => {
                    self.kinds.remove(&kind);
                }
            }
        }
    }

    /// What is kept in memory; what was emptied is not given back.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Nodes by how much is left to do.
#[derive(Debug, Default)]
struct Queue {
    buckets: Vec<Vec<u32>>,
    /// None below is filled.
    least: usize,
}

impl Queue {
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
