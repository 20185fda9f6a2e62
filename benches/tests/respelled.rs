//! Games in other spellings are the same games: equal actions in equal order, ply by ply, and equal perft.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use masume_benches::spellings::{Text, texts};
use masume_benches::stream::Stream;
use masume_engine::{Game, Setup, State};

/// Plies of a game that are compared.
const PLIES: u64 = 60;

/// Perft goes on a ply deeper while there were no more positions than this.
const FEW: u64 = 120;

fn load(text: &Text) -> Game {
    let loaded = Game::load(&std::fs::read_to_string(&text.path).unwrap());
    assert!(loaded.diagnostics.is_empty(), "{}: {:?}", text.path.display(), loaded.diagnostics);
    loaded.game.unwrap()
}

#[test]
fn other_spellings_are_the_same_games() {
    let games = texts(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(games.len() >= 29, "{} games have other spellings", games.len());
    for (name, texts) in games {
        let own = load(&texts[0]);
        let start = own.start(&Setup::default()).unwrap();
        for text in &texts[1..] {
            let what = format!("{name}, {}", text.how);
            let other = load(text);
            assert_eq!(other.start(&Setup::default()).unwrap(), start, "{what}");
            check_perft(&what, &own, &other, &start);
            let end = check_play(&what, &own, &other, &start);
            check_perft(&what, &own, &other, &end);
        }
    }
}

fn check_perft(what: &str, own: &Game, other: &Game, state: &State) {
    for depth in 1..=4 {
        let count = own.perft(state, depth).unwrap();
        assert_eq!(other.perft(state, depth).unwrap(), count, "{what}, perft {depth}");
        if count > FEW {
            break;
        }
    }
}

/// Plays a game at random, or the beginning of one; gives the last state in which anything can be done.
fn check_play(what: &str, own: &Game, other: &Game, start: &State) -> State {
    let (mut state, mut agent) = (start.clone(), Stream::of_agent(1));
    for ply in 0..PLIES {
        let actions = own.legal_actions(&state).unwrap();
        assert_eq!(other.legal_actions(&state).unwrap(), actions, "{what}, ply {ply}");
        if actions.is_empty() {
            break;
        }
        let action = actions[agent.below_or_only(actions.len() as u32) as usize];
        let (mut next, mut same) = (state.clone(), state.clone());
        own.apply(&mut next, action).unwrap();
        other.apply(&mut same, action).unwrap();
        assert_eq!(same, next, "{what}, ply {ply}");
        if next.outcome.is_some() {
            break;
        }
        state = next;
    }
    state
}
