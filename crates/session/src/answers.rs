//! What depends on the present state alone, worked out at the first question.

use std::sync::{Mutex, OnceLock, PoisonError};

use masume_engine::{Action, Game, RunError, RunErrorKind, Span, State};
use masume_rules::model::Expr;

/// What is known of one state. What was stopped is asked again at the next question.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    legal: OnceLock<Result<Vec<Action>, RunError>>,
    values: OnceLock<Vec<(String, i64)>>,
    /// Numbers that the game says, such as those in its status line: few, so they are searched.
    numbers: Mutex<Vec<(Expr, Result<i64, RunError>)>>,
}

/// What a question comes to that was stopped.
const STOPPED: RunError = RunError { kind: RunErrorKind::Stopped, span: Span { start: 0, end: 0 } };

impl Answers {
    /// Nothing but what is legal, where that is known already.
    pub(crate) fn new(legal: Option<Result<Vec<Action>, RunError>>) -> Self {
        let legal = legal.filter(|legal| !is_stopped(legal));
        Self { legal: legal.map_or_else(OnceLock::new, OnceLock::from), ..Self::default() }
    }

    pub(crate) fn legal(&self, game: &Game, state: &State) -> Result<&[Action], &RunError> {
        if let Some(legal) = self.legal.get() {
            return legal.as_deref();
        }
        let legal = game.legal_actions(state);
        if is_stopped(&legal) {
            return Err(&STOPPED);
        }
        self.legal.get_or_init(|| legal).as_deref()
    }

    pub(crate) fn values(&self, game: &Game, state: &State) -> Vec<(String, i64)> {
        if let Some(values) = self.values.get() {
            return values.clone();
        }
        let values = game.values(state);
        if game.is_stopped() {
            return values;
        }
        self.values.get_or_init(|| values).clone()
    }

    pub(crate) fn number(&self, game: &Game, state: &State, expr: &Expr) -> Result<i64, RunError> {
        // A thread that panicked while it held the lock has left whole entries only.
        let known = |(known, number): &(Expr, _)| (known == expr).then(|| Clone::clone(number));
        let numbers = || self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = numbers().iter().find_map(known) {
            return number;
        }
        let number = game.number(state, None, expr);
        if !is_stopped(&number) {
            numbers().push((expr.clone(), number.clone()));
        }
        number
    }
}

impl Clone for Answers {
    fn clone(&self) -> Self {
        let numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Self { legal: self.legal.clone(), values: self.values.clone(), numbers: numbers.into() }
    }
}

fn is_stopped<T>(answer: &Result<T, RunError>) -> bool {
    answer.as_ref().is_err_and(RunError::is_interruption)
}
