//! Nodes that wait to be expanded, those of least priority first.

use std::collections::{BTreeMap, VecDeque};
use std::mem::size_of;

/// A queue for each priority, first come, first served.
#[derive(Debug, Default)]
pub(crate) struct PriorityQueue {
    queues: BTreeMap<u64, VecDeque<u32>>,
    /// The priority that was popped last.
    current: u64,
    /// Bytes of all queues.
    bytes: u64,
    /// Bytes that the largest queue had.
    largest: u64,
}

impl PriorityQueue {
    pub(crate) fn push(&mut self, priority: u64, id: u32) {
        let queue = self.queues.entry(priority).or_default();
        let before = queue.capacity();
        queue.push_back(id);
        self.bytes += ((queue.capacity() - before) * size_of::<u32>()) as u64;
        self.largest = self.largest.max((queue.capacity() * size_of::<u32>()) as u64);
    }

    /// The next node with its priority: of the least of all, or of the one that was popped last and
    /// of no other.
    pub(crate) fn pop(&mut self, any: bool) -> Option<(u64, u32)> {
        let mut first = self.queues.first_entry()?;
        let priority = *first.key();
        if !any && priority != self.current {
            return None;
        }
        self.current = priority;
        let id = first.get_mut().pop_front();
        if first.get().is_empty() {
            self.bytes -= (first.get().capacity() * size_of::<u32>()) as u64;
            first.remove();
        }
        Some((priority, id?))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Memory that one node more may need, in bytes: a queue that grows is at most twice as large.
    pub(crate) fn bytes_to_grow(&self) -> u64 {
        self.largest.max(64)
    }
}
