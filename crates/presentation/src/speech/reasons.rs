//! Reasons why something cannot be, in the language of the interface.
//!
//! What the checker or the system says about it is added as it is: that has no translation.

use masume_engine::{OptionRange, SetupError};
use masume_session::SaveError;
use masume_store::{Place, ResumeError, StoreError};

use super::errors;
use crate::escape::escaped;
use crate::locale::Phrases;

/// Reason why a save is refused.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::reasons::of_save;
/// use masume_session::SaveError;
///
/// let told = of_save(&SaveError::NotASave, &Phrases::new(Locale::English));
/// assert_eq!(told, "this is no save of Masume");
/// ```
pub fn of_save(error: &SaveError, phrases: &Phrases) -> String {
    match error {
        SaveError::NotASave => phrases.say("reason-not-a-save", &[]),
        SaveError::NewerFormat { found } => {
            phrases.say("reason-newer-format", &[("found", i64::from(*found).into())])
        }
        SaveError::TooLarge => phrases.say("reason-too-large", &[]),
        SaveError::Truncated => phrases.say("reason-truncated", &[]),
        SaveError::Line { number, expected } => {
            let expected = errors::line_of_save(*expected, phrases);
            let values = [("number", (*number).into()), ("expected", expected.into())];
            phrases.say("reason-line", &values)
        }
        SaveError::Edited => phrases.say("reason-edited", &[]),
        SaveError::OtherGame { found, expected } => {
            let values = [("found", found.as_str().into()), ("expected", expected.as_str().into())];
            phrases.say("reason-other-game", &values)
        }
        SaveError::OtherVersion { title } => {
            phrases.say("reason-other-version", &[("title", title.as_str().into())])
        }
        SaveError::Opponent { player } => {
            phrases.say("reason-opponent", &[("player", player.as_str().into())])
        }
        SaveError::OtherLevels => phrases.say("reason-other-levels", &[]),
        SaveError::Setup(error) => {
            phrases.say("reason-setup", &[("reason", of_setup(error, phrases).into())])
        }
        SaveError::OtherSetup { found, expected } => {
            let values = [("found", found.as_str().into()), ("expected", expected.as_str().into())];
            phrases.say("reason-other-setup", &values)
        }
        SaveError::Start { message } => {
            phrases.say("reason-start", &[("reason", message.as_str().into())])
        }
        SaveError::Illegal { number, text, reason } => {
            let values = [
                ("number", (*number).into()),
                ("action", text.as_str().into()),
                ("reason", errors::event(reason, phrases).into()),
            ];
            phrases.say("reason-illegal", &values)
        }
        SaveError::Run { number, text, error: _ } => {
            let values = [("number", (*number).into()), ("action", text.as_str().into())];
            phrases.say("reason-run", &values)
        }
    }
}

/// Reason why a game cannot begin.
///
/// ```
/// use masume_engine::SetupError;
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::reasons::of_setup;
///
/// let error = SetupError::NoLevel { asked: 7, count: 3 };
/// let told = of_setup(&error, &Phrases::new(Locale::English));
/// assert_eq!(told, "there is no level 7; the last is 3");
/// ```
pub fn of_setup(error: &SetupError, phrases: &Phrases) -> String {
    match error {
        SetupError::UnknownOption { name, known: _ } => {
            phrases.say("reason-no-option", &[("name", name.as_str().into())])
        }
        SetupError::BadOption { name, found, expected } => {
            let values = [
                ("name", name.as_str().into()),
                ("found", found.as_str().into()),
                ("expected", range(expected, phrases).into()),
            ];
            phrases.say("reason-bad-option", &values)
        }
        SetupError::Size(diagnostic) => {
            phrases.say("reason-size", &[("reason", diagnostic.message.as_str().into())])
        }
        SetupError::NoLevel { asked: _, count: 0 } => phrases.say("no-levels", &[]),
        SetupError::NoLevel { asked, count } => {
            let values = [("asked", (*asked).into()), ("count", (*count).into())];
            phrases.say("reason-no-level", &values)
        }
        SetupError::Level { number, diagnostics } => {
            let messages: Vec<&str> = diagnostics.iter().map(|it| it.message.as_str()).collect();
            let values = [("number", (*number).into()), ("reason", messages.join("; ").into())];
            phrases.say("reason-level", &values)
        }
        SetupError::NoSolver => phrases.say("reason-no-solver", &[]),
        SetupError::Run { error: _, diagnostic } => {
            phrases.say("reason-run-start", &[("reason", diagnostic.message.as_str().into())])
        }
    }
}

