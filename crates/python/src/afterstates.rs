//! Everything that may come of every action in many states, with exact probabilities.

use std::sync::Arc;

use masume_engine::{Action, ApplyError, ChanceEvent, RunError, StopToken};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::bytes::of_words;
use crate::error::Report;
use crate::interrupt::interruptible;
use crate::state::State;
use crate::threads;

/// Places of the states asked about and numbers of actions, as 64-bit numbers; and of each outcome its state and probability.
type Afterstates<'py> =
    (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Vec<State>, Vec<(u128, u128)>);

/// Outcome of an action in the state of this place.
type Outcome = (usize, Action, ChanceEvent);

/// Everything that may come of every action in each of these states, in the order of states, actions and choices.
#[pyfunction]
#[pyo3(name = "_afterstates")]
pub(crate) fn afterstates<'py>(
    py: Python<'py>,
    states: Vec<PyRef<'py, State>>,
    most: usize,
    threads: usize,
) -> PyResult<Afterstates<'py>> {
    let Some(first) = states.first() else {
        return Err(PyValueError::new_err("one state at least is asked about"));
    };
    let shared = Arc::clone(&first.shared);
    if states.iter().any(|it| it.shared.fingerprint != shared.fingerprint) {
        return Err(Report::new("the states are of several games").raise(py));
    }
    let numbers = Arc::clone(shared.numbers(py)?);
    if states.iter().any(|it| it.state.board.grid() != &shared.grid) {
        return Err(Report::new("the states have boards of several sizes").raise(py));
    }
    let threads = threads::asked(threads);
    let stop = StopToken::new();
    let game = shared.stopped_by(&stop);
    let asked: Vec<&masume_engine::State> = states.iter().map(|it| &it.state).collect();
    let found = interruptible(py, &stop, || of_each(&game, &asked, most, threads))??;
    let found = found.map_err(|it| first.run_error(py, &it))?;
    let parents = of_words(py, found.iter().map(|(parent, ..)| *parent as i64))?;
    let number = |action: Action| numbers.number(action).map_or(-1, i64::from);
    let actions = of_words(py, found.iter().map(|(_, action, _)| number(*action)))?;
    let (mut after, mut chances) = (Vec::with_capacity(found.len()), Vec::new());
    for (_, _, event) in found {
        chances.push((event.probability.numerator(), event.probability.denominator()));
        after.push(State::new(Arc::clone(&shared), event.state));
    }
    Ok((parents, actions, after, chances))
}

/// Outcomes of each state, in parts on a thread each.
fn of_each(
    game: &masume_engine::Game,
    states: &[&masume_engine::State],
    most: usize,
    threads: usize,
) -> PyResult<Result<Vec<Outcome>, RunError>> {
    let part = states.len().div_ceil(threads).max(1);
    let of_part = &|first: usize, states: &[&masume_engine::State]| {
        let mut found: Vec<Outcome> = Vec::new();
        for (place, state) in states.iter().enumerate() {
            for action in game.legal_actions(state)? {
                match game.chance_events(state, action, most) {
                    Ok(events) => {
                        found.extend(events.into_iter().map(|it| (first + place, action, it)));
                    }
                    Err(ApplyError::Run(error)) => return Err(error),
                    // Only what can be done is asked about.
                    Err(ApplyError::IllegalAction | ApplyError::GameOver) => {}
                }
            }
        }
        Ok(found)
    };
    let parts = states.chunks(part).enumerate();
    let works: Vec<_> =
        parts.map(|(index, states)| move || of_part(index * part, states)).collect();
    let found: Result<Vec<Vec<Outcome>>, RunError> = threads::joined(works)?.into_iter().collect();
    Ok(found.map(|it| it.into_iter().flatten().collect()))
}
