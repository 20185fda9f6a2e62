//! The questions of the seam, answered by compiled rules on one state at a time.
//!
//! What has no program goes to the reference executor: a part of a rule through [`Parts`], a board
//! that is too large for any program altogether.

use std::cell::RefCell;
use std::sync::Arc;

use masume_board::Grid;
use masume_execute::{Compiled, Fallback, Games, Played, Ply, Ran, Side, Starts, Stop};
use masume_reference as reference;
use masume_reference::Run;
use masume_reference::parts::{self, PartStop};
use masume_rules::action::{Action, Choice};
use masume_rules::chance::{self, Chance, ChanceEvent, Sampling};
use masume_rules::facts::uses_chance;
use masume_rules::frame::Frame;
use masume_rules::model::{Condition, Expr, Player, Statement, ValueKind};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::{Board, State};
use masume_rules::stop::StopToken;

use super::{ApplyError, Solvable};
use crate::playout::{PlayedGame, Playouts, Series, SeriesStart};
use crate::solvable::Solver;
use crate::successors::{self, Successors};
use crate::{Game, perft, playout};

/// Runs on the reference executor what has no program.
struct Parts<'p, 's> {
    run: Run<'p>,
    stop: &'p StopToken,
    solvable: &'p mut Solvable<'s>,
}

impl<'p, 's> Parts<'p, 's> {
    fn new(game: &'p Game, solvable: &'p mut Solvable<'s>) -> Self {
        Self { run: game.run(), stop: &game.stop, solvable }
    }
}

impl Fallback for Parts<'_, '_> {
    fn statement(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        statement: &Statement,
        chance: &mut dyn Chance,
    ) -> Result<Ran, Stop> {
        let mut solvable = |state: &State| (self.solvable)(state);
        let ran = parts::run_statement(self.run, state, frame, statement, chance, &mut solvable);
        match ran {
            Ok(parts::Ran::Missed) => Ok(Ran::Missed),
            Ok(parts::Ran::Matched) => Ok(Ran::Matched),
            Ok(parts::Ran::Broke) => Ok(Ran::Broke),
            Err(PartStop::Illegal) => Err(Stop::Illegal),
            Err(PartStop::Drawn) => Err(Stop::Drawn),
            Err(PartStop::Run(error)) => Err(Stop::Run(error)),
        }
    }

    fn condition(
        &mut self,
        state: &State,
        frame: &Frame,
        condition: &Condition,
    ) -> Result<bool, RunError> {
        let mut solvable = |state: &State| (self.solvable)(state);
        parts::condition(self.run, state, frame, condition, &mut solvable)
    }

    fn number(&mut self, state: &State, frame: &Frame, number: &Expr) -> Result<i64, RunError> {
        let mut solvable = |state: &State| (self.solvable)(state);
        parts::number(self.run, state, frame, number, &mut solvable)
    }

    fn is_solvable(&mut self, state: &State) -> bool {
        (self.solvable)(state)
    }

    fn stop(&self) -> &StopToken {
        self.stop
    }
}

/// The game's program for boards of this shape; `None` where they are too large.
pub(crate) fn program(game: &Game, grid: &Grid) -> Option<Arc<dyn Compiled>> {
    game.programs.of(&game.rules, grid, game.optimisations)
}

/// Asks the program with nobody to answer what is solvable.
pub(crate) fn with_parts<T>(game: &Game, ask: impl FnOnce(&mut dyn Fallback) -> T) -> T {
    let mut solvable = |_: &State| false;
    ask(&mut Parts::new(game, &mut solvable))
}

/// Asks the program with a [`Solver`] to answer what is solvable.
pub(crate) fn with_solver<T>(game: &Game, ask: impl FnOnce(&mut dyn Fallback) -> T) -> T {
    let mut solver = None;
    let mut solvable = |state: &State| {
        solver.get_or_insert_with(|| Solver::new(game, &state.board)).finds_win(state)
    };
    ask(&mut Parts::new(game, &mut solvable))
}

/// Error of the run, where nothing can be illegal and nothing is refused.
fn run_error(stop: Stop) -> RunError {
    match stop {
        Stop::Run(error) => error,
        Stop::Illegal | Stop::Drawn => {
            RunError { kind: RunErrorKind::OutOfFuel, span: Span::default() }
        }
    }
}

pub(crate) fn apply_error(stop: Stop) -> ApplyError {
    match stop {
        Stop::Run(error) => ApplyError::Run(error),
        Stop::Illegal | Stop::Drawn => ApplyError::IllegalAction,
    }
}

