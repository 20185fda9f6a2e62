//! Draws, for every executor: sampled, replayed for an enumeration, or refused.
//!
//! Executors share no meaning of rules, but they share this. A draw takes numbers from the state's
//! generator, and later draws depend on how many: two executors that drew differently could not be
//! compared at all, nor could a game that one of them saved be gone on with by another. So it is
//! here that a certain thing is no draw, and in which order a shuffle draws. When a rule draws, and
//! from how many, is for each executor to know.

mod draw;
mod events;
mod replay;

use crate::random::Random;

pub use draw::{Draw, shuffle};
pub use events::{ChanceEvent, always, enumerate};
pub use replay::Replay;

/// Hundredths of a percent in certainty: the sum of the weights of one draw.
pub const CERTAIN: u32 = 10_000;

/// Reason why a draw was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The caller only asks if there is a draw.
    Refused,
    /// There are more choice sequences than this bound.
    TooMany(usize),
}

/// Something that decides what chance leaves open.
pub trait Chance {
    /// A number below `count`, each as likely as any other.
    ///
    /// The count is at least 2: one possibility is no draw, and the caller knows it.
    ///
    /// # Errors
    /// A halt where the draw is not made.
    fn even(&mut self, random: &mut Random, count: u64) -> Result<u64, Halt>;

    /// An index with the chance of its weight. The weights sum to [`CERTAIN`] and none has it all.
    ///
    /// # Errors
    /// A halt where the draw is not made.
    fn weighted(&mut self, random: &mut Random, weights: &[u32]) -> Result<usize, Halt>;

    /// Asked before everything since the beginning is drawn anew, as `until` does.
    ///
    /// # Errors
    /// A halt where nothing may be drawn anew.
    fn rerun(&mut self) -> Result<(), Halt>;
}

/// Draws with the generator of the state.
pub struct Sampling;

impl Chance for Sampling {
    #[inline]
    fn even(&mut self, random: &mut Random, count: u64) -> Result<u64, Halt> {
        Ok(random.below(count))
    }

    #[inline]
    fn weighted(&mut self, random: &mut Random, weights: &[u32]) -> Result<usize, Halt> {
        let mut drawn = random.below(u64::from(CERTAIN));
        for (index, weight) in weights.iter().enumerate() {
            match drawn.checked_sub(u64::from(*weight)) {
                Some(rest) => drawn = rest,
                None => return Ok(index),
            }
        }
        Ok(weights.len().saturating_sub(1))
    }

    fn rerun(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// Stops at the first draw.
pub struct Refusing;

impl Chance for Refusing {
    fn even(&mut self, _: &mut Random, _: u64) -> Result<u64, Halt> {
        Err(Halt::Refused)
    }

    fn weighted(&mut self, _: &mut Random, _: &[u32]) -> Result<usize, Halt> {
        Err(Halt::Refused)
    }

    fn rerun(&mut self) -> Result<(), Halt> {
        Err(Halt::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampling_follows_the_weights() {
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[Sampling.weighted(&mut random, &[9000, 0, 1000]).unwrap()] += 1;
        }
        assert!((8900..9100).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
    }
}
