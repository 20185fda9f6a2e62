//! Successors of many states at once.

use masume_engine::{
    Executor, Expanded, Game, InstructionSet, Optimisations, Player, RunErrorKind, Series, Setup,
    Size, State, Successors, shipped_games,
};
use masume_rules::random::Random;

use super::game;
use super::games::{DISCS, NUMBERS};

/// States of random games, those that have ended among them.
fn states_of_games(game: &Game, setup: &Setup, count: u64) -> Vec<State> {
    let start = game.start(setup).unwrap();
    let state = |number| {
        let series = Series { most_plies: number * 7 % 40, ..Series::new(count, 5) };
        game.playout(&start, series, number).unwrap().state
    };
    (0..count).map(state).collect()
}

/// Successors as [`Game::successors`] promises them, by the questions that it stands for.
fn by_question(game: &Game, state: &State) -> Successors {
    let after = |action| {
        let mut next = state.clone();
        game.apply(&mut next, action).unwrap();
        (action, next)
    };
    game.legal_actions(state).unwrap().into_iter().map(after).collect()
}

#[test]
fn successors_are_the_legal_actions_and_what_comes_of_them() {
    for shipped in shipped_games() {
        let game = game(shipped.text);
        let states = states_of_games(&game, &Setup::default(), 20);
        let expected: Vec<Successors> = states.iter().map(|it| by_question(&game, it)).collect();
        for executor in [Executor::Compiled, Executor::Batch] {
            let game = game.clone().with_executor(executor);
            assert!(
                game.successors(&states).unwrap() == expected,
                "{} on {executor}",
                shipped.name
            );
        }
        let reference = game.clone().with_executor(Executor::Reference);
        let is_small = |of_one: &&Successors| of_one.len() <= 20;
        let narrow = expected.iter().take_while(is_small).count().min(2);
        let found = reference.successors(&states[..narrow]).unwrap();
        assert!(found == expected[..narrow], "{} on the reference", shipped.name);
    }
}

#[test]
fn actions_are_counted_as_they_are_listed() {
    for shipped in shipped_games() {
        let game = game(shipped.text);
        let states = states_of_games(&game, &Setup::default(), 37);
        let expected: Vec<u32> =
            states.iter().map(|it| game.legal_actions(it).unwrap().len() as u32).collect();
        for executor in [Executor::Compiled, Executor::Batch] {
            let game = game.clone().with_executor(executor);
            let Some(frontier) = game.frontier(states[0].board.grid()) else { continue };
            let mut words = vec![0; states.len() * frontier.words()];
            for (words, state) in words.chunks_mut(frontier.words()).zip(&states) {
                frontier.pack(state, words);
            }
            let mut counts = vec![7];
            frontier.action_counts(&words, &mut counts).unwrap();
            assert_eq!(counts, expected, "{} on {executor}", shipped.name);
        }
    }
}

/// Packed, the states have the same successors.
#[track_caller]
fn check_packed(at: &str, game: &Game, states: &[State], expected: &[Successors]) {
    let Some(frontier) = game.frontier(states[0].board.grid()) else { return };
    let mut words = vec![0; states.len() * frontier.words()];
    for (words, state) in words.chunks_mut(frontier.words()).zip(states) {
        frontier.pack(state, words);
    }
    let mut found = vec![Vec::new(); states.len()];
    let mut expand = |child: Expanded<'_>| {
        let state = frontier.unpack(child.words);
        assert_eq!(child.outcome, state.outcome, "{at}");
        if let Some(actions) = child.actions.filter(|_| state.outcome.is_none()) {
            assert_eq!(actions as usize, game.legal_actions(&state).unwrap().len(), "{at}");
        }
        found[child.parent].push((child.action, state));
    };
    frontier.expand(&words, &mut expand).unwrap();
    assert!(found == expected, "{at}");
}

#[test]
fn packed_successors_are_those_of_states() {
    for shipped in shipped_games() {
        let game = game(shipped.text);
        let states = states_of_games(&game, &Setup::default(), 12);
        let expected = game.successors(&states).unwrap();
        for executor in [Executor::Compiled, Executor::Batch] {
            let game = game.clone().with_executor(executor);
            check_packed(&format!("{} on {executor}", shipped.name), &game, &states, &expected);
        }
    }
}

/// Sets have some widths only: most boards need fewer words than theirs have, other ones without vector instructions.
#[test]
fn packed_successors_are_those_of_states_whatever_words_a_board_needs() {
    for name in ["gomoku", "othello", "hex", "connect-four", "ataxx"] {
        let text = shipped_games().iter().find(|it| it.name == name).expect("it is shipped").text;
        for side in [8, 10, 12, 14, 16, 18, 20, 22, 24] {
            let game = game(text);
            let size = Some(Size { width: side, height: side });
            let states = states_of_games(&game, &Setup { size, ..Setup::default() }, 3);
            let expected: Vec<Successors> =
                states.iter().map(|it| by_question(&game, it)).collect();
            for instructions in
                [InstructionSet::Best, InstructionSet::Avx2, InstructionSet::Baseline]
            {
                let optimisations = Optimisations { instructions, ..Optimisations::ALL };
                let game = game.clone().with_optimisations(optimisations);
                let at = format!("{name}, {side} x {side}, {instructions:?}");
                assert!(game.successors(&states).unwrap() == expected, "{at}");
                check_packed(&at, &game, &states, &expected);
                for (state, expected) in states.iter().zip(&expected) {
                    // A game that has ended is one leaf.
                    assert_eq!(game.perft(state, 1), Ok(expected.len().max(1) as u64), "{at}");
                }
            }
        }
    }
}

