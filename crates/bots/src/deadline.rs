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
    watched_by(interrupted, &[Alarm { token, at: deadline }], work)
}

/// Result of work that several tokens stop, each at its time, and all when it is not wanted any
/// more: the first may ask for what there is, the last end it in the middle of a step.
pub fn watched_by<R>(interrupted: &StopToken, alarms: &[Alarm<'_>], work: impl FnOnce() -> R) -> R {
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || watch(interrupted, alarms.to_vec(), &is_done));
        let worked = work();
        drop(done);
        worked
    })
}

/// Stops tokens that are late or not wanted any more, until the work is done.
fn watch(interrupted: &StopToken, mut alarms: Vec<Alarm<'_>>, is_done: &mpsc::Receiver<()>) {
    let pause = |alarms: &[Alarm<'_>]| {
        let next = alarms.iter().filter_map(|alarm| alarm.at).min();
        let left = next.map(|next| next.saturating_duration_since(Instant::now()));
        left.map_or(PAUSE, |left| left.min(PAUSE))
    };
    while !alarms.is_empty()
        && is_done.recv_timeout(pause(&alarms)) == Err(mpsc::RecvTimeoutError::Timeout)
    {
        let (now, is_interrupted) = (Instant::now(), interrupted.is_stopped());
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
        watched_by(&interrupted, &alarms, || {
            wait_for(&first);
            assert!(!last.is_stopped(), "no time was said");
            interrupted.stop();
            wait_for(&last);
        });
    }

    #[test]
    fn work_that_is_done_is_not_stopped() {
        let [interrupted, token] = [(); 2].map(|()| StopToken::new());
        assert_eq!(watched(&interrupted, &token, None, || 5), 5);
        assert!(!token.is_stopped() && !interrupted.is_stopped());
    }
}
