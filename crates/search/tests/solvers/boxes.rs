//! Games of boxes under other names, on other layers, by other rules.

use masume_engine::{Game, Setup, State};
use masume_rules::random::Random;
use masume_search::{Aim, Budget, Solved, Verdict, solve};

use super::verdicts::{brute_force, random_level};
use super::{game, shipped};

/// The same game: other words, everything that stands on one layer, the floor said in place of walls.
const BARN: &str = include_str!("../../../../tests/games/barn.masu");

/// The same game: every piece on a layer of its own, the last first, and the walker's step after the push.
const CELLAR: &str = include_str!("../../../../tests/games/cellar.masu");

/// The same game: walking and pushing are two actions, and both look back along their direction.
const QUARRY: &str = include_str!("../../../../tests/games/quarry.masu");

/// Things and the walker on layers of their own.
pub(crate) const LOFT: &str = include_str!("../../../../tests/games/loft.masu");

fn level(game: &Game, rows: &str) -> (Game, State) {
    let levels = game.read_collection(&format!("level \"L\"\n{rows}")).expect("a level");
    let game = game.clone().with_levels(levels);
    let state = game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a board");
    (game, state)
}

fn solved(game: &Game, state: &State) -> Solved {
    solve(game, state, Aim::Any, &Budget::default()).expect("a game for one")
}

/// The levels of the shipped game of boxes, as rows.
fn shipped_levels() -> Vec<String> {
    let game = shipped("sokoban");
    let rows = |info: &masume_engine::LevelInfo| {
        info.rows.iter().map(|row| format!("  {row}\n")).collect::<String>()
    };
    game.levels().iter().map(rows).collect()
}

#[test]
fn a_game_under_other_names_takes_as_many_nodes() {
    let original = shipped("sokoban");
    let mut nodes = [0; 4];
    let others = [BARN, CELLAR, QUARRY].map(game);
    for rows in shipped_levels() {
        let (one, state) = level(&original, &rows);
        let found = solved(&one, &state);
        assert!(matches!(found.verdict, Verdict::Won(_)), "{rows}");
        nodes[0] += found.report.nodes;
        for (other, nodes) in others.iter().zip(&mut nodes[1..]) {
            let (other, state) = level(other, &rows);
            let found = solved(&other, &state);
            assert!(matches!(found.verdict, Verdict::Won(_)), "{rows}");
            *nodes += found.report.nodes;
        }
    }
    assert!(nodes[0] < 10_000, "{nodes:?}");
    let is_near = |other: &u64| nodes[0].abs_diff(*other) * 10 <= nodes[0];
    assert!(nodes[1..].iter().all(is_near), "{nodes:?}");
}

/// Solves random small levels; every verdict is what brute force says.
#[track_caller]
fn check_small(rules: &str) {
    let game = game(rules);
    let mut random = Random::new(23);
    let mut seen = [0, 0];
    for _ in 0..super::random_levels(120) {
        let rows = random_level(&mut random, ".#pbg");
        let (game, state) = level(&game, &rows);
        if state.outcome.is_some() {
            continue;
        }
        let expected = brute_force(&game, &state);
        match solved(&game, &state).verdict {
            Verdict::Scored(_) => panic!("no points were asked for"),
            Verdict::Won(_) => {
                seen[0] += 1;
                assert!(expected.is_some(), "{rows}");
            }
            Verdict::Impossible(_) => {
                seen[1] += 1;
                assert_eq!(expected, None, "{rows}");
            }
            Verdict::GaveUp(limit) => panic!("{limit:?}: {rows}"),
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

/// A game of boxes with this action.
pub(crate) fn variant(action: &str) -> String {
    let head = head_of_boxes().replace("game Boxes\n", "game Boxes\nboard 3 x 3 from 1 x 1\n");
    format!("{head}{action}\nwin when every goal has box\n")
}

/// The game of boxes up to its action.
pub(crate) fn head_of_boxes() -> &'static str {
    let text = include_str!("../../../../tests/games/boxes.masu");
    text.split_once("action").expect("an action").0
}

#[test]
fn small_levels_of_every_variant_are_what_brute_force_says() {
    check_small(BARN);
    check_small(LOFT);
    for action in [
        "action push in d\n  player box free -> _ player box\n  else player free -> _ player\n",
        "action push in d (8 ways)\n  player box free -> _ player box\n  else player free -> _ player\n",
        "action push in d\n  player box box free -> _ player box box\n  else player box free -> _ player box\n  else player free -> _ player\n",
        "action pull in d\n  box player free -> _ box player\n  else player free -> _ player\n",
        "action go in d\n  player free -> _ player\naction pull in d\n  box player free -> _ box player\n",
        "action push in d\n  player box box -> _ player box\n  else player box free -> _ player box\n  else player free -> _ player\n",
        "action swap in d\n  player box -> box player\n  else player free -> _ player\n",
        "action glide in d\n  repeat: player free -> _ player\naction push in d\n  player box free -> _ player box\n",
        "action push in d\n  player box free -> _ player box\n  else player box -> player _\n  else player free -> _ player\n",
    ] {
        check_small(&variant(action));
    }
}
