//! Patterns that turn, as graphs.

use std::ops::Range;

use super::code::SetReg;

/// A pattern that turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// In an order in which what follows a node comes before it, but for cycles.
    pub nodes: Vec<Node>,
    /// Nodes that are solved together, and whether they follow each other round.
    pub groups: Vec<(Range<usize>, bool)>,
    /// After so many rounds of what follows itself it is good enough: what is asked for is some of the cells, not
    /// all. `None` where it is all.
    pub most_rounds: Option<u32>,
}

/// A place of the pattern, come to in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The place in the pattern.
    pub place: u16,
    /// The cells that can be there.
    pub test: SetReg,
    /// Cells at which a match may end here.
    pub ends: Option<SetReg>,
    /// The nodes that follow, and the directions of steps to each, a bit for each.
    pub next: Vec<(u16, u8)>,
}
