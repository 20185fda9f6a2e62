//! Cells of which something is told: all, none, or a set on each board.

use masume_program::interp::code::{SetReg, Way};

use super::Translation;
use super::pairs::Path;

/// The cells.
#[derive(Clone, Copy)]
pub(super) enum Told {
    All,
    None,
    These(SetReg),
}

impl Translation<'_> {
    /// The cells, as a set.
    pub(super) fn cells_of(&mut self, told: Told) -> SetReg {
        match told {
            Told::All => self.full(),
            Told::None => self.nothing(),
            Told::These(cells) => cells,
        }
    }

    pub(super) fn in_both(&mut self, one: Told, other: Told) -> Told {
        match (one, other) {
            (Told::None, _) | (_, Told::None) => Told::None,
            (Told::All, other) => other,
            (one, Told::All) => one,
            (Told::These(one), Told::These(other)) => Told::These(self.and(one, other)),
        }
    }

    pub(super) fn in_either(&mut self, one: Told, other: Told) -> Told {
        match (one, other) {
            (Told::All, _) | (_, Told::All) => Told::All,
            (Told::None, other) => other,
            (one, Told::None) => one,
            (Told::These(one), Told::These(other)) => Told::These(self.or(Some(one), other)),
        }
    }

    /// All cells but these.
    pub(super) fn others(&mut self, told: Told) -> Told {
        match told {
            Told::All => Told::None,
            Told::None => Told::All,
            Told::These(cells) => {
                let full = self.full();
                Told::These(self.without(full, cells))
            }
        }
    }

    /// Starts of a way through a pattern, of which each cell passes one of the tests.
    pub(super) fn path_begins(&mut self, path: &Path, tests: Vec<Told>) -> Told {
        let mut found = Told::All;
        for (nth, test) in tests.into_iter().enumerate().rev() {
            found = self.in_both(found, test);
            let step = nth.checked_sub(1).and_then(|nth| path.steps.get(nth));
            if let Some((direction, _)) = step {
                if matches!(found, Told::None) {
                    return found;
                }
                let ahead = self.cells_of(found);
                found = Told::These(self.step(ahead, Way::Fixed(direction.opposite())));
            }
        }
        found
    }
}
