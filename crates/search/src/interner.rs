//! Interner: keys of a fixed number of words by number, each once.

use hashbrown::HashTable;

use crate::nodes::hash;

/// Keys in the order in which they were met. The table that finds them can be given back and is made again when
/// it is needed. What has to keep to a bound of memory as it grows is in [`Nodes`](crate::nodes::Nodes).
#[derive(Debug)]
pub(crate) struct Interner {
    stride: usize,
    /// One behind the other.
    keys: Vec<u64>,
    table: HashTable<u32>,
}

impl Interner {
    /// No keys yet, for keys of so many words.
    pub(crate) fn new(stride: usize) -> Self {
        Self { stride, keys: Vec::new(), table: HashTable::new() }
    }

    /// Forgets all keys, and keeps the memory for others.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.table.clear();
    }

    /// Number of keys.
    pub(crate) fn len(&self) -> usize {
        self.keys.len() / self.stride
    }

    /// Words of all keys together.
    pub(crate) fn words(&self) -> usize {
        self.keys.len()
    }

    /// The key of a number.
    pub(crate) fn get(&self, number: u32) -> &[u64] {
        key_at(&self.keys, self.stride, number)
    }

    /// The keys from this number on, one behind the other.
    pub(crate) fn from(&self, number: usize) -> &[u64] {
        &self.keys[number * self.stride..]
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<u64>() + self.table.allocation_size()) as u64
    }

    /// The number of a key, and true if it is new.
    pub(crate) fn intern(&mut self, key: &[u64]) -> (u32, bool) {
        self.index();
        self.intern_by(key, hash(key), |_, other| other == key, |_, other| hash(other))
    }

    /// The number of a packed state, and true if it is new. States are the same if the `live` bits are, and the
    /// group that each belongs to: this one to `group`, those before it to what `group_of` says.
    pub(crate) fn intern_live(
        &mut self,
        state: &[u64],
        live: &[u64],
        group: u32,
        group_of: impl Fn(u32) -> u32,
    ) -> (u32, bool) {
        let hash_of = |group: u32, words: &[u64]| {
            let pairs = words.iter().zip(live);
            pairs.fold(u64::from(group), |sum, (word, live)| hash(&[sum, word & live]))
        };
        let is_same = |number: u32, other: &[u64]| {
            let mut triples = other.iter().zip(state).zip(live);
            group_of(number) == group
                && triples.all(|((one, other), live)| (one ^ other) & live == 0)
        };
        let rehash = |number: u32, other: &[u64]| hash_of(group_of(number), other);
        self.intern_by(state, hash_of(group, state), is_same, rehash)
    }

    fn intern_by(
        &mut self,
        key: &[u64],
        hashed: u64,
        is_same: impl Fn(u32, &[u64]) -> bool,
        rehash: impl Fn(u32, &[u64]) -> u64,
    ) -> (u32, bool) {
        let Self { stride, keys, table } = self;
        let is_found = |&number: &u32| is_same(number, key_at(keys, *stride, number));
        if let Some(&number) = table.find(hashed, is_found) {
            return (number, false);
        }
        let number = (keys.len() / *stride) as u32;
        // Only keys before the new one are hashed again: it is no key yet.
        table.insert_unique(hashed, number, |&it| rehash(it, key_at(keys, *stride, it)));
        keys.extend_from_slice(key);
        (number, true)
    }

    /// The number of a key, by the table.
    pub(crate) fn find(&self, key: &[u64]) -> Option<u32> {
        let is_same = |&number: &u32| self.get(number) == key;
        self.table.find(hash(key), is_same).copied()
    }

    /// The number of a key, without the table.
    pub(crate) fn look_up(&self, key: &[u64]) -> Option<usize> {
        self.keys.chunks_exact(self.stride).position(|it| it == key)
    }

    /// Makes the table of [`Self::intern`] where it was given back.
    pub(crate) fn index(&mut self) {
        if self.table.len() == self.len() {
            return;
        }
        let Self { stride, keys, table } = self;
        let rehash = |&number: &u32| hash(key_at(keys, *stride, number));
        table.clear();
        table.reserve(keys.len() / *stride, rehash);
        for number in 0..(keys.len() / *stride) as u32 {
            table.insert_unique(rehash(&number), number, rehash);
        }
    }

    /// Gives back the table, and room that is not needed.
    pub(crate) fn shrink(&mut self) {
        self.table = HashTable::new();
        self.keys.shrink_to_fit();
    }
}

fn key_at(keys: &[u64], stride: usize, number: u32) -> &[u64] {
    &keys[number as usize * stride..][..stride]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_one_where_what_counts_is_the_same_in_one_group() {
        let live = [u64::MAX, 0xf];
        let mut states = Interner::new(2);
        for round in 0..2u64 {
            let groups: Vec<u32> = (0..2_000).map(|number| number % 2).collect();
            let group_of = |number: u32| groups[number as usize];
            for number in 0..2_000 {
                let words = [u64::from(number / 2), 0x10 * round];
                let group = number % 2;
                assert_eq!(states.intern_live(&words, &live, group, group_of), (number, true));
                let same = [words[0], words[1] | 0x700];
                assert_eq!(states.intern_live(&same, &live, group, group_of), (number, false));
            }
            assert_eq!((states.words(), states.get(7)), (4_000, &[3, 0x10 * round][..]));
            states.clear();
        }
        assert_eq!(states.words(), 0);
    }

    #[test]
    fn a_key_keeps_its_number_when_the_table_is_made_again() {
        let key = |number: u32| [u64::from(number) << 40, 7];
        let mut keys = Interner::new(2);
        for is_new in [true, false] {
            for number in 0..1_000 {
                assert_eq!(keys.find(&key(number)), (!is_new).then_some(number));
                assert_eq!(keys.intern(&key(number)), (number, is_new));
            }
            keys.shrink();
            assert_eq!((keys.find(&key(5)), keys.look_up(&key(5))), (None, Some(5)));
            keys.index();
        }
        assert_eq!((keys.len(), keys.from(998)), (1_000, &[998 << 40, 7, 999 << 40, 7][..]));
    }
}
