//! Measures the solvers: `cargo bench --bench solve -- --levels FOLDER`.
//!
//! Each file of levels in the folder is a row, and so is each shipped game that can be solved: its
//! levels, or the deals of ten seeds. One core, fixed seeds; node counts stand beside times, for they
//! are the same on every machine, and times are those of the processor. `--optimal` asks for the least of
//! moves or of a value; `--reach` measures how fast positions are met, breadth first, and what each takes; `--exact` finds what
//! games of chance are worth; `--required short` or `whole` measures the rows with a figure that each must come to.
//! The table is printed; the figures of every level are written as
//! JSON, and how many levels are solved after which time as a plot.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]

#[path = "solve/required.rs"]
mod required;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use masume_benches::measure::thread_time;
use masume_engine::{Game, LevelInfo, Setup, Size, State, shipped_games};
use masume_rules::model::Value;
use masume_search::{Aim, Budget, ExactValues, Limit, Refusal, Solver, Verdict, reachable};
use plotters::prelude::*;
use serde::Serialize;

/// Seeds of a game without levels.
const SEEDS: u64 = 10;
/// Line of a set-up that takes only deals that can be solved.
const UNTIL_SOLVABLE: &str = "  until solvable\n";
/// Nodes between two looks at the clock.
const STEP: u64 = 256;

