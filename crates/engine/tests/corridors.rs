//! Walks through one set have a kernel of their own: it must give what the general walk gives, and
//! the reference, on boards of every density.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use masume_board::Grid;
use masume_engine::{Action, Executor, Game, Optimisations, Setup, Size, State};
use masume_rules::model::Layer;
use masume_rules::random::Random;

/// Cells that are taken, in percent of all.
const DENSITIES: [u64; 6] = [5, 25, 50, 80, 95, 100];

/// The most cells of a board that the reference is asked about: it goes through all pairs.
const SMALL: usize = 40;

/// Layer, contents and legend of the boards that are drawn at random.
struct World {
    /// The layer as the game declares it.
    layer: &'static str,
    /// Contents that it can hold.
    contents: &'static [i32],
    legend: &'static str,
}

const KINDS: World = World {
    layer: "tile: 5 kinds\n  mark: flag",
    contents: &[0, 1, 2, 3, 4],
    legend: "A-E  tile\n  f  flag",
};

/// Numbers that lie far apart.
const NUMBERS: World = World {
    layer: "tile: number 1 doubling to 4096\n  mark: flag",
    contents: &[1, 2, 64, 1024, 4096],
    legend: "f  flag",
};

const PIECES: World = World {
    layer: "tile: king wall goal\n  mark: flag",
    contents: &[0, 1, 1, 1, 2],
    legend: "k  king\n  w  wall\n  g  goal\n  f  flag",
};

fn game(world: &World, rim: u32, action: &str) -> Game {
    let rim = if rim > 0 { format!(" with a rim of {rim}") } else { String::new() };
    let World { layer, legend, .. } = world;
    let text = format!(
        "game Corridors\nboard 8 x 8 from 1 x 1{rim}\n\npieces\n  {layer}\n\n\
         legend\n  .  nothing\n  {legend}\n\n{action}\n"
    );
    let loaded = Game::load(&text);
    loaded.game.unwrap_or_else(|| panic!("{:#?}\n{text}", loaded.diagnostics))
}

/// The state on which chance has put contents on so many cells of a hundred, and flags on some.
fn strewn(game: &Game, world: &World, size: Size, density: u64, random: &mut Random) -> State {
    let mut state = game.start(&Setup { size: Some(size), ..Setup::default() }).unwrap();
    // Where nobody can act on the empty board, the game is over before it begins.
    state.outcome = None;
    let grid: Grid = *state.board.grid();
    for cell in grid.inner_cells() {
        if random.below(100) < density {
            let chosen = random.below(world.contents.len() as u64) as usize;
            state.board.set(Layer(0), cell, world.contents[chosen]);
        }
        if random.below(100) < 10 {
            state.board.set(Layer(1), cell, 0);
        }
    }
    state
}

/// Compares all answers to what is legal on boards of these sizes.
fn check(world: &World, rim: u32, action: &str, sizes: &[(u32, u32)]) {
    let reference = game(world, rim, action);
    let compiled = reference.clone().with_executor(Executor::Compiled);
    let off = Optimisations { shapes: false, ..Optimisations::ALL };
    let general = compiled.clone().with_optimisations(off);
    let mut random = Random::new(u64::from(rim) + action.len() as u64);
    let mut found = 0;
    for &(width, height) in sizes {
        for density in DENSITIES {
            let size = Size { width, height };
            let state = strewn(&reference, world, size, density, &mut random);
            let show = || format!("{action}\n{}", reference.print_state(&state));
            let legal: Vec<Action> = compiled.legal_actions(&state).unwrap();
            assert_eq!(general.legal_actions(&state).unwrap(), legal, "{}", show());
            if (width * height) as usize <= SMALL {
                assert_eq!(reference.legal_actions(&state).unwrap(), legal, "{}", show());
            }
            // A pair that is done is a walk of its own; and one pair answers whether there are any.
            if let Some(&action) = legal.get(random.below(legal.len().max(1) as u64) as usize) {
                let (mut one, mut other) = (state.clone(), state.clone());
                compiled.apply(&mut one, action).unwrap();
                general.apply(&mut other, action).unwrap();
                assert_eq!(one, other, "{}", show());
            }
            found += legal.len();
        }
    }
    assert!(found > 0, "a test of nothing:\n{action}");
}

/// Sizes around the words of sets, with lines that are a word, and longer ones.
const SIZES: [(u32, u32); 9] =
    [(1, 7), (6, 1), (3, 4), (6, 6), (9, 7), (8, 8), (17, 8), (5, 40), (66, 3)];

/// A rule of so many turns between two ends.
fn rule(first: &str, between: &str, turns: u32, last: &str, put: &str) -> String {
    let parts = format!(" turn? {between}*").repeat(turns as usize);
    format!("4 ways from a to b: {first} {between}*{parts} {last} -> {put}")
}

#[test]
fn equal_contents_are_joined_as_walks_join_them() {
    for turns in 0..=3 {
        let rule = rule("n", "empty", turns, "n", "_ ... _");
        for (world, rim) in [(&KINDS, 0), (&KINDS, 1), (&NUMBERS, 0), (&NUMBERS, 2)] {
            check(world, rim, &format!("action take a and b\n  {rule}"), &SIZES);
        }
        let ordered = format!("action take from a to b\n  {rule}");
        check(&KINDS, 1, &ordered, &SIZES);
    }
}

#[test]
fn ends_that_differ_and_walks_through_their_own_ends_are_joined_alike() {
    for turns in 0..=3 {
        // A flag opens a cell that a tile can stand on: ends are passed, and their own way back.
        let flags = rule("[n, no flag]", "[flag or empty]", turns, "[n, flag]", "_ ... _");
        check(&KINDS, 1, &format!("action take from a to b\n  {flags}"), &SIZES);
        let passed = rule("n", "[flag or empty]", turns, "n", "_ ... _");
        check(&KINDS, 0, &format!("action take a and b\n  {passed}"), &SIZES);
        let required = rule("n", "empty", turns, "n", "_ ... _");
        let action = format!(
            "action take a and b\n  require some [a, no flag]\n  require some [b, no flag]\n  {required}"
        );
        check(&NUMBERS, 1, &action, &SIZES);
    }
}

#[test]
fn walks_without_letters_end_alike() {
    for turns in 0..=4 {
        let move_ = rule("king", "empty", turns, "empty", "_ ... king");
        for rim in [0, 1] {
            check(&PIECES, rim, &format!("action move from a to b\n  {move_}"), &SIZES);
        }
        let capture = rule("king", "[flag or empty]", turns, "goal", "_ ... king");
        check(&PIECES, 0, &format!("action move from a to b\n  {capture}"), &SIZES);
    }
}

#[test]
fn two_rules_and_other_directions_are_found_alike() {
    let rule =
        |ways: &str, turns: &str| format!("{ways} from a to b: n empty* {turns} n -> _ ... _");
    let none = rule("8 ways", "empty*");
    let one = rule("4 ways", "turn? empty*");
    let across = rule("left or right", "turn? empty* turn? empty*");
    for action in [
        format!("action take a and b\n  {none}\n  else {one}"),
        format!("action take from a to b\n  {across}"),
        format!("action take from a to b\n  {across}\n  else {none}"),
    ] {
        check(&KINDS, 0, &action, &SIZES);
    }
}

#[test]
fn a_player_without_a_pair_has_lost() {
    let rule = rule("n", "empty", 2, "n", "_ ... _");
    let action = format!("action take a and b\n  {rule}\n\nlose when no action");
    check(&KINDS, 1, &action, &SIZES);
}
