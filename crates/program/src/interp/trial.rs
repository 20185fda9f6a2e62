//! Choices whose legality only a run of the body tells: it is run on boards of its own, one for each
//! choice.

use super::code::{Code, MaskReg, NumReg, SetReg};

/// Trial of the choices of an action.
#[derive(Clone, Debug)]
pub struct Trial<C = Code> {
    /// The action.
    pub action: u8,
    /// Options for each parameter.
    pub options: Vec<Options>,
    /// True if the lesser of two cells comes first.
    pub is_unordered: bool,
    /// Candidates for the second parameter, if they are found beforehand.
    pub seconds: Option<Seconds<C>>,
    /// Run with everything chosen: whether that does anything. `None` where every second choice that
    /// is found is legal.
    pub body: Option<(C, MaskReg)>,
    /// True if a chosen direction is stepped in, or asked for.
    pub uses_ways: bool,
    /// Registers that the body may change, with those that keep what was there before.
    pub kept: Kept,
    /// Moves whose body need not be run, as is found for the boards of a question.
    pub untried: Untried,
}

/// Candidates for second choices.
#[derive(Clone, Debug)]
pub struct Seconds<C = Code> {
    /// Run with the first parameter chosen.
    pub code: C,
    /// Cells of choices that each rule may match.
    pub cells: Vec<SetReg>,
    /// Boards with a choice that the rule may match; indexed as the cells.
    pub may_match: Vec<MaskReg>,
    /// Those that are legal without a run of the body.
    pub certain: Option<SetReg>,
}

/// The most rules whose choices are told apart.
pub const MOST_RULES: usize = 16;

impl<C> Trial<C> {
    /// True if one cell is chosen: then what is legal is a set.
    pub fn is_of_one_cell(&self) -> bool {
        self.options[..] == [Options::Cells]
    }
}

/// Options for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options {
    /// These directions, as bits.
    Directions(u8),
    /// A cell inside the rim.
    Cells,
    /// A column.
    Columns,
    /// A row.
    Rows,
}

impl Options {
    /// All directions that can be chosen, as bits.
    pub fn ways(all: &[Self]) -> u8 {
        all.iter().fold(0, |all, options| match options {
            Self::Directions(ways) => all | ways,
            Self::Cells | Self::Columns | Self::Rows => all,
        })
    }
}

/// Planes and values that code may change, each with a register that keeps what was there before.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Planes, each with what it was.
    pub sets: Vec<(SetReg, SetReg)>,
    /// Values, each with what it was.
    pub nums: Vec<(NumReg, NumReg)>,
}

/// Moves whose body need not be run.
#[derive(Clone, Debug, Default)]
pub struct Untried {
    /// Cells at which such moves begin and end, or at which what may be legal at all does one or
    /// the other.
    pub ends: Vec<Ends>,
    /// Ends that each rule may use.
    pub of_rule: Vec<Option<usize>>,
}

/// Ends of moves, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// A move from one of the first to one of the second leaves what is required as it has to be.
    pub sure: [SetReg; 2],
    /// A move that neither begins at one of the first nor ends at one of the second is refused.
    pub live: Option<[SetReg; 2]>,
}

impl Ends {
    /// All registers that these cells lie in.
    pub fn sets(&self) -> impl Iterator<Item = SetReg> {
        self.sure.into_iter().chain(self.live.into_iter().flatten())
    }
}