/// Measures the solvers.
#[derive(Parser)]
struct Arguments {
    /// Only rows whose name contains one of these.
    names: Vec<String>,
    /// A folder with files of levels, searched with all its folders.
    #[arg(long)]
    levels: Option<PathBuf>,
    /// The shipped game that the files are levels of.
    #[arg(long, default_value = "sokoban")]
    game: String,
    /// Seconds after which a level is given up.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// The least of this is asked for: `moves`, or a value that the game declares.
    #[arg(long)]
    optimal: Option<String>,
    /// In place of solving: so many positions are expanded, breadth first.
    #[arg(long)]
    reach: Option<u64>,
    /// In place of solving: what the best play expects of a game of chance for one, from its random start.
    #[arg(long, conflicts_with = "reach")]
    exact: bool,
    /// In place of all that: rows with a figure that each must come to.
    #[arg(long, value_enum, conflicts_with_all = ["reach", "exact"])]
    required: Option<required::Extent>,
    /// The size of boards without levels, such as 3x3.
    #[arg(long, value_parser = size_of)]
    size: Option<Size>,
    /// Deals of a game without levels.
    #[arg(long, default_value_t = SEEDS)]
    seeds: u64,
    /// Deals of a game that otherwise deals only what can be solved: a row of their own.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// The most that a search may keep, in megabytes.
    #[arg(long, default_value_t = 4096)]
    memory: u64,
    /// Folder for the JSON and the plot, in place of cargo's.
    #[arg(long)]
    output: Option<PathBuf>,
    /// Given by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Figures of one level or deal.
#[derive(Serialize)]
struct Figures {
    level: usize,
    verdict: &'static str,
    actions: usize,
    /// The points of the best line, where points are what the game is played for.
    points: Option<i64>,
    nodes: u64,
    kept: u64,
    bytes: u64,
    seconds: f64,
}

/// Row of a file or a game.
#[derive(Serialize)]
struct Row {
    name: String,
    levels: Vec<Figures>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.required {
        Some(extent) => required::run(extent).and_then(|is_met| match is_met {
            true => Ok(()),
            false => Err("a row missed what it must come to".into()),
        }),
        None => run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    if arguments.exact {
        return exact(arguments);
    }
    let mut rows = Vec::new();
    println!(
        "{:24} {:>11} {:>10} {:>11} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>7}",
        "row",
        "decided",
        "won",
        "nodes",
        "seconds",
        "mean ms",
        "99% ms",
        "worst ms",
        "nodes/s",
        "kept/s",
        "B/node"
    );
    for (name, game, starts) in tasks(arguments)? {
        let mut row = Row { name, levels: Vec::new() };
        for (index, start) in starts.iter().enumerate() {
            match solve(&game, start, arguments) {
                Ok(figures) => row.levels.push(Figures { level: index + 1, ..figures }),
                // Games for several, and those that nothing wins, are no rows.
                Err(Refusal::Players(_) | Refusal::NoWin | Refusal::NoPoints) => break,
                Err(Refusal::Over) => {}
            }
        }
        if !row.levels.is_empty() {
            println!("{}", line(&row));
            rows.push(row);
        }
    }
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap_or(Path::new("target"));
    let output = arguments.output.clone().unwrap_or_else(|| built.join("solve"));
    fs::create_dir_all(&output)?;
    fs::write(output.join("solve.json"), serde_json::to_string_pretty(&rows)?)?;
    plot(&rows, &output.join("solve.svg"), arguments.seconds)?;
    println!("written to {}", output.display());
    Ok(())
}

/// Exact values of games with points, each set-up that chance may give weighed by how likely it is.
fn exact(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{:24} {:>18} {:>11} {:>9} {:>10} {:>7}",
        "row", "expected", "positions", "seconds", "nodes/s", "B/node"
    );
    for shipped in shipped_games() {
        if !arguments.names.iter().any(|word| shipped.name.contains(word.as_str())) {
            continue;
        }
        let game = Game::load(shipped.text).game.ok_or("a shipped game has errors")?;
        let setup = Setup { size: arguments.size, ..Setup::default() };
        let starts = game.start_events(&setup, 1 << 20)?;
        let Some(first) = starts.first() else { continue };
        let before = thread_time();
        let budget = Budget { nodes: u64::MAX, bytes: arguments.memory << 20, ..Budget::default() };
        let mut values = ExactValues::new(&game, &first.state, &budget)
            .map_err(|because| format!("{}: {because:?}", shipped.name))?;
        let expected = values.mean(&starts);
        let expected = expected.map_err(|because| format!("{}: {because:?}", shipped.name))?;
        let seconds = (thread_time() - before).as_secs_f64();
        let (positions, bytes) = values.size();
        println!(
            "{:24} {expected:>18.10} {positions:>11} {seconds:>9.2} {:>10.0} {:>7.0}",
            shipped.name,
            positions as f64 / seconds,
            bytes as f64 / positions as f64,
        );
    }
    Ok(())
}

type Task = (String, Game, Vec<State>);

/// The rows that are asked for, each with its states.
fn tasks(arguments: &Arguments) -> Result<Vec<Task>, Box<dyn std::error::Error>> {
    let wants = |name: &str| {
        arguments.names.is_empty()
            || arguments.names.iter().any(|word| name.contains(word.as_str()))
    };
    let load = |text: &str| Game::load(text).game.ok_or("a shipped game has errors");
    let mut tasks = Vec::new();
    for shipped in shipped_games().iter().filter(|game| wants(game.name)) {
        let game = load(shipped.text)?;
        tasks.push((
            shipped.name.to_owned(),
            game.clone(),
            starts(&game, arguments.seeds, arguments.size),
        ));
        if shipped.text.contains(UNTIL_SOLVABLE) {
            let game = load(&shipped.text.replace(UNTIL_SOLVABLE, ""))?;
            let name = format!("{}-any-deal", shipped.name);
            tasks.push((name, game.clone(), starts(&game, arguments.deals, arguments.size)));
        }
    }
    let mut files = Vec::new();
    arguments.levels.iter().try_for_each(|folder| collect(folder, &mut files))?;
    files.sort();
    let mut shipped = shipped_games().iter();
    let text = shipped.find(|game| game.name == arguments.game).ok_or("no such game")?.text;
    for file in files {
        let name = file.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let Ok(text_of_file) = fs::read_to_string(&file) else { continue };
        let game = load(text)?;
        // What holds no levels, such as a licence, lies there too.
        let Ok(levels): Result<Vec<LevelInfo>, _> = game.read_collection(&text_of_file) else {
            continue;
        };
        if wants(&name) {
            let game = game.with_levels(levels);
            tasks.push((name, game.clone(), starts(&game, arguments.seeds, arguments.size)));
        }
    }
    Ok(tasks)
}

/// Every level, or the deals of some seeds.
fn starts(game: &Game, seeds: u64, size: Option<Size>) -> Vec<State> {
    let setups: Vec<Setup> = match game.level_count() {
        0 => (1..=seeds).map(|seed| Setup { seed, size, ..Setup::default() }).collect(),
        count => (1..=count).map(|it| Setup { level: Some(it), ..Setup::default() }).collect(),
    };
    setups.iter().filter_map(|setup| game.start(setup).ok()).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, found)?,
            false => found.push(path),
        }
    }
    Ok(())
}

fn size_of(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        Some(Size { width: width.parse().ok()?, height: height.parse().ok()? })
    });
    sides.ok_or_else(|| "a size looks like 3x3".to_owned())
}

/// Aim that is asked for, or else what one plays the game for; a name that the game does not know asks for any line.
fn aim_of(game: &Game, arguments: &Arguments) -> Aim {
    let names = || game.rules().values.iter().map(|value| value.name.as_str());
    match arguments.optimal.as_deref() {
        None => Aim::of(game.rules()),
        Some("moves") => Aim::Moves,
        Some(name) => match names().position(|known| known == name) {
            Some(index) => Aim::Value(Value(index as u8)),
            None => Aim::Any,
        },
    }
}

