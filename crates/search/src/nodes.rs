//! The states that a search has met: packed, by number, each once.

use std::mem::size_of;

use hashbrown::HashTable;

/// Words of one block of the arena: half a megabyte, so that a full arena wastes less, and growing
/// never copies what is there.
const BLOCK_WORDS: usize = 1 << 16;

/// Nodes of a fixed number of words, and a table that finds one by its first words, its key.
#[derive(Debug)]
pub(crate) struct Nodes {
    /// Words of a node.
    stride: usize,
    /// Words of the key, which stand first.
    key: usize,
    /// Nodes of a block.
    in_block: usize,
    blocks: Vec<Box<[u64]>>,
    count: u32,
    table: HashTable<u32>,
}

/// No more nodes have a number, or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Nodes {
    /// No nodes, of so many words of key and so many besides.
    pub(crate) fn new(key: usize, besides: usize) -> Self {
        let stride = key + besides;
        let in_block = (BLOCK_WORDS / stride).max(1);
        Self { stride, key, in_block, blocks: Vec::new(), count: 0, table: HashTable::new() }
    }

    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// What is kept in memory, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let blocks = self.blocks.len() * self.in_block * self.stride * size_of::<u64>();
        (blocks + self.table.allocation_size()) as u64
    }

    /// What one node more may need at once, in bytes: a block, or a larger table beside the old one.
    fn bytes_to_grow(&self) -> u64 {
        let mut bytes = 0;
        if self.count as usize == self.blocks.len() * self.in_block {
            bytes += (self.in_block * self.stride * size_of::<u64>()) as u64;
        }
        if self.table.len() == self.table.capacity() {
            bytes += 2 * self.table.allocation_size() as u64 + 64;
        }
        bytes
    }

    /// All words of a node.
    pub(crate) fn get(&self, id: u32) -> &[u64] {
        let (block, index) = (id as usize / self.in_block, id as usize % self.in_block);
        &self.blocks[block][index * self.stride..][..self.stride]
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> &mut [u64] {
        let (block, index) = (id as usize / self.in_block, id as usize % self.in_block);
        &mut self.blocks[block][index * self.stride..][..self.stride]
    }

    /// The key of a node.
    pub(crate) fn key(&self, id: u32) -> &[u64] {
        &self.get(id)[..self.key]
    }

    /// The node with this key.
    pub(crate) fn find(&self, key: &[u64]) -> Option<u32> {
        self.table.find(hash(key), |&id| self.key(id) == key).copied()
    }

    /// Adds a node, or finds the one with the same key; whether it is new.
    ///
    /// # Errors
    /// Where what is kept would come to more than so many bytes.
    pub(crate) fn insert(&mut self, words: &[u64], bytes: u64) -> Result<(u32, bool), Full> {
        let key = &words[..self.key];
        let hash_of_key = hash(key);
        if let Some(&id) = self.table.find(hash_of_key, |&id| self.key(id) == key) {
            return Ok((id, false));
        }
        if self.bytes() + self.bytes_to_grow() > bytes || self.count == u32::MAX {
            return Err(Full);
        }
        let id = self.count;
        if id as usize == self.blocks.len() * self.in_block {
            self.blocks.push(vec![0; self.in_block * self.stride].into_boxed_slice());
        }
        self.count += 1;
        self.get_mut(id).copy_from_slice(words);
        let Self { stride, key: key_words, in_block, blocks, table, .. } = self;
        let key_of = |id: u32| {
            let (block, index) = (id as usize / *in_block, id as usize % *in_block);
            &blocks[block][index * *stride..][..*key_words]
        };
        table.insert_unique(hash_of_key, id, |&id| hash(key_of(id)));
        Ok((id, true))
    }
}

/// The same number on every machine, for no order may depend on one.
pub(crate) fn hash(words: &[u64]) -> u64 {
    let mut hash: u64 = 0x9e37_79b9_7f4a_7c15;
    for &word in words {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        hash = (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(29);
    }
    let product = u128::from(hash) * 0xa076_1d64_78bd_642f_u128;
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_are_one_node_and_the_first_is_kept() {
        let mut nodes = Nodes::new(2, 1);
        assert_eq!(nodes.insert(&[1, 2, 7], u64::MAX), Ok((0, true)));
        assert_eq!(nodes.insert(&[2, 1, 8], u64::MAX), Ok((1, true)));
        assert_eq!(nodes.insert(&[1, 2, 9], u64::MAX), Ok((0, false)));
        assert_eq!((nodes.get(0), nodes.find(&[2, 1])), (&[1, 2, 7][..], Some(1)));
        assert_eq!(nodes.find(&[2, 2]), None);
    }

    #[test]
    fn many_nodes_are_found_again() {
        let mut nodes = Nodes::new(3, 0);
        let key = |number: u64| [number, number * number, 5];
        for number in 0..100_000 {
            assert_eq!(nodes.insert(&key(number), u64::MAX), Ok((number as u32, true)));
        }
        assert!((0..100_000).all(|number| nodes.find(&key(number)) == Some(number as u32)));
    }

    #[test]
    fn memory_never_passes_the_bound() {
        for bound in [0, 1 << 19, 1 << 20, 3 << 20, 10_000_000] {
            let mut nodes = Nodes::new(2, 2);
            let full = (0..).find(|&number| nodes.insert(&[number, 0, 0, 0], bound).is_err());
            assert!(nodes.bytes() <= bound, "{full:?}");
            assert!(bound < 4 << 19 || full > Some(10_000), "{full:?} of {bound}");
        }
    }
}
