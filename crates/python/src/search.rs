//! Answers of searches about a state.

use masume_engine::{Executor, Game, Series, StopToken};
use masume_presentation::locale::{Locale, Phrases};
use masume_rules::action::Action;
use masume_rules::facts::draws_in_play;
use masume_search::agent::{AgentSpec, Worth, end_value, end_value_counted, for_game};
use masume_search::{Aim, Budget, ExactValues, Limit, NotExact, Refusal, Solution};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Report;
use crate::interrupt::interruptible;
use crate::state::State;

/// Means whose difference is no greater share than this are the same.
const TIE: f64 = 1e-9;

/// Results of random games.
#[pyclass(frozen, get_all, module = "masume")]
#[derive(Debug)]
pub(crate) struct Playouts {
    games: u64,
    /// By player.
    won: Vec<u64>,
    drawn: u64,
    mean_plies: f64,
    /// By player; none in a game without points.
    mean_scores: Vec<f64>,
}

/// Verdict of a solver.
#[pyclass(frozen, get_all, module = "masume")]
#[derive(Debug)]
pub(crate) struct Verdict {
    /// `won`, `impossible`, `scored`, or why it gave up.
    verdict: String,
    /// The texts of the actions of the line that was found.
    names: Vec<String>,
    /// Their numbers, where the game has some.
    actions: Vec<u32>,
    /// Points at its end, where points were asked for.
    points: Option<i64>,
    /// True if this is proved: the line wins, nothing wins, or no line has more points.
    is_proved: bool,
    nodes: u64,
}

/// An action, as an agent ranks it.
#[pyclass(frozen, get_all, module = "masume")]
#[derive(Debug)]
pub(crate) struct Ranked {
    /// Its number, where the game has some.
    action: Option<u32>,
    name: String,
    /// Value for the player to act: from -1 to 1 where the game is won or lost, else points.
    value: f64,
    is_exact: bool,
    visits: u64,
}

/// A call that the token stops: the game, and a budget.
fn call(state: &State, (nodes, bytes): (u64, u64)) -> (StopToken, Game, Budget) {
    let stop = StopToken::new();
    let game = state.shared.stopped_by(&stop).with_executor(Executor::Batch);
    let budget = Budget { nodes, bytes, stop: stop.clone() };
    (stop, game, budget)
}

pub(crate) fn perft(of: &State, py: Python<'_>, depth: u32) -> PyResult<u64> {
    let (stop, game, _) = call(of, (0, 0));
    let counted = interruptible(py, &stop, || game.perft(&of.state, depth))?;
    counted.map_err(|it| of.run_error(py, &it))
}

pub(crate) fn playouts(
    of: &State,
    py: Python<'_>,
    games: u64,
    (seed, most_plies): (u64, u64),
) -> PyResult<Playouts> {
    let (stop, game, _) = call(of, (0, 0));
    let series = Series { games, seed, most_plies };
    let played = interruptible(py, &stop, || game.playouts(&of.state, series))?;
    let played = played.map_err(|it| of.run_error(py, &it))?;
    let players = (0..played.won.len() as u8).map(masume_engine::Player);
    Ok(Playouts {
        games: played.games,
        mean_plies: played.mean_plies(),
        mean_scores: players.filter_map(|it| played.mean_score(it)).collect(),
        drawn: played.drawn,
        won: played.won,
    })
}

pub(crate) fn solve(of: &State, py: Python<'_>, budget: (u64, u64)) -> PyResult<Verdict> {
    let (stop, game, budget) = call(of, budget);
    let aim = Aim::of(game.rules());
    let solved = interruptible(py, &stop, || masume_search::solve(&game, &of.state, aim, &budget))?;
    let solved = solved.map_err(|it| Report::new(refusal(it)).raise(py))?;
    let nodes = solved.report.nodes;
    let told = |verdict: &str, line: &Solution, points, is_proved| {
        let names = line.actions.iter().map(|it| game.action_text(&of.state, *it)).collect();
        let actions = line.actions.iter().filter_map(|it| of.number(*it)).collect();
        Verdict { verdict: verdict.to_owned(), names, actions, points, is_proved, nodes }
    };
    let nothing = Solution::default();
    Ok(match &solved.verdict {
        masume_search::Verdict::Won(line) => told("won", line, None, true),
        masume_search::Verdict::Impossible(_) => told("impossible", &nothing, None, true),
        masume_search::Verdict::Scored(scored) => {
            told("scored", &scored.line, Some(scored.points), scored.is_most)
        }
        masume_search::Verdict::GaveUp(Limit::Rules(error)) => return Err(of.run_error(py, error)),
        masume_search::Verdict::GaveUp(limit) => {
            told(&format!("gave up: {limit:?}"), &nothing, None, false)
        }
    })
}

/// Reason why no solver takes a game, or a state of it.
fn refusal(refusal: Refusal) -> String {
    let phrases = Phrases::new(Locale::English);
    match refusal {
        Refusal::Players(count) => phrases.say("solve-players", &[("count", count.into())]),
        Refusal::NoWin => phrases.say("solve-no-win", &[]),
        Refusal::NoPoints => phrases.say("solve-no-points", &[]),
        Refusal::Over => phrases.say("solve-over", &[]),
    }
}

