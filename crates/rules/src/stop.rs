//! Stopping what takes long: a flag that its owner sets and that every executor reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::run_error::{RunError, RunErrorKind, Span};

/// A stop token: clones share one flag. The default has no flag, and never stops anything.
///
/// Executors read it at each rule pass, round, candidate, draw and playout, so that a call answers
/// within 50 ms of being stopped, with [`RunErrorKind::Stopped`]. Whatever a stopped call has worked
/// out so far is thrown away; nothing outside it has changed.
///
/// ```
/// use masume_rules::stop::StopToken;
///
/// let token = StopToken::new();
/// let shared = token.clone();
/// assert!(!shared.is_stopped());
/// token.stop();
/// assert!(shared.is_stopped());
/// token.rearm();
/// assert!(!shared.is_stopped() && !StopToken::default().is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopToken(Option<Arc<AtomicBool>>);

impl StopToken {
    /// A token that can be stopped.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Stops every call that was given this token or a clone of it, and those to come.
    pub fn stop(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Lets calls run again. For the owner, between two calls: one that runs must not miss a stop.
    pub fn rearm(&self) {
        if let Some(flag) = &self.0 {
            flag.store(false, Ordering::Relaxed);
        }
    }

    /// Whether calls are to come to an end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Nothing, unless calls are to come to an end.
    ///
    /// # Errors
    /// [`RunErrorKind::Stopped`] at this place.
    #[inline]
    pub fn check(&self, span: Span) -> Result<(), RunError> {
        if self.is_stopped() {
            return Err(RunError { kind: RunErrorKind::Stopped, span });
        }
        Ok(())
    }
}
