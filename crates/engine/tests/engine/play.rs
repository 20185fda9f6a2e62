//! Playing.

use masume_engine::{
    ApplyError, Outcome, Player, RunError, RunErrorKind, Setup, Size, Span, State, run_diagnostic,
};

use super::games::{BOXES, DISCS, NUMBERS};
use super::{game, shown};

#[test]
fn a_game_is_played_to_its_end() {
    let game = game(DISCS);
    let mut state = game.start(&Setup::default()).unwrap();
    let names = |state: &State| -> Vec<String> {
        let actions = game.legal_actions(state).unwrap();
        actions.into_iter().map(|action| game.action_text(state, action)).collect()
    };
    assert_eq!(names(&state), ["place a1", "place b1", "place c1"]);
    for action in ["place b1", "A1", "c1"] {
        let action = game.read_action(&state, action).unwrap();
        assert_eq!(game.is_legal(&state, action), Ok(true));
        game.apply(&mut state, action).unwrap();
    }
    assert_eq!(names(&state), ["pass"]);
    assert_eq!(game.values(&state), [("black".to_owned(), 2), ("white".to_owned(), 1)]);
    for _ in 0..2 {
        let action = game.legal_actions(&state).unwrap()[0];
        game.apply(&mut state, action).unwrap();
    }
    assert_eq!(game.outcome(&state), Some(Outcome::Won(Player(0))));
    assert_eq!(names(&state), [""; 0]);
}

#[test]
fn actions_are_read_where_two_pass_for_ever() {
    let game = game(&DISCS.replace("end when everyone passed", "end when count black = 3"));
    let mut state = game.start(&Setup::default()).unwrap();
    for action in ["a1", "b1", "c1"] {
        let action = game.read_action(&state, action).unwrap();
        game.apply(&mut state, action).unwrap();
    }
    let action = game.read_action(&state, "place a1").unwrap();
    assert_eq!(game.read_actions(&state, "place a1"), Ok(vec![action]));
    assert!(game.read_actions(&state, "nothing of the game").is_err());
}

#[test]
fn an_action_that_cannot_be_leaves_the_state_as_it_is() {
    let game = game(BOXES);
    let mut state = game.start(&Setup::default()).unwrap();
    let before = state.clone();
    let left = game.read_action(&state, "left").unwrap();
    assert_eq!(game.is_legal(&state, left), Ok(false));
    assert_eq!(game.apply(&mut state, left), Err(ApplyError::IllegalAction));
    assert_eq!(state, before);
    let right = game.read_action(&state, "right").unwrap();
    game.apply(&mut state, right).unwrap();
    assert_eq!(game.outcome(&state), Some(Outcome::Won(Player(0))));
    assert_eq!(game.apply(&mut state, right), Err(ApplyError::GameOver));
    assert_eq!(game.chance_events(&state, right, 9).unwrap_err(), ApplyError::GameOver);
}

#[test]
fn the_board_is_seen_as_plain_numbers() {
    let numbers = game(NUMBERS);
    let state = numbers.read_state("2 . 16\n. 4 .\n").unwrap();
    assert_eq!((numbers.rows(&state), numbers.columns(&state)), (2, 3));
    assert_eq!(numbers.row(&state, 0), [2, 0, 16]);
    assert_eq!(numbers.column(&state, 1), [0, 4]);
    assert_eq!(numbers.cell(&state, 0, 2), Some(16));
    for (row, column) in [(2, 0), (0, 3), (u32::MAX, 0), (0, u32::MAX)] {
        assert_eq!(numbers.cell(&state, row, column), None);
    }
    assert_eq!((numbers.row(&state, 2), numbers.column(&state, 3)), (vec![], vec![]));
    let boxes = game(BOXES);
    let state = boxes.read_state("#.gpbPB").unwrap_err();
    assert_eq!(state[0].message, "2 of `player` on the board");
    let state = boxes.read_state("#.gpbB").unwrap();
    // wall 1, goal 2, player 3, box 4; of goal and box the later layer shows.
    assert_eq!(boxes.row(&state, 0), [1, 0, 2, 3, 4, 4]);
}

#[test]
fn a_slide_says_whether_it_moved_and_every_size_is_played() {
    let game = game(NUMBERS);
    let mut state = game.read_state("4 2 2\n. . .\n. . .\n").unwrap();
    let read = |text: &str| game.read_action(&state, text).unwrap();
    let (up, left, right) = (read("up"), read("left"), read("right"));
    assert_eq!(game.is_legal(&state, up), Ok(false));
    assert_eq!(game.apply(&mut state, up), Err(ApplyError::IllegalAction));
    assert_eq!(game.is_legal(&state, left), Ok(true));
    game.apply(&mut state, right).unwrap();
    // Two merge once: 4 2 2 to the right is . 4 4, and a new tile.
    assert_eq!(game.row(&state, 0)[1..], [4, 4]);
    assert_eq!(game.score(&state, Player(0)), Some(4));
    for size in [Size { width: 2, height: 2 }, Size { width: 5, height: 3 }] {
        assert!(game.start(&Setup { size: Some(size), ..Setup::default() }).is_ok());
    }
}

