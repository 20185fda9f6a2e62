//! What a search has found out about positions, by key: each in one place of a table, where the last one stays.

use super::numbered::ActionCode;
use crate::Budget;

/// The most places of the table, and the fewest: a power of two each.
const MOST_PLACES: u64 = 1 << 19;
const LEAST_PLACES: u64 = 1 << 10;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) value: i64,
    pub(super) depth: u32,
    pub(super) bound: Bound,
    pub(super) best: Option<ActionCode>,
    /// Whether no state behind it was evaluated that goes on.
    pub(super) is_whole: bool,
}

/// Which values a position may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// What is known of positions. Half a line of the cache for each: its key, the value, the best action, and the rest; the
/// last is 0 where nothing is known.
pub(super) struct Transpositions {
    places: Vec<[u64; 4]>,
}

/// In the last word of a place, above the depth.
const IS_KNOWN: u64 = 1 << 8;
const IS_LOWER: u64 = 1 << 9;
const IS_UPPER: u64 = 1 << 10;
const IS_WHOLE: u64 = 1 << 11;

impl Transpositions {
    /// For a search of so many nodes.
    pub(super) fn new(budget: &Budget) -> Self {
        let bytes = budget.bytes / 2 / size_of::<[u64; 4]>() as u64;
        let places = budget.nodes.clamp(LEAST_PLACES, MOST_PLACES).min(bytes.max(2));
        Self { places: vec![[0; 4]; 1 << places.ilog2()] }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// What is known of the position of a key.
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let [known, value, best, rest] = self.places[self.index(key)];
        (known == key && rest & IS_KNOWN != 0).then(|| Known {
            value: value as i64,
            depth: (rest % IS_KNOWN) as u32,
            bound: match rest & (IS_LOWER | IS_UPPER) {
                IS_LOWER => Bound::Lower,
                IS_UPPER => Bound::Upper,
                _ => Bound::Exact,
            },
            best: ActionCode::of_word(best),
            is_whole: rest & IS_WHOLE != 0,
        })
    }

    /// Keeps what is known of a position, in the place of another.
    pub(super) fn put(&mut self, key: u64, known: Known) {
        let bound = match known.bound {
            Bound::Exact => 0,
            Bound::Lower => IS_LOWER,
            Bound::Upper => IS_UPPER,
        };
        let whole = if known.is_whole { IS_WHOLE } else { 0 };
        let rest = IS_KNOWN | u64::from(known.depth) | bound | whole;
        let index = self.index(key);
        let best = known.best.map_or(0, ActionCode::word);
        self.places[index] = [key, known.value as u64, best, rest];
    }
}
