//! What executors answer: whether it went wrong, and how a difference is said.

use masume_engine::{
    Action, ApplyError, ChanceEvent, Code, Diagnostic, Game, Playouts, RunError, RunErrorKind,
    SetupError, State,
};

/// An answer of an executor.
pub(crate) trait Answer: PartialEq {
    /// The error of the rules, if that is what came of it.
    fn error(&self) -> Option<&RunError>;

    /// The answer in words, in a play from this state on.
    fn words(&self, game: &Game, state: Option<&State>) -> String;

    /// Whether the work was too much for a comparison: how much it is depends on who does it, so
    /// that another executor may well come to an end.
    fn is_too_much_work(&self) -> bool {
        self.error().is_some_and(|error| matches!(error.kind, RunErrorKind::TooMuchWork))
    }
}

impl Answer for Result<State, SetupError> {
    fn error(&self) -> Option<&RunError> {
        match self {
            Err(SetupError::Run { error, .. }) => Some(error),
            _ => None,
        }
    }

    fn words(&self, game: &Game, _: Option<&State>) -> String {
        said(self, |state| game.print_state(state))
    }
}

impl Answer for Result<Vec<Action>, RunError> {
    fn error(&self) -> Option<&RunError> {
        self.as_ref().err()
    }

    fn words(&self, game: &Game, state: Option<&State>) -> String {
        let Some(state) = state else { return format!("{self:?}") };
        said(self, |actions| {
            let actions: Vec<String> =
                actions.iter().map(|action| game.action_text(state, *action)).collect();
            format!("{} actions: {}", actions.len(), actions.join(", "))
        })
    }
}

impl Answer for Result<bool, RunError> {
    fn error(&self) -> Option<&RunError> {
        self.as_ref().err()
    }

    fn words(&self, _: &Game, _: Option<&State>) -> String {
        said(self, |is_legal| if *is_legal { "legal" } else { "illegal" }.to_owned())
    }
}

impl Answer for Result<State, ApplyError> {
    fn error(&self) -> Option<&RunError> {
        run_error(self)
    }

    fn words(&self, game: &Game, _: Option<&State>) -> String {
        said(self, |state| game.print_state(state))
    }
}

impl Answer for Result<Vec<ChanceEvent>, ApplyError> {
    fn error(&self) -> Option<&RunError> {
        run_error(self)
    }

    fn words(&self, game: &Game, _: Option<&State>) -> String {
        said(self, |events| events_text(game, events))
    }
}

impl Answer for Result<Vec<ChanceEvent>, SetupError> {
    fn error(&self) -> Option<&RunError> {
        match self {
            Err(SetupError::Run { error, .. }) => Some(error),
            _ => None,
        }
    }

    fn words(&self, game: &Game, _: Option<&State>) -> String {
        said(self, |events| events_text(game, events))
    }
}

impl Answer for Result<Playouts, RunError> {
    fn error(&self) -> Option<&RunError> {
        self.as_ref().err()
    }

    fn words(&self, _: &Game, _: Option<&State>) -> String {
        said(self, |playouts| format!("{playouts:?}"))
    }
}

impl Answer for Result<u64, RunError> {
    fn error(&self) -> Option<&RunError> {
        self.as_ref().err()
    }

    fn words(&self, _: &Game, _: Option<&State>) -> String {
        said(self, u64::to_string)
    }
}

impl Answer for Option<i64> {
    fn error(&self) -> Option<&RunError> {
        None
    }

    fn words(&self, _: &Game, _: Option<&State>) -> String {
        self.map_or("no points".to_owned(), |points| points.to_string())
    }
}

impl Answer for Result<State, Vec<Diagnostic>> {
    fn error(&self) -> Option<&RunError> {
        None
    }

    fn words(&self, game: &Game, _: Option<&State>) -> String {
        said(self, |state| game.print_state(state))
    }

    fn is_too_much_work(&self) -> bool {
        self.as_ref().is_err_and(|errors| errors.iter().any(|it| it.code == Code::TooMuchWork))
    }
}

fn events_text(game: &Game, events: &[ChanceEvent]) -> String {
    let texts = events.iter();
    texts.map(|it| format!("{}:\n{}", it.probability, game.print_state(&it.state))).collect()
}

fn run_error<T>(answer: &Result<T, ApplyError>) -> Option<&RunError> {
    match answer {
        Err(ApplyError::Run(error)) => Some(error),
        Ok(_) | Err(ApplyError::IllegalAction | ApplyError::GameOver) => None,
    }
}

fn said<T, E: std::fmt::Debug>(answer: &Result<T, E>, words: impl Fn(&T) -> String) -> String {
    match answer {
        Ok(answer) => words(answer),
        Err(error) => format!("{error:?}"),
    }
}
