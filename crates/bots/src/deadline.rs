//! Work that has to be over by some time, or when nobody wants it any more.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use masume_engine::StopToken;

/// Longest time until it is seen that work is not wanted any more.
const PAUSE: Duration = Duration::from_millis(10);

/// Instant at which so many seconds from now are over; `None` for one that never comes.
pub fn deadline_of(seconds: Option<f64>) -> Option<Instant> {
    let seconds = Duration::try_from_secs_f64(seconds?).ok()?;
    Instant::now().checked_add(seconds)
}

/// Does work that the token stops when it is late or not wanted any more.
pub fn watched<R>(
    interrupted: &StopToken,
    token: &StopToken,
    deadline: Option<Instant>,
    work: impl FnOnce() -> R,
) -> R {
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || watch(interrupted, token, deadline, &is_done));
        let worked = work();
        drop(done);
        worked
    })
}

/// Stops a search that is late or not wanted any more, in the middle of a step, until it is done.
fn watch(
    interrupted: &StopToken,
    token: &StopToken,
    deadline: Option<Instant>,
    is_done: &mpsc::Receiver<()>,
) {
    let pause = || {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        left.map_or(PAUSE, |left| left.min(PAUSE))
    };
    while is_done.recv_timeout(pause()) == Err(mpsc::RecvTimeoutError::Timeout) {
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || interrupted.is_stopped() {
            token.stop();
            return;
        }
    }
}
