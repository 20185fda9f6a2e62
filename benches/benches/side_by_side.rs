//! Measures the engine beside games written by hand: `cargo bench --bench side_by_side`.
//!
//! `cargo bench --bench side_by_side -- othello` measures the rows whose name contains the word,
//! `-- --exact "othello perft"` one row; `loading`, `growth`, `generated`, `written` and `spellings`
//! name the other tables. `-- --help` says more.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use masume_benches::measure::Effort;
use masume_benches::report::Report;
use masume_benches::rows::{Row, SINGLE, rows};
use masume_benches::run::{Verdict, measure};
use masume_benches::{growth, loading, speedup, spellings};
use masume_engine::InstructionSet;

/// Measures the engine beside games written by hand.
#[derive(Parser)]
struct Arguments {
    /// Only rows whose name contains one of these; `loading`, `growth`, `generated`, `written`
    /// and `spellings` are the other tables.
    names: Vec<String>,
    /// Names are whole names, not parts of them.
    #[arg(long)]
    exact: bool,
    /// Prints the names of the rows, and measures nothing.
    #[arg(long)]
    list: bool,
    /// Measurements of each side, in turn.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// The least processor time of one measurement, in milliseconds.
    #[arg(long, default_value_t = 100)]
    least: u64,
    /// The processor time for each board of the table of growth, in milliseconds.
    #[arg(long, default_value_t = 500)]
    growth: u64,
    /// Random games that are compared with the reference; `generated` is their table.
    #[arg(long, default_value_t = 500)]
    generated: u64,
    /// The seed of the first of them.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Written games that are compared with the reference, besides those of this project; `written`
    /// is their table.
    #[arg(long)]
    file: Vec<PathBuf>,
    /// The vector instructions that the engine may use in the rows.
    #[arg(long, value_enum, default_value = "best")]
    instructions: Instructions,
    /// Fails where a row is slower than it must be.
    #[arg(long)]
    strict: bool,
    /// Given by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Instructions {
    /// Those that every machine has.
    Baseline,
    /// Those up to AVX2.
    Avx2,
    /// All that this machine has.
    Best,
}

impl Instructions {
    fn set(self) -> InstructionSet {
        match self {
            Self::Baseline => InstructionSet::Baseline,
            Self::Avx2 => InstructionSet::Avx2,
            Self::Best => InstructionSet::Best,
        }
    }
}

impl Arguments {
    fn wants(&self, name: &str) -> bool {
        let is_named = |word: &String| {
            if self.exact { name == word } else { name.contains(word.as_str()) }
        };
        self.names.is_empty() || self.names.iter().any(is_named)
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wanted: Vec<Row> = rows().into_iter().filter(|row| arguments.wants(row.name)).collect();
    if arguments.list {
        wanted.iter().for_each(|row| println!("{}", row.name));
        return ExitCode::SUCCESS;
    }
    let (least, instructions) =
        (Duration::from_millis(arguments.least), arguments.instructions.set());
    let effort = Effort { pairs: arguments.pairs, least, instructions };
    let mut report = Report::default();
    let mut is_sound = true;
    for row in &wanted {
        eprintln!("{} …", row.name);
        match measure(row, effort) {
            Ok(measured) => report.rows.push(measured),
            Err(error) => {
                eprintln!("{}: {error}", row.name);
                is_sound = false;
            }
        }
    }
    if arguments.wants("loading") {
        eprintln!("loading …");
        match loading::measure_all(SINGLE, effort) {
            Ok(files) => report.loading = files,
            Err(error) => {
                eprintln!("loading: {error}");
                is_sound = false;
            }
        }
    }
    if arguments.wants("growth") {
        let budget = Duration::from_millis(arguments.growth);
        report.growth = growth::measure_all(SINGLE, budget, |it| {
            eprintln!("growth of {}, {} x {} …", it.game, it.side, it.side);
        });
    }
    if arguments.wants("generated") {
        let budget = Duration::from_millis(arguments.least / 10);
        let seeds = arguments.seed..arguments.seed.saturating_add(arguments.generated);
        report.generated = speedup::of_seeds(seeds, budget, |seed| {
            if seed % 50 == 0 {
                eprintln!("random game {seed} …");
            }
        });
    }
    if arguments.wants("written") || !arguments.file.is_empty() {
        let budget = Duration::from_millis(arguments.least);
        let mut files =
            if arguments.wants("written") { speedup::written_games(folder) } else { Vec::new() };
        files.extend_from_slice(&arguments.file);
        match speedup::of_files(&files, budget, |path| eprintln!("{} …", path.display())) {
            Ok(games) => report.written = games,
            Err(path) => {
                eprintln!("{} cannot be read, or has errors", path.display());
                is_sound = false;
            }
        }
    }
    if arguments.wants("spellings") {
        let budget = Duration::from_millis(arguments.least);
        for (game, texts) in spellings::texts(folder) {
            eprintln!("spellings of {game} …");
            match spellings::measure(&game, &texts, budget) {
                Ok(measured) => report.spellings.push(measured),
                Err(path) => {
                    eprintln!("{} cannot be read, or goes wrong", path.display());
                    is_sound = false;
                }
            }
        }
    }
    println!("{}", report.text());
    // Cargo tells where it keeps what benches write; the folder above is that of the build.
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap_or(Path::new("target"));
    match report.write(&built.join("bench")) {
        Ok(files) => files.iter().for_each(|file| println!("{}", file.display())),
        Err(error) => {
            eprintln!("the report cannot be written: {error}");
            is_sound = false;
        }
    }
    let verdicts = report.rows.iter().map(|row| row.verdict);
    let mut verdicts = verdicts.chain(report.loading.iter().map(|file| file.verdict));
    let is_slow = verdicts.any(|verdict| verdict == Verdict::Below)
        || report.spellings.iter().any(|game| game.ratio() > spellings::MUST);
    if is_sound && !(arguments.strict && is_slow) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
