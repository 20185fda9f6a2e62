//! `masume rate`: how hard levels are, one line for each.

use clap::Args;
use masume_bots::deadline::{deadline_of, watched};
use masume_engine::{Game, State, StopToken};
use masume_presentation::locale::Phrases;
use masume_search::{Budget, Limit, Rated, RatedVerdict, Rating, Refusal, rate};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::in_order::in_order;
use super::solve::{gave_up, gave_up_late, grouped, refused, word};
use super::task::Task;
use crate::arguments::GameArguments;
use crate::arguments::value::{memory, positive, whole};
use crate::failure::Failure;
use crate::open::{self, Opened};
use crate::output;

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

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct RateArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// States of a level whose successors the search for a solution may ask for
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Seconds after which a level is given up
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what a search keeps, such as `500M` or `8G`
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Print one JSON object a level
    #[arg(long)]
    pub(crate) json: bool,
    /// Levels that are worked on at a time; they share the memory
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: u32,
}

pub(crate) fn run(arguments: &RateArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let tasks = Task::all(&opened, &StopToken::new(), arguments.seconds)?;
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
            let (said, rated) = match (done, &task.start) {
                (Some(Ok((rated, is_late))), Ok(start)) => {
                    (Said::of((&rated, is_late), (&opened, start), phrases), Some(rated))
                }
                // What is over in one level may go on in another.
                (Some(Err(Refusal::Over)), _) if tasks.len() > 1 => {
                    (Said::new("over", phrases.say("solve-over-already", &[])), None)
                }
                (Some(Err(refusal)), _) => return Err(refused(refusal, phrases)),
                (None | Some(Ok(_)), _) if task.is_late() => {
                    let limit = Some(word(&Limit::Stopped, true));
                    (Said { limit, ..Said::new("gave up", gave_up_late(phrases)) }, None)
                }
                (None | Some(Ok(_)), start) => {
                    is_bad = true;
                    let reason = start.as_ref().err().map(|it| Task::trouble(it, phrases));
                    let reason = reason.unwrap_or_default();
                    let text = phrases.say("solve-unplayable", &[("reason", reason.into())]);
                    (Said::new("unplayable", text), None)
                }
            };
            tell(task, &said, rated.as_ref(), arguments.json, phrases)
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
    let bytes = arguments.memory / u64::from(arguments.threads);
    let budget = Budget { nodes: arguments.nodes, bytes, stop: token.clone() };
    let deadline = deadline_of(arguments.seconds);
    let rated = watched(interrupted, &token, deadline, || rate(game, start, &budget))?;
    Ok((rated, token.is_stopped()))
}

/// Rating of a level, for programs and for people.
struct Said {
    verdict: &'static str,
    /// Limit at which it was given up, in one word.
    limit: Option<&'static str>,
    text: String,
}

impl Said {
    fn new(verdict: &'static str, text: String) -> Self {
        Self { verdict, limit: None, text }
    }

    fn of(
        (rated, is_late): (&Rated, bool),
        (opened, start): (&Opened, &State),
        phrases: &Phrases,
    ) -> Self {
        let say = |id: &str| phrases.say(id, &[]);
        let limit = match &rated.verdict {
            RatedVerdict::WonAlready => return Self::new("won", say("solve-won-already")),
            RatedVerdict::Won(..) => return Self::new("won", say("rate-won")),
            RatedVerdict::Impossible(_) => {
                return Self::new("impossible", say("rate-impossible"));
            }
            RatedVerdict::GaveUp(limit) => limit,
        };
        let text = gave_up((limit, is_late), (opened, start), phrases);
        Self { limit: Some(word(limit, is_late)), ..Self::new("gave up", text) }
    }
}

/// Prints what is known of a level.
fn tell(
    task: &Task,
    said: &Said,
    rated: Option<&Rated>,
    is_json: bool,
    phrases: &Phrases,
) -> Result<(), Failure> {
    let rating = rated.and_then(Rated::rating);
    let nodes = rated.map_or(0, |rated| rated.nodes);
    if is_json {
        return output::print_json(&RatingRecord::of(task, said, nodes, rating));
    }
    let level = task.level.map_or(String::new(), |level| level.to_string());
    let Some(Rating { actions, steps, choices, dead_ends, .. }) = rating else {
        let said = [said.text.as_str(), &task.title].join("  ");
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

/// Rating of a level, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct RatingRecord {
    level: Option<usize>,
    title: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
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

impl RatingRecord {
    fn of(task: &Task, said: &Said, nodes: u64, rating: Option<Rating>) -> Self {
        let figures = rating.map(|rating| Figures {
            difficulty: rating.difficulty(),
            steps: rating.steps,
            actions: rating.actions,
            choices: rating.choices,
            dead_ends: rating.dead_ends,
            bits: rating.bits,
        });
        let (verdict, limit) = (said.verdict, said.limit);
        Self { level: task.level, title: task.title.clone(), verdict, limit, nodes, figures }
    }
}
