//! From a text to a first state.

use masume_engine::{
    Deals, Executor, Game, LevelInfo, Setup, SetupError, SetupSolver, Severity, Size, Span, State,
};
use masume_rules::model::{EMPTY, Layer};

use super::games::{BOXES, DISCS, NUMBERS};
use super::{game, shown};

fn size(width: u32, height: u32) -> Setup {
    Setup { size: Some(Size { width, height }), ..Setup::default() }
}

fn numbered(number: usize) -> Setup {
    Setup { level: Some(number), ..Setup::default() }
}

#[test]
fn a_text_with_an_error_gives_no_game_and_one_with_warnings_does() {
    for text in ["", "game", "game X\nnonsense", "\u{0}", "pieces\n  a: b c"] {
        let loaded = Game::load(text);
        let has_error = loaded.diagnostics.iter().any(|it| it.severity == Severity::Error);
        assert!(loaded.game.is_none() && has_error, "{text:?}");
    }
    let loaded = Game::load_bytes(b"game \xff\n");
    assert!(loaded.game.is_none());
    assert_eq!(loaded.diagnostics.len(), 1);
    assert!(Game::load_bytes(DISCS.as_bytes()).game.is_some());
}

#[test]
fn errors_are_cut_at_a_hundred_and_warnings_never_stop_a_game() {
    let with_rules = |rule: &str| {
        let rules = rule.repeat(150);
        format!("game X\nboard 3 x 3\n\npieces\n  thing: ant bee\n\naction go\n{rules}")
    };
    let warned = Game::load(&with_rules("  ant -> ant\n"));
    assert!(warned.diagnostics.len() > 100 && warned.game.is_some());
    let wrong = Game::load(&with_rules("  ant -> wasp\n"));
    let last = wrong.diagnostics.last().map(|it| it.code.id());
    assert_eq!((wrong.diagnostics.len(), last), (101, Some("E0113")));
    assert!(wrong.game.is_none());
}

#[test]
fn a_game_starts_as_asked() {
    let check = |text: &str, setup: Setup, expected: &str| {
        let game = game(text);
        let state = game.start(&setup).unwrap();
        assert_eq!(game.print_board(&state), expected);
    };
    check(DISCS, Setup::default(), "...");
    check(BOXES, Setup::default(), "#####\n#pbg#\n#####");
    check(BOXES, numbered(2), "######\n#p.bg#\n######");
    let game = game(NUMBERS);
    let state = game.start(&size(5, 3)).unwrap();
    assert_eq!((game.columns(&state), game.rows(&state)), (5, 3));
}

#[test]
fn the_seed_decides_chance_and_nothing_else() {
    let numbers = game(NUMBERS);
    let start = |game: &Game, seed: u64| game.start(&Setup { seed, ..Setup::default() }).unwrap();
    assert_eq!(start(&numbers, 7), start(&numbers, 7));
    assert_ne!(start(&numbers, 7), start(&numbers, 8));
    let discs = game(DISCS);
    assert_eq!(start(&discs, 7), start(&discs, 8));
}

