//! Stopping what takes long: a flag that its owner sets, a budget that runs out, and a question that is asked now and then.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::run_error::{RunError, RunErrorKind, Span};

/// A stop token: clones share one flag and one budget. The default has neither, and never stops
/// anything.
///
/// Executors ask it at each rule pass, round, candidate, draw and playout, and wherever many cells
/// are asked one by one, so that a call answers within 50 ms of being stopped, with
/// [`RunErrorKind::Stopped`], or with [`RunErrorKind::OverBudget`] where the budget is used up.
/// Whatever such a call has worked out is thrown away; nothing outside it has changed.
///
/// A budget is in steps: of the reference executor a step is one cell asked once, of compiled rules
/// it is some words of a set. So how far a budget reaches depends on the executor, and nothing that
/// a game means may depend on it: it only ever ends a call.
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
///
/// let token = StopToken::with_budget(2);
/// assert!(!token.is_stopped() && !token.is_stopped() && token.is_stopped());
/// // The second step of a kind asks.
/// let token = StopToken::watched(2, || true);
/// assert!(!token.is_stopped() && token.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopToken {
    shared: Option<Arc<Shared>>,
    /// Steps that asking this clone once takes from the budget.
    step: Step,
}

/// Steps that one question stands for.
#[derive(Clone, Copy, Debug)]
struct Step(u64);

impl Default for Step {
    fn default() -> Self {
        Self(1)
    }
}

#[derive(Debug)]
struct Shared {
    is_stopped: AtomicBool,
    /// Budget that the owner gave, or steps between two questions of the watch; `None` for none.
    budget: Option<u64>,
    watch: Option<Watch>,
    /// Token of the work that this is a part of.
    whole: Option<StopToken>,
    left: AtomicU64,
    /// Looks at where steps are spent, up to now.
    looks: AtomicU64,
    /// Places where most of it was spent.
    places: Mutex<Vote>,
}

/// Question whether calls are to come to an end.
struct Watch(Box<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// Steps between two looks at where they are spent.
const LOOK: u64 = 1 << 12;

/// The place where more than half of the steps are spent, if there is one: a vote in which each look
/// counts for the place that leads, or against it (Boyer and Moore).
#[derive(Debug, Default)]
struct Vote {
    leader: Span,
    lead: u64,
}

impl Vote {
    fn count(&mut self, place: Span, looks: u64) {
        if place == self.leader {
            self.lead += looks;
        } else if self.lead >= looks {
            self.lead -= looks;
        } else {
            (self.leader, self.lead) = (place, looks - self.lead);
        }
    }
}

impl StopToken {
    /// A token that can be stopped.
    pub fn new() -> Self {
        Self::of(None)
    }

    /// A token that can be stopped, and stops by itself after so many steps of all calls together.
    pub fn with_budget(steps: u64) -> Self {
        Self::of(Some(steps))
    }

    /// A token for a part of the work that this one stops: it stops by itself after so many steps, too.
    ///
    /// ```
    /// # use masume_rules::stop::StopToken;
    /// let whole = StopToken::new();
    /// let part = whole.part(2);
    /// assert!(!part.is_stopped() && !part.is_stopped() && part.is_stopped() && !whole.is_stopped());
    /// let part = whole.part(2);
    /// whole.stop();
    /// assert!(part.is_stopped());
    /// ```
    #[must_use]
    pub fn part(&self, steps: u64) -> Self {
        Self::with(Shared { whole: Some(self.clone()), ..Shared::of(Some(steps)) })
    }

    /// A token that can be stopped, and has a question asked about every so many steps, on a thread that takes them: calls
    /// come to an end where the answer is yes.
    pub fn watched(steps: u64, is_over: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let watch = Some(Watch(Box::new(is_over)));
        Self::with(Shared { watch, ..Shared::of(Some(steps)) })
    }

    fn of(budget: Option<u64>) -> Self {
        Self::with(Shared::of(budget))
    }

    fn with(shared: Shared) -> Self {
        Self { shared: Some(Arc::new(shared)), step: Step::default() }
    }

    /// The same token, for a caller whose questions stand for so many steps each.
    #[inline]
    #[must_use]
    pub fn with_step(&self, steps: u64) -> Self {
        Self { shared: self.shared.clone(), step: Step(steps.max(1)) }
    }

    /// Stops every call that was given this token or a clone of it, and those to come.
    pub fn stop(&self) {
        if let Some(shared) = &self.shared {
            shared.is_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Lets calls run again, with the whole budget. For the owner, between two calls: one that runs
    /// must not miss a stop.
    pub fn rearm(&self) {
        if let Some(shared) = &self.shared {
            shared.is_stopped.store(false, Ordering::Relaxed);
            shared.left.store(shared.budget.unwrap_or(0), Ordering::Relaxed);
            shared.looks.store(0, Ordering::Relaxed);
            *shared.places() = Vote::default();
        }
    }

    /// True if this token can ever stop anything.
    #[inline]
    pub fn can_stop(&self) -> bool {
        self.shared.is_some()
    }

    /// True if calls are to come to an end. Asking is a step itself.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| {
            shared.is_stopped.load(Ordering::Relaxed)
                || shared.budget.is_some() && shared.is_used_up_by(self.step)
        })
    }

    /// Nothing, unless calls are to come to an end. Asking is a step itself.
    ///
    /// # Errors
    /// [`RunErrorKind::Stopped`] at this place; [`RunErrorKind::OverBudget`] at the place where most
    /// steps were spent.
    #[inline]
    pub fn check(&self, place: Span) -> Result<(), RunError> {
        let Some(shared) = &self.shared else { return Ok(()) };
        if self.is_stopped() {
            return Err(shared.error(place));
        }
        if shared.budget.is_some() && shared.watch.is_none() && place != Span::default() {
            shared.look(place);
        }
        Ok(())
    }
}

