//! Time that it takes to find what positions near the end are worth.

use super::processor_time;

use masume_engine::{Game, Player, Setup, Size, State, shipped_games};
use masume_rules::model::Layer;
use masume_rules::random::Random;
use masume_search::Budget;
use masume_search::agent::{Worth, end_value, end_value_counted};

/// Positions of Othello with the values that the FFO test suite gives (numbers 40 to 44): rows from the top, who
/// acts, and by how many discs that player wins.
const OTHELLO: [(u32, &str, u8, i64); 5] = [
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 0, 38),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", 0, 0),
    (42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", 0, 6),
    (43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", 1, -12),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", 1, -14),
];
/// Plies after which a game of Connect Four is searched to the end.
const PLIES: usize = 12;

/// Value of a game to the first player on a board of this size, and who found that.
struct Solved {
    name: &'static str,
    size: (u32, u32),
    worth: Worth,
    known: Option<i64>,
    source: &'static str,
}

/// Games that were solved, the smallest first.
const SOLVED: [Solved; 8] = [
    Solved::row("tic-tac-toe", 3, Worth::Result, Some(0), "everybody"),
    Solved::row("othello", 4, Worth::Margin, Some(-8), "reference values"),
    Solved::row("connect-four", 4, Worth::Result, Some(0), "Tromp, table of small boards"),
    Solved::row("konane", 4, Worth::Result, None, "nobody known here"),
    Solved::row(
        "breakthrough",
        5,
        Worth::Result,
        Some(-1),
        "a table of all positions, littlegolem.net 2006",
    ),
    Solved::row("konane", 6, Worth::Result, None, "nobody known here"),
    Solved::row("othello", 6, Worth::Margin, Some(-4), "Feinstein 1993"),
    Solved::row("breakthrough", 6, Worth::Result, None, "nobody known here"),
];

impl Solved {
    const fn row(
        name: &'static str,
        width: u32,
        worth: Worth,
        known: Option<i64>,
        source: &'static str,
    ) -> Self {
        Self { name, size: (width, width), worth, known, source }
    }
}

/// Values of games from their start, within so many positions each; prints what is known of it beside.
pub(crate) fn values(nodes: u64, is_asked: impl Fn(&str) -> bool) {
    println!(
        "| game | board | worth | known | by | positions | s |\n|---|---|---|---|---|---|---|"
    );
    for Solved { name, size: (width, height), worth, known, source } in &SOLVED {
        if !is_asked(name) {
            continue;
        }
        let game = load(name);
        let size = Some(Size { width: *width, height: *height });
        let state = game.start(&Setup { size, ..Setup::default() }).expect("a board of this size");
        let budget = Budget { nodes, ..Budget::default() };
        let (before, mut looked) = (processor_time(), 0);
        let value = end_value_counted(&game, &state, *worth, &budget, &mut looked);
        let seconds = (processor_time() - before).as_secs_f64();
        let found = value.map_or("not found".to_owned(), |value| value.margin.to_string());
        let known = known.map_or("unknown".to_owned(), |known| known.to_string());
        println!(
            "| {name} | {width} x {height} | {found} | {known} | {source} | {looked} | {seconds:.2} |"
        );
    }
}

fn load(name: &str) -> Game {
    let shipped = shipped_games().iter().find(|game| game.name == name).expect("it is shipped");
    Game::load(shipped.text).game.expect("shipped games are sound")
}

/// Measures those that are asked for, and prints.
pub(crate) fn measure(games: u64, is_asked: impl Fn(&str) -> bool) {
    let budget = Budget { nodes: 2_000_000_000, ..Budget::default() };
    if is_asked("connect-four") {
        connect_four(&load("connect-four"), games, &budget);
    }
    if is_asked("othello") {
        let game = load("othello");
        for (number, rows, player, known) in OTHELLO {
            let state = othello(&game, rows, player);
            let before = processor_time();
            let value = end_value(&game, &state, Worth::Margin, &budget);
            let seconds = (processor_time() - before).as_secs_f64();
            println!("Othello #{number}: {value:?}, known {known}, {seconds:.2} s");
        }
    }
}

fn connect_four(game: &Game, games: u64, budget: &Budget) {
    let (mut seconds, mut nodes, mut longest) = (0.0, 0, 0.0f64);
    for seed in 0..games {
        let state = after_random(game, seed);
        let before = processor_time();
        let value = end_value(game, &state, Worth::Result, budget);
        let took = (processor_time() - before).as_secs_f64();
        (seconds, longest) = (seconds + took, longest.max(took));
        nodes += value.as_ref().map_or(0, |value| value.nodes);
        eprintln!("{seed}: {took:.2} s, {:?}", value.map(|value| (value.margin, value.nodes)));
    }
    let count = games.max(1) as f64;
    println!(
        "Connect Four after {PLIES} plies: {:.2} s in mean, {longest:.2} s at most, {:.0} positions in mean",
        seconds / count,
        nodes as f64 / count
    );
}

/// A state after some random plies that is not over.
fn after_random(game: &Game, seed: u64) -> State {
    let mut random = Random::new(seed);
    loop {
        let mut state = game.start(&Setup::default()).expect("it can be set up");
        for _ in 0..PLIES {
            let legal = game.legal_actions(&state).unwrap_or_default();
            let chosen = legal.get(random.below(legal.len() as u64) as usize);
            if chosen.is_none_or(|&action| game.apply(&mut state, action).is_err()) {
                break;
            }
        }
        if state.outcome.is_none() {
            return state;
        }
    }
}

fn othello(game: &Game, rows: &str, player: u8) -> State {
    let mut state = game.start(&Setup::default()).expect("it can be set up");
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    for (cell, disc) in cells.into_iter().zip(rows.chars()) {
        let content = match disc {
            'X' => 0,
            'O' => 1,
            _ => masume_rules::model::EMPTY,
        };
        state.board.set(Layer(0), cell, content);
    }
    state.to_act = Player(player);
    state
}
