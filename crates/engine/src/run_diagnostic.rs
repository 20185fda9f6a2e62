//! Errors of the run in the game's own words.

use masume_board::{Cell, Grid};
use masume_rules::model::{Content, EMPTY, FUEL, Layer, MOST_LEGAL, Rules, UNTIL_BOUND, WORK};
use masume_rules::run_error::{RunError, RunErrorKind};
use masume_rules::text::content_name;
use masume_syntax::{Code, Diagnostic};

/// Diagnostic of an error of the run, with the names of cells and pieces; the span lies in the
/// game's text. `grid` is that of the state in which it happened.
pub fn run_diagnostic(rules: &Rules, grid: &Grid, error: &RunError) -> Diagnostic {
    let names = rules.cell_names(grid);
    let name = |cell: &Cell| names.name(*cell).unwrap_or_else(|| "the rim".to_owned());
    let (code, message, label, help) = match &error.kind {
        RunErrorKind::OutOfFuel => (
            Code::OutOfFuel,
            "the rules do not come to an end".to_owned(),
            format!("more than {FUEL} rule passes in one action"),
            Some("a `repeat` goes on until neither the board nor a value changes"),
        ),
        RunErrorKind::TooMuchWork => (
            Code::TooMuchWork,
            "too much work for a board of this size".to_owned(),
            format!("might take more than {WORK} steps, all choices together"),
            Some(
                "a smaller board, fewer choices, or patterns that begin at a chosen cell are less work",
            ),
        ),
        RunErrorKind::Conflict { cell, layer, first, second } => (
            Code::ConflictingWrites,
            format!("two matches write different things at {}", name(cell)),
            format!("{} and {}", written(rules, *layer, *first), written(rules, *layer, *second)),
            // One match moves a piece to where another takes it away, or the other way round.
            match *first == EMPTY || *second == EMPTY {
                true => Some(
                    "`march` moves many pieces at once; `first`, `each` or `random` use fewer of the matches",
                ),
                false => Some("`first`, `each` or `random` use fewer of the matches"),
            },
        ),
        RunErrorKind::Overflow => (
            Code::Overflow,
            "a number leaves the range of 64 bits".to_owned(),
            "while this was computed".to_owned(),
            None,
        ),
        RunErrorKind::DivisionByZero => (
            Code::DivisionByZero,
            "a division by zero".to_owned(),
            "while this was computed".to_owned(),
            None,
        ),
        RunErrorKind::NumberOutside { cell, layer, number } => {
            let info = &rules.layers[usize::from(layer.0)];
            (
                Code::Overflow,
                format!("`{}` cannot hold {number}, at {}", info.name, name(cell)),
                format!("`{}` holds {}", info.name, info.kind.describe()),
                None,
            )
        }
        RunErrorKind::BadChance { found } => (
            Code::BadChance,
            "chances that do not add up".to_owned(),
            format!("{} where 0% to 100% were expected", percent(*found)),
            None,
        ),
        RunErrorKind::UntilNever => (
            Code::UntilNever,
            "the set-up did not succeed".to_owned(),
            format!("not true in {UNTIL_BOUND} set-ups"),
            Some("another seed or size may do"),
        ),
        RunErrorKind::EndlessStages => (
            Code::OutOfFuel,
            "stages are won without end".to_owned(),
            "it holds at once in every new stage".to_owned(),
            None,
        ),
        // No face shows this: it knows that it stopped.
        RunErrorKind::Stopped => (
            Code::TooMuchWork,
            "the rules were stopped while they ran".to_owned(),
            "here".to_owned(),
            None,
        ),
        RunErrorKind::OverBudget { steps } => (
            Code::OverBudget,
            format!("more than {steps} steps, so it was not waited for"),
            "most of them are spent here".to_owned(),
            Some(
                "a smaller board, fewer choices, or counts that are not counted in counts take less",
            ),
        ),
        RunErrorKind::TooManyActions => (
            Code::TooManyActions,
            "too many legal actions to list".to_owned(),
            format!("more than {MOST_LEGAL}, with those of the actions before it"),
            Some("a smaller board, fewer parameters, or a body that needs more are fewer choices"),
        ),
        RunErrorKind::TooManyChances { bound } => (
            Code::TooManyChances,
            "too many chance outcomes to list".to_owned(),
            format!("more than {bound}"),
            None,
        ),
    };
    let diagnostic = Diagnostic::error(code, error.span, message, label);
    match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

/// A content between quotes, or `nothing`.
fn written(rules: &Rules, layer: Layer, content: Content) -> String {
    match content {
        EMPTY => "nothing".to_owned(),
        _ => format!("`{}`", content_name(rules, layer, content)),
    }
}

/// Hundredths of a percent as a percentage.
fn percent(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match part {
        0 => format!("{sign}{whole}%"),
        part if part % 10 == 0 => format!("{sign}{whole}.{}%", part / 10),
        part => format!("{sign}{whole}.{part:02}%"),
    }
}
