//! Boards that are their own images, what only looks like one, and what searches make of it.

use masume_board::Symmetry;
use masume_engine::{Action, ChanceEvent, Game, State};
use masume_rules::random::Random;
use masume_search::facts::{FactKind, facts};
use masume_search::{
    Aim, Budget, Limit, Verdict, image_of_action, image_of_state, solve, symmetries_on, verify,
};

use super::{game, random_levels, shipped, start};

/// Number of ways, besides as it lies, in which a board can be laid on itself.
fn images(game: &Game) -> usize {
    let facts = facts(game, &start(game), &Budget::default());
    facts.iter().find(|fact| fact.kind == FactKind::Symmetry).map_or(0, |fact| fact.count)
}

/// A game of stones on this board, with this body of its action and what else there is.
fn stones(action: &str, rest: &str, board: &str) -> Game {
    game(&format!(
        "game Stones\nvalue found\npieces\n  ground: wall\n  thing: stone chip\n\nlegend\n  .  nothing\n  \
         #  wall\n  o  stone\n  c  chip\n\n{action}\n{rest}\nwin when count stone = 1\n\nlevel \"One\"\n{board}"
    ))
}

const JUMP: &str =
    "action jump from a to b\n  4 ways from a to b: stone stone empty -> _ _ stone\n";
const SQUARE: &str = "  .o.\n  ooo\n  .oo\n";

#[test]
fn a_board_is_its_image_where_rules_and_walls_are() {
    let rows = [
        // All eight; the stones may lie as they will.
        (JUMP, "", SQUARE, 7),
        // A board that is wider than high has no image on its side.
        (JUMP, "", "  .oo\n  ooo\n", 3),
        // A wall in a corner, and one in the middle of a side.
        (JUMP, "", "  #o.\n  ooo\n  .oo\n", 1),
        (JUMP, "", "  .#.\n  ooo\n  .oo\n", 1),
        (JUMP, "", "  .o.\n  o#o\n  .oo\n", 7),
        // Sideways is a side of its own, right alone is one way, and so is what falls.
        ("action jump at c\n  sideways from c: stone stone empty -> _ _ stone\n", "", SQUARE, 3),
        ("action jump at c\n  right from c: stone stone empty -> _ _ stone\n", "", SQUARE, 1),
        (JUMP, "then\n  repeat down: stone empty -> _ stone\n", SQUARE, 1),
        // What is read of rows keeps columns in reverse, and the other way round.
        ("action take at c\n  at c: [stone, row = 1] -> _\n", "", SQUARE, 1),
        ("action take at c\n  at c: [stone, column = 1] -> _\n", "", SQUARE, 1),
        ("action take at c\n  at c: [stone, row = column] -> _\n", "", SQUARE, 0),
        ("action take at c\n  at c: stone -> _\n", "then: found += row of stone\n", SQUARE, 0),
        // The first in reading order, and the first of an unordered pair.
        ("action take\n  first stone -> _\n", "", SQUARE, 0),
        ("action take a and b\n  4 ways from a to b: stone stone -> _ chip\n", "", SQUARE, 0),
        // The centre stays on odd sides, and is no centre on even ones.
        ("action take at c\n  at c: [stone, centre] -> _\n", "", SQUARE, 7),
        ("action take at c\n  at c: [stone, centre] -> _\n", "", "  .oo.\n  oooo\n", 0),
        // A column is chosen, which is no row.
        ("action take in column x\n  must [stone, x] -> _\n", "", SQUARE, 3),
        // The last of several matches leaves its number; the sum of all does not tell which was last.
        (
            "action take at c\n  at c: stone -> _\n",
            "then\n  stone -> stone, found = count chip\n",
            SQUARE,
            0,
        ),
        (
            "action take at c\n  at c: stone -> _\n",
            "then\n  stone -> stone, found += 1\n",
            SQUARE,
            7,
        ),
    ];
    for (action, rest, board, expected) in rows {
        let game = stones(action, rest, board);
        assert_eq!(images(&game), expected, "{action}{rest}{board}");
    }
}

