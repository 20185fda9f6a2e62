//! The thread that thinks, watched by a clock.

use std::convert::Infallible;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use masume_bots::deadline::{Alarm, watched_by};
use masume_presentation::analysis::{Analysis, Found, Signals, Subject, Task, Unfound, Work};
use masume_search::Limit;
use masume_search::agent::{AgentSpec, Strength};

/// Time of an opponent who uses all that there is, and of who thinks of a hint.
const TURN: Duration = Duration::from_secs(1);
/// The most time of an opponent who was given nodes: more than anybody waits for.
const LONGEST_TURN: Duration = Duration::from_secs(60);
/// The most time of a search for a way to win that a player waits for.
const AWAITED: Duration = Duration::from_secs(15);
/// The same for the most points: points can always be more.
const FOR_POINTS: Duration = Duration::from_secs(4);
/// The most time of what nobody has asked for.
const UNASKED: Duration = Duration::from_secs(3);
/// The most time of the look back at a game that is over.
const LOOK_BACK: Duration = Duration::from_secs(8);
/// Time that a search has to come between two steps, once it has had enough.
const GRACE: Duration = Duration::from_secs(1);
/// Time without an input before anything is thought about that nobody has asked for.
const QUIET: Duration = Duration::from_millis(400);

/// Thread that thinks about one task at a time.
#[derive(Debug, Default)]
pub(crate) struct AnalysisThread {
    thinking: Option<Thinking>,
}

/// Work that is being done.
#[derive(Debug)]
struct Thinking {
    work: Work,
    told: Receiver<Analysis>,
    thread: JoinHandle<()>,
    /// Never sent: the thread that waits for the player to be quiet hears that it is dropped.
    _wanted: Sender<Infallible>,
}

impl Thinking {
    fn begin(work: Work) -> Self {
        let (tell, told) = mpsc::channel();
        let (wanted, is_wanted) = mpsc::channel();
        let deadline = Instant::now() + time_of(&work);
        let job = work.clone();
        let thread = thread::spawn(move || {
            let is_unasked = job.subject() == Subject::Outlook;
            let analysis = match is_unasked && !is_quiet(&is_wanted) {
                true => job.analysis(Found::Nothing(Unfound::Limit(Limit::Stopped))),
                false => run_until(deadline, &job),
            };
            // What was stopped is asked for by nobody, and nobody may want to know any more.
            let _ = tell.send(analysis);
        });
        Self { work, told, thread, _wanted: wanted }
    }

    /// The analysis; what was stopped by the clock is late.
    fn finish(self, analysis: Option<Analysis>) -> Option<Analysis> {
        let Some(analysis) = analysis else {
            // A thread that says nothing has panicked, which goes on here.
            return self.thread.join().err().map(|panic| std::panic::resume_unwind(panic));
        };
        let is_late = self.work.signals().enough.is_stopped() && self.work.is_search();
        let is_stopped = analysis.found == Found::Nothing(Unfound::Limit(Limit::Stopped));
        Some(match is_late && is_stopped {
            true => Analysis { found: Found::Nothing(Unfound::Late), ..analysis },
            false => analysis,
        })
    }
}

impl AnalysisThread {
    /// Thinks about this task from now on, and about no other.
    pub(crate) fn attend(&mut self, task: Option<Task<'_>>) {
        if let (Some(thinking), Some(task)) = (&self.thinking, task)
            && thinking.work.is_of(task)
        {
            return;
        }
        self.stop();
        let work = task.map(|task| Work::new(task, Signals::default()));
        self.thinking = work.map(Thinking::begin);
    }

    /// Thinks about nothing.
    pub(crate) fn stop(&mut self) {
        // The thread ends by itself, soon after: nobody waits for what it would have found.
        if let Some(thinking) = self.thinking.take() {
            let signals = thinking.work.signals();
            signals.stop.stop();
            signals.abandoned.stop();
        }
    }

    /// The analysis of the task, once there is one.
    pub(crate) fn analysis(&mut self) -> Option<Analysis> {
        let told = match self.thinking.as_ref()?.told.try_recv() {
            Ok(analysis) => Some(analysis),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        self.thinking.take()?.finish(told)
    }

    /// The same, waited for at most so long.
    pub(crate) fn wait(&mut self, most: Duration) -> Option<Analysis> {
        let told = match self.thinking.as_ref()?.told.recv_timeout(most) {
            Ok(analysis) => Some(analysis),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => None,
        };
        self.thinking.take()?.finish(told)
    }
}

impl Drop for AnalysisThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The most time of work.
fn time_of(work: &Work) -> Duration {
    match work.subject() {
        Subject::Reply(AgentSpec { strength: Strength::Hard, .. }) => TURN,
        Subject::Reply(_) => LONGEST_TURN,
        Subject::Hint if !work.is_search() => TURN,
        Subject::Hint if work.is_for_points() => FOR_POINTS,
        Subject::Hint => AWAITED,
        Subject::Outlook | Subject::Deadlocks => UNASKED,
        Subject::Turn => LOOK_BACK,
    }
}

/// Analysis of work that has to come to an end by this time. Whoever stops it does so by its own
/// signals, so that nothing but the clock is watched.
fn run_until(deadline: Instant, job: &Work) -> Analysis {
    let Signals { stop, enough, .. } = job.signals();
    // What is no search has nothing to show before its end.
    let last = if job.is_search() { deadline + GRACE } else { deadline };
    let alarms =
        [Alarm { token: enough, at: Some(deadline) }, Alarm { token: stop, at: Some(last) }];
    watched_by(None, &alarms, || job.run())
}

/// Waits until the player has done nothing for a while; false as soon as the work is not wanted any
/// more.
fn is_quiet(is_wanted: &Receiver<Infallible>) -> bool {
    is_wanted.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout)
}
