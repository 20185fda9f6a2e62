//! Games.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use masume_board::Symmetry;
use masume_engine::{
    Action, Channel, Grid, Planes, RunError, Setup, SetupError, StopToken, parse_id, shipped_games,
};
use masume_rules::action_numbers::ActionNumbers;
use masume_rules::model::{Rules, Size, ValueKind};
use masume_search::{setup_solver, symmetries_on};
use masume_session::{Hash, Version};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::error::{self, Report};
use crate::interrupt::mostly_short;
use crate::state::{State, is_over_budget};
use crate::symmetries;

/// As many bytes of a file are read at most: of a longer one the engine says that it is too long.
const MOST_BYTES: u64 = 32 << 20;

/// A game with one set-up: what all its states share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) game: masume_engine::Game,
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) setup: Setup,
    pub(crate) options: Vec<(String, String)>,
    /// Text of the levels that are played in place of the game's own.
    pub(crate) levels: Option<String>,
    pub(crate) fingerprint: Hash,
    pub(crate) grid: Grid,
    pub(crate) numbers: Option<Arc<ActionNumbers>>,
    pub(crate) planes: Planes,
    /// Found once.
    symmetries: OnceLock<Vec<Symmetry>>,
}

impl Shared {
    fn new(py: Python<'_>, source: Source) -> PyResult<Self> {
        let Source { text, options, levels, .. } = &source;
        let loaded = py.detach(|| masume_engine::Game::load(text));
        let Some(mut game) = loaded.game else {
            return Err(error::of_diagnostics(py, &loaded.diagnostics, text));
        };
        if let Some(levels) = levels {
            let read = py.detach(|| game.read_collection(levels));
            game = game.with_levels(read.map_err(|it| error::of_diagnostics(py, &it, levels))?);
        }
        let game = game.with_options(options).map_err(|it| error::of_setup(py, &it, text))?;
        Self::set_up(py, game.with_solver(setup_solver()), source)
    }

    fn set_up(py: Python<'_>, game: masume_engine::Game, source: Source) -> PyResult<Self> {
        let Source { text, name, setup, options, levels } = source;
        let grid = game.grid_of(&setup).map_err(|it| error::of_setup(py, &it, &text))?;
        let values: Vec<i64> = game.rules().options.iter().map(|option| option.value).collect();
        let played = Version::of(&text).hash();
        Ok(Self {
            fingerprint: Hash::of(&format!("{played} {values:?}")),
            numbers: ActionNumbers::new(game.rules(), &grid).map(Arc::new),
            planes: Planes::new(game.rules(), &grid),
            symmetries: OnceLock::new(),
            game,
            text,
            name,
            setup,
            options,
            levels,
            grid,
        })
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The symmetries that the rules keep on the board, the identity first.
    pub(crate) fn symmetries(&self) -> &[Symmetry] {
        self.symmetries.get_or_init(|| symmetries_on(self.rules(), &self.grid))
    }

    /// Number of players.
    pub(crate) fn player_count(&self) -> usize {
        self.rules().players.len().max(1)
    }

    /// True if players have points.
    pub(crate) fn has_score(&self) -> bool {
        let rules = self.rules();
        rules.score.is_some() || rules.values.iter().any(|it| it.kind == ValueKind::Score)
    }

    /// The game with calls that this token stops.
    pub(crate) fn stopped_by(&self, stop: &StopToken) -> masume_engine::Game {
        self.game.clone().with_stop(stop.clone())
    }

    /// The numbers of the actions.
    ///
    /// # Errors
    /// There are too many of them.
    pub(crate) fn numbers(&self, py: Python<'_>) -> PyResult<&Arc<ActionNumbers>> {
        let report = || {
            Report::new("a board of this size has too many actions to number")
                .with_help("a smaller board has fewer; actions have names in any case")
                .raise(py)
        };
        self.numbers.as_ref().ok_or_else(report)
    }

    /// Checks that a state is of this game, on a board of the same size.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn check_state(&self, py: Python<'_>, state: &State) -> PyResult<()> {
        if self.fingerprint != state.shared.fingerprint {
            return Err(Report::new("the state is of another game").raise(py));
        }
        if &self.grid != state.state.board.grid() {
            return Err(Report::new("the state has a board of another size").raise(py));
        }
        Ok(())
    }

