//! Cells of which something holds: all, none, or a set on each board.

use masume_program::interp::code::{SetReg, Way};

use super::Translation;
use super::pairs::Path;

/// Cells of which something holds.
#[derive(Clone, Copy)]
pub(super) enum CellExtent {
    All,
    None,
    These(SetReg),
}

impl Translation<'_> {
    /// The cells, as a set.
    pub(super) fn cells_of(&mut self, extent: CellExtent) -> SetReg {
        match extent {
            CellExtent::All => self.full(),
            CellExtent::None => self.nothing(),
            CellExtent::These(cells) => cells,
        }
    }

    pub(super) fn in_both(&mut self, one: CellExtent, other: CellExtent) -> CellExtent {
        match (one, other) {
            (CellExtent::None, _) | (_, CellExtent::None) => CellExtent::None,
            (CellExtent::All, other) => other,
            (one, CellExtent::All) => one,
            (CellExtent::These(one), CellExtent::These(other)) => {
                CellExtent::These(self.and(one, other))
            }
        }
    }

    pub(super) fn in_either(&mut self, one: CellExtent, other: CellExtent) -> CellExtent {
        match (one, other) {
            (CellExtent::All, _) | (_, CellExtent::All) => CellExtent::All,
            (CellExtent::None, other) => other,
            (one, CellExtent::None) => one,
            (CellExtent::These(one), CellExtent::These(other)) => {
                CellExtent::These(self.or(Some(one), other))
            }
        }
    }

    /// All cells but these.
    pub(super) fn others(&mut self, extent: CellExtent) -> CellExtent {
        match extent {
            CellExtent::All => CellExtent::None,
            CellExtent::None => CellExtent::All,
            CellExtent::These(cells) => {
                let full = self.full();
                CellExtent::These(self.without(full, cells))
            }
        }
    }

    /// Starts of a way through a pattern, of which each cell passes one of the tests.
    pub(super) fn path_begins(&mut self, path: &Path, tests: Vec<CellExtent>) -> CellExtent {
        let mut found = CellExtent::All;
        for (nth, test) in tests.into_iter().enumerate().rev() {
            found = self.in_both(found, test);
            let step = nth.checked_sub(1).and_then(|nth| path.steps.get(nth));
            if let Some((direction, _)) = step {
                if matches!(found, CellExtent::None) {
                    return found;
                }
                let ahead = self.cells_of(found);
                found = CellExtent::These(self.step(ahead, Way::Fixed(direction.opposite())));
            }
        }
        found
    }
}
