//! A call that is stopped answers at once, on every executor, and nothing has changed.
//!
//! The games are those that take minutes, gigabytes or for ever: texts of a few lines that try every
//! choice, count what is counted, or loop.

use std::thread;
use std::time::{Duration, Instant};

use masume_engine::{
    ApplyError, Executor, Game, RunError, RunErrorKind, Series, Setup, SetupError, State, StopToken,
};

use super::game;

/// Time that a call runs before it is stopped: long enough to be in the middle of its work.
const HEAD_START: Duration = Duration::from_millis(60);
/// Time that a call may take from then on, as it is promised. It is held where `MASUME_CLOCKS` is set: a busy machine breaks
/// it without any fault of ours.
const PROMISED: Duration = Duration::from_millis(50);
/// The machine does other things, too: what is slow by itself is slow each time.
const TRIES: usize = 10;

/// A loop in the body of every choice.
pub(crate) const LOOPS: &str = "\
game Loops
board 8 x 8

value one = 1

pieces
  thing: stone

start
  any -> stone

action go from a to b
  9000 times:
    if count [row / one = 99] > 0 or count [column / one = 99] > 0:
      stone -> _
";

/// Counts in counts, asked of every cell.
pub(crate) const COUNTS: &str = "\
game Counts
board 32 x 32

value one = 1

pieces
  thing: stone

action put at c
  at c: _ -> stone

win when count [count [count [row / one = 99] + row > 9999] + row > 9999] > 1
";

/// Eight million choices, all of them legal: more than a list holds.
pub(crate) const CHOICES: &str = "\
game Choices
board 32 x 32

pieces
  thing: stone

action aaa from a to b in d (8 ways)
";

/// As many choices, each of which is tried for long and none of which is legal: a machine of any speed is
/// in the middle of them when it is stopped.
pub(crate) const ILLEGAL: &str = "\
game Illegal
board 32 x 32

value one = 1

pieces
  thing: stone

action aaa from a to b in d (8 ways)
  if count [count [row / one = 99] + row > 9999] > 0:
    stone -> _
";

/// Set-ups of which none can be won: of each kind there is an odd number.
const SET_UPS: &str = "\
game Set-ups
board 32 x 32 with a rim of 1

pieces
  tile: 34 kinds

start
  shuffle 29 of each tile over any
  until solvable

action take a and b
  4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _

win when no tile
lose when no action
";

/// A game that never ends, and in which everything is found at once.
pub(crate) const ENDLESS: &str = "\
game Endless
board 8 x 8
players black white

pieces
  thing: black white

start
  [row <= 2] -> black
  [row >= 7] -> white

action step at c in d
  d from c: mine _ -> _ mine
";

/// Outcome of a call that was stopped in its midst: where clocks are asked, tried until it ends as soon as promised,
/// but not for ever. Each answer is looked at.
fn stopped<T>(name: &str, game: &Game, call: impl Fn(&Game) -> T, look: impl Fn(T)) {
    let asks_clock = std::env::var_os("MASUME_CLOCKS").is_some();
    let is_soon = |took: &Duration| !asks_clock || *took <= PROMISED;
    let mut times = Vec::new();
    while times.len() < TRIES && !times.iter().any(is_soon) {
        let token = StopToken::new();
        let game = game.clone().with_stop(token.clone());
        let (answer, after) = thread::scope(|scope| {
            let stopping = scope.spawn(move || {
                thread::sleep(HEAD_START);
                token.stop();
                Instant::now()
            });
            let answer = call(&game);
            let answered = Instant::now();
            let stop = stopping.join().unwrap();
            (answer, answered.saturating_duration_since(stop))
        });
        look(answer);
        times.push(after);
    }
    assert!(times.iter().any(is_soon), "{name} went on for {times:?}");
}

/// The call is stopped on every executor, and says that and nothing else.
fn check(name: &str, text: &str, call: impl Fn(&Game, &State) -> Result<(), RunError>) {
    for executor in Executor::ALL {
        let game = game(text).with_executor(executor);
        // A set-up of its own, for what is asked here need not be what the ends ask.
        let state = game.start(&Setup::default());
        let state = state.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let before = state.clone();
        let name = format!("{name} on {executor}");
        let look = |answer: Result<(), RunError>| {
            let kind = answer.map_err(|error| error.kind);
            assert_eq!(kind, Err(RunErrorKind::Stopped), "{name}");
        };
        stopped(&name, &game, |game| call(game, &state), look);
        assert_eq!(state, before);
    }
}

/// The same of a set-up.
fn check_start(name: &str, text: &str) {
    for executor in Executor::ALL {
        let game = game(text).with_executor(executor);
        let name = format!("{name} on {executor}");
        stopped(
            &name,
            &game,
            |game| game.start(&Setup::default()),
            |answer| {
                let Err(SetupError::Run { error, .. }) = answer else {
                    panic!("{name}: {answer:?}")
                };
                assert_eq!(error.kind, RunErrorKind::Stopped, "{name}");
            },
        );
    }
}

#[test]
fn lists_of_legal_actions_stop() {
    for (name, text) in [("loops", LOOPS), ("choices", ILLEGAL)] {
        check(name, text, |game, state| game.legal_actions(state).map(drop));
        check(name, text, |game, state| game.position(state).action_count().map(drop));
    }
}

#[test]
fn actions_stop_and_change_nothing() {
    check("counts", COUNTS_LATER, |game, state| {
        let action = game.read_action(state, "put a1").unwrap();
        let mut after = state.clone();
        let answer = game.apply(&mut after, action);
        assert_eq!(&after, state);
        match answer {
            Err(ApplyError::Run(error)) => Err(error),
            other => panic!("{other:?}"),
        }
    });
}

/// As [`COUNTS`], but only once a stone lies there.
const COUNTS_LATER: &str = "\
game Counts
board 32 x 32

value one = 1

pieces
  thing: stone

action put at c
  at c: _ -> stone

win when some stone and count [count [count [row / one = 99] + row > 9999] + row > 9999] > 1
";

#[test]
fn set_ups_stop() {
    check_start("counts", COUNTS);
    check_start("set-ups", SET_UPS);
}

#[test]
fn random_games_stop() {
    check("playouts", ENDLESS, |game, state| {
        game.playouts(state, Series::new(u64::MAX / 2, 1)).map(drop)
    });
    check("one playout", ENDLESS, |game, state| {
        let series = Series { games: 1, seed: 1, most_plies: u64::MAX };
        game.playout(state, series, 0).map(drop)
    });
}

#[test]
fn counts_of_leaves_stop() {
    check("perft", ENDLESS, |game, state| game.perft(state, 40).map(drop));
    check("perft by first action", ENDLESS, |game, state| game.perft_divide(state, 40).map(drop));
}

#[test]
fn a_token_that_is_rearmed_lets_calls_run() {
    let token = StopToken::new();
    let game = game(ENDLESS).with_stop(token.clone());
    let state = game.start(&Setup::default()).unwrap();
    token.stop();
    let stopped = game.legal_actions(&state).unwrap_err();
    assert_eq!(stopped.kind, RunErrorKind::Stopped);
    token.rearm();
    assert!(!game.legal_actions(&state).unwrap().is_empty());
}
