//! The states that a search has met: packed, by number, each once.

use std::hint::black_box;
use std::mem::size_of;

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
    /// Binary logarithm of the nodes of a block.
    in_block: u32,
    blocks: Vec<Box<[u64]>>,
    count: u32,
    table: NodeTable,
}

/// No more nodes have a number, or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Nodes {
    /// No nodes, of so many words of key and so many besides.
    pub(crate) fn new(key: usize, besides: usize) -> Self {
        let stride = key + besides;
        let in_block = (BLOCK_WORDS / stride).max(1).ilog2();
        Self { stride, key, in_block, blocks: Vec::new(), count: 0, table: NodeTable::default() }
    }

    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// Memory that is taken, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let blocks = self.blocks.len() * self.block_words() * size_of::<u64>();
        (blocks + self.table.bytes()) as u64
    }

    /// Memory that one node more may need at once, in bytes: a block, or a larger table beside the old one.
    fn bytes_to_grow(&self) -> u64 {
        let mut bytes = 0;
        if self.needs_block() {
            bytes += self.block_words() * size_of::<u64>();
        }
        if self.table.is_full(self.count) {
            bytes += self.table.bytes_when_grown();
        }
        bytes as u64
    }

    fn block_words(&self) -> usize {
        self.stride << self.in_block
    }

    fn needs_block(&self) -> bool {
        self.count as usize == self.blocks.len() << self.in_block
    }

    /// The block of a node, and its number there.
    #[inline]
    fn place(&self, id: u32) -> (usize, usize) {
        (id as usize >> self.in_block, id as usize & ((1 << self.in_block) - 1))
    }

    /// All words of a node.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> &[u64] {
        let (block, index) = self.place(id);
        &self.blocks[block][index * self.stride..][..self.stride]
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> &mut [u64] {
        let (block, index) = self.place(id);
        &mut self.blocks[block][index * self.stride..][..self.stride]
    }

    /// The key of a node.
    #[inline]
    pub(crate) fn key(&self, id: u32) -> &[u64] {
        &self.get(id)[..self.key]
    }

    /// The node with this key.
    pub(crate) fn find(&self, key: &[u64]) -> Option<u32> {
        self.table.find(tag(hash(key)), |id| is_same(self.key(id), key)).ok()
    }

    /// Adds a node, or finds the one with the same key; whether it is new.
    ///
    /// # Errors
    /// Where what is kept would come to more than so many bytes.
    pub(crate) fn insert(&mut self, words: &[u64], bytes: u64) -> Result<(u32, bool), Full> {
        self.insert_hashed(words, hash(&words[..self.key]), bytes)
    }

    /// The same with the hash of the key, as [`Nodes::hashes`] says it.
    ///
    /// # Errors
    /// Where what is kept would come to more than so many bytes.
    pub(crate) fn insert_hashed(
        &mut self,
        words: &[u64],
        hash: u64,
        bytes: u64,
    ) -> Result<(u32, bool), Full> {
        let key = &words[..self.key];
        let mut slot = match self.table.find(tag(hash), |id| is_same(self.key(id), key)) {
            Ok(id) => return Ok((id, false)),
            Err(slot) => slot,
        };
        if self.bytes() + self.bytes_to_grow() > bytes || self.count == u32::MAX {
            return Err(Full);
        }
        if self.table.is_full(self.count) {
            self.table.grow();
            slot = self.table.find(tag(hash), |_| false).err().ok_or(Full)?;
        }
        if self.needs_block() {
            self.blocks.push(vec![0; self.block_words()].into_boxed_slice());
        }
        let id = self.count;
        self.count += 1;
        self.get_mut(id).copy_from_slice(words);
        self.table.slots[slot] = Slot { tag: tag(hash), id };
        Ok((id, true))
    }

    /// The hashes of keys that lie one behind the other.
    ///
    /// What is looked up next by each comes into the cache here: memory is asked for all of them at
    /// once, and not for one after the answer to another.
    pub(crate) fn hashes(&self, keys: &[u64], hashes: &mut Vec<u64>) {
        hashes.clear();
        hashes.extend(keys.chunks_exact(self.key).map(hash));
        let first = |hash: &u64| {
            let tag = tag(*hash);
            let slot = self.table.slots.get(self.table.first(tag))?;
            // What is known is most often there: its key is read for the comparison.
            (slot.tag == tag && !slot.is_free()).then(|| self.get(slot.id)[0])
        };
        black_box(hashes.iter().filter_map(first).fold(0, |all, word| all ^ word));
    }
}

/// The numbers of nodes by the hashes of their keys, in one array: a node stands in the first free slot from where its
/// hash says.
#[derive(Debug, Default)]
struct NodeTable {
    /// A power of two of them; none at first.
    slots: Vec<Slot>,
    /// Its binary logarithm.
    log: u32,
}

/// A place of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    /// The upper half of the hash, which says where a node is sought first: a larger table is filled from
    /// a smaller one in order, and without a look at the keys.
    tag: u32,
    id: u32,
}

impl Slot {
    const FREE: Self = Self { tag: 0, id: u32::MAX };

    fn is_free(self) -> bool {
        self.id == u32::MAX
    }
}

/// True if keys are equal: they are too short for it to be worth a call.
#[inline]
fn is_same(one: &[u64], other: &[u64]) -> bool {
    for (one, other) in one.iter().zip(other) {
        if one != other {
            return false;
        }
    }
    one.len() == other.len()
}

/// Part of a hash that a slot keeps.
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

impl NodeTable {
    /// Binary logarithm of the least number of slots.
    const LEAST_LOG: u32 = 6;

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    fn next_log(&self) -> u32 {
        if self.slots.is_empty() { Self::LEAST_LOG } else { self.log + 1 }
    }

    fn bytes_when_grown(&self) -> usize {
        size_of::<Slot>() << self.next_log()
    }

    /// True if one more needs a larger table: three of four slots are taken.
    fn is_full(&self, count: u32) -> bool {
        count as usize >= self.slots.len() / 4 * 3
    }

    /// First slot in which a node with this tag is sought.
    fn first(&self, tag: u32) -> usize {
        (u64::from(tag) << self.log >> u32::BITS) as usize
    }

    /// The node with this tag that is the one, or the slot for it.
    #[inline]
    fn find(&self, tag: u32, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut at = self.first(tag);
        while let Some(slot) = self.slots.get(at) {
            if slot.is_free() {
                break;
            }
            if slot.tag == tag && is_it(slot.id) {
                return Ok(slot.id);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        Err(at)
    }

    /// Twice as many slots.
    fn grow(&mut self) {
        let log = self.next_log();
        let smaller = std::mem::replace(&mut self.slots, vec![Slot::FREE; 1 << log]);
        self.log = log;
        for slot in smaller.into_iter().filter(|slot| !slot.is_free()) {
            if let Err(at) = self.find(slot.tag, |_| false) {
                self.slots[at] = slot;
            }
        }
    }
}

/// The same number on every machine, for no order may depend on one.
#[inline]
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
