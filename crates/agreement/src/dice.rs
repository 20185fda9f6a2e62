//! Dice that decide how a random game looks: a script of bytes first, then a random generator.

use masume_rules::random::Random;

/// Draws for the generator of games.
///
/// A fuzzer that writes the script steers the structure of the game byte by byte; without a script
/// a seed decides everything.
#[derive(Clone, Debug)]
pub struct Dice {
    script: std::vec::IntoIter<u8>,
    random: Random,
}

impl Dice {
    /// Draws that follow from a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self { script: Vec::new().into_iter(), random: Random::new(seed) }
    }

    /// Draws that follow the bytes as long as there are any, and then from their number.
    pub fn of_script(script: &[u8]) -> Self {
        let random = Random::new(script.len() as u64);
        Self { script: Vec::from(script).into_iter(), random }
    }

    /// A number from 0 to below `count`; 0 where `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        // A byte decides between few things only: for more it would favour the first.
        match self.script.next() {
            Some(byte) if count <= 256 => usize::from(byte) % count,
            _ => self.random.below(count as u64) as usize,
        }
    }

    /// A number from the first to the last, both included.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last + 1 - first)
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, share: usize) -> bool {
        // Written so that a script of zeros makes the plainest game.
        self.below(100) >= 100 - share
    }

    /// One of the things, each as likely as any other.
    ///
    /// Panics where there are none.
    pub fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }

    /// One of the things, each as likely as its weight says.
    ///
    /// Panics where the weights are all 0.
    pub fn weighted<T: Clone>(&mut self, things: &[(usize, T)]) -> T {
        let sum = things.iter().map(|(weight, _)| weight).sum();
        let mut drawn = self.below(sum);
        for (weight, thing) in things {
            if drawn < *weight {
                return thing.clone();
            }
            drawn -= weight;
        }
        unreachable!("what is drawn is below the sum of the weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_decides_before_the_generator_does() {
        let mut dice = Dice::of_script(&[3, 7]);
        assert_eq!([dice.below(4), dice.below(5)], [3, 2]);
        let mut same = Dice::of_script(&[3, 7]);
        same.below(4);
        same.below(5);
        assert_eq!(dice.below(1000), same.below(1000));
    }

    #[test]
    fn weights_are_shares() {
        let mut dice = Dice::of_seed(1);
        let drawn: Vec<char> =
            (0..1000).map(|_| dice.weighted(&[(1, 'a'), (0, 'b'), (9, 'c')])).collect();
        let count = |it| drawn.iter().filter(|&&drawn| drawn == it).count();
        assert_eq!(count('b'), 0);
        assert!((60..140).contains(&count('a')), "{}", count('a'));
    }
}
