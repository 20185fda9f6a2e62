//! States as words, and back.

use masume_engine::{Action, Setup, State, shipped_games};
use masume_rules::random::Random;
use masume_search::{Relevance, StateCodec};

use super::game;

/// States of a random game on the smallest board that is allowed.
fn states(text: &str, seed: u64) -> (masume_engine::Game, Vec<State>) {
    let game = game(text);
    let mut random = Random::new(seed);
    let size = game.rules().shape.map(|shape| shape.size);
    let mut state = game.start(&Setup { size, seed, level: None }).expect("it can be set up");
    let mut states = vec![state.clone()];
    while states.len() < 40 && state.outcome.is_none() {
        let actions: Vec<Action> = game.legal_actions(&state).expect("rules that go well");
        if actions.is_empty() {
            break;
        }
        let chosen = actions[random.below(actions.len() as u64) as usize];
        game.apply(&mut state, chosen).expect("it is legal");
        states.push(state.clone());
    }
    (game, states)
}

#[test]
fn every_state_of_every_shipped_game_comes_back_whole() {
    for shipped in shipped_games() {
        let (game, states) = states(shipped.text, 3);
        let codec = StateCodec::new(game.rules(), &states[0], Relevance::everything(game.rules()));
        for state in &states {
            let mut words = vec![0; codec.stride()];
            codec.pack(state, &mut words);
            assert_eq!(&codec.unpack(&words), state, "{}", shipped.name);
        }
    }
}

#[test]
fn states_that_go_on_alike_have_the_same_words() {
    for shipped in shipped_games() {
        let (game, states) = states(shipped.text, 5);
        let codec = StateCodec::new(game.rules(), &states[0], Relevance::of(game.rules()));
        let pack = |state: &State| {
            let mut words = vec![0; codec.stride()];
            codec.pack(state, &mut words);
            words
        };
        for state in states.iter().filter(|state| state.outcome.is_none()) {
            let back = codec.unpack(&pack(state));
            assert_eq!(pack(&back), pack(state), "{}", shipped.name);
            // What was left out changes neither what is legal nor what comes of it.
            let actions = game.legal_actions(state).expect("rules that go well");
            assert_eq!(game.legal_actions(&back), Ok(actions.clone()), "{}", shipped.name);
            for action in actions.into_iter().take(5) {
                let (mut next, mut next_back) = (state.clone(), back.clone());
                game.apply(&mut next, action).expect("it is legal");
                game.apply(&mut next_back, action).expect("it is legal");
                assert_eq!(next.outcome, next_back.outcome, "{}", shipped.name);
                assert_eq!(pack(&next), pack(&next_back), "{}", shipped.name);
            }
        }
    }
}

#[test]
fn a_board_of_boxes_is_small() {
    let game = super::shipped("sokoban");
    let state = super::start(&game);
    let codec = StateCodec::new(game.rules(), &state, Relevance::of(game.rules()));
    // Two bits a cell, 32 cells a word, and one word more.
    assert_eq!(codec.stride(), 1 + state.board.grid().cell_count().div_ceil(32));
}
