//! Actions as text: `push right`, `place d3`, `take c2 f5`, `drop c`, `pass`.

use masume_board::{CellNames, Direction, Grid};

use super::action_error::{ActionTextError, expected, names, unknown, wrong_count};
use super::lines::quoted;
use crate::action::{Action, Argument, Choice, MAX_PARAMS};
use crate::model::{ActionInfo, ParamKind, PassRule, Player, Rules, Ways};

/// The word for [`Action::PASS`].
pub(super) const PASS: &str = "pass";

/// The action as text: its name, then its arguments, cells as the game names them. [`read_action`]
/// reads it back.
pub fn action_text(rules: &Rules, grid: &Grid, action: Action) -> String {
    action_text_by(rules, &rules.cell_names(grid), action)
}

/// The same with other names of cells, such as those of the grid itself, which saves keep.
pub fn action_text_by(rules: &Rules, names: &CellNames, action: Action) -> String {
    let Choice::Declared(index) = action.choice else { return PASS.to_owned() };
    let name = rules.actions.get(usize::from(index)).map_or("?", |info| info.name.as_str());
    let mut text = name.to_owned();
    for argument in action.arguments {
        let word = match argument {
            Argument::None => continue,
            Argument::Direction(direction) => direction.name().to_owned(),
            Argument::Cell(cell) => names.name(cell).unwrap_or_else(|| "?".to_owned()),
            Argument::Column(column) => names.column_name(column),
            Argument::Row(row) => names.row_name(row),
        };
        text.push(' ');
        text.push_str(&word);
    }
    text
}

/// An action from its text. The case of letters is free, as are runs of blanks; the name may be
/// left out where the arguments fit one action only; of a pair in any order the lesser cell comes
/// first. Whether the action is legal is not asked.
///
/// # Errors
/// What was found, what was expected, and a way out.
pub fn read_action(rules: &Rules, grid: &Grid, text: &str) -> Result<Action, ActionTextError> {
    let fitting = read_actions(rules, grid, text)?;
    match fitting[..] {
        [action] => Ok(action),
        _ => {
            let actions = fitting.iter().map(|action| action_text(rules, grid, *action)).collect();
            Err(ActionTextError::Ambiguous { text: quoted(text), actions, fitting })
        }
    }
}

/// Every action that the text can mean, at least one: several where the name is left out and
/// several actions take such arguments. Which of them is legal tells them apart.
///
/// # Errors
/// As [`read_action`].
pub fn read_actions(
    rules: &Rules,
    grid: &Grid,
    text: &str,
) -> Result<Vec<Action>, ActionTextError> {
    read_actions_by(rules, &rules.cell_names(grid), text)
}

/// The same with other names of cells, such as those of the grid itself, which saves keep.
///
/// # Errors
/// As [`read_action`].
pub fn read_actions_by(
    rules: &Rules,
    cells: &CellNames,
    text: &str,
) -> Result<Vec<Action>, ActionTextError> {
    // No action has more words than these; a hostile text may have millions.
    let words: Vec<&str> = text.split_whitespace().take(MAX_PARAMS + 2).collect();
    meanings(rules, cells, &words).map_err(|error| {
        let better = missing_comma(rules, cells, &words);
        better.or_else(|| too_much(rules, cells, &words)).unwrap_or(error)
    })
}

