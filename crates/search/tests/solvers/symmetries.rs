//! Boards that are their own images, what only looks like one, and what searches make of it.

use masume_board::Symmetry;
use masume_engine::{Game, State};
use masume_rules::facts::kept_symmetries;
use masume_rules::model::Layer;
use masume_rules::random::Random;
use masume_search::facts::{FactKind, facts};
use masume_search::{Aim, Budget, Limit, Verdict, solve, verify};

use super::{game, random_levels, shipped, start};

/// In how many ways besides as it lies a board can be laid on itself.
fn images(game: &Game) -> usize {
    let facts = facts(game, &start(game), &Budget::default());
    facts.iter().find(|fact| fact.kind == FactKind::Symmetry).map_or(0, |fact| fact.count)
}

/// A game of stones on this board, with this body of its action and what else there is.
fn stones(action: &str, rest: &str, board: &str) -> Game {
    game(&format!(
        "game Stones\nvalue found\npieces\n  operators: wall\n  thing: stone chip\n\nlegend\n  .  nothing\n  \
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

/// The board laid on itself.
fn image(state: &State, symmetry: Symmetry) -> State {
    let (mut image, grid) = (state.clone(), *state.board.grid());
    for layer in (0..state.board.layer_count()).map(|layer| Layer(layer as u8)) {
        for cell in grid.inner_cells() {
            image.board.set(layer, symmetry.cell(&grid, cell), state.board.get(layer, cell));
        }
    }
    image
}

#[test]
fn games_go_on_alike_on_images() {
    let mut seen = 0;
    for shipped in masume_engine::shipped_games() {
        let game = game(shipped.text);
        let kept = kept_symmetries(game.rules());
        if kept.len() == 1 || masume_rules::facts::draws_in_play(game.rules()) {
            continue;
        }
        let state = start(&game);
        let grid = *state.board.grid();
        for symmetry in kept.into_iter().filter(|it| it.grid(&grid) == grid) {
            let mut random = Random::new(11);
            let (mut one, mut other) = (state.clone(), image(&state, symmetry));
            for _ in 0..12 {
                let boards = |game: &Game, state: &State, symmetry: Symmetry| {
                    let successors =
                        game.successors(std::slice::from_ref(state)).expect("no errors");
                    let images = successors[0].iter().map(|(_, next)| image(next, symmetry));
                    let mut texts: Vec<String> = images
                        .map(|it| game.print_board(&it) + &format!("{:?}", it.outcome))
                        .collect();
                    texts.sort();
                    texts
                };
                let (found, expected) =
                    (boards(&game, &other, Symmetry::Identity), boards(&game, &one, symmetry));
                assert_eq!(found, expected, "{} {symmetry:?}", shipped.name);
                let actions = game.legal_actions(&one).expect("no errors");
                if actions.is_empty() || one.outcome.is_some() {
                    break;
                }
                let action = actions[random.below(actions.len() as u64) as usize];
                game.apply(&mut one, action).expect("it is legal");
                if one.outcome.is_some() {
                    break;
                }
                other = image(&one, symmetry);
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
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
