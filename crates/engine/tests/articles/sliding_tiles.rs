//! The logic of 2048.

use masume_engine::{Outcome, Setup, Size, State};

use super::support::{check, game, legal, play, start, state, try_play, value};

/// Slides without the new tile: the body of the action only, through the chance outcomes, which all
/// agree on the cells that were not free before the new tile came.
fn slide(before: &str, direction: &str) -> (Vec<i64>, i64) {
    let game = game("2048");
    let at = state(&game, before);
    let action = game.read_action(&at, direction).unwrap();
    let events = game.chance_events(&at, action, 1000).unwrap();
    // The new tile is what differs between outcomes: the least of each cell is the board before it.
    let cells = |state: &State| -> Vec<i64> {
        (0..game.rows(state)).flat_map(|row| game.row(state, row)).collect()
    };
    let mut least = cells(&events[0].state);
    for event in &events[1..] {
        for (kept, found) in least.iter_mut().zip(cells(&event.state)) {
            *kept = (*kept).min(found);
        }
    }
    (least, value(&game, &events[0].state, "score"))
}

#[test]
fn a_slide_merges_each_tile_once_from_the_leading_edge() {
    for (row, direction, expected, score) in [
        ("4 2 2 . .", "right", vec![0, 0, 0, 4, 4], 4),
        ("4 2 2 . .", "left", vec![4, 4, 0, 0, 0], 4),
        ("2 2 2 . .", "left", vec![4, 2, 0, 0, 0], 4),
        ("2 2 2 . .", "right", vec![0, 0, 0, 2, 4], 4),
        ("2 2 2 2 .", "left", vec![4, 4, 0, 0, 0], 8),
        ("4 4 8 8 .", "right", vec![0, 0, 0, 8, 16], 24),
        ("2 . . . 2", "left", vec![4, 0, 0, 0, 0], 4),
        ("8 4 . 4 8", "right", vec![0, 0, 8, 8, 8], 8),
        (". 2 . 4 .", "left", vec![2, 4, 0, 0, 0], 0),
    ] {
        let (cells, points) = slide(&format!("{row}\n. . . . ."), direction);
        assert_eq!((&cells[..5], points), (&expected[..], score), "{row} {direction}");
    }
    let (cells, points) = slide("2 .\n2 .\n4 .\n. 2", "up");
    assert_eq!((cells, points), (vec![4, 2, 4, 0, 0, 0, 0, 0], 4));
    let (cells, points) = slide("2 .\n2 .\n4 .\n. 2", "down");
    assert_eq!((cells, points), (vec![0, 0, 0, 0, 4, 0, 4, 2], 4));
}

#[test]
fn a_new_tile_comes_on_a_free_cell_with_the_stated_chances() {
    for (option, expected) in [(None, 0.9), (Some("75%"), 0.75), (Some("0.75"), 0.75)] {
        let mut game = game("2048");
        if let Some(value) = option {
            game = game.with_option("two", value).unwrap();
        }
        let at = state(&game, "2 4\n. 8");
        let left = game.read_action(&at, "down").unwrap();
        let events = game.chance_events(&at, left, 100).unwrap();
        assert_eq!(events.len(), 2, "one free cell, a 2 or a 4");
        let total: f64 = events.iter().map(|it| it.probability.as_f64()).sum();
        assert!((total - 1.0).abs() < 1e-12);
        let two = events.iter().find(|it| game.cell(&it.state, 0, 0) == Some(2)).unwrap();
        assert!((two.probability.as_f64() - expected).abs() < 1e-12);
    }
}

#[test]
fn a_move_that_changes_nothing_is_illegal_and_brings_no_tile() {
    let game = game("2048");
    let mut at = state(&game, "2 4\n. .");
    assert_eq!(legal(&game, &at), ["slide down"]);
    let before = at.clone();
    for direction in ["left", "right", "up"] {
        assert!(try_play(&game, &mut at, direction).is_err());
        assert_eq!(at, before);
    }
}

#[test]
fn two_tiles_lie_at_the_start_on_any_board_from_two_by_two() {
    let game = game("2048");
    for (width, height) in [(2, 2), (4, 4), (5, 3), (3, 5), (2, 9), (8, 8)] {
        for seed in 0..5 {
            let setup = Setup { size: Some(Size { width, height }), seed, ..Setup::default() };
            let at = game.start(&setup).unwrap();
            assert_eq!((game.columns(&at), game.rows(&at)), (width, height));
            let cells: Vec<i64> = (0..height).flat_map(|row| game.row(&at, row)).collect();
            assert_eq!(cells.iter().filter(|it| **it != 0).count(), 2);
            assert!(cells.iter().all(|it| [0, 2, 4].contains(it)));
        }
    }
    for (width, height) in [(1, 1), (1, 4), (4, 1)] {
        let setup = Setup { size: Some(Size { width, height }), ..Setup::default() };
        let error = game.start(&setup).unwrap_err().to_string();
        assert!(error.contains("2x2"), "the least size is named: {error}");
    }
}

#[test]
fn the_game_is_over_when_nothing_slides() {
    let game = game("2048");
    let stuck = state(&game, "2 4\n4 2");
    assert_eq!(game.outcome(&stuck), Some(Outcome::Ended));
    assert!(game.is_terminal(&stuck));
    assert_eq!(game.outcome(&state(&game, "2 4\n2 8")), None);
}

#[test]
fn reaching_2048_is_announced_once_and_play_goes_on() {
    let game = game("2048");
    let mut at = state(&game, "1024 1024\n. .");
    assert_eq!(at.goals, 0);
    play(&game, &mut at, "left");
    assert_eq!(at.goals, 1, "reached");
    assert_eq!(game.outcome(&at), None, "and play goes on");
    assert!(game.print_state(&at).contains("goals: 1"), "{}", game.print_state(&at));
    let again = state(&game, &game.print_state(&at));
    assert_eq!(again, at, "it is not announced again after reading the state back");
}

#[test]
fn the_articles_interface_has_its_counterparts() {
    let game = game("2048");
    let at = state(&game, "score: 12\n2 4 . 8\n. . . .\n2 . . .");
    assert_eq!((game.rows(&at), game.columns(&at)), (3, 4));
    assert_eq!(game.cell(&at, 0, 1), Some(4));
    assert_eq!(game.cell(&at, 0, 2), Some(0));
    assert_eq!(game.cell(&at, 3, 0), None);
    assert_eq!(game.row(&at, 0), [2, 4, 0, 8]);
    assert_eq!(game.column(&at, 0), [2, 0, 2]);
    assert_eq!(game.score(&at, at.to_act), Some(12));
    for direction in ["left", "right", "up", "down"] {
        let action = game.read_action(&at, direction).unwrap();
        assert!(game.is_legal(&at, action).unwrap(), "{direction}");
        let mut after = at.clone();
        assert!(game.apply(&mut after, action).is_ok());
    }
    assert!(!game.is_terminal(&at));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = game("2048");
    let run = |seed| {
        let mut at = start(&game, seed);
        for _ in 0..30 {
            let first = legal(&game, &at)[0].clone();
            play(&game, &mut at, &first);
        }
        game.print_state(&at)
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
    check(&game, "random: 0000000000000000\n2 .\n. .", "right", &{
        let mut at = state(&game, "random: 0000000000000000\n2 .\n. .");
        play(&game, &mut at, "right");
        game.print_board(&at)
    });
}
