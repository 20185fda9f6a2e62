//! A rule: a pattern with what is put at each of its positions.

use super::Term;

/// A rule. Pattern and replacements are one tree, so that they keep the same shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleTree {
    /// `all`, `each`, `first`, `random`, `random 2 of`.
    pub strategy: Option<Term>,
    /// Directions and anchors, such as `8 ways` and `from c`.
    pub prefix: Vec<String>,
    /// In the order of the pattern.
    pub nodes: Vec<Node>,
    /// One for each replacement: how likely it is, absent for the rest.
    pub chances: Vec<Option<Term>>,
    /// Further effects.
    pub effects: Vec<Term>,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// One cell.
    Cell {
        /// Test that the cell must pass.
        test: Term,
        /// Indexed like [`RuleTree::chances`].
        puts: Vec<Put>,
        /// Number of times.
        times: Quantifier,
    },
    /// One of several runs of parts.
    Group {
        /// In the order of preference.
        branches: Vec<Vec<Node>>,
        /// Number of times.
        times: Quantifier,
    },
    /// `edge`, `turn`, `turn?` or `bend`, which consume no cell.
    Word(&'static str),
}

/// Content that is put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Put {
    /// The cell stays as it is: a run of these is `...`.
    Rest,
    /// A put as the language writes it.
    Of(Term),
}

/// Number of times that a part of a pattern stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Once.
    Once,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Optional,
    /// `{2}`
    Exactly(usize),
    /// `{1,3}`
    Between(usize, usize),
    /// `{2,}`
    AtLeast(usize),
}

impl RuleTree {
    /// A rule of these parts that does nothing else.
    pub fn new(prefix: Vec<String>, nodes: Vec<Node>) -> Self {
        Self { strategy: None, prefix, nodes, chances: vec![None], effects: Vec::new() }
    }
}

impl Node {
    /// True if everything in it stays as it is in this replacement.
    pub fn is_rest(&self, replacement: usize) -> bool {
        match self {
            Self::Cell { puts, .. } => puts.get(replacement) == Some(&Put::Rest),
            Self::Group { branches, .. } => {
                branches.iter().flatten().all(|node| node.is_rest(replacement))
            }
            Self::Word(_) => true,
        }
    }

    /// True if it consumes a cell or more.
    pub fn has_cells(&self) -> bool {
        match self {
            Self::Cell { .. } => true,
            Self::Group { branches, .. } => branches.iter().flatten().any(Self::has_cells),
            Self::Word(_) => false,
        }
    }
}
