//! Texts of a few lines that would take minutes or gigabytes, an honest slip among them: a call with a
//! budget ends with it, on every executor, and what is too much is named.

use masume_engine::{
    ApplyError, Executor, Game, RunError, RunErrorKind, Series, Setup, SetupError, StopToken,
};

use super::stops::{CHOICES, COUNTS, LOOPS};
use super::{game, shown};

/// Steps for which a call is waited: a tenth of a second or less.
const STEPS: u64 = 1 << 22;

/// Two lines of Shisen-sho and a word too many.
const SLIP: &str = "\
game Slip
board 17 x 8 with a rim of 1

pieces
  tile: 34 kinds

start
  shuffle 4 of each tile over any
  until solvable

action take a and b
  repeat random 4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _

win when no tile
";

/// The counts of every choice, with no loop around.
const TESTS: &str = "\
game Tests
board 32 x 32

value one = 1

pieces
  thing: stone

start
  any -> stone

action go from a to b
  if count [row / one = 99] > 0 or count [column / one = 99] > 0:
    stone -> _
";

/// Sixteen actions with eight million choices each.
fn many_choices() -> String {
    let head = "game Choices\nboard 32 x 32\n\npieces\n  thing: stone\n";
    let action = |letter| format!("\naction aa{letter} from a to b in d (8 ways)\n");
    head.to_owned() + &('a'..='p').map(action).collect::<String>()
}

/// Result of a call that has a budget.
fn within<T>(game: &Game, steps: u64, call: impl FnOnce(&Game) -> Result<T, RunError>) -> String {
    let game = game.clone().with_stop(StopToken::with_budget(steps));
    match call(&game) {
        Ok(_) => "an answer".to_owned(),
        Err(error) => {
            if let RunErrorKind::OverBudget { steps: told } = error.kind {
                assert_eq!(told, steps);
                return "over budget".to_owned();
            }
            format!("{:?}", error.kind)
        }
    }
}

