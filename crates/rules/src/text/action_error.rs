//! What is said about a text that is no action: what was found, what was expected, a way out.

use std::fmt;

use masume_board::{Direction, Grid, column_name};
use masume_syntax::{Code, Diagnostic, Span, nearest};

use super::action::{PASS, possible};
use super::lines::quoted;
use crate::model::{ActionInfo, ParamKind, PassRule, Rules};

/// Why a text is no action of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionTextError {
    /// What was found, such as `` `psuh` is not an action ``.
    pub message: String,
    /// What was expected, or what may have been meant.
    pub help: Option<String>,
}

impl fmt::Display for ActionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ActionTextError {}

impl ActionTextError {
    pub(super) fn new(message: String, help: impl Into<Option<String>>) -> Self {
        Self { message, help: help.into() }
    }

    /// The same as a diagnostic about a place in a text.
    pub fn diagnostic(&self, span: Span) -> Diagnostic {
        let error = Diagnostic::error(Code::UnknownAction, span, self.message.clone(), "");
        match &self.help {
            Some(help) => error.with_help(help.clone()),
            None => error,
        }
    }
}

/// What can be said for a parameter, such as `a cell from a1 to h8`.
pub(super) fn expected(rules: &Rules, grid: &Grid, param: &ParamKind) -> String {
    let last_column = column_name(grid.width() - 1);
    match param {
        ParamKind::Direction(ways) => {
            let names: Vec<&str> = possible(rules, ways).into_iter().map(Direction::name).collect();
            format!("a direction: {}", names.join(", "))
        }
        ParamKind::Cell => format!("a cell from a1 to {last_column}{}", grid.height()),
        ParamKind::Column => format!("a column from a to {last_column}"),
        ParamKind::Row => format!("a row from 1 to {}", grid.height()),
    }
}

pub(super) fn wrong_count(
    rules: &Rules,
    grid: &Grid,
    info: &ActionInfo,
    words: &[&str],
) -> ActionTextError {
    let name = &info.name;
    if info.params.is_empty() {
        let help = format!("say `{name}` alone");
        return ActionTextError::new(format!("`{name}` takes nothing more"), help);
    }
    if words.len() > info.params.len() {
        let message = format!("{} is too much", quoted(words[info.params.len()]));
        return ActionTextError::new(message, format!("`{name}` takes {}", example(info)));
    }
    let missing: Vec<String> =
        info.params[words.len()..].iter().map(|param| expected(rules, grid, param)).collect();
    let message = format!("`{name}` needs {}", missing.join(", and "));
    ActionTextError::new(message, format!("say `{name} {}`", example_words(info)))
}

fn example(info: &ActionInfo) -> String {
    format!("{} only, as in `{} {}`", count(info.params.len()), info.name, example_words(info))
}

fn count(number: usize) -> &'static str {
    match number {
        1 => "one thing",
        2 => "two things",
        _ => "three things",
    }
}

/// Arguments that show the form: `right`, `a1 b2`.
fn example_words(info: &ActionInfo) -> String {
    let words: Vec<&str> = info
        .params
        .iter()
        .enumerate()
        .map(|(index, param)| match param {
            ParamKind::Direction(_) => "right",
            ParamKind::Cell if index == 0 => "a1",
            ParamKind::Cell => "b2",
            ParamKind::Column => "a",
            ParamKind::Row => "1",
        })
        .collect();
    words.join(" ")
}

pub(super) fn unknown(rules: &Rules, word: &str) -> ActionTextError {
    let message = format!("{} is not an action", quoted(word));
    let pass = (rules.pass != PassRule::Never).then_some(PASS);
    let actions = rules.actions.iter().map(|info| info.name.as_str());
    let directions =
        rules.actions.iter().flat_map(|info| &info.params).flat_map(|param| match param {
            ParamKind::Direction(ways) => {
                possible(rules, ways).into_iter().map(Direction::name).collect()
            }
            ParamKind::Cell | ParamKind::Column | ParamKind::Row => Vec::new(),
        });
    match nearest(&word.to_lowercase(), actions.chain(pass).chain(directions)) {
        Some(near) => ActionTextError::new(message, format!("did you mean `{near}`?")),
        None => ActionTextError::new(message, names(rules)),
    }
}

/// The actions of the game, as help.
pub(super) fn names(rules: &Rules) -> Option<String> {
    /// As many as fit on a line or two.
    const SHOWN: usize = 12;
    let pass = (rules.pass != PassRule::Never).then_some(PASS);
    let all = rules.actions.iter().map(|info| info.name.as_str()).chain(pass);
    let names: Vec<&str> = all.take(SHOWN).collect();
    (!names.is_empty()).then(|| format!("the actions are `{}`", names.join("`, `")))
}
