//! Most points: lines that nothing beats where everything can be looked at, and good ones elsewhere.

use masume_engine::{Game, Setup, Size, State, StopToken};
use masume_rules::random::Random;
use masume_search::{Aim, Budget, Limit, Refusal, Scored, Solver, Verdict, solve};

use super::{game, shipped, start};

/// The line with most points that is found with so many nodes.
#[track_caller]
fn scored(game: &Game, state: &State, nodes: u64) -> Scored {
    let budget = Budget { nodes, ..Budget::default() };
    let solved = solve(game, state, Aim::of(game.rules()), &budget).expect("a game for one");
    let Verdict::Scored(scored) = solved.verdict else { panic!("{:?}", solved.verdict) };
    let end = scored.line.play_out(game, state).expect("a line to an end");
    assert_eq!(game.score(&end, state.to_act), Some(scored.points));
    scored
}

/// Most points that can be had, by trying everything.
fn most(game: &Game, state: &State) -> Option<i64> {
    if state.outcome.is_some() {
        return game.score(state, state.to_act);
    }
    let successors = game.successors(std::slice::from_ref(state)).expect("no errors").remove(0);
    successors.iter().filter_map(|(_, next)| most(game, next)).max()
}

/// Always the action that gives most at once.
fn greedy(game: &Game, start: &State) -> i64 {
    let mut state = start.clone();
    while state.outcome.is_none() {
        let successors =
            game.successors(std::slice::from_ref(&state)).expect("no errors").remove(0);
        let points = |next: &State| game.score(next, next.to_act);
        let best = successors.into_iter().max_by_key(|(_, next)| points(next));
        state = best.expect("it goes on").1;
    }
    game.score(&state, state.to_act).expect("it has points")
}

fn deal(game: &Game, (width, height): (u32, u32), seed: u64) -> State {
    let size = Some(Size { width, height });
    game.start(&Setup { size, seed, level: None }).expect("a board")
}

#[test]
fn small_boards_have_no_line_with_more_points() {
    let blocks = shipped("samegame");
    for seed in 1..=12 {
        let state = deal(&blocks, (4, 3), seed);
        let found = scored(&blocks, &state, 100_000);
        assert_eq!((Some(found.points), found.is_most), (most(&blocks, &state), true), "{seed}");
    }
}

#[test]
fn points_may_be_computed_and_may_fall() {
    // A small coin costs one, a large one is worth as many as there are small ones then.
    let coins = |value: &str, small: &str, large: &str, score: &str| {
        game(&format!(
            "game Coins\nboard 4 x 2\nvalue {value}\npieces\n  coin: small large\n\nlegend\n  .  nothing\n  \
             s  small\n  l  large\n\nstart\n  any -> small\n  [small, row = 2] -> large\n\n\
             action take at c\n  at c: small -> _{small}\n  else at c: large -> _{large}\n\n\
             end when no coin\n{score}"
        ))
    };
    let kept = coins("score", ", score -= 1", ", score += count small", "");
    let computed = coins("given", "", ", given += count small", "score 2 * given - 3\n");
    for (game, expected) in [(kept, 12), (computed, 29)] {
        let state = start(&game);
        let found = scored(&game, &state, 1_000_000);
        assert_eq!((found.points, found.is_most), (expected, true), "{:?}", game.rules().values);
    }
}

#[test]
fn shipped_boards_of_blocks_give_twice_what_greed_gives() {
    let blocks = shipped("samegame");
    let (mut sum, mut of_greed) = (0, 0);
    for seed in 1..=3 {
        let state = deal(&blocks, (9, 8), seed);
        sum += scored(&blocks, &state, 400).points;
        of_greed += greedy(&blocks, &state);
    }
    assert!(sum > 2 * of_greed, "{sum} of {of_greed}");
}

#[test]
fn what_chance_decides_and_what_has_no_points_is_no_line() {
    let tiles = shipped("2048");
    assert_eq!(Aim::of(tiles.rules()), Aim::Any);
    let solved = solve(&tiles, &start(&tiles), Aim::Points, &Budget::default()).expect("points");
    assert_eq!(solved.verdict, Verdict::GaveUp(Limit::Chance));
    let pegs = shipped("peg-solitaire");
    assert_eq!(Aim::of(pegs.rules()), Aim::Any);
    let refused = solve(&pegs, &start(&pegs), Aim::Points, &Budget::default());
    assert_eq!(refused.map(|solved| solved.verdict), Err(Refusal::NoPoints));
    let endless = game(
        "game Endless\nboard 1 x 2\nvalue score\npieces\n  thing: stone\n\nlegend\n  .  nothing\n  o  stone\n\n\
         action turn at c\n  at c: stone -> _, score += 1\n  else at c: _ -> stone\n\nend when score > 3 and score < 3\n",
    );
    let budget = Budget { nodes: 10_000, ..Budget::default() };
    let solved = solve(&endless, &start(&endless), Aim::Points, &budget).expect("points");
    assert_eq!(solved.verdict, Verdict::GaveUp(Limit::Nodes));
}

#[test]
fn a_search_for_points_keeps_to_its_budget() {
    let blocks = shipped("samegame");
    let state = deal(&blocks, (6, 6), Random::new(3).below(100));
    for (nodes, bytes) in [(0, 1 << 30), (1, 1 << 30), (50, 1 << 30), (1000, 0), (1000, 3 << 20)] {
        let budget = Budget { nodes, bytes, ..Budget::default() };
        let solved = solve(&blocks, &state, Aim::Points, &budget).expect("points");
        assert!(
            solved.report.nodes <= nodes && solved.report.bytes <= bytes,
            "{:?}",
            solved.report
        );
    }
}

#[test]
fn what_was_found_before_it_was_stopped_is_told() {
    let blocks = shipped("samegame");
    let state = deal(&blocks, (8, 6), 4);
    let stop = StopToken::new();
    let budget = Budget { stop: stop.clone(), ..Budget::default() };
    let mut solver = Solver::new(&blocks, &state, Aim::Points, &budget).expect("points");
    // The first step only looks at the rules.
    assert_eq!((solver.step(1), solver.step(300)), (None, None));
    stop.stop();
    let solved = solver.step(300).expect("it was stopped");
    assert!(matches!(solved.verdict, Verdict::Scored(_)), "{:?}", solved.verdict);
}