/// Meets positions, whatever wins.
fn reach(game: &Game, start: &State, nodes: u64, arguments: &Arguments) -> Figures {
    let before = thread_time();
    let budget = Budget { nodes, bytes: arguments.memory << 20, ..Budget::default() };
    let found = reachable(game, start, &budget);
    let seconds = (thread_time() - before).as_secs_f64();
    let verdict = if found.limit.is_none() { "all" } else { "more" };
    let (kept, actions) = (found.count(), found.by_depth.len());
    let (nodes, bytes) = (found.expanded, found.bytes);
    Figures { level: 0, verdict, actions, points: None, nodes, kept, bytes, seconds }
}

fn solve(game: &Game, start: &State, arguments: &Arguments) -> Result<Figures, Refusal> {
    if let Some(nodes) = arguments.reach {
        return Ok(reach(game, start, nodes, arguments));
    }
    let before = thread_time();
    let limit = Duration::try_from_secs_f64(arguments.seconds).unwrap_or(Duration::MAX);
    let budget = Budget { nodes: u64::MAX, bytes: arguments.memory << 20, ..Budget::default() };
    let mut solver = Solver::new(game, start, aim_of(game, arguments), &budget)?;
    let verdict = loop {
        if let Some(solved) = solver.step(STEP) {
            break Some(solved.verdict);
        }
        if thread_time() - before >= limit {
            break None;
        }
    };
    let (seconds, report) = ((thread_time() - before).as_secs_f64(), solver.report());
    let verdict = verdict.unwrap_or_else(|| solver.give_up(Limit::Stopped));
    let mut points = None;
    let (verdict, actions) = match verdict {
        Verdict::Won(line) => ("won", line.actions.len()),
        Verdict::Scored(scored) => {
            points = Some(scored.points);
            ("scored", scored.line.actions.len())
        }
        Verdict::Impossible(_) => ("impossible", 0),
        Verdict::GaveUp(_) => ("gave up", 0),
    };
    let (nodes, kept, bytes) = (report.nodes, report.kept, report.bytes);
    Ok(Figures { level: 0, verdict, actions, points, nodes, kept, bytes, seconds })
}

impl Figures {
    fn is_decided(&self) -> bool {
        self.verdict != "gave up"
    }
}

fn line(row: &Row) -> String {
    let levels = &row.levels;
    let sum = |of: fn(&Figures) -> f64| levels.iter().map(of).sum::<f64>();
    let (nodes, seconds) = (sum(|it| it.nodes as f64), sum(|it| it.seconds));
    let (kept, bytes) = (sum(|it| it.kept as f64), sum(|it| it.bytes as f64));
    let mut times: Vec<f64> = levels.iter().map(|it| it.seconds).collect();
    times.sort_by(f64::total_cmp);
    let of_hundred = times[(times.len() * 99).div_ceil(100) - 1];
    let worst = levels.iter().map(|it| it.seconds).fold(0.0, f64::max);
    format!(
        "{:24} {:>11} {:>10} {nodes:>11.0} {seconds:>9.2} {:>9.2} {:>9.1} {:>9.1} {:>10.0} {:>10.0} {:>7.0}",
        row.name,
        format!("{}/{}", levels.iter().filter(|it| it.is_decided()).count(), levels.len()),
        levels.iter().filter(|it| it.verdict == "won").count(),
        1000.0 * seconds / levels.len() as f64,
        1000.0 * of_hundred,
        1000.0 * worst,
        nodes / seconds.max(f64::MIN_POSITIVE),
        kept / seconds.max(f64::MIN_POSITIVE),
        bytes / kept.max(1.0),
    )
}

/// The share of levels that are decided after how many seconds each.
fn plot(rows: &[Row], path: &Path, seconds: f64) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::new(path, (900, 600)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(20)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d((1e-4..seconds).log_scale(), 0.0..1.0)?;
    chart.configure_mesh().x_desc("seconds a level").y_desc("decided").draw()?;
    for (index, row) in rows.iter().enumerate() {
        let mut times: Vec<f64> =
            row.levels.iter().filter(|it| it.is_decided()).map(|it| it.seconds).collect();
        times.sort_by(f64::total_cmp);
        let count = row.levels.len() as f64;
        let points = times
            .iter()
            .enumerate()
            .map(|(done, time)| (time.max(1e-4), (done + 1) as f64 / count));
        let colour = Palette99::pick(index).to_rgba();
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(row.name.clone())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 15, y)], colour));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}
