//! Compares the engine's executors on random games, for as many games or seconds as are asked for.

mod arguments;
mod progress;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser as _;
use masume_agreement::{Failure, examine, executors, generate};

use arguments::Arguments;
use progress::Progress;

/// Time between two lines about how far it has come.
const PAUSE: Duration = Duration::from_secs(30);

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    if arguments.print {
        return print_games(&arguments);
    }
    let contenders = executors();
    let mut progress = Progress::default();
    let started = Instant::now();
    let mut last_said = started;
    let mut out = io::stdout().lock();
    for seed in (arguments.seed..).take(arguments.most_games()) {
        if arguments.seconds.is_some_and(|most| started.elapsed() >= Duration::from_secs(most)) {
            break;
        }
        let Some(generated) = generate(seed) else {
            progress.barren += 1;
            continue;
        };
        progress.note_game(&generated);
        match examine(&generated, &contenders, seed, arguments.plies) {
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

/// The texts of the games, for who wants to see what is drawn.
fn print_games(arguments: &Arguments) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    for seed in (arguments.seed..).take(arguments.most_games()) {
        if let Some(generated) = generate(seed) {
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
