//! Errors that the crates below say in English, in the language of the interface.
//!
//! They hold what their text is made of; where a language has no phrase for it, their text stands.

use masume_engine::regex::{RegexError, RegexReason};
use masume_engine::{ActionTextError, Direction, IdError, IdPart};
use masume_rules::text::Expected;
use masume_session::{EventError, ExpectedLine};
use masume_syntax::nearest;

use crate::locale::{Phrases, Value};

/// Reason why a text is no action.
pub fn action_text(error: &ActionTextError, phrases: &Phrases) -> String {
    use ActionTextError as It;
    let word = |word: &str| ("word", word.into());
    let named = |action: &str| ("action", action.into());
    let (id, values) = match error {
        It::Nothing { .. } => ("action-nothing", vec![]),
        It::Unknown { word: it, .. } => ("action-unknown-word", vec![word(it)]),
        It::Ambiguous { text, .. } => ("action-ambiguous", vec![("text", text.as_str().into())]),
        It::NoMove { text, .. } => ("action-no-move", vec![("text", text.as_str().into())]),
        It::MissingComma { word: it, .. } => ("action-missing-comma", vec![word(it)]),
        It::TooMuchAfter { word: it, action } => {
            ("action-too-much-after", vec![word(it), named(action)])
        }
        It::SaidTwice { word: it, .. } => ("action-said-twice", vec![word(it)]),
        It::Misfit { word: it, .. } => ("action-misfit", vec![word(it)]),
        It::TakesNothing { action } => ("action-takes-nothing", vec![named(action)]),
        It::TooMuch { word: it, .. } => ("action-too-much", vec![word(it)]),
        It::TooLittle { action, expected, .. } => {
            let missing: Vec<String> = expected.iter().map(|it| argument(it, phrases)).collect();
            let and = phrases.error_says("and", &[]).unwrap_or_else(|| ", and ".to_owned());
            let missing = missing.join(&and);
            ("action-too-little", vec![named(action), ("expected", missing.into())])
        }
        It::NoNotation { name, .. } if name.is_empty() => ("notation-none", vec![]),
        It::NoNotation { name, .. } => ("notation-unknown", vec![("name", name.as_str().into())]),
        It::NoLetter { notation, action } => {
            ("notation-no-letter", vec![("notation", notation.as_str().into()), named(action)])
        }
    };
    phrases.error_says(id, &values).unwrap_or_else(|| error.message())
}

/// Text that may have been meant.
pub fn action_help(error: &ActionTextError, phrases: &Phrases) -> Option<String> {
    use ActionTextError as It;
    // Without a help in English there is none.
    let english = error.help()?;
    let named = |action: &str| ("action", action.into());
    let list = |names: &[String]| vec![("names", names.join("`, `").into())];
    let (id, values) = match error {
        It::Unknown { near: Some(near), .. } | It::NoNotation { near: Some(near), .. } => {
            ("help-did-you-mean", vec![("near", near.as_str().into())])
        }
        It::Nothing { actions } | It::Unknown { actions, near: None, .. } => {
            ("help-actions", list(actions))
        }
        It::NoNotation { notations, near: None, .. } => ("help-notations", list(notations)),
        It::NoMove { moves, .. } => ("help-moves", list(moves)),
        It::Ambiguous { actions, .. } => ("help-say-one", list(actions)),
        It::MissingComma { first, .. } => ("help-comma", vec![("first", first.as_str().into())]),
        It::TooMuchAfter { action, .. } => ("help-alone", vec![named(action)]),
        It::TakesNothing { action } => ("help-alone", vec![named(&format!("`{action}`"))]),
        It::SaidTwice { action, .. } => ("help-two-cells", vec![named(action)]),
        It::Misfit { action, expected, .. } => {
            let expected = argument(expected, phrases);
            ("help-takes", vec![named(action), ("expected", expected.into())])
        }
        It::TooMuch { action, count, example, .. } => {
            let example = ("example", example.as_str().into());
            ("help-count", vec![named(action), ("count", (*count).into()), example])
        }
        It::TooLittle { example, .. } => ("help-say", vec![named(example)]),
        It::NoLetter { .. } => return Some(english),
    };
    Some(phrases.error_says(id, &values).unwrap_or(english))
}

/// Words for what can be said for a parameter.
fn argument(expected: &Expected, phrases: &Phrases) -> String {
    let ends = |first: &str, last: &str| vec![("first", first.into()), ("last", last.into())];
    let (id, values) = match expected {
        Expected::Direction(ways) => {
            // As they are typed, for this is about what is typed.
            let names: Vec<&str> = ways.iter().copied().map(Direction::name).collect();
            ("expected-direction", vec![("ways", names.join(", ").into())])
        }
        Expected::Cell(first, last) => ("expected-cell", ends(first, last)),
        Expected::Column(first, last) => ("expected-column", ends(first, last)),
        Expected::Row(first, last) => ("expected-row", ends(first, last)),
    };
    phrases.error_says(id, &values).unwrap_or_else(|| expected.to_string())
}

