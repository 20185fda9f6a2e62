//! The thread that thinks.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use masume_engine::{Game, State, StopToken};
use masume_search::agent::{AgentKind, AgentSpec, Strength, Weights};
use masume_search::{Budget, Deadlocks, Limit, Refusal};
use masume_session::Session;

use super::choosing::Choice;
use super::{Found, Subject, Task, Thought, Unfound, choosing, solving, turning};

/// How long an opponent thinks who uses all the time that there is, and who thinks of a hint.
const TURN: Duration = Duration::from_secs(1);
/// How long an opponent thinks at most who was given nodes: what is given is more than anybody waits for.
const LONGEST_TURN: Duration = Duration::from_secs(60);
/// Nodes for a hint of an agent after a search has found nothing.
const HINT_NODES: u64 = 5_000;

/// Thinks about one task at a time, on a thread of its own.
#[derive(Debug, Default)]
pub(crate) struct Thinker {
    work: Option<Work>,
}

/// A task that is being thought about.
#[derive(Debug)]
struct Work {
    subject: Subject,
    game: Game,
    state: State,
    /// Ends the thinking.
    stop: StopToken,
    /// Ends what is done in haste after it.
    abandoned: StopToken,
    /// When an agent has to say what it has found.
    deadline: Option<Instant>,
    told: Receiver<Found>,
    thread: JoinHandle<()>,
}

impl Work {
    fn is_about(&self, task: Task<'_>) -> bool {
        self.subject == task.subject
            && std::ptr::eq(self.game.rules(), task.session.game().rules())
            && self.state == *task.state()
    }

    fn look_at_clock(&self) {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop.stop();
        }
    }
}

impl Thinker {
    /// Thinks about this task from now on, and about no other.
    pub(crate) fn attend(&mut self, task: Option<Task<'_>>) {
        if let (Some(work), Some(task)) = (&self.work, task)
            && work.is_about(task)
        {
            return;
        }
        self.stop();
        self.work = task.map(begin);
    }

    /// Thinks about nothing.
    pub(crate) fn stop(&mut self) {
        // The thread ends by itself, soon after: nobody waits for what it would have found.
        if let Some(work) = self.work.take() {
            work.stop.stop();
            work.abandoned.stop();
        }
    }

    /// What came of the task, once there is something.
    pub(crate) fn thought(&mut self) -> Option<Thought> {
        let work = self.work.as_ref()?;
        work.look_at_clock();
        let found = match work.told.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        self.end(found)
    }

