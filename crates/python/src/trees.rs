//! Search trees of many games, which a function of the caller guides.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use masume_engine::{RunError, State as GameState, StopToken};
use masume_rules::model::Content;
use masume_search::agent::guided::{Answer, GuidedTree, Leaf, Noise, Puct, gather};
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

/// Part of the memory, as one of so many, for what was said of states.
const SAID: u64 = 8;

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
    /// What was said in this run, by state: several trees come to one, and a tree on several ways.
    said: HashMap<GameState, Answer>,
    /// Bytes that this may take, and takes.
    said_bytes: (u64, u64),
    /// By leaf that waits, its place among those that were shown, each state once; `None` where it was said before.
    shown: Vec<Option<usize>>,
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

    /// Tells trees what was said of their leaves before, where it was of all that wait: a tree is told as much at once as if
    /// it were alone. True if any was told.
    fn repeat_said(&mut self) -> bool {
        let mut is_any = false;
        for tree in &mut self.trees {
            let said = tree.leaves().map(|leaf| self.said.get(leaf.state).cloned());
            let said: Option<Vec<Answer>> = said.collect();
            if let Some(said) = said.filter(|said| !said.is_empty()) {
                is_any = true;
                tree.answer(&said);
            }
        }
        is_any
    }

    /// The leaves that wait and of which nothing was said, each state once.
    fn leaves_to_show(&mut self) -> Vec<Leaf<'_>> {
        let Self { trees, said, shown, .. } = self;
        shown.clear();
        let mut places: HashMap<&GameState, usize> = HashMap::new();
        let mut to_show: Vec<Leaf<'_>> = Vec::new();
        for leaf in trees.iter().flat_map(GuidedTree::leaves) {
            if said.contains_key(leaf.state) {
                shown.push(None);
                continue;
            }
            let place = *places.entry(leaf.state).or_insert(to_show.len());
            shown.push(Some(place));
            if place == to_show.len() {
                to_show.push(leaf);
            }
        }
        to_show
    }

    /// Keeps what was said of a state, as far as there is room.
    fn keep(&mut self, state: GameState, answer: Answer) {
        let numbers = (answer.priors.len() + answer.values.len()) * HALF;
        let cells = state.board.layer_count() * state.board.grid().cell_count();
        let of_state = cells * size_of::<Content>() + size_of_val(&state.values[..]);
        let bytes = (numbers + of_state + size_of::<(GameState, Answer)>()) as u64;
        let (most, taken) = &mut self.said_bytes;
        if *taken + bytes <= *most {
            *taken += bytes;
            self.said.insert(state, answer);
        }
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
            puct: Puct { exploration, leaves, bytes: (memory - memory / SAID) / count as u64 },
            threads,
            said: HashMap::new(),
            said_bytes: (memory / SAID, 0),
            shown: Vec::new(),
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
        // The function of the caller may have learnt since the last run, or be another one.
        self.said.clear();
        self.said_bytes.1 = 0;
        self.shown.clear();
        let noise = Noise { share, concentration };
        self.trees.iter_mut().for_each(|tree| tree.begin(simulations, Some(noise)));
        Ok(())
    }

    /// Grows the trees until leaves wait of which nothing was said in this run: how many states they are, what is observed of
    /// them, and a byte for each action, 1 where it is legal. None wait once all is done.
    fn gather<'py>(&mut self, py: Python<'py>, dtype: &str, channels: &str) -> PyResult<Wave<'py>> {
        let (order, is_float) = (read_order(channels)?, read_dtype(dtype)?);
        self.grow(py)?;
        while self.repeat_said() {
            self.grow(py)?;
        }
        let shared = &Arc::clone(&self.shared);
        let numbers = shared.numbers(py)?;
        let of_leaf = shared.planes.len() * if is_float { HALF } else { 1 };
        let leaves = self.leaves_to_show();
        let count = leaves.len();
        let planes = filled(py, count * of_leaf, |into| {
            for (leaf, into) in leaves.iter().zip(into.chunks_exact_mut(of_leaf.max(1))) {
                observe(shared, leaf.state, (order, is_float), into);
            }
            Ok(())
        })?;
        let actions = numbers.count() as usize;
        let masks = filled(py, count * actions, |into| {
            for (leaf, into) in leaves.iter().zip(into.chunks_exact_mut(actions.max(1))) {
                let legal = leaf.actions().filter_map(|it| numbers.number(it));
                legal.for_each(|it| into[it as usize] = 1);
            }
            Ok(())
        })?;
        Ok((count, planes, masks))
    }

    /// Tells of the states that were shown 32-bit priors, indexed [state, action], and values: of who acts there, or
    /// indexed [state, player].
    fn answer(&mut self, py: Python<'_>, priors: &[u8], values: &[u8]) -> PyResult<()> {
        let players = self.shared.player_count();
        let count = self.shown.iter().flatten().max().map_or(0, |last| last + 1);
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
        // Those that were shown are the first leaves of their states.
        let mut told: Vec<(GameState, Answer)> = Vec::with_capacity(count);
        for (waiting, place) in self.trees.iter().flat_map(GuidedTree::leaves).zip(&self.shown) {
            let Some(place) = place.filter(|place| *place == told.len()) else { continue };
            let of_state = &priors[place * actions..(place + 1) * actions];
            let legal = waiting.actions().map(|it| numbers.number(it));
            let promise = |it: Option<u32>| it.map_or(0.0, |it| of_state[it as usize]);
            let priors: Vec<f32> = legal.map(promise).collect();
            let sum: f32 = priors.iter().sum();
            if !sum.is_finite() || priors.iter().any(|it| *it < 0.0) {
                return Err(PyValueError::new_err(
                    "priors are numbers from 0 on whose sum is a number",
                ));
            }
            let values = match (is_of_each, players) {
                (true, _) => values[place * players..(place + 1) * players].to_vec(),
                (false, 2) if waiting.state.to_act.0 == 1 => vec![-values[place], values[place]],
                (false, 2) => vec![values[place], -values[place]],
                (false, _) => vec![values[place]],
            };
            told.push((waiting.state.clone(), Answer { priors, values }));
        }
        let mut places = std::mem::take(&mut self.shown).into_iter();
        for tree in &mut self.trees {
            let answers =
                tree.leaves().zip(places.by_ref()).map_while(|(leaf, place)| match place {
                    Some(place) => told.get(place).map(|(_, answer)| answer.clone()),
                    None => self.said.get(leaf.state).cloned(),
                });
            let answers: Vec<Answer> = answers.collect();
            tree.answer(&answers);
        }
        told.into_iter().for_each(|(state, answer)| self.keep(state, answer));
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
