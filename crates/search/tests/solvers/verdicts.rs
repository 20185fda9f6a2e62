//! Verdicts on games, and that they are true.

use std::collections::BTreeSet;

use masume_engine::{Game, Setup, State, StopToken};
use masume_rules::model::Value;
use masume_rules::state::Outcome;
use masume_search::{Aim, Budget, Limit, Refusal, Solution, Solver, Verdict, solve};

use super::{game, shipped, start};

#[track_caller]
fn won(game: &Game, state: &State, aim: Aim) -> Solution {
    let solved = solve(game, state, aim, &Budget::default()).expect("a game for one");
    let Verdict::Won(line) = solved.verdict else { panic!("{:?}", solved.verdict) };
    assert!(line.replay(game, state).is_ok());
    line
}

#[test]
fn shipped_puzzles_are_solved() {
    for name in ["ice", "lights-out", "fifteen", "shisen-sho"] {
        let game = shipped(name);
        won(&game, &start(&game), Aim::Any);
    }
    let pegs = shipped("peg-solitaire");
    assert_eq!(won(&pegs, &start(&pegs), Aim::Any).actions.len(), 31);
}

#[test]
fn fifteen_on_three_by_three_takes_31_moves_at_worst() {
    let game = shipped("fifteen");
    let size = Some(masume_engine::Size { width: 3, height: 3 });
    let mut state = game.start(&Setup { size, level: None, seed: 1 }).expect("a board");
    // One of the two that are farthest from the goal.
    let tiles = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    for (cell, tile) in cells.into_iter().zip(tiles) {
        let content = if tile == 0 { masume_rules::model::EMPTY } else { tile };
        state.board.set(masume_rules::model::Layer(0), cell, content);
    }
    assert_eq!(won(&game, &state, Aim::Moves).actions.len(), 31);
}

#[test]
fn the_least_of_a_value_is_not_the_least_of_moves() {
    // A toll of 5 for the short way, none for the long one.
    let text = "game Toll\nvalue paid\npieces\n  ground: wall gate home\n  thing: walker\n\n\
        legend\n  #  wall\n  g  gate\n  h  home\n  @  walker\n  .  nothing\n\n\
        action go in d\n  walker [no wall] -> _ walker\n  if some [walker, gate]: paid += 5\n\n\
        win when some [walker, home]\n\n\
        level \"One\"\n  ......\n  .####.\n  .@gh#.\n  .####.\n  ......\n\n\
        level \"Two\"\n  .......\n  .#####.\n  .@gh...\n  .#####.\n  .......\n";
    let game = game(text);
    let at = |level| Setup { level: Some(level), ..Setup::default() };
    let state = game.start(&at(2)).expect("a board");
    let (moves, paid) = (won(&game, &state, Aim::Moves), won(&game, &state, Aim::Value(Value(0))));
    assert_eq!((moves.actions.len(), paid.actions.len()), (2, 14));
    assert_eq!(paid.replay(&game, &state).expect("a win").values, [0]);
    let state = game.start(&at(1)).expect("a board");
    assert_eq!(won(&game, &state, Aim::Value(Value(0))).actions.len(), 2);
}

#[test]
fn a_value_that_falls_has_no_least() {
    let text = "game Down\nboard 1 x 3\nvalue left = 3\npieces\n  thing: stone\n\n\
        action put at c\n  at c: _ -> stone\n\nthen: left -= 1\n\nwin when every any has stone\n";
    let game = game(text);
    let solved = solve(&game, &start(&game), Aim::Value(Value(0)), &Budget::default());
    assert_eq!(solved.expect("a game for one").verdict, Verdict::GaveUp(Limit::NotACost));
}

#[test]
fn games_that_no_solver_takes_are_refused() {
    let of = |name: &str| {
        let game = shipped(name);
        solve(&game, &start(&game), Aim::Any, &Budget::default()).map(|_| ())
    };
    assert_eq!(of("othello"), Err(Refusal::Players(2)));
    assert_eq!(of("life"), Err(Refusal::NoWin));
    let game = shipped("sokoban");
    let mut state = start(&game);
    state.outcome = Some(Outcome::Lost(state.to_act));
    let refused = Solver::new(&game, &state, Aim::Any, &Budget::default()).map(|_| ());
    assert_eq!(refused, Err(Refusal::Over));
}