pub(super) fn start(
    game: &Game,
    board: Board,
    random: Random,
    solvable: &mut Solvable<'_>,
) -> Result<State, RunError> {
    let Some(program) = program(game, board.grid()) else {
        return reference::start(game.run(), board, random, solvable);
    };
    let mut parts = Parts::new(game, solvable);
    program.start(&board, random, &mut Sampling, &mut parts).map_err(run_error)
}

pub(super) fn start_events(
    game: &Game,
    board: &Board,
    random: Random,
    bound: usize,
) -> Result<Vec<ChanceEvent>, RunError> {
    let Some(program) = program(game, board.grid()) else {
        return reference::start_events(game.run(), board, random, bound);
    };
    let events = with_parts(game, |parts| {
        chance::enumerate(bound, Span::default(), |replay| {
            program.start(board, random, replay, parts)
        })
    });
    events.map_err(run_error)
}

pub(super) fn legal_actions(game: &Game, state: &State) -> Result<Vec<Action>, RunError> {
    match program(game, state.board.grid()) {
        Some(program) => with_parts(game, |parts| program.legal_actions(state, parts)),
        None => reference::legal_actions(game.run(), state),
    }
}

pub(super) fn is_legal(game: &Game, state: &State, action: Action) -> Result<bool, RunError> {
    match program(game, state.board.grid()) {
        Some(program) => with_parts(game, |parts| program.is_legal(state, action, parts)),
        None => reference::is_legal(game.run(), state, action),
    }
}

pub(super) fn apply(
    game: &Game,
    state: &State,
    action: Action,
    solvable: &mut Solvable<'_>,
) -> Result<State, ApplyError> {
    let Some(program) = program(game, state.board.grid()) else {
        return Ok(reference::apply(game.run(), state, action, solvable)?);
    };
    let mut parts = Parts::new(game, solvable);
    program.apply(state, action, &mut Sampling, &mut parts).map_err(apply_error)
}

pub(super) fn chance_events(
    game: &Game,
    state: &State,
    action: Action,
    bound: usize,
) -> Result<Vec<ChanceEvent>, ApplyError> {
    let Some(program) = program(game, state.board.grid()) else {
        return Ok(reference::chance_events(game.run(), state, action, bound)?);
    };
    let blamed = match action.choice {
        Choice::Declared(index) => game.rules.actions.get(usize::from(index)).map(|it| it.span),
        Choice::Pass => None,
    };
    let events = with_parts(game, |parts| {
        chance::enumerate(bound, blamed.unwrap_or_default(), |replay| {
            program.apply(state, action, replay, parts)
        })
    });
    events.map_err(apply_error)
}

/// Points by player.
pub(super) fn scores(game: &Game, state: &State) -> Result<Vec<i64>, RunError> {
    match program(game, state.board.grid()) {
        Some(program) => {
            with_parts(game, |parts| program.scores(state, parts)).map(|scores| scores.to_vec())
        }
        None => reference_scores(game, state),
    }
}

/// Points by player as the reference executor finds them.
pub(super) fn reference_scores(game: &Game, state: &State) -> Result<Vec<i64>, RunError> {
    let value = game.rules.values.iter().position(|info| info.kind == ValueKind::Score);
    let mut scores = Vec::new();
    for player in (0..game.rules.players.len() as u8).map(Player) {
        match reference::score(game.run(), state, player)? {
            Some(points) => scores.push(points),
            None => scores.extend(value.and_then(|index| state.values.get(index)).copied()),
        }
    }
    Ok(scores)
}

/// Counts leaves, on many boards side by side.
pub(super) fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    match program(game, state.board.grid()) {
        // Chance outcomes count apart: they are enumerated state by state.
        Some(program) if !uses_chance(&game.rules) => {
            with_parts(game, |parts| program.perft(state, depth, Ply::Action, parts))
        }
        Some(_) | None => perft::one_by_one(game, state, depth),
    }
}

/// Successors by every legal action, of states on boards of one shape.
pub(super) fn successors(game: &Game, states: &[&State]) -> Result<Vec<Successors>, RunError> {
    let program = states.first().and_then(|state| program(game, state.board.grid()));
    let Some(program) = program else { return successors::one_by_one(game, states) };
    let mut found = vec![Vec::new(); states.len()];
    let mut is_asked = false;
    let mut solvable = |_: &State| {
        is_asked = true;
        false
    };
    let mut parts = Parts::new(game, &mut solvable);
    let ran = program.successors(states, &mut parts, &mut |number, action, state| {
        found[number].push((action, state));
    });
    // A stage that must be solvable is set up with a solver that answers that, and of several errors the
    // first is wanted.
    game.stop.check(Span::default())?;
    if is_asked || ran.is_err() { successors::one_by_one(game, states) } else { Ok(found) }
}

