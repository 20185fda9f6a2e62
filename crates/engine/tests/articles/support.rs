//! Support of all five: loading, playing by text on every executor, and the articles' own boards.

use std::path::{Path, PathBuf};

use masume_engine::{ApplyError, Executor, Game, Setup, State, shipped_games};

/// A shipped game by name.
pub(crate) fn game(name: &str) -> Game {
    let shipped = shipped_games().iter().find(|it| it.name == name).expect("a shipped game");
    Game::load(shipped.text).game.expect("a shipped game has no errors")
}

/// Answer that every executor gives.
fn on_each<A: PartialEq + std::fmt::Debug>(game: &Game, ask: impl Fn(&Game) -> A) -> A {
    let on = |executor| ask(&game.clone().with_executor(executor));
    let answer = on(Executor::Reference);
    for executor in [Executor::Compiled, Executor::Batch] {
        assert_eq!(on(executor), answer, "{executor}");
    }
    answer
}

/// The state of a picture, with header lines where wanted.
pub(crate) fn state(game: &Game, text: &str) -> State {
    let read = on_each(game, |game| game.read_state(text));
    read.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

/// A new game with the default size.
pub(crate) fn start(game: &Game, seed: u64) -> State {
    on_each(game, |game| game.start(&Setup { seed, ..Setup::default() })).unwrap()
}

/// Does one action given as text; panics where it is not legal.
pub(crate) fn play(game: &Game, state: &mut State, action: &str) {
    try_play(game, state, action)
        .unwrap_or_else(|error| panic!("{action}: {error:?}\n{}", game.print_state(state)));
}

/// Does one action given as text.
pub(crate) fn try_play(game: &Game, state: &mut State, action: &str) -> Result<(), ApplyError> {
    let parsed = game.read_action(state, action).unwrap_or_else(|error| panic!("{error}"));
    let (after, done) = on_each(game, |game| {
        let mut after = state.clone();
        let done = game.apply(&mut after, parsed);
        (after, done)
    });
    *state = after;
    done
}

/// The texts of the legal actions, in order.
pub(crate) fn legal(game: &Game, state: &State) -> Vec<String> {
    let actions = on_each(game, |game| game.legal_actions(state)).unwrap();
    actions.into_iter().map(|action| game.action_text(state, action)).collect()
}

/// A value of the state by name.
pub(crate) fn value(game: &Game, state: &State, name: &str) -> i64 {
    let values = game.values(state);
    values.iter().find(|(it, _)| it == name).unwrap_or_else(|| panic!("no {name}")).1
}

/// Checks one action on a picture: the picture after it.
pub(crate) fn check(game: &Game, before: &str, action: &str, after: &str) {
    let mut at = state(game, before);
    play(game, &mut at, action);
    assert_eq!(game.print_board(&at), after, "after `{action}`");
}

/// A file of the shared folder; says so and gives `None` where it is absent.
pub(crate) fn shared(file: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("MASUME_SHARED").map_or(beside, PathBuf::from);
    let found = std::fs::read_to_string(folder.join(file)).ok();
    if found.is_none() {
        eprintln!("skipped: {} has no {file}", folder.display());
    }
    found
}

/// The runs of at least `least` lines of a text that consist only of these characters.
pub(crate) fn pictures(text: &str, glyphs: &str, least: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        let row = line.trim();
        if !row.is_empty() && row.chars().all(|it| glyphs.contains(it)) {
            rows.push(row);
            continue;
        }
        if rows.len() >= least {
            found.push(rows.join("\n"));
        }
        rows.clear();
    }
    found
}
