//! Spots of paths, and numbers for them.

use masume_board::{Cell, Direction};
use rustc_hash::FxHashMap;

/// Spot of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) step: u16,
    /// The last cell consumed.
    pub(super) cell: Option<Cell>,
    pub(super) direction: Direction,
    /// Index into the bindings of the search.
    pub(super) letters: u32,
}

/// The most spots whose numbers are looked up by place.
const MOST_PLACES: usize = 1 << 18;

/// Spots by number, each once. The memory is that of a whole call: most searches meet few spots, and
/// there are many searches.
#[derive(Debug, Default)]
pub(crate) struct Spots {
    all: Vec<Spot>,
    /// Mark of the numbers of this search.
    search: u32,
    /// Places of one step.
    places: usize,
    /// Indexed by step, cell and direction, of spots that bind nothing: search and number.
    by_place: Vec<(u32, u32)>,
    /// The others.
    by_hash: FxHashMap<Spot, u32>,
}

impl Spots {
    /// Forgets all spots; the next ones are of a graph of so many steps on so many cells.
    pub(super) fn begin(&mut self, steps: usize, cells: usize) {
        self.all.clear();
        self.by_hash.clear();
        self.places = 8 * (cells + 1);
        let most = steps * self.places;
        if most > MOST_PLACES {
            self.places = 0;
        } else if self.by_place.len() < most {
            self.by_place.resize(most, (0, 0));
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.by_place.fill((0, 0));
            self.search = 1;
        }
    }

    /// Forgets the spots at which anything is bound: numbers of bindings are about to be given anew.
    pub(super) fn forget_bound(&mut self) {
        self.by_hash.clear();
    }

    pub(super) fn all(&self) -> &[Spot] {
        &self.all
    }

    /// The spot of this number.
    pub(super) fn get(&self, number: u32) -> Option<Spot> {
        self.all.get(number as usize).copied()
    }

    /// The number of a spot, and whether it is new.
    pub(super) fn insert(&mut self, spot: Spot) -> (u32, bool) {
        let next = self.all.len() as u32;
        let number = match self.place(spot) {
            Some(place) => {
                let (search, number) = &mut self.by_place[place];
                if *search != self.search {
                    (*search, *number) = (self.search, next);
                }
                *number
            }
            None => *self.by_hash.entry(spot).or_insert(next),
        };
        if number == next {
            self.all.push(spot);
        }
        (number, number == next)
    }

    fn place(&self, spot: Spot) -> Option<usize> {
        let is_kept = spot.letters == 0 && self.places > 0;
        let cell = spot.cell.map_or(0, |cell| cell.index() + 1);
        is_kept.then(|| usize::from(spot.step) * self.places + 8 * cell + spot.direction as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_have_one_number_each_until_they_are_forgotten() {
        let spot = |step, cell: Option<u32>, letters| Spot {
            step,
            cell: cell.map(Cell),
            direction: Direction::ALL[3],
            letters,
        };
        let met = [spot(0, None, 0), spot(1, Some(0), 0), spot(1, Some(3), 2), spot(1, Some(3), 0)];
        let mut spots = Spots::default();
        for (steps, cells) in [(2, 4), (1, 1 << 20), (2, 4)] {
            spots.begin(steps, cells);
            for (nth, &spot) in (0..).zip(&met) {
                assert_eq!(spots.insert(spot), (nth, true));
            }
            for (nth, &spot) in (0..).zip(&met) {
                assert_eq!(spots.insert(spot), (nth, false));
                assert_eq!(spots.get(nth), Some(spot));
            }
            assert_eq!(spots.get(4), None);
        }
    }
}