/// Plays a series whose games start in these states by turns; what came of each, by state.
pub(super) fn playouts_of_each(
    game: &Game,
    starts: &[State],
    series: Series,
    side: Side,
) -> Result<Vec<Playouts>, RunError> {
    let mut played = vec![Playouts::new(game.rules.players.len()); starts.len()];
    let ran = play_from_each(game, starts, (series, side), None, &mut |one| {
        let start = (one.number % starts.len() as u64) as usize;
        played[start].count(one.plies, one.outcome, &one.scores);
    });
    let one_by_one = || playout::of_each_one_by_one(game, starts, series);
    ran.map_or_else(one_by_one, |ran| ran.map(|()| played))
}

/// The same, with all that was done in each game; by game.
pub(super) fn games_of_each(
    game: &Game,
    starts: &[State],
    series: Series,
    side: Side,
) -> Result<Vec<PlayedGame>, RunError> {
    if starts.is_empty() {
        return Ok(Vec::new());
    }
    let played = RefCell::new(vec![PlayedGame::default(); series.games as usize]);
    let observer = |number: u64, player, action| {
        played.borrow_mut()[number as usize].actions.push((player, action));
    };
    let ran = play_from_each(game, starts, (series, side), Some(&observer), &mut |one| {
        let game = &mut played.borrow_mut()[one.number as usize];
        (game.outcome, game.scores, game.left) = (one.outcome, one.scores.to_vec(), one.left);
    });
    let one_by_one = || playout::games_one_by_one(game, starts, series);
    ran.map_or_else(one_by_one, |ran| ran.map(|()| played.into_inner()))
}

/// Plays a series whose games start in these states by turns, and gives each as it ends; `None` where they have no
/// program in common, or [`play`] gives none.
fn play_from_each(
    game: &Game,
    starts: &[State],
    (series, side): (Series, Side),
    observer: Option<&dyn Fn(u64, Player, Action)>,
    done: &mut dyn FnMut(Played),
) -> Option<Result<(), RunError>> {
    let Some(first) = starts.first() else { return Some(Ok(())) };
    let is_alike = starts.iter().all(|it| it.board.grid() == first.board.grid());
    let program = program(game, first.board.grid()).filter(|_| is_alike)?;
    let count = starts.len() as u64;
    let chance = uses_chance(&game.rules);
    let games = Games {
        starts: Starts::Each(&|number| Ok(starts[(number % count) as usize].clone())),
        count: series.games,
        agent: &|number| series.agent(number),
        chance: &|number| chance.then(|| series.chance(number)),
        most_plies: series.most_plies,
        side,
        observer,
    };
    play(game, &*program, &games, done)
}

/// Plays games; `None` where a later stage must be solvable: it is set up with a solver that answers that.
fn play(
    game: &Game,
    program: &dyn Compiled,
    games: &Games<'_>,
    done: &mut dyn FnMut(Played),
) -> Option<Result<(), RunError>> {
    let mut is_asked = false;
    let mut solvable = |_: &State| {
        is_asked = true;
        false
    };
    let mut parts = Parts::new(game, &mut solvable);
    let ran = program.playouts(games, &mut parts, done);
    (!is_asked).then_some(ran)
}

/// Plays a series on one board at a time or on many side by side.
pub(super) fn playouts(
    game: &Game,
    start: &SeriesStart,
    series: Series,
    side: Side,
) -> Result<Playouts, RunError> {
    let Some(program) = program(game, start.grid()) else {
        return playout::one_by_one(game, start, series);
    };
    let first_state = |number| playout::first_state(game, start.clone(), series, number);
    let chance = uses_chance(&game.rules);
    let games = Games {
        starts: match start {
            SeriesStart::State(state) => Starts::One(state),
            SeriesStart::Board(_) => Starts::Each(&first_state),
        },
        count: series.games,
        agent: &|number| series.agent(number),
        chance: &|number| {
            let draws_from_it = chance && matches!(start, SeriesStart::State(_));
            draws_from_it.then(|| series.chance(number))
        },
        most_plies: series.most_plies,
        side,
        observer: None,
    };
    let mut played = Playouts::new(game.rules.players.len());
    let ran = play(game, &*program, &games, &mut |one| {
        played.count(one.plies, one.outcome, &one.scores);
    });
    ran.map_or_else(|| playout::one_by_one(game, start, series), |ran| ran.map(|()| played))
}
