//! Rules in, program out: the files of `tests/programs`.
//!
//! A file has a game's text, or a line `= rules of FILE` that names one of the shipped games; then
//! a line `= program on WIDTHxHEIGHT`, and the program as text. `MASUME_RECORD=1 cargo test -p
//! masume-compile --test programs` writes the programs anew: look at the difference before you
//! keep it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use masume_compile::{Compiled, Optimisations};
use masume_rules::check;
use masume_rules::model::Rules;
use masume_rules::run_error::Span;
use masume_rules::text::{grid_of_size, read_size};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entries = fs::read_dir(root().join("tests/programs"))?;
    let mut files: Vec<PathBuf> =
        entries.map(|it| Ok(it?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    let trials = files.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("{name}_becomes_its_program"), move || check_file(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check_file(path: &Path) -> Result<(), Failed> {
    let recorded = fs::read_to_string(path)?;
    let given: Vec<&str> =
        recorded.split_inclusive('\n').take_while(|it| !it.starts_with("= program on ")).collect();
    let given = given.concat();
    let heading = recorded.lines().find_map(|it| it.strip_prefix("= program on "));
    let size = heading.ok_or("no line says on which board")?;
    let text = match given.lines().find_map(|line| line.strip_prefix("= rules of ")) {
        Some(file) => fs::read_to_string(root().join(file))?,
        None => given.clone(),
    };
    let rules = Arc::new(rules_of(&text)?);
    let read = read_size(size).ok_or("a board is 8x8 or the like")?;
    let grid = grid_of_size(&rules, read, Span::default()).map_err(|it| it.message)?;
    let compiled = Compiled::new(rules, &grid, Optimisations::ALL)?;
    let found = format!("{given}= program on {size}\n{}", compiled.explain(None));
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
