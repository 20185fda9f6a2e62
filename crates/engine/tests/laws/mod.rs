//! Laws that every shipped game keeps on every executor, tried on random games.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

use std::collections::BTreeSet;

use masume_board::Symmetry;
use masume_engine::{Action, Argument, Board, Executor, Game, Setup, Size, State, shipped_games};
use masume_rules::model::Layer;
use masume_rules::random::Random;

/// Plies of each random game. The reference executor is slow: enough to meet every kind of action.
const PLIES: u32 = 24;

/// Calls `look` with every state of a random game of each shipped game on each executor, the last
/// one included.
fn on_random_games(mut look: impl FnMut(&str, &Game, &State)) {
    for executor in Executor::ALL {
        on_random_games_by(executor, &mut look);
    }
}

fn on_random_games_by(executor: Executor, look: &mut impl FnMut(&str, &Game, &State)) {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.expect("a shipped game has no errors");
        let game = game.with_executor(executor);
        for seed in 0..2 {
            // Small boards, where a game has them, reach the end within few plies.
            let size = (seed == 1).then_some(Size { width: 4, height: 4 });
            let Ok(mut state) = game.start(&Setup { size, level: None, seed }) else { continue };
            let mut random = Random::new(seed);
            for _ in 0..PLIES {
                look(shipped.name, &game, &state);
                let legal = game.legal_actions(&state).unwrap();
                let Some(action) = legal.get(random.below(legal.len() as u64) as usize) else {
                    break;
                };
                game.apply(&mut state, *action).unwrap();
            }
            look(shipped.name, &game, &state);
        }
    }
}

#[test]
fn legal_actions_are_sorted_and_distinct_and_terminal_states_have_none() {
    on_random_games(|name, game, state| {
        let legal = game.legal_actions(state).unwrap();
        assert!(legal.is_sorted(), "{name}");
        assert_eq!(legal.iter().collect::<BTreeSet<_>>().len(), legal.len(), "{name}");
        if game.outcome(state).is_some() {
            assert!(legal.is_empty(), "{name}\n{}", game.print_state(state));
        }
        for action in &legal {
            assert!(game.is_legal(state, *action).unwrap(), "{name}");
        }
    });
}

#[test]
fn printing_and_reading_are_inverse() {
    on_random_games(|name, game, state| {
        let text = game.print_state(state);
        let read = game.read_state(&text).unwrap_or_else(|it| panic!("{name}: {it:#?}\n{text}"));
        assert_eq!(&read, state, "{name}\n{text}");
        for action in game.legal_actions(state).unwrap() {
            let text = game.action_text(state, action);
            assert_eq!(game.read_action(state, &text).unwrap(), action, "{name}: {text}");
        }
    });
}

#[test]
fn what_is_not_legal_changes_nothing() {
    on_random_games(|name, game, state| {
        let legal: BTreeSet<Action> = game.legal_actions(state).unwrap().into_iter().collect();
        // Actions that were legal on another board of the same game are a fair sample.
        let start = game.start(&Setup::default()).unwrap();
        for action in game.legal_actions(&start).unwrap().into_iter().take(40) {
            if legal.contains(&action) || start.board.grid() != state.board.grid() {
                continue;
            }
            let mut after = state.clone();
            assert!(game.apply(&mut after, action).is_err(), "{name}");
            assert_eq!(&after, state, "{name}");
        }
    });
}

#[test]
fn the_same_state_and_action_give_the_same_state() {
    on_random_games(|name, game, state| {
        if let Some(action) = game.legal_actions(state).unwrap().last() {
            let (mut one, mut other) = (state.clone(), state.clone());
            game.apply(&mut one, *action).unwrap();
            game.apply(&mut other, *action).unwrap();
            assert_eq!(one, other, "{name}");
            assert_eq!(one.ply, state.ply + 1, "{name}");
        }
    });
}

#[test]
fn chances_sum_to_one_and_hold_what_is_sampled() {
    on_random_games(|name, game, state| {
        let Some(action) = game.legal_actions(state).unwrap().first().copied() else { return };
        let Ok(events) = game.chance_events(state, action, 2_000) else { return };
        let total: f64 = events.iter().map(|it| it.probability.as_f64()).sum();
        assert!((total - 1.0).abs() < 1e-9, "{name}: {total}");
        let mut sampled = state.clone();
        game.apply(&mut sampled, action).unwrap();
        let found = events
            .iter()
            .any(|it| (&it.state.board, &it.state.values) == (&sampled.board, &sampled.values));
        assert!(found, "{name}: sampled\n{}", game.print_state(&sampled));
    });
}

#[test]
fn the_acting_player_sees_everything_while_nothing_is_hidden() {
    on_random_games(|_, game, state| assert_eq!(&game.observe(state, state.to_act), state));
}

/// Games whose rules know no direction and no place: turning the board turns the game.
const SYMMETRIC: [&str; 10] =
    ["2048", "amazons", "ataxx", "go", "gomoku", "ice", "life", "lights-out", "othello", "sokoban"];

#[test]
fn symmetry_commutes_with_apply() {
    let mut tried = 0;
    on_random_games(|name, game, state| {
        if !SYMMETRIC.contains(&name) || state.outcome.is_some() {
            return;
        }
        let legal = game.legal_actions(state).unwrap();
        for symmetry in Symmetry::ALL {
            let turned = turn_state(symmetry, state);
            let mut expected: Vec<Action> =
                legal.iter().map(|action| turn_action(symmetry, state, *action)).collect();
            expected.sort_unstable();
            assert_eq!(game.legal_actions(&turned).unwrap(), expected, "{name} {symmetry:?}");
            let Some(action) = legal.get(state.ply as usize % legal.len().max(1)) else { continue };
            let Ok(events) = game.chance_events(state, *action, 200) else { continue };
            let boards: BTreeSet<String> = events
                .iter()
                .map(|it| game.print_board(&turn_state(symmetry, &it.state)))
                .collect();
            let action = turn_action(symmetry, state, *action);
            let turned_events = game.chance_events(&turned, action, 200).unwrap();
            let turned_boards: BTreeSet<String> =
                turned_events.iter().map(|it| game.print_board(&it.state)).collect();
            assert_eq!(boards, turned_boards, "{name} {symmetry:?}");
            tried += 1;
        }
    });
    assert!(tried > 500, "only {tried} pairs were compared");
}

fn turn_state(symmetry: Symmetry, state: &State) -> State {
    let grid = *state.board.grid();
    let mut board = Board::new(symmetry.grid(&grid), state.board.layer_count());
    for layer in (0..state.board.layer_count()).map(|it| Layer(it as u8)) {
        for cell in grid.cells() {
            board.set(layer, symmetry.cell(&grid, cell), state.board.get(layer, cell));
        }
    }
    State { board, ..state.clone() }
}

fn turn_action(symmetry: Symmetry, state: &State, action: Action) -> Action {
    let mut turned = action;
    for argument in &mut turned.arguments {
        match *argument {
            Argument::Direction(direction) => {
                *argument = Argument::Direction(symmetry.direction(direction));
            }
            Argument::Cell(cell) => {
                *argument = Argument::Cell(symmetry.cell(state.board.grid(), cell));
            }
            Argument::None => {}
            Argument::Column(_) | Argument::Row(_) => unreachable!("these games choose no lines"),
        }
    }
    turned
}
