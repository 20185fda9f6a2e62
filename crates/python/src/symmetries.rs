//! Symmetries of a game, as the places from which images take what they show.

use std::sync::Arc;

use masume_search::{image_of_action, image_of_state};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::bytes::of_words;
use crate::game::Shared;
use crate::state::State;

/// A symmetry: its name, and 64-bit numbers: for each cell of an image, and for each action there, which one of the original it
/// is.
pub(crate) type Sources<'py> = (&'static str, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

/// The symmetries that the rules keep on the game's board, the identity first.
pub(crate) fn all<'py>(shared: &Shared, py: Python<'py>) -> PyResult<Vec<Sources<'py>>> {
    let (grid, numbers) = (&shared.grid, shared.numbers(py)?);
    let cells: Vec<_> = grid.inner_cells().collect();
    let mut found = Vec::new();
    for &symmetry in shared.symmetries() {
        let back = symmetry.inverse();
        let source = |cell| cells.binary_search(&back.cell(grid, cell)).unwrap_or_default() as i64;
        let of_cells: Vec<i64> = cells.iter().map(|cell| source(*cell)).collect();
        let mut of_actions: Vec<i64> = Vec::with_capacity(numbers.count() as usize);
        for number in 0..numbers.count() {
            let original = numbers.action(number).map(|it| image_of_action(back, grid, it));
            // What can never be chosen has no image, and stays where it is.
            of_actions.push(original.and_then(|it| numbers.number(it)).unwrap_or(number).into());
        }
        found.push((
            name(symmetry),
            of_words(py, of_cells.into_iter())?,
            of_words(py, of_actions.into_iter())?,
        ));
    }
    Ok(found)
}

/// Image of a state by the symmetry of this place among [`all`].
pub(crate) fn image(of: &State, place: usize) -> PyResult<State> {
    let symmetries = of.shared.symmetries();
    let symmetry = symmetries.get(place).ok_or_else(|| {
        PyIndexError::new_err(format!("there are {} symmetries, and no {place}", symmetries.len()))
    })?;
    Ok(State::new(Arc::clone(&of.shared), image_of_state(*symmetry, &of.state)))
}

fn name(symmetry: masume_board::Symmetry) -> &'static str {
    use masume_board::Symmetry;
    match symmetry {
        Symmetry::Identity => "identity",
        Symmetry::TurnRight => "turn right",
        Symmetry::TurnAround => "turn around",
        Symmetry::TurnLeft => "turn left",
        Symmetry::MirrorColumns => "mirror columns",
        Symmetry::AntiTranspose => "transpose at the other diagonal",
        Symmetry::MirrorRows => "mirror rows",
        Symmetry::Transpose => "transpose",
    }
}
