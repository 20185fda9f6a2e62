//! A way to win, looked for as long as a player waits.

use masume_engine::{Game, State};
use masume_search::{Aim, Budget, Limit, Scored, Solved, Solver, Verdict};

use super::work::Signals;
use super::{Found, Unfound};

/// Steps of a search between two looks at the signals, in states.
const STEP: u64 = 64;

/// Bounds of a search for a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// States whose successors may be asked for.
    pub(super) nodes: u64,
    /// Bytes that may be kept.
    pub(super) bytes: u64,
    /// True if nothing but a win, or that there is none, is of use.
    pub(super) is_for_win: bool,
}

impl Effort {
    /// The aim of the search.
    pub(super) fn aim(self, game: &Game) -> Aim {
        if self.is_for_win { Aim::Any } else { Aim::of(game.rules()) }
    }
}

/// For a player who waits.
pub(super) const AWAITED: Effort = Effort { nodes: 20_000_000, bytes: 1 << 30, is_for_win: false };
/// Effort on a question that nobody has asked: little of the machine.
pub(super) const UNASKED: Effort = Effort { nodes: 300_000, bytes: 128 << 20, is_for_win: true };

/// Looks for a way to win. A search that has had enough gives the best that it has.
pub(super) fn look(game: &Game, state: &State, effort: Effort, signals: &Signals) -> Found {
    let budget = Budget { nodes: effort.nodes, bytes: effort.bytes, stop: signals.stop.clone() };
    let mut solver = match Solver::new(game, state, effort.aim(game), &budget) {
        Ok(solver) => solver,
        Err(refusal) => return Found::Nothing(Unfound::Refused(refusal)),
    };
    // The first steps are short: in some games a state takes milliseconds.
    let mut nodes = 1;
    loop {
        if let Some(Solved { verdict, .. }) = solver.step(nodes) {
            return found(verdict);
        }
        if signals.stop.is_stopped() || signals.enough.is_stopped() {
            return found(solver.give_up(Limit::Stopped));
        }
        nodes = (nodes * 2).min(STEP);
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