/// All that may come of an action, in an order that says nothing.
fn outcomes(game: &Game, state: &State, action: Action, symmetry: Symmetry) -> Vec<String> {
    let events = game.chance_events(state, action, 10_000).expect("no errors");
    let told = |event: &ChanceEvent| {
        let mut after = image_of_state(symmetry, &event.state);
        after.random = Random::new(0);
        format!("{after:?} {:?}", event.probability)
    };
    let mut told: Vec<String> = events.iter().map(told).collect();
    told.sort();
    told
}

#[test]
fn games_go_on_alike_on_images() {
    let mut seen = Vec::new();
    for shipped in masume_engine::shipped_games() {
        let game = game(shipped.text);
        let (mut state, mut random) = (start(&game), Random::new(11));
        let grid = *state.board.grid();
        let kept = symmetries_on(game.rules(), &grid);
        assert_eq!(kept.first(), Some(&Symmetry::Identity));
        seen.push((shipped.name, kept.len()));
        for _ in 0..if kept.len() > 1 { 12 } else { 0 } {
            let actions = game.legal_actions(&state).expect("no errors");
            if actions.is_empty() {
                break;
            }
            let action = actions[random.below(actions.len() as u64) as usize];
            for &symmetry in &kept[1..] {
                let other = image_of_state(symmetry, &state);
                let mut images: Vec<Action> =
                    actions.iter().map(|it| image_of_action(symmetry, &grid, *it)).collect();
                images.sort();
                assert_eq!(game.legal_actions(&other), Ok(images), "{} {symmetry:?}", shipped.name);
                let image = image_of_action(symmetry, &grid, action);
                assert_eq!(
                    outcomes(&game, &other, image, Symmetry::Identity),
                    outcomes(&game, &state, action, symmetry),
                    "{} {symmetry:?}",
                    shipped.name
                );
                let back = image_of_action(symmetry.inverse(), &grid, image);
                assert_eq!(
                    (back, image_of_state(symmetry.inverse(), &other)),
                    (action, state.clone())
                );
            }
            game.apply(&mut state, action).expect("it is legal");
        }
    }
    let count = |name: &str| seen.iter().find(|(of, _)| *of == name).map(|(_, count)| *count);
    for (name, expected) in [
        ("2048", 8),
        ("amazons", 8),
        ("ataxx", 8),
        ("breakthrough", 2),
        ("connect-four", 2),
        ("go", 8),
        ("gomoku", 8),
        ("life", 4),
        ("lights-out", 8),
        ("othello", 8),
        ("tic-tac-toe", 8),
        // What falls lies one way, and edges belong to players.
        ("samegame", 1),
        ("hex", 1),
    ] {
        assert_eq!(count(name), Some(expected), "{name}");
    }
}

#[test]
fn the_first_along_a_chosen_line_has_an_image() {
    let rows = [
        ("action drop in column x\n  first up: [empty, x] -> mine\n", 2),
        ("action drop in row y\n  first right: [empty, y] -> mine\n", 2),
        // The line that is chosen lies across the direction, or nothing is chosen.
        ("action drop in column x\n  first right: [empty, x] -> mine\n", 1),
        ("action drop\n  first up: empty -> mine\n", 1),
        // Of two directions one comes first.
        ("action drop in column x\n  first up or down: [empty, x] -> mine\n", 1),
    ];
    for (action, expected) in rows {
        let text = format!(
            "game Drops\nboard 4 x 4\nplayers red blue\n\npieces\n  disc: red blue\n\n{action}\ndraw when no action\n"
        );
        let game = game(&text);
        let kept = symmetries_on(game.rules(), start(&game).board.grid());
        assert_eq!(kept.len(), expected, "{action}");
    }
}

