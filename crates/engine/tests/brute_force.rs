//! Choices that are tried one by one are those of the reference, whatever is ruled out beforehand.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use masume_engine::{Executor, Game, Optimisations, Setup, State};
use masume_rules::model::Layer;
use masume_rules::random::Random;

/// Boards of each game, and cells of a hundred that hold something on each.
const DENSITIES: [u64; 8] = [0, 3, 10, 25, 40, 60, 80, 100];

fn strewn(game: &Game, density: u64, random: &mut Random) -> State {
    let mut state = game.start(&Setup::default()).unwrap();
    let grid = *state.board.grid();
    for cell in grid.inner_cells() {
        if random.below(100) < density {
            state.board.set(Layer(0), cell, random.below(3) as i32);
        }
        if random.below(100) < density {
            state.board.set(Layer(1), cell, random.below(4) as i32);
        }
    }
    state
}

/// Compares the legal actions of a game with this action on random boards.
fn check(rim: u32, action: &str) {
    let text = format!(
        "game Tried\nboard 5 x 4 with a rim of {rim}\nvalue hits\n\npieces\n  piece: red blue wall\n  tile: 4 kinds\n\n\
         legend\n  .  nothing\n  r  red\n  b  blue\n  w  wall\n  A-D  tile\n\n{action}\n"
    );
    let loaded = Game::load(&text);
    let game = loaded.game.unwrap_or_else(|| panic!("{:#?}\n{text}", loaded.diagnostics));
    let compiled = game.clone().with_executor(Executor::Compiled);
    let off = Optimisations { decided: false, ..Optimisations::ALL };
    let undecided = compiled.clone().with_optimisations(off);
    let explained = compiled.explain(&Setup::default(), None).unwrap();
    assert!(explained.contains("tried where there is"), "{explained}");
    let mut random = Random::new(action.len() as u64);
    let mut found = 0;
    for density in DENSITIES {
        let state = strewn(&game, density, &mut random);
        let legal = game.legal_actions(&state);
        let show = || format!("{action}\n{}", game.print_state(&state));
        assert_eq!(compiled.legal_actions(&state), legal, "{}", show());
        assert_eq!(undecided.legal_actions(&state), legal, "{}", show());
        found += legal.map_or(0, |legal| legal.len());
    }
    assert!(found > 0, "a test of nothing:\n{action}");
}

#[test]
fn what_cannot_match_is_not_tried_and_nothing_else_is_left_out() {
    for rim in [0, 1] {
        for action in [
            "action act at c\n  random 8 ways from c: red empty -> _ red",
            "action act at c\n  from c: red -> wall with chance 50% or blue",
            "action act from a to b\n  random 8 ways from a to b: red any* blue -> _ any* red",
            "action act from a to b\n  must\n    8 ways from a to b: any empty* n -> _ ... n\n  hits += 1",
            "action act a and b\n  4 ways from a to b: red any* turn? any* red -> _ any* turn? any* red",
            "action act from a to b\n  random diagonals from b to a: red any -> blue red",
            "action act from a to b\n  random 8 ways to b: red any -> red blue",
            "action act at c in d\n  random d from c: n any* n -> red any* _",
            "action act at c in d\n  random against d to c: red any -> blue red",
            "action act at c in d\n  first d: n wall -> _ wall",
            "action act at c\n  random from c: red -> blue\n  else random 8 ways to c: wall blue -> blue wall",
            "action act at c when hits < 1 and some [c, no wall]\n  let before = count red\n  must\n    random from c: red -> blue",
            "action act at c when 4 / (count red) > 0 and some [c, empty or red]\n  random from c: red -> blue",
            "action act in column x\n  random red -> blue\n\naction hop from a to b when no action act\n  random 8 ways from a to b: wall empty -> _ wall",
        ] {
            check(rim, action);
        }
    }
}
