//! Runs one case on the engine, with every executor.

use masume_engine::{
    ApplyError, ChanceEvent, Executor, Game, Player, RunError, Setup, SetupError, Size, State,
    run_diagnostic,
};

use crate::case::Case;
use crate::expectation::{self, differs};
use masume_presentation::manual::demonstration::{Demonstration, MoveResult};
use masume_presentation::manual::example::{Block, Kind};
use masume_presentation::manual::whole_game::WholeGame;

/// More outcomes of one action than any example shows.
const CHANCES: usize = 100;

/// Difference from what is shown.
type Wrong = String;

/// # Errors
/// What was found and what was expected.
pub(crate) fn run(case: &Case) -> Result<(), Wrong> {
    match case {
        Case::Text(source, error) => {
            let expected = error.as_ref().map_or("", |block| block.text.as_str());
            let found = Game::load(&source.text).diagnostics;
            expectation::diagnostics(expected, &found, &source.text, Some(source))
        }
        Case::Play(source, play) => on_each(source, |game| run_play(&game, play)),
        Case::Steps(source, blocks) => on_each(source, |game| Steps::run(game, blocks)),
        Case::Misplaced(_, why) => Err(why.clone()),
    }
}

/// Check that every executor finds what is shown.
fn on_each(source: &WholeGame, check: impl Fn(Game) -> Result<(), Wrong>) -> Result<(), Wrong> {
    let game = load(source)?;
    Executor::ALL.into_iter().try_for_each(|executor| {
        let checked = check(game.clone().with_executor(executor));
        checked.map_err(|why| format!("on {executor}: {why}"))
    })
}

fn load(source: &WholeGame) -> Result<Game, Wrong> {
    Game::load(&source.text).game.ok_or_else(|| "the game has errors".to_owned())
}

fn run_play(game: &Game, play: &Demonstration) -> Result<(), Wrong> {
    let mut state = read(game, &play.before)?;
    for step in &play.moves {
        let action = match step.action.as_str() {
            "=>" => "go",
            action => action,
        };
        let place = |why: Wrong| format!("`{action}`: {why}");
        match &step.result {
            MoveResult::Board(board) => {
                act(game, &mut state, action)?;
                expectation::state(game, &state, board).map_err(place)?;
            }
            MoveResult::Outcome(outcome) => {
                act(game, &mut state, action)?;
                expect_outcome(game, &state, outcome).map_err(place)?;
            }
            MoveResult::Illegal => refuse(game, &state, action).map_err(place)?,
            MoveResult::Error(code) => {
                expectation::diagnostics(code, &fails(game, &state, action)?, "", None)
                    .map_err(place)?;
            }
        }
    }
    Ok(())
}

fn read(game: &Game, text: &str) -> Result<State, Wrong> {
    let state = game.read_state(text).map_err(|errors| {
        let said: Vec<String> =
            errors.iter().map(|it| format!("{} {}", it.code, it.message)).collect();
        format!("this board cannot be read:\n{text}\n{}", said.join("\n"))
    })?;
    Ok(state)
}

/// Does an action; what is printed afterwards is read as the same.
fn act(game: &Game, state: &mut State, text: &str) -> Result<(), Wrong> {
    let action = game.read_action(state, text).map_err(|it| format!("`{text}`: {it}"))?;
    let is_listed = game.is_legal(state, action);
    let before = game.print_state(state);
    match game.apply(state, action) {
        Ok(()) => {}
        Err(error) => {
            let legal = legal(game, state).unwrap_or_else(|error| format!("{error:?}"));
            return Err(format!("`{text}` gives {error:?} on\n{before}\nlegal: {legal}"));
        }
    }
    if is_listed != Ok(true) {
        return Err(format!("`{text}` can be done, but is_legal says {is_listed:?} on\n{before}"));
    }
    let printed = game.print_state(state);
    let again = read(game, &printed)?;
    if again != *state {
        return Err(format!("after `{text}` the state is not read as printed:\n{printed}"));
    }
    Ok(())
}