#[test]
fn packed_states_are_played_on_as_they_are() {
    for shipped in shipped_games() {
        let game = game(shipped.text);
        let states = states_of_games(&game, &Setup::default(), 20);
        for executor in [Executor::Compiled, Executor::Batch] {
            let game = game.clone().with_executor(executor);
            let Some(frontier) = game.frontier(states[0].board.grid()) else { continue };
            let mut words = vec![0; frontier.words()];
            frontier.pack(&states[0], &mut words);
            let mut position = frontier.position(&words);
            for state in &states {
                frontier.pack(state, &mut words);
                frontier.put(&words, &mut position);
                let at = format!("{} on {executor}", shipped.name);
                assert!(position.state() == *state, "{at}");
                let expected = game.legal_actions(state).unwrap();
                assert_eq!(position.legal_actions().unwrap(), expected, "{at}");
                let points = |player| game.score(state, Player(player));
                let points: Vec<i64> =
                    (0..game.rules().players.len() as u8).filter_map(points).collect();
                assert_eq!(position.scores().unwrap(), points, "{at}");
            }
        }
    }
}

#[test]
fn what_else_is_in_the_list_changes_no_answer() {
    for text in [DISCS, NUMBERS] {
        for executor in Executor::ALL {
            let game = game(text).with_executor(executor);
            // More than any number of boards that lie side by side, and not a multiple of it.
            let mut states = states_of_games(&game, &Setup::default(), 37);
            let together = game.successors(&states).unwrap();
            let alone = states.chunks(1).flat_map(|state| game.successors(state).unwrap());
            assert!(alone.eq(together.iter().cloned()), "{executor}");
            states.reverse();
            let reversed = game.successors(&states).unwrap();
            assert!(reversed.into_iter().rev().eq(together), "{executor}");
        }
    }
}

#[test]
fn boards_may_have_any_sizes() {
    let text = shipped_games().iter().find(|game| game.name == "othello").unwrap().text;
    for executor in Executor::ALL {
        let game = game(text).with_executor(executor);
        let sizes = [(4, 4), (4, 4), (6, 6), (4, 4), (8, 8), (10, 10)];
        let states: Vec<State> = sizes
            .into_iter()
            .map(|(width, height)| {
                let size = Some(Size { width, height });
                game.start(&Setup { size, ..Setup::default() }).unwrap()
            })
            .collect();
        let found = game.successors(&states).unwrap();
        assert!(found.iter().all(|of_one| of_one.len() == 4), "{executor}");
        for (state, found) in states.iter().zip(found) {
            assert!(found == by_question(&game, state), "{executor}");
        }
        assert_eq!(game.successors(&[]).unwrap(), [] as [Successors; 0]);
    }
}

/// Every action divides by its value and doubles it.
const FAULTS: &str = "\
game Faults
board 3 x 1
value odds = 1

pieces
  thing: stone

start
  [column = 2] -> stone

action go in d (4 ways)
  d: stone _ -> _ stone, odds += 4 / odds, odds += odds
";

#[test]
fn the_first_error_is_told() {
    let compiled = game(FAULTS);
    let fine = compiled.start(&Setup::default()).unwrap();
    let mut zero = fine.clone();
    zero.values[0] = 0;
    let mut over = fine.clone();
    over.values[0] = i64::MAX;
    for executor in Executor::ALL {
        let game = compiled.clone().with_executor(executor);
        let kind = |states: &[&State]| {
            let states: Vec<State> = states.iter().map(|&state| state.clone()).collect();
            game.successors(&states).unwrap_err().kind
        };
        assert_eq!(kind(&[&fine, &zero, &over]), RunErrorKind::DivisionByZero, "{executor}");
        assert_eq!(kind(&[&fine, &over, &zero, &fine]), RunErrorKind::Overflow, "{executor}");
    }
}

#[test]
fn what_is_drawn_comes_from_each_state() {
    for executor in Executor::ALL {
        let game = game(NUMBERS).with_executor(executor);
        let start = game.start(&Setup::default()).unwrap();
        let seeded = |seed| State { random: Random::new(seed), ..start.clone() };
        let states: Vec<State> = (0..8).map(seeded).collect();
        let found = game.successors(&states).unwrap();
        assert!((1..8).any(|nth| found[nth] != found[0]), "{executor}");
        let again = game.successors(&states).unwrap();
        assert!(found == again, "{executor}");
    }
}
