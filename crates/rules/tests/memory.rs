//! What is refused takes little memory: sizes are looked at before cells are.
//!
//! A binary of its own with one test, for its allocator counts everything that the process takes.

use std::alloc::System;

use masume_rules::model::Rules;
use masume_rules::text::{read_collection, read_level, read_state};
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait as _};

#[global_allocator]
static ALLOCATOR: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The most memory for each byte that was read, the text itself not counted.
const MOST_FOR_A_BYTE: usize = 10;
/// For messages and other things of a fixed size, in bytes.
const APART: usize = 128 << 10;

const PIECES: &str = "game Boxes\n\npieces\n  ground: wall goal\n  thing: player box\n\nlegend\n  .  nothing\n  #  wall\n  g  goal\n  p  player\n  b  box\n\n\
                      legend xsb\n  #  wall\n  space - _  nothing\n  .  goal\n  @  player\n  $  box\n\n\
                      action push in d\n  player [no thing] -> _ player\n\nlevel\n  p\n";
const NUMBERS: &str = "game Numbers\nboard 4 x 4 from 2 x 2 to 9 x 9\n\npieces\n  tile: number 1 to 15\n\naction double at c\n  at c: n -> _\n";

fn rules(text: &str) -> Rules {
    let checked = masume_rules::check(&masume_syntax::parse(text).file);
    let Some(rules) = checked.rules else { panic!("{:?}", checked.diagnostics) };
    rules
}

/// Whether what refuses takes no more than it may for a text of so many bytes.
#[track_caller]
fn check(what: &str, bytes: usize, is_refused: impl FnOnce() -> bool) -> Result<(), String> {
    ALLOCATOR.reset_peak_memory();
    assert!(is_refused(), "{what}");
    let taken = ALLOCATOR.get_peak_memory();
    let most = MOST_FOR_A_BYTE * bytes + APART;
    if taken <= most { Ok(()) } else { Err(format!("{what}: {taken} for {bytes} bytes")) }
}

#[test]
fn what_is_refused_takes_at_most_ten_bytes_a_byte() {
    const MANY: usize = 15 << 20;
    let mut wrong = Vec::new();
    for (game, source) in [("pieces", PIECES), ("numbers", NUMBERS)] {
        let rules = rules(source);
        let (cell, blank) = if game == "pieces" { ("#", "") } else { ("2", " ") };
        let row = format!("{cell}{blank}{cell}{blank}{cell}\n");
        for (text_name, text) in [
            ("rows", row.repeat(MANY / row.len())),
            ("rows of a cell", format!("{cell}\n").repeat(MANY / 2)),
            ("a line", format!("{cell}{blank}").repeat((10 << 20) / 2)),
            ("blank lines", "\n".repeat(MANY)),
            ("unknown glyphs", "?".repeat(100_000)),
            ("rows of unknown glyphs", "?\n".repeat(MANY / 2)),
            ("levels", format!("{row}\n").repeat(MANY / 8)),
            ("run-length lines", "1000#\n".repeat(MANY / 6)),
        ] {
            let name = |reader: &str| format!("{reader} of {game}: {text_name}");
            let state = || read_state(&rules, &text).is_err();
            wrong.extend(check(&name("a state"), text.len(), state).err());
            let collection = || match read_collection(&rules, &text) {
                Ok(levels) => levels.iter().all(|level| read_level(&rules, level).is_err()),
                Err(_) => true,
            };
            wrong.extend(check(&name("a collection"), text.len(), collection).err());
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
