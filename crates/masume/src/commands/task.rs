//! What commands about levels are asked to do: each level of a game or a file, or one set-up.

use masume_engine::{Setup, SetupError, State};

use crate::failure::Failure;
use crate::locale::Phrases;
use crate::open::Opened;
use crate::speech::reasons;

/// A set-up that something is to be found out about.
pub(super) struct Task {
    /// From 1; `None` for what is no level.
    pub(super) level: Option<usize>,
    pub(super) title: String,
    /// Its first state; where there are other levels, it may be one that cannot be played.
    pub(super) start: Result<State, SetupError>,
}

impl Task {
    /// One set-up where one is named, else every level.
    ///
    /// # Errors
    /// A set-up that cannot be played, where it is the only one.
    pub(super) fn all(opened: &Opened) -> Result<Vec<Self>, Failure> {
        let levels = opened.game.levels();
        let chosen = opened.game.level_of(&opened.setup);
        let is_named = opened.setup.level.is_some() || chosen.is_none();
        let numbers: Vec<Option<usize>> = match is_named {
            true => vec![chosen],
            false => (1..=levels.len()).map(Some).collect(),
        };
        let is_alone = numbers.len() == 1;
        let task = |level: Option<usize>| {
            let setup = Setup { level: level.or(opened.setup.level), ..opened.setup };
            let start = match opened.game.start(&setup) {
                Err(error) if is_alone => return Err(opened.setup_failure(error)),
                start => start,
            };
            let title = level.and_then(|number| levels.get(number - 1));
            Ok(Self { level, title: title.map_or(String::new(), |it| it.title.clone()), start })
        };
        numbers.into_iter().map(task).collect()
    }

    /// A state that is no set-up.
    pub(super) fn of_state(start: State) -> Self {
        Self { level: None, title: String::new(), start: Ok(start) }
    }

    /// Why it cannot be played, where it cannot.
    pub(super) fn trouble(error: &SetupError, phrases: &Phrases) -> String {
        // Which level it is stands before.
        if let SetupError::Level { diagnostics, .. } = error {
            let messages: Vec<&str> = diagnostics.iter().map(|it| it.message.as_str()).collect();
            return messages.join("; ");
        }
        reasons::of_setup(error, phrases)
    }

    /// What it is called.
    pub(super) fn name(&self, opened: &Opened, phrases: &Phrases) -> String {
        let Some(number) = self.level else { return opened.game.rules().title.clone() };
        let level = phrases.say("solve-level", &[("number", number.to_string().into())]);
        if self.title.is_empty() { level } else { format!("{level} \"{}\"", self.title) }
    }
}
