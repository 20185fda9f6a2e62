//! Patterns that go along rays from single cells.

use super::code::SetReg;

/// The most places behind the first.
pub const MOST_PLACES: usize = 6;

/// A pattern along rays from single cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rays {
    /// The first cells.
    pub starts: SetReg,
    /// Places behind the first cell; no more than [`MOST_PLACES`].
    pub places: Vec<RayPlace>,
    /// Cells at which a match may end.
    pub ends: SetReg,
    /// The directions of the rays, as bits.
    pub dirs: u8,
}

/// A place of a pattern behind its first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RayPlace {
    /// The cells that can be there.
    pub test: SetReg,
    /// True if it follows the first cell.
    pub is_second: bool,
    /// The places that it follows, as bits.
    pub follows: u8,
    /// True if a match ends here.
    pub is_end: bool,
}

impl Rays {
    /// Every register, always in the same order.
    pub fn sets(&self) -> Vec<SetReg> {
        let places = self.places.iter().map(|place| place.test);
        [self.starts, self.ends].into_iter().chain(places).collect()
    }

    /// The set of all cells behind the first, where there may be any number of them and a match ends at
    /// each.
    pub fn through(&self) -> Option<SetReg> {
        let [RayPlace { test, is_second: true, follows: 1, is_end: true }] = self.places[..] else {
            return None;
        };
        Some(test)
    }

    /// As [`Self::sets`].
    pub fn sets_mut(&mut self) -> impl Iterator<Item = &mut SetReg> {
        let places = self.places.iter_mut().map(|place| &mut place.test);
        [&mut self.starts, &mut self.ends].into_iter().chain(places)
    }
}
