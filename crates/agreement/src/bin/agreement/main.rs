//! Compares the engine's executors on random games, for as many games or seconds as are asked for.

mod arguments;
mod progress;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser as _;
use masume_agreement::{
    Dice, Failure, Plan, Sample, compare, examine_by, executors, generate, generate_plain,
    generate_with,
};
use masume_engine::{Game, Setup};

use arguments::Arguments;
use progress::Progress;

/// Time between two lines about how far it has come.
const PAUSE: Duration = Duration::from_secs(30);

/// Games that are played side by side: more than there are lanes.
const MANY: u64 = 40;

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    if arguments.print {
        return print_games(&arguments);
    }
    if !arguments.files.is_empty() {
        return play_files(&arguments.files);
    }
    if let Some(file) = &arguments.bytes {
        return play_bytes(file, &arguments.out);
    }
    let contenders = executors();
    let mut progress = Progress::default();
    let started = Instant::now();
    let mut last_said = started;
    let mut out = io::stdout().lock();
    let draw = if arguments.plain { generate_plain } else { generate };
    for seed in (arguments.seed..).take(arguments.most_games()) {
        if arguments.seconds.is_some_and(|most| started.elapsed() >= Duration::from_secs(most)) {
            break;
        }
        let Some(generated) = draw(seed) else {
            progress.barren += 1;
            continue;
        };
        progress.note_game(&generated);
        let long_playouts = if arguments.plain { MANY } else { 0 };
        let plan = Plan { long_playouts, ..Plan::new(seed, arguments.plies) };
        match examine_by(&generated, &contenders, &plan) {
            Ok(statistics) => progress.statistics.add(&statistics),
            Err(failure) => {
                let file = keep(&arguments.out, seed, &failure)?;
                writeln!(out, "seed {seed}: {}\nkept as {}", failure.last, file.display())?;
                progress.failures.push(file);
                if progress.failures.len() >= arguments.failures {
                    break;
                }
            }
        }
        if last_said.elapsed() >= PAUSE {
            last_said = Instant::now();
            writeln!(out, "{}", progress.line(started.elapsed()))?;
        }
    }
    writeln!(out, "{}", progress.report(&contenders, started.elapsed()))?;
    Ok(if progress.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays games that are kept as files.
fn play_files(files: &[PathBuf]) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let text = fs::read_to_string(file)?;
        let sample = Sample::read(&text);
        let Some(game) = Game::load(&text).game else {
            writeln!(out, "{}: the game has errors", file.display())?;
            code = ExitCode::FAILURE;
            continue;
        };
        for seed in sample.seeds {
            let (setup, plan) = (
                Setup { seed, ..Setup::default() },
                Plan { long_playouts: MANY, ..Plan::new(seed, sample.plies) },
            );
            match compare(&game, &executors(), &setup, &plan) {
                Ok(played) => writeln!(out, "{} seed {seed}: {played}", file.display())?,
                Err(failure) => {
                    writeln!(out, "{} seed {seed}: {failure}", file.display())?;
                    code = ExitCode::FAILURE;
                }
            }
        }
    }
    Ok(code)
}

/// Plays the game that is drawn from a file's bytes as the fuzz target does, and keeps it where it fails.
fn play_bytes(file: &Path, folder: &Path) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let Some(generated) = generate_with(&mut Dice::of_script(&fs::read(file)?)) else {
        writeln!(out, "{}: no game is drawn from these bytes", file.display())?;
        return Ok(ExitCode::FAILURE);
    };
    let plan = Plan { asides: 1, chances: 8, playouts: 2, ..Plan::new(1, 3) };
    match examine_by(&generated, &executors(), &plan) {
        Ok(played) => {
            writeln!(out, "{}: {played}", file.display())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            let kept = keep(folder, 1, &failure)?;
            writeln!(out, "{}\nkept as {}", failure.last, kept.display())?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The texts of the games, for who wants to see what is drawn.
fn print_games(arguments: &Arguments) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let draw = if arguments.plain { generate_plain } else { generate };
    for seed in (arguments.seed..).take(arguments.most_games()) {
        if let Some(generated) = draw(seed) {
            writeln!(out, "// seed {seed}\n{}", generated.text)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn keep(folder: &Path, seed: u64, failure: &Failure) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("seed-{seed}.masu"));
    fs::write(&file, failure.sample.to_string())?;
    Ok(file)
}
