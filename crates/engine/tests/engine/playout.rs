//! Random games.

use masume_engine::{
    Executor, Game, Outcome, Player, Playouts, Series, SeriesStart, Setup, Size, shipped_games,
};
use masume_rules::random::Random;

use super::game;
use super::games::{BOXES, DISCS, NUMBERS};

#[test]
fn the_key_of_a_game_is_an_output_of_the_generator() {
    // The published outputs for this seed.
    let outputs = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    let series = Series::new(5, 1_234_567);
    let keys: Vec<u64> = (0..5).map(|game| series.key(game)).collect();
    assert_eq!(keys, outputs);
    assert_eq!(series.agent(1), Random::new(outputs[1]));
    assert_eq!(series.chance(1), Random::new(!outputs[1]));
}

#[test]
fn the_agent_chooses_among_the_sorted_actions() {
    let numbers = game(NUMBERS);
    let start = numbers.start(&Setup::default()).unwrap();
    let series = Series { most_plies: 20, ..Series::new(1, 4) };
    let mut state = start.clone();
    state.random = series.chance(7);
    let mut agent = series.agent(7);
    for _ in 0..20 {
        let legal = numbers.legal_actions(&state).unwrap();
        if legal.is_empty() {
            break;
        }
        numbers.apply(&mut state, legal[agent.below(legal.len() as u64) as usize]).unwrap();
    }
    let playout = numbers.playout(&start, series, 7).unwrap();
    assert_eq!((playout.plies, &playout.state), (state.ply.into(), &state));
    assert_eq!(playout.scores, [state.values[0]]);
}

/// A shipped game.
fn shipped(name: &str) -> Game {
    game(shipped_games().iter().find(|it| it.name == name).expect("it is shipped").text)
}

#[test]
fn what_came_of_each_start_is_told_by_the_games_from_it() {
    let games = ["hex", "go", "connect-four", "2048"].map(shipped);
    for game in games.into_iter().chain([DISCS, NUMBERS, BOXES].map(game)) {
        // Starts of several plies, one of them the end of a game.
        let first = game.start(&Setup::default()).unwrap();
        let far = Series { most_plies: 400, ..Series::new(1, 2) };
        let plies = [0, 1, 2, 5, 400].map(|most_plies| Series { most_plies, ..far });
        let starts = plies.map(|series| game.playout(&first, series, 0).unwrap().state);
        // More games than boards run side by side, and a last round that is not whole.
        let series = Series { games: 73, seed: 3, most_plies: 300 };
        let mut expected = vec![Playouts::new(game.rules().players.len()); starts.len()];
        for number in 0..series.games {
            let of = number as usize % starts.len();
            expected[of].add(&game.playout(&starts[of], series, number).unwrap());
        }
        for executor in [Executor::Compiled, Executor::Batch] {
            let game = game.clone().with_executor(executor);
            let found = game.playouts_of_each(&starts, series).unwrap();
            assert_eq!(found, expected, "{} {executor}", game.rules().title);
        }
    }
}

#[test]
fn what_is_told_of_a_game_leads_to_where_it_is_said_to_end() {
    let names = ["othello", "go", "amazons", "english-draughts", "connect-four", "robots", "2048"];
    for game in names.map(shipped).into_iter().chain([DISCS, NUMBERS, BOXES].map(game)) {
        let start = game.start(&Setup::default()).unwrap();
        let further = Series { most_plies: 3, ..Series::new(1, 2) };
        let starts = [start.clone(), game.playout(&start, further, 0).unwrap().state];
        // Some games are left, and some end.
        for most_plies in [5, 400] {
            let series = Series { games: 37, seed: 3, most_plies };
            let title = &game.rules().title;
            let found = [Executor::Compiled, Executor::Batch].map(|executor| {
                game.clone().with_executor(executor).games_of_each(&starts, series).unwrap()
            });
            assert_eq!(found[0], found[1], "{title}");
            let frontier = game.frontier(start.board.grid());
            for (number, played) in found[0].iter().enumerate() {
                let of = &starts[number % starts.len()];
                let expected = game.playout(of, series, number as u64).unwrap();
                let mut state = of.clone();
                if masume_rules::facts::uses_chance(game.rules()) {
                    state.random = series.chance(number as u64);
                }
                for &(player, action) in &played.actions {
                    assert_eq!(state.to_act, player, "{title}");
                    game.apply(&mut state, action).unwrap();
                }
                assert_eq!(state, expected.state, "{title}");
                assert_eq!((played.outcome, &played.scores), (state.outcome, &expected.scores));
                let left = played.left.as_ref();
                let left = left.and_then(|left| Some(frontier.as_ref()?.unpack(left)));
                assert_eq!(left, state.outcome.is_none().then_some(state), "{title}");
            }
        }
    }
}