/// Range of an option.
///
/// ```
/// use masume_engine::OptionRange;
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::reasons;
///
/// let range = OptionRange { least: "0%".into(), greatest: "100%".into(), percent: true };
/// let told = reasons::range(&range, &Phrases::new(Locale::English));
/// assert_eq!(told, "a percentage from 0% to 100%");
/// ```
pub fn range(range: &OptionRange, phrases: &Phrases) -> String {
    let values = [("least", range.least.as_str().into()), ("most", range.greatest.as_str().into())];
    let id = if range.percent { "a-percentage-between" } else { "a-number-between" };
    phrases.say(id, &values)
}

/// Reason why nothing is kept, with the folder where that would be.
pub fn of_store(error: &StoreError, place: &Place, phrases: &Phrases) -> String {
    let is_placeless = place.folder.as_os_str().is_empty();
    let id = match error {
        StoreError::ReadOnly => "store-read-only",
        StoreError::Busy => "store-busy",
        StoreError::Full if is_placeless => "store-full-here",
        StoreError::Full => "store-full",
        StoreError::Corrupt => "store-corrupt",
        StoreError::Foreign => "store-foreign",
        StoreError::Newer { .. } => "store-newer",
        StoreError::Refused => "store-refused",
        StoreError::CannotOpen if is_placeless => "store-no-folder",
        StoreError::CannotOpen => "store-cannot-open",
        StoreError::Other(_) if is_placeless => "store-fails-here",
        StoreError::Io | StoreError::NoPlay | StoreError::Other(_) => "store-fails",
    };
    let folder = place.folder.display().to_string();
    let said = phrases.say(id, &[("folder", escaped(&folder).into_owned().into())]);
    match &place.reason {
        Some(reason) => {
            let values = [("trouble", said.into()), ("reason", reason.as_str().into())];
            phrases.say("store-because", &values)
        }
        None => said,
    }
}

/// Reason why a play cannot be gone on with.
pub fn of_resume(error: &ResumeError, place: &Place, phrases: &Phrases) -> String {
    match error {
        ResumeError::Store(error) => of_store(error, place, phrases),
        ResumeError::Save(error) => {
            phrases.say("cannot-resume", &[("reason", of_save(error, phrases).into())])
        }
    }
}

#[cfg(test)]
mod tests {
    use masume_session::EventError;

    use super::*;
    use crate::locale::Locale;

    #[test]
    fn refusals_are_said_in_the_language_of_the_interface() {
        let other_game = SaveError::OtherGame { found: "Go".into(), expected: "Ice".into() };
        let no_level = SetupError::NoLevel { asked: 7, count: 3 };
        let expected = OptionRange { least: "0%".into(), greatest: "100%".into(), percent: true };
        let bad_option =
            SetupError::BadOption { name: "two".into(), found: "200%".into(), expected };
        let illegal =
            SaveError::Illegal { number: 2, text: "up".into(), reason: EventError::GameOver };
        let rows = [
            (SaveError::NotASave, "this is no save of Masume", "Masume のセーブではありません"),
            (
                other_game,
                "the save is of another game: Go, not Ice",
                "別のゲームのセーブです: Ice ではなく Go",
            ),
            (
                illegal,
                "action 2 of the save, \"up\", cannot be done (the game is over there)",
                "セーブの 2 手目「up」はできません（ゲームは終わっています）",
            ),
            (
                SaveError::Setup(Box::new(bad_option)),
                "the save cannot be begun: the option two cannot be 200% (expected a percentage from 0% to 100%)",
                "セーブの最初の盤面を作れません: 設定 two を 200% にはできません（0% から 100% までの割合）",
            ),
            (
                SaveError::Setup(Box::new(no_level)),
                "the save cannot be begun: there is no level 7; the last is 3",
                "セーブの最初の盤面を作れません: レベル 7 はありません。最後は 3 です",
            ),
        ];
        for (error, english, japanese) in rows {
            assert_eq!(of_save(&error, &Phrases::new(Locale::English)), english);
            assert_eq!(of_save(&error, &Phrases::new(Locale::Japanese)), japanese);
        }
    }
}
