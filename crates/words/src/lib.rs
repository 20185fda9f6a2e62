//! Rules compiled for boards of any shape: sets of cells get the narrowest width that holds them.
//!
//! Here compiler and executors come together. Executors are generic in that width. Each crate beside this one has them
//! built for some widths, so that they are built side by side, and each as one unit: what is inlined in one is not left
//! out in another. The general machine is built for fewer widths than the interpreter: the narrowest that holds the sets
//! of the interpreter goes with it.

use std::fmt;
use std::sync::Arc;

use masume_board::{Grid, MAX_WORDS};
use masume_compile::COMPILER;
use masume_execute::{Compiled, Interpreter, Make, has_vectors};
use masume_program::Optimisations;
use masume_rules::model::Rules;

/// The most cells of a board.
pub const MAX_CELLS: usize = 64 * MAX_WORDS;

/// A board with more cells than compiled programs serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Cells of the board.
    pub cells: usize,
    /// The most that there may be.
    pub bound: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, bound } = self;
        write!(f, "the board has {cells} cells; compiled programs serve at most {bound}")
    }
}

impl std::error::Error for TooLarge {}

/// The interpreter of one crate: for so many words, with or without vector instructions.
type OfInterpreter = fn(usize, bool) -> Option<Interpreter>;

/// The narrowest sets first.
const INTERPRETERS: &[OfInterpreter] = &[
    masume_words_2::interpreter,
    masume_words_4::interpreter,
    #[cfg(target_arch = "x86_64")]
    masume_words_8::interpreter,
    masume_words_2560::interpreter,
];

/// The general machine of one crate: for so many words.
type OfMachine = fn(usize) -> Option<Make>;

/// The narrowest sets first.
const MACHINES: &[OfMachine] = &[
    masume_words_2::machine,
    masume_words_4::machine,
    #[cfg(target_arch = "x86_64")]
    masume_words_8::machine,
    masume_words_2560::machine,
];

/// Compiles the rules for boards of this shape.
///
/// # Errors
/// A board of more than [`MAX_CELLS`] cells.
pub fn compile(
    rules: Arc<Rules>,
    grid: &Grid,
    optimisations: Optimisations,
) -> Result<Arc<dyn Compiled>, TooLarge> {
    let (cells, has_vectors) = (grid.cell_count(), has_vectors(optimisations.instructions));
    let of_cells = |of: &OfInterpreter| of(cells.div_ceil(64), has_vectors);
    let made = INTERPRETERS.iter().find_map(of_cells).and_then(|interpreter| {
        let make = MACHINES.iter().find_map(|of| of(interpreter.words()))?;
        Some(make(rules, grid, optimisations, COMPILER, interpreter))
    });
    made.ok_or(TooLarge { cells, bound: MAX_CELLS })
}
