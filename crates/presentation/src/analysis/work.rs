//! The work of a task, which can be done on another thread.

use std::sync::Arc;

use masume_engine::{Game, State, StopToken};
use masume_search::agent::{AgentKind, AgentSpec, Strength, Weights};
use masume_search::{Aim, Budget, Deadlocks, Limit, Refusal};
use masume_session::Session;

use super::choosing::AgentTurn;
use super::solving::{AWAITED, Effort, UNASKED};
use super::{Analysis, Found, Subject, Task, Unfound, choosing, solving, turning};

/// Nodes for a hint of an agent after a search has found nothing.
const HINT_NODES: u64 = 5_000;

/// Signals to work that is being done.
///
/// ```
/// let signals = masume_presentation::analysis::Signals::default();
/// signals.stop.stop();
/// assert!(signals.stop.is_stopped() && !signals.enough.is_stopped());
/// ```
#[derive(Clone, Debug)]
pub struct Signals {
    /// A search gives the best that it has, as soon as it is between two steps.
    pub enough: StopToken,
    /// Rules stop; an agent answers with what it has, a search with nothing.
    pub stop: StopToken,
    /// Nobody waits for an answer any more: even one in haste is not given.
    pub abandoned: StopToken,
}

impl Default for Signals {
    /// Signals that can be given: a token by default is one that never stops.
    fn default() -> Self {
        let [enough, stop, abandoned] = [(); 3].map(|()| StopToken::new());
        Self { enough, stop, abandoned }
    }
}

/// Bounds of the work, besides those that its subject has.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most states that may be looked at.
    pub nodes: u64,
    /// The most bytes that may be kept.
    pub bytes: u64,
}

impl Default for Bounds {
    /// No other bounds than the subject's.
    fn default() -> Self {
        Self { nodes: u64::MAX, bytes: u64::MAX }
    }
}

/// The work of a task, with everything that it needs.
#[derive(Clone, Debug)]
pub struct Work {
    subject: Subject,
    game: Game,
    state: State,
    seed: u64,
    weights: Option<Arc<Weights>>,
    /// The session with its past, where that matters.
    whole: Option<Session>,
    bounds: Bounds,
    signals: Signals,
}

impl Work {
    /// The work of this task, which heeds these signals.
    pub fn new(task: Task<'_>, signals: Signals) -> Self {
        let Task { subject, session, weights } = task;
        let stop = &signals.stop;
        Self {
            subject,
            game: session.game().clone().with_stop(stop.clone()),
            state: task.state().clone(),
            seed: session.seed(),
            weights: weights.cloned(),
            whole: (subject == Subject::Turn).then(|| session.clone().with_stop(stop.clone())),
            bounds: Bounds::default(),
            signals,
        }
    }

    /// The same within these bounds.
    pub fn within(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The subject.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// Signals that the work heeds.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// True if this is the work of that task.
    pub fn is_of(&self, task: Task<'_>) -> bool {
        self.subject == task.subject
            && std::ptr::eq(self.game.rules(), task.session.game().rules())
            && self.state == *task.state()
    }

    /// True if a search is done that goes on by steps, and not an agent's choice.
    pub fn is_search(&self) -> bool {
        match self.subject {
            Subject::Hint => self.players() < 2,
            Subject::Outlook | Subject::Deadlocks => true,
            Subject::Reply(_) | Subject::Turn => false,
        }
    }

    /// True if the most points are looked for, of which there can always be more.
    pub fn is_for_points(&self) -> bool {
        self.subject == Subject::Hint && self.is_search() && AWAITED.aim(&self.game) == Aim::Points
    }

    /// Does the work.
    pub fn run(&self) -> Analysis {
        self.analysis(self.find())
    }

    /// The analysis with these findings.
    pub fn analysis(&self, found: Found) -> Analysis {
        Analysis { subject: self.subject, state: self.state.clone(), found }
    }

    fn players(&self) -> usize {
        self.game.rules().players.len()
    }

    fn find(&self) -> Found {
        match self.subject {
            Subject::Reply(wanted) => self.reply(wanted),
            Subject::Turn => match &self.whole {
                Some(session) => {
                    turning::look(session.clone(), self.bounds.nodes, &self.signals.stop)
                }
                None => Found::Turned(None),
            },
            Subject::Deadlocks => {
                let Budget { nodes, bytes, .. } = Budget::default();
                let (nodes, bytes) = (nodes.min(self.bounds.nodes), bytes.min(self.bounds.bytes));
                let budget = Budget { nodes, bytes, stop: self.signals.stop.clone() };
                let deadlocks = Deadlocks::of(&self.game, &self.state, &budget);
                Found::Deadlocks(deadlocks.map(Arc::new))
            }
            Subject::Outlook => self.solve(UNASKED),
            Subject::Hint if self.players() > 1 => self.choose(Strength::Hard.into()),
            Subject::Hint => self.hint(),
        }
    }

    fn reply(&self, wanted: AgentSpec) -> Found {
        let found = self.choose(wanted);
        // On a very large board the time may be over before anything is known.
        let is_late = matches!(found, Found::Nothing(Unfound::Limit(Limit::Stopped)));
        if is_late { self.choose_in_haste() } else { found }
    }

    fn hint(&self) -> Found {
        let found = self.solve(AWAITED);
        // A game that nobody can solve can still be played.
        let is_unsolvable = matches!(
            found,
            Found::Nothing(Unfound::Limit(Limit::Chance) | Unfound::Refused(Refusal::NoWin))
        );
        if is_unsolvable { self.choose(Strength::Nodes(HINT_NODES).into()) } else { found }
    }

    fn solve(&self, effort: Effort) -> Found {
        let Bounds { nodes, bytes } = self.bounds;
        let (nodes, bytes) = (effort.nodes.min(nodes), effort.bytes.min(bytes));
        let effort = Effort { nodes, bytes, ..effort };
        solving::look(&self.game, &self.state, effort, &self.signals)
    }

    fn choose(&self, wanted: AgentSpec) -> Found {
        let Self { game, state, seed, bounds, signals, .. } = self;
        let (weights, nodes, stop) = (self.weights.as_deref(), bounds.nodes, &signals.stop);
        choosing::choose(AgentTurn { game, state, seed: *seed, weights, nodes, stop }, wanted)
    }

    /// Any legal action, unless nobody waits for it any more.
    fn choose_in_haste(&self) -> Found {
        let (state, seed, stop) = (&self.state, self.seed, &self.signals.abandoned);
        let game = &self.game.clone().with_stop(stop.clone());
        let any = AgentSpec { kind: Some(AgentKind::Random), strength: Strength::Nodes(1) };
        let choice = AgentTurn { game, state, seed, weights: None, nodes: 1, stop };
        choosing::choose(choice, any)
    }
}
