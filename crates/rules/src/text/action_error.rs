//! Errors of a text that is no action: what was found, what was expected, a way out.

use std::fmt;

use masume_board::{CellNames, Direction};
use masume_syntax::{Code, Diagnostic, Span, nearest};

use super::action::{PASS, possible};
use super::lines::quoted;
use crate::action::Action;
use crate::model::{ActionInfo, ParamKind, PassRule, Rules};

/// Reason why a text is no action of the game, or no letters for actions. Its `Display` is English; a face
/// that speaks another language says the same of what the variants hold. What the user wrote is
/// quoted, and shortened to a length that fits a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionTextError {
    /// The text is empty.
    Nothing {
        /// The game's actions, the first few.
        actions: Vec<String>,
    },
    /// The first word is no action.
    Unknown {
        /// Quoted.
        word: String,
        /// The action or direction that it is most like.
        near: Option<String>,
        /// The game's actions, the first few.
        actions: Vec<String>,
    },
    /// The name was left out, and several actions take such arguments.
    Ambiguous {
        /// Quoted.
        text: String,
        /// Actions that it can be.
        actions: Vec<String>,
        /// The same, to choose from.
        fitting: Vec<Action>,
    },
    /// No legal action is written so in the game's notation.
    NoMove {
        /// Quoted.
        text: String,
        /// Legal actions as they are written, the first few.
        moves: Vec<String>,
    },
    /// Two actions follow each other.
    MissingComma {
        /// The first word of the second one, quoted.
        word: String,
        /// The first action with the comma, quoted.
        first: String,
    },
    /// A word follows an action whose name was left out.
    TooMuchAfter {
        /// Quoted.
        word: String,
        /// The action, quoted.
        action: String,
    },
    /// Two cells must differ.
    SaidTwice {
        /// The cell, quoted.
        word: String,
        /// The action's name.
        action: String,
    },
    /// A word is no argument of the kind that the action takes.
    Misfit {
        /// Quoted.
        word: String,
        /// The action's name.
        action: String,
        /// Argument that it takes there.
        expected: Expected,
    },
    /// A word follows an action without parameters.
    TakesNothing {
        /// The action's name.
        action: String,
    },
    /// A word follows the last argument.
    TooMuch {
        /// Quoted.
        word: String,
        /// The action's name.
        action: String,
        /// Number of arguments that it takes.
        count: usize,
        /// The action with arguments.
        example: String,
    },
    /// Arguments are missing.
    TooLittle {
        /// The action's name.
        action: String,
        /// Arguments that are missing.
        expected: Vec<Expected>,
        /// The action with arguments.
        example: String,
    },
    /// The game has no notation of this name, or none at all.
    NoNotation {
        /// Quoted; empty for the first notation.
        name: String,
        /// The notation whose name is most like it.
        near: Option<String>,
        /// Those that there are.
        notations: Vec<String>,
    },
    /// The notation cannot write this action.
    NoLetter {
        /// The notation's name.
        notation: String,
        /// The action.
        action: String,
    },
}

/// Arguments that can be said for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// One of these.
    Direction(Vec<Direction>),
    /// From the first to the last, as the game names them.
    Cell(String, String),
    /// From the first to the last.
    Column(String, String),
    /// From the first to the last.
    Row(String, String),
}

impl fmt::Display for ActionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())?;
        match self.help() {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ActionTextError {}

impl ActionTextError {
    /// Problem that was found, such as `` `psuh` is not an action ``.
    pub fn message(&self) -> String {
        match self {
            Self::Nothing { .. } => "nothing was said".to_owned(),
            Self::Unknown { word, .. } => format!("{word} is not an action"),
            Self::Ambiguous { text, .. } => format!("{text} could be several actions"),
            Self::NoMove { text, .. } => format!("{text} is no move here"),
            Self::MissingComma { word, .. } => format!("a comma is missing before {word}"),
            Self::TooMuchAfter { word, action } => format!("{word} is too much after {action}"),
            Self::SaidTwice { word, .. } => format!("{word} is said twice"),
            Self::Misfit { word, .. } => format!("{word} does not fit"),
            Self::TakesNothing { action } => format!("`{action}` takes nothing more"),
            Self::TooMuch { word, .. } => format!("{word} is too much"),
            Self::TooLittle { action, expected, .. } => {
                let missing: Vec<String> = expected.iter().map(Expected::to_string).collect();
                format!("`{action}` needs {}", missing.join(", and "))
            }
            Self::NoNotation { name, .. } if name.is_empty() => {
                "the game has no letters for its actions".to_owned()
            }
            Self::NoNotation { name, .. } => format!("{name} is not a notation of this game"),
            Self::NoLetter { notation, action } => {
                format!("`{notation}` has no letter for `{action}`")
            }
        }
    }

    /// Text that was expected, or may have been meant.
    pub fn help(&self) -> Option<String> {
        let list = |names: &[String]| names.join("`, `");
        let help = match self {
            Self::Unknown { near: Some(near), .. } | Self::NoNotation { near: Some(near), .. } => {
                format!("did you mean `{near}`?")
            }
            Self::Nothing { actions } | Self::Unknown { actions, near: None, .. } => {
                match actions.is_empty() {
                    true => return None,
                    false => format!("the actions are `{}`", list(actions)),
                }
            }
            Self::NoNotation { notations, near: None, .. } => match notations.is_empty() {
                true => return None,
                false => format!("the notations are `{}`", list(notations)),
            },
            Self::NoMove { moves, .. } if moves.is_empty() => return None,
            Self::NoMove { moves, .. } => format!("moves here are `{}`", list(moves)),
            Self::Ambiguous { actions, .. } => format!("say `{}`", actions.join("` or `")),
            Self::MissingComma { first, .. } => format!("say {first} and then the next action"),
            Self::TooMuchAfter { action, .. } => format!("say {action} alone"),
            Self::SaidTwice { action, .. } => format!("`{action}` needs two different cells"),
            Self::Misfit { action, expected, .. } => format!("`{action}` takes {expected}"),
            Self::TakesNothing { action } => format!("say `{action}` alone"),
            Self::TooMuch { action, count, example, .. } => {
                let count = match count {
                    1 => "one thing",
                    2 => "two things",
                    _ => "three things",
                };
                format!("`{action}` takes {count} only, as in `{example}`")
            }
            Self::TooLittle { example, .. } => format!("say `{example}`"),
            Self::NoLetter { .. } => return None,
        };
        Some(help)
    }

    /// The same as a diagnostic about a place in a text.
    pub fn diagnostic(&self, span: Span) -> Diagnostic {
        let error = Diagnostic::error(Code::UnknownAction, span, self.message(), "");
        match self.help() {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}

impl fmt::Display for Expected {
    /// Such as `a cell from a1 to h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direction(ways) => {
                let names: Vec<&str> = ways.iter().map(|way| way.name()).collect();
                write!(f, "a direction: {}", names.join(", "))
            }
            Self::Cell(first, last) => write!(f, "a cell from {first} to {last}"),
            Self::Column(first, last) => write!(f, "a column from {first} to {last}"),
            Self::Row(first, last) => write!(f, "a row from {first} to {last}"),
        }
    }
}

