//! The least number of actions that a position is from a win.

use crate::Budget;
use crate::pattern_database::{PatternDatabase, SlidingPuzzle};
use crate::positions::{PlaceContents, Positions};

/// A share of the memory of a search that its tables may take.
const SHARE: u64 = 2;

/// Tables, and where they look.
pub(super) struct DistanceBound {
    patterns: PatternDatabase,
    contents: PlaceContents,
    /// By code: where the thing is.
    at: [u8; 64],
}

impl DistanceBound {
    /// `None` where nothing is known but that an action is left.
    pub(super) fn of(positions: &Positions, budget: &Budget) -> Option<Self> {
        let known = positions.grounded()?;
        let slides = SlidingPuzzle::of(&known.operators, &known.unique_pieces)?;
        let contents = positions.contents(slides.layer, &slides.places)?;
        let patterns = PatternDatabase::of(slides, budget.bytes / SHARE, &budget.stop)?;
        Some(Self { patterns, contents, at: [0; 64] })
    }

    /// At least so many actions are left; `None` where no number of them wins.
    pub(super) fn left(&mut self, positions: &Positions, key: &[u64]) -> Option<u32> {
        let at = &mut self.at;
        positions.read(key, &self.contents, |place, code| at[usize::from(code)] = place);
        self.patterns.distance(at)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.patterns.bytes()
    }
}
