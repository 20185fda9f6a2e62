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

    /// End of the game; `None` while it goes on.
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

    /// Content of a cell, as `Game::cell` has it; row and column from 0.
    fn cell(&self, row: u32, column: u32) -> i64;
}

/// Tally of playouts; equal on both sides, or one of them is wrong.
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

/// A game being played at random.
struct Seat<P> {
    position: P,
    agent: Stream,
    plies: u64,
}

impl<P: Position> Seat<P> {
    fn begin(start: &P, playout: u64) -> Self {
        let mut position = start.clone();
        position.reseed(Stream::of_chance(playout));
        Self { position, agent: Stream::of_agent(playout), plies: 0 }
    }

    /// Does a ply; says whether there was one to do.
    #[inline(always)]
    fn step(&mut self, most_plies: u64) -> bool {
        let count = self.position.action_count();
        let goes_on = count != 0 && self.plies < most_plies;
        if goes_on {
            self.position.apply(self.agent.below(count));
            self.plies += 1;
        }
        goes_on
    }

    #[inline]
    fn count(&self, tally: &mut Tally) {
        tally.add(self.plies, self.position.outcome(), self.position.scores());
    }
}

/// Plays at random from a position to its end, or for so many plies; the playout's number decides
/// what is drawn.
#[inline]
pub fn play_out<P: Position>(start: &P, playout: u64, most_plies: u64, tally: &mut Tally) {
    let mut seat = Seat::begin(start, playout);
    while seat.step(most_plies) {}
    seat.count(tally);
}

/// Games that are played at a time: with more, what is known of them leaves the registers.
const TOGETHER: usize = 4;

/// Plays the games of [`play_out`], four at a time, a ply of each in turn.
///
/// What one game waits for (a look-up, a multiplication) leaves the processor free for the plies of
/// the others.
pub fn play_four_at_a_time<P: Position>(start: &P, games: u64, most_plies: u64) -> Tally {
    let mut tally = Tally::default();
    let mut seats: Vec<Seat<P>> = Vec::with_capacity(TOGETHER);
    let mut playouts = 0..games;
    let mut begin = || playouts.next().map(|playout| Seat::begin(start, playout));
    seats.extend((0..TOGETHER).map_while(|_| begin()));
    while let Ok(four) = <&mut [Seat<P>; TOGETHER]>::try_from(seats.as_mut_slice()) {
        let done = loop {
            if let Some(done) = four.iter_mut().position(|seat| !seat.step(most_plies)) {
                break done;
            }
        };
        four[done].count(&mut tally);
        match begin() {
            Some(seat) => four[done] = seat,
            None => drop(seats.swap_remove(done)),
        }
    }
    for seat in &mut seats {
        while seat.step(most_plies) {}
        seat.count(&mut tally);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baselines::{ConnectFour, Sliding};

    fn check<P: Position>(start: &P, most_plies: u64) {
        for games in [0, 1, 3, 4, 5, 100] {
            let mut one_by_one = Tally::default();
            for playout in 0..games {
                play_out(start, playout, most_plies, &mut one_by_one);
            }
            assert_eq!(play_four_at_a_time(start, games, most_plies), one_by_one, "{games} games");
        }
    }

    #[test]
    fn four_games_at_a_time_are_the_same_games() {
        check(&ConnectFour::start(), 1_000);
        check(&Sliding::start(0), 1_000);
        check(&Sliding::start(0), 30);
        check(&Sliding::start(0), 0);
    }
}
