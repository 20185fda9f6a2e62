//! From the arguments to a game and its first state.

use std::path::Path;

use masume_engine::{
    Code, Diagnostic, Executor, Game, GameId, Grid, Loaded, MOST_CELLS, OptionRange, Setup,
    SetupError, Severity, State, parse_id, shipped_games,
};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic;
use masume_presentation::diagnostic::Source;
use masume_presentation::speech::{errors, reasons};
use masume_rules::model::Field;
use masume_service::{loaded, shipped_game};
use masume_session::{Edition, Session};

use crate::arguments::{ExecutorArguments, GameArguments};
use crate::failure::Failure;
use crate::input;
use crate::language;
use crate::mistaken_file;
use crate::report;

/// Ending of a game file's name.
pub(crate) const ENDING: &str = ".masu";

/// A game as asked for on the command line.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The shipped name, or the file's name without its ending.
    pub(crate) name: String,
    /// The game's text, for diagnostics.
    pub(crate) source: Source,
    /// The text from which the levels came, where that is another one.
    pub(crate) level_source: Option<Source>,
    /// With options and levels in force.
    pub(crate) game: Game,
    /// Beginning of the game.
    pub(crate) setup: Setup,
}

impl Opened {
    /// With its rules run by this executor, where one is asked for.
    pub(crate) fn run_by(mut self, asked: ExecutorArguments) -> Self {
        if let Some(executor) = asked.executor {
            self.game = self.game.with_executor(executor);
        }
        self
    }

    /// With its rules run on many boards at once, where nobody else is asked for.
    pub(crate) fn run_in_bulk_by(self, asked: ExecutorArguments) -> Self {
        self.run_by(ExecutorArguments { executor: asked.executor.or(Some(Executor::Batch)) })
    }

    /// Says who runs the rules on a board of this shape, where that is not who was asked for.
    pub(crate) fn say_who_runs(&self, asked: ExecutorArguments, grid: &Grid) {
        let runs = self.game.executor_on(grid);
        let Some(asked) = asked.executor.filter(|&asked| asked != runs) else { return };
        let cells = grid.cell_count();
        let values = [
            ("runs", runs.to_string().into()),
            ("cells", cells.to_string().into()),
            ("asked", asked.to_string().into()),
            ("most", MOST_CELLS.to_string().into()),
        ];
        report::note(&language::phrases().say("other-executor", &values));
    }

    /// The first state of the set-up.
    pub(crate) fn start(&self) -> Result<State, Failure> {
        self.game.start(&self.setup).map_err(|error| self.setup_failure(error))
    }

    /// A session in its first state.
    pub(crate) fn session(&self) -> Result<Session, Failure> {
        let edition = Edition::new(&self.name, &self.source.text, self.game.clone());
        Session::new(edition, self.setup).map_err(|error| self.setup_failure(error))
    }

    /// The state in the file where one is given, or on the line where the game has such; else the
    /// first state.
    pub(crate) fn state(&self, path: Option<&str>) -> Result<State, Failure> {
        let Some(path) = path else { return self.start() };
        let text = match self.is_position(path) {
            true => path.to_owned(),
            false => input::read_text(path, input::MAX_BOARDS)?,
        };
        self.game.read_state(&text).map_err(|diagnostics| {
            let path = match path {
                "-" => "<standard input>",
                _ if self.is_position(path) => "--state",
                _ => path,
            };
            let state = Source { path: path.to_owned(), text };
            // What goes wrong while the ends are asked has its place in the game.
            let (run, read): (Vec<_>, Vec<_>) =
                diagnostics.into_iter().partition(diagnostic::is_of_run);
            report::print_all(&read, &state);
            report::print_all(&run, &self.source);
            Failure::Reported
        })
    }

    /// True if this is a position on a line, such as FEN, rather than the name of a file.
    fn is_position(&self, text: &str) -> bool {
        let Some(position) = &self.game.rules().position else { return false };
        let has_lists = position.fields.iter().any(|it| matches!(it, Field::Lists(_)));
        let has_parts = text.trim().contains(' ') || has_lists && text.contains(':');
        has_parts && !Path::new(text).exists()
    }

    /// The legal actions as text, in order.
    pub(crate) fn legal_texts(&self, state: &State) -> Result<Vec<String>, Failure> {
        let actions = self.game.legal_actions(state);
        let actions = actions.map_err(|error| self.run_failure(state.board.grid(), &error))?;
        Ok(actions.iter().map(|&action| self.game.action_text(state, action)).collect())
    }

    /// Says on standard error what the rules came to.
    pub(crate) fn run_failure(&self, grid: &Grid, error: &masume_engine::RunError) -> Failure {
        let diagnostic = masume_engine::run_diagnostic(self.game.rules(), grid, error);
        report::print_all(&[diagnostic], &self.source);
        Failure::Reported
    }

    pub(crate) fn setup_failure(&self, error: SetupError) -> Failure {
        setup_failure(error, &self.source, self.level_source.as_ref())
    }
}

