//! Differences between what was found and what was expected, in words.

use masume_engine::{Code, Diagnostic, Game, Severity, State};

use masume_presentation::manual::whole_game::WholeGame;

/// A diagnostic with its place in the example.
struct Found {
    code: String,
    place: String,
    message: String,
    label: String,
    is_warning: bool,
}

impl Found {
    fn of(diagnostic: &Diagnostic, text: &str, source: Option<&WholeGame>) -> Self {
        let span = diagnostic.span.range();
        let before = &text[..text.floor_char_boundary(span.start)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let (lines_before, indent) = source.map_or((0, 0), |it| (it.lines_before, it.indent));
        // What is said of the preamble has no place in the example.
        let place = match line.checked_sub(lines_before).filter(|line| *line > 0) {
            Some(line) => format!("{line}:{}", column.saturating_sub(indent).max(1)),
            None => "before".to_owned(),
        };
        Self {
            code: diagnostic.code.id().to_owned(),
            place,
            message: diagnostic.message.clone(),
            label: diagnostic.label.clone(),
            is_warning: diagnostic.severity == Severity::Warning,
        }
    }

    /// True if an expected line says this: a code, and a place and a message where it says them.
    fn is_said_by(&self, expected: &str) -> bool {
        let (code, rest) = expected.split_once(' ').unwrap_or((expected, ""));
        let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
        let has_message = match message.trim().strip_suffix('…') {
            Some(beginning) => self.message.starts_with(beginning),
            None => message.is_empty() || self.message == message.trim(),
        };
        code == self.code && (place.is_empty() || place == self.place) && has_message
    }
}

/// Compares diagnostics with the lines of an `error` block, which is empty where there shall be
/// none.
pub(crate) fn diagnostics(
    expected: &str,
    found: &[Diagnostic],
    text: &str,
    source: Option<&WholeGame>,
) -> Result<(), String> {
    let found = found.iter().map(|it| (it.code, Found::of(it, text, source)));
    // An example need not use all that its chapter lends it, nor all that it declares.
    let found: Vec<Found> = found
        .filter(|(code, found)| {
            *code != Code::Unused || found.place != "before" && !expected.is_empty()
        })
        .map(|(_, found)| found)
        .collect();
    let lines: Vec<&str> = expected.lines().filter(|line| !line.is_empty()).collect();
    let fits = lines.len() == found.len()
        && lines.iter().zip(&found).all(|(line, found)| found.is_said_by(line));
    if fits {
        return Ok(());
    }
    let said: Vec<String> = found
        .iter()
        .map(|it| {
            let warning = if it.is_warning { " (warning)" } else { "" };
            format!("{} {} {}{warning} ({})", it.code, it.place, it.message, it.label)
        })
        .collect();
    Err(differs("diagnostics", &or_none(&said.join("\n")), &or_none(&lines.join("\n"))))
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "none".to_owned() } else { text.to_owned() }
}

/// Compares a state with the text of an `after` block: the board, and the lines above it that the
/// block has.
pub(crate) fn state(game: &Game, state: &State, expected: &str) -> Result<(), String> {
    let read = game.read_state(expected).map_err(|errors| {
        let said: Vec<String> =
            errors.iter().map(|it| format!("{} {}", it.code, it.message)).collect();
        format!("this board cannot be read:\n{expected}{}", said.join("\n"))
    })?;
    let found = game.print_state(state);
    let lines = expected.lines().filter(|line| is_header(line));
    let is_found = |line: &str| found.lines().any(|other| other == line);
    let fits = lines.clone().all(is_found) && game.print_board(&read) == game.print_board(state);
    if fits { Ok(()) } else { Err(differs("state", found.trim_end(), expected.trim_end())) }
}

/// `to_act: black`.
fn is_header(line: &str) -> bool {
    let Some((name, _)) = line.split_once(": ") else { return false };
    name.starts_with(|it: char| it.is_lowercase()) && name.chars().all(|it| it != '.' && it != '#')
}

/// Both in words, one below the other.
pub(crate) fn differs(what: &str, found: &str, expected: &str) -> String {
    format!("{what} found:\n{found}\nexpected:\n{expected}")
}
