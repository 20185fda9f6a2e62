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

    /// Lets the rules draw from this stream from now on.
    fn reseed(&mut self, _: Stream) {}

    /// Points, indexed by player; 0 in a game without a score.
    fn scores(&self) -> [i64; 2] {
        [0; 2]
    }

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
    /// Indexed by player: games won.
    pub won: [u64; 2],
    /// Games lost that nobody won.
    pub lost: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games over without anything saying who won.
    pub ended: u64,
    /// Games left before their end.
    pub unfinished: u64,
    /// Indexed by player: points at the end of all games.
    pub scores: [i128; 2],
}

impl Tally {
    /// Counts a game that came to its end, or was left.
    pub fn add(&mut self, plies: u64, outcome: Option<Outcome>, scores: [i64; 2]) {
        self.games += 1;
        self.plies += plies;
        self.scores[0] += i128::from(scores[0]);
        self.scores[1] += i128::from(scores[1]);
        match outcome {
            Some(Outcome::Won(Player(player))) => self.won[usize::from(player.min(1))] += 1,
            Some(Outcome::Lost(_)) => self.lost += 1,
            Some(Outcome::Draw) => self.drawn += 1,
            Some(Outcome::Ended) => self.ended += 1,
            None => self.unfinished += 1,
        }
    }

    /// Counts the games of another.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.ended += other.ended;
        self.unfinished += other.unfinished;
        for player in 0..2 {
            self.won[player] += other.won[player];
            self.scores[player] += other.scores[player];
        }
    }
}

/// Plays at random from a position to its end, or for so many plies; the playout's number decides
/// what is drawn.
#[inline]
pub fn play_out<P: Position>(start: &P, playout: u64, most_plies: u64, tally: &mut Tally) {
    let mut position = start.clone();
    position.reseed(Stream::of_chance(playout));
    let mut agent = Stream::of_agent(playout);
    let mut plies = 0;
    while plies < most_plies {
        let count = position.action_count();
        if count == 0 {
            break;
        }
        position.apply(agent.below(count));
        plies += 1;
    }
    tally.add(plies, position.outcome(), position.scores());
}
