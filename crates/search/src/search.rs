//! Interface of every search.

use crate::{Limit, Solution};

/// A search that goes on in steps: between them it can be paused, asked, or given up.
///
/// Which nodes are expanded depends on the game and the start alone, not on how they are cut into
/// steps, so that results are the same on every machine.
pub trait Search {
    /// Expands up to so many nodes more.
    fn step(&mut self, nodes: u64) -> Status;

    /// The best line found so far.
    fn best(&mut self) -> Option<&Solution>;

    /// Work that has been done so far.
    fn report(&self) -> Report;
}

/// State of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It can go on.
    Running,
    /// It has the line that it was asked for.
    Done,
    /// It has seen everything that can be reached, and there is no line.
    Exhausted,
    /// It cannot go on.
    Limited(Limit),
}

/// Work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// States whose successors were asked for.
    pub nodes: u64,
    /// States that are kept.
    pub kept: u64,
    /// Memory of those, in bytes.
    pub bytes: u64,
    /// Distance from a win of the nearest state, as the search counts it; 0 is a win.
    pub nearest: Option<u32>,
}