impl Shared {
    fn of(budget: Option<u64>) -> Self {
        Self {
            is_stopped: AtomicBool::new(false),
            budget,
            watch: None,
            whole: None,
            left: AtomicU64::new(budget.unwrap_or(0)),
            looks: AtomicU64::new(0),
            places: Mutex::default(),
        }
    }

    /// Takes a step from the budget; whether there was none left. From then on it stays so.
    fn is_used_up_by(&self, step: Step) -> bool {
        if self.whole.as_ref().is_some_and(StopToken::is_stopped) {
            self.is_stopped.store(true, Ordering::Relaxed);
            return true;
        }
        if self.watch.is_some() {
            // Steps that threads take at the same time may count once: it is only asked later.
            let left = self.left.load(Ordering::Relaxed);
            self.left.store(left.saturating_sub(step.0), Ordering::Relaxed);
            return left <= step.0 && self.ask();
        }
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(step.0));
        if taken.is_err() {
            self.left.store(0, Ordering::Relaxed);
        }
        taken.is_err()
    }

    /// Asks the watch; whether calls are to come to an end.
    #[cold]
    fn ask(&self) -> bool {
        self.left.store(self.budget.unwrap_or(0), Ordering::Relaxed);
        let is_over = self.watch.as_ref().is_some_and(|watch| watch.0());
        self.is_stopped.fetch_or(is_over, Ordering::Relaxed);
        is_over
    }

    /// Notes where steps are spent, if enough were since the last time.
    #[inline]
    fn look(&self, place: Span) {
        let left = self.left.load(Ordering::Relaxed);
        let due = self.budget.unwrap_or(0).saturating_sub(left) / LOOK;
        if due != self.looks.load(Ordering::Relaxed) {
            let before = self.looks.swap(due, Ordering::Relaxed);
            self.places().count(place, due.saturating_sub(before));
        }
    }

    #[cold]
    fn error(&self, place: Span) -> RunError {
        if self.is_stopped.load(Ordering::Relaxed) {
            return RunError { kind: RunErrorKind::Stopped, span: place };
        }
        let most = self.places().leader;
        let span = if most == Span::default() { place } else { most };
        RunError { kind: RunErrorKind::OverBudget { steps: self.budget.unwrap_or(0) }, span }
    }

    fn places(&self) -> std::sync::MutexGuard<'_, Vote> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