    /// The exception of rules that went wrong on a board of this size.
    pub(crate) fn run_error(&self, py: Python<'_>, error: &RunError) -> PyErr {
        error::of_run(py, &self.game, (&self.grid, self.text.as_str()), error)
    }

    /// The action of a number.
    ///
    /// # Errors
    /// There is none, or there are too many to number.
    pub(crate) fn action(&self, py: Python<'_>, number: i64) -> PyResult<Action> {
        let numbers = self.numbers(py)?;
        let found = u32::try_from(number).ok().and_then(|it| numbers.action(it));
        found.ok_or_else(|| {
            Report::new(format!("there is no action {number}"))
                .with_help("actions are numbered from 0 to below `num_actions`")
                .raise_illegal(py)
        })
    }
}

/// A game, with one set-up: a text, the name of a shipped game, an id such as `2048:5x3`, or a file.
#[pyclass(frozen, module = "masume", name = "Game")]
#[derive(Debug)]
pub(crate) struct Game(pub(crate) Arc<Shared>);

/// Set-up, as pickles keep it: level, size and seed.
type Place = (Option<usize>, Option<(u32, u32)>, u64);

/// Parts of a game, as pickles keep them: text, name, set-up, options and levels.
type GameParts = (String, String, Place, Vec<(String, String)>, Option<String>);

/// Source of a game.
struct Source {
    text: String,
    name: String,
    setup: Setup,
    options: Vec<(String, String)>,
    levels: Option<String>,
}

