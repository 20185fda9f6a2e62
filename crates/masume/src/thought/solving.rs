//! A way to win, looked for as long as a player waits.

use std::time::{Duration, Instant};

use masume_engine::{Game, State, StopToken};
use masume_search::{Aim, Budget, Limit, Solved, Solver, Verdict};

use super::{Found, Unfound};

/// States whose successors may be asked for.
const NODES: u64 = 20_000_000;
/// What a search may keep.
const BYTES: u64 = 1 << 30;
/// Longer than that nobody waits for a hint.
const TIME: Duration = Duration::from_secs(15);

/// Looks for a way to win; the token stops it.
pub(super) fn look(game: &Game, state: &State, stop: &StopToken) -> Found {
    /// Between two looks at the clock.
    const PAUSE: Duration = Duration::from_millis(20);
    let begun = Instant::now();
    let budget = Budget { nodes: NODES, bytes: BYTES, stop: stop.clone() };
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
        if begun.elapsed() >= TIME {
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
