//! Making a game small that still shows what it shows.

mod cut;
mod cut_rule;
mod cutter;

use crate::tree::GameTree;

/// The smallest game that was found by leaving parts out and making others plainer, each time as
/// long as the game still `fails`. Asks so many times at most.
///
/// Trees are tried that print to no valid game: the caller loads them to find out.
pub fn shrink(
    mut game: GameTree,
    budget: usize,
    fails: &mut dyn FnMut(&GameTree) -> bool,
) -> GameTree {
    let mut number = 0;
    let mut is_smaller = false;
    for _ in 0..budget {
        let Some(candidate) = cut::cut(&game, number) else {
            if !is_smaller {
                break;
            }
            // What could not go before may go now that other parts are gone.
            (number, is_smaller) = (0, false);
            continue;
        };
        if candidate != game && fails(&candidate) {
            // The next cut has this one's number now.
            (game, is_smaller) = (candidate, true);
        } else {
            number += 1;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generate, print};

    #[test]
    fn what_does_not_matter_goes() {
        for seed in 0..20 {
            let game = generate(seed).expect("the generator makes games");
            let small = shrink(game.tree, 10_000, &mut |tree| !tree.actions.is_empty());
            assert!(small.start.is_empty() && small.ends.is_empty(), "{}", print(&small));
            assert_eq!((small.width, small.height, small.actions.len()), (1, 1, 1));
            assert!(small.actions[0].body.is_empty(), "{}", print(&small));
        }
    }

    #[test]
    fn what_matters_stays() {
        let mut tried = 0;
        for seed in 0..200 {
            let game = generate(seed).expect("the generator makes games");
            let is_it = |text: &str| {
                text.contains("turn") && masume_engine::Game::load(text).game.is_some()
            };
            if !is_it(&game.text) {
                continue;
            }
            tried += 1;
            let small = print(&shrink(game.tree, 10_000, &mut |tree| is_it(&print(tree))));
            assert!(is_it(&small), "{small}");
            assert!(small.lines().count() <= 14, "{small}");
        }
        assert!(tried > 5, "{tried}");
    }
}
