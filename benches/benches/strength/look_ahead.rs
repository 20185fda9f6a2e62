//! Number of positions that the agents' search looks at, beside a search written by hand.

use masume_benches::baselines::{Breakthrough, Othello};
use masume_benches::look_ahead::{LookAhead, Searched};
use masume_benches::play::Position;
use masume_engine::{Game, Setup, State, shipped_games};
use masume_rules::random::Random;
use masume_search::agent::{AgentKind, for_game};

use super::{Allowed, Side, choose, hard, processor_time};

/// Plies of a random game from one position to the next, and how many there are.
const STEP: u64 = 6;
const POSITIONS: u64 = 6;
/// Positions that the search by hand comes to at most.
const MOST: u64 = 4_000_000;

/// Measures those that are asked for, and prints.
pub(crate) fn measure(milliseconds: u64, is_asked: impl Fn(&str) -> bool) {
    println!("| game | ours, found a second | by hand, found | by hand, come to | found, ratio |");
    println!("|---|---|---|---|---|");
    if is_asked("othello") {
        row("othello", Othello::start(), milliseconds);
    }
    if is_asked("breakthrough") {
        row("breakthrough", Breakthrough::start(), milliseconds);
    }
}

fn row<B: Searched + Position>(name: &str, start: B, milliseconds: u64) {
    let shipped = shipped_games().iter().find(|game| game.name == name).expect("it is shipped");
    let game = Game::load(shipped.text).game.expect("shipped games are sound");
    let (mut state, mut board) = (game.start(&Setup::default()).expect("it can be set up"), start);
    let (mut random, mut ours, mut found, mut visited) = (Random::new(1), 0.0, 0.0, 0.0);
    for ply in 0..STEP * POSITIONS {
        if ply % STEP == STEP - 1 {
            ours += nodes_a_second(&game, &state, milliseconds);
            let before = processor_time();
            let looked = LookAhead::default().look(board, MOST);
            let seconds = (processor_time() - before).as_secs_f64();
            found += looked.found as f64 / seconds;
            visited += looked.visited as f64 / seconds;
        }
        let legal = game.legal_actions(&state).expect("nothing goes wrong");
        if legal.is_empty() {
            break;
        }
        let index = random.below(legal.len() as u64) as usize;
        game.apply(&mut state, legal[index]).expect("it is legal");
        board.apply(index as u32);
    }
    let mean = |sum: f64| sum / POSITIONS as f64;
    println!(
        "| {name} | {:.0} | {:.0} | {:.0} | {:.3} |",
        mean(ours),
        mean(found),
        mean(visited),
        ours / found
    );
}

/// Nodes that the agent's search has in a second.
fn nodes_a_second(game: &Game, state: &State, milliseconds: u64) -> f64 {
    let pick = for_game(game, state, hard(AgentKind::Pvs), 1).expect("it suits the game");
    let mut side = Side::from(pick);
    let before = processor_time();
    choose(&mut side, game, state, Allowed { milliseconds, nodes: None });
    side.agent.effort().nodes as f64 / (processor_time() - before).as_secs_f64()
}