#[test]
fn every_bound_ends_a_search_and_says_so() {
    let game = shipped("peg-solitaire");
    // The second level keeps a search busy for long.
    let state = game.start(&Setup { level: Some(2), ..Setup::default() }).expect("a board");
    let limit = |budget: Budget| {
        let solved = solve(&game, &state, Aim::Moves, &budget).expect("a game for one");
        assert!(solved.report.nodes <= budget.nodes && solved.report.bytes <= budget.bytes);
        let Verdict::GaveUp(limit) = solved.verdict else { panic!("{:?}", solved.verdict) };
        limit
    };
    let budget = Budget::default();
    for nodes in [0, 1, 31, 1000] {
        assert_eq!(limit(Budget { nodes, ..budget.clone() }), Limit::Nodes);
    }
    for bytes in [0, 1000, 1 << 20, 5 << 20] {
        assert_eq!(limit(Budget { bytes, ..budget.clone() }), Limit::Memory, "{bytes}");
    }
    let stop = StopToken::new();
    stop.stop();
    assert_eq!(limit(Budget { stop, ..budget }), Limit::Stopped);
}

#[test]
fn a_search_of_boxes_keeps_to_its_memory() {
    let game = shipped("sokoban");
    let level = "##########\n#@   $   #\n# $ $  $ #\n#  . $.  #\n# .  . . #\n##########\n";
    let game = game.clone().with_levels(game.read_collection(level).expect("a level"));
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    for bytes in [0, 100_000, 700_000, 2_000_000] {
        let budget = Budget { bytes, ..Budget::default() };
        let solved = solve(&game, &state, Aim::Any, &budget).expect("a game for one");
        match &solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::GaveUp(limit) => assert_eq!(*limit, Limit::Memory, "{bytes}"),
            Verdict::Won(_) => assert!(solved.report.bytes <= bytes, "{:?}", solved.report),
            Verdict::Impossible(_) => panic!("it can be won"),
        }
        assert!(bytes > 100_000 || matches!(solved.verdict, Verdict::GaveUp(_)));
    }
}

#[test]
fn a_wide_room_is_looked_at_without_delay() {
    let game = shipped("sokoban");
    let row = |inner: String| format!("#{inner:40}#\n");
    let wall = format!("{}\n", "#".repeat(42));
    let boxes = row("  $ ".repeat(10)) + &row(String::new()) + &row(" $  ".repeat(10));
    let goals = row(".".repeat(20)) + &row(String::new()).repeat(34) + &row("@".to_owned());
    let level = format!("{wall}{}{boxes}{goals}{wall}", row(String::new()));
    let game = game.clone().with_levels(game.read_collection(&level).expect("a level"));
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    let budget = Budget { nodes: 100, ..Budget::default() };
    let solved = solve(&game, &state, Aim::Any, &budget).expect("a game for one");
    assert!(!matches!(solved.verdict, Verdict::Impossible(_)), "{:?}", solved.verdict);
}

