//! Every example of the specification, run as a test: one trial for each example's text, one for
//! each board and action below it. `spec/README.md` says how examples are written.
//!
//! `cargo test -p masume-engine --test specification -- 06-` runs one chapter.

mod case;
mod chapter;
mod completion;
mod expectation;
mod play;
mod run;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    files.sort();
    let trials: Vec<Trial> = files.iter().flat_map(|path| trials(path)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trials(path: &Path) -> Vec<Trial> {
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = Arc::new(fs::read_to_string(path).unwrap());
    match chapter::read(&text) {
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