#[test]
fn set_ups_that_cannot_be_say_why() {
    let check = |text: &str, setup: Setup, expected: &str| {
        let error = game(text).start(&setup).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(DISCS, size(4, 1), "the board is always 3x1; found 4 columns and 1 rows");
    check(NUMBERS, size(1, 4), "the board is at least 2x2; found 1 columns and 4 rows");
    check(
        NUMBERS,
        size(u32::MAX, 4),
        "the board is at most 6x6; found 4294967295 columns and 4 rows",
    );
    check(DISCS, numbered(1), "there is no level 1; the game has no levels");
    check(BOXES, size(4, 4), "the board is always that of a level; found 4x4");
    check(BOXES, numbered(3), "there is no level 3; expected 1 to 2");
    check(BOXES, numbered(0), "there is no level 0; expected 1 to 2");
    check(BOXES, Setup { level: Some(1), ..size(9, 9) }, "level 1 is 5x3; found 9x9");
}

#[test]
fn levels_of_another_text_replace_the_games_own() {
    let level = |rows: &[&str]| LevelInfo {
        title: String::new(),
        author: String::new(),
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        span: Span::new(3, 5),
    };
    let game = game(BOXES).with_levels(vec![level(&["#pbg#"]), level(&["pp", "bg"])]);
    assert_eq!(game.level_count(), 2);
    assert!(game.start(&numbered(1)).is_ok());
    // Each level of the game has one player, and no rule makes another.
    let error = game.start(&numbered(2)).unwrap_err();
    assert_eq!(error.to_string(), "level 2 cannot be played: 2 of `player` on the board");
    assert!(matches!(error, SetupError::Level { diagnostics, .. }
        if diagnostics[0].span == Span::new(3, 5)));
}

#[test]
fn options_are_set_within_their_range() {
    let set = |value: &str| game(NUMBERS).with_option("two", value);
    for value in ["75%", "0.75", " 75.0% "] {
        assert_eq!(set(value).unwrap().rules().options[0].value, 7_500, "{value}");
    }
    let check = |error: SetupError, expected: &str| assert_eq!(error.to_string(), expected);
    let expected = "the option `two` cannot be `75`; expected a percentage from 0% to 100%";
    check(set("75").unwrap_err(), expected);
    check(
        game(NUMBERS).with_option("three", "1").unwrap_err(),
        "the game has no option `three`; it has `two`",
    );
    let none = game(DISCS).with_option("two", "1").unwrap_err();
    check(none, "the game has no option `two`, nor any other");
}

#[test]
fn solvable_set_ups_are_found_with_the_same_seed_on_every_run() {
    let text = "\
game Pairs
board 6 x 4 with a rim of 1

pieces
  tile: 6 kinds

legend
  .  nothing
  A-F  tile

start
  shuffle 4 of each tile over any
  until solvable

action take a and b
  4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _

win when no tile
lose when no action
";
    let game = game(text);
    let first = game.start(&Setup { seed: 3, ..Setup::default() }).unwrap();
    assert_eq!(game.start(&Setup { seed: 3, ..Setup::default() }), Ok(first));
}

#[test]
fn a_set_up_that_goes_wrong_is_located() {
    let text = "\
game Never
board 2 x 2

pieces
  thing: ant bee

start
  centre -> ant
  until no ant

action wait
";
    let error = game(text).start(&Setup::default()).unwrap_err();
    let SetupError::Run { diagnostic, .. } = error else { panic!("{error:?}") };
    let expected = "E0505 \"until no ant\" the set-up did not succeed: not true in 1000 set-ups";
    assert_eq!(shown(text, &diagnostic), expected);
}

#[test]
fn a_solver_says_which_set_ups_can_be_won() {
    let text = "\
game Lights
board 3 x 1

pieces
  light: on

start
  random 1 of empty -> on
  until solvable

action douse at c
  at c: on -> _

win when no on
";
    let plain = game(text);
    let setup = Setup { seed: 5, ..Setup::default() };
    let first = plain.start(&setup).unwrap();
    let lit = |state: &State| {
        let cell =
            state.board.grid().inner_cells().find(|&cell| state.board.get(Layer(0), cell) != EMPTY);
        state.board.grid().name(cell.unwrap()).unwrap()
    };
    let never = lit(&first);
    let solved =
        plain.clone().with_solver(SetupSolver::new(move |_, state| Some(lit(state) != never)));
    let other = solved.start(&setup).unwrap();
    assert_ne!(lit(&other), lit(&first));
    assert_eq!(solved.id("lights", &setup), "lights#5v2");
    // Both executors ask it, and what it cannot say is asked of the search.
    let reference = solved.clone().with_executor(Executor::Reference);
    assert_eq!(reference.start(&setup), Ok(other));
    let silent = plain.clone().with_solver(SetupSolver::new(|_, _| None));
    assert_eq!(silent.start(&setup), Ok(first.clone()));
    // An id from before gives what it gave.
    let searched = solved.with_deals(Deals::Searched).unwrap();
    assert_eq!(
        (searched.id("lights", &setup), searched.start(&setup)),
        ("lights#5".into(), Ok(first))
    );
    assert!(matches!(plain.with_deals(Deals::Proved), Err(SetupError::NoSolver)));
}
