//! Sizes of boards, most of them where a word of 64 bits ends or a row does.

use crate::Feature;

use super::maker::Maker;

/// Columns and rows. Small boards are played faster and shrink better; the others have their last
/// cell just before, at or after the end of a word, or have rows that begin within one.
const SMALL: [(usize, usize); 10] =
    [(3, 3), (4, 4), (5, 5), (5, 3), (2, 6), (1, 7), (9, 1), (6, 4), (1, 1), (7, 5)];

const ONE_WORD: [(usize, usize); 6] = [(7, 9), (8, 8), (9, 7), (63, 1), (1, 64), (64, 1)];

const SEVERAL_WORDS: [(usize, usize); 10] =
    [(9, 9), (65, 1), (1, 65), (13, 13), (17, 8), (16, 8), (8, 16), (64, 2), (2, 33), (129, 1)];

/// Sets of 5 to 8 words, of 9 to 16 and of more; where a step goes by more than a word, too.
const MANY_WORDS: [(usize, usize); 4] = [(17, 17), (100, 3), (24, 24), (130, 8)];

impl Maker<'_> {
    /// Columns, rows, and rings of the rim.
    pub(super) fn board(&mut self) -> (usize, usize, usize) {
        let sizes = self.dice.weighted(&[
            (59, &SMALL[..]),
            (20, &ONE_WORD),
            (20, &SEVERAL_WORDS),
            (1, &MANY_WORDS),
        ]);
        let (width, height) = self.dice.pick(sizes);
        let rim = self.dice.weighted(&[(85, 0), (11, 1), (4, 2)]);
        if rim > 0 {
            self.note(Feature::Rim);
        }
        if (width + 2 * rim) * (height + 2 * rim) > 64 {
            self.note(Feature::SeveralWords);
        }
        (self.world.width, self.world.height) = (width + 2 * rim, height + 2 * rim);
        (width, height, rim)
    }
}
