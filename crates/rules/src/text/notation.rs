//! Plays as letters, one for each action: `rrulD`.

use masume_board::Grid;
use masume_syntax::{Code, Diagnostic, Span, nearest};

use super::action::{action_text, read_action};
use super::action_error::ActionTextError;
use super::lines::quoted;

use crate::action::Action;
use crate::model::{Notation, Rules};

/// The most actions that a text of letters may stand for; a repeat of a hostile text is unbounded.
const MAX_ACTIONS: usize = 1 << 20;

/// The actions, as text, that letters stand for. A capital is the same action as the small letter,
/// for it only says what came of it; blanks mean nothing; `3r` is `rrr`.
///
/// # Errors
/// A name of no notation of this game (with an empty span), a letter that the notation does not
/// have, a repeat of nothing, or more actions than 2^20; the span lies in `text`.
pub fn read_notation(rules: &Rules, name: &str, text: &str) -> Result<Vec<String>, Diagnostic> {
    let notation =
        notation_named(rules, name).map_err(|error| error.diagnostic(Span::default()))?;
    let mut actions = Vec::new();
    let mut times: Option<(usize, usize)> = None;
    for (start, letter) in text.char_indices() {
        let span = Span::new(start as u32, (start + letter.len_utf8()) as u32);
        if let Some(digit) = letter.to_digit(10) {
            let (first, so_far) = times.unwrap_or((start, 0));
            times = Some((first, so_far.saturating_mul(10).saturating_add(digit as usize)));
            continue;
        }
        if letter.is_whitespace() || letter == '\u{feff}' {
            continue;
        }
        let Some(action) = action_of(notation, letter) else {
            return Err(unknown_letter(notation, letter, span));
        };
        let (_, count) = times.take().unwrap_or((start, 1));
        if actions.len().saturating_add(count) > MAX_ACTIONS {
            let message = "too many actions";
            let label = format!("more than {MAX_ACTIONS} up to here");
            return Err(Diagnostic::error(Code::TooMany, span, message, label));
        }
        actions.extend(std::iter::repeat_n(action.to_owned(), count));
    }
    match times {
        None => Ok(actions),
        Some((first, _)) => {
            let span = Span::new(first as u32, text.len() as u32);
            let message = "a repeat of nothing";
            Err(Diagnostic::error(Code::Expected, span, message, "expected a letter after it"))
        }
    }
}

/// The letters of actions, each with whether the notation's value rose with it: such a letter is a
/// capital. [`value_rose`] says so of two states.
///
/// # Errors
/// A name of no notation of this game, or an action for which it has no letter.
pub fn print_notation(
    rules: &Rules,
    grid: &Grid,
    name: &str,
    actions: impl IntoIterator<Item = (Action, bool)>,
) -> Result<String, ActionTextError> {
    let notation = notation_named(rules, name)?;
    let mut letters = String::new();
    for (action, rose) in actions {
        let stands_for = |text: &str| read_action(rules, grid, text).ok() == Some(action);
        let found = notation.letters.iter().find(|(_, text)| stands_for(text));
        let Some((letter, _)) = found else {
            let (notation, action) = (notation.name.clone(), action_text(rules, grid, action));
            return Err(ActionTextError::NoLetter { notation, action });
        };
        if rose {
            letters.extend(letter.to_uppercase());
        } else {
            letters.push(*letter);
        }
    }
    Ok(letters)
}

/// True if the value whose rise makes a letter a capital is greater after an action than before;
/// both lists are indexed like `State::values`.
pub fn value_rose(notation: &Notation, before: &[i64], after: &[i64]) -> bool {
    let Some(value) = notation.capital else { return false };
    let index = usize::from(value.0);
    before.get(index) < after.get(index)
}

/// The notation of this name; an empty name is the first.
///
/// # Errors
/// No notation of this name.
pub fn notation_named<'r>(rules: &'r Rules, name: &str) -> Result<&'r Notation, ActionTextError> {
    let all = &rules.notations;
    let found = all.iter().find(|notation| name.is_empty() || notation.name == name);
    found.ok_or_else(|| {
        let others = [
            rules.moves.as_ref().map(|moves| moves.name.clone()),
            rules.position.as_ref().map(|position| position.name.clone()),
        ];
        // Those that are no letters are printed, too.
        let notations: Vec<String> = all
            .iter()
            .map(|notation| notation.name.clone())
            .chain(others.into_iter().flatten())
            .collect();
        let near = nearest(name, notations.iter().map(String::as_str)).map(str::to_owned);
        let name = if name.is_empty() { String::new() } else { quoted(name) };
        ActionTextError::NoNotation { name, near, notations }
    })
}

fn action_of(notation: &Notation, letter: char) -> Option<&str> {
    let find = |asked: char| notation.letters.iter().find(|(letter, _)| *letter == asked);
    let mut small = letter.to_lowercase();
    let found = find(letter).or_else(|| match (small.next(), small.next()) {
        (Some(small), None) => find(small),
        _ => None,
    });
    found.map(|(_, action)| action.as_str())
}

fn unknown_letter(notation: &Notation, letter: char, span: Span) -> Diagnostic {
    let letters: Vec<String> =
        notation.letters.iter().map(|(letter, _)| format!("`{letter}`")).collect();
    let message = format!("{} stands for no action", quoted(&letter.to_string()));
    Diagnostic::error(Code::UnknownAction, span, message, "an unknown letter").with_help(format!(
        "`{}` has {}",
        notation.name,
        letters.join(" ")
    ))
}
