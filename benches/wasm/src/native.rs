//! Random plies a second of one board on the machine itself: `native FILE GAMES SECONDS`.
//!
//! It prints them as a board that is played on, with machine code and without, and as a state for each ply.

use std::error::Error;
use std::time::Duration;

use masume_engine::{Game, Optimisations, RunError, Setup};

mod random_plies;

use random_plies::{random_plies, random_states};

/// The longest of the random games, in plies.
const MOST_PLIES: u64 = 1000;

/// Processor time of this thread since some moment; the time on the wall where the system does not tell it.
fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
    #[cfg(not(unix))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

/// Plies a second of what plays so many games from a number on, after as much time again that is not counted.
fn plies_a_second(
    (games, seconds): (u64, f64),
    play: &dyn Fn(u64, u64) -> Result<u64, RunError>,
) -> Result<f64, String> {
    let mut from = 0;
    let mut run = || {
        let (began, mut plies) = (thread_time(), 0);
        loop {
            plies += play(from, games).map_err(|error| format!("{:?}", error.kind))?;
            from += games;
            let taken = (thread_time() - began).as_secs_f64();
            if taken >= seconds {
                return Ok(plies as f64 / taken);
            }
        }
    };
    run().and_then(|_| run())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, seconds] = arguments.as_slice() else {
        return Err("expected FILE GAMES SECONDS".into());
    };
    let effort = (games.parse()?, seconds.parse()?);
    let game = Game::load(&std::fs::read_to_string(file)?).game.ok_or("the text is no game")?;
    let interpreted =
        game.clone().with_optimisations(Optimisations { native: None, ..Optimisations::ALL });
    let start = game.start(&Setup { seed: 1, ..Setup::default() })?;
    for game in [&game, &interpreted] {
        let board = game.position(&start);
        let play = |from, games| random_plies(&board, from, games, MOST_PLIES);
        println!("{:.0}", plies_a_second(effort, &play)?);
    }
    let play = |from, games| random_states(&game, &start, from, games, MOST_PLIES);
    println!("{:.0}", plies_a_second(effort, &play)?);
    Ok(())
}
