//! Work that may take long, which Ctrl-C ends.

use std::cell::{Cell, RefCell};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use masume_engine::StopToken;
use pyo3::prelude::*;

use crate::threads;

/// Time between two looks at whether a signal has come.
const LOOK: Duration = Duration::from_millis(20);

/// Runs the work on a thread of its own while others of Python run, and stops it by the token where a signal's handler
/// raises.
///
/// # Errors
/// That of the handler, mostly `KeyboardInterrupt`.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopToken,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let is_done = Mutex::new(is_done);
        let run = move || {
            let found = work();
            drop(done);
            found
        };
        let worker = threads::spawn(scope, run)?;
        let mut raised = None;
        loop {
            let waited = py.detach(|| {
                is_done
                    .lock()
                    .map(|it| it.recv_timeout(LOOK))
                    .unwrap_or(Err(RecvTimeoutError::Disconnected))
            });
            if waited != Err(RecvTimeoutError::Timeout) {
                break;
            }
            if raised.is_none()
                && let Err(error) = py.check_signals()
            {
                stop.stop();
                raised = Some(error);
            }
        }
        let found = py.detach(|| worker.join());
        match (raised, found) {
            (Some(error), _) => Err(error),
            (None, Ok(found)) => Ok(found),
            (None, Err(_)) => Err(threads::panicked()),
        }
    })
}

/// A call that took no longer than this is made at once the next time: to hand it to a thread costs some microseconds.
const MOMENT: Duration = Duration::from_millis(5);

thread_local! {
    /// True while work is done on the thread that Python called on.
    static IS_AT_ONCE: Cell<bool> = const { Cell::new(false) };
    /// Error of a signal's handler that was called meanwhile.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Token of work that [`repeated`] runs.
pub(crate) fn token() -> StopToken {
    /// Steps between two looks at whether a signal has come: some milliseconds, as often as others are waited for that
    /// hold Python.
    const STEPS: u64 = 1 << 20;
    StopToken::watched(STEPS, || {
        let raised = IS_AT_ONCE.get().then(|| Python::attach(|py| py.check_signals().err()));
        let raised = raised.flatten();
        let is_over = raised.is_some();
        RAISED.set(raised);
        is_over
    })
}

/// Runs work as [`interruptible`], or at once where the call before took a moment; then that is the time of this one, and
/// the token, which is one of [`token`], asks for signals.
///
/// # Errors
/// As [`interruptible`].
pub(crate) fn repeated<T: Send>(
    py: Python<'_>,
    before: &mut Duration,
    stop: &StopToken,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let begun = Instant::now();
    let found = if *before <= MOMENT {
        IS_AT_ONCE.set(true);
        let found = py.detach(work);
        IS_AT_ONCE.set(false);
        RAISED.take().map_or(Ok(found), Err)
    } else {
        interruptible(py, stop, work)
    };
    *before = begun.elapsed();
    found
}

/// Steps of a budget within which a call is over before anybody presses Ctrl-C.
const SHORT: u64 = 1 << 22;

/// Runs work that mostly takes no time: at once, and where it turns out to be long, again on a thread of its own.
///
/// # Errors
/// As [`interruptible`].
pub(crate) fn mostly_short<T: Send, E: Send>(
    py: Python<'_>,
    work: impl Fn(&StopToken) -> Result<T, E> + Sync,
    is_too_long: impl Fn(&E) -> bool,
) -> PyResult<Result<T, E>> {
    let found = work(&StopToken::with_budget(SHORT));
    match found {
        Err(error) if is_too_long(&error) => {
            let stop = StopToken::new();
            interruptible(py, &stop, || work(&stop))
        }
        Ok(_) | Err(_) => Ok(found),
    }
}
