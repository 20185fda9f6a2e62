//! Transposition table: what a search has found out about positions, by key, each in one place of a table, where
//! the last one stays.

use crate::Budget;
use crate::agent::tables::action_code::ActionCode;

/// The most places of the table, and the fewest: a power of two each.
const MOST_PLACES: u64 = 1 << 19;
const LEAST_PLACES: u64 = 1 << 10;

/// Entry of a position.
#[derive(Clone, Copy)]
pub(crate) struct TableEntry {
    pub(crate) value: i64,
    pub(crate) depth: u32,
    pub(crate) bound: BoundKind,
    pub(crate) best: Option<ActionCode>,
    /// True if no state behind it was evaluated that goes on.
    pub(crate) is_whole: bool,
}

/// Values that a position may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoundKind {
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// Table of positions. Half a line of the cache for each: its key, the value, the best action, and the rest; the
/// last is 0 where nothing is known.
pub(crate) struct TranspositionTable {
    places: Vec<[u64; 4]>,
}

/// In the last word of a place, above the depth.
const IS_KNOWN: u64 = 1 << 8;
const IS_LOWER: u64 = 1 << 9;
const IS_UPPER: u64 = 1 << 10;
const IS_WHOLE: u64 = 1 << 11;

impl TranspositionTable {
    /// For a search of so many nodes.
    pub(crate) fn new(budget: &Budget) -> Self {
        let bytes = budget.bytes / 2 / size_of::<[u64; 4]>() as u64;
        let places = budget.nodes.clamp(LEAST_PLACES, MOST_PLACES).min(bytes.max(2));
        Self { places: vec![[0; 4]; 1 << places.ilog2()] }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// Entry of the position of a key.
    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        let [known, value, best, rest] = self.places[self.index(key)];
        (known == key && rest & IS_KNOWN != 0).then(|| TableEntry {
            value: value as i64,
            depth: (rest % IS_KNOWN) as u32,
            bound: match rest & (IS_LOWER | IS_UPPER) {
                IS_LOWER => BoundKind::Lower,
                IS_UPPER => BoundKind::Upper,
                _ => BoundKind::Exact,
            },
            best: ActionCode::of_word(best),
            is_whole: rest & IS_WHOLE != 0,
        })
    }

    /// Keeps what is known of a position, in the place of another.
    pub(crate) fn put(&mut self, key: u64, known: TableEntry) {
        let bound = match known.bound {
            BoundKind::Exact => 0,
            BoundKind::Lower => IS_LOWER,
            BoundKind::Upper => IS_UPPER,
        };
        let whole = if known.is_whole { IS_WHOLE } else { 0 };
        let rest = IS_KNOWN | u64::from(known.depth) | bound | whole;
        let index = self.index(key);
        let best = known.best.map_or(0, ActionCode::word);
        self.places[index] = [key, known.value as u64, best, rest];
    }
}
