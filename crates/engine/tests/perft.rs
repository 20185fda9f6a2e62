//! Perft against the tables in `tests/perft`, on every executor: each file names its source.
//!
//! A table has lines `game NAME`, optionally `board CxR`, optionally a position between `state` and
//! `end`, and one or more lines of counts from depth 1: `leaves` (a finished game is one leaf),
//! `unfinished` (finished games count only at their own depth), `turns` (consecutive actions of one
//! player are one ply).

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
    let trials = tables
        .iter()
        .flat_map(|path| Executor::ALL.map(|executor| (path.clone(), executor)))
        .map(|(path, executor)| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let name = format!("{name}_counts_as_published_on_{executor}");
            Trial::test(name, move || check(&path, executor))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(path: &Path, executor: Executor) -> Result<(), Failed> {
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

    let mut checked = 0;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let count: fn(&Game, &State, u32) -> u64 = match words.next() {
            Some("leaves") => |game, state, depth| game.perft(state, depth).unwrap(),
            Some("unfinished") => |game, state, depth| game.perft_unfinished(state, depth).unwrap(),
            Some("turns") => |game, state, depth| game.perft_turns(state, depth).unwrap(),
            _ => continue,
        };
        for (depth, expected) in (1..).zip(words) {
            let found = count(&game, &start, depth);
            if found.to_string() != expected {
                return Err(format!("depth {depth}: counted {found}, published {expected}").into());
            }
            checked += 1;
        }
    }
    if checked == 0 { Err("the table has no counts".into()) } else { Ok(()) }
}