/// The arguments with what an id says in its place: what the command line says itself wins. An id
/// without a seed leaves it open.
pub(crate) fn spelt_out(arguments: &GameArguments) -> Result<GameArguments, Failure> {
    let Some(id) = id_of(&arguments.game)? else { return Ok(arguments.clone()) };
    let seed = id.has_seed.then_some(id.setup.seed);
    // No game has as many levels as would not fit: the greatest number is as wrong as any.
    let level = id.setup.level.map(|level| u32::try_from(level).unwrap_or(u32::MAX));
    let names_size = arguments.board.is_some();
    let mut options = id.options;
    options.extend(arguments.options.iter().cloned());
    Ok(GameArguments {
        game: id.name,
        // A level brings its own size, so that a size asked for leaves the id's level.
        level: arguments.level.or(level.filter(|_| !names_size)),
        levels: arguments.levels.clone(),
        board: arguments.board.or(id.setup.size.filter(|_| arguments.level.is_none())),
        options,
        seed: arguments.seed.or(seed),
    })
}

/// True if this is an id with a seed, so that chance has been decided.
pub(crate) fn is_deal(game: &str) -> bool {
    id_of(game).is_ok_and(|id| id.is_some_and(|id| id.has_seed))
}

/// The id that this is; `None` for a name or a path.
fn id_of(game: &str) -> Result<Option<GameId>, Failure> {
    let has_level =
        |(_, level): (&str, &str)| !level.is_empty() && level.bytes().all(|it| it.is_ascii_digit());
    let is_id = game.contains([':', '#']) || game.rsplit_once('/').is_some_and(has_level);
    if !is_id || shipped_game(game).is_some() || Path::new(game).exists() {
        return Ok(None);
    }
    parse_id(game).map(Some).map_err(|error| {
        let phrases = language::phrases();
        let reason = errors::id(&error, &phrases);
        let values = [("id", game.into()), ("reason", reason.into())];
        let complaint = Complaint::new(phrases.say("bad-id", &values));
        Failure::Usage(complaint.with_help(phrases.say("id-looks", &[])))
    })
}

/// True if this word can only be meant as a game: the name of a shipped one, a file, or an id.
pub(crate) fn names_a_game(word: &str) -> bool {
    let is_path = word == "-" || word.ends_with(ENDING) || word.contains(['/', '\\', '#', ':']);
    is_path || shipped_game(word).is_some() || Path::new(word).is_file()
}

/// Opens the game with its options, levels and set-up.
pub(crate) fn open(arguments: &GameArguments) -> Result<Opened, Failure> {
    let id = id_of(&arguments.game)?;
    let arguments = &spelt_out(arguments)?;
    let (name, source) = find(&arguments.game)?;
    let game = load(&source)?;
    let game = id.map_or(Ok(game.clone()), |id| game.with_id(&id));
    let mut game = game
        .and_then(|game| game.with_options(&arguments.options))
        .map_err(|error| setup_failure(error, &source, None))?;
    let level_source = match &arguments.levels {
        Some(path) => {
            let (with_levels, source) = with_levels_of(game, path)?;
            game = with_levels;
            Some(source)
        }
        None => None,
    };
    let setup = Setup {
        size: arguments.board,
        level: arguments.level.map(|level| level as usize),
        seed: arguments.seed.unwrap_or(0),
    };
    Ok(Opened { name, source, level_source, game, setup })
}

/// The game with the levels of this file, and the file's text; otherwise says what is wrong there.
pub(crate) fn with_levels_of(game: Game, path: &str) -> Result<(Game, Source), Failure> {
    let (text, _) = input::read_levels(path, input::MAX_BOARDS)?;
    let source = Source { path: path.to_owned(), text };
    let levels = game.read_collection(&source.text).map_err(|diagnostics| {
        report::print_all(&diagnostics, &source);
        Failure::Reported
    })?;
    Ok((game.with_levels(levels), source))
}

/// The game's name and its text, without looking at the text; bytes that are no text are
/// diagnosed here, for no string can hold them.
pub(crate) fn find(game: &str) -> Result<(String, Source), Failure> {
    if let Some(id) = id_of(game)? {
        return find(&id.name);
    }
    if let Some(shipped) = shipped_game(game) {
        let path = format!("games/{}{ENDING}", shipped.name);
        return Ok((shipped.name.to_owned(), Source { path, text: shipped.text.to_owned() }));
    }
    if !looks_like_a_path(game) {
        return Err(unknown_game(game));
    }
    let source = read_game(game)?;
    Ok((name_of(game), source))
}

/// The name of the game in this file.
pub(crate) fn name_of(path: &str) -> String {
    let stem = Path::new(path).file_stem().map(|it| it.to_string_lossy().into_owned());
    stem.unwrap_or_default()
}

/// True if this is a file, and not the name of a shipped game.
pub(crate) fn is_file(game: &str) -> bool {
    shipped_game(game).is_none() && Path::new(game).is_file()
}

