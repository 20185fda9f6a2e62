//! Questions about many states, answered by compiled rules on many boards side by side.

use std::cell::RefCell;

use masume_execute::{Compiled, Games, Played, Ply, Side, Starts};
use masume_rules::action::Action;
use masume_rules::facts::uses_chance;
use masume_rules::model::Player;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::State;

use crate::executor::compiled::{Parts, program, with_parts};
use crate::series::{PlayedGame, Playouts, Series, SeriesStart};
use crate::successors::{self, Successors};
use crate::{Game, perft, playout};

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
