//! Search trees of many games, which a function of the caller guides.

use std::sync::Arc;
use std::time::Duration;

use masume_engine::{RunError, StopToken};
use masume_search::agent::guided::{Answer, GuidedTree, Noise, Puct, gather};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::batch::{observe, read_dtype, read_order};
use crate::bytes::{HALF, WORD, check, filled, halves_of, of_halves, of_words, words_of};
use crate::error::Report;
use crate::game::{Game, Shared};
use crate::interrupt::{self, repeated};
use crate::state::State;
use crate::threads;

/// The most games that are searched together.
const MOST_TREES: usize = 1 << 20;

/// Leaves that wait: how many, planes and masks.
type Wave<'py> = (usize, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

/// Visits, values and actions that were found.
type Found<'py> = (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

/// Search trees of games that go on; all arrays are bytes.
#[pyclass(module = "masume._masume", name = "Trees")]
pub(crate) struct Trees {
    shared: Arc<Shared>,
    trees: Vec<GuidedTree>,
    puct: Puct,
    threads: usize,
    /// Time that the call before took.
    longest: Duration,
    stop: StopToken,
}

impl Trees {
    /// Grows all trees, each by one thread.
    fn grow(&mut self, py: Python<'_>) -> PyResult<()> {
        let (game, puct, stop) = (self.shared.stopped_by(&self.stop), self.puct, self.stop.clone());
        let part = self.trees.len().div_ceil(self.threads).max(1);
        stop.rearm();
        let trees = &mut self.trees;
        let work = || grow(&game, trees, &puct, part);
        let grown = repeated(py, &mut self.longest, &stop, work)??;
        grown.map_err(|it| self.shared.run_error(py, &it))
    }

    fn leaf_count(&self) -> usize {
        self.trees.iter().map(GuidedTree::leaf_count).sum()
    }
}

/// Grows the trees in parts, on a thread each.
fn grow(
    game: &masume_engine::Game,
    trees: &mut [GuidedTree],
    puct: &Puct,
    part: usize,
) -> PyResult<Result<(), RunError>> {
    let parts = trees.chunks_mut(part);
    let works: Vec<_> = parts.map(|trees| move || gather(game, trees, puct)).collect();
    Ok(threads::joined(works)?.into_iter().collect())
}

#[pymethods]
impl Trees {
    /// Trees of games in these states, each with a seed.
    #[new]
    fn new(
        py: Python<'_>,
        game: &Game,
        states: Vec<PyRef<'_, State>>,
        seeds: &[u8],
        threads: usize,
        settings: (u32, f64, u64),
    ) -> PyResult<Self> {
        let (leaves, exploration, memory) = settings;
        let count = states.len();
        if count == 0 || count > MOST_TREES {
            return Err(PyValueError::new_err(format!("1 to {MOST_TREES} games are searched")));
        }
        if leaves == 0 || !(exploration.is_finite() && exploration >= 0.0) {
            return Err(PyValueError::new_err(
                "`leaves` is 1 at least, and `exploration` a number from 0",
            ));
        }
        game.0.numbers(py)?;
        let seeds = words_of(seeds, count)?;
        let threads = threads::asked(threads);
        let mut made = Self {
            shared: Arc::clone(&game.0),
            trees: Vec::with_capacity(count),
            puct: Puct { exploration, leaves, bytes: memory / count as u64 },
            threads,
            longest: Duration::MAX,
            stop: interrupt::token(),
        };
        for (state, seed) in states.iter().zip(seeds) {
            made.shared.check_state(py, state)?;
            made.trees.push(GuidedTree::new(&game.0.game, state.state.clone(), seed as u64));
        }
        Ok(made)
    }