fn start(game: &Game) -> Result<(), RunError> {
    match game.start(&Setup::default()) {
        Ok(_) => Ok(()),
        Err(SetupError::Run { error, .. }) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_takes_too_long_ends_with_its_budget() {
    for executor in Executor::ALL {
        let on = |text: &str| game(text).with_executor(executor);
        let check = |name: &str, found: String, expected: &str| {
            assert_eq!(found, expected, "{name} on {executor}");
        };
        for (name, text) in [("counts", COUNTS), ("slip", SLIP)] {
            check(name, within(&on(text), STEPS, start), "over budget");
        }
        for (name, text) in [("loops", LOOPS), ("tests", TESTS)] {
            let game = on(text);
            let state = game.start(&Setup::default()).unwrap();
            for (call, found) in [
                ("list", within(&game, STEPS, |game| game.legal_actions(&state))),
                ("playouts", within(&game, STEPS, |game| game.playouts(&state, Series::new(9, 1)))),
                ("perft", within(&game, STEPS, |game| game.perft(&state, 2))),
                (
                    "successors",
                    within(&game, STEPS, |game| game.successors(std::slice::from_ref(&state))),
                ),
            ] {
                check(&format!("{call} of {name}"), found, "over budget");
            }
        }
    }
}

#[test]
fn an_action_of_a_slow_game_is_done_within_a_budget() {
    for executor in Executor::ALL {
        let game = game(LOOPS).with_executor(executor);
        let state = game.start(&Setup::default()).unwrap();
        let action = game.read_action(&state, "go a1 b1");
        let act = |game: &Game| match game.apply(&mut state.clone(), action.clone().unwrap()) {
            Ok(()) => Ok(()),
            Err(ApplyError::Run(error)) => Err(error),
            Err(other) => panic!("{other:?}"),
        };
        if action.is_ok() {
            assert_eq!(within(&game, STEPS / 16, act), "over budget", "{executor}");
        }
    }
}

#[test]
fn a_budget_that_suffices_changes_nothing() {
    let text = "game Small\nboard 3 x 3\n\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> stone\n";
    for executor in Executor::ALL {
        let game = game(text).with_executor(executor);
        let state = game.start(&Setup::default()).unwrap();
        assert_eq!(within(&game, STEPS, |game| game.perft(&state, 3)), "an answer", "{executor}");
        assert_eq!(within(&game, 3, |game| game.perft(&state, 3)), "over budget", "{executor}");
    }
}

#[test]
fn a_budget_is_for_all_calls_together_until_it_is_given_anew() {
    let game = game(CHOICES_OF_A_CELL);
    let state = game.start(&Setup::default()).unwrap();
    let token = StopToken::with_budget(20_000);
    let game = game.with_stop(token.clone());
    let calls = (0..10_000).take_while(|_| game.legal_actions(&state).is_ok()).count();
    assert!((1..10_000).contains(&calls), "{calls}");
    assert!(game.legal_actions(&state).is_err());
    token.rearm();
    assert!(game.legal_actions(&state).is_ok());
}

/// A game whose list of legal actions is short.
const CHOICES_OF_A_CELL: &str = "\
game Few
board 3 x 3

pieces
  thing: stone

action put at c
  at c: _ -> stone
  [stone, row > 9] -> _
";

#[test]
fn lists_of_too_many_actions_are_refused_by_name() {
    for (name, text) in [("one", CHOICES.to_owned()), ("sixteen", many_choices())] {
        for executor in Executor::ALL {
            let game = game(&text).with_executor(executor);
            let state = game.start(&Setup::default()).unwrap();
            let error = game.legal_actions(&state).unwrap_err();
            assert_eq!(error.kind, RunErrorKind::TooManyActions, "{name} on {executor}");
            let at = &text[error.span.range()];
            assert!(at.starts_with("aa"), "{name} on {executor}: {at}");
            // What does not list them goes on.
            let action = game.read_action(&state, "aaa a1 b1 up");
            if let Ok(action) = action {
                assert_eq!(game.is_legal(&state, action), Ok(true), "{name} on {executor}");
            }
            let playouts = game.playouts(&state, Series::new(2, 1)).unwrap_err();
            assert_eq!(playouts.kind, RunErrorKind::TooManyActions, "{name} on {executor}");
            let perft = game.perft(&state, 1).unwrap_err();
            assert_eq!(perft.kind, RunErrorKind::TooManyActions, "{name} on {executor}");
        }
    }
}

#[test]
fn a_check_waits_for_no_game_and_says_what_it_did_not_try() {
    let check = |text: &str, expected: &[&str]| {
        let found = game(text).check_play(60, 1);
        let found: Vec<String> = found.iter().map(|it| shown(text, it)).collect();
        let is_said = found.len() == expected.len()
            && found.iter().zip(expected).all(|(found, expected)| found.contains(expected));
        assert!(is_said, "{found:#?}");
    };
    let start = "the start was not tried: it takes more than 67108864 steps";
    check(
        COUNTS,
        &[&format!(
            "E0508 \"win when count [count [count [row / one = 99] + row > 9999] + row > 9999] > 1\" {start}"
        )],
    );
    check(
        SLIP,
        &[&format!(
            "E0508 \"random 4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _\" {start}"
        )],
    );
    check(LOOPS, &["play was not tried from ply 1 on: it takes more than 67108864 steps"]);
    // On the largest boards a step is more.
    let large = "game Large\nboard 410 x 410\n\npieces\n  thing: stone\n\nstart\n  400 times:\n    any -> stone\n    \
                 stone -> _\n\naction put at c\n  at c: _ -> stone\n";
    check(large, &["the start was not tried: it takes more than 8388608 steps"]);
    check(&many_choices(), &["E0509 \"aaa\" too many legal actions to list"]);
}

#[test]
fn boards_that_hold_too_much_are_refused_by_name() {
    let layers: String = (0..64).map(|nth| format!("  layer{nth}: piece{nth}\n")).collect();
    let text = format!("game Large\nboard 8 x 8 from 1 x 1\n\npieces\n{layers}\naction wait\n");
    let game = game(&text);
    let setup = |side| {
        let size = Some(masume_engine::Size { width: side, height: side });
        Setup { size, ..Setup::default() }
    };
    assert!(game.start(&setup(256)).is_ok());
    let Err(SetupError::Size(error)) = game.start(&setup(257)) else { panic!("it is too large") };
    assert_eq!(error.message, "257x257 is too large for 64 layers");
    assert_eq!(error.label, "at most 65536 cells with the rim");
}

#[test]
fn copies_and_draws_of_large_boards_are_paid_for() {
    // Nothing but copying a megabyte for each of many choices, or taking one out of many again and again.
    for body in [
        "action go from a to b\n  at a: stone -> egg\n",
        "action go\n  random 90000 of stone -> egg\n",
    ] {
        let text = format!(
            "game Copies\nboard 512 x 512\n\npieces\n  thing: stone egg\n\nstart\n  any -> stone\n\n{body}"
        );
        let game = game(&text);
        let state = game.start(&Setup::default()).unwrap();
        let act = |game: &Game| {
            let actions = game.legal_actions(&state)?;
            let action = actions.first().copied().unwrap();
            match game.apply(&mut state.clone(), action) {
                Ok(()) => Ok(()),
                Err(ApplyError::Run(error)) => Err(error),
                Err(other) => panic!("{other:?}"),
            }
        };
        assert_eq!(within(&game, STEPS, act), "over budget", "{body}");
    }
}
