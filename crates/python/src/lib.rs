//! The engine as a Python module: games, states, thousands of boards, and what searches say of a game.
//!
//! Everything here is thin: it makes Python's values of the engine's, errors into exceptions, and lets other threads of
//! Python run while the engine does. What takes long runs on a thread of its own, so that Ctrl-C is heard. Arrays come
//! and go as plain bytes, of which NumPy makes arrays without a copy: what a caller's array may be (its type, its order,
//! who else writes to it) is checked by NumPy, in `python/masume`.
//!
//! # What it must not know
//! NumPy, and any interface of learning libraries: those are made of this in Python.

mod afterstates;
mod batch;
mod bytes;
mod error;
mod game;
mod interrupt;
mod ntuples;
mod picture;
mod reward;
mod search;
mod shards;
mod state;
mod symmetries;
mod threads;
mod trees;

use pyo3::prelude::*;

/// The module `masume._masume`.
#[pymodule(gil_used = false)]
fn _masume(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GameError", module.py().get_type::<error::GameError>())?;
    module.add("IllegalActionError", module.py().get_type::<error::IllegalActionError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<batch::Core>()?;
    module.add_class::<trees::Trees>()?;
    module.add_class::<ntuples::Tuples>()?;
    module.add_class::<search::Playouts>()?;
    module.add_class::<search::Verdict>()?;
    module.add_class::<search::Ranked>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(afterstates::afterstates, module)?)?;
    Ok(())
}
