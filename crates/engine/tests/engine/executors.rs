//! Whoever runs a game, it is the same game.

use masume_engine::{Executor, Game, Setup, shipped_games};
use masume_rules::random::Random;

use crate::game;
use crate::games::{BOXES, DISCS, NUMBERS};

/// Plies of each game that is compared: a smoke test beside the comparison of random games.
const PLIES: u32 = 6;
/// Sequences of choices of one action that are compared.
const BOUND: usize = 200;

#[test]
fn a_game_keeps_its_executor() {
    let numbers = game(NUMBERS);
    assert_eq!(numbers.executor(), Executor::Reference);
    let batch = numbers.with_executor(Executor::Batch);
    assert_eq!(batch.with_option("two", "75%").unwrap().executor(), Executor::Batch);
}

#[test]
fn every_question_has_one_answer() {
    for shipped in shipped_games() {
        let judge = Game::load(shipped.text).game.expect("a shipped game has no errors");
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
            let (judge, other) = (game(text), game(text).with_executor(executor));
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
        let small = Setup { size: Some(masume_engine::Size { width: 2, height: 2 }), ..setup() };
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

fn setup() -> Setup {
    Setup::default()
}
