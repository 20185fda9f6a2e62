//! Work that has to be over by some time, or when nobody wants it any more.

use std::convert::Infallible;
use std::sync::mpsc::{self, RecvTimeoutError};
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

/// Token that is stopped at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Alarm<'t> {
    /// The token.
    pub token: &'t StopToken,
    /// The instant; `None` for one that never comes.
    pub at: Option<Instant>,
}

/// Result of work that the token stops when it is late or not wanted any more.
pub fn watched<R>(
    interrupted: &StopToken,
    token: &StopToken,
    deadline: Option<Instant>,
    work: impl FnOnce() -> R,
) -> R {
    watched_by(Some(interrupted), &[Alarm { token, at: deadline }], work)
}

/// Result of work that several tokens stop, each at its time: the first may ask for what there is,
/// the last end it in the middle of a step. All do once `interrupted` is stopped, which is looked at
/// again and again; without it the watch sleeps until the next alarm.
pub fn watched_by<R>(
    interrupted: Option<&StopToken>,
    alarms: &[Alarm<'_>],
    work: impl FnOnce() -> R,
) -> R {
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || watch(interrupted, alarms.to_vec(), &is_done));
        let worked = work();
        drop(done);
        worked
    })
}

/// Stops tokens that are late or not wanted any more, until the work is done.
fn watch(
    interrupted: Option<&StopToken>,
    mut alarms: Vec<Alarm<'_>>,
    is_done: &mpsc::Receiver<Infallible>,
) {
    while !alarms.is_empty() {
        let next = alarms.iter().filter_map(|alarm| alarm.at).min();
        let left = next.map(|next| next.saturating_duration_since(Instant::now()));
        let pause = left.into_iter().chain(interrupted.map(|_| PAUSE)).min();
        let waited = match pause {
            Some(pause) => is_done.recv_timeout(pause),
            None => is_done.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        if waited != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let now = Instant::now();
        let is_interrupted = interrupted.is_some_and(StopToken::is_stopped);
        alarms.retain(|alarm| {
            let rings = is_interrupted || alarm.at.is_some_and(|at| now >= at);
            if rings {
                alarm.token.stop();
            }
            !rings
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until a token is stopped.
    fn wait_for(token: &StopToken) {
        while !token.is_stopped() {
            thread::yield_now();
        }
    }

    #[test]
    fn an_alarm_rings_at_its_time_and_not_before_others() {
        let [interrupted, first, last] = [(); 3].map(|()| StopToken::new());
        let alarms =
            [Alarm { token: &first, at: Some(Instant::now()) }, Alarm { token: &last, at: None }];
        watched_by(Some(&interrupted), &alarms, || {
            wait_for(&first);
            assert!(!last.is_stopped(), "no time was said");
            interrupted.stop();
            wait_for(&last);
        });
    }

    #[test]
    fn alarms_without_interruptions_ring_one_after_the_other() {
        let [first, second, never] = [(); 3].map(|()| StopToken::new());
        let now = Instant::now();
        let alarms = [
            Alarm { token: &first, at: Some(now) },
            Alarm { token: &second, at: Some(now + PAUSE) },
            Alarm { token: &never, at: None },
        ];
        watched_by(None, &alarms, || {
            wait_for(&first);
            wait_for(&second);
        });
        assert!(!never.is_stopped(), "no time was said");
    }

    #[test]
    fn work_that_is_done_is_not_stopped() {
        let [interrupted, token] = [(); 2].map(|()| StopToken::new());
        assert_eq!(watched(&interrupted, &token, None, || 5), 5);
        assert!(!token.is_stopped() && !interrupted.is_stopped());
    }
}
