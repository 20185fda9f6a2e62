//! Robots, after the report's text, and the BSD rule set.

use masume_engine::{Outcome, Player, Setup, Size};

use super::support::{game, legal, play, start, state, try_play, value};

const LOST: Option<Outcome> = Some(Outcome::Lost(Player(0)));

/// Plays one action on a field and compares field, score and end.
fn check(name: &str, before: &str, action: &str, after: &str, score: i64, end: Option<Outcome>) {
    let game = game(name);
    let mut at = state(&game, before);
    play(&game, &mut at, action);
    let board = game.print_board(&at).replace(' ', ".");
    assert_eq!(board, after, "{action} on\n{before}");
    assert_eq!(value(&game, &at, "score"), score, "score after {action} on\n{before}");
    assert_eq!(game.outcome(&at), end, "end after {action} on\n{before}");
}

#[test]
fn the_player_starts_at_the_centre_among_five_robots_a_level_up_to_forty() {
    let game = game("robots");
    let at = start(&game, 3);
    assert_eq!((game.columns(&at), game.rows(&at)), (10, 10));
    let board = game.print_board(&at);
    assert_eq!(board.lines().nth(5).unwrap().chars().nth(5), Some('@'));
    assert_eq!(board.matches('+').count(), 5);
    for (stage, robots) in [(1, 10), (6, 35), (7, 40), (8, 40), (20, 40)] {
        // The last robot of a level walks into scrap, and the next level begins.
        let field = format!("stage: {stage}\n@.*.+.....{}", "\n..........".repeat(9));
        let mut at = state(&game, &field);
        play(&game, &mut at, "wait");
        play(&game, &mut at, "wait");
        assert_eq!(value(&game, &at, "stage"), stage + 1);
        assert_eq!(value(&game, &at, "score"), 1 + 10 * stage);
        assert_eq!(game.print_board(&at).matches('+').count(), robots);
    }
}

#[test]
fn boards_of_other_sizes_work() {
    let game = game("robots");
    for (width, height, column, row) in [(5, 3, 2, 1), (3, 9, 1, 4), (59, 22, 29, 11), (2, 2, 1, 1)]
    {
        let size = Some(Size { width, height });
        let at = game.start(&Setup { size, ..Setup::default() }).unwrap();
        let board = game.print_board(&at);
        let line = board.lines().nth(row).unwrap();
        assert_eq!(line.chars().nth(column), Some('@'), "{width} x {height}\n{board}");
    }
    assert!(
        game.start(&Setup { size: Some(Size { width: 1, height: 1 }), ..Setup::default() })
            .is_err()
    );
}

#[test]
fn the_player_steps_in_eight_directions_and_waits() {
    let far = "....................\n".repeat(3);
    for (action, column, row) in [
        ("step up-left", 9, 2),
        ("step up", 10, 2),
        ("step up-right", 11, 2),
        ("step left", 9, 3),
        ("wait", 10, 3),
        ("step right", 11, 3),
        ("step down-left", 9, 4),
        ("step down", 10, 4),
        ("step down-right", 11, 4),
    ] {
        let game = game("robots");
        let mut at =
            state(&game, &format!("{far}..........@.........\n{far}{far}+...................\n"));
        play(&game, &mut at, action);
        let board = game.print_board(&at);
        assert_eq!(board.lines().nth(row).unwrap().chars().nth(column), Some('@'), "{action}");
    }
}

#[test]
fn no_step_leaves_the_board_or_lands_on_a_robot_or_on_scrap() {
    let game = game("robots");
    let at = state(&game, "@+..\n*...\n....\n....");
    assert_eq!(legal(&game, &at), ["step down-right", "wait", "teleport"]);
    let before = at.clone();
    let mut after = at;
    for action in ["step up-left", "step right", "step down", "step left"] {
        assert!(try_play(&game, &mut after, action).is_err());
        assert_eq!(after, before, "an illegal step lets no robot move");
    }
}

#[test]
fn robots_step_after_the_player_straight_or_diagonally_nearer() {
    check(
        "robots",
        "@.....\n......\n...+..\n+.....\n.....+",
        "wait",
        "@.....\n..+...\n+.....\n....+.\n......",
        0,
        None,
    );
    // They go for the place to which the player has moved.
    check(
        "robots",
        "+......\n.......\n...@...\n.......\n......+",
        "step down",
        ".......\n.+.....\n.......\n...@.+.\n.......",
        0,
        None,
    );
}

#[test]
fn robots_that_meet_become_scrap_however_many_they_are() {
    check(
        "robots",
        "@...\n....\n...+\n..+.\n+...",
        "wait",
        "@...\n..+.\n.+..\n+...\n....",
        0,
        None,
    );
    // Two, then three at once, then one from each side into a heap.
    check(
        "robots",
        "@.....\n......\n...+.+\n......\n+.....",
        "wait",
        "@.....\n..+.+.\n......\n+.....\n......",
        0,
        None,
    );
    check(
        "robots",
        "....+\n@....\n....+\n+....\n.....",
        "wait",
        ".....\n@..*.\n+....\n.....\n.....",
        2,
        None,
    );
    check(
        "robots",
        "....+.\n@...+.\n....+.\n......\n.....+",
        "wait",
        "......\n@..*..\n......\n....+.\n......",
        3,
        None,
    );
}