/// Reason why an event of a save cannot be done.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::errors::event;
/// use masume_session::EventError;
///
/// let told = event(&EventError::GameOver, &Phrases::new(Locale::English));
/// assert_eq!(told, "the game is over there");
/// ```
pub fn event(error: &EventError, phrases: &Phrases) -> String {
    let id = match error {
        EventError::NothingBefore => "event-nothing-before",
        EventError::GameOver => "event-game-over",
        EventError::Illegal => "event-illegal",
        EventError::Unread(error) => return action_text(error, phrases),
    };
    phrases.error_says(id, &[]).unwrap_or_else(|| error.to_string())
}

/// Words for what a line of a save should be.
pub fn line_of_save(expected: ExpectedLine, phrases: &Phrases) -> String {
    let id = match expected {
        ExpectedLine::Id => "save-id",
        ExpectedLine::IdText => "save-id-text",
        ExpectedLine::Title => "save-title",
        ExpectedLine::Hash => "save-hash",
        ExpectedLine::Opponent => "save-opponent",
        ExpectedLine::LevelsHash => "save-levels",
        ExpectedLine::Digits => "save-digits",
        ExpectedLine::Count => "save-count",
        ExpectedLine::Number => "save-number",
        ExpectedLine::EnoughEvents => "save-enough-events",
        ExpectedLine::Board => "save-board",
        ExpectedLine::Event => "save-event",
        ExpectedLine::End => "save-end",
    };
    phrases.error_says(id, &[]).unwrap_or_else(|| expected.to_string())
}

/// Reason why a text is no id.
pub fn id(error: &IdError, phrases: &Phrases) -> String {
    let id = match error.expected {
        IdPart::Name => "id-name",
        IdPart::Seed => "id-seed",
        IdPart::Level => "id-level",
        IdPart::SizeOrOption => "id-size-or-option",
    };
    let values = [("found", error.found.as_str().into())];
    phrases.error_says(id, &values).unwrap_or_else(|| error.to_string())
}

/// That an action is no regular expression.
pub fn regex(error: &RegexError, phrases: &Phrases) -> String {
    let (id, values): (&str, Vec<(&str, Value)>) = match &error.reason {
        RegexReason::UnknownAction { .. } => {
            ("regex-unknown-action", vec![("action", error.action.as_str().into())])
        }
        RegexReason::Width { width, .. } => {
            ("regex-width", vec![("width", width.to_string().into())])
        }
        RegexReason::NumberLayer { .. }
        | RegexReason::Rim
        | RegexReason::NoGlyph
        | RegexReason::Statement { .. }
        | RegexReason::OneAfterAnother
        | RegexReason::Strategy { .. }
        | RegexReason::ChosenDirection
        | RegexReason::Walk
        | RegexReason::TwoAnchors
        | RegexReason::Letter
        | RegexReason::Test { .. }
        | RegexReason::Chance
        | RegexReason::HiddenContent { .. }
        | RegexReason::TooLong { .. } => {
            ("regex-impossible", vec![("action", error.action.as_str().into())])
        }
    };
    phrases.error_says(id, &values).unwrap_or_else(|| error.message())
}

/// Words for what stands in the way of a regular expression.
pub fn regex_label(error: &RegexError, phrases: &Phrases) -> String {
    let word = |word: &str| vec![("word", Value::from(word))];
    let (id, values) = match &error.reason {
        RegexReason::UnknownAction { actions } => {
            ("regex-one-of", vec![("names", actions.join("`, `").into())])
        }
        RegexReason::Width { least, greatest, even, .. } => {
            let values = vec![
                ("least", least.width.to_string().into()),
                ("greatest", greatest.width.to_string().into()),
            ];
            match (least.width == greatest.width, even) {
                (true, _) => ("regex-one-width", values),
                (false, true) => ("regex-even-widths", values),
                (false, false) => ("regex-widths", values),
            }
        }
        RegexReason::NumberLayer { layer } => {
            ("regex-number-layer", vec![("layer", layer.as_str().into())])
        }
        RegexReason::Rim => ("regex-rim", vec![]),
        RegexReason::NoGlyph => ("regex-no-glyph", vec![]),
        RegexReason::Statement { word: it } => ("regex-statement", word(it)),
        RegexReason::OneAfterAnother => ("regex-one-after-another", vec![]),
        RegexReason::Strategy { word: it } => ("regex-strategy", word(it)),
        RegexReason::ChosenDirection => ("regex-chosen-direction", vec![]),
        RegexReason::Walk => ("regex-walk", vec![]),
        RegexReason::TwoAnchors => ("regex-two-anchors", vec![]),
        RegexReason::Letter => ("regex-letter", vec![]),
        RegexReason::Test { word: it } => ("regex-test", word(it)),
        RegexReason::Chance => ("regex-chance", vec![]),
        RegexReason::HiddenContent { glyph } => {
            ("regex-hidden-content", vec![("glyph", glyph.to_string().into())])
        }
        RegexReason::TooLong { bound } => {
            ("regex-too-long", vec![("bound", bound.to_string().into())])
        }
    };
    phrases.error_says(id, &values).unwrap_or_else(|| error.label())
}

