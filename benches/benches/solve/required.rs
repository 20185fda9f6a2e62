//! Rows with a figure that each must come to: fixed seeds, one core, times of the processor.

use std::time::Duration;

use masume_benches::measure::thread_time;
use masume_engine::{Game, Setup, Size, State, shipped_games};
use masume_search::{Aim, Budget, ExactValues, Solver, Verdict};

type Failed = Box<dyn std::error::Error>;

/// Extent of what is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Extent {
    /// A few of each, in a minute or two.
    Short,
    /// All, in an hour or two.
    Whole,
}

/// Nodes of a search for points: a few seconds a board.
const NODES_FOR_POINTS: u64 = 2_000;
/// Nodes between two looks at the clock.
const STEP: u64 = 64;
/// Exact points of the best play by width and height, to ten digits.
const EXACT: [(u32, u32, f64); 4] = [
    (2, 2, 66.964_149_457_1),
    (2, 3, 480.258_271_776_0),
    (2, 4, 2_641.873_035_692_2),
    (3, 3, 5_468.486_797_410_3),
];
/// The European board whose hole is in the middle.
const EUROPEAN: &str = "level \"Centre\"\n  ##ooo##\n  #ooooo#\n  ooooooo\n  ooo.ooo\n  ooooooo\n  #ooooo#\n  ##ooo##\n";

/// Measures and prints every row; whether all came to what they must.
pub(crate) fn run(extent: Extent) -> Result<bool, Failed> {
    let of = |short: u64, whole: u64| if extent == Extent::Short { short } else { whole };
    let mut table = Table { is_met: true };
    println!("{:44} {:>14} {:>14}", "row", "found", "must");
    blocks(of(5, 50), &mut table)?;
    fifteen(of(5, 100), &mut table)?;
    pegs(&mut table)?;
    lights(&mut table)?;
    pairs(of(500, 10_000), &mut table)?;
    for &(width, height, known) in &EXACT[..of(3, 4) as usize] {
        exact((width, height), known, &mut table)?;
    }
    Ok(table.is_met)
}

struct Table {
    is_met: bool,
}

impl Table {
    fn row(&mut self, name: &str, found: &str, must: &str, is_met: bool) {
        self.is_met &= is_met;
        println!("{name:44} {found:>14} {must:>14}{}", if is_met { "" } else { "  missed" });
    }
}

fn shipped(name: &str) -> Result<Game, Failed> {
    let shipped = shipped_games().iter().find(|game| game.name == name);
    Game::load(shipped.ok_or("no such game")?.text).game.ok_or_else(|| "it has errors".into())
}

/// Result of a search, and the seconds that it took.
fn solved(
    game: &Game,
    start: &State,
    aim: Aim,
    (nodes, seconds): (u64, f64),
) -> Result<(Option<Verdict>, f64), Failed> {
    let budget = Budget { nodes, bytes: 8 << 30, ..Budget::default() };
    let refused = |refusal| format!("{refusal:?}");
    let limit = Duration::from_secs_f64(seconds);
    let before = thread_time();
    let mut solver = Solver::new(game, start, aim, &budget).map_err(refused)?;
    let verdict = loop {
        if let Some(solved) = solver.step(STEP) {
            break Some(solved.verdict);
        }
        if thread_time() - before >= limit {
            break None;
        }
    };
    Ok((verdict, (thread_time() - before).as_secs_f64()))
}

/// Points against always taking most at once.
fn blocks(boards: u64, table: &mut Table) -> Result<(), Failed> {
    let game = shipped("samegame")?;
    let (mut found, mut of_greed) = (0, 0);
    for seed in 1..=boards {
        let state = game.start(&Setup { seed, ..Setup::default() })?;
        let budget = Budget { nodes: NODES_FOR_POINTS, ..Budget::default() };
        let solved = masume_search::solve(&game, &state, Aim::Points, &budget);
        let solved = solved.map_err(|refusal| format!("{refusal:?}"))?;
        if let Verdict::Scored(scored) = solved.verdict {
            found += scored.points;
        }
        of_greed += greedy(&game, &state)?;
    }
    let times = found as f64 / of_greed as f64;
    let name = format!("blocks, {boards} boards, mean against greed");
    table.row(&name, &format!("{times:.2}"), "2.00", times >= 2.0);
    Ok(())
}

fn greedy(game: &Game, start: &State) -> Result<i64, Failed> {
    let mut state = start.clone();
    while state.outcome.is_none() {
        let next = game.successors(std::slice::from_ref(&state));
        let next = next.map_err(|error| format!("{error:?}"))?.remove(0);
        let best = next.into_iter().max_by_key(|(_, next)| game.score(next, next.to_act));
        state = best.ok_or("it goes on")?.1;
    }
    game.score(&state, state.to_act).ok_or_else(|| "no points".into())
}