    /// Has so many more simulations be done in each tree, with so much noise at the root.
    fn begin(&mut self, simulations: u32, share: f64, concentration: f64) -> PyResult<()> {
        let is_right = (0.0..=1.0).contains(&share) && concentration.is_finite();
        if !is_right || concentration <= 0.0 {
            return Err(PyValueError::new_err(
                "the share of noise is from 0 to 1, and its concentration above 0",
            ));
        }
        let noise = Noise { share, concentration };
        self.trees.iter_mut().for_each(|tree| tree.begin(simulations, Some(noise)));
        Ok(())
    }

    /// Grows the trees until leaves wait: how many, what is observed of them, and a byte for each action, 1 where it is legal.
    /// None wait once all is done.
    fn gather<'py>(&mut self, py: Python<'py>, dtype: &str, channels: &str) -> PyResult<Wave<'py>> {
        let (order, is_float) = (read_order(channels)?, read_dtype(dtype)?);
        self.grow(py)?;
        let (shared, count) = (&self.shared, self.leaf_count());
        let numbers = shared.numbers(py)?;
        let of_leaf = shared.planes.len() * if is_float { HALF } else { 1 };
        let leaves: Vec<_> = self.trees.iter().flat_map(GuidedTree::leaves).collect();
        let planes = filled(py, count * of_leaf, |into| {
            for (leaf, into) in leaves.iter().zip(into.chunks_exact_mut(of_leaf.max(1))) {
                observe(shared, leaf.state, (order, is_float), into);
            }
            Ok(())
        })?;
        let actions = numbers.count() as usize;
        let masks = filled(py, count * actions, |into| {
            for (leaf, into) in leaves.iter().zip(into.chunks_exact_mut(actions.max(1))) {
                let legal = leaf.actions.iter().filter_map(|it| numbers.number(*it));
                legal.for_each(|it| into[it as usize] = 1);
            }
            Ok(())
        })?;
        Ok((count, planes, masks))
    }

    /// Tells of the leaves that wait 32-bit priors, indexed [leaf, action], and values: of who acts there, or
    /// indexed [leaf, player].
    fn answer(&mut self, py: Python<'_>, priors: &[u8], values: &[u8]) -> PyResult<()> {
        let (count, players) = (self.leaf_count(), self.shared.player_count());
        let numbers = Arc::clone(self.shared.numbers(py)?);
        let actions = numbers.count() as usize;
        check(priors, count * actions * HALF)?;
        let is_of_each = values.len() != count * HALF;
        check(values, count * HALF * if is_of_each { players } else { 1 })?;
        if !is_of_each && players > 2 {
            return Err(PyValueError::new_err("a game of several needs a value for each player"));
        }
        let (priors, values) = (halves_of(priors), halves_of(values));
        if !values.iter().all(|it| it.is_finite()) {
            return Err(PyValueError::new_err("a value is no number"));
        }
        let mut leaf = 0;
        let mut answers: Vec<Vec<Answer>> = Vec::with_capacity(self.trees.len());
        for tree in &self.trees {
            let mut of_tree = Vec::new();
            for waiting in tree.leaves() {
                let of_leaf = &priors[leaf * actions..(leaf + 1) * actions];
                let legal = waiting.actions.iter().map(|it| numbers.number(*it));
                let promise = |it: Option<u32>| it.map_or(0.0, |it| of_leaf[it as usize]);
                let priors: Vec<f32> = legal.map(promise).collect();
                let sum: f32 = priors.iter().sum();
                if !sum.is_finite() || priors.iter().any(|it| *it < 0.0) {
                    return Err(PyValueError::new_err(
                        "priors are numbers from 0 on whose sum is a number",
                    ));
                }
                let values = match (is_of_each, players) {
                    (true, _) => values[leaf * players..(leaf + 1) * players].to_vec(),
                    (false, 2) if waiting.state.to_act.0 == 1 => vec![-values[leaf], values[leaf]],
                    (false, 2) => vec![values[leaf], -values[leaf]],
                    (false, _) => vec![values[leaf]],
                };
                of_tree.push(Answer { priors, values });
                leaf += 1;
            }
            answers.push(of_tree);
        }
        self.trees.iter_mut().zip(&answers).for_each(|(tree, answers)| tree.answer(answers));
        Ok(())
    }

    /// Result of each game: 64-bit visits, indexed [game, action]; 32-bit values of who acts; and a 64-bit action, chosen
    /// with these 64-bit temperatures: -1 where nothing can be done.
    fn found<'py>(&mut self, py: Python<'py>, temperatures: &[u8]) -> PyResult<Found<'py>> {
        let count = self.trees.len();
        let numbers = Arc::clone(self.shared.numbers(py)?);
        let actions = numbers.count() as usize;
        let temperatures = words_of(temperatures, count)?;
        let mut chosen = Vec::with_capacity(count);
        for (tree, temperature) in self.trees.iter_mut().zip(temperatures) {
            let action = tree.choose(f64::from_bits(temperature as u64));
            chosen.push(action.and_then(|it| numbers.number(it)).map_or(-1, i64::from));
        }
        let visits = filled(py, count * actions * WORD, |into| {
            let rows = into.chunks_exact_mut((actions * WORD).max(1));
            for (tree, row) in self.trees.iter().zip(rows) {
                for (action, visits) in tree.visits() {
                    let Some(number) = numbers.number(action) else { continue };
                    let place = number as usize * WORD;
                    row[place..place + WORD].copy_from_slice(&i64::from(visits).to_ne_bytes());
                }
            }
            Ok(())
        })?;
        let values = of_halves(py, self.trees.iter().map(|tree| tree.value() as f32))?;
        Ok((visits, values, of_words(py, chosen.into_iter())?))
    }

    /// Does an action in each game, 64-bit numbers, of which -1 does nothing; what is known of what comes of it is kept. Where
    /// one is not legal nothing is done at all.
    fn advance(&mut self, py: Python<'_>, actions: &[u8]) -> PyResult<()> {
        let mut wanted = Vec::with_capacity(self.trees.len());
        for (place, number) in words_of(actions, self.trees.len())?.into_iter().enumerate() {
            if number == -1 {
                wanted.push(None);
                continue;
            }
            let action = self.shared.action(py, number)?;
            let state = self.trees[place].state();
            let legal = self.shared.game.is_legal(state, action);
            if !legal.map_err(|it| self.shared.run_error(py, &it))? {
                let text = self.shared.game.action_text(state, action);
                return Err(Report::new(format!(
                    "in game {place} `{text}` cannot be done, and nothing was done in any"
                ))
                .with_help("-1 does nothing there")
                .raise_illegal(py));
            }
            wanted.push(Some(action));
        }
        for (place, action) in wanted.into_iter().enumerate() {
            let Some(action) = action else { continue };
            let done = self.trees[place].advance(&self.shared.game, action);
            match done {
                Ok(()) => {}
                Err(masume_engine::ApplyError::Run(error)) => {
                    return Err(self.shared.run_error(py, &error));
                }
                // All are legal.
                Err(
                    masume_engine::ApplyError::IllegalAction | masume_engine::ApplyError::GameOver,
                ) => {}
            }
        }
        Ok(())
    }

    /// The state of each game.
    fn states(&self) -> Vec<State> {
        let state = |tree: &GuidedTree| State::new(Arc::clone(&self.shared), tree.state().clone());
        self.trees.iter().map(state).collect()
    }

    /// Puts another state in the place of a game.
    fn put(&mut self, py: Python<'_>, place: usize, state: &State) -> PyResult<()> {
        self.shared.check_state(py, state)?;
        let count = self.trees.len();
        let tree = self.trees.get_mut(place).ok_or_else(|| {
            PyIndexError::new_err(format!("there are {count} games, and no {place}"))
        })?;
        tree.put(state.state.clone());
        Ok(())
    }

    /// Memory of all trees, in bytes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.trees.iter().map(GuidedTree::bytes).sum()
    }
}
