//! Greatest share of games in which any player can win a stage of Robots.
//!
//! Only teleports are luck, and only they are given up on here: after so many of them a player that is alive counts as a winner, so
//! that what comes out is never too low. All that can be done between two of them is tried, on the game written by hand
//! (which is held to the engine move by move).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use masume_benches::baselines::Robots;

/// The most that can be hoped for, from one start.
#[derive(Default)]
struct Ceiling {
    /// Indexed by position and teleports that are looked at.
    known: HashMap<(Robots, u32), f64>,
}

impl Ceiling {
    /// The greatest chance to win from `position`, where who has survived so many teleports has won.
    fn of(&mut self, position: Robots, teleports: u32) -> f64 {
        if teleports == 0 {
            return 1.0;
        }
        if let Some(&known) = self.known.get(&(position, teleports)) {
            return known;
        }
        let found = reachable(position).map_or(1.0, |from| self.best(&from, teleports));
        self.known.insert((position, teleports), found);
        found
    }

    /// The greatest chance of those who teleport from one of these positions. Looking further only lowers a chance, so the best
    /// is looked at further until nothing that was looked at less is above it.
    fn best(&mut self, from: &[Robots], teleports: u32) -> f64 {
        let mut open: BinaryHeap<_> =
            (0..from.len()).map(|index| (1.0f64.to_bits(), 0, Reverse(index))).collect();
        while let Some((chance, seen, Reverse(index))) = open.pop() {
            // No chance is negative: their bits are ordered as they are.
            if seen == teleports || chance == 0 {
                return f64::from_bits(chance);
            }
            let chance = self.after_teleport(&from[index], seen);
            open.push((chance.to_bits(), seen + 1, Reverse(index)));
        }
        0.0
    }

    /// The mean over all cells that a teleport may come to; `teleports` are looked at behind it.
    fn after_teleport(&mut self, from: &Robots, teleports: u32) -> f64 {
        let (mut cells, mut sum) = (0u32, 0.0);
        for survived in from.teleports() {
            cells += 1;
            sum += survived.map_or(0.0, |next| self.of(next, teleports));
        }
        sum / f64::from(cells.max(1))
    }
}

/// All positions that can be come to without luck, or none if one of them is won.
fn reachable(start: Robots) -> Option<Vec<Robots>> {
    let (mut found, mut seen) = (vec![start], HashSet::from([start]));
    let mut next = 0;
    while next < found.len() {
        let position = found[next];
        next += 1;
        for after in position.sure_turns() {
            if after.is_cleared() {
                return None;
            }
            if seen.insert(after) {
                found.push(after);
            }
        }
    }
    Some(found)
}

/// Prints, for each stage, the mean over so many starts.
pub(super) fn measure(stages: &[i64], teleports: u32, games: u64) {
    println!("| stage | at most, after {teleports} teleports | starts |\n|---|---|---|");
    for &stage in stages {
        let chances: Vec<f64> = (0..games)
            .map(|seed| {
                eprint!("\rstage {stage}: {seed} of {games} ");
                Ceiling::default().of(Robots::at_stage(seed, stage), teleports)
            })
            .collect();
        let count = games.max(1) as f64;
        let mean = chances.iter().sum::<f64>() / count;
        let variance = chances.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
        let error = 1.96 * (variance / count).sqrt();
        println!("\r| {stage} | {mean:.4} ± {error:.4} | {games} |          ");
    }
}
