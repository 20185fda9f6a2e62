//! Recorded games in `tests/playthroughs`: the same seed and actions give the same bytes, on every executor.
//!
//! A record has header lines (`game`, and where needed `board`, `level`, `seed`, `option K=V`), then
//! the actions of each ply, one a line after `> `, and between them, at will, states as text. `MASUME_RECORD=1
//! cargo test -p masume-engine --test playthroughs` writes the final states anew: look at the difference before
//! you keep it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use masume_engine::{Executor, Game, Setup, Size, shipped_games};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs");
    let mut records: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    records.sort();
    let mut trials: Vec<Trial> = records
        .iter()
        .map(|path| {
            let path = path.clone();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            Trial::test(format!("{name}_plays_as_recorded"), move || check(&path))
        })
        .collect();
    trials.push(Trial::test("every_shipped_game_has_a_record", move || {
        for shipped in shipped_games() {
            let prefix = format!("game {}\n", shipped.name);
            if !records.iter().any(|path| fs::read_to_string(path).unwrap().contains(&prefix)) {
                return Err(format!("no record of {}", shipped.name).into());
            }
        }
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let record = fs::read_to_string(path)?;
    let replayed = replay(&record, Executor::Reference)?;
    for executor in [Executor::Compiled, Executor::Batch] {
        let found = replay(&record, executor)?;
        if found != replayed {
            return Err(format!("{executor} says\n{found}\nand the reference\n{replayed}").into());
        }
    }
    if replayed == record {
        return Ok(());
    }
    if std::env::var_os("MASUME_RECORD").is_some() {
        fs::write(path, replayed)?;
        return Ok(());
    }
    Err(format!("the record says\n{record}\nand the game says\n{replayed}").into())
}

/// The record with its last state as the game has it now.
fn replay(record: &str, executor: Executor) -> Result<String, Failed> {
    let value_of = |key: &str| record.lines().find_map(|line| line.strip_prefix(key));
    let name = value_of("game ").ok_or("no game")?;
    let shipped = shipped_games().iter().find(|it| it.name == name).ok_or("not a shipped game")?;
    let mut game = Game::load(shipped.text).game.ok_or("the game has errors")?;
    game = game.with_executor(executor);
    for line in record.lines() {
        if let Some((key, value)) = line.strip_prefix("option ").and_then(|it| it.split_once('=')) {
            game = game.with_option(key, value).map_err(|it| it.to_string())?;
        }
    }
    let size = value_of("board ").and_then(|it| it.split_once('x')).map(|(width, height)| Size {
        width: width.parse().unwrap(),
        height: height.parse().unwrap(),
    });
    let level = value_of("level ").map(|it| it.parse().unwrap());
    let seed = value_of("seed ").map_or(0, |it| it.parse().unwrap());
    let mut state = game.start(&Setup { size, level, seed }).map_err(|error| error.to_string())?;

    let mut kept = String::new();
    for line in record.lines().take_while(|line| *line != "= end") {
        if let Some(text) = line.strip_prefix("> ") {
            let action = game
                .read_action(&state, text)
                .map_err(|error| format!("`{text}` at ply {}: {error}", state.ply))?;
            game.apply(&mut state, action).map_err(|error| {
                format!("`{text}` at ply {}: {error:?}\n{}", state.ply, game.print_state(&state))
            })?;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    Ok(format!("{kept}= end\n{}\n", game.print_state(&state)))
}