#[test]
fn proofs_of_what_is_folded_hold_without_the_fold() {
    // Steps that leave the number of stones as it is, which is even, as that of cells: no sum says that
    // it cannot be won.
    let step = "action step from a to b\n  4 ways from a to b: stone empty -> _ stone\n";
    let game =
        stones(step, "win when every [no wall] has stone\n", "  oo..\n  oo..\n  ....\n  ....\n");
    assert_eq!(images(&game), 7);
    let state = start(&game);
    let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
    let Verdict::Impossible(proof) = solved.verdict else { panic!("{:?}", solved.verdict) };
    assert_eq!(verify(&game, &proof), Ok(()));
    // Fewer positions were looked at than the proof names.
    let told = proof.state_count().map(|count| count as u64);
    assert!(told > Some(2 * solved.report.nodes), "{told:?} {:?}", solved.report);
}

#[test]
fn folded_searches_decide_random_boards_as_the_rules_do() {
    let mut random = Random::new(5);
    let mut seen = [0, 0];
    for _ in 0..random_levels(150) {
        let mut rows = [['.'; 4]; 4];
        for glyph in "#ooooooo".chars() {
            rows[random.below(4) as usize][random.below(4) as usize] = glyph;
        }
        let board: String =
            rows.iter().map(|row| format!("  {}\n", row.iter().collect::<String>())).collect();
        let game = stones(JUMP, "", &board);
        let state = start(&game);
        let expected = can_win(&game, &state);
        if state.outcome.is_some() {
            continue;
        }
        let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
        match &solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Won(line) => {
                assert!(expected && line.replay(&game, &state).is_ok(), "{board}")
            }
            Verdict::Impossible(_) => assert!(!expected, "{board}"),
            Verdict::GaveUp(limit) => panic!("{limit:?}: {board}"),
        }
        seen[usize::from(expected)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

/// True if a game that cannot come back can be won, by trying everything.
fn can_win(game: &Game, state: &State) -> bool {
    let mut open = vec![state.clone()];
    let mut met = std::collections::BTreeSet::new();
    while let Some(state) = open.pop() {
        for (_, next) in game.successors(std::slice::from_ref(&state)).expect("no errors").remove(0)
        {
            if matches!(next.outcome, Some(masume_rules::state::Outcome::Won(_))) {
                return true;
            }
            if next.outcome.is_none() && met.insert(game.print_board(&next)) {
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn the_shipped_boards_of_pegs_are_solved_at_once() {
    let pegs = shipped("peg-solitaire");
    for level in 1..=pegs.level_count() {
        let setup = masume_engine::Setup { level: Some(level), ..Default::default() };
        let state = pegs.start(&setup).expect("a level");
        let budget = Budget { nodes: 100_000, ..Budget::default() };
        let solved = solve(&pegs, &state, Aim::Any, &budget).expect("a game for one");
        let Verdict::Won(line) = &solved.verdict else { panic!("{level}: {:?}", solved.verdict) };
        assert!(line.replay(&pegs, &state).is_ok());
    }
}

#[test]
fn a_search_by_layers_keeps_to_its_memory() {
    let pegs = shipped("peg-solitaire");
    let setup = masume_engine::Setup { level: Some(2), ..Default::default() };
    let state = pegs.start(&setup).expect("a level");
    for bytes in [0, 1000, 600_000, 1 << 20, 4 << 20, 64 << 20] {
        let budget = Budget { bytes, ..Budget::default() };
        let solved = solve(&pegs, &state, Aim::Any, &budget).expect("a game for one");
        assert!(solved.report.bytes <= bytes, "{bytes}: {:?}", solved.report);
        match &solved.verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::GaveUp(limit) => assert!(*limit == Limit::Memory && bytes < 64 << 20),
            Verdict::Won(_) => assert!(bytes > 600_000),
            Verdict::Impossible(_) => panic!("it can be won"),
        }
    }
}
