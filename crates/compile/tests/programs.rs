//! Rules in, program out: the files of `tests/programs`; and rules in, code for many boards out:
//! those of `tests/interp`.
//!
//! A file has a game's text, or a line `= rules of FILE` that names one of the shipped games; then
//! a line `= program on WIDTHxHEIGHT` or `= code on WIDTHxHEIGHT`, and the program or the code
//! as text, or why there is no code. `MASUME_RECORD=1 cargo test -p masume-compile --test programs`
//! writes them anew: look at the difference before you keep it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use masume_execute::Compiled;
use masume_program::Optimisations;
use masume_rules::check;
use masume_rules::model::Rules;
use masume_rules::run_error::Span;
use masume_rules::text::{grid_of_size, read_size};
use masume_words::compile;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Part of a game that is recorded.
#[derive(Clone, Copy)]
enum Recorded {
    Program,
    Interp,
}

impl Recorded {
    /// The folder of its files.
    fn folder(self) -> &'static str {
        match self {
            Self::Program => "tests/programs",
            Self::Interp => "tests/interp",
        }
    }

    /// Heading that stands before it in a file, up to the board.
    fn heading(self) -> &'static str {
        match self {
            Self::Program => "= program on ",
            Self::Interp => "= code on ",
        }
    }

    /// Claim of a test about it.
    fn claim(self) -> &'static str {
        match self {
            Self::Program => "becomes_its_program",
            Self::Interp => "becomes_its_code",
        }
    }

    fn of(self, compiled: &dyn Compiled) -> String {
        match self {
            Self::Program => compiled.explain(None),
            Self::Interp => {
                let code = compiled.interp_text().unwrap_or_default();
                format!("{}\n{code}", compiled.many_boards())
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut trials = Vec::new();
    for recorded in [Recorded::Program, Recorded::Interp] {
        let entries = fs::read_dir(root().join(recorded.folder()))?;
        let mut files: Vec<PathBuf> =
            entries.map(|it| Ok(it?.path())).collect::<Result<_, std::io::Error>>()?;
        files.sort();
        trials.extend(files.into_iter().map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let claim = format!("{name}_{}", recorded.claim());
            Trial::test(claim, move || check_file(&path, recorded))
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check_file(path: &Path, what: Recorded) -> Result<(), Failed> {
    let recorded = fs::read_to_string(path)?;
    let heading = what.heading();
    let given: Vec<&str> =
        recorded.split_inclusive('\n').take_while(|it| !it.starts_with(heading)).collect();
    let given = given.concat();
    let size = recorded.lines().find_map(|it| it.strip_prefix(heading));
    let size = size.ok_or("no line says on which board")?;
    let text = match given.lines().find_map(|line| line.strip_prefix("= rules of ")) {
        Some(file) => fs::read_to_string(root().join(file))?,
        None => given.clone(),
    };
    let rules = Arc::new(rules_of(&text)?);
    let read = read_size(size).ok_or("a board is 8x8 or the like")?;
    let grid = grid_of_size(&rules, read, Span::default()).map_err(|it| it.message)?;
    let compiled = compile(rules, &grid, Optimisations::ALL)?;
    let found = format!("{given}{heading}{size}\n{}", what.of(&*compiled));
    if found == recorded {
        return Ok(());
    }
    if std::env::var_os("MASUME_RECORD").is_some() {
        fs::write(path, found)?;
        return Ok(());
    }
    Err(format!("recorded is\n{recorded}\nand now it is\n{found}").into())
}

fn rules_of(text: &str) -> Result<Rules, Failed> {
    let parsed = masume_syntax::parse(text);
    let checked = check(&parsed.file);
    let found: Vec<String> = parsed
        .diagnostics
        .iter()
        .chain(&checked.diagnostics)
        .map(|it| format!("{:?}: {}", it.code, it.message))
        .collect();
    let rules = checked.rules.ok_or("the text is no game")?;
    if found.is_empty() { Ok(rules) } else { Err(found.join("\n").into()) }
}