/// The text of a game file, or of standard input for `-`.
pub(crate) fn read_game(path: &str) -> Result<Source, Failure> {
    let bytes = input::read_bytes(path, input::MAX_TEXT)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { path: path.to_owned(), text }),
        Err(error) => {
            let bytes = error.into_bytes();
            let loaded = Game::load_bytes(&bytes);
            // Each byte that is no character becomes one of three bytes, so only what stands
            // before the first keeps its place; the diagnostics point there.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            report::print_all(&loaded.diagnostics, &Source { path: path.to_owned(), text });
            Err(Failure::Reported)
        }
    }
}

/// The game of a text without errors; otherwise says them.
pub(crate) fn load(source: &Source) -> Result<Game, Failure> {
    let Loaded { game, mut diagnostics } = loaded(&source.text);
    match game {
        Some(game) => Ok(game),
        None => {
            if let Some(complaint) = mistaken_file::complaint(source) {
                return Err(Failure::Input(complaint));
            }
            // Warnings are for `masume check`.
            diagnostics.retain(|it| it.severity == Severity::Error);
            report::print_all(&diagnostics, source);
            Err(Failure::Reported)
        }
    }
}

/// True if this is meant as a path, and not as the name of a shipped game.
pub(crate) fn looks_like_a_path(game: &str) -> bool {
    game == "-" || game.ends_with(ENDING) || game.contains(['/', '\\']) || Path::new(game).exists()
}

fn unknown_game(name: &str) -> Failure {
    let phrases = language::phrases();
    let complaint = Complaint::new(phrases.say("no-such-game", &[("name", name.into())]));
    Failure::Usage(complaint.with_help(match nearest_game(name) {
        Some(near) => phrases.say("did-you-mean", &[("names", format!("`{near}`").into())]),
        None => phrases.say("list-lists", &[]),
    }))
}

/// Those of the names that the word may stand for: all that begin like it, else the nearest.
pub(crate) fn nearest_names(word: &str, names: &[&str]) -> Vec<String> {
    /// Most names that are offered: of more, none is meant more than another.
    const MOST: usize = 3;
    let word = word.to_lowercase();
    let begins = |name: &&&str| word.len() > 1 && name.starts_with(&word);
    let begun: Vec<String> = names.iter().filter(begins).map(|it| (*it).to_owned()).collect();
    match begun.len() {
        1..=MOST => begun,
        _ => {
            let near = masume_syntax::nearest(&word, names.iter().copied());
            near.into_iter().map(str::to_owned).collect()
        }
    }
}

/// The shipped game whose name is most like this one, if any is.
pub(crate) fn nearest_game(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let names = || shipped_games().iter().map(|it| it.name);
    let begun = names().find(|it| !name.is_empty() && it.starts_with(&name));
    begun.or_else(|| masume_syntax::nearest(&name, names()))
}

/// Reason for which the rules failed on a board of this shape, in words.
pub(crate) fn run_reason(opened: &Opened, grid: &Grid, error: &masume_engine::RunError) -> String {
    masume_engine::run_diagnostic(opened.game.rules(), grid, error).message
}

fn setup_failure(error: SetupError, source: &Source, levels: Option<&Source>) -> Failure {
    let phrases = &language::phrases();
    match error {
        SetupError::UnknownOption { name, known } => {
            let complaint = Complaint::new(phrases.say("no-option", &[("name", name.into())]));
            Failure::Usage(complaint.with_note(match known.as_slice() {
                [] => phrases.say("has-no-options", &[]),
                known => phrases.say("its-options", &[("options", known.join(", ").into())]),
            }))
        }
        SetupError::BadOption { name, found, expected } => bad_option(&name, &found, &expected),
        SetupError::Size(diagnostic) => Failure::Usage(size_complaint(*diagnostic)),
        SetupError::NoLevel { asked, count } => {
            let complaint = Complaint::new(phrases.say("no-level", &[("asked", asked.into())]));
            let note = phrases.say("level-count", &[("count", count.into())]);
            Failure::Usage(complaint.with_code(Code::NoLevel).with_note(note))
        }
        SetupError::Level { number, diagnostics } => {
            report::print_all(&diagnostics, levels.unwrap_or(source));
            Failure::input(phrases.say("unplayable-level", &[("number", number.into())]))
        }
        SetupError::NoSolver => Failure::input(phrases.say("reason-no-solver", &[])),
        SetupError::Run { error: _, diagnostic } => {
            report::print_all(&[*diagnostic], source);
            Failure::Reported
        }
    }
}

fn bad_option(name: &str, found: &str, expected: &OptionRange) -> Failure {
    let phrases = language::phrases();
    let values = [("name", name.into()), ("found", found.into())];
    let complaint = Complaint::new(phrases.say("bad-option", &values));
    let expected = reasons::range(expected, &phrases);
    let expected = phrases.say("expected", &[("expected", expected.into())]);
    Failure::Usage(complaint.with_code(Code::BadOption).with_note(expected))
}

/// Complaint of the checker about a size, which has no place in a text.
fn size_complaint(diagnostic: Diagnostic) -> Complaint {
    let mut complaint = Complaint::new(diagnostic.message).with_code(diagnostic.code);
    if !diagnostic.label.is_empty() {
        complaint = complaint.with_note(diagnostic.label);
    }
    complaint.help = diagnostic.help;
    complaint
}
