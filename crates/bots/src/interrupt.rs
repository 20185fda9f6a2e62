//! Requests to end while programs play: Ctrl-C, a hang-up and a signal.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use masume_engine::StopToken;

use super::descendants;
use super::program::end_all;
use crate::INTERRUPTED;

/// Flag of a request to end, with the token that then stops what is played.
#[derive(Debug)]
pub struct Interrupt {
    /// Stops what is played. Who plays may stop it for reasons of their own.
    pub stop: StopToken,
    is_asked_for: Arc<AtomicBool>,
}

impl Interrupt {
    /// From here on signals stop what is played. Who asks twice does not wait for what that comes
    /// to; programs are ended even then.
    pub fn listen() -> Self {
        descendants::adopt_orphans();
        let interrupt = Self { stop: StopToken::new(), is_asked_for: Arc::default() };
        let (stop, is_asked_for) = (interrupt.stop.clone(), interrupt.is_asked_for.clone());
        // Where the handler cannot be set, the system's own way of ending remains.
        let _ = ctrlc::set_handler(move || {
            if is_asked_for.swap(true, Ordering::Relaxed) {
                end_all();
                process::exit(i32::from(INTERRUPTED));
            }
            stop.stop();
        });
        interrupt
    }

    /// True if the end was asked for.
    pub fn is_asked_for(&self) -> bool {
        self.is_asked_for.load(Ordering::Relaxed)
    }
}
