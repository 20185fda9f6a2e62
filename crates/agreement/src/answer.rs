//! Answers of executors: success or error, and how a difference is said.

use std::fmt::Debug;

use masume_engine::{
    Action, ApplyError, BatchError, ChanceEvent, Diagnostic, Game, Playouts, RunError, SetupError,
    State, Successors,
};

use crate::boards::Sight;
use crate::walk::Stop;

/// An answer of an executor.
pub(crate) trait Answer: PartialEq {
    /// The error of the rules, if that is what came of it.
    fn error(&self) -> Option<&RunError>;

    /// The answer in words, in a play from this state on.
    fn words(&self, game: &Game, state: Option<&State>) -> String;
}

impl<T: Said, E: Fault> Answer for Result<T, E> {
    fn error(&self) -> Option<&RunError> {
        self.as_ref().err()?.run_error()
    }

    fn words(&self, game: &Game, state: Option<&State>) -> String {
        match self {
            Ok(answer) => answer.words(game, state),
            Err(fault) => format!("{fault:?}"),
        }
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

/// Answer of an executor where nothing went wrong.
pub(crate) trait Said: PartialEq {
    /// The answer in words, in a play from this state on.
    fn words(&self, game: &Game, state: Option<&State>) -> String;
}

impl Said for State {
    fn words(&self, game: &Game, _: Option<&State>) -> String {
        game.print_state(self)
    }
}

impl Said for Vec<Action> {
    fn words(&self, game: &Game, state: Option<&State>) -> String {
        let Some(state) = state else { return format!("{self:?}") };
        let actions: Vec<String> =
            self.iter().map(|action| game.action_text(state, *action)).collect();
        format!("{} actions: {}", actions.len(), actions.join(", "))
    }
}

impl Said for bool {
    fn words(&self, _: &Game, _: Option<&State>) -> String {
        if *self { "legal" } else { "illegal" }.to_owned()
    }
}

impl Said for Vec<ChanceEvent> {
    fn words(&self, game: &Game, _: Option<&State>) -> String {
        let texts = self.iter();
        texts.map(|it| format!("{}:\n{}", it.probability, game.print_state(&it.state))).collect()
    }
}

impl Said for Playouts {
    fn words(&self, _: &Game, _: Option<&State>) -> String {
        format!("{self:?}")
    }
}

impl Said for u64 {
    fn words(&self, _: &Game, _: Option<&State>) -> String {
        self.to_string()
    }
}

impl Said for Vec<Successors> {
    fn words(&self, game: &Game, _: Option<&State>) -> String {
        let of_one = |(nth, found): (usize, &Successors)| {
            let said = |(action, state): &(Action, State)| {
                format!("{nth}, {action:?}:\n{}", game.print_state(state))
            };
            found.iter().map(said).collect::<String>()
        };
        self.iter().enumerate().map(of_one).collect()
    }
}

impl Said for Vec<Stop> {
    fn words(&self, game: &Game, _: Option<&State>) -> String {
        let of_one = |(actions, state, scores): &Stop| {
            let actions = actions.words(game, Some(state));
            format!("{actions}; points {scores:?}\n{}", game.print_state(state))
        };
        self.iter().map(of_one).collect()
    }
}

impl Said for Vec<Sight> {
    fn words(&self, game: &Game, _: Option<&State>) -> String {
        let of_one = |Sight { state, legal, scores, planes }: &Sight| {
            let rows: Vec<&[u8]> = planes.chunks(state.board.grid().width() as usize).collect();
            let state = game.print_state(state);
            format!("legal {legal:x?}; points {scores:?}\n{state}planes {rows:?}\n")
        };
        self.iter().map(of_one).collect()
    }
}

/// Answer of an executor where something went wrong.
pub(crate) trait Fault: PartialEq + Debug {
    /// The error of the rules, if it is one.
    fn run_error(&self) -> Option<&RunError>;
}

impl Fault for RunError {
    fn run_error(&self) -> Option<&RunError> {
        Some(self)
    }
}

impl Fault for ApplyError {
    fn run_error(&self) -> Option<&RunError> {
        match self {
            Self::Run(error) => Some(error),
            Self::IllegalAction | Self::GameOver => None,
        }
    }
}

impl Fault for SetupError {
    fn run_error(&self) -> Option<&RunError> {
        match self {
            Self::Run { error, .. } => Some(error),
            Self::UnknownOption { .. }
            | Self::BadOption { .. }
            | Self::Size(_)
            | Self::NoLevel { .. }
            | Self::Level { .. }
            | Self::NoSolver => None,
        }
    }
}

impl Fault for BatchError {
    fn run_error(&self) -> Option<&RunError> {
        match self {
            Self::Run { error, .. } => Some(error),
            Self::Setup(error) => error.run_error(),
            Self::TooManyNumbers | Self::CutShort | Self::Illegal { .. } | Self::OtherShape => None,
        }
    }
}

impl Fault for Vec<Diagnostic> {
    fn run_error(&self) -> Option<&RunError> {
        None
    }
}
