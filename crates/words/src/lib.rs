//! Rules compiled for boards of any shape: sets of cells get the narrowest width that holds them.
//!
//! Here compiler and executors come together. Executors are generic in that width. Each crate beside this one has them built for some widths, so that they are
//! built side by side, and each as one unit: what is inlined in one is not left out in another.

use std::fmt;
use std::sync::Arc;

use masume_board::{Grid, MAX_WORDS};
use masume_compile::COMPILER;
use masume_execute::{Compiled, Make, has_vectors};
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

/// Makers of programs over the sets of one crate: for so many words, with or without vector instructions.
type Maker = fn(usize, bool) -> Option<Make>;

/// The narrowest sets first.
const MAKERS: &[Maker] = &[
    masume_words_2::make,
    masume_words_4::make,
    #[cfg(target_arch = "x86_64")]
    masume_words_8::make,
    masume_words_2560::make,
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
    let make = MAKERS.iter().find_map(|make| make(cells.div_ceil(64), has_vectors));
    let make = make.ok_or(TooLarge { cells, bound: MAX_CELLS })?;
    Ok(make(rules, grid, optimisations, COMPILER))
}
