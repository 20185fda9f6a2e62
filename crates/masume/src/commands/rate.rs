//! `masume rate`: how hard levels are, one line for each.

use masume_engine::{Game, State, StopToken};
use masume_search::{Budget, Limit, Rated, Rating, Refusal, Verdict, rate};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::in_order::in_order;
use super::solve::{deadline_of, grouped, refused, watched};
use super::task::Task;
use crate::arguments::RateArguments;
use crate::failure::Failure;
use crate::locale::Phrases;
use crate::{open, output};

/// The columns of the table, with the least width of each; the level's title comes last.
const COLUMNS: [(&str, usize); 7] = [
    ("rate-level", 5),
    ("rate-difficulty", 10),
    ("rate-steps", 6),
    ("rate-actions", 7),
    ("rate-nodes", 9),
    ("rate-choices", 7),
    ("rate-dead-ends", 9),
];

pub(crate) fn run(arguments: &RateArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let tasks = Task::all(&opened)?;
    if !arguments.json {
        let headings = COLUMNS.map(|(id, _)| phrases.say(id, &[]));
        output::print(&row(&headings, "", phrases))?;
    }
    let stop = StopToken::new();
    let mut is_bad = false;
    in_order(
        tasks.len(),
        arguments.threads,
        &stop,
        |index| Some(rated(&opened.game, tasks[index].start.as_ref().ok()?, arguments, &stop)),
        |index, done| {
            let task = &tasks[index];
            let (word, id, done) = match done {
                Some(Ok((rated, is_late))) => {
                    let (word, id) = verdict(&rated, is_late);
                    (word, id, Some(rated))
                }
                // What is over in one level may go on in another.
                Some(Err(Refusal::Over)) if tasks.len() > 1 => ("over", "solve-over-already", None),
                Some(Err(refusal)) => return Err(refused(refusal, phrases)),
                None => {
                    is_bad = true;
                    let reason = task.start.as_ref().err().map(|it| Task::trouble(it, phrases));
                    let reason = reason.unwrap_or_default();
                    let said = phrases.say("solve-unplayable", &[("reason", reason.into())]);
                    return tell(task, ("unplayable", &said), None, arguments.json, phrases);
                }
            };
            tell(task, (word, &phrases.say(id, &[])), done.as_ref(), arguments.json, phrases)
        },
    )?;
    if is_bad { Err(Failure::Reported) } else { Ok(()) }
}

/// Rates a level; whether the clock ended that.
fn rated(
    game: &Game,
    start: &State,
    arguments: &RateArguments,
    interrupted: &StopToken,
) -> Result<(Rated, bool), Refusal> {
    let token = StopToken::new();
    let budget = Budget { nodes: arguments.nodes, stop: token.clone(), ..Budget::default() };
    let deadline = deadline_of(arguments.seconds);
    let rated = watched(interrupted, &token, deadline, || rate(game, start, &budget))?;
    Ok((rated, token.is_stopped()))
}

/// What came of the search, for programs and for people.
fn verdict(rated: &Rated, is_late: bool) -> (&'static str, &'static str) {
    match rated.verdict {
        Verdict::Won(_) if rated.rating.is_none() => ("won", "solve-won-already"),
        Verdict::Won(_) => ("won", "rate-won"),
        Verdict::Impossible(_) => ("impossible", "rate-impossible"),
        Verdict::GaveUp(Limit::Stopped) if is_late => ("gave up", "rate-late"),
        Verdict::Scored(_) | Verdict::GaveUp(_) => ("gave up", "rate-gave-up"),
    }
}

/// Prints what is known of a level.
fn tell(
    task: &Task,
    (verdict, said): (&'static str, &str),
    rated: Option<&Rated>,
    is_json: bool,
    phrases: &Phrases,
) -> Result<(), Failure> {
    let rating = rated.and_then(|rated| rated.rating);
    let nodes = rated.map_or(0, |rated| rated.nodes);
    if is_json {
        return output::print_json(&Record::of(task, verdict, nodes, rating));
    }
    let level = task.level.map_or(String::new(), |level| level.to_string());
    let Some(Rating { actions, steps, choices, dead_ends, .. }) = rating else {
        let said = [said, &task.title].join("  ");
        return output::print(&format!(
            "{level:>width$}  {}\n",
            said.trim_end(),
            width = COLUMNS[0].1
        ));
    };
    let difficulty = rating.map_or(0.0, |rating| rating.difficulty());
    let cells = [
        level,
        format!("{difficulty:.1}"),
        steps.to_string(),
        actions.to_string(),
        grouped(nodes),
        format!("{choices:.1}"),
        format!("{:.0} %", dead_ends * 100.0),
    ];
    output::print(&row(&cells, &task.title, phrases))
}

/// A line of the table: numbers end under the end of their heading.
fn row(cells: &[String; COLUMNS.len()], title: &str, phrases: &Phrases) -> String {
    let mut line = String::new();
    for (cell, (id, least)) in cells.iter().zip(COLUMNS) {
        let width = phrases.say(id, &[]).width().max(least);
        line.push_str(&" ".repeat(width.saturating_sub(cell.width())));
        line.push_str(cell);
        line.push_str("  ");
    }
    line.push_str(title);
    format!("{}\n", line.trim_end())
}

/// What is known of a level, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct Record {
    level: Option<usize>,
    title: String,
    verdict: &'static str,
    nodes: u64,
    #[serde(flatten)]
    figures: Option<Figures>,
}

#[derive(Debug, Serialize)]
struct Figures {
    difficulty: f64,
    steps: usize,
    actions: usize,
    choices: f64,
    dead_ends: f64,
    bits: f64,
}

impl Record {
    fn of(task: &Task, verdict: &'static str, nodes: u64, rating: Option<Rating>) -> Self {
        let figures = rating.map(|rating| Figures {
            difficulty: rating.difficulty(),
            steps: rating.steps,
            actions: rating.actions,
            choices: rating.choices,
            dead_ends: rating.dead_ends,
            bits: rating.bits,
        });
        Self { level: task.level, title: task.title.clone(), verdict, nodes, figures }
    }
}
