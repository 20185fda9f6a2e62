//! Patterns that stay on a line, solved for all boards at once before matches are followed.

use super::code::{SetReg, Way};
use crate::{Next, Start};

/// A pattern that stays on a line, solved in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its places.
    pub places: Vec<LinePlace>,
    /// Cells at which a match begins, the preferred first.
    pub starts: Vec<Start>,
    /// The cells where a match may end, where that is said.
    pub last: Option<SetReg>,
    /// Direction of the line.
    pub way: Way,
    /// True if a match is left out that begins on a cell of one before it, as the direction goes.
    pub is_apart: bool,
}

/// A place of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePlace {
    /// The cells from which the rest matches.
    pub solved: SetReg,
    /// Continuations, the preferred first.
    pub next: Vec<Next>,
}
