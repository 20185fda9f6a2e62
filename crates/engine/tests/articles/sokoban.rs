//! Sokoban by string replacement.

use masume_engine::{Outcome, Player, Setup};

use super::support::{check, game, legal, pictures, play, shared, start, state, try_play, value};

#[test]
fn the_articles_boards_move_as_shown() {
    let Some(article) = shared("seeds/sokoban-by-string-replacement.ja.md") else { return };
    let boards: Vec<String> =
        pictures(&article, "#.gpbPB", 8).into_iter().filter(|it| it.contains(['p', 'P'])).collect();
    // The boards in the order of the text: the first move to the right is the third after the second,
    // and each later pair is before and after.
    let game = game("sokoban");
    let mut moved = 0;
    for pair in boards.windows(2) {
        let [before, after] = pair else { unreachable!("windows of two") };
        if before.lines().map(str::len).collect::<Vec<_>>()
            != after.lines().map(str::len).collect::<Vec<_>>()
        {
            continue;
        }
        let mut at = state(&game, before);
        if before != after
            && try_play(&game, &mut at, "right").is_ok()
            && game.print_board(&at) == *after
        {
            moved += 1;
        }
    }
    assert!(moved >= 2, "the article shows at least two moves to the right, found {moved}");
}

#[test]
fn a_step_moves_the_player_and_leaves_the_goal() {
    let game = game("sokoban");
    check(&game, "#######\n#.p.g.#\n#######", "right", "#######\n#..pg.#\n#######");
    check(&game, "#######\n#..pg.#\n#######", "right", "#######\n#...P.#\n#######");
    check(&game, "#######\n#...P.#\n#######", "right", "#######\n#...gp#\n#######");
    check(&game, "###\n#.#\n#p#\n#g#", "up", "###\n#p#\n#.#\n#g#");
    check(&game, "#g#\n#p#\n#.#\n###", "down", "#g#\n#.#\n#p#\n###");
    check(&game, "#.p#g", "left", "#p.#g");
}

#[test]
fn a_push_keeps_every_goal_where_it_is() {
    let game = game("sokoban");
    check(&game, "#pb.#g", "right", "#.pb#g");
    check(&game, "#pbg#", "right", "#.pB#");
    check(&game, "#pB.#g", "right", "#.Pb#g");
    check(&game, "#PBg#", "right", "#gPB#");
    check(&game, "#.Bp#g", "left", "#bP.#g");
}

#[test]
fn walls_and_second_boxes_stop_a_push_and_nothing_is_counted() {
    let game = game("sokoban");
    for board in ["#pb#g", "#pbbg", "#pB#g", "#p#.g", "#pbBg"] {
        let before = state(&game, board);
        let mut after = before.clone();
        assert!(try_play(&game, &mut after, "right").is_err(), "{board}");
        assert_eq!(after, before, "{board}");
    }
}

#[test]
fn moves_and_pushes_are_counted_apart_and_only_when_something_moves() {
    let game = game("sokoban");
    let mut at = state(&game, "#######\n#p.b.g#\n#######");
    for (action, moves, pushes) in
        [("right", 1, 0), ("right", 2, 1), ("left", 3, 1), ("right", 4, 1)]
    {
        play(&game, &mut at, action);
        assert_eq!((value(&game, &at, "moves"), value(&game, &at, "pushes")), (moves, pushes));
    }
    assert!(try_play(&game, &mut at, "up").is_err());
    assert_eq!(value(&game, &at, "moves"), 4);
}

#[test]
fn solved_means_no_open_goal_and_no_player_on_a_goal() {
    let game = game("sokoban");
    let mut at = state(&game, "#######\n#pb.gB#\n#######");
    play(&game, &mut at, "right");
    assert_eq!(game.outcome(&at), None);
    play(&game, &mut at, "right");
    assert_eq!(game.outcome(&at), Some(Outcome::Won(Player(0))));
    assert!(legal(&game, &at).is_empty(), "a solved level has no actions");
    // A player on a goal covers it, but no box does.
    assert_eq!(game.outcome(&state(&game, "#PB.#")), None);
    assert_eq!(game.outcome(&state(&game, "#pB.#")), Some(Outcome::Won(Player(0))));
}