impl Source {
    /// Of a text without more.
    fn of(text: String, name: String) -> Self {
        Self { text, name, setup: Setup::default(), options: Vec::new(), levels: None }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (source, *, level=None, size=None, options=None, levels=None))]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        level: Option<usize>,
        size: Option<(u32, u32)>,
        options: Option<&Bound<'_, PyDict>>,
        levels: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut source = find(py, source)?;
        source.levels = levels.map(|it| text_of(py, it)).transpose()?;
        if let Some(level) = level {
            source.setup.level = Some(level);
        }
        if let Some((width, height)) = size {
            source.setup.size = Some(Size { width, height });
        }
        for (name, value) in options.into_iter().flatten() {
            source.options.push((name.extract()?, value.str()?.to_string()));
        }
        Shared::new(py, source).map(|it| Self(Arc::new(it)))
    }

    /// A game of these parts, as pickles keep them.
    #[classmethod]
    fn _of_parts(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        text: String,
        name: String,
        place: Place,
        options: Vec<(String, String)>,
        levels: Option<String>,
    ) -> PyResult<Self> {
        let (level, size, seed) = place;
        let size = size.map(|(width, height)| Size { width, height });
        let setup = Setup { size, level, seed };
        let source = Source { text, name, setup, options, levels };
        Shared::new(py, source).map(|it| Self(Arc::new(it)))
    }

    /// The game with another of its levels, from 1.
    fn with_level(&self, py: Python<'_>, level: usize) -> PyResult<Self> {
        let Shared { game, text, name, setup, options, levels, .. } = &*self.0;
        let source = Source {
            text: text.clone(),
            name: name.clone(),
            setup: Setup { level: Some(level), ..*setup },
            options: options.clone(),
            levels: levels.clone(),
        };
        Shared::set_up(py, game.clone(), source).map(|it| Self(Arc::new(it)))
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, GameParts)> {
        let Shared { text, name, setup, options, levels, .. } = &*self.0;
        let size = setup.size.map(|size| (size.width, size.height));
        let make = py.get_type::<Self>().getattr("_of_parts")?.unbind();
        let place = (setup.level, size, setup.seed);
        Ok((make, (text.clone(), name.clone(), place, options.clone(), levels.clone())))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|it| is_same(&self.0, &it.get().0))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.fingerprint.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("masume.Game({:?})", self.id())
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.0.rules().title
    }

    /// Name of the game in ids.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The text that it was made of.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// The set-up as a short text.
    #[getter]
    fn id(&self) -> String {
        self.0.game.id(&self.0.name, &self.0.setup)
    }

    /// A SHA-256, in hexadecimal digits, of all that decides how the game is played: its text but for what only shows or
    /// says, and its options. Numbers of actions, planes and bytes of states are the same where this and the size are.
    #[getter]
    fn fingerprint(&self) -> String {
        self.0.fingerprint.to_string()
    }

    /// The names of the players in order of turn; one, which may be empty, in a game for one.
    #[getter]
    fn players(&self) -> Vec<&str> {
        self.0.rules().players.iter().map(|player| player.name.as_str()).collect()
    }

    /// Number of players.
    #[getter]
    fn num_players(&self) -> usize {
        self.0.player_count()
    }

    /// Rows and columns, without a rim.
    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.0.grid.height(), self.0.grid.width())
    }

    /// Number of levels.
    #[getter]
    fn num_levels(&self) -> usize {
        self.0.game.level_count()
    }

    /// The level that is played, from 1; `None` for a board that no level says.
    #[getter]
    fn level(&self) -> Option<usize> {
        self.0.game.level_of(&self.0.setup)
    }

    /// Number of actions that can ever be chosen; they are numbered from 0.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> PyResult<u32> {
        self.0.numbers(py).map(|it| it.count())
    }

    /// The number of a pass; `None` in a game without.
    #[getter]
    fn pass_action(&self) -> Option<u32> {
        self.0.numbers.as_ref().and_then(|it| it.pass())
    }

    /// True if chance has a part in the game, its set-up included.
    #[getter]
    fn has_chance(&self) -> bool {
        masume_rules::facts::uses_chance(self.0.rules())
    }

    /// True if chance has a part in what follows actions: not where it decides the set-up alone.
    #[getter]
    fn has_chance_in_play(&self) -> bool {
        masume_rules::facts::draws_in_play(self.0.rules())
    }

    /// True if players have points.
    #[getter]
    fn has_score(&self) -> bool {
        self.0.has_score()
    }

    /// The text of an action, by its number.
    fn action_name(&self, py: Python<'_>, action: u32) -> PyResult<String> {
        let action = self.0.action(py, action.into())?;
        Ok(masume_rules::text::action_text(self.0.rules(), &self.0.grid, action))
    }

    /// Form of what is observed: for each channel what it says, the shape, and the order of the elements.
    #[getter]
    fn observation_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let planes = &self.0.planes;
        let spec = PyDict::new(py);
        let [channels, rows, columns] = planes.shape();
        spec.set_item("shape", (channels, rows, columns))?;
        spec.set_item("order", ("channel", "row", "column"))?;
        let mut described = Vec::new();
        for (channel, name) in planes.channels().iter().zip(planes.names()) {
            let of = PyDict::new(py);
            of.set_item("name", name)?;
            match channel {
                Channel::Content(layer, content) => {
                    of.set_item("kind", "content")?;
                    of.set_item("layer", &self.0.rules().layers[usize::from(layer.0)].name)?;
                    of.set_item("content", content)?;
                }
                Channel::Digit(layer, digit) => {
                    of.set_item("kind", "digit")?;
                    of.set_item("layer", &self.0.rules().layers[usize::from(layer.0)].name)?;
                    of.set_item("digit", digit)?;
                }
                Channel::ToAct(player) => {
                    of.set_item("kind", "to act")?;
                    of.set_item("player", player.0)?;
                }
            }
            described.push(of);
        }
        spec.set_item("channels", described)?;
        Ok(spec)
    }

    /// The symmetries that the rules keep, the identity first: of each its name, and 64-bit numbers that say which cell, and
    /// which action, of the original each one of the image is.
    fn _symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<symmetries::Sources<'py>>> {
        symmetries::all(&self.0, py)
    }

    /// Values of its boards that are learnt by play, from tuples of cells: `masume.NTuples` says how.
    #[pyo3(signature = (tuples=None, *, moves=None, games=None, seconds=None, rate=1.0, coherent=true, trace=0.5, restart=256, **settings))]
    #[expect(clippy::too_many_arguments, reason = "they are those of `masume.learn_ntuples`")]
    fn learn_ntuples<'py>(
        slf: &Bound<'py, Self>,
        tuples: Option<&Bound<'py, PyAny>>,
        moves: Option<&Bound<'py, PyAny>>,
        games: Option<&Bound<'py, PyAny>>,
        seconds: Option<&Bound<'py, PyAny>>,
        rate: f64,
        coherent: bool,
        trace: f64,
        restart: u64,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let named = settings.map_or_else(|| Ok(PyDict::new(py)), |it| it.copy())?;
        for (name, value) in [("moves", moves), ("games", games), ("seconds", seconds)] {
            named.set_item(name, value)?;
        }
        named.set_item("rate", rate)?;
        named.set_item("coherent", coherent)?;
        named.set_item("trace", trace)?;
        named.set_item("restart", restart)?;
        let learn = py.import("masume.ntuples")?.getattr("learn_ntuples")?;
        learn.call((slf, tuples), Some(&named))
    }

    /// The first state of a new game.
    #[pyo3(signature = (seed=None))]
    fn start(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<State> {
        let shared = &self.0;
        let setup = Setup { seed: seed.unwrap_or(shared.setup.seed), ..shared.setup };
        let start = |stop: &StopToken| shared.stopped_by(stop).start(&setup);
        let is_too_long = |error: &SetupError| matches!(error, SetupError::Run { error, .. } if is_over_budget(error));
        let found = mostly_short(py, start, is_too_long)?;
        let state = found.map_err(|it| error::of_setup(py, &it, &shared.text))?;
        Ok(State::new(Arc::clone(shared), state))
    }
}