#[test]
fn the_reference_plays_games_from_each_start_alike() {
    let game = game(DISCS);
    let start = game.start(&Setup::default()).unwrap();
    let starts = [start.clone(), game.playout(&start, Series::new(1, 1), 0).unwrap().state];
    let series = Series::new(5, 3);
    let found = Executor::ALL.map(|executor| {
        game.clone().with_executor(executor).playouts_of_each(&starts, series).unwrap()
    });
    assert!(found.iter().all(|it| *it == found[0]), "{found:?}");
    assert_eq!(found[0].iter().map(|it| it.games).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(game.playouts_of_each(&[], series), Ok(Vec::new()));
    let told = Executor::ALL.map(|executor| {
        let told = game.clone().with_executor(executor).games_of_each(&starts, series).unwrap();
        told.into_iter().map(|it| (it.outcome, it.scores, it.actions)).collect::<Vec<_>>()
    });
    assert!(told.iter().all(|it| *it == told[0]), "{told:?}");
    assert_eq!(game.games_of_each(&[], series), Ok(Vec::new()));
}

#[test]
fn the_games_of_a_series_are_those_played_alone() {
    for (text, most_plies) in [(DISCS, 100), (NUMBERS, 100), (BOXES, 100)] {
        let game = game(text);
        let start = game.start(&Setup::default()).unwrap();
        let series = Series { games: 9, seed: 3, most_plies };
        let mut expected = Playouts::new(game.rules().players.len());
        // In any order.
        for number in (0..9).rev() {
            expected.add(&game.playout(&start, series, number).unwrap());
        }
        for executor in Executor::ALL {
            let game = game.clone().with_executor(executor);
            assert_eq!(game.playouts(&start, series).unwrap(), expected, "{executor}");
            // On one position, again and again.
            let first = game.position(&start);
            let mut position = first.clone();
            for number in 0..9 {
                position.copy_from(&first);
                let plies = position.play_out(series, number).unwrap();
                let alone = game.playout(&start, series, number).unwrap();
                assert_eq!((plies, position.state()), (alone.plies, alone.state), "{executor}");
                let count = game.legal_actions(&position.state()).unwrap().len();
                assert_eq!(position.action_count(), Ok(count), "{executor}");
            }
        }
    }
}

#[test]
fn outcomes_and_points_are_counted_by_player() {
    let discs = game(DISCS);
    let start = discs.start(&Setup::default()).unwrap();
    // Three discs, the first player's twice, then two passes.
    let played = discs.playouts(&start, Series::new(10, 0)).unwrap();
    assert_eq!((played.games, played.plies, played.mean_plies()), (10, 50, 5.0));
    assert_eq!((&played.won[..], &played.lost[..]), (&[10, 0][..], &[0, 0][..]));
    assert_eq!((played.drawn, played.ended, played.unfinished), (0, 0, 0));
    assert_eq!(played.scores, [20, 10]);
    assert_eq!(played.mean_score(Player(1)), Some(1.0));
    assert_eq!(played.mean_score(Player(2)), None);
}

#[test]
fn what_does_not_end_is_unfinished() {
    let discs = game(DISCS);
    let start = discs.start(&Setup::default()).unwrap();
    let short = Series { most_plies: 4, ..Series::new(3, 0) };
    let played = discs.playouts(&start, short).unwrap();
    assert_eq!((played.plies, played.unfinished), (12, 3));
    // Nothing can be done, and nothing says that it is over.
    let boxes = game(BOXES);
    let stuck = boxes.read_state("#p#bg").unwrap();
    let played = boxes.playouts(&stuck, Series::new(3, 0)).unwrap();
    assert_eq!((played.plies, played.unfinished, played.scores.len()), (0, 3, 0));
    let over = boxes.read_state("outcome: win\npbg").unwrap();
    assert_eq!(over.outcome, Some(Outcome::Won(Player(0))));
    assert_eq!(boxes.playouts(&over, Series::new(3, 0)).unwrap().won, [3]);
    assert_eq!(boxes.playouts(&over, Series::new(0, 0)).unwrap(), Playouts::new(1));
}

#[test]
fn the_first_game_that_goes_wrong_is_told() {
    // The value overflows after a few actions that only count.
    let text = "game Count\nboard 2 x 1\nvalue many = 1\n\npieces\n  thing: dot\n\naction grow\n  many += many\n";
    let count = game(text);
    let start = count.start(&Setup::default()).unwrap();
    let error = count.playouts(&start, Series::new(2, 0)).unwrap_err();
    assert_eq!(error, count.playout(&start, Series::new(1, 0), 0).unwrap_err());
}

/// Set up at random, with set-ups that are over at once, some in which nothing can be done, and a number
/// that no code for many boards counts with.
const DEALT: &str = "\
game Dealt
board 6 x 1
value great

pieces
  bead: red blue

legend
  .  nothing
  r  red
  b  blue

start
  random 2 of empty -> red
  random empty -> red with chance 50% or blue
  right: red red red -> red red red, great = 1000000000000

action hop in d
  red empty -> _ red

win when some [column = 6, blue]
lose when no blue
end when no action
score great
";

/// Set-ups that can be won, and so are those of the next stage.
const SOLVED: &str = "\
game Solved
board 5 x 1

pieces
  bead: red

legend
  .  nothing
  r  red

start
  random 3 of empty -> red
  until solvable

action jump from a to b
  4 ways from a to b: red red empty -> _ _ red

win stage when count red = 1 and some [column = 2, red]
win when count red = 1
lose when no action
";

#[test]
fn each_game_is_set_up_from_its_own_seed() {
    let series = Series { games: 40, seed: 11, most_plies: 30 };
    for text in [NUMBERS, DEALT, SOLVED] {
        let game = game(text);
        let setup = Setup { seed: 5, ..Setup::default() };
        let start = game.series_start(&setup).unwrap();
        let mut expected = Playouts::new(1);
        let mut boards = Vec::new();
        for number in 0..series.games {
            let seed = !series.key(number);
            let first = game.start(&Setup { seed, ..setup }).unwrap();
            let none = Series { most_plies: 0, ..series };
            assert_eq!(game.playout(start.clone(), none, number).unwrap().state, first);
            boards.push(game.print_board(&first));
            // From there on it is the game that anybody plays who begins with that seed.
            let mut state = first;
            let mut agent = series.agent(number);
            while state.outcome.is_none() && state.ply < 30 {
                let legal = game.legal_actions(&state).unwrap();
                let Some(&action) = legal.get(agent.below(legal.len() as u64) as usize) else {
                    break;
                };
                game.apply(&mut state, action).unwrap();
            }
            let playout = game.playout(start.clone(), series, number).unwrap();
            assert_eq!(playout.state, state);
            expected.add(&playout);
        }
        boards.sort();
        boards.dedup();
        assert!(boards.len() > 1, "{boards:?}");
        for executor in Executor::ALL {
            let game = game.clone().with_executor(executor);
            assert_eq!(game.playouts(start.clone(), series).unwrap(), expected, "{executor}");
            let alone = Series { games: 1, ..series };
            assert_eq!(game.playouts(start.clone(), alone).unwrap().games, 1);
            assert_eq!(
                game.playouts(start.clone(), Series { games: 0, ..series }).unwrap().games,
                0
            );
        }
    }
}

#[test]
fn a_state_is_where_all_games_start() {
    let game = game(NUMBERS);
    let state = game.start(&Setup::default()).unwrap();
    let none = Series { most_plies: 0, ..Series::new(5, 3) };
    for number in 0..5 {
        let playout = game.playout(&state, none, number).unwrap();
        assert_eq!(game.print_board(&playout.state), game.print_board(&state));
    }
}

#[test]
fn where_nothing_is_left_to_chance_there_is_one_start() {
    let setup = Setup { level: Some(2), seed: 9, ..Setup::default() };
    let boxes = game(BOXES);
    let start = boxes.series_start(&setup).unwrap();
    assert_eq!(start, SeriesStart::State(boxes.start(&setup).unwrap()));
    let size = Some(Size { width: 9, height: 9 });
    assert!(game(NUMBERS).series_start(&Setup { size, ..setup }).is_err());
}

#[test]
fn the_first_set_up_that_goes_wrong_is_told() {
    // One set-up in two divides by nothing.
    let text = DEALT
        .replace("great = 1000000000000", "great = 1")
        .replace("score great", "score 7 / great")
        .replace(
            "  random empty -> red with",
            "  great = 6 / (count red - 2 + great)\n  random empty -> red with",
        );
    let text = text.replace(
        "random 2 of empty -> red\n",
        "random 2 of empty -> red\n  great = 1\n  right: red red -> red red, great = 0\n",
    );
    let game = game(&text);
    let start = game.series_start(&Setup::default()).unwrap();
    let series = Series::new(30, 1);
    let first = (0..30).find_map(|number| game.playout(start.clone(), series, number).err());
    assert!((0..30).any(|number| game.playout(start.clone(), series, number).is_ok()));
    for executor in Executor::ALL {
        let found = game.clone().with_executor(executor).playouts(start.clone(), series);
        assert_eq!(found.err(), Some(first.clone().unwrap()), "{executor}");
    }
}