/// Fewest moves on 4 x 4.
fn fifteen(boards: u64, table: &mut Table) -> Result<(), Failed> {
    let game = shipped("fifteen")?;
    let (mut count, mut worst) = (0, 0.0_f64);
    for seed in 1..=boards {
        let size = Some(Size { width: 4, height: 4 });
        let state = game.start(&Setup { seed, size, ..Setup::default() })?;
        let (verdict, seconds) = solved(&game, &state, Aim::Moves, (u64::MAX, 60.0))?;
        count += u64::from(matches!(verdict, Some(Verdict::Won(_))));
        worst = worst.max(seconds);
    }
    let name = format!("tiles 4 x 4, fewest moves, worst of {boards}");
    table.row(&name, &format!("{worst:.1} s"), "60 s", count == boards);
    table.row("  decided", &count.to_string(), &boards.to_string(), count == boards);
    Ok(())
}

fn pegs(table: &mut Table) -> Result<(), Failed> {
    let game = shipped("peg-solitaire")?;
    let state = game.start(&Setup { level: Some(1), ..Setup::default() })?;
    let (verdict, seconds) = solved(&game, &state, Aim::Any, (u64::MAX, 10.0))?;
    let is_met = matches!(verdict, Some(Verdict::Won(_))) && seconds <= 1.0;
    table.row("pegs, English, solved", &format!("{seconds:.3} s"), "1 s", is_met);
    let game = game.clone().with_levels(game.read_collection(EUROPEAN).map_err(|_| "a level")?);
    let state = game.start(&Setup { level: Some(1), ..Setup::default() })?;
    let (verdict, seconds) = solved(&game, &state, Aim::Any, (u64::MAX, 10.0))?;
    let is_met = matches!(verdict, Some(Verdict::Impossible(_))) && seconds <= 1.0;
    table.row("pegs, European, proved impossible", &format!("{seconds:.3} s"), "1 s", is_met);
    Ok(())
}

fn lights(table: &mut Table) -> Result<(), Failed> {
    let game = shipped("lights-out")?;
    let size = Some(Size { width: 20, height: 20 });
    let state = game.start(&Setup { seed: 1, size, ..Setup::default() })?;
    let (verdict, seconds) = solved(&game, &state, Aim::Any, (u64::MAX, 10.0))?;
    let is_met = matches!(verdict, Some(Verdict::Won(_))) && seconds <= 1.0;
    table.row("lights 20 x 20", &format!("{seconds:.3} s"), "1 s", is_met);
    Ok(())
}

/// Random deals, decided.
fn pairs(deals: u64, table: &mut Table) -> Result<(), Failed> {
    let shipped = shipped_games().iter().find(|game| game.name == "shisen-sho");
    let text = shipped.ok_or("no such game")?.text.replace(super::UNTIL_SOLVABLE, "");
    let game = Game::load(&text).game.ok_or("it has errors")?;
    let (mut decided, mut won, mut sum) = (0, 0, 0.0);
    for seed in 1..=deals {
        let state = game.start(&Setup { seed, ..Setup::default() })?;
        let (verdict, seconds) = solved(&game, &state, Aim::Any, (u64::MAX, 60.0))?;
        let is_won = matches!(verdict, Some(Verdict::Won(_)));
        won += u64::from(is_won);
        decided += u64::from(is_won || matches!(verdict, Some(Verdict::Impossible(_))));
        sum += seconds;
    }
    let mean = 1000.0 * sum / deals as f64;
    let name = format!("pairs 8 x 17, {deals} deals, mean");
    table.row(&name, &format!("{mean:.1} ms"), "20 ms", mean <= 20.0);
    table.row("  decided", &decided.to_string(), &deals.to_string(), decided == deals);
    let share = 100.0 * won as f64 / deals as f64;
    // Three standard errors of the known share, of that many deals.
    let near = 0.6_f64.max(300.0 * (0.925 * 0.075 / deals as f64).sqrt());
    let must = format!("92.475 +- {near:.1}");
    table.row("  won, %", &format!("{share:.2}"), &must, (share - 92.475).abs() <= near);
    Ok(())
}

/// Ten digits of the points that the best play expects.
fn exact((width, height): (u32, u32), known: f64, table: &mut Table) -> Result<(), Failed> {
    let game = shipped("2048")?;
    let setup = Setup { size: Some(Size { width, height }), ..Setup::default() };
    let starts = game.start_events(&setup, 1 << 20)?;
    let first = starts.first().ok_or("a set-up")?;
    let budget = Budget { nodes: u64::MAX, bytes: 4 << 30, ..Budget::default() };
    let before = thread_time();
    let failed = |because| format!("{because:?}");
    let mut values = ExactValues::new(&game, &first.state, &budget).map_err(failed)?;
    let found = values.mean(&starts).map_err(failed)?;
    let seconds = (thread_time() - before).as_secs_f64();
    let name = format!("sliding numbers {width} x {height}, exact ({seconds:.1} s)");
    let is_met = (found - known).abs() <= 1e-10 * known;
    table.row(&name, &format!("{found:.9}"), &format!("{known:.9}"), is_met);
    Ok(())
}