/// The action is refused and leaves the state as it is.
fn refuse(game: &Game, state: &State, text: &str) -> Result<(), Wrong> {
    let Ok(action) = game.read_action(state, text) else { return Ok(()) };
    let mut after = state.clone();
    match game.apply(&mut after, action) {
        Err(ApplyError::IllegalAction | ApplyError::GameOver) if after == *state => {}
        Err(ApplyError::IllegalAction | ApplyError::GameOver) => {
            return Err(format!("`{text}` is refused, but changes the state"));
        }
        other => {
            let board = game.print_state(&after);
            return Err(differs("result", &format!("{other:?}\n{board}"), "illegal"));
        }
    }
    match game.legal_actions(state) {
        Ok(actions) if actions.contains(&action) => {
            Err(format!("`{text}` is refused, but listed as legal"))
        }
        // Another action may end in an error.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The error that the action comes to, as a diagnostic; the state stays.
fn fails(game: &Game, state: &State, text: &str) -> Result<Vec<masume_engine::Diagnostic>, Wrong> {
    let action = game.read_action(state, text).map_err(|it| format!("`{text}`: {it}"))?;
    let mut after = state.clone();
    match game.apply(&mut after, action) {
        Err(ApplyError::Run(error)) if after == *state => Ok(vec![diagnostic(game, state, &error)]),
        Err(ApplyError::Run(_)) => Err(format!("`{text}` fails, but changes the state")),
        other => {
            let board = game.print_state(&after);
            Err(differs(&format!("`{text}`: result"), &format!("{other:?}\n{board}"), "an error"))
        }
    }
}

fn expect_outcome(game: &Game, state: &State, expected: &str) -> Result<(), Wrong> {
    let printed = game.print_state(state);
    let said = printed.lines().find_map(|line| line.strip_prefix("outcome: "));
    let found = said.unwrap_or("none");
    if game.is_terminal(state) != (found != "none") {
        return Err("an outcome is printed, but is_terminal differs".to_owned());
    }
    if found == expected {
        return Ok(());
    }
    Err(differs("outcome", &format!("{found}\n{printed}"), expected))
}

fn diagnostic(game: &Game, state: &State, error: &RunError) -> masume_engine::Diagnostic {
    run_diagnostic(game.rules(), state.board.grid(), error)
}

fn legal(game: &Game, state: &State) -> Result<String, RunError> {
    let actions = game.legal_actions(state)?;
    let texts: Vec<String> =
        actions.into_iter().map(|action| game.action_text(state, action)).collect();
    Ok(texts.join(", "))
}

/// Actions, or legal actions, as a block lists them.
fn list(text: &str) -> Vec<&str> {
    text.split([',', '\n']).map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// Blocks one after another.
struct Steps {
    game: Game,
    state: State,
    /// Possible results of the last action, where a `chance` block follows it.
    events: Vec<ChanceEvent>,
}

impl Steps {
    fn run(game: Game, blocks: &[Block]) -> Result<(), Wrong> {
        let Some((first, rest)) = blocks.split_first() else { return Ok(()) };
        let expected = rest.first().filter(|block| block.kind == Kind::Error);
        if first.kind == Kind::Start {
            let started = start(&game, &first.text);
            return match (started, expected) {
                (Ok((game, state)), None) => Self { game, state, events: Vec::new() }.go_on(rest),
                (Ok((game, state)), Some(_)) => {
                    Err(differs("state", &game.print_state(&state), "an error"))
                }
                (Err(found), Some(expected)) => {
                    let found = setup_diagnostics(&found);
                    expectation::diagnostics(&expected.text, &found, "", None)
                }
                (Err(found), None) => Err(format!("no first state: {found:?}")),
            };
        }
        if let Some(expected) = expected {
            let found = game.read_state(&first.text).err().unwrap_or_default();
            return expectation::diagnostics(&expected.text, &found, &first.text, None);
        }
        let state = read(&game, &first.text)?;
        Self { game, state, events: Vec::new() }.go_on(rest)
    }

    fn go_on(mut self, blocks: &[Block]) -> Result<(), Wrong> {
        for (index, block) in blocks.iter().enumerate() {
            let next = blocks.get(index + 1);
            self.step(block, next).map_err(|why| format!("line {}: {why}", block.line))?;
        }
        Ok(())
    }

    fn step(&mut self, block: &Block, next: Option<&Block>) -> Result<(), Wrong> {
        let (game, text) = (&self.game, block.text.as_str());
        match block.kind {
            Kind::Do => self.act_all(text, next),
            Kind::After => expectation::state(game, &self.state, text),
            Kind::Legal => {
                let found = legal(game, &self.state).map_err(|error| format!("{error:?}"))?;
                let expected = list(text).join(", ");
                if found == expected {
                    return Ok(());
                }
                Err(differs("legal actions", &found, &expected))
            }
            Kind::Illegal => {
                list(text).into_iter().try_for_each(|action| refuse(game, &self.state, action))
            }
            Kind::Outcome => expect_outcome(game, &self.state, text.trim()),
            Kind::Score => self.score(text),
            Kind::Chance => self.chance(text),
            // Looked at by the `do` before it.
            Kind::Error => Ok(()),
            Kind::Sections
            | Kind::Rule
            | Kind::Whole
            | Kind::Preamble
            | Kind::Play
            | Kind::Before
            | Kind::Start => Err("this block cannot stand here".to_owned()),
        }
    }

    fn act_all(&mut self, text: &str, next: Option<&Block>) -> Result<(), Wrong> {
        let (game, state) = (&self.game, &mut self.state);
        let actions = list(text);
        let Some((last, before)) = actions.split_last() else { return Err("no action".to_owned()) };
        for action in before {
            act(game, state, action)?;
        }
        match next {
            Some(block) if block.kind == Kind::Error => {
                let found = fails(game, state, last)?;
                expectation::diagnostics(&block.text, &found, "", None)
            }
            Some(block) if block.kind == Kind::Chance => {
                let action = game.read_action(state, last).map_err(|it| it.to_string())?;
                self.events = game
                    .chance_events(state, action, CHANCES)
                    .map_err(|error| format!("`{last}`: {error:?}"))?;
                Ok(())
            }
            _ => act(game, state, last),
        }
    }

    fn score(&self, text: &str) -> Result<(), Wrong> {
        let players = &self.game.rules().players;
        let found: Vec<String> = players
            .iter()
            .enumerate()
            .filter_map(|(index, info)| {
                let points = self.game.score(&self.state, Player(index as u8))?;
                Some(format!("{} {points}", info.name))
            })
            .collect();
        let expected: Vec<&str> = text.lines().collect();
        if found == expected {
            return Ok(());
        }
        Err(differs("score", &found.join("\n"), &expected.join("\n")))
    }

    fn chance(&self, text: &str) -> Result<(), Wrong> {
        let mut rest: Vec<&ChanceEvent> = self.events.iter().collect();
        let mut missing = Vec::new();
        for group in outcomes(text) {
            let parts = group.split_once("  ").or_else(|| group.split_once('\n'));
            let (probability, board) = parts.ok_or("a probability and a board")?;
            let board = board.trim_start_matches(' ');
            let (numerator, denominator) = fraction(probability)?;
            let fits = |event: &&ChanceEvent| {
                let found = event.probability;
                found.numerator() * denominator == numerator * found.denominator()
                    && expectation::state(&self.game, &event.state, board).is_ok()
            };
            match rest.iter().position(fits) {
                Some(index) => drop(rest.remove(index)),
                None => missing.push(group),
            }
        }
        if rest.is_empty() && missing.is_empty() {
            return Ok(());
        }
        let others: Vec<String> = rest
            .iter()
            .map(|event| {
                let (numerator, denominator) =
                    (event.probability.numerator(), event.probability.denominator());
                format!("{numerator}/{denominator}\n{}", self.game.print_board(&event.state))
            })
            .collect();
        Err(differs("other outcomes", &others.join("\n"), &missing.join("\n")))
    }
}

/// A line with a probability and a board of one row, or groups of lines with blank lines between.
fn outcomes(text: &str) -> Vec<&str> {
    let groups = text.split("\n\n").map(|group| group.trim_matches('\n'));
    groups
        .flat_map(|group| {
            let is_in_lines = group.lines().all(|line| line.contains("  "));
            if is_in_lines { group.lines().collect() } else { vec![group] }
        })
        .collect()
}

/// `1/3`, `12.5%`.
fn fraction(text: &str) -> Result<(u128, u128), Wrong> {
    let wrong = || format!("`{text}` is no probability");
    let number = |text: &str| text.parse::<u128>().map_err(|_| wrong());
    if let Some((numerator, denominator)) = text.split_once('/') {
        return Ok((number(numerator)?, number(denominator)?));
    }
    let percent = text.strip_suffix('%').ok_or_else(wrong)?;
    let (whole, part) = percent.split_once('.').unwrap_or((percent, ""));
    let scale = 10_u128.pow(part.len() as u32);
    Ok((number(&format!("{whole}{part}"))?, 100 * scale))
}

fn start(game: &Game, text: &str) -> Result<(Game, State), SetupError> {
    let mut game = game.clone();
    let mut setup = Setup::default();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "seed" => setup.seed = rest.parse().expect("a seed"),
            "level" => setup.level = Some(rest.parse().expect("a level")),
            "board" => {
                let (width, height) = rest.split_once('x').expect("a size");
                let number = |text: &str| text.parse().expect("a number");
                setup.size = Some(Size { width: number(width), height: number(height) });
            }
            "option" => {
                let (name, value) = rest.split_once('=').expect("name=value");
                game = game.with_option(name, value)?;
            }
            _ => panic!("`{line}` is nothing to start with"),
        }
    }
    let state = game.start(&setup)?;
    Ok((game, state))
}

fn setup_diagnostics(error: &SetupError) -> Vec<masume_engine::Diagnostic> {
    match error {
        SetupError::Size(diagnostic) | SetupError::Run { diagnostic, .. } => {
            vec![(**diagnostic).clone()]
        }
        SetupError::Level { diagnostics, .. } => diagnostics.clone(),
        SetupError::UnknownOption { .. }
        | SetupError::BadOption { .. }
        | SetupError::NoLevel { .. }
        | SetupError::NoSolver => panic!("no diagnostic: {error}"),
    }
}
