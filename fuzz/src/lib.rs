//! Fuzz targets: functions of any bytes that panic where what always holds is broken.
//!
//! A target is a plain function, so that tests run it on fixed inputs (`tests/fixed_inputs.rs`) and the fuzzer on inputs that
//! it draws (`run`, through `src/bin/libfuzzer.rs`). Start reading at [`TARGETS`].

mod agreement;
mod check;
mod parse;
mod play;
mod save;
mod state;

use masume_engine::shipped_games;

/// Fuzz target: what is done with an input, and inputs from which mutation starts.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name on the command line and of its folder of findings.
    pub name: &'static str,
    /// Check of one input. Panics where an invariant is broken.
    pub run: fn(&[u8]),
    /// Valid inputs with a name each.
    pub seeds: fn() -> Vec<Seed>,
}

/// Valid input with the name of the game that it comes from.
pub type Seed = (String, Vec<u8>);

/// All fuzz targets, those of the shortest way through the code first.
pub const TARGETS: [Target; 6] = [
    Target { name: "parse", run: parse::run, seeds: texts },
    Target { name: "check", run: check::run, seeds: texts },
    Target { name: "state", run: state::run, seeds: state::seeds },
    Target { name: "play", run: play::run, seeds: texts },
    Target { name: "save", run: save::run, seeds: save::seeds },
    Target { name: "agreement", run: agreement::run, seeds: texts },
];

/// Texts of the shipped games.
fn texts() -> Vec<Seed> {
    shipped_games().iter().map(|game| (game.name.to_owned(), game.text.into())).collect()
}

/// Longest prefix that is text.
fn text_of(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}
