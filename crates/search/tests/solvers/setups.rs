//! Deals that a solver had a part in.

use masume_engine::{Deals, Game, Setup, State, parse_id};
use masume_search::{Aim, Budget, Verdict, setup_solver, solve};

use super::{game, shipped};

/// The set-up of an id.
fn dealt(game: &Game, id: &str) -> State {
    let id = parse_id(id).expect("an id");
    game.clone().with_deals(id.deals).expect("a solver").start(&id.setup).expect("a deal")
}

#[test]
fn an_id_gives_the_deal_that_it_always_gave() {
    let plain = shipped("shisen-sho");
    let game = plain.clone().with_solver(setup_solver());
    let mut others = 0;
    for seed in 0..8 {
        let id = format!("shisen-sho:14x6#{seed}");
        let setup = parse_id(&id).expect("an id").setup;
        let before = plain.start(&setup).expect("a deal");
        assert_eq!(dealt(&game, &id), before, "{id}");
        others += usize::from(dealt(&game, &format!("{id}v2")) != before);
        assert_eq!(plain.id("shisen-sho", &setup), id);
        assert_eq!(game.id("shisen-sho", &setup), format!("{id}v2"));
    }
    // The first of some seeds can be won, and the short search passed over it.
    assert!(others > 0);
}

#[test]
fn deals_are_proved() {
    let game = shipped("shisen-sho").with_solver(setup_solver());
    for seed in 0..3 {
        let state = dealt(&game, &format!("shisen-sho#{seed}v2"));
        let budget = Budget { nodes: 1_000_000, ..Budget::default() };
        let solved = solve(&game, &state, Aim::Any, &budget).expect("a game for one");
        let Verdict::Won(line) = solved.verdict else { panic!("{seed}: {:?}", solved.verdict) };
        assert!(line.replay(&game, &state).is_ok());
        assert_eq!(dealt(&game, &format!("shisen-sho#{seed}v2")), state);
    }
}

#[test]
fn what_no_solver_takes_is_dealt_by_the_short_search() {
    let text = "game Two\nboard 4 x 1\nplayers ann bob\npieces\n  thing: red\n\n\
        start\n  random 1 of empty -> red\n  until solvable\n\n\
        action take at c\n  at c: red -> _\n\nwin when no red\n";
    let game = game(text);
    let setup = Setup::default();
    let before = game.start(&setup).expect("a set-up");
    assert_eq!(game.with_solver(setup_solver()).start(&setup), Ok(before));
}

#[test]
fn a_game_without_random_set_ups_has_no_version_in_its_ids() {
    let game = shipped("fifteen").with_solver(setup_solver());
    assert_eq!(game.deals(), Deals::Proved);
    assert_eq!(game.id("fifteen", &Setup::default()), "fifteen#0");
    assert!(shipped("fifteen").with_deals(Deals::Proved).is_ok());
}
