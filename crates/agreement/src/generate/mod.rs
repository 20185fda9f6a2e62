//! Random games that load without an error.
//!
//! A game is drawn part by part with what came before in mind (a rule speaks of pieces that there
//! are), so that most are valid and their rules find something to do. What the checker refuses is
//! drawn anew.

mod action;
mod board;
mod condition;
mod ends;
mod guarded;
mod idiom;
mod in_turn;
mod lessened;
mod maker;
mod march;
mod number;
mod pattern;
mod plain;
mod potential;
mod put;
mod ray;
mod required;
mod rule;
mod single;
mod start;
mod statement;
mod test;
mod twice;
mod world;

use masume_engine::{Choice, Game, Setup};

use crate::tree::GameTree;
use crate::{Dice, Features, print};
use maker::Maker;

/// A game that was drawn and loaded.
#[derive(Clone, Debug)]
pub struct Generated {
    /// As drawn.
    pub tree: GameTree,
    /// As printed.
    pub text: String,
    /// As loaded.
    pub game: Game,
    /// Features of the game.
    pub features: Features,
    /// Games drawn before it that did not load.
    pub refused: u32,
    /// Games drawn before it that loaded, and in which there was nothing to do.
    pub dull: u32,
}

/// Draws before the generator gives up. About every second one loads.
const MOST_DRAWS: u32 = 200;

/// Of the games in which nothing can be done at first, one in so many is kept: they have errors and
/// ends at the start, which are worth comparing, too.
const DULL_GAMES: usize = 8;

/// The game of a seed; the same for ever as long as the generator does not change.
///
/// `None` where so many draws in a row were refused that the generator itself is at fault.
pub fn generate(seed: u64) -> Option<Generated> {
    generate_with(&mut Dice::of_seed(seed))
}

/// The plain game of a seed: one of whose turns most can be done for many boards at once.
///
/// `None` as for [`generate`].
pub fn generate_plain(seed: u64) -> Option<Generated> {
    drawn(&mut Dice::of_seed(seed), |maker| maker.plain_game())
}

/// The game that the dice make.
///
/// `None` as for [`generate`].
pub fn generate_with(dice: &mut Dice) -> Option<Generated> {
    drawn(dice, |maker| maker.game())
}

fn drawn(dice: &mut Dice, draw: fn(Maker<'_>) -> (GameTree, Features)) -> Option<Generated> {
    let (mut refused, mut dull) = (0, 0);
    while refused < MOST_DRAWS {
        let (tree, features) = draw(Maker::new(dice));
        let text = print(&tree);
        let Some(game) = Game::load(&text).game else {
            refused += 1;
            continue;
        };
        if !is_lively(&game) && dice.below(DULL_GAMES) > 0 && dull < MOST_DRAWS {
            dull += 1;
            continue;
        }
        return Some(Generated { tree, text, game, features, refused, dull });
    }
    None
}

/// True if there is something to do at first besides waiting.
fn is_lively(game: &Game) -> bool {
    let Ok(state) = game.start(&Setup::default()) else { return false };
    let Ok(actions) = game.legal_actions(&state) else { return false };
    actions.iter().any(|action| match action.choice {
        Choice::Declared(index) => !game.rules().actions[usize::from(index)].body.is_empty(),
        Choice::Pass => false,
    })
}
