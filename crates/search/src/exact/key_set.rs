//! Keys of a fixed number of words, each once, by number.

use hashbrown::HashTable;

use crate::nodes::hash;

/// Keys in the order in which they were met. The table that finds them can be given back and is made again when
/// it is needed.
#[derive(Debug)]
pub(super) struct KeySet {
    stride: usize,
    keys: Vec<u64>,
    table: HashTable<u32>,
}

impl KeySet {
    pub(super) fn new(stride: usize) -> Self {
        Self { stride, keys: Vec::new(), table: HashTable::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len() / self.stride
    }

    /// The keys from this number on, one behind the other.
    pub(super) fn from(&self, number: usize) -> &[u64] {
        &self.keys[number * self.stride..]
    }

    /// What it takes, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<u64>() + self.table.allocation_size()) as u64
    }

    /// The number of a key; it is added where it is new.
    pub(super) fn insert(&mut self, key: &[u64]) -> usize {
        self.index();
        let Self { stride, keys, table } = self;
        let hash_of_key = hash(key);
        let at = |id: u32| &keys[id as usize * *stride..][..*stride];
        if let Some(&id) = table.find(hash_of_key, |&id| at(id) == key) {
            return id as usize;
        }
        let id = keys.len() / *stride;
        table.insert_unique(hash_of_key, id as u32, |&id| hash(at(id)));
        keys.extend_from_slice(key);
        id
    }

    /// The number of a key, by the table.
    pub(super) fn find(&self, key: &[u64]) -> Option<usize> {
        let at = |id: u32| &self.keys[id as usize * self.stride..][..self.stride];
        self.table.find(hash(key), |&id| at(id) == key).map(|&id| id as usize)
    }

    /// The number of a key, without the table.
    pub(super) fn look_up(&self, key: &[u64]) -> Option<usize> {
        self.keys.chunks_exact(self.stride).position(|it| it == key)
    }

    /// Makes the table where it was given back.
    pub(super) fn index(&mut self) {
        if self.table.len() == self.len() {
            return;
        }
        let Self { stride, keys, table } = self;
        let at = |id: u32| &keys[id as usize * *stride..][..*stride];
        table.clear();
        table.reserve(keys.len() / *stride, |&id| hash(at(id)));
        for id in 0..(keys.len() / *stride) as u32 {
            table.insert_unique(hash(at(id)), id, |&id| hash(at(id)));
        }
    }

    /// Gives back the table, and room that is not needed.
    pub(super) fn shrink(&mut self) {
        self.table = HashTable::new();
        self.keys.shrink_to_fit();
    }
}
