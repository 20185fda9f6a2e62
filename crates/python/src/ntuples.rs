//! Values that are learnt by play from tuples of cells.

use std::sync::Arc;
use std::time::{Duration, Instant};

use masume_engine::StopToken;
use masume_search::agent::ntuples::{
    CannotLearn, Learner, LearnerForm, Learnt, Lesson, MOST_WEIGHT,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::bytes::{halves_of, of_halves, of_words};
use crate::error::{self, Report};
use crate::game::{Game, Shared};
use crate::interrupt::interruptible;
use crate::state::State;

/// Actions between two looks at the clock.
const LOOK: u64 = 1 << 12;

/// The most games that are played by one call.
const MOST_GAMES: u64 = 1 << 24;

/// Weights of tuples of cells, and the games that they learn from; arrays are bytes.
#[pyclass(module = "masume._masume", name = "Tuples")]
pub(crate) struct Tuples {
    shared: Arc<Shared>,
    learner: Learner,
}

/// Actions done, and 64-bit points of the games that ended.
type Played<'py> = (u64, Bound<'py, PyByteArray>);

/// 64-bit actions, and 32-bit values.
type Chosen<'py> = (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

impl Tuples {
    /// Runs what Ctrl-C stops.
    fn run<T: Send>(
        shared: &Shared,
        py: Python<'_>,
        work: impl FnOnce(&masume_engine::Game) -> Result<T, CannotLearn> + Send,
    ) -> PyResult<T> {
        let stop = StopToken::new();
        let game = shared.stopped_by(&stop);
        interruptible(py, &stop, || work(&game))?.map_err(|it| raised(shared, py, &it))
    }
}

/// The exception of what cannot be learnt.
fn raised(shared: &Shared, py: Python<'_>, error: &CannotLearn) -> PyErr {
    match error {
        CannotLearn::Rules(error) => shared.run_error(py, error),
        CannotLearn::Setup(error) => error::of_setup(py, error, &shared.text),
        CannotLearn::Tuples(_) | CannotLearn::Bytes(_) => PyValueError::new_err(error.to_string()),
        CannotLearn::NotForPoints
        | CannotLearn::ChanceWithin
        | CannotLearn::Turns
        | CannotLearn::Stuck
        | CannotLearn::Contents => Report::new(format!("nothing is learnt of this game: {error}"))
            .with_help(
                "games for one like 2048 can be learnt: points, and chance after each action",
            )
            .raise(py),
    }
}

#[pymethods]
impl Tuples {
    /// Weights that are all the same, of tuples that take no more memory than this.
    #[new]
    fn new(
        py: Python<'_>,
        game: &Game,
        tuples: Option<Vec<Vec<usize>>>,
        contents: (u8, f32),
        games: (u64, usize, usize),
        memory: u64,
    ) -> PyResult<Self> {
        let ((largest, value), (seed, boards, trail)) = (contents, games);
        let is_number = value.abs() <= MOST_WEIGHT;
        if !is_number || largest == 0 || boards == 0 || trail == 0 {
            return Err(PyValueError::new_err(
                "`value` is a number, and `largest`, `boards` and `trail` are 1 at least",
            ));
        }
        let shared = Arc::clone(&game.0);
        let form = LearnerForm { tuples, largest, value, seed, boards, trail };
        let made = py.detach(|| Learner::new(&shared.game, &shared.setup, form, memory));
        let learner = made.map_err(|it| raised(&shared, py, &it))?;
        Ok(Self { shared, learner })
    }

