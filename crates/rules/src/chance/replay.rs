//! Every sequence of draws, one run after another.

use super::{CERTAIN, Chance, Halt};
use crate::probability::Probability;
use crate::random::Random;

/// Goes through all choice sequences, depth first: each run follows the choices made so far, and
/// takes the first possibility where they end. [`enumerate`](super::enumerate) is the loop around it.
pub struct Replay {
    choices: Vec<DrawnChoice>,
    /// Number of choices that this run has come to.
    reached: usize,
    /// Sequences finished.
    finished: usize,
    bound: usize,
}

/// One draw of a sequence: what was taken of what there is.
struct DrawnChoice {
    taken: u64,
    options: Options,
}

enum Options {
    /// So many, equally likely.
    Even(u64),
    /// Index and weight of each that can happen.
    Weighted(Vec<(usize, u32)>),
}

impl Options {
    fn count(&self) -> u64 {
        match self {
            Self::Even(count) => *count,
            Self::Weighted(weights) => weights.len() as u64,
        }
    }

    fn probability(&self, taken: u64) -> Option<Probability> {
        match self {
            Self::Even(count) => Probability::new(1, u128::from(*count)),
            Self::Weighted(weights) => {
                let (_, weight) = weights.get(taken as usize)?;
                Probability::new(u128::from(*weight), u128::from(CERTAIN))
            }
        }
    }
}

impl Replay {
    /// Before the first sequence of at most `bound`.
    pub fn new(bound: usize) -> Self {
        Self { choices: Vec::new(), reached: 0, finished: 0, bound }
    }

    /// True if the current run came to a draw.
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The chance of the current sequence; `None` where the fraction leaves 128 bits.
    pub fn probability(&self) -> Option<Probability> {
        self.choices.iter().try_fold(Probability::ONE, |product, choice| {
            product.checked_mul(choice.options.probability(choice.taken)?)
        })
    }

    /// Goes on to the next sequence; false after the last.
    pub fn advance(&mut self) -> bool {
        self.reached = 0;
        self.finished += 1;
        while let Some(choice) = self.choices.last_mut() {
            choice.taken += 1;
            if choice.taken < choice.options.count() {
                return true;
            }
            self.choices.pop();
        }
        false
    }

    /// Asks whether the bound still holds.
    ///
    /// # Errors
    /// `TooMany` where more sequences than the bound are known to come.
    pub fn check_bound(&self) -> Result<(), Halt> {
        // Each choice not yet taken begins at least one sequence more.
        let further = self
            .choices
            .iter()
            .map(|choice| choice.options.count().saturating_sub(choice.taken + 1));
        let least = further.fold(self.finished as u64 + 1, u64::saturating_add);
        if least > self.bound as u64 { Err(Halt::TooMany(self.bound)) } else { Ok(()) }
    }

    /// The choice in force at this draw, a new one where the sequence ends here.
    fn choose(&mut self, options: Options) -> Result<&DrawnChoice, Halt> {
        if self.reached == self.choices.len() {
            self.choices.push(DrawnChoice { taken: 0, options });
            self.check_bound()?;
        }
        self.reached += 1;
        Ok(&self.choices[self.reached - 1])
    }
}

impl Chance for Replay {
    fn even(&mut self, _: &mut Random, count: u64) -> Result<u64, Halt> {
        Ok(self.choose(Options::Even(count))?.taken)
    }

    fn weighted(&mut self, _: &mut Random, weights: &[u32]) -> Result<usize, Halt> {
        let possible = weights.iter().copied().enumerate().filter(|&(_, weight)| weight > 0);
        let choice = self.choose(Options::Weighted(possible.collect()))?;
        Ok(match &choice.options {
            Options::Even(_) => choice.taken as usize,
            Options::Weighted(weights) => {
                weights.get(choice.taken as usize).map_or(0, |&(index, _)| index)
            }
        })
    }

    fn rerun(&mut self) -> Result<(), Halt> {
        // There is no last sequence.
        Err(Halt::TooMany(self.bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_meets_every_sequence_once() {
        let mut replay = Replay::new(100);
        let mut random = Random::new(0);
        let mut met = Vec::new();
        let mut total = Probability::ZERO;
        loop {
            let first = replay.even(&mut random, 3).unwrap();
            let second = replay.weighted(&mut random, &[2500, 0, 7500]).unwrap();
            met.push((first, second));
            total = total.checked_add(replay.probability().unwrap()).unwrap();
            if !replay.advance() {
                break;
            }
        }
        assert_eq!(met, [(0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)]);
        assert_eq!(total, Probability::ONE);
    }

    #[test]
    fn a_replay_gives_up_as_soon_as_the_bound_is_known_to_be_passed() {
        let mut replay = Replay::new(10);
        let mut random = Random::new(0);
        assert_eq!(replay.even(&mut random, 10), Ok(0));
        assert_eq!(replay.even(&mut random, 2), Err(Halt::TooMany(10)));
    }
}
