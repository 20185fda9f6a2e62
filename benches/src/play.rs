//! Playing on both sides: what a hand-written game offers, and what is counted.

use masume_engine::{Outcome, Player};

use crate::stream::Stream;

/// A position of a game written by hand.
///
/// It is asked as the engine is: actions are numbered as the engine sorts them, a pass is an
/// action, chance inside the game draws from the game's own stream as the language says. So both
/// sides play the same game, ply for ply.
pub trait Position: Clone {
    /// Number of legal actions, passes included; 0 once the game is over.
    fn action_count(&self) -> u32;

    /// Does the action of this index, which must be below [`Position::action_count`].
    fn apply(&mut self, index: u32);

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The sum of all values that the game declares: points, moves, stages.
    fn value_total(&self) -> i64 {
        0
    }

    /// What a cell holds, as `Game::cell` has it; row and column from 0.
    fn cell(&self, row: u32, column: u32) -> i64;
}

/// What came of playouts; equal on both sides, or one of them is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Playouts.
    pub games: u64,
    /// Actions done, passes included.
    pub plies: u64,
    /// Indexed by player: games won, or lost by another.
    pub won: [u64; 2],
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that ended without a winner being asked for, or lost by one who played alone.
    pub ended: u64,
    /// The sum of all values at the end of all games.
    pub value_total: i64,
}

impl Tally {
    /// Counts a game that came to its end, or was left.
    pub fn add(&mut self, plies: u64, outcome: Option<Outcome>, value_total: i64) {
        self.games += 1;
        self.plies += plies;
        self.value_total += value_total;
        match outcome {
            Some(Outcome::Won(Player(player))) => self.won[usize::from(player.min(1))] += 1,
            Some(Outcome::Draw) => self.drawn += 1,
            Some(Outcome::Ended | Outcome::Lost(_)) => self.ended += 1,
            None => {}
        }
    }
}

/// Plays at random from a position to its end, or for so many plies.
#[inline]
pub fn play_out<P: Position>(
    mut position: P,
    agent: &mut Stream,
    most_plies: u64,
    tally: &mut Tally,
) {
    let mut plies = 0;
    while plies < most_plies {
        let count = position.action_count();
        if count == 0 {
            break;
        }
        position.apply(agent.below(count));
        plies += 1;
    }
    tally.add(plies, position.outcome(), position.value_total());
}
