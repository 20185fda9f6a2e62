//! Perft against the tables in `tests/perft`, on every executor: each file names its source.
//!
//! A table has lines `game NAME`, optionally `board CxR`, optionally a position between `state` and
//! `end`, and one or more lines of counts from depth 1: `leaves` (a finished game is one leaf),
//! `unfinished` (finished games count only at their own depth), `turns` (consecutive actions of one
//! player are one ply). `on EXECUTOR N` says that this executor, slow at the game, counts to depth N only.
//! Lines of counts that begin with `deep` are counted when ignored tests are run, by the compiled executor.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use masume_engine::{Executor, Game, Setup, Size, State, shipped_games};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/perft");
    let mut tables: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    tables.sort();
    let deep = tables.iter().filter(|path| fs::read_to_string(path).unwrap().contains("\ndeep "));
    let deep = deep.map(|path| {
        let path = path.clone();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let count = move || check(&path, Executor::Compiled, "deep ");
        Trial::test(format!("{name}_counts_as_published_deep_down"), count).with_ignored_flag(true)
    });
    let trials = tables
        .iter()
        .flat_map(|path| Executor::ALL.map(|executor| (path.clone(), executor)))
        .map(|(path, executor)| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let name = format!("{name}_counts_as_published_on_{executor}");
            Trial::test(name, move || check(&path, executor, ""))
        })
        .chain(deep)
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(path: &Path, executor: Executor, depths: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let value_of = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);

    let name = value_of("game ").ok_or("no game")?;
    let shipped = shipped_games().iter().find(|it| it.name == name).ok_or("not a shipped game")?;
    let game = Game::load(shipped.text).game.ok_or("the game has errors")?;
    let game = game.with_executor(executor);
    let size = value_of("board ").and_then(|it| it.split_once('x')).map(|(width, height)| Size {
        width: width.parse().unwrap(),
        height: height.parse().unwrap(),
    });
    let start = match text.split_once("\nstate\n") {
        Some((_, rest)) => {
            let picture = rest.split("\nend\n").next().unwrap_or_default();
            game.read_state(picture).map_err(|it| format!("{it:?}"))?
        }
        None => game.start(&Setup { size, ..Setup::default() }).map_err(|it| it.to_string())?,
    };

    // What is counted deep down is counted by one executor alone.
    let deepest = value_of(&format!("on {executor} ")).map(|depth| depth.parse().unwrap());
    let deepest: u32 = deepest.unwrap_or(u32::MAX);

    let mut checked = 0;
    for line in text.lines() {
        let mut words = line.strip_prefix(depths).unwrap_or_default().split_whitespace();
        let count: fn(&Game, &State, u32) -> u64 = match words.next() {
            Some("leaves") => |game, state, depth| game.perft(state, depth).unwrap(),
            Some("unfinished") => |game, state, depth| game.perft_unfinished(state, depth).unwrap(),
            Some("turns") => |game, state, depth| game.perft_turns(state, depth).unwrap(),
            _ => continue,
        };
        for (depth, expected) in (1..=deepest).zip(words) {
            let found = count(&game, &start, depth);
            if found.to_string() != expected {
                return Err(format!("depth {depth}: counted {found}, published {expected}").into());
            }
            checked += 1;
        }
    }
    if checked == 0 { Err("the table has no counts".into()) } else { Ok(()) }
}