/// Arguments that can be said for a parameter on a board of this shape.
pub(super) fn expected(rules: &Rules, cells: &CellNames, param: &ParamKind) -> Expected {
    let ends = |of: fn(String, String) -> Expected, (first, last)| of(first, last);
    match param {
        ParamKind::Direction(ways) => Expected::Direction(possible(rules, ways)),
        ParamKind::Cell => ends(Expected::Cell, cells.ends()),
        ParamKind::Column => ends(Expected::Column, cells.column_ends()),
        ParamKind::Row => ends(Expected::Row, cells.row_ends()),
    }
}

pub(super) fn wrong_count(
    rules: &Rules,
    cells: &CellNames,
    info: &ActionInfo,
    words: &[&str],
) -> ActionTextError {
    let action = info.name.clone();
    if info.params.is_empty() {
        return ActionTextError::TakesNothing { action };
    }
    let example = format!("{action} {}", example_words(info, cells));
    let count = info.params.len();
    if words.len() > count {
        return ActionTextError::TooMuch { word: quoted(words[count]), action, count, example };
    }
    let missing = &info.params[words.len()..];
    let expected = missing.iter().map(|param| expected(rules, cells, param)).collect();
    ActionTextError::TooLittle { action, expected, example }
}

/// Arguments that show the form: `right`, `a1 b2`.
fn example_words(info: &ActionInfo, cells: &CellNames) -> String {
    let is_cell = |name: &str| cells.cell_named(name).is_some();
    // Cells with numbers are called by them.
    let pairs = [("1", "6"), ("1a", "2b")];
    let known = pairs.into_iter().find(|(first, second)| is_cell(first) && is_cell(second));
    let (first, second) = known.unwrap_or(("a1", "b2"));
    let (column, row) = (cells.column_ends().0, cells.row_ends().0);
    let words: Vec<&str> = info
        .params
        .iter()
        .enumerate()
        .map(|(index, param)| match param {
            ParamKind::Direction(_) => "right",
            ParamKind::Cell if index == 0 => first,
            ParamKind::Cell => second,
            ParamKind::Column => column.as_str(),
            ParamKind::Row => row.as_str(),
        })
        .collect();
    words.join(" ")
}

pub(super) fn unknown(rules: &Rules, word: &str) -> ActionTextError {
    let pass = (rules.pass != PassRule::Never).then_some(PASS);
    let actions = rules.actions.iter().map(|info| info.name.as_str());
    let directions =
        rules.actions.iter().flat_map(|info| &info.params).flat_map(|param| match param {
            ParamKind::Direction(ways) => {
                possible(rules, ways).into_iter().map(Direction::name).collect()
            }
            ParamKind::Cell | ParamKind::Column | ParamKind::Row => Vec::new(),
        });
    let near = nearest(&word.to_lowercase(), actions.chain(pass).chain(directions));
    let near = near.map(str::to_owned);
    ActionTextError::Unknown { word: quoted(word), near, actions: names(rules) }
}

/// The actions of the game, as help.
pub(super) fn names(rules: &Rules) -> Vec<String> {
    /// As many as fit on a line or two.
    const SHOWN: usize = 12;
    let pass = (rules.pass != PassRule::Never).then_some(PASS);
    let all = rules.actions.iter().map(|info| info.name.as_str()).chain(pass);
    all.take(SHOWN).map(str::to_owned).collect()
}
