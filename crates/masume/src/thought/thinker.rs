//! The thread that thinks.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use masume_engine::{Game, State, StopToken};

use super::{Found, Subject, Task, Thought, solving};

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
    stop: StopToken,
    told: Receiver<Found>,
    thread: JoinHandle<()>,
}

impl Work {
    fn is_about(&self, task: &Task<'_>) -> bool {
        self.subject == task.subject
            && std::ptr::eq(self.game.rules(), task.game.rules())
            && self.state == *task.state
    }
}

impl Thinker {
    /// Thinks about this task from now on, and about no other.
    pub(crate) fn attend(&mut self, task: Option<Task<'_>>) {
        if let (Some(work), Some(task)) = (&self.work, &task)
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
        }
    }

    /// What came of the task, once there is something.
    pub(crate) fn thought(&mut self) -> Option<Thought> {
        let found = match self.work.as_ref()?.told.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        self.end(found)
    }

    /// The same, waited for at most so long.
    pub(crate) fn wait(&mut self, most: Duration) -> Option<Thought> {
        let found = match self.work.as_ref()?.told.recv_timeout(most) {
            Ok(found) => Some(found),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => None,
        };
        self.end(found)
    }

    fn end(&mut self, found: Option<Found>) -> Option<Thought> {
        let Work { subject, state, thread, .. } = self.work.take()?;
        match found {
            Some(found) => Some(Thought { subject, state, found }),
            // Whoever says nothing has panicked, which goes on here.
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
    let stop = StopToken::new();
    let game = task.game.clone().with_stop(stop.clone());
    let (subject, state) = (task.subject, task.state.into_owned());
    let (tell, told) = mpsc::channel();
    let (own_game, own_state, own_stop) = (game.clone(), state.clone(), stop.clone());
    let thread = thread::spawn(move || {
        if subject == Subject::Outlook && !is_quiet(&own_stop) {
            return;
        }
        let found = solving::look(&own_game, &own_state, subject, &own_stop);
        // Nobody may want to know any more.
        let _ = tell.send(found);
    });
    Work { subject, game, state, stop, told, thread }
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
