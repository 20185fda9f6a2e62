//! Packed states that a search has met, each once.

use hashbrown::HashTable;

use crate::nodes::hash;

/// Packed states by number, each once. They are emptied and filled again for every search; what is kept for long is
/// in [`Nodes`](crate::nodes::Nodes).
#[derive(Debug, Default)]
pub(super) struct KnownStates {
    /// One behind the other.
    words: Vec<u64>,
    table: HashTable<u32>,
}

impl KnownStates {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.table.clear();
    }

    /// Words of all states.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// A state of so many words.
    pub(super) fn get(&self, number: u32, stride: usize) -> &[u64] {
        &self.words[number as usize * stride..][..stride]
    }

    /// The number of a state, and whether it is new. States are the same if the `live` bits are, and what
    /// each belongs to besides: this one to `group`, those before it to what `group_of` says.
    pub(super) fn insert(
        &mut self,
        words: &[u64],
        live: &[u64],
        group: u32,
        group_of: impl Fn(u32) -> u32,
    ) -> (u32, bool) {
        let Self { words: known, table } = self;
        let stride = live.len();
        let key = |group: u32, words: &[u64]| {
            let pairs = words.iter().zip(live);
            pairs.fold(u64::from(group), |sum, (word, live)| hash(&[sum, word & live]))
        };
        let hashed = key(group, words);
        let is_same = |&number: &u32| {
            let other = &known[number as usize * stride..][..stride];
            let mut triples = other.iter().zip(words).zip(live);
            group_of(number) == group
                && triples.all(|((one, other), live)| (one ^ other) & live == 0)
        };
        if let Some(&number) = table.find(hashed, is_same) {
            return (number, false);
        }
        let number = (known.len() / stride) as u32;
        known.extend_from_slice(words);
        let rehash =
            |&number: &u32| key(group_of(number), &known[number as usize * stride..][..stride]);
        // Nothing is asked of the new one's group: it is hashed already.
        table.insert_unique(hashed, number, rehash);
        (number, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_one_where_what_counts_is_the_same_in_one_group() {
        let live = [u64::MAX, 0xf];
        let mut known = KnownStates::default();
        for round in 0..2u64 {
            let groups: Vec<u32> = (0..2_000).map(|number| number % 2).collect();
            let group_of = |number: u32| groups[number as usize];
            for number in 0..2_000 {
                let words = [u64::from(number / 2), 0x10 * round];
                assert_eq!(known.insert(&words, &live, number % 2, group_of), (number, true));
                let same = [words[0], words[1] | 0x700];
                assert_eq!(known.insert(&same, &live, number % 2, group_of), (number, false));
            }
            assert_eq!((known.words(), known.get(7, 2)), (4_000, &[3, 0x10 * round][..]));
            known.clear();
        }
        assert_eq!(known.words(), 0);
    }
}
