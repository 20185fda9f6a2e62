//! Bounds of the values of positions, as far as a search to the end knows: a transposition table that grows with
//! what there is.

use std::mem::{replace, size_of};
use std::num::NonZeroU8;

/// Buckets at first, and at most: powers of two.
const FIRST_BUCKETS: usize = 1 << 10;
const MOST_BUCKETS: u64 = 1 << 22;

/// Bounds of the value of a position.
#[derive(Clone, Copy)]
struct BoundsEntry {
    key: u64,
    lower: i16,
    upper: i16,
    /// The binary digits of how many nodes it took, and one: nothing is kept of a place without it.
    work: NonZeroU8,
}

/// Of two places one for what took most work, one for what was met last.
type Bucket = [Option<BoundsEntry>; 2];

/// Bounds by key of a position.
pub(crate) struct BoundsTable {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    /// Number of times that something was kept since the table has grown.
    kept: usize,
}

impl BoundsTable {
    /// Nothing is known yet; the table takes about so many bytes at most.
    pub(crate) fn new(bytes: u64) -> Self {
        let buckets = bytes / size_of::<Bucket>() as u64;
        Self {
            buckets: vec![[None; 2]; FIRST_BUCKETS],
            most_buckets: 1 << buckets.clamp(FIRST_BUCKETS as u64, MOST_BUCKETS).ilog2(),
            kept: 0,
        }
    }

    /// Forgets all of it.
    pub(crate) fn forget(&mut self) {
        self.buckets.fill([None; 2]);
    }

    /// The least and the most that a position may be worth.
    pub(crate) fn known(&self, key: u64) -> Option<(i64, i64)> {
        let bucket = &self.buckets[key as usize & (self.buckets.len() - 1)];
        let place = bucket.iter().flatten().find(|place| place.key == key)?;
        Some((place.lower.into(), place.upper.into()))
    }

    /// Keeps what is known of a position, which so many nodes have shown.
    pub(crate) fn keep(&mut self, key: u64, (lower, upper): (i64, i64), nodes: u64) {
        self.kept += 1;
        if self.kept > self.buckets.len() && self.buckets.len() < self.most_buckets {
            let twice = vec![[None; 2]; 2 * self.buckets.len()];
            let before = replace(&mut self.buckets, twice);
            before.into_iter().flatten().flatten().for_each(|place| self.put(place));
            self.kept = 0;
        }
        let work = NonZeroU8::MIN.saturating_add(nodes.max(1).ilog2() as u8);
        self.put(BoundsEntry { key, lower: lower as i16, upper: upper as i16, work });
    }

    fn put(&mut self, place: BoundsEntry) {
        let last = self.buckets.len() - 1;
        let bucket = &mut self.buckets[place.key as usize & last];
        let is_known = |at: &Option<BoundsEntry>| at.is_some_and(|at| at.key == place.key);
        let index = match bucket.iter().position(is_known) {
            Some(index) => index,
            None if bucket[0].is_none_or(|first| first.work <= place.work) => {
                bucket[1] = bucket[0];
                0
            }
            None => 1,
        };
        bucket[index] = Some(place);
    }
}
