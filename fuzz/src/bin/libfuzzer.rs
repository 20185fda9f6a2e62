//! Fuzzer of one target: `fuzz/run` says which, and where inputs are kept.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use masume_fuzz::{TARGETS, Target};

/// Variable with the name of the target.
const TARGET: &str = "MASUME_FUZZ_TARGET";
/// Variable with the folder in which mutation finds what it starts from.
const CORPUS: &str = "MASUME_FUZZ_CORPUS";

static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var(TARGET).unwrap_or_default();
    let target = TARGETS.into_iter().find(|it| it.name == name);
    target.unwrap_or_else(|| {
        panic!("{TARGET} is `{name}`, expected one of {:?}", TARGETS.map(|it| it.name))
    })
});

fn write_seeds() {
    let Some(corpus) = std::env::var_os(CORPUS) else { return };
    for (name, input) in (CHOSEN.seeds)() {
        std::fs::write(Path::new(&corpus).join(name), input).expect("a folder to write in");
    }
}

fuzz_target!(init: write_seeds(), |bytes: &[u8]| (CHOSEN.run)(bytes));