    /// The same, waited for at most so long.
    pub(crate) fn wait(&mut self, most: Duration) -> Option<Thought> {
        const GLANCE: Duration = Duration::from_millis(20);
        let until = Instant::now() + most;
        let found = loop {
            let work = self.work.as_ref()?;
            work.look_at_clock();
            let left = until.saturating_duration_since(Instant::now());
            match work.told.recv_timeout(left.min(GLANCE)) {
                Ok(found) => break Some(found),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        self.end(found)
    }

    fn end(&mut self, found: Option<Found>) -> Option<Thought> {
        let Work { subject, state, thread, .. } = self.work.take()?;
        match found {
            Some(found) => Some(Thought { subject, state, found }),
            // A thread that says nothing has panicked, which goes on here.
            None => thread.join().err().map(|panic| std::panic::resume_unwind(panic)),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn begin(task: Task<'_>) -> Work {
    let Task { subject, session, weights } = task;
    let (stop, abandoned) = (StopToken::new(), StopToken::new());
    let game = session.game().clone().with_stop(stop.clone());
    let state = task.state().clone();
    let time = match subject {
        Subject::Reply(AgentSpec { strength: Strength::Hard, .. }) => Some(TURN),
        Subject::Reply(_) => Some(LONGEST_TURN),
        Subject::Hint if game.rules().players.len() > 1 => Some(TURN),
        // A solver looks at the clock itself, but not before it knows what it looks for.
        Subject::Hint => Some(solving::AWAITED.time),
        Subject::Outlook | Subject::Deadlocks => Some(solving::UNASKED.time),
        Subject::Turn => None,
    };
    let deadline = time.map(|time| Instant::now() + time);
    let (tell, told) = mpsc::channel();
    let job = Job {
        subject,
        game: game.clone(),
        state: state.clone(),
        seed: session.seed(),
        weights: weights.cloned(),
        whole: (subject == Subject::Turn).then(|| session.clone().with_stop(stop.clone())),
        stop: stop.clone(),
        abandoned: abandoned.clone(),
    };
    let thread = thread::spawn(move || {
        if subject == Subject::Outlook && !is_quiet(&job.stop) {
            // What was stopped is asked for by nobody.
            let _ = tell.send(Found::Nothing(Unfound::Limit(Limit::Stopped)));
            return;
        }
        // Nobody may want to know any more.
        let _ = tell.send(job.run());
    });
    Work { subject, game, state, stop, abandoned, deadline, told, thread }
}

/// Waits until the player has done nothing for a while; whether nobody stopped it.
fn is_quiet(stop: &StopToken) -> bool {
    const WHILE: Duration = Duration::from_millis(400);
    const GLANCE: Duration = Duration::from_millis(20);
    let mut waited = Duration::ZERO;
    while waited < WHILE && !stop.is_stopped() {
        thread::sleep(GLANCE);
        waited += GLANCE;
    }
    !stop.is_stopped()
}

/// What the thread takes with it.
struct Job {
    subject: Subject,
    game: Game,
    state: State,
    seed: u64,
    weights: Option<Arc<Weights>>,
    /// With what was done, where that matters.
    whole: Option<Session>,
    stop: StopToken,
    abandoned: StopToken,
}

impl Job {
    fn run(self) -> Found {
        match (self.subject, &self.whole) {
            (Subject::Reply(wanted), _) => {
                let found = self.choose(wanted);
                // On a very large board the time may be over before anything is known.
                let is_late = matches!(found, Found::Nothing(Unfound::Limit(Limit::Stopped)));
                if is_late { self.choose_in_haste() } else { found }
            }
            (Subject::Turn, Some(session)) => turning::look(session.clone(), &self.stop),
            (Subject::Turn, None) => Found::Turned(None),
            (Subject::Deadlocks, _) => {
                let budget = Budget { stop: self.stop.clone(), ..Budget::default() };
                let deadlocks = Deadlocks::of(&self.game, &self.state, &budget);
                Found::Deadlocks(deadlocks.map(Arc::new))
            }
            (Subject::Outlook, _) => {
                solving::look(&self.game, &self.state, solving::UNASKED, &self.stop)
            }
            (Subject::Hint, _) if self.game.rules().players.len() > 1 => {
                self.choose(Strength::Hard.into())
            }
            (Subject::Hint, _) => {
                let found = self.solve();
                // What nobody can solve can still be played.
                let is_unsolvable = matches!(
                    found,
                    Found::Nothing(
                        Unfound::Limit(Limit::Chance) | Unfound::Refused(Refusal::NoWin)
                    )
                );
                if is_unsolvable { self.choose(Strength::Nodes(HINT_NODES).into()) } else { found }
            }
        }
    }

    fn solve(&self) -> Found {
        solving::look(&self.game, &self.state, solving::AWAITED, &self.stop)
    }

    fn choose(&self, wanted: AgentSpec) -> Found {
        let Self { game, state, seed, stop, .. } = self;
        let weights = self.weights.as_deref();
        choosing::choose(Choice { game, state, seed: *seed, weights, stop }, wanted)
    }

    /// Any legal action, unless nobody waits for it any more.
    fn choose_in_haste(&self) -> Found {
        let Self { state, seed, abandoned: stop, .. } = self;
        let game = &self.game.clone().with_stop(stop.clone());
        let any = AgentSpec { kind: Some(AgentKind::Random), strength: Strength::Nodes(1) };
        choosing::choose(Choice { game, state, seed: *seed, weights: None, stop }, any)
    }
}
