//! Optimisations of the compiler. Each can be switched off: no answer may change.

use crate::native::Backend;

/// Vector instructions that may be used, of those that the machine has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InstructionSet {
    /// Those that every machine of its kind has.
    Baseline,
    /// AVX2, and nothing beyond it.
    Avx2,
    /// All.
    #[default]
    Best,
}

/// Optimisations that are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimisations {
    /// Fills and runs by doubling, not step by step.
    pub doubling: bool,
    /// Equal sets are one set, asked once.
    pub sharing: bool,
    /// Shapes with kernels of their own (chains, runs, flanking patterns) use them, and what is proved of
    /// lines of so many cells is made use of.
    pub shapes: bool,
    /// Legal choices are read from matches where that is proved right, not tried one by one.
    pub decided: bool,
    /// Ends are asked only around what changed, where that is proved right.
    pub beside: bool,
    /// Legal choices that were found for an end are kept for the next action.
    pub carried: bool,
    /// Games are played many at a time, side by side, where their rules allow it.
    pub interp: bool,
    /// The vector instructions of boards that are worked on together.
    pub instructions: InstructionSet,
    /// Backend that makes machine code for boards one at a time; without one an interpreter runs
    /// them.
    pub native: Option<Backend>,
}

impl Optimisations {
    /// Everything on.
    pub const ALL: Self = Self {
        doubling: true,
        sharing: true,
        shapes: true,
        decided: true,
        beside: true,
        carried: true,
        interp: true,
        instructions: InstructionSet::Best,
        native: None,
    };

    /// Everything off.
    pub const NONE: Self = Self {
        doubling: false,
        sharing: false,
        shapes: false,
        decided: false,
        beside: false,
        carried: false,
        interp: false,
        instructions: InstructionSet::Baseline,
        native: None,
    };

    /// Each with one of them switched off, and its name.
    pub fn each_off() -> [(&'static str, Self); 9] {
        [
            ("doubling", Self { doubling: false, ..Self::ALL }),
            ("sharing", Self { sharing: false, ..Self::ALL }),
            ("shapes", Self { shapes: false, ..Self::ALL }),
            ("decided", Self { decided: false, ..Self::ALL }),
            ("beside", Self { beside: false, ..Self::ALL }),
            ("carried", Self { carried: false, ..Self::ALL }),
            ("interp", Self { interp: false, ..Self::ALL }),
            ("AVX-512", Self { instructions: InstructionSet::Avx2, ..Self::ALL }),
            ("vectors", Self { instructions: InstructionSet::Baseline, ..Self::ALL }),
        ]
    }
}
