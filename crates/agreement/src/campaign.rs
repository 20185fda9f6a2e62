//! One random game: played, compared, and made small where the executors differ.

use masume_engine::{Game, Setup};

use crate::compare::{Plan, compare};
use crate::disagreement::Disagreement;
use crate::runner::Contender;
use crate::shrink::shrink;
use crate::tree::GameTree;
use crate::{Generated, Sample, Statistics, print};

/// Games tried while one is made small.
const SHRINKING: usize = 4_000;

/// Plays of each of them: a smaller game is played otherwise, and may need another seed to fail.
const SEEDS_OF_SHRINKING: u64 = 4;

/// Plies that a smaller game may need more than the one before.
const SLACK: u32 = 3;

/// A game that executors differ on.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The difference in the game as it was drawn.
    pub first: Box<Disagreement>,
    /// The difference in the small game.
    pub last: Box<Disagreement>,
    /// The small game, ready to be kept.
    pub sample: Sample,
}

/// Plays a game twice on all of them, from set-ups of two seeds.
///
/// # Errors
/// Where they differ, the game made as small as it can be.
pub fn examine(
    generated: &Generated,
    contenders: &[Contender<'_>],
    seed: u64,
    plies: u32,
) -> Result<Statistics, Box<Failure>> {
    examine_by(generated, contenders, &Plan::new(seed, plies))
}

/// As [`examine`], with the first of both seeds in a plan.
///
/// # Errors
/// As [`examine`].
pub fn examine_by(
    generated: &Generated,
    contenders: &[Contender<'_>],
    plan: &Plan,
) -> Result<Statistics, Box<Failure>> {
    let mut statistics = Statistics::default();
    for seed in [plan.seed, plan.seed.wrapping_add(1)] {
        let plan = Plan { seed, ..*plan };
        match play(&generated.game, contenders, &plan) {
            Ok(played) => statistics.add(&played),
            Err(first) => {
                return Err(Box::new(shrunk(&generated.tree, contenders, &plan, first)));
            }
        }
    }
    Ok(statistics)
}

fn play(
    game: &Game,
    contenders: &[Contender<'_>],
    plan: &Plan,
) -> Result<Statistics, Box<Disagreement>> {
    compare(game, contenders, &Setup { seed: plan.seed, ..Setup::default() }, plan)
}

fn shrunk(
    tree: &GameTree,
    contenders: &[Contender<'_>],
    plan: &Plan,
    first: Box<Disagreement>,
) -> Failure {
    let mut last = first.clone();
    let mut last_seed = plan.seed;
    let small = shrink(tree.clone(), SHRINKING, &mut |tree| {
        let Some(game) = Game::load(&print(tree)).game else { return false };
        for seed in plan.seed..plan.seed.saturating_add(SEEDS_OF_SHRINKING) {
            let plan = Plan { seed, plies: plan.plies.min(last.ply + SLACK), ..*plan };
            match play(&game, contenders, &plan) {
                // Another difference would be another fault.
                Err(found) if found.question == first.question => {
                    (last, last_seed) = (found, seed);
                    return true;
                }
                Ok(_) | Err(_) => {}
            }
        }
        false
    });
    let (remark, text) = (last.to_string(), print(&small));
    let sample = Sample { seeds: vec![last_seed], plies: last.ply + 1, remark, text };
    Failure { first, last, sample }
}
