//! Every example of the specification, run as a test: one trial for each example's text, one for
//! each board and action below it. `spec/README.md` says how examples are written.
//!
//! `cargo test -p masume-engine --test specification -- 06-` runs one chapter.

mod case;
mod coverage;
mod expectation;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Trial};
use masume_presentation::manual::example;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of the specification")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    files.sort();
    let chapters: Vec<(String, String)> = files.iter().map(|path| read(path)).collect();
    let mut trials: Vec<Trial> =
        chapters.iter().flat_map(|(file, text)| of_chapter(file, text)).collect();
    trials.extend(coverage::trials(&chapters));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The name of a chapter's file, and its text.
fn read(path: &Path) -> (String, String) {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    (file, fs::read_to_string(path).expect("a chapter is text"))
}

fn of_chapter(file: &str, text: &str) -> Vec<Trial> {
    match example::read(text) {
        Ok(examples) => case::cases(examples)
            .into_iter()
            .map(|case| {
                // A name is the place to open.
                let place = format!("spec/{file}:{}", case.line());
                Trial::test(place.clone(), move || {
                    run::run(&case).map_err(|why| format!("{place}\n{why}").into())
                })
            })
            .collect(),
        Err(wrong) => wrong
            .into_iter()
            .map(|(line, why)| {
                let why = format!("spec/{file}:{line}\n{why}");
                Trial::test(format!("spec/{file}:{line}"), move || Err(why.into()))
            })
            .collect(),
    }
}
