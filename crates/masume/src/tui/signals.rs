//! Signals as flags: what they ask for is done by the loop, at a moment when it can be.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Requests since the last look.
#[derive(Debug)]
pub(super) struct Signals {
    end: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// From here on, a hang-up and a request to end or to stop are flags.
    pub(super) fn listen() -> io::Result<Self> {
        let signals = Self { end: Arc::default(), stop: Arc::default() };
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                signal_hook::flag::register(signal, Arc::clone(&signals.end))?;
            }
            signal_hook::flag::register(SIGTSTP, Arc::clone(&signals.stop))?;
        }
        Ok(signals)
    }

    /// True if the end was asked for.
    pub(super) fn asks_for_end(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    /// True if a stop was asked for; the question is answered once.
    pub(super) fn asks_for_stop(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// Stops the process, as the signal would have; comes back when it goes on.
    pub(super) fn stop() {
        #[cfg(unix)]
        {
            // A process that cannot be stopped goes on at once.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        }
    }
}