#[test]
fn chance_is_listed_with_its_probabilities_up_to_a_bound() {
    let game = game(NUMBERS);
    let state = game.read_state("2 2\n. .\n").unwrap();
    let left = game.read_action(&state, "left").unwrap();
    let events = game.chance_events(&state, left, 100).unwrap();
    // Three free cells, a 2 or a 4 in each.
    assert_eq!(events.len(), 6);
    let sum: f64 = events.iter().map(|event| event.probability.as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let kind = RunErrorKind::TooManyChances { bound: 5 };
    let error = game.chance_events(&state, left, 5).unwrap_err();
    assert!(matches!(error, ApplyError::Run(RunError { kind: found, .. }) if found == kind));
}

#[test]
fn a_state_that_does_not_say_how_it_ended_is_asked() {
    let game = game(BOXES);
    let state = game.read_state("pB").unwrap();
    assert_eq!(game.outcome(&state), Some(Outcome::Won(Player(0))));
    assert_eq!(game.read_state(&game.print_state(&state)), Ok(state));
    assert_eq!(game.read_state("pb.g").unwrap().outcome, None);
}

#[test]
fn playing_finds_what_reading_does_not() {
    let check = |body: &str, expected: &[&str]| {
        let text = format!(
            "game X\nboard 3 x 3\nvalue rounds\n\npieces\n  thing: ant bee\n\nstart\n  centre -> ant\n\n\
             action go\n  {body}\n"
        );
        let found: Vec<String> =
            game(&text).check_play(5, 1).iter().map(|it| shown(&text, it)).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("random: empty -> ant", &[]);
    check(
        "4 ways: bee empty -> _ bee",
        &["E0409 \"\" nobody can do anything at the start: and the game is not over"],
    );
    check(
        "right: [no bee] [no bee] -> ant bee",
        &[
            "E0502 \"right: [no bee] [no bee] -> ant bee\" two matches write different things at b1: \
           `ant` and `bee`",
        ],
    );
    check(
        "repeat: rounds += 1",
        &["E0501 \"repeat: rounds += 1\" the rules do not come to an end: more than 10000 rule \
           passes in one action"],
    );
}

#[test]
fn errors_of_the_run_name_cells_and_pieces() {
    let game = game(BOXES);
    let state = game.start(&Setup::default()).unwrap();
    let grid = state.board.grid();
    let cell = grid.cell_named("b2").unwrap();
    let layer = masume_rules::model::Layer(1);
    let check = |kind: RunErrorKind, code: &str, message: &str, label: &str| {
        let error = RunError { kind, span: Span::new(3, 7) };
        let found = run_diagnostic(game.rules(), grid, &error);
        assert_eq!((found.code.id(), found.span), (code, error.span));
        assert_eq!((found.message.as_str(), found.label.as_str()), (message, label));
    };
    check(
        RunErrorKind::Conflict { cell, layer, first: masume_rules::model::EMPTY, second: 1 },
        "E0502",
        "two matches write different things at b2",
        "nothing and `box`",
    );
    check(
        RunErrorKind::BadChance { found: -50 },
        "E0316",
        "chances that do not add up",
        "-0.5% where 0% to 100% were expected",
    );
    check(
        RunErrorKind::OutOfFuel,
        "E0501",
        "the rules do not come to an end",
        "more than 10000 rule passes in one action",
    );
}

#[test]
fn a_trace_has_the_cells_of_each_match_in_their_order() {
    let game = game(
        "game Join\nboard 3 x 2\n\npieces\n  tile: 2 kinds\n\nlegend\n  .    nothing\n  A-B  tile\n\n\
         start: picture\n  A.B\n  .AB\n\naction take a and b\n  \
         4 ways from a to b: n empty* turn? empty* n -> _ ... _\n",
    );
    let state = game.start(&Setup::default()).unwrap();
    let actions = game.legal_actions(&state).unwrap();
    let paths = |index: usize| {
        let steps = game.trace(&state, actions[index]).unwrap();
        let paths = steps.into_iter().flat_map(|step| step.paths);
        let names = |path: Vec<masume_engine::Cell>| {
            let grid = state.board.grid();
            path.into_iter().map(|cell| (grid.column(cell), grid.row(cell))).collect::<Vec<_>>()
        };
        paths.map(names).min_by_key(Vec::len).unwrap()
    };
    assert_eq!(paths(0), [(0, 0), (1, 0), (1, 1)]);
    assert_eq!(paths(1), [(2, 0), (2, 1)]);
}

#[test]
fn conditions_of_words_are_asked_in_a_state_and_by_who_acts() {
    let game = game(
        "game Turns\nboard 2 x 1\nplayers black white\n\npieces\n  disc: black white\n\nlegend\n  .  nothing\n  \
         B  black\n  W  white\n\naction put at c\n  must at c: empty -> mine\n\nend when no empty\n\nwords\n  \
         turn  \"theirs\" when some theirs\n  turn  \"none\"\n",
    );
    let mut state = game.start(&Setup::default()).unwrap();
    let sayings = &game.rules().words.occasions["turn"];
    let when = sayings[0].when.as_ref().unwrap();
    assert!(sayings[1].when.is_none());
    assert_eq!(game.condition(&state, None, when), Ok(false));
    let action = game.legal_actions(&state).unwrap()[0];
    game.apply(&mut state, action).unwrap();
    assert_eq!(game.condition(&state, None, when), Ok(true));
}