    /// Weights of bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, game: &Game, kept: &[u8], memory: u64) -> PyResult<Self> {
        let shared = Arc::clone(&game.0);
        let fingerprint = shared.fingerprint.to_string();
        let of = (&shared.game, fingerprint.as_str());
        let read = py.detach(|| Learner::from_bytes(of, &shared.setup, kept, memory));
        let learner = read.map_err(|it| raised(&shared, py, &it))?;
        Ok(Self { shared, learner })
    }

    /// All that was learnt.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let fingerprint = self.shared.fingerprint.to_string();
        let bytes = py.detach(|| self.learner.to_bytes(&fingerprint));
        PyBytes::new(py, &bytes)
    }

    /// The tuples.
    #[getter]
    fn tuples(&self) -> Vec<Vec<usize>> {
        self.learner.form().tuples.clone().unwrap_or_default()
    }

    /// Number of things that a cell can hold, nothing among them.
    #[getter]
    fn radix(&self) -> usize {
        self.learner.radix()
    }

    /// Plays and learns until one of these is reached: actions, games that ended, seconds.
    fn learn<'py>(
        &mut self,
        py: Python<'py>,
        budget: (u64, u64, Option<f64>),
        rates: (f32, f32),
        is_coherent: bool,
        restart: u64,
    ) -> PyResult<Played<'py>> {
        let (moves, games, seconds) = budget;
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| PyValueError::new_err("`seconds` is a number from 0 on"))?;
        let (rate, trace) = rates;
        if ![rate, trace].iter().all(|it| (0.0..=1.0).contains(it)) {
            return Err(PyValueError::new_err("`rate` and `trace` are from 0 to 1"));
        }
        let learner = &mut self.learner;
        let learnt = Self::run(&self.shared, py, |game| {
            let (begun, mut all) = (Instant::now(), Learnt::default());
            loop {
                let ended = all.scores.len() as u64;
                let (left, games) = (moves.saturating_sub(all.moves), games.saturating_sub(ended));
                let is_late = time.is_some_and(|it| begun.elapsed() >= it);
                if left == 0 || games == 0 || is_late {
                    return Ok(all);
                }
                let moves = left.min(LOOK);
                let lesson = Lesson { moves, games, rate, is_coherent, trace, restart };
                let part = learner.learn(game, &lesson)?;
                all.moves += part.moves;
                all.scores.extend(part.scores);
            }
        })?;
        Ok((learnt.moves, of_words(py, learnt.scores.into_iter())?))
    }

    /// 64-bit points of so many games, which are set up with this seed and those that follow it.
    fn play<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        most: u64,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let end = seed.checked_add(games).filter(|_| games <= MOST_GAMES);
        let end = end.ok_or_else(|| {
            PyValueError::new_err(format!("at most {MOST_GAMES} games are played at once"))
        })?;
        let scores = Self::run(&self.shared, py, |game| self.learner.play(game, seed..end, most))?;
        of_words(py, scores.into_iter())
    }

    /// The action in each state that promises most, -1 where nothing can be done, and what it promises.
    fn choose<'py>(
        &self,
        py: Python<'py>,
        states: Vec<PyRef<'py, State>>,
    ) -> PyResult<Chosen<'py>> {
        for state in &states {
            self.shared.check_state(py, state)?;
        }
        let numbers = self.shared.numbers(py)?;
        let asked: Vec<_> = states.iter().map(|it| &it.state).collect();
        let chosen = Self::run(&self.shared, py, |game| self.learner.choose(game, &asked))?;
        let number = |action| numbers.number(action).map_or(-1, i64::from);
        let actions = chosen.iter().map(|it| it.map_or(-1, |(action, _)| number(action)));
        let actions = of_words(py, actions)?;
        let values = of_halves(py, chosen.iter().map(|it| it.map_or(0.0, |(_, value)| value)))?;
        Ok((actions, values))
    }

    /// 32-bit weights of each tuple.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyByteArray>>> {
        self.learner.weights().map(|it| of_halves(py, it.iter().copied())).collect()
    }

    /// Puts the 32-bit weights of a tuple.
    fn put_weights(&mut self, tuple: usize, weights: &[u8]) -> PyResult<()> {
        self.learner.put_weights(tuple, &halves_of(weights)).map_err(|_| {
            PyValueError::new_err(format!(
                "a tuple has as many weights as before, numbers of at most {MOST_WEIGHT:e}"
            ))
        })
    }
}