pub(crate) fn value(of: &State, py: Python<'_>, budget: (u64, u64)) -> PyResult<Option<f64>> {
    let (stop, game, budget) = call(of, budget);
    if is_for_two(&game, py)? {
        let found =
            interruptible(py, &stop, || end_value(&game, &of.state, Worth::Result, &budget))?;
        return known_end(of, py, found.map(|it| it.margin as f64));
    }
    let found =
        interruptible(py, &stop, || ExactValues::new(&game, &of.state, &budget)?.value(&of.state))?;
    known_mean(of, py, found)
}

/// Numbers of the actions that are as good as any, if all that can be done is known exactly.
pub(crate) fn optimal_actions(
    of: &State,
    py: Python<'_>,
    budget: (u64, u64),
) -> PyResult<Option<Vec<u32>>> {
    let (stop, game, budget) = call(of, budget);
    let worths = if is_for_two(&game, py)? {
        let found = interruptible(py, &stop, || end_values(&game, &of.state, budget))?;
        known_end(of, py, found)?
    } else {
        let values = || ExactValues::new(&game, &of.state, &budget)?.of_actions(&of.state);
        known_mean(of, py, interruptible(py, &stop, values)?)?
    };
    Ok(worths.map(|worths| {
        let most = worths.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max);
        // Sums of the same points in another order differ in their last digits.
        let least = most - TIE * most.abs().max(1.0);
        let best = worths.iter().filter(|it| it.1 >= least);
        best.filter_map(|it| of.number(it.0)).collect()
    }))
}

/// Ends of a game for two after each legal action, to who acts: within one budget.
fn end_values(
    game: &Game,
    state: &masume_engine::State,
    mut budget: Budget,
) -> Result<Vec<(Action, f64)>, Limit> {
    let mut found = Vec::new();
    let all = game.successors(std::slice::from_ref(state)).map_err(Limit::Rules)?;
    for (action, next) in all.into_iter().flatten() {
        let mut nodes = 0;
        let end = end_value_counted(game, &next, Worth::Result, &budget, &mut nodes)?;
        budget.nodes = budget.nodes.saturating_sub(nodes);
        let sign = if next.to_act == state.to_act { 1.0 } else { -1.0 };
        found.push((action, sign * end.margin as f64));
    }
    Ok(found)
}

/// True if a game is one for two that can be searched to its end.
fn is_for_two(game: &Game, py: Python<'_>) -> PyResult<bool> {
    let is_for_two = game.rules().players.len() == 2;
    if is_for_two && draws_in_play(game.rules()) {
        return Err(refused("chance has a part in it", py));
    }
    Ok(is_for_two)
}

fn refused(why: &str, py: Python<'_>) -> PyErr {
    Report::new(format!("no exact value is found for this game: {why}")).raise(py)
}

/// Findings about a game for two, where the budget sufficed.
fn known_end<T>(of: &State, py: Python<'_>, found: Result<T, Limit>) -> PyResult<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Limit::Rules(error)) => Err(of.run_error(py, &error)),
        Err(Limit::NotForTwo | Limit::NoProgram | Limit::Chance) => {
            Err(refused("it is of another kind", py))
        }
        Err(_) => Ok(None),
    }
}

/// Findings about a game for one, where the budget sufficed.
fn known_mean<T>(of: &State, py: Python<'_>, found: Result<T, NotExact>) -> PyResult<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(NotExact::Limit(Limit::Rules(error))) => Err(of.run_error(py, &error)),
        Err(NotExact::Players(_) | NotExact::NoScore) => Err(refused("it is of another kind", py)),
        Err(_) => Ok(None),
    }
}

pub(crate) fn rank(
    of: &State,
    py: Python<'_>,
    agent: &str,
    (seed, nodes): (u64, Option<u64>),
) -> PyResult<Vec<Ranked>> {
    let wanted = agent.parse::<AgentSpec>().map_err(|it| PyValueError::new_err(it.to_string()))?;
    let (stop, game, mut budget) = call(of, (0, 1 << 28));
    let pick = for_game(&game, &of.state, wanted, seed);
    let mut pick = pick.map_err(|it| {
        let phrases = Phrases::new(Locale::English);
        Report::new(phrases.say("agent-unsuited", &[("agent", it.kind.name().into())]))
            .with_help(phrases.say(&format!("agent-needs-{}", it.needs.word()), &[]))
            .raise(py)
    })?;
    budget.nodes = nodes.or(pick.nodes).unwrap_or(20_000);
    let seen = game.observe(&of.state, of.state.to_act);
    let ranked = interruptible(py, &stop, || pick.agent.rank(&game, &seen, &budget))?;
    let ranked = ranked.map_err(|it| of.run_error(py, &it))?;
    let is_result = game.rules().players.len() > 1;
    let scale = if is_result { masume_search::agent::WIN as f64 } else { 100.0 };
    Ok(ranked
        .into_iter()
        .map(|it| Ranked {
            action: of.number(it.action),
            name: game.action_text(&of.state, it.action),
            value: it.value as f64 / scale,
            is_exact: it.is_exact,
            visits: it.visits,
        })
        .collect())
}
