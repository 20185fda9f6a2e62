//! Answers that depend on the present state alone, worked out at the first question.

use std::sync::{Mutex, OnceLock, PoisonError};

use masume_engine::{Action, Game, RunError, RunErrorKind, Span, State};
use masume_rules::model::{Condition, Expr};

/// Answers about one state. What was stopped is asked again at the next question.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    legal: OnceLock<Result<Vec<Action>, RunError>>,
    values: OnceLock<Vec<(String, i64)>>,
    /// Numbers that the game says, such as those in its status line: few, so they are searched.
    numbers: Mutex<Vec<(Expr, Result<i64, RunError>)>>,
    /// Conditions of what it says; few as well.
    conditions: Mutex<Vec<(Condition, Result<bool, RunError>)>>,
}

/// Error of a question that was stopped.
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
        asked_once(&self.numbers, expr, || game.number(state, None, expr))
    }

    pub(crate) fn condition(
        &self,
        game: &Game,
        state: &State,
        condition: &Condition,
    ) -> Result<bool, RunError> {
        asked_once(&self.conditions, condition, || game.condition(state, None, condition))
    }
}

/// The answer to a question, from those that are known where it is among them.
fn asked_once<Q: Clone + PartialEq, A: Clone>(
    known: &Mutex<Vec<(Q, Result<A, RunError>)>>,
    question: &Q,
    ask: impl FnOnce() -> Result<A, RunError>,
) -> Result<A, RunError> {
    // A thread that panicked while it held the lock has left whole entries only.
    let answers = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, answer)) = answers().iter().find(|(asked, _)| asked == question) {
        return answer.clone();
    }
    let answer = ask();
    if !is_stopped(&answer) {
        answers().push((question.clone(), answer.clone()));
    }
    answer
}

impl Clone for Answers {
    fn clone(&self) -> Self {
        let numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let conditions = self.conditions.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Self {
            legal: self.legal.clone(),
            values: self.values.clone(),
            numbers: numbers.into(),
            conditions: conditions.into(),
        }
    }
}

fn is_stopped<T>(answer: &Result<T, RunError>) -> bool {
    answer.as_ref().is_err_and(RunError::is_interruption)
}
