//! States of games: values that never change.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use masume_engine::{Action, ApplyError, Outcome, Player, RunError, RunErrorKind, StopToken};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString, PyType};

use crate::batch::{observe, read_dtype, read_order};
use crate::bytes::{HALF, filled, of_words};
use crate::error::{self, Report};
use crate::game::{Game, Shared};
use crate::interrupt::{interruptible, mostly_short};
use crate::{reward, search, symmetries};

/// Begins the bytes of a state: what they are, and in which version.
const MAGIC: &[u8] = b"masume1\n";

/// Bytes of a state are no more than that.
const MOST_BYTES: usize = 64 << 20;

/// The most outcomes of chance that are listed where nothing else is said.
const MOST_OUTCOMES: usize = 100_000;

/// True if a call took more than it was given.
pub(crate) fn is_over_budget(error: &RunError) -> bool {
    matches!(error.kind, RunErrorKind::OverBudget { .. })
}

/// Width, height, and bytes of pixels.
type Pixels<'py> = (u32, u32, Bound<'py, PyByteArray>);

/// Parts of a state, as pickles keep them.
type StateParts<'py> = (Game, Bound<'py, PyBytes>);

/// A state of a game. It never changes: what is done gives another.
#[pyclass(frozen, module = "masume", name = "State")]
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) shared: Arc<Shared>,
    pub(crate) state: masume_engine::State,
    /// Asked once.
    legal: OnceLock<Vec<Action>>,
}

impl State {
    pub(crate) fn new(shared: Arc<Shared>, state: masume_engine::State) -> Self {
        Self { shared, state, legal: OnceLock::new() }
    }

    fn legal(&self, py: Python<'_>) -> PyResult<&[Action]> {
        if let Some(legal) = self.legal.get() {
            return Ok(legal);
        }
        let ask = |stop: &StopToken| self.shared.stopped_by(stop).legal_actions(&self.state);
        let found = mostly_short(py, ask, is_over_budget)?;
        let found = found.map_err(|it| self.run_error(py, &it))?;
        Ok(self.legal.get_or_init(|| found))
    }

    pub(crate) fn run_error(&self, py: Python<'_>, error: &RunError) -> PyErr {
        let place = (self.state.board.grid(), self.shared.text.as_str());
        error::of_run(py, &self.shared.game, place, error)
    }

    fn apply_error(&self, py: Python<'_>, action: Action, error: &ApplyError) -> PyErr {
        let name = self.shared.game.action_text(&self.state, action);
        match error {
            ApplyError::GameOver => {
                Report::new(format!("`{name}` cannot be done: the game is over")).raise_illegal(py)
            }
            ApplyError::IllegalAction => Report::new(format!("`{name}` is not legal here"))
                .with_help("`legal_actions` lists what is")
                .raise_illegal(py),
            ApplyError::Run(error) => self.run_error(py, error),
        }
    }

    /// An action by its number or its text.
    fn action(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        if action.is_instance_of::<PyString>() {
            let text: String = action.extract()?;
            let read = self.shared.game.read_action(&self.state, &text);
            return read.map_err(|it| error::of_action_text(py, &it));
        }
        let number: i64 = action
            .call_method0("__index__")
            .map_err(|_| PyTypeError::new_err("an action is its number or its text"))?
            .extract()?;
        self.shared.action(py, number)
    }

    pub(crate) fn player(&self, player: Option<usize>) -> PyResult<Player> {
        let player = player.unwrap_or(self.state.to_act.0.into());
        if player < self.shared.player_count() {
            return Ok(Player(player as u8));
        }
        Err(PyValueError::new_err(format!("there is no player {player}")))
    }

