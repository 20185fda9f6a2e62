//! Patterns as graphs of small steps, for matches that are followed one by one.
//!
//! A [`Nfa`](super::Nfa) says on which cells some match lies. Where every match counts by itself and
//! one start has several (by what letters are bound to, by where a walk turns), the graph tells them
//! apart.

use masume_rules::model::{Compare, Layer, Letter, Reach};

use super::{Dirs, Num, SetId};

/// A pattern, followed step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The steps, which name each other by index.
    pub steps: Vec<Step>,
    /// Node at which a match begins.
    pub first: u16,
    /// True if a start can have more than one path.
    pub has_branches: bool,
    /// Indexed by step: whether what comes from it on is the same in every direction.
    pub is_undirected: Vec<bool>,
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Consumes a cell that passes.
    Cell {
        /// Index into the replacement.
        position: u32,
        /// Test that the cell must pass.
        test: CellTest,
        /// Node that comes next.
        next: u16,
    },
    /// Goes on at one of these, the earlier preferred.
    Split(Vec<u16>),
    /// Goes on where the board ends.
    Edge(u16),
    /// Goes on at a right angle, either way.
    Turn(u16),
    /// Goes on in any direction.
    Bend(u16),
    /// The pattern is at its end.
    Accept,
}

/// A test of one cell, which may bind letters.
#[derive(Clone, Debug, PartialEq)]
pub enum CellTest {
    /// The set has the cell: tests without letters.
    Set(SetId),
    /// The layer holds something, equal to the letter if that is bound already; binds it otherwise.
    Letter(Layer, Letter),
    /// The cell does not pass; what is bound there is forgotten.
    Not(Box<CellTest>),
    /// The cell passes all, asked in order.
    And(Vec<CellTest>),
    /// The cell passes one, asked in order; the first that it passes binds.
    Or(Vec<CellTest>),
    /// So many neighbours pass; what is bound there is forgotten.
    Neighbours {
        /// Least number.
        least: u32,
        /// Greatest number.
        greatest: u32,
        /// Test that the neighbours must pass.
        test: Box<CellTest>,
        /// Neighbours that count.
        reach: Reach,
    },
    /// The pattern matches from the cell in one of the directions; what is bound there is forgotten.
    Sees {
        /// Graph that must match.
        graph: Box<Graph>,
        /// The directions.
        dirs: Dirs,
    },
    /// Two numbers compare so, the layers that they read holding something.
    Compare {
        /// The left side.
        left: Num,
        /// Comparison of the two.
        compare: Compare,
        /// The right side.
        right: Num,
        /// The layers that are read.
        layers: Vec<Layer>,
    },
}

impl Graph {
    /// Graph of these steps.
    pub fn new(steps: Vec<Step>, first: u16, has_branches: bool) -> Self {
        let mut is_undirected: Vec<bool> = steps.iter().map(|_| true).collect();
        loop {
            let of = |step: &Step| match step {
                Step::Bend(_) | Step::Accept => true,
                Step::Split(entries) => {
                    entries.iter().all(|&entry| is_undirected[usize::from(entry)])
                }
                Step::Cell { .. } | Step::Edge(_) | Step::Turn(_) => false,
            };
            let found: Vec<bool> = steps.iter().map(of).collect();
            if found == is_undirected {
                return Self { steps, first, has_branches, is_undirected };
            }
            is_undirected = found;
        }
    }

    /// True if sets tell all its tests.
    pub fn asks_sets(&self) -> bool {
        self.steps.iter().all(|step| match step {
            Step::Cell { test, .. } => matches!(test, CellTest::Set(_)),
            Step::Split(_) | Step::Edge(_) | Step::Turn(_) | Step::Bend(_) | Step::Accept => true,
        })
    }

    /// True if a test compares numbers, which may fail.
    pub fn compares(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Cell { test, .. } if test.compares()))
    }

    /// The letters that tests bind or compare.
    pub fn letters(&self) -> Vec<Letter> {
        let mut found = Vec::new();
        for step in &self.steps {
            if let Step::Cell { test, .. } = step {
                test.letters(&mut found);
            }
        }
        found
    }
}

impl CellTest {
    fn compares(&self) -> bool {
        match self {
            Self::Compare { .. } => true,
            Self::Not(test) | Self::Neighbours { test, .. } => test.compares(),
            Self::And(tests) | Self::Or(tests) => tests.iter().any(Self::compares),
            Self::Sees { graph, .. } => graph.compares(),
            Self::Set(_) | Self::Letter(..) => false,
        }
    }

    fn letters(&self, found: &mut Vec<Letter>) {
        match self {
            Self::Letter(_, letter) => found.push(*letter),
            Self::Not(test) | Self::Neighbours { test, .. } => test.letters(found),
            Self::And(tests) | Self::Or(tests) => tests.iter().for_each(|it| it.letters(found)),
            Self::Sees { graph, .. } => found.extend(graph.letters()),
            Self::Set(_) | Self::Compare { .. } => {}
        }
    }
}
