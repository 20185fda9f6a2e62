//! Measures agents: `cargo bench --bench strength -- --milliseconds 100 --games 20`.
//!
//! For each shipped game for two: the agent that is picked for it against random play, and against flat
//! Monte-Carlo with the same time, half of the games on either side, after some random plies. For each game for one with
//! points and chance: what the agent scores. The table is printed, with how many games there were and by how much a share
//! may be wrong (95 %).

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]

#[path = "strength/ceiling.rs"]
mod ceiling;
#[path = "strength/ends.rs"]
mod ends;
#[path = "strength/look_ahead.rs"]
mod look_ahead;
#[path = "strength/opponent.rs"]
mod opponent;

use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use masume_engine::{Action, Game, Outcome, Player, Setup, State, StopToken, shipped_games};
use masume_rules::facts::uses_chance;
use masume_rules::model::ValueKind;
use masume_rules::random::Random;
use masume_search::Budget;
use masume_search::agent::{AgentKind, AgentSpec, Pick, Strength, for_game};

use opponent::{Opponent, Side};

/// Stages of which it is told how many games are won, where none are named.
const STAGES: [i64; 5] = [1, 2, 3, 4, 5];
/// Plies after which a game counts as drawn.
const MOST_PLIES: usize = 400;

/// Measures agents.
#[derive(Parser)]
struct Arguments {
    /// Only games of one of these names, or whose name contains what is no name.
    names: Vec<String>,
    /// Time for an action.
    #[arg(long, default_value_t = 1000)]
    milliseconds: u64,
    /// Nodes for an action, whatever time they take: the same games on every machine.
    #[arg(long)]
    nodes: Option<u64>,
    /// Games against each opponent.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Instead: how long exact values take, of Othello positions with known values and of Connect Four.
    #[arg(long)]
    ends: bool,
    /// Instead: what games are worth from their start, where that is found within so many positions.
    #[arg(long)]
    values: Option<u64>,
    /// Instead: how many positions a second are looked at, beside a search written by hand.
    #[arg(long)]
    look_ahead: bool,
    /// Random plies before the agents play.
    #[arg(long, default_value_t = 4)]
    opening: u64,
    /// Only against this agent, or against `mobility`, which leaves the fewest replies.
    #[arg(long)]
    against: Option<Opponent>,
    /// Instead: how many nodes agents get done in this time, along a random game.
    #[arg(long)]
    speed: bool,
    /// Instead: how many games are won of each of these stages, or of the first five.
    #[arg(long, num_args = 0.., value_delimiter = ',')]
    stages: Option<Vec<i64>>,
    /// Instead: how often stages of Robots can be won at most, where who survives so many teleports has won.
    #[arg(long)]
    ceiling: Option<u32>,
    /// Another agent than the one that is picked.
    #[arg(long)]
    agent: Option<AgentSpec>,
    /// Given by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_asked = |name: &str| {
        let is_whole = |it: &String| shipped_games().iter().any(|game| game.name == *it);
        let fits = |it: &String| if is_whole(it) { it == name } else { name.contains(it.as_str()) };
        arguments.names.is_empty() || arguments.names.iter().any(fits)
    };
    let (milliseconds, games) = (arguments.milliseconds, arguments.games);
    let allowed = Allowed { milliseconds, nodes: arguments.nodes };
    if arguments.ends {
        ends::measure(games, is_asked);
        return ExitCode::SUCCESS;
    }
    if let Some(nodes) = arguments.values {
        ends::values(nodes, is_asked);
        return ExitCode::SUCCESS;
    }
    if let Some(teleports) = arguments.ceiling {
        let stages = arguments.stages.as_deref().unwrap_or(&STAGES);
        ceiling::measure(stages, teleports, games);
        return ExitCode::SUCCESS;
    }
    if arguments.look_ahead {
        look_ahead::measure(milliseconds, is_asked);
        return ExitCode::SUCCESS;
    }
    match arguments.nodes {
        Some(nodes) => println!("{nodes} nodes an action\n"),
        None => println!("{milliseconds} ms an action\n"),
    }
    println!("{}", heading(&arguments));
    let mut alone = Vec::new();
    for shipped in shipped_games().iter().filter(|shipped| is_asked(shipped.name)) {
        let Some(game) = Game::load(shipped.text).game else { continue };
        let Ok(start) = game.start(&Setup::default()) else { continue };
        match game.rules().players.len() {
            2 => {}
            1 => {
                alone.push((shipped.name, game));
                continue;
            }
            _ => continue,
        }
        if arguments.speed {
            let asked = arguments.agent.and_then(|agent| agent.kind);
            println!("| {} | {} |", shipped.name, speed(&game, &start, asked, milliseconds));
            continue;
        }
        let default = arguments.agent.unwrap_or(Strength::Hard.into());
        let Ok(Pick { kind, .. }) = for_game(&game, &start, default, 0) else { continue };
        let others = match arguments.against {
            Some(other) => vec![other],
            None => {
                [AgentKind::Random, AgentKind::Flat].map(|it| Opponent::Agent(hard(it))).to_vec()
            }
        };
        let (own, many) = (Opponent::Agent(default), (games, arguments.opening));
        let against = |other: &Opponent| share(&game, [own, *other], allowed, many);
        let shares: Vec<String> = others.iter().map(against).collect();
        let (name, kind) = (shipped.name, kind.name());
        println!("| {name} | {kind} | {} | {games} |", shares.join(" | "));
    }
    if arguments.speed || arguments.against.is_some() {
        return ExitCode::SUCCESS;
    }
    println!(
        "\n{}",
        if arguments.stages.is_some() {
            "| game | stage | won | games |\n|---|---|---|---|"
        } else {
            "| game | agent | mean score | goal reached | best cell | games |\n|---|---|---|---|---|---|"
        }
    );
    for (name, game) in alone {
        if game.rules().score.is_none() && !uses_chance(game.rules()) {
            continue;
        }
        let wanted = arguments.agent.unwrap_or(Strength::Hard.into());
        if let Some(asked) = &arguments.stages {
            let asked = if asked.is_empty() { &STAGES[..] } else { asked };
            stages((name, &game), asked, wanted, allowed, games);
        } else if let Some(row) = points(&game, wanted, allowed, games) {
            println!("| {name} | {row} | {games} |");
        }
    }
    ExitCode::SUCCESS
}

