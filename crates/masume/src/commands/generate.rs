//! `masume generate`: new levels, the hardest of what a time allows.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use clap::Args;
use masume_bots::deadline::{deadline_of, watched};
use masume_engine::StopToken;
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_rules::model::Size;
use masume_search::{Budget, CannotGenerate, Generated, Generator, LevelSpec};
use serde::Serialize;

use super::solve::{grouped, refused, texts};
use crate::arguments::GameArguments;
use crate::arguments::value::{memory, positive, size, whole};
use crate::failure::Failure;
use crate::open::{self, Opened};
use crate::output;

/// Seconds where neither nodes nor seconds are bounded.
const SECONDS: f64 = 10.0;
/// Time between two lines of progress.
const TICK: Duration = Duration::from_millis(500);

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The size of the levels, walls around them included, such as 8x7: columns x rows
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub(crate) level_size: Size,
    /// How many pieces are moved; in a game that moves only one, how many walls stand within
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1000), allow_negative_numbers = true)]
    pub(crate) pieces: u32,
    /// How many levels are printed: the hardest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, 1000), allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// Nodes of all searches together: the same number and seed make the same levels
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Seconds for making them [default: 10, where --nodes is not given]
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what a search keeps, such as `500M` or `8G`
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Print one JSON object a level
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &GenerateArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let wanted = LevelSpec {
        size: arguments.level_size,
        pieces: arguments.pieces as usize,
        seed: opened.setup.seed,
        count: arguments.count as usize,
    };
    let stop = StopToken::new();
    let token = stop.clone();
    // Where the handler cannot be set, the system's own way of ending remains.
    let _ = ctrlc::set_handler(move || token.stop());
    let late = StopToken::new();
    let nodes = arguments.nodes.unwrap_or(u64::MAX);
    let budget = Budget { nodes, bytes: arguments.memory, stop: late.clone() };
    let seconds = arguments.seconds.or(arguments.nodes.is_none().then_some(SECONDS));
    let made = watched(&stop, &late, deadline_of(seconds), || {
        Generator::new(&opened.game, wanted, &budget).map(|it| made(it, &budget, phrases))
    });
    let best = match made {
        // Levels to learn from that were not looked at are not missing.
        Err(CannotGenerate::NoLevels) if late.is_stopped() => Vec::new(),
        made => made.map_err(|reason| cannot(reason, phrases))?,
    };
    if best.is_empty() {
        return Err(Failure::input(phrases.say("generate-none", &[])));
    }
    for (index, level) in best.iter().enumerate() {
        match arguments.json {
            true => output::print_json(&GeneratedLevel::of(level, &opened))?,
            false => output::print_file(&printed(level, index + 1, &opened, phrases))?,
        }
    }
    Ok(())
}

/// The hardest levels that are made within the budget.
fn made(mut generator: Generator, budget: &Budget, phrases: &Phrases) -> Vec<Generated> {
    let mut shown = Instant::now();
    let shows_progress = std::io::stderr().is_terminal();
    let mut has_shown = false;
    while generator.nodes() < budget.nodes && !budget.stop.is_stopped() {
        generator.step();
        if shows_progress && shown.elapsed() >= TICK {
            (shown, has_shown) = (Instant::now(), true);
            show(&generator, phrases);
        }
    }
    if has_shown {
        // Takes the line of progress away.
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    generator.best().to_vec()
}

/// Shows how far it has come, over what was shown before.
fn show(generator: &Generator, phrases: &Phrases) {
    let hardest = generator.best().first().map_or(0.0, |it| it.rating.difficulty());
    let values = [
        ("count", generator.best().len().into()),
        ("nodes", grouped(generator.nodes()).into()),
        ("difficulty", format!("{hardest:.1}").into()),
    ];
    // Progress that cannot be shown is missed by nobody.
    let _ = write!(std::io::stderr(), "\r\x1b[K{}", phrases.say("generate-progress", &values));
}

fn cannot(reason: CannotGenerate, phrases: &Phrases) -> Failure {
    match reason {
        CannotGenerate::Refused(refusal) => refused(refusal, phrases),
        CannotGenerate::NoLevels => Failure::Usage(
            Complaint::new(phrases.say("generate-no-levels", &[]))
                .with_help(phrases.say("generate-no-levels-help", &[])),
        ),
        CannotGenerate::Size => Failure::Usage(Complaint::new(phrases.say("generate-size", &[]))),
    }
}

/// A level as a collection has it, with what is known of it in comments.
fn printed(level: &Generated, number: usize, opened: &Opened, phrases: &Phrases) -> String {
    let rating = level.rating;
    let values = [
        ("difficulty", format!("{:.1}", rating.difficulty()).into()),
        ("steps", rating.steps.into()),
        ("actions", rating.actions.into()),
        ("nodes", grouped(rating.nodes).into()),
        ("choices", format!("{:.1}", rating.choices).into()),
        ("dead", format!("{:.0}", rating.dead_ends * 100.0).into()),
    ];
    let game = opened.game.clone().with_levels(vec![level.level.clone()]);
    let (actions, letters) = texts(&game, &level.state, &level.line);
    let solution = letters.unwrap_or_else(|| actions.join(", "));
    let mut text = format!("// {}\n// {solution}\n", phrases.say("generate-level", &values));
    text.push_str(&format!("level \"{number}\"\n"));
    for row in &level.level.rows {
        text.push_str(&format!("  {row}\n"));
    }
    text.push('\n');
    text
}

/// A level for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct GeneratedLevel {
    rows: Vec<String>,
    difficulty: f64,
    steps: usize,
    nodes: u64,
    choices: f64,
    dead_ends: f64,
    bits: f64,
    actions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lurd: Option<String>,
}

impl GeneratedLevel {
    fn of(level: &Generated, opened: &Opened) -> Self {
        let game = opened.game.clone().with_levels(vec![level.level.clone()]);
        let (actions, lurd) = texts(&game, &level.state, &level.line);
        Self {
            rows: level.level.rows.clone(),
            difficulty: level.rating.difficulty(),
            steps: level.rating.steps,
            nodes: level.rating.nodes,
            choices: level.rating.choices,
            dead_ends: level.rating.dead_ends,
            bits: level.rating.bits,
            actions,
            lurd,
        }
    }
}