/// A way to a regular expression, where there is one.
pub fn regex_help(error: &RegexError, phrases: &Phrases) -> Option<String> {
    let english = error.help()?;
    let id = match &error.reason {
        RegexReason::UnknownAction { actions } => {
            let near = nearest(&error.action, actions.iter().map(String::as_str))?;
            let said = phrases.error_says("help-did-you-mean", &[("near", near.into())]);
            return Some(said.unwrap_or(english));
        }
        RegexReason::OneAfterAnother => "regex-help-one-after-another",
        RegexReason::Strategy { .. } => "regex-help-strategy",
        RegexReason::ChosenDirection => "regex-help-chosen-direction",
        RegexReason::TwoAnchors => "regex-help-two-anchors",
        RegexReason::Test { .. } => "regex-help-test",
        RegexReason::HiddenContent { .. } => "regex-help-hidden-content",
        RegexReason::TooLong { .. } => "regex-help-too-long",
        RegexReason::Width { .. }
        | RegexReason::NumberLayer { .. }
        | RegexReason::Rim
        | RegexReason::NoGlyph
        | RegexReason::Statement { .. }
        | RegexReason::Walk
        | RegexReason::Letter
        | RegexReason::Chance => return Some(english),
    };
    Some(phrases.error_says(id, &[]).unwrap_or(english))
}

#[cfg(test)]
mod tests {
    use masume_engine::{Game, shipped_games};

    use super::*;
    use crate::locale::Locale;

    /// Words of the Latin alphabet in a row, outside of backquotes.
    fn longest_run(text: &str) -> usize {
        let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" | ");
        let is_word = |word: &&str| word.bytes().all(|it| it.is_ascii_alphabetic());
        let words: Vec<&str> = plain.split_whitespace().collect();
        words.split(|word| !is_word(word)).map(<[&str]>::len).max().unwrap_or(0)
    }

    #[test]
    fn every_wrong_action_is_told_in_japanese() {
        let japanese = Phrases::new(Locale::Japanese);
        let english = Phrases::new(Locale::English);
        let mut seen = Vec::new();
        let words =
            ["", "xyzzy", "a1", "z99", "a1 a1", "a1 b2 c3 d4", "up", "up up", "up now", "?"];
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect(shipped.name);
            let Ok(state) = game.start(&Default::default()) else { continue };
            let names = game.rules().actions.iter().map(|info| format!("{} ", info.name));
            for name in names.chain([String::new()]) {
                for rest in words {
                    let Err(error) = game.read_action(&state, &format!("{name}{rest}")) else {
                        continue;
                    };
                    assert_eq!(action_text(&error, &english), error.message());
                    assert_eq!(action_help(&error, &english), error.help());
                    let help = action_help(&error, &japanese).unwrap_or_default();
                    let said = format!("{} {help}", action_text(&error, &japanese));
                    assert!(longest_run(&said) < 3, "{}: {said}", shipped.name);
                    assert!(said.contains(|it: char| !it.is_ascii()), "{said}");
                    let kind = std::mem::discriminant(&error);
                    if !seen.contains(&kind) {
                        seen.push(kind);
                    }
                }
            }
        }
        assert!(seen.len() > 8, "{} kinds of errors", seen.len());
    }

    #[test]
    fn what_is_no_id_is_told_in_japanese() {
        let japanese = Phrases::new(Locale::Japanese);
        let rows = [
            ("2048#x", "`x` は読めません。`#` の後はシードの番号です"),
            ("sokoban/0", "`/0` は読めません。`/` の後は 1 からのレベルです"),
            ("2048:5x", "`5x` は読めません。大きさ（`5x3`）か設定（`two=75%`）を書いてください"),
            (":5x3", "`:5x3` は読めません。最初にゲームの名前を書いてください"),
        ];
        for (text, said) in rows {
            let error = masume_engine::parse_id(text).expect_err(text);
            assert_eq!(id(&error, &japanese), said);
            assert_eq!(id(&error, &Phrases::new(Locale::English)), error.to_string());
        }
    }

    #[test]
    fn what_is_no_regular_expression_is_told_in_japanese() {
        let japanese = Phrases::new(Locale::Japanese);
        let mut failed = 0;
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect(shipped.name);
            let rules = game.rules();
            let names: Vec<&str> = rules.actions.iter().map(|info| info.name.as_str()).collect();
            for name in [&names[..], &["xyzzy"]].concat() {
                for width in [1, 8] {
                    let Err(error) = masume_engine::regex::action_regex(rules, name, width) else {
                        continue;
                    };
                    failed += 1;
                    let help = regex_help(&error, &japanese).unwrap_or_default();
                    let (message, label) =
                        (regex(&error, &japanese), regex_label(&error, &japanese));
                    let said = format!("{message} {label} {help}");
                    assert!(longest_run(&said) < 3, "{}: {said}", shipped.name);
                    assert!(message.contains(|it: char| !it.is_ascii()), "{message}");
                }
            }
        }
        assert!(failed > 20, "{failed}");
    }
}
