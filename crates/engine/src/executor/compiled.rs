//! The questions of the seam, answered by compiled rules on one state at a time.
//!
//! What has no program goes to the reference executor: a part of a rule through [`Parts`], a board
//! that is too large for any program altogether.

use std::sync::Arc;

use masume_board::Grid;
use masume_execute::{Compiled, Fallback, Ran, Stop};
use masume_reference as reference;
use masume_reference::Run;
use masume_reference::parts::{self, PartStop};
use masume_rules::action::{Action, Choice};
use masume_rules::chance::{self, Chance, ChanceEvent, Sampling};
use masume_rules::frame::Frame;
use masume_rules::model::{Condition, Expr, Player, Statement, ValueKind};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, RunErrorKind, Span};
use masume_rules::state::{Board, State};
use masume_rules::stop::StopToken;

use super::{ApplyError, Solvable};
use crate::Game;

/// Runs on the reference executor what has no program.
pub(crate) struct Parts<'p, 's> {
    run: Run<'p>,
    stop: &'p StopToken,
    solvable: &'p mut Solvable<'s>,
}

impl<'p, 's> Parts<'p, 's> {
    /// Runs them for this game, with the caller's answer to what is solvable.
    pub(crate) fn new(game: &'p Game, solvable: &'p mut Solvable<'s>) -> Self {
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
