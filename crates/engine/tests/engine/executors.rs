//! Executors: each of them plays the same game.

use masume_engine::{
    Code, Executor, Game, Grid, MOST_CELLS, Setup, SetupError, Size, shipped_games,
};
use masume_rules::random::Random;

use super::game;
use super::games::{BOXES, DISCS, NUMBERS, SPOT};

/// Plies of each game that is compared: a smoke test beside the comparison of random games.
const PLIES: u32 = 6;
/// Sequences of choices of one action that are compared.
const BOUND: usize = 200;

#[test]
fn a_game_keeps_its_executor() {
    let numbers = game(NUMBERS);
    assert_eq!(numbers.executor(), Executor::Compiled);
    for executor in Executor::ALL {
        let asked = numbers.clone().with_executor(executor);
        assert_eq!(asked.clone().with_levels(Vec::new()).executor(), executor);
        assert_eq!(asked.with_option("two", "75%").unwrap().executor(), executor);
    }
}

#[test]
fn the_reference_runs_the_rules_on_boards_too_large_for_programs() {
    let spot = game(SPOT);
    // As many cells as programs serve, and one row more.
    let most = MOST_CELLS as u32 / 1024;
    for (height, is_too_large) in [(1, false), (most, false), (most + 1, true)] {
        let grid = Grid::new(1024, height).unwrap();
        let size = Some(Size { width: 1024, height });
        for executor in Executor::ALL {
            let asked = spot.clone().with_executor(executor);
            let who = if is_too_large { Executor::Reference } else { executor };
            assert_eq!(asked.executor_on(&grid), who, "{executor} on {height} rows");
            let mut state = asked.start(&Setup { size, ..setup() }).unwrap();
            let action = asked.read_action(&state, "step right").unwrap();
            asked.apply(&mut state, action).unwrap();
            assert_eq!(state.ply, 1, "{executor} on {height} rows");
        }
    }
}

#[test]
fn boards_larger_than_any_are_refused_with_the_bound() {
    let spot = game(SPOT);
    for executor in Executor::ALL {
        for (width, height) in [(1025, 1), (1, 1025), (u32::MAX, u32::MAX)] {
            let setup = Setup { size: Some(Size { width, height }), ..setup() };
            let error = spot.clone().with_executor(executor).start(&setup).unwrap_err();
            let SetupError::Size(diagnostic) = &error else { panic!("{error}") };
            assert_eq!(diagnostic.code, Code::BoardTooLarge);
            assert!(diagnostic.message.contains("at most 1024x1024"), "{diagnostic:?}");
        }
    }
}

#[test]
fn a_game_with_more_sets_than_a_program_has_room_for_plays_alike() {
    // Each test is a set of its own, and so is each of the denials around it: 26 * 2600 of them.
    let (open, close) = ("[no ".repeat(26), "]".repeat(26));
    let rules: String =
        (1..=2600).map(|it| format!("  {open}[tile = {it}]{close} -> box\n")).collect();
    let text = SPOT.replace("thing: player", "thing: player box\n  tile: number 1 to 3000");
    let text = text.replace("centre -> player", "centre -> player\n  centre -> 2590");
    let many = game(&format!("{text}\nthen\n{rules}"));
    for executor in [Executor::Compiled, Executor::Batch] {
        let other = many.clone().with_executor(executor);
        same_answers("many sets", &many.clone().with_executor(Executor::Reference), &other);
    }
    let explained = many.explain(&setup(), Some("then")).unwrap();
    assert!(explained.contains("reference, because the program of the game is as long as can be"));
}

#[test]
fn every_question_has_one_answer() {
    for shipped in shipped_games() {
        let judge = Game::load(shipped.text).game.expect("a shipped game has no errors");
        let judge = judge.with_executor(Executor::Reference);
        for executor in [Executor::Compiled, Executor::Batch] {
            same_answers(shipped.name, &judge, &judge.clone().with_executor(executor));
        }
    }
}

fn same_answers(name: &str, judge: &Game, other: &Game) {
    let setup = Setup { seed: 11, ..Setup::default() };
    let first = judge.start(&setup);
    assert_eq!(other.start(&setup), first, "{name}");
    let Ok(mut state) = first else { return };
    let mut random = Random::new(11);
    for _ in 0..PLIES {
        let legal = judge.legal_actions(&state).unwrap();
        assert_eq!(other.legal_actions(&state).as_ref(), Ok(&legal), "{name}");
        let Some(&action) = legal.get(random.below(legal.len() as u64) as usize) else { return };
        assert_eq!(other.is_legal(&state, action), Ok(true), "{name}");
        let events = judge.chance_events(&state, action, BOUND);
        assert_eq!(other.chance_events(&state, action, BOUND), events, "{name}");
        let before = state.clone();
        judge.apply(&mut state, action).unwrap();
        let mut theirs = before.clone();
        other.apply(&mut theirs, action).unwrap();
        assert_eq!(theirs, state, "{name}");
        // What was done once mostly is illegal now: the answers must be the same errors too.
        let (mut one, mut two) = (state.clone(), state.clone());
        assert_eq!(other.apply(&mut two, action), judge.apply(&mut one, action), "{name}");
        assert_eq!((one, other.is_legal(&state, action)), (two, judge.is_legal(&state, action)));
    }
}

#[test]
fn leaves_are_the_same_by_action_and_in_all() {
    for executor in Executor::ALL {
        for (text, board) in [(DISCS, "..."), (NUMBERS, "2 2\n. ."), (BOXES, "p.bg")] {
            let (judge, other) = (reference(text), game(text).with_executor(executor));
            let state = judge.read_state(board).unwrap();
            assert_eq!(other.perft(&state, 3), judge.perft(&state, 3), "{executor} {board}");
            let parts = other.perft_divide(&state, 3);
            assert_eq!(parts, judge.perft_divide(&state, 3), "{executor} {board}");
        }
    }
}

#[test]
fn the_set_up_is_listed_with_its_chances() {
    for executor in Executor::ALL {
        let numbers = game(NUMBERS).with_executor(executor);
        let small = Setup { size: Some(Size { width: 2, height: 2 }), ..setup() };
        let events = numbers.start_events(&small, 1_000).unwrap();
        // Two of four cells, each with a 2 or a 4.
        assert_eq!(events.len(), 6 * 4, "{executor}");
        let total: f64 = events.iter().map(|event| event.probability.as_f64()).sum();
        assert!((total - 1.0).abs() < 1e-12, "{executor}");
        assert!(numbers.start_events(&small, 10).is_err(), "{executor}");
        let boxes = game(BOXES).with_executor(executor);
        let only = boxes.start_events(&setup(), 1).unwrap();
        assert_eq!(only[0].state, boxes.start(&setup()).unwrap(), "{executor}");
    }
}

fn reference(text: &str) -> Game {
    game(text).with_executor(Executor::Reference)
}

fn setup() -> Setup {
    Setup::default()
}