#[test]
fn a_robot_that_meets_scrap_breaks_and_the_scrap_stays() {
    check("robots", "@.*+\n....\n....\n...+", "wait", "@.*.\n....\n..+.\n....", 1, None);
    // Two robots and scrap in one cell, in any scan order.
    check(
        "robots",
        "...+\n@.*.\n...+\n+...\n....",
        "wait",
        "....\n@.*.\n+...\n....\n....",
        2,
        None,
    );
}

#[test]
fn caught_is_game_over() {
    check("robots", "@+..\n....\n....", "wait", "+...\n....\n....", 0, LOST);
    check("robots", "..+.\n@...\n....\n....", "step right", "....\n.+..\n....\n....", 0, LOST);
    let game = game("robots");
    let mut at = state(&game, "@+..\n....\n....");
    play(&game, &mut at, "wait");
    assert!(legal(&game, &at).is_empty());
}

#[test]
fn a_cleared_level_pays_ten_times_its_number() {
    let game = game("robots");
    let mut at = state(
        &game,
        "stage: 3\nscore: 100\n@.*+......\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........",
    );
    play(&game, &mut at, "wait");
    assert_eq!((value(&game, &at, "stage"), value(&game, &at, "score")), (4, 131));
    assert_eq!(game.print_board(&at).matches('+').count(), 20);
    assert_eq!(game.print_board(&at).matches('*').count(), 0);
    assert_eq!(game.print_board(&at).lines().nth(5).unwrap().chars().nth(5), Some('@'));
}

#[test]
fn teleport_goes_to_any_free_cell_and_nowhere_else() {
    let game = game("robots");
    let at = state(&game, "@*..\n****\n....\n+...");
    let teleport = game.read_action(&at, "teleport").unwrap();
    let events = game.chance_events(&at, teleport, 100).unwrap();
    // Nine cells are free; on three of them the robot is near enough to catch the player.
    assert_eq!(events.len(), 9);
    for event in &events {
        assert_eq!(event.probability.to_string(), "1/9");
    }
    assert_eq!(events.iter().filter(|it| it.state.outcome == LOST).count(), 3);
    let at = state(&game, "@***\n****\n***+\n**.*");
    let teleport = game.read_action(&at, "teleport").unwrap();
    let events = game.chance_events(&at, teleport, 100).unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].state.outcome, LOST);
}

#[test]
fn a_picture_reads_blanks_and_dots_as_empty() {
    let game = game("robots");
    assert_eq!(state(&game, "@  +\n    \n"), state(&game, "@..+\n....\n"));
}

#[test]
fn the_bsd_field_has_ten_robots_a_level_up_to_forty() {
    let game = game("robots-bsd");
    let at = start(&game, 1);
    assert_eq!((game.columns(&at), game.rows(&at)), (59, 22));
    assert_eq!(game.print_board(&at).matches('+').count(), 10);
}

#[test]
fn the_bsd_rules_pay_ten_points_a_robot() {
    check(
        "robots-bsd",
        "....+..\n@......\n....+..\n......+",
        "rest",
        ".......\n@..*...\n.....+.\n.......",
        20,
        None,
    );
    check(
        "robots-bsd",
        "....+..\n@...+..\n....+..\n......+",
        "rest",
        ".......\n@..*...\n.....+.\n.......",
        30,
        None,
    );
    check("robots-bsd", "@..*+..\n.......\n......+", "rest", "@..*...\n.....+.\n.......", 10, None);
}

#[test]
fn the_bsd_rules_refuse_a_fatal_step_or_rest_but_not_a_sweep() {
    let game = game("robots-bsd");
    let at = state(&game, "......\n..@..+\n......\n+.....");
    let legal = legal(&game, &at);
    for safe in [
        "step up-left",
        "step up",
        "step up-right",
        "step left",
        "rest",
        "step right",
        "teleport",
        "sweep",
    ] {
        assert!(legal.iter().any(|it| it == safe), "{safe} in {legal:?}");
    }
    assert!(!legal.iter().any(|it| it == "step down-left"), "{legal:?}");
    check("robots-bsd", "@.+...+\n.......", "sweep", "%...+..\n.......", 0, LOST);
}

#[test]
fn waiting_for_the_end_of_a_bsd_level_pays_one_point_a_robot_more() {
    let game = game("robots-bsd");
    // Two crash into each other after five turns, the third meets the heap between: 30 points, and 3 for waiting.
    let above = ".........+....................\n";
    let between = "...............+....+.........\n".replace('+', ".");
    let field = format!("{above}{between}.........+.........@....*....+\n");
    let mut at = state(&game, &field);
    play(&game, &mut at, "sweep");
    assert_eq!((value(&game, &at, "score"), value(&game, &at, "stage")), (33, 2));
    assert_eq!(game.print_board(&at).matches('+').count(), 20);
}