/// The first lines of the table.
fn heading(arguments: &Arguments) -> String {
    let columns = match (arguments.speed, arguments.against) {
        (true, _) => vec!["game".to_owned(), "nodes".to_owned()],
        (false, Some(other)) => {
            ["game", "agent", &format!("against {other}"), "games"].map(str::to_owned).to_vec()
        }
        (false, None) => {
            ["game", "agent", "against random", "against flat", "games"].map(str::to_owned).to_vec()
        }
    };
    format!("| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()))
}

/// An agent of this kind that uses all the time that there is.
fn hard(kind: AgentKind) -> AgentSpec {
    AgentSpec { kind: Some(kind), strength: Strength::Hard }
}

/// Nodes that agents get done in this time in mean, in some positions of a random game.
fn speed(game: &Game, start: &State, asked: Option<AgentKind>, milliseconds: u64) -> String {
    /// Plies from one position to the next.
    const STEP: u64 = 8;
    /// The ply of the first position.
    const FIRST: u64 = 4;
    /// The most positions.
    const POSITIONS: u64 = 8;
    let kinds = asked.map_or(vec![AgentKind::Flat, AgentKind::Uct, AgentKind::Pvs], |it| vec![it]);
    let of_kind = |kind: AgentKind| {
        let (mut state, mut random) = (start.clone(), Random::new(1));
        let (mut nodes, mut positions) = (0, 0);
        for ply in 0..STEP * POSITIONS {
            if state.outcome.is_some() {
                break;
            }
            if ply % STEP == FIRST {
                let mut side = for_game(game, &state, hard(kind), 1).ok().map(Side::from)?;
                choose(&mut side, game, &state, Allowed { milliseconds, nodes: None });
                (nodes, positions) = (nodes + side.agent.effort().nodes, positions + 1);
            }
            let legal = game.legal_actions(&state).ok()?;
            let action = *legal.get(random.below(legal.len() as u64) as usize)?;
            game.apply(&mut state, action).ok()?;
        }
        let second = milliseconds.max(1) * positions.max(1);
        Some(format!("{} {} a second", kind.name(), 1000 * nodes / second))
    };
    kinds.into_iter().filter_map(of_kind).collect::<Vec<String>>().join(", ")
}

/// Share of the points that the first of two agents gets, in percent, with its error.
fn share(
    game: &Game,
    sides: [Opponent; 2],
    allowed: Allowed,
    (games, plies): (u64, u64),
) -> String {
    let mut points = Vec::new();
    for number in 0..games {
        let (mut state, mut random) = opening(game, number / 2, plies);
        let own = (number % 2) as usize;
        let mut both: Vec<Side> =
            sides.iter().filter_map(|it| it.player(game, &state, number)).collect();
        for _ in 0..MOST_PLIES {
            if state.outcome.is_some() || both.len() < 2 {
                break;
            }
            let turn = usize::from(usize::from(state.to_act.0) != own);
            let Some(action) = choose(&mut both[turn], game, &state, allowed) else { break };
            if game.apply(&mut state, action).is_err() {
                break;
            }
            // Nothing here is drawn from it, but a game that uses chance may.
            random.next_bits();
        }
        points.push(match state.outcome {
            Some(Outcome::Won(player)) => f64::from(u8::from(usize::from(player.0) == own)),
            Some(Outcome::Lost(player)) => f64::from(u8::from(usize::from(player.0) != own)),
            Some(Outcome::Draw | Outcome::Ended) | None => 0.5,
        });
        eprint!("\r{} of {games}  ", number + 1);
    }
    eprint!("\r              \r");
    let count = points.len().max(1) as f64;
    let mean = points.iter().sum::<f64>() / count;
    let variance = points.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
    format!("{:.0} % ± {:.0}", 100.0 * mean, 196.0 * (variance / count).sqrt())
}

/// A state after so many random plies.
fn opening(game: &Game, seed: u64, plies: u64) -> (State, Random) {
    let mut random = Random::new(seed);
    loop {
        let mut state = game.start(&Setup::default()).expect("it was set up before");
        for _ in 0..plies {
            let legal = game.legal_actions(&state).unwrap_or_default();
            let chosen = legal.get(random.below(legal.len() as u64) as usize);
            if chosen.is_none_or(|&action| game.apply(&mut state, action).is_err()) {
                break;
            }
        }
        if state.outcome.is_none() {
            return (state, random);
        }
    }
}

/// Bounds for an action.
#[derive(Clone, Copy)]
struct Allowed {
    milliseconds: u64,
    /// Instead of time.
    nodes: Option<u64>,
}

/// Action that an agent chooses in this time of a processor: what else the machine does is none of its affairs.
fn choose(side: &mut Side, game: &Game, state: &State, allowed: Allowed) -> Option<Action> {
    /// Between two looks at the clock.
    const GLANCE: Duration = Duration::from_millis(1);
    let stop = StopToken::new();
    let nodes = allowed.nodes.or(side.nodes).unwrap_or(u64::MAX);
    let budget = Budget { nodes, stop: stop.clone(), ..Budget::default() };
    if allowed.nodes.is_some() {
        return side.agent.rank(game, state, &budget).ok()?.first().map(|best| best.action);
    }
    let milliseconds = allowed.milliseconds;
    let (done, ended) = mpsc::channel::<()>();
    let deadline = processor_time() + Duration::from_millis(milliseconds);
    let ranked = thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(GLANCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                if processor_time() >= deadline {
                    stop.stop();
                    return;
                }
            }
        });
        let ranked = side.agent.rank(game, state, &budget);
        drop(done);
        ranked
    });
    ranked.ok()?.first().map(|best| best.action)
}

