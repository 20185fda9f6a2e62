//! Threads of one call.

use std::thread;

use pyo3::PyResult;
use pyo3::exceptions::PyRuntimeError;

/// Stack of a thread that runs rules: as much as the first thread of a program has.
const STACK: usize = 8 << 20;

/// The most threads.
const MOST: usize = 1024;

/// As many threads as a caller asks for; 0 asks for as many as there are cores.
pub(crate) fn asked(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(MOST),
    }
}

/// A thread that runs rules, within others that wait for it.
///
/// # Errors
/// The system has none left.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> PyResult<thread::ScopedJoinHandle<'scope, T>> {
    Ok(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?)
}

/// Exception of a thread that panicked.
pub(crate) fn panicked() -> pyo3::PyErr {
    PyRuntimeError::new_err("the engine panicked")
}

/// Results of these works in their order, each done on a thread of its own, and one alone at once.
///
/// # Errors
/// One of several panicked, or the system has no threads left.
pub(crate) fn joined<T: Send>(mut works: Vec<impl FnOnce() -> T + Send>) -> PyResult<Vec<T>> {
    if works.len() == 1 {
        return Ok(works.pop().map(|work| work()).into_iter().collect());
    }
    thread::scope(|scope| {
        let threads: Vec<_> = works.into_iter().map(|work| spawn(scope, work)).collect();
        // All are waited for: a scope panics where one that is not has panicked.
        let ended = threads.into_iter().map(|it| it?.join().map_err(|_| panicked()));
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}