/// The names of the games that come with the package.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    shipped_games().iter().map(|game| game.name).collect()
}

/// True if two games are played alike, and set up alike.
pub(crate) fn is_same(one: &Arc<Shared>, other: &Arc<Shared>) -> bool {
    Arc::ptr_eq(one, other)
        || one.fingerprint == other.fingerprint
            && one.setup == other.setup
            && one.levels == other.levels
}

fn find(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Source> {
    let is_text = source.is_instance_of::<PyString>();
    if is_text {
        let text: String = source.extract()?;
        if text.contains('\n') {
            let title = text.lines().next().unwrap_or_default().trim_start_matches("game ");
            let name = title.trim().to_lowercase().replace(' ', "-");
            return Ok(Source::of(text, name));
        }
        let id = parse_id(&text).map_err(|it| Report::new(it.to_string()).raise(py))?;
        if let Some(shipped) = shipped_games().iter().find(|game| game.name == id.name) {
            let (text, name) = (shipped.text.to_owned(), id.name);
            return Ok(Source { setup: id.setup, options: id.options, ..Source::of(text, name) });
        }
        let path = PathBuf::from(&id.name);
        if !path.is_file() {
            let known: Vec<&str> = games();
            return Err(Report::new(format!(
                "no game is called `{}`, and no file",
                error::shown(&id.name)
            ))
            .with_help(format!("a text of several lines, a file, or one of: {}", known.join(", ")))
            .raise(py));
        }
        let source = Source::of(read(py, &path)?, stem(&path));
        return Ok(Source { setup: id.setup, options: id.options, ..source });
    }
    let Ok(path) = source.extract::<PathBuf>() else {
        return Err(PyTypeError::new_err("a game is a text, a name, an id or the path of a file"));
    };
    Ok(Source::of(read(py, &path)?, stem(&path)))
}

/// A text of several lines as it is, or that of a file.
fn text_of(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = given.extract::<String>()
        && text.contains('\n')
    {
        return Ok(text);
    }
    let Ok(path) = given.extract::<PathBuf>() else {
        return Err(PyTypeError::new_err(
            "levels are a text of several lines or the path of a file",
        ));
    };
    read(py, &path)
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned())
}

/// The exception of a file that cannot be read, of the class that Python has for the reason.
fn unread(py: Python<'_>, path: &Path, error: std::io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else { return error.into() };
    let words = py.import("os").and_then(|os| os.call_method1("strerror", (code,)));
    match words {
        Ok(words) => PyOSError::new_err((code, words.unbind(), path.as_os_str().to_owned())),
        Err(other) => other,
    }
}

/// The text of a file.
fn read(py: Python<'_>, path: &Path) -> PyResult<String> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path);
    let read = file.and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    read.map_err(|it| unread(py, path, it))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let loaded = masume_engine::Game::load_bytes(error.as_bytes());
            Err(error::of_diagnostics(py, &loaded.diagnostics, ""))
        }
    }
}