/// Time that this program has taken of processors; where that is not told, time that has gone by.
fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
    #[cfg(not(unix))]
    {
        static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

/// Number of games, of so many, in which an agent wins each of these stages, as rows of a table.
fn stages(
    (name, game): (&str, &Game),
    asked: &[i64],
    wanted: AgentSpec,
    allowed: Allowed,
    games: u64,
) {
    let Some(stage) = game.rules().values.iter().position(|it| it.kind == ValueKind::Stage) else {
        return;
    };
    for &first in asked {
        let mut won = 0;
        for seed in 0..games {
            let Some(mut state) = at_stage(game, (stage, first), seed) else { continue };
            let Ok(pick) = for_game(game, &state, wanted, seed) else { continue };
            let mut side = Side::from(pick);
            while state.outcome.is_none() && state.values[stage] == first {
                let Some(action) = choose(&mut side, game, &state, allowed) else { break };
                if game.apply(&mut state, action).is_err() {
                    break;
                }
            }
            won += u64::from(state.outcome.is_none() && state.values[stage] > first);
            eprint!("\rstage {first}: {won} of {} ", seed + 1);
        }
        eprint!("\r                        \r");
        let (won, games) = (won as f64, games.max(1) as f64);
        let share = won / games;
        let error = 1.96 * (share * (1.0 - share) / games).sqrt();
        println!("| {name} | {first} | {share:.3} ± {error:.3} | {games} |");
    }
}

/// A game that begins with a later stage.
fn at_stage(game: &Game, (stage, number): (usize, i64), seed: u64) -> Option<State> {
    let mut rules = game.rules().clone();
    rules.values[stage].initial = number;
    Game::new(rules).start(&Setup { seed, ..Setup::default() }).ok()
}

/// Mean score of the agent for one player, and the greatest numbers that cells held at the end.
fn points(game: &Game, wanted: AgentSpec, allowed: Allowed, games: u64) -> Option<String> {
    let (mut scores, mut cells, mut goals, mut kind) = (Vec::new(), Vec::new(), 0, "");
    let before = Instant::now();
    for seed in 0..games {
        let mut state = game.start(&Setup { seed, ..Setup::default() }).ok()?;
        let pick = for_game(game, &state, wanted, seed).ok()?;
        kind = pick.kind.name();
        let mut side = Side::from(pick);
        game.score(&state, Player(0))?;
        while state.outcome.is_none() {
            let Some(action) = choose(&mut side, game, &state, allowed) else { break };
            if game.apply(&mut state, action).is_err() {
                break;
            }
        }
        scores.push(game.score(&state, Player(0))?);
        goals += u64::from(state.goals != 0);
        let rows = 0..game.rows(&state);
        cells.push(rows.flat_map(|row| game.row(&state, row)).max().unwrap_or(0));
        let (seconds, sum) = (before.elapsed().as_secs_f64(), scores.iter().sum::<i64>());
        eprint!("\r{} of {games}, {seconds:.0} s, {goals} reached, sum {sum}  ", seed + 1);
    }
    eprint!("\r                                                        \r");
    cells.sort_unstable();
    let mean = scores.iter().sum::<i64>() as f64 / scores.len().max(1) as f64;
    let squares = scores.iter().map(|&score| (score as f64 - mean).powi(2)).sum::<f64>();
    let deviation = (squares / scores.len().max(1) as f64).sqrt();
    let most = cells.last().copied().unwrap_or(0);
    let (least, median) =
        (cells.first().copied().unwrap_or(0), cells.get(cells.len() / 2).copied());
    Some(format!(
        "{kind} | {mean:.0} ± {:.0} | {:.1} % | {least} at least, {} mostly, {most} at best",
        1.96 * deviation / (scores.len().max(1) as f64).sqrt(),
        100.0 * goals as f64 / games.max(1) as f64,
        median.unwrap_or(0)
    ))
}
