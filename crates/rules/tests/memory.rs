//! Memory of refusals: little, for sizes are looked at before cells are. And what is no level
//! takes memory as its length does, and time where `MASUME_CLOCKS` is set.
//!
//! A binary of its own, for its allocator counts what each thread takes.

use std::time::Duration;

use allocation_counter::measure;
use masume_rules::model::Rules;
use masume_rules::text::{read_collection, read_level, read_state};
use rustix::time::{ClockId, clock_gettime};

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

/// True if what refuses takes no more than it may for a text of so many bytes.
#[track_caller]
fn check(what: &str, bytes: usize, is_refused: impl FnOnce() -> bool) -> Result<(), String> {
    let taken = measure(|| assert!(is_refused(), "{what}")).bytes_max;
    let most = (MOST_FOR_A_BYTE * bytes + APART) as u64;
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
            ("characters by name", "&#35;\n".repeat(MANY / 6)),
            ("names without a character", "&;&lt".repeat(MANY / 5)),
            ("blank lines", "\n".repeat(MANY)),
            ("unknown glyphs", "?".repeat(100_000)),
            ("rows of unknown glyphs", "?\n".repeat(MANY / 2)),
            ("levels", format!("{row}\n").repeat(MANY / 8)),
            ("run-length lines", "1000#\n".repeat(MANY / 6)),
            ("rows with a wrong glyph", format!("{row}{}", "###?##\n".repeat(MANY / 7))),
            ("wrong cells", format!("{}\n", "99 ".repeat(1000)).repeat(1000)),
            ("sections", format!("level\n  {row}\n").repeat(MANY / 16)),
            ("sections without levels", "words\n  a b\n".repeat(MANY / 12)),
        ] {
            let name = |reader: &str| format!("{reader} of {game}: {text_name}");
            let state = || read_state(&rules, &text).is_err();
            wrong.extend(check(&name("a state"), text.len(), state).err());
            let collection = || match read_collection(&rules, &text) {
                Ok(read) => read.levels.iter().all(|level| read_level(&rules, level).is_err()),
                Err(_) => true,
            };
            wrong.extend(check(&name("a collection"), text.len(), collection).err());
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Memory and time of reading a collection of this line again and again, with words at its beginning and end
/// that may concern the lines between: bytes in all, and processor time.
fn taken_by(rules: &Rules, line: &str, times: usize) -> (u64, Duration) {
    let text = format!("Author: nobody\n{}\nComment-End:\n", line.repeat(times));
    let read = || assert!(read_collection(rules, &text).is_err(), "{line:?}");
    let timed = |_| {
        let begun = processor_time();
        read();
        processor_time() - begun
    };
    (measure(read).bytes_total, (0..3).map(timed).min().unwrap_or_default())
}

/// Of this thread: whatever else the machine does is not in it.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[test]
fn what_words_of_a_collection_take_grows_as_their_length() {
    /// The most bytes taken one after another for each byte of text: a line is copied at most once or
    /// twice, and never becomes a message.
    const MOST_IN_ALL: usize = 60;
    const LINES: usize = 1_000;
    const TIMES: usize = 8;
    let asks_clock = std::env::var_os("MASUME_CLOCKS").is_some();
    let mut wrong = Vec::new();
    for (game, source) in [("pieces", PIECES), ("numbers", NUMBERS)] {
        let rules = rules(source);
        for line in [
            "These are the words of a long story about boxes.\n",
            "; 17 a number and a name\n",
            "Title: a title before any level of its own\n",
            "Author: somebody who made nothing at all\n",
            "Comment: a remark that takes one line only\n",
            "Comment:\n",
            "Comment:\nremarks of several lines\nComment-End:\n",
            "a line of words\n\n",
            "* an entry of a list of words\n",
            "99 bottles 98 bottles 97 bottles\n",
        ] {
            let (few, short) = taken_by(&rules, line, LINES);
            let (many, long) = taken_by(&rules, line, LINES * TIMES);
            let length = line.len() * LINES * TIMES;
            let most = (MOST_IN_ALL * length + APART) as u64;
            if many > most || many > few * TIMES as u64 * 9 / 8 {
                wrong.push(format!(
                    "{game}, {line:?}: {many} bytes of {length}, {few} of an eighth"
                ));
            }
            // What grows as the square takes 64 times as long, and what does not 8 times.
            if asks_clock && long > short * (TIMES * TIMES / 2) as u32 {
                wrong.push(format!("{game}, {line:?}: {long:?}, and {short:?} for an eighth"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
