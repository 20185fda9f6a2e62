//! Deadlocks: what lies where it can never be wanted is marked, and nothing else.

use std::collections::BTreeMap;

use masume_engine::{Game, Setup, State};
use masume_rules::random::Random;
use masume_rules::state::Outcome;
use masume_search::{Budget, Deadlocks};

use super::boxes::{LOFT, variant};
use super::verdicts::random_level;
use super::{game, shipped};

fn level(game: &Game, rows: &str) -> (Game, State) {
    let levels = game.read_collection(&format!("level \"L\"\n{rows}")).expect("a level");
    let game = game.clone().with_levels(levels);
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    (game, state)
}

/// The names of the marked cells.
fn marked(deadlocks: &Deadlocks, state: &State) -> Vec<String> {
    let grid = state.board.grid();
    deadlocks.cells(state).into_iter().filter_map(|cell| grid.name(cell)).collect()
}

/// Check of what is marked after these actions.
#[track_caller]
fn check(game: &Game, rows: &str, actions: &str, expected: &[&str]) {
    let (game, mut state) = level(game, rows);
    let deadlocks = Deadlocks::of(&game, &state, &Budget::default()).expect("a game of a walker");
    for text in actions.split(", ").filter(|it| !it.is_empty()) {
        let action = game.read_action(&state, text).expect("an action");
        game.apply(&mut state, action).expect("it is legal");
    }
    assert_eq!(marked(&deadlocks, &state), expected, "{rows}{actions}");
}

#[test]
fn boxes_at_walls_and_boxes_that_hold_each_other_are_marked() {
    let sokoban = shipped("sokoban");
    let rows = "  #######\n  #.....#\n  #.bpg.#\n  #.....#\n  #######\n";
    check(&sokoban, rows, "", &[]);
    check(&sokoban, rows, "push left", &["b3"]);
    // Four in a square, then the same with two of them where they are wanted.
    let around = |rows: &str| {
        format!("  #########\n  #.......#\n{rows}  #.b.....#\n  #.p.....#\n  #########\n")
    };
    let rows = around("  #.bb....#\n  #..bgggg#\n");
    check(&sokoban, &rows, "", &[]);
    check(&sokoban, &rows, "push up", &["c3", "d3", "c4", "d4"]);
    let rows = around("  #.BB....#\n  #..bgg..#\n");
    check(&sokoban, &rows, "push up", &["c4", "d4"]);
    // The same box on a goal is no harm.
    let rows = "  #####\n  #g..#\n  #b..#\n  #pbg#\n  #####\n";
    check(&sokoban, rows, "push up", &[]);
}

#[test]
fn what_can_be_spared_is_not_marked() {
    let game = game(&variant(
        "action push in d\n  player box free -> _ player box\n  else player free -> _ player\n",
    ));
    check(&game, "  .....\n  .bp.g\n  ..b..\n  .....\n", "push left", &[]);
    check(&game, "  .....\n  .bp.g\n  ..b.g\n  .....\n", "push left", &["a2"]);
}

#[test]
fn games_without_a_walker_have_none() {
    for name in ["fifteen", "peg-solitaire", "lights-out", "ice", "othello", "2048"] {
        let game = shipped(name);
        let state = super::start(&game);
        assert_eq!(Deadlocks::of(&game, &state, &Budget::default()), None, "{name}");
    }
}

/// Everything that can be reached from a state, and whether it can still be won.
fn all_states(game: &Game, first: &State) -> Vec<(State, bool)> {
    let name = |state: &State| format!("{:?}", state.board);
    let mut states = vec![first.clone()];
    let mut known = BTreeMap::from([(name(first), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut winning = Vec::new();
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        if state.outcome.is_none() {
            for action in game.legal_actions(&state).expect("rules that go well") {
                let mut after = state.clone();
                game.apply(&mut after, action).expect("it is legal");
                let index = *known.entry(name(&after)).or_insert(states.len());
                if index == states.len() {
                    states.push(after);
                    before.push(Vec::new());
                }
                before[index].push(next);
            }
        } else if matches!(state.outcome, Some(Outcome::Won(_))) {
            winning.push(next);
        }
        next += 1;
    }
    let mut can_win = vec![false; states.len()];
    while let Some(index) = winning.pop() {
        if !std::mem::replace(&mut can_win[index], true) {
            winning.extend(&before[index]);
        }
    }
    states.into_iter().zip(can_win).collect()
}

#[test]
fn nothing_is_marked_where_anything_wins() {
    let push =
        "action push in d\n  player box free -> _ player box\n  else player free -> _ player\n";
    let of_boxes =
        |action: &str| variant(action).replace("every goal has box", "every box is goal");
    let games = [
        LOFT.to_owned(),
        variant(push),
        of_boxes(push),
        variant(&push.replace("in d", "in d (8 ways)")),
        variant(
            "action pull in d\n  box player free -> _ box player\n  else player free -> _ player\n",
        ),
        variant("action swap in d\n  player box -> box player\n  else player free -> _ player\n"),
        of_boxes(
            "action push in d\n  player box box free -> _ player box box\n  else player box free -> _ player box\n  else player free -> _ player\n",
        ),
        // Two boxes become one, and a box is taken away.
        of_boxes(
            "action push in d\n  player box box -> _ player box\n  else player box free -> _ player box\n  else player free -> _ player\n",
        ),
        variant(
            "action push in d\n  player box free -> _ player box\n  else player box -> player _\n  else player free -> _ player\n",
        ),
    ];
    let mut random = Random::new(47);
    let (mut states, mut hopeless, mut found) = (0, 0, 0);
    for text in games {
        let game = game(&text);
        for _ in 0..super::random_levels(60) {
            let rows = random_level(&mut random, ".#pbg");
            let (game, first) = level(&game, &rows);
            let Some(deadlocks) = Deadlocks::of(&game, &first, &Budget::default()) else {
                continue;
            };
            for (state, can_win) in all_states(&game, &first) {
                let marked = marked(&deadlocks, &state);
                assert!(
                    marked.is_empty() || !can_win,
                    "{marked:?}\n{text}{}",
                    game.print_board(&state)
                );
                states += 1;
                hopeless += u64::from(!can_win && state.outcome.is_none());
                found += u64::from(!marked.is_empty());
            }
        }
    }
    // Most of what is lost is lost by a single box.
    assert!(states > 20_000 && found * 2 > hopeless, "{states} {hopeless} {found}");
}