#[test]
fn steps_of_any_length_expand_the_same_nodes() {
    let game = shipped("peg-solitaire");
    let state = start(&game);
    let whole = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
    for nodes in [1, 7, 1000] {
        let mut solver =
            Solver::new(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
        let solved = loop {
            if let Some(solved) = solver.step(nodes) {
                break solved;
            }
        };
        assert_eq!(solved, whole, "{nodes}");
    }
}

#[test]
fn what_chance_decides_is_no_line_and_no_proof() {
    let text = "game Dice\nboard 1 x 2\npieces\n  thing: stone heap\n\n\
        action roll\n  random [no thing] -> stone\n\nwin when some heap\n";
    let game = game(text);
    let solved = solve(&game, &start(&game), Aim::Any, &Budget::default());
    assert_eq!(solved.expect("a game for one").verdict, Verdict::GaveUp(Limit::Chance));
}

#[test]
fn rules_that_go_wrong_are_no_verdict() {
    let text = "game Wrong\nboard 1 x 3\nvalue left = 2\npieces\n  thing: stone\n\n\
        action put at c\n  at c: _ -> stone\n\n\
        then: left -= 1\n\nlose when 1 / left > 1\nwin when every any has stone\n";
    let game = game(text);
    let solved = solve(&game, &start(&game), Aim::Any, &Budget::default());
    let verdict = solved.expect("a game for one").verdict;
    assert!(matches!(verdict, Verdict::GaveUp(Limit::Rules(_))), "{verdict:?}");
}

#[test]
fn a_start_that_is_won_takes_nothing() {
    let game = game(
        "game One\nboard 1 x 1\npieces\n  thing: stone\n\n\
        action put at c\n  at c: _ -> stone\n\nwin when no stone\n",
    );
    assert_eq!(won(&game, &start(&game), Aim::Any).actions, []);
}

/// Least number of moves in which a state can be won: by trying everything.
pub(crate) fn brute_force(game: &Game, start: &State) -> Option<usize> {
    let text = |state: &State| {
        let mut state = state.clone();
        (state.ply, state.values) = (0, Vec::new());
        format!("{:?}", state.board)
    };
    let mut known = BTreeSet::from([text(start)]);
    let mut layer = vec![start.clone()];
    for moves in 1.. {
        let mut next_layer = Vec::new();
        for state in &layer {
            for action in game.legal_actions(state).expect("rules that go well") {
                let mut next = state.clone();
                game.apply(&mut next, action).expect("it is legal");
                match next.outcome {
                    Some(Outcome::Won(_)) => return Some(moves),
                    Some(_) => {}
                    None if known.insert(text(&next)) => next_layer.push(next),
                    None => {}
                }
            }
        }
        if next_layer.is_empty() {
            return None;
        }
        layer = next_layer;
    }
    None
}

/// A level of random walls, boxes and goals, and a player.
pub(crate) fn random_level(random: &mut masume_rules::random::Random, glyphs: &str) -> String {
    let [floor, wall, player, box_, goal] = glyphs.chars().collect::<Vec<_>>()[..] else {
        panic!("five glyphs")
    };
    let (width, height) = (3 + random.below(3) as usize, 2 + random.below(3) as usize);
    let mut cells = vec![floor; width * height];
    let mut put = |glyph: char, count: u64| {
        for _ in 0..count {
            let cell = random.below((width * height) as u64) as usize;
            if cells[cell] == floor {
                cells[cell] = glyph;
            }
        }
    };
    put(player, 1);
    put(wall, 2);
    put(goal, 2);
    put(box_, 2);
    let rows = cells.chunks(width).map(|row| format!("  {}\n", row.iter().collect::<String>()));
    rows.collect()
}

#[test]
fn small_levels_are_what_brute_force_says() {
    let mut random = masume_rules::random::Random::new(11);
    let mut seen = [0, 0];
    for _ in 0..super::random_levels(150) {
        let level = random_level(&mut random, ".#pbg");
        let sokoban = shipped("sokoban");
        let levels = sokoban.read_collection(&format!("level \"L\"\n{level}")).expect("a level");
        let game = sokoban.with_levels(levels);
        let setup = Setup { level: Some(1), ..Setup::default() };
        let state = game.start(&setup).expect("a board");
        if state.outcome.is_some() {
            continue;
        }
        let expected = brute_force(&game, &state);
        for aim in [Aim::Any, Aim::Moves] {
            let solved = solve(&game, &state, aim, &Budget::default()).expect("a game for one");
            match solved.verdict {
                Verdict::Scored(_) => panic!("no points were asked for"),
                Verdict::Won(line) => {
                    seen[0] += 1;
                    assert!(expected.is_some(), "{level}");
                    if aim == Aim::Moves {
                        assert_eq!(Some(line.actions.len()), expected, "{level}");
                    }
                }
                Verdict::Impossible(_) => {
                    seen[1] += 1;
                    assert_eq!(expected, None, "{level}");
                }
                Verdict::GaveUp(limit) => panic!("{limit:?}: {level}"),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
