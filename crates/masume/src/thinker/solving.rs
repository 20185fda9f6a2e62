//! A way to win, looked for as long as a player waits.

use std::time::{Duration, Instant};

use masume_engine::{Game, State, StopToken};
use masume_search::{Aim, Budget, Limit, Scored, Solved, Solver, Verdict};
use masume_presentation::analysis::{Found, Unfound};

/// What a search may do for a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// States whose successors may be asked for.
    nodes: u64,
    /// What may be kept.
    bytes: u64,
    pub(super) time: Duration,
    /// Whether nothing but a win, or that there is none, is of use.
    is_for_win: bool,
}

impl Effort {
    fn aim(self, game: &Game) -> Aim {
        if self.is_for_win { Aim::Any } else { Aim::of(game.rules()) }
    }

    /// How long it may take: points can always be more, and who waits for them does not wait for the last.
    fn time(self, aim: Aim) -> Duration {
        const FOR_POINTS: Duration = Duration::from_secs(4);
        if aim == Aim::Points { self.time.min(FOR_POINTS) } else { self.time }
    }
}

/// For who waits: longer than that nobody does.
pub(super) const AWAITED: Effort =
    Effort { nodes: 20_000_000, bytes: 1 << 30, time: Duration::from_secs(15), is_for_win: false };
/// What nobody has asked for takes little of the machine.
pub(super) const UNASKED: Effort =
    Effort { nodes: 300_000, bytes: 128 << 20, time: Duration::from_secs(3), is_for_win: true };

/// Looks for a way to win; the token stops it.
pub(super) fn look(game: &Game, state: &State, effort: Effort, stop: &StopToken) -> Found {
    /// Between two looks at the clock.
    const PAUSE: Duration = Duration::from_millis(20);
    let begun = Instant::now();
    let budget = Budget { nodes: effort.nodes, bytes: effort.bytes, stop: stop.clone() };
    let mut solver = match Solver::new(game, state, effort.aim(game), &budget) {
        Ok(solver) => solver,
        Err(refusal) => return Found::Nothing(Unfound::Refused(refusal)),
    };
    let mut nodes = 1;
    loop {
        let step = Instant::now();
        if let Some(Solved { verdict, .. }) = solver.step(nodes) {
            let is_stopped = verdict == Verdict::GaveUp(Limit::Stopped);
            let is_late = is_stopped && begun.elapsed() >= effort.time(effort.aim(game));
            return if is_late { Found::Nothing(Unfound::Late) } else { found(verdict) };
        }
        if stop.is_stopped() {
            return found(solver.give_up(Limit::Stopped));
        }
        if begun.elapsed() >= effort.time(effort.aim(game)) {
            return match solver.give_up(Limit::Stopped) {
                Verdict::GaveUp(_) => Found::Nothing(Unfound::Late),
                verdict @ (Verdict::Won(_) | Verdict::Impossible(_) | Verdict::Scored(_)) => {
                    found(verdict)
                }
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
        Verdict::Scored(Scored { line, points, .. }) => Found::Plan { line: line.actions, points },
        Verdict::GaveUp(limit) => Found::Nothing(Unfound::Limit(limit)),
    }
}
