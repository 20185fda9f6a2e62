//! Games of plain turns, as most games have them: moves along a line, placings, slides, and what
//! follows them. Executors that play many games side by side take such turns, and few of the others.

mod action;
mod condition;
mod rule;
mod then;

use crate::Feature;

use super::maker::Maker;

/// Columns and rows, around where words of 64 bits end.
const SIZES: [(usize, usize); 30] = [
    (3, 3),
    (4, 4),
    (2, 3),
    (4, 3),
    (5, 4),
    (3, 5),
    (5, 5),
    (6, 6),
    (1, 7),
    (9, 1),
    (2, 16),
    (7, 9),
    (8, 8),
    (16, 4),
    (1, 63),
    (1, 64),
    (5, 13),
    (13, 5),
    (1, 65),
    (8, 16),
    (16, 8),
    (1, 127),
    (43, 3),
    (3, 43),
    (1, 129),
    (12, 12),
    (48, 4),
    (17, 15),
    (16, 16),
    (10, 10),
];

/// Those of which a line is looked up.
const SMALL_SIZES: usize = 10;

impl Maker<'_> {
    /// Columns, rows, and rings of the rim.
    pub(super) fn plain_board(&mut self) -> (usize, usize, usize) {
        let most = if self.dice.percent(75) { SMALL_SIZES } else { SIZES.len() };
        let (width, height) = self.dice.pick(&SIZES[..most]);
        let rim = self.dice.weighted(&[(88, 0), (12, 1)]);
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