fn meanings(
    rules: &Rules,
    cells: &CellNames,
    words: &[&str],
) -> Result<Vec<Action>, ActionTextError> {
    let Some((first, rest)) = words.split_first() else {
        return Err(ActionTextError::Nothing { actions: names(rules) });
    };
    let mut failed = None;
    for (index, info) in named(rules, first) {
        match read_arguments(rules, cells, index, info, rest) {
            Ok(action) => return Ok(vec![action]),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    if rest.is_empty() && first.eq_ignore_ascii_case(PASS) && rules.pass != PassRule::Never {
        return Ok(vec![Action::PASS]);
    }
    let mut fitting = Vec::new();
    for (index, info) in indexed(rules).filter(|(_, info)| !info.params.is_empty()) {
        match read_arguments(rules, cells, index, info, words) {
            Ok(action) => fitting.push(action),
            Err(error) if is_worth_saying(rules, cells, info, words) => {
                failed = failed.or(Some(error));
            }
            Err(_) => {}
        }
    }
    if fitting.is_empty() {
        return Err(failed.unwrap_or_else(|| unknown(rules, first)));
    }
    Ok(fitting)
}

/// Error of a missing comma, where the words are one action and then another.
fn missing_comma(rules: &Rules, cells: &CellNames, words: &[&str]) -> Option<ActionTextError> {
    let is_action = |words: &[&str]| meanings(rules, cells, words).is_ok();
    // Words beyond the most that an action has are cut off: the second need not be the last.
    let goes_on = |rest: &[&str]| (1..=rest.len()).any(|count| is_action(&rest[..count]));
    // The longest first action: `c2 f5` may be a pair, or two cells one after the other.
    let mut counts = (1..words.len()).rev();
    let count = counts.find(|&it| is_action(&words[..it]) && goes_on(&words[it..]))?;
    let first = quoted(&format!("{},", words[..count].join(" ")));
    Some(ActionTextError::MissingComma { word: quoted(words[count]), first })
}

/// Error of words too many, where the name was left out and the words begin with an action.
fn too_much(rules: &Rules, cells: &CellNames, words: &[&str]) -> Option<ActionTextError> {
    if !named(rules, words.first()?).is_empty() {
        return None;
    }
    let mut counts = (1..words.len()).rev();
    let count = counts.find(|&it| meanings(rules, cells, &words[..it]).is_ok())?;
    let action = quoted(&words[..count].join(" "));
    Some(ActionTextError::TooMuchAfter { word: quoted(words[count]), action })
}

/// The actions of this name: with the same letters first, then with letters of another case.
fn named<'r>(rules: &'r Rules, name: &str) -> Vec<(u8, &'r ActionInfo)> {
    let lower = name.to_lowercase();
    let mut found: Vec<(u8, &ActionInfo)> =
        indexed(rules).filter(|(_, info)| info.name.to_lowercase() == lower).collect();
    found.sort_by_key(|(_, info)| info.name != name);
    found
}

fn indexed(rules: &Rules) -> impl Iterator<Item = (u8, &ActionInfo)> {
    rules.actions.iter().enumerate().map(|(index, info)| (index as u8, info))
}

/// True if the words can be meant as the arguments of this action, though they do not fit: they
/// are of the right number and of the right kinds.
fn is_worth_saying(rules: &Rules, cells: &CellNames, info: &ActionInfo, words: &[&str]) -> bool {
    words.len() == info.params.len()
        && info.params.iter().zip(words).all(|(param, word)| match param {
            ParamKind::Direction(_) => Direction::from_name(&word.to_lowercase()).is_some(),
            ParamKind::Cell => has_cell_form(word),
            ParamKind::Column | ParamKind::Row => {
                read_argument(rules, cells, info, param, word).is_ok()
            }
        })
}

/// Letters, then digits, or the other way round.
fn has_cell_form(word: &str) -> bool {
    let is_letter = |it: char| it.is_ascii_alphabetic();
    let is_digit = |it: char| it.is_ascii_digit();
    let is_form = |first: &dyn Fn(char) -> bool, second: &dyn Fn(char) -> bool| {
        let rest = word.trim_start_matches(first);
        rest.len() < word.len() && !rest.is_empty() && rest.chars().all(second)
    };
    is_form(&is_letter, &is_digit) || is_form(&is_digit, &is_letter)
}

fn read_arguments(
    rules: &Rules,
    cells: &CellNames,
    index: u8,
    info: &ActionInfo,
    words: &[&str],
) -> Result<Action, ActionTextError> {
    if words.len() != info.params.len() {
        return Err(wrong_count(rules, cells, info, words));
    }
    let mut arguments = Vec::new();
    for (param, word) in info.params.iter().zip(words) {
        arguments.push(read_argument(rules, cells, info, param, word)?);
    }
    if let [Argument::Cell(first), Argument::Cell(second), ..] = arguments[..]
        && info.params.len() == 2
    {
        if first == second {
            let (word, action) = (quoted(words[0]), info.name.clone());
            return Err(ActionTextError::SaidTwice { word, action });
        }
        if info.unordered && second < first {
            arguments.swap(0, 1);
        }
    }
    Ok(Action::new(index, &arguments))
}

fn read_argument(
    rules: &Rules,
    cells: &CellNames,
    info: &ActionInfo,
    param: &ParamKind,
    word: &str,
) -> Result<Argument, ActionTextError> {
    let found = match param {
        ParamKind::Direction(ways) => Direction::from_name(&word.to_lowercase())
            .filter(|direction| possible(rules, ways).contains(direction))
            .map(Argument::Direction),
        ParamKind::Cell => cells.cell_named(word).map(Argument::Cell),
        ParamKind::Column => cells.column_named(word).map(Argument::Column),
        ParamKind::Row => cells.row_named(word).map(Argument::Row),
    };
    found.ok_or_else(|| ActionTextError::Misfit {
        word: quoted(word),
        action: info.name.clone(),
        expected: expected(rules, cells, param),
    })
}

/// The directions that any player can choose, in canonical order.
pub(super) fn possible(rules: &Rules, ways: &Ways) -> Vec<Direction> {
    let players = (0..rules.players.len().max(1)).map(|index| Player(index as u8));
    let mut found: Vec<Direction> =
        players.flat_map(|player| ways.directions(player, &|_| None)).collect();
    found.sort_unstable();
    found.dedup();
    found
}
