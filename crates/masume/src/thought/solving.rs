//! A way to win, looked for as long as a player waits.

use std::time::{Duration, Instant};

use masume_engine::{Game, State, StopToken};
use masume_search::{Aim, Budget, Limit, Solved, Solver, Verdict};

use super::{Found, Unfound};

/// What a search may do for a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// States whose successors may be asked for.
    nodes: u64,
    /// What may be kept.
    bytes: u64,
    time: Duration,
}

/// For who waits: longer than that nobody does.
pub(super) const AWAITED: Effort =
    Effort { nodes: 20_000_000, bytes: 1 << 30, time: Duration::from_secs(15) };
/// What nobody has asked for takes little of the machine.
pub(super) const UNASKED: Effort =
    Effort { nodes: 300_000, bytes: 128 << 20, time: Duration::from_secs(3) };

/// Looks for a way to win; the token stops it.
pub(super) fn look(game: &Game, state: &State, effort: Effort, stop: &StopToken) -> Found {
    /// Between two looks at the clock.
    const PAUSE: Duration = Duration::from_millis(20);
    let begun = Instant::now();
    let budget = Budget { nodes: effort.nodes, bytes: effort.bytes, stop: stop.clone() };
    let mut solver = match Solver::new(game, state, Aim::Any, &budget) {
        Ok(solver) => solver,
        Err(refusal) => return Found::Nothing(Unfound::Refused(refusal)),
    };
    let mut nodes = 1;
    loop {
        let step = Instant::now();
        if let Some(Solved { verdict, .. }) = solver.step(nodes) {
            return found(verdict);
        }
        if stop.is_stopped() {
            return found(solver.give_up(Limit::Stopped));
        }
        if begun.elapsed() >= effort.time {
            return match solver.give_up(Limit::Stopped) {
                Verdict::GaveUp(_) => Found::Nothing(Unfound::Late),
                verdict @ (Verdict::Won(_) | Verdict::Impossible(_)) => found(verdict),
            };
        }
        nodes = match step.elapsed() < PAUSE {
            true => nodes.saturating_mul(2),
            false => (nodes / 2).max(1),
        };
    }
}

fn found(verdict: Verdict) -> Found {
    match verdict {
        Verdict::Won(line) => Found::Win(line.actions),
        Verdict::Impossible(_) => Found::Lost,
        Verdict::GaveUp(limit) => Found::Nothing(Unfound::Limit(limit)),
    }
}
