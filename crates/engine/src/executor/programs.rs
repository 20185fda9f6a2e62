//! The compiled rules of a game, one program for each shape of board that was asked for.

use std::sync::{Arc, Mutex, PoisonError};

use masume_board::Grid;
use masume_compile::{Compiled, Optimisations};
use masume_rules::model::Rules;

/// Boards of one game that are kept at most: a game is mostly played on one.
const MOST_KEPT: usize = 16;

/// Compiled rules by shape of board; `None` where the board is too large for a program.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    known: Mutex<Vec<(Grid, Option<Arc<Compiled>>)>>,
}

impl Programs {
    /// The rules compiled for boards of this shape.
    pub(crate) fn of(
        &self,
        rules: &Arc<Rules>,
        grid: &Grid,
        optimisations: Optimisations,
    ) -> Option<Arc<Compiled>> {
        // A thread that panicked while it held the lock has left whole entries only.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, compiled)) = known.iter().find(|(shape, _)| shape == grid) {
            return compiled.clone();
        }
        let compiled = Compiled::new(Arc::clone(rules), grid, optimisations).ok().map(Arc::new);
        if known.len() == MOST_KEPT {
            known.remove(0);
        }
        known.push((*grid, compiled.clone()));
        compiled
    }
}