#[test]
fn every_own_level_is_solved_by_its_recorded_solution() {
    let game = game("sokoban");
    assert!(game.level_count() >= 10);
    let solutions = include_str!("../../../../tests/boards/sokoban-solutions.txt");
    let mut solved = 0;
    for line in solutions.lines().filter(|line| !line.starts_with('#')) {
        let [level, pushes, moves, lurd] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let level = level.parse().unwrap();
        let mut at = game.start(&Setup { level: Some(level), ..Setup::default() }).unwrap();
        for action in game.read_notation("lurd", lurd).unwrap() {
            assert_eq!(game.outcome(&at), None, "level {level} is solved too early");
            play(&game, &mut at, &action);
        }
        assert_eq!(game.outcome(&at), Some(Outcome::Won(Player(0))), "level {level}");
        assert_eq!(value(&game, &at, "pushes").to_string(), pushes, "level {level}");
        assert_eq!(value(&game, &at, "moves").to_string(), moves, "level {level}");
        solved += 1;
    }
    assert_eq!(solved, game.level_count(), "every level has a solution");
}

#[test]
fn every_level_of_the_collections_is_read_and_written_back() {
    let game = game("sokoban");
    for (file, count) in [
        ("levels/sokoban/microban-1.txt", 155),
        ("levels/sokoban/microban-2.txt", 135),
        ("levels/sokoban/sasquatch-1.txt", 50),
        ("levels/sokoban/grigr2001.xsb", 100),
        ("levels/sokoban/boxoban/hard-000-part.txt", 514),
    ] {
        let Some(text) = shared(file) else { continue };
        let levels = game.read_collection(&text).unwrap_or_else(|it| panic!("{file}: {it:#?}"));
        assert_eq!(levels.len(), count, "{file}");
        let written = game.print_collection(&levels, "xsb").unwrap();
        let collection = game.clone().with_levels(game.read_collection(&written).unwrap());
        let original = game.clone().with_levels(levels);
        for level in 1..=count {
            let setup = Setup { level: Some(level), ..Setup::default() };
            let board = original.start(&setup).unwrap_or_else(|it| panic!("{file} {level}: {it}"));
            assert_eq!(board, collection.start(&setup).unwrap(), "{file}, level {level}");
            assert_eq!(board.outcome, None, "{file}, level {level}");
        }
    }
}

#[test]
fn collections_may_be_ragged_commented_and_open() {
    let game = game("sokoban");
    let text = "; a set\r\n\r\n; 1\r\n####\r\n#@ ##\r\n#-$_.#\r\n ####\r\nTitle: One\r\nAuthor: Nobody\r\n\r\n\
                @$. \r\nTitle: Open\r\nComment:\r\nhard\r\nComment-End:\r\n";
    let levels = game.read_collection(text).unwrap();
    let titles: Vec<&str> = levels.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(titles, ["One", "Open"]);
    let game = game.with_levels(levels);
    let first = game.start(&Setup { level: Some(1), ..Setup::default() }).unwrap();
    assert_eq!(game.print_board(&first), "####..\n#p.##.\n#.b.g#\n.####.");
    let mut open = game.start(&Setup { level: Some(2), ..Setup::default() }).unwrap();
    play(&game, &mut open, "right");
    assert!(game.outcome(&open).is_some(), "a board without walls works");
}

#[test]
fn lurd_is_written_with_capitals_for_pushes() {
    let game = game("sokoban");
    let mut at = state(&game, "#######\n#p.b.g#\n#.....#\n#######");
    let mut done = Vec::new();
    for action in game.read_notation("lurd", "rRdlur R").unwrap() {
        let pushes = value(&game, &at, "pushes");
        let parsed = game.read_action(&at, &action).unwrap();
        play(&game, &mut at, &action);
        done.push((parsed, value(&game, &at, "pushes") > pushes));
    }
    assert_eq!(game.print_notation(&at, "lurd", done).unwrap(), "rRdlurR");
    assert!(game.read_notation("lurd", "rx").is_err());
    assert_eq!(value(&game, &start(&game, 0), "moves"), 0);
}