    /// The number of an action in the notation of Python.
    pub(crate) fn number(&self, action: Action) -> Option<u32> {
        self.shared.numbers.as_ref().and_then(|it| it.number(action))
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.shared))
    }

    /// The numbers of the actions that can be done, ascending; none once the game is over.
    #[getter]
    fn legal_actions(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let numbers = self.shared.numbers(py)?;
        Ok(self.legal(py)?.iter().filter_map(|action| numbers.number(*action)).collect())
    }

    /// Their texts, in the same order.
    #[getter]
    fn legal_action_names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let text = |action: &Action| self.shared.game.action_text(&self.state, *action);
        Ok(self.legal(py)?.iter().map(text).collect())
    }

    /// The number of an action from its text, which a player may write in many ways.
    fn action_number(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let read = self.shared.game.read_action(&self.state, text);
        let action = read.map_err(|it| error::of_action_text(py, &it))?;
        let number = self.shared.numbers(py)?.number(action);
        number.ok_or_else(|| Report::new("the action has no number").raise_illegal(py))
    }

    /// The text of an action, by its number.
    fn action_name(&self, py: Python<'_>, action: u32) -> PyResult<String> {
        let action = self.shared.action(py, action.into())?;
        Ok(self.shared.game.action_text(&self.state, action))
    }

    /// True if this can be done, by number or text.
    fn can(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        if action.is_instance_of::<PyString>() {
            let text: String = action.extract()?;
            let Ok(read) = self.shared.game.read_action(&self.state, &text) else {
                return Ok(false);
            };
            return Ok(self.legal(py)?.binary_search(&read).is_ok());
        }
        let Ok(action) = self.action(py, action) else { return Ok(false) };
        Ok(self.legal(py)?.binary_search(&action).is_ok())
    }

    /// The state after an action, by number or text, and all that follows before the next player acts. What chance
    /// decides comes from the generator of this state, so that the same action gives the same state.
    fn apply(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let action = self.action(py, action)?;
        let apply = |stop: &StopToken| {
            let mut next = self.state.clone();
            self.shared.stopped_by(stop).apply(&mut next, action)?;
            Ok(next)
        };
        let is_too_long =
            |error: &ApplyError| matches!(error, ApplyError::Run(error) if is_over_budget(error));
        let next = mostly_short(py, apply, is_too_long)?;
        let next = next.map_err(|it| self.apply_error(py, action, &it))?;
        Ok(Self::new(Arc::clone(&self.shared), next))
    }

    /// Everything that chance may make of an action: states, equal ones put together, each with its probability as a
    /// `Fraction`. An action without chance gives one.
    #[pyo3(signature = (action, *, most=MOST_OUTCOMES))]
    fn chance_outcomes(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        most: usize,
    ) -> PyResult<Vec<(Self, Py<PyAny>)>> {
        static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let fraction = FRACTION.import(py, "fractions", "Fraction")?;
        let action = self.action(py, action)?;
        let stop = StopToken::new();
        let game = self.shared.stopped_by(&stop);
        let found = interruptible(py, &stop, || game.chance_events(&self.state, action, most))?;
        let found = found.map_err(|it| self.apply_error(py, action, &it))?;
        let outcome = |event: masume_engine::ChanceEvent| {
            let part = (event.probability.numerator(), event.probability.denominator());
            let state = Self::new(Arc::clone(&self.shared), event.state);
            Ok::<_, PyErr>((state, fraction.call1(part)?.unbind()))
        };
        found.into_iter().map(outcome).collect()
    }

    /// The state of the outcome of this index in `chance_outcomes` of an action.
    #[pyo3(signature = (action, index, *, most=MOST_OUTCOMES))]
    fn apply_chance(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        index: usize,
        most: usize,
    ) -> PyResult<Self> {
        let outcomes = self.chance_outcomes(py, action, most)?;
        let count = outcomes.len();
        let found = outcomes.into_iter().nth(index).map(|(state, _)| state);
        found.ok_or_else(|| {
            PyValueError::new_err(format!("there are {count} outcomes, and no {index}"))
        })
    }

    /// The state with another generator: what chance decides from now on follows from this seed.
    fn with_seed(&self, seed: u64) -> Self {
        let mut state = self.state.clone();
        if masume_rules::facts::uses_chance(self.shared.rules()) {
            state.random = masume_rules::random::Random::new(seed);
        }
        Self::new(Arc::clone(&self.shared), state)
    }

    /// Sight of a player, as bytes of `uint8` or `float32`, with the channels `first` or `last`.
    fn _observe<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        dtype: &str,
        channels: &str,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (order, is_float) = (read_order(channels)?, read_dtype(dtype)?);
        let seen = self.shared.game.observe(&self.state, self.player(player)?);
        let size = if is_float { HALF } else { 1 };
        filled(py, self.shared.planes.len() * size, |into| {
            observe(&self.shared, &seen, (order, is_float), into);
            Ok(())
        })
    }

    /// Content of each cell, 64-bit numbers row by row from above: 0 is nothing; a cell with a number holds it; pieces are
    /// numbered from 1 in the order of the game's text.
    fn _cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let game = &self.shared.game;
        let rows = 0..game.rows(&self.state);
        let all: Vec<i64> = rows.flat_map(|row| game.row(&self.state, row)).collect();
        of_words(py, all.into_iter())
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> u32 {
        self.shared.game.rows(&self.state)
    }

    /// Number of columns.
    #[getter]
    fn columns(&self) -> u32 {
        self.shared.game.columns(&self.state)
    }

    /// Content of a cell, as in `cells`; rows and columns from 0.
    fn cell(&self, row: u32, column: u32) -> PyResult<i64> {
        let found = self.shared.game.cell(&self.state, row, column);
        found.ok_or_else(|| {
            PyValueError::new_err(format!("there is no cell in row {row}, column {column}"))
        })
    }

    /// Points of a player, of who is to act where none is named; `None` in a game without.
    #[pyo3(signature = (player=None))]
    fn score(&self, player: Option<usize>) -> PyResult<Option<i64>> {
        Ok(self.shared.game.score(&self.state, self.player(player)?))
    }

    /// Points of every player; none in a game without.
    #[getter]
    fn scores(&self) -> Vec<i64> {
        let players = (0..self.shared.player_count() as u8).map(Player);
        players.filter_map(|player| self.shared.game.score(&self.state, player)).collect()
    }

    /// The values of the game by name.
    #[getter]
    fn values(&self) -> Vec<(String, i64)> {
        self.shared.game.values(&self.state)
    }

    /// The player to act, from 0.
    #[getter]
    fn to_act(&self) -> u8 {
        self.state.to_act.0
    }

    /// Actions done.
    #[getter]
    fn ply(&self) -> u32 {
        self.state.ply
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.outcome.is_some()
    }

    /// End of the game: `win`, `loss`, `draw`, `end`, or who wins or loses, such as `black wins`; `None` while it goes
    /// on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        let players = &self.shared.rules().players;
        let name = |player: Player| {
            players
                .get(usize::from(player.0))
                .map(|it| it.name.as_str())
                .filter(|it| !it.is_empty())
        };
        self.state.outcome.map(|outcome| match outcome {
            Outcome::Won(player) => {
                name(player).map_or("win".to_owned(), |it| format!("{it} wins"))
            }
            Outcome::Lost(player) => {
                name(player).map_or("loss".to_owned(), |it| format!("{it} loses"))
            }
            Outcome::Draw => "draw".to_owned(),
            Outcome::Ended => "end".to_owned(),
        })
    }

    /// Result of every player, from -1 to 1; 0 for all while the game goes on.
    #[getter]
    fn returns(&self) -> Vec<f32> {
        let mut results = vec![0.0; self.shared.player_count()];
        reward::put_results(self.state.outcome, &mut results);
        results
    }

    /// The state as bytes: the same for equal states of the same game, in every process and on every machine.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.shared.fingerprint.0);
        bytes.extend(self.shared.game.kept_state(&self.state).into_bytes());
        PyBytes::new(py, &bytes)
    }

    /// A state from the bytes of `to_bytes`.
    #[classmethod]
    fn from_bytes(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        game: &Game,
        bytes: &[u8],
    ) -> PyResult<Self> {
        let refused = |message: &str| Report::new(message).raise(py);
        let rest = bytes.strip_prefix(MAGIC).filter(|rest| rest.len() < MOST_BYTES);
        let (fingerprint, text) = rest
            .and_then(|rest| rest.split_at_checked(game.0.fingerprint.0.len()))
            .ok_or_else(|| refused("these bytes are no state"))?;
        if fingerprint != game.0.fingerprint.0 {
            return Err(another_game(py));
        }
        let text = std::str::from_utf8(text).map_err(|_| refused("these bytes are no state"))?;
        Self::of_text(py, game, text)
    }

    /// The state as text, which saves keep.
    fn to_text(&self) -> String {
        self.shared.game.kept_state(&self.state)
    }

    /// A state from the text of `to_text`.
    #[classmethod]
    fn from_text(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        game: &Game,
        text: &str,
    ) -> PyResult<Self> {
        Self::of_text(py, game, text)
    }

    /// The state as JSON, for programs that read no text of states: the members of the protocol for programs that say what
    /// lies where and how the game stands, and `state`, of which `from_json` makes the state again.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (shared, state) = (&self.shared, &self.state);
        let game = &shared.game;
        let player = shared.rules().players.get(usize::from(state.to_act.0));
        let rows = 0..game.rows(state);
        let told = PyDict::new(py);
        told.set_item("id", game.id(&shared.name, &shared.setup))?;
        told.set_item("fingerprint", shared.fingerprint.to_string())?;
        told.set_item("player", player.map_or("", |it| it.name.as_str()))?;
        told.set_item("ply", state.ply)?;
        told.set_item("cells", rows.map(|row| game.row(state, row)).collect::<Vec<_>>())?;
        told.set_item("scores", self.scores())?;
        told.set_item("outcome", self.outcome())?;
        told.set_item("state", self.to_text())?;
        py.import("json")?.call_method1("dumps", (told,))
    }

    /// A state from the JSON of `to_json`.
    #[classmethod]
    fn from_json(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        game: &Game,
        text: &str,
    ) -> PyResult<Self> {
        let refused = |_| Report::new("this JSON is no state").raise(py);
        let read = py.import("json")?.call_method1("loads", (text,)).map_err(refused)?;
        let member = |name: &str| read.get_item(name)?.extract::<String>();
        let fingerprint = member("fingerprint").map_err(refused)?;
        if fingerprint != game.0.fingerprint.to_string() {
            return Err(another_game(py));
        }
        Self::of_text(py, game, &member("state").map_err(refused)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, StateParts<'py>)> {
        let make = py.get_type::<Self>().getattr("from_bytes")?.unbind();
        Ok((make, (self.game(), self.to_bytes(py))))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|it| {
            let other = it.get();
            self.shared.fingerprint == other.shared.fingerprint && self.state == other.state
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.shared.game.print_board(&self.state)
    }

    fn __repr__(&self) -> String {
        format!(
            "<masume.State of {:?}, ply {}>\n{}",
            self.shared.name,
            self.state.ply,
            self.__str__()
        )
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        crate::picture::svg(&self.shared, &self.state)
    }

    /// The board as pixels: width, height, and red, green and blue of each, row by row.
    fn _pixels<'py>(&self, py: Python<'py>, side: u16) -> PyResult<Pixels<'py>> {
        if side == 0 {
            return Err(PyValueError::new_err("a cell has a pixel at least"));
        }
        let image = py.detach(|| crate::picture::pixels(&self.shared, &self.state, side));
        Ok((image.width, image.height, PyByteArray::new(py, &image.rgb)))
    }

    /// Image by the symmetry of this place among those of the game.
    fn _image(&self, symmetry: usize) -> PyResult<Self> {
        symmetries::image(self, symmetry)
    }

    /// Number of ways in which the game can go on for so many actions.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        search::perft(self, py, depth)
    }

    /// Random games from here: how many were won by each player, drawn, ended and left, their length and points.
    #[pyo3(signature = (games=1_000, *, seed=0, most_plies=10_000))]
    fn playouts(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        most_plies: u64,
    ) -> PyResult<search::Playouts> {
        search::playouts(self, py, games, (seed, most_plies))
    }

    /// Looks for a line that wins a game for one, or a proof that there is none, within so many nodes and bytes.
    #[pyo3(signature = (*, nodes=1_000_000, memory=1<<30))]
    fn solve(&self, py: Python<'_>, nodes: u64, memory: u64) -> PyResult<search::Verdict> {
        search::solve(self, py, (nodes, memory))
    }

    /// Exact value: of a game for two without chance its result for who is to act, -1, 0 or 1; of a game for one with
    /// points the mean of points to come if nobody errs. `None` where so many nodes and bytes do not suffice.
    #[pyo3(signature = (*, nodes=10_000_000, memory=1<<30))]
    fn value(&self, py: Python<'_>, nodes: u64, memory: u64) -> PyResult<Option<f64>> {
        search::value(self, py, (nodes, memory))
    }

    /// Numbers of the legal actions after which the exact value is the best, in their order; none where the game is over.
    /// `None` where so many nodes and bytes do not suffice for all of them.
    #[pyo3(signature = (*, nodes=10_000_000, memory=1<<30))]
    fn optimal_actions(
        &self,
        py: Python<'_>,
        nodes: u64,
        memory: u64,
    ) -> PyResult<Option<Vec<u32>>> {
        search::optimal_actions(self, py, (nodes, memory))
    }

    /// The legal actions as an agent ranks them, the best first: their number, their text, their worth, and whether that
    /// is exact. An agent is a level (`easy`, `medium`, `hard`), a number of nodes, or a kind with either: `uct:2000`.
    #[pyo3(signature = (agent="medium", *, seed=0, nodes=None))]
    fn rank(
        &self,
        py: Python<'_>,
        agent: &str,
        seed: u64,
        nodes: Option<u64>,
    ) -> PyResult<Vec<search::Ranked>> {
        search::rank(self, py, agent, (seed, nodes))
    }
}

/// The exception of a kept state whose rules are others.
fn another_game(py: Python<'_>) -> PyErr {
    Report::new("this is a state of another game, or of other rules of it").raise(py)
}

impl State {
    fn of_text(py: Python<'_>, game: &Game, text: &str) -> PyResult<Self> {
        let read = py.detach(|| game.0.game.read_kept_state(text));
        let state = read.map_err(|it| error::of_diagnostics(py, &it, text))?;
        if state.board.grid() != &game.0.grid {
            return Err(Report::new(
                "the state has a board of another size than the game was set up with",
            )
            .with_help("`Game(…, size=(width, height))` sets up another")
            .raise(py));
        }
        Ok(Self::new(Arc::clone(&game.0), state))
    }
}
