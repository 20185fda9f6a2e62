//! Tasks of commands about levels: each level of a game or a file, or one set-up.

use masume_bots::deadline::{deadline_of, watched};
use masume_engine::{Game, Setup, SetupError, State, StopToken};
use masume_presentation::locale::Phrases;
use masume_presentation::speech::reasons;

use crate::failure::Failure;
use crate::open::Opened;

/// A set-up that something is to be found out about.
pub(super) struct Task {
    /// From 1; `None` for what is no level.
    pub(super) level: Option<usize>,
    pub(super) title: String,
    /// Its first state; where there are other levels, it may be one that cannot be played.
    pub(super) start: Result<State, SetupError>,
}

impl Task {
    /// One set-up where one is named, else every level. Where there is one alone, it is found
    /// within these seconds.
    ///
    /// # Errors
    /// A set-up that cannot be played, where it is the only one; an interruption.
    pub(super) fn all(
        opened: &Opened,
        interrupted: &StopToken,
        seconds: Option<f64>,
    ) -> Result<Vec<Self>, Failure> {
        let numbers = numbers(opened);
        let deadline = deadline_of(seconds.filter(|_| numbers.len() == 1));
        let late = StopToken::new();
        let game = opened.game.clone().with_stop(late.clone());
        let tasks = watched(interrupted, &late, deadline, || Self::of(opened, &game, numbers));
        if interrupted.is_stopped() { Err(Failure::Interrupted) } else { tasks }
    }

    fn of(opened: &Opened, game: &Game, numbers: Vec<Option<usize>>) -> Result<Vec<Self>, Failure> {
        let levels = game.levels();
        let is_alone = numbers.len() == 1;
        let task = |level: Option<usize>| {
            // To read a level takes no rules, which would ask the token.
            if !is_alone && game.is_stopped() {
                return Err(Failure::Interrupted);
            }
            let setup = Setup { level: level.or(opened.setup.level), ..opened.setup };
            let start = match game.start(&setup) {
                Err(error) if is_alone && !is_late(&error) => {
                    return Err(opened.setup_failure(error));
                }
                start => start,
            };
            let title = level.and_then(|number| levels.get(number - 1));
            Ok(Self { level, title: title.map_or(String::new(), |it| it.title.clone()), start })
        };
        numbers.into_iter().map(task).collect()
    }

    /// True if the time was over before the set-up was found.
    pub(super) fn is_late(&self) -> bool {
        self.start.as_ref().is_err_and(is_late)
    }

    /// A state that is no set-up.
    pub(super) fn of_state(start: State) -> Self {
        Self { level: None, title: String::new(), start: Ok(start) }
    }

    /// Reason for which it cannot be played, where it cannot.
    pub(super) fn trouble(error: &SetupError, phrases: &Phrases) -> String {
        // Which level it is stands before.
        if let SetupError::Level { diagnostics, .. } = error {
            let messages: Vec<&str> = diagnostics.iter().map(|it| it.message.as_str()).collect();
            return messages.join("; ");
        }
        reasons::of_setup(error, phrases)
    }

    /// Name of the task.
    pub(super) fn name(&self, opened: &Opened, phrases: &Phrases) -> String {
        let Some(number) = self.level else { return opened.game.rules().title.clone() };
        let level = phrases.say("solve-level", &[("number", number.to_string().into())]);
        if self.title.is_empty() { level } else { format!("{level} \"{}\"", self.title) }
    }
}

/// True if the set-up did not go wrong, but nobody waits for it any more.
fn is_late(error: &SetupError) -> bool {
    matches!(error, SetupError::Run { error, .. } if error.is_interruption())
}

/// The levels that are meant, from 1; `None` alone for what is no level.
fn numbers(opened: &Opened) -> Vec<Option<usize>> {
    let chosen = opened.game.level_of(&opened.setup);
    let is_named = opened.setup.level.is_some() || chosen.is_none();
    match is_named {
        true => vec![chosen],
        false => (1..=opened.game.levels().len()).map(Some).collect(),
    }
}
