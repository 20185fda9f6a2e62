//! The games written by hand are the games of the texts: random games of both, ply by ply.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use masume_benches::baselines::chess::Order;
use masume_benches::baselines::sokoban::Level;
use masume_benches::baselines::{
    Amazons, Ataxx, Breakthrough, Chess, ConnectFour, Draughts, Fifteen, Go9, Go19, Gomoku, Ice,
    Konane, Life, LightsOut, Othello, Peg, Robots, SameGame, ShisenSho, Sliding, Sokoban,
};
use masume_benches::play::Position;
use masume_benches::stream::Stream;
use masume_engine::{Game, Player, Setup, Size, State, shipped_games};

fn shipped(name: &str) -> Game {
    let text = shipped_games().iter().find(|it| it.name == name).unwrap().text;
    Game::load(text).game.unwrap()
}

/// Plays so many games on both sides, each of at most so many plies.
fn check<P: Position>(name: &str, games: u64, most_plies: u32, start: impl Fn(u64) -> P) {
    check_on(None, name, games, most_plies, start);
}

/// The same on a square board of another size.
fn check_on<P: Position>(
    side: Option<u32>,
    name: &str,
    games: u64,
    most_plies: u32,
    start: impl Fn(u64) -> P,
) {
    let game = shipped(name);
    let size = side.map(|side| Size { width: side, height: side });
    for playout in 0..games {
        let seed = Stream::of_chance(playout).0;
        let state = game.start(&Setup { seed, size, ..Setup::default() }).unwrap();
        check_play(&game, state, start(seed), playout, most_plies);
    }
}

fn check_play<P: Position>(
    game: &Game,
    mut state: State,
    mut position: P,
    playout: u64,
    most_plies: u32,
) {
    let mut agent = Stream::of_agent(playout);
    for ply in 0..=most_plies {
        let place = format!("playout {playout}, ply {ply}:\n{}", game.print_state(&state));
        let actions = game.legal_actions(&state).unwrap();
        assert_eq!(position.action_count() as usize, actions.len(), "{place}");
        assert_eq!(position.outcome(), state.outcome, "{place}");
        assert_eq!(position.value_total(), state.values.iter().sum::<i64>(), "{place}");
        let score = |player| game.score(&state, Player(player)).unwrap_or(0);
        for player in 0..game.rules().players.len() as u8 {
            let ours = position.scores()[usize::from(player)];
            assert_eq!(ours, score(player), "{player}, {place}");
        }
        for row in 0..game.rows(&state) {
            for column in 0..game.columns(&state) {
                let (ours, theirs) = (position.cell(row, column), game.cell(&state, row, column));
                assert_eq!(Some(ours), theirs, "row {row}, column {column}, {place}");
            }
        }
        if actions.is_empty() {
            return;
        }
        let index = agent.below(actions.len() as u32);
        position.apply(index);
        game.apply(&mut state, actions[index as usize]).unwrap();
    }
}

#[test]
fn othello_is_played_alike() {
    check("othello", 100, 200, |_| Othello::start());
}

#[test]
fn othello_counts_as_published() {
    // A pass is a ply, a finished game is one leaf. Source: Aart Bik, http://aartbik.com/MISC/reversi.html
    let published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284];
    for (depth, leaves) in (0..).zip(published) {
        assert_eq!(Othello::start().perft(depth), leaves, "depth {depth}");
    }
}

#[test]
fn sliding_is_played_alike() {
    check("2048", 100, 2_000, Sliding::start);
}

#[test]
fn connect_four_is_played_alike() {
    check("connect-four", 300, 42, |_| ConnectFour::start());
}

#[test]
fn gomoku_is_played_alike() {
    check("gomoku", 20, 225, |_| Gomoku::start());
}

#[test]
fn breakthrough_is_played_alike() {
    check("breakthrough", 100, 1_000, |_| Breakthrough::start());
}

#[test]
fn draughts_are_played_alike() {
    check("english-draughts", 100, 1_000, |_| Draughts::start());
}

#[test]
fn ataxx_is_played_alike() {
    check("ataxx", 60, 1_000, |_| Ataxx::start());
}

#[test]
fn go_is_played_alike() {
    check("go", 4, 1_000, |_| Go9::start());
    check_on(Some(19), "go", 1, 500, |_| Go19::start());
}

#[test]
fn chess_is_played_alike() {
    check("chess", 8, 1_000, |_| Chess::start(Order::Sorted));
}

#[test]
fn chess_counts_as_published() {
    // Source: https://www.chessprogramming.org/Perft_Results
    let (start, game) = (Chess::start(Order::Listed), shipped("chess"));
    let state = game.start(&Setup::default()).unwrap();
    for (depth, leaves) in [(1, 20), (2, 400), (3, 8_902)] {
        assert_eq!(start.perft(depth), leaves, "depth {depth}");
        assert_eq!(game.perft(&state, depth).unwrap(), leaves, "depth {depth}");
    }
    // Of the positions after four plies, 8 are mate: they are leaves after five as well.
    assert_eq!(start.perft(4), 197_281);
    assert_eq!(start.perft(5), 4_865_609 + 8);
}

#[test]
fn samegame_is_played_alike() {
    check("samegame", 100, 100, SameGame::start);
}

#[test]
fn konane_is_played_alike() {
    check("konane", 300, 100, |_| Konane::start());
}

#[test]
fn amazons_are_played_alike() {
    check("amazons", 30, 200, |_| Amazons::start());
}

#[test]
fn lights_out_is_played_alike() {
    check("lights-out", 100, 200, LightsOut::start);
}

#[test]
fn life_is_played_alike() {
    check("life", 1, 1_000, |_| Life::start());
}

#[test]
fn peg_solitaire_is_played_alike() {
    check("peg-solitaire", 300, 100, |_| Peg::start());
}

#[test]
fn fifteen_is_played_alike() {
    check("fifteen", 100, 200, Fifteen::start);
}

#[test]
fn ice_is_played_alike() {
    check("ice", 100, 200, |_| Ice::start());
}

#[test]
fn robots_are_played_alike() {
    check("robots", 2_000, 1_000, Robots::start);
}

#[test]
fn every_level_of_sokoban_is_played_alike() {
    let game = shipped("sokoban");
    for number in 1..=game.level_count() {
        let state = game.start(&Setup { level: Some(number), ..Setup::default() }).unwrap();
        let level = Level::read(&game.print_board(&state)).unwrap();
        for playout in 0..8 {
            check_play(&game, state.clone(), Sokoban::start(&level), playout, 200);
        }
    }
}

#[test]
fn shisen_sho_is_played_alike() {
    let game = shipped("shisen-sho");
    for playout in 0..4 {
        let position = ShisenSho::deal(playout);
        let state = game.read_state(&position.picture()).unwrap();
        check_play(&game, state, position, playout, 100);
    }
}

#[test]
fn pairs_of_shisen_sho_are_listed_in_the_same_order() {
    let game = shipped("shisen-sho");
    let position = ShisenSho::deal(1);
    let state = game.read_state(&position.picture()).unwrap();
    let name = |cell: u8| format!("{}{}", char::from(b'a' + cell % 17), cell / 17 + 1);
    let ours =
        position.pairs().iter().map(|&(one, other)| format!("take {} {}", name(one), name(other)));
    let theirs = game.legal_actions(&state).unwrap();
    let theirs = theirs.into_iter().map(|action| game.action_text(&state, action));
    assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
}
