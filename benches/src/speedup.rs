//! Speed of games beside the reference executor that nobody has made fast: random ones, and
//! written ones.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use masume_agreement::{generate, is_over_budget};
use masume_engine::{Executor, Game, RunError, Series, Setup, State};
use serde::Serialize;

use crate::measure::thread_time;
use crate::stream::SEED;

/// The executors that are compared with the reference.
pub const EXECUTORS: [Executor; 2] = [Executor::Compiled, Executor::Batch];

/// Plies after which a random playout is left: many a generated game never ends.
const MOST_PLIES: u64 = 50;

/// Files of games in a folder, in order.
pub fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|it| it == "masu"));
    pages.sort();
    pages
}

/// The shipped games, and those that are there to be measured; `folder` is that of this crate.
pub fn written_games(folder: &Path) -> Vec<PathBuf> {
    [folder.join("../games"), folder.join("games")].iter().flat_map(|it| pages(it)).collect()
}

/// One game.
#[derive(Clone, Debug, Serialize)]
pub struct Speedup {
    /// Name of the game: its file, or the seed that the generator makes it of.
    pub game: String,
    /// Plies a second of the reference executor.
    pub reference: f64,
    /// Indexed as [`EXECUTORS`]: how many times as many plies a second.
    pub times: [f64; 2],
    /// Number of boards that are run, in words.
    pub many_boards: String,
}

/// Spread of the ratios of many games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// A twentieth is less.
    pub fifth_percentile: f64,
    /// One half is less.
    pub median: f64,
}

impl Spread {
    /// Of some numbers; `None` of none.
    pub fn of(mut numbers: Vec<f64>) -> Option<Self> {
        numbers.sort_by(f64::total_cmp);
        let at = |share: usize| numbers.get(numbers.len() * share / 100).copied();
        Some(Self { least: at(0)?, fifth_percentile: at(5)?, median: at(50)? })
    }
}

/// Measures the random games of some seeds, each executor for as long as the budget says or longer; those in
/// which nothing can be done, that go wrong, or that the reference would play for minutes, are left out.
pub fn of_seeds(seeds: Range<u64>, budget: Duration, mut done: impl FnMut(u64)) -> Vec<Speedup> {
    let measured = seeds.filter_map(|seed| {
        done(seed);
        measure(format!("seed {seed}"), &generate(seed)?.game, budget)
    });
    measured.collect()
}

/// Measures games that are written in files, alike; those are left out that the reference would play for minutes.
///
/// # Errors
/// The path of a file that cannot be read, or has errors.
pub fn of_files(
    files: &[PathBuf],
    budget: Duration,
    mut done: impl FnMut(&Path),
) -> Result<Vec<Speedup>, PathBuf> {
    let mut measured = Vec::new();
    for path in files {
        done(path);
        let game = std::fs::read_to_string(path).ok().and_then(|text| Game::load(&text).game);
        let game = game.ok_or_else(|| path.clone())?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        measured.extend(measure(name, &game, budget));
    }
    Ok(measured)
}

fn measure(name: String, game: &Game, budget: Duration) -> Option<Speedup> {
    let start = game.start(&Setup::default()).ok()?;
    if is_over_budget(game.rules(), start.board.grid()) {
        return None;
    }
    let rate = |executor| {
        let game = game.clone().with_executor(executor);
        plies_per_second(&game, &start, budget).ok().flatten()
    };
    let reference = rate(Executor::Reference)?;
    let mut times = [0.0; 2];
    for (times, executor) in times.iter_mut().zip(EXECUTORS) {
        *times = rate(executor)? / reference;
    }
    let explained = game.explain(&Setup::default(), None).ok()?;
    let many_boards = explained.lines().find_map(|line| line.strip_prefix("many boards: "));
    let many_boards = many_boards.unwrap_or_default().to_owned();
    Some(Speedup { game: name, reference, times, many_boards })
}

/// Plies of random games in a second of processor time; `None` where no ply is played.
pub(crate) fn plies_per_second(
    game: &Game,
    start: &State,
    budget: Duration,
) -> Result<Option<f64>, RunError> {
    let mut series = Series { games: 1, seed: SEED, most_plies: MOST_PLIES };
    // What is asked first compiles the rules.
    game.playouts(start, series)?;
    loop {
        let began = thread_time();
        let playouts = game.playouts(start, series)?;
        let taken = thread_time().saturating_sub(began);
        if playouts.plies == 0 {
            return Ok(None);
        }
        if taken >= budget {
            return Ok(Some(playouts.plies as f64 / taken.as_secs_f64()));
        }
        series.games *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_of_sorted_numbers() {
        let numbers = (0..100).rev().map(f64::from).collect();
        let expected = Spread { least: 0.0, fifth_percentile: 5.0, median: 50.0 };
        assert_eq!(Spread::of(numbers), Some(expected));
        assert_eq!(Spread::of(Vec::new()), None);
    }

    #[test]
    fn random_games_are_measured() {
        let measured = of_seeds(0..8, Duration::ZERO, |_| {});
        assert!(!measured.is_empty());
        assert!(measured.iter().all(|game| game.times.iter().all(|times| times.is_finite())));
    }
}
