//! Noise in the priors of a root: numbers that sum up to one, from a Dirichlet distribution.

use masume_rules::random::Random;

/// Noise that is mixed with the priors of a root, so that what seems bad is tried as well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Its share, from 0 to 1.
    pub share: f64,
    /// Concentration: the smaller, the fewer actions have most of it.
    pub concentration: f64,
}

/// Tries of one number: of four at least three succeed.
const MOST_TRIES: u32 = 64;

impl Noise {
    /// Shares of so many actions. They follow from the generator, on every machine up to the last digits of its logarithms.
    pub(crate) fn draw(&self, count: usize, random: &mut Random) -> Vec<f64> {
        let shape = self.concentration.clamp(1e-3, 1e6);
        let drawn: Vec<f64> = (0..count).map(|_| gamma(shape, random)).collect();
        let sum: f64 = drawn.iter().sum();
        if !sum.is_normal() {
            return vec![1.0 / count.max(1) as f64; count];
        }
        drawn.into_iter().map(|it| it / sum).collect()
    }
}

/// A number between 0 and 1, neither of them.
fn uniform(random: &mut Random) -> f64 {
    ((random.next_bits() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// A number of the normal distribution (Box and Muller, 1958).
fn normal(random: &mut Random) -> f64 {
    let (radius, angle) = (uniform(random), uniform(random));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// A number of the gamma distribution of this shape (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, random: &mut Random) -> f64 {
    if shape < 1.0 {
        let power = uniform(random).powf(1.0 / shape);
        return gamma(shape + 1.0, random) * power;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    for _ in 0..MOST_TRIES {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(random).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_up_to_one_and_have_the_variance_that_is_asked_for() {
        let mut random = Random::new(3);
        for concentration in [0.03, 0.3, 1.0, 10.0] {
            let noise = Noise { share: 0.25, concentration };
            let (count, rounds) = (7, 4_000);
            let mut squares = 0.0;
            for _ in 0..rounds {
                let drawn = noise.draw(count, &mut random);
                assert!((drawn.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(drawn.iter().all(|it| (0.0..=1.0).contains(it)));
                squares += (drawn[0] - 1.0 / 7.0).powi(2);
            }
            let all = concentration * count as f64;
            let expected = (1.0 / 7.0) * (6.0 / 7.0) / (all + 1.0);
            let ratio = squares / rounds as f64 / expected;
            assert!((0.8..1.25).contains(&ratio), "{concentration}: {ratio}");
        }
    }
}
