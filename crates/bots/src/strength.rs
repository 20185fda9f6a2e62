//! Strength, as games won, drawn and lost show it: Elo with its error, and a test that ends once it is
//! clear.

/// Distance from the mean, in standard errors, within which 95 % of a normal distribution lie.
const CERTAIN: f64 = 1.96;
/// The likelihood ratio from which a test is over: both errors 5 %.
const DECIDED: f64 = 2.944_438_979;

/// Games of one side.
///
/// ```
/// use masume_bots::strength::Strength;
///
/// let strength = Strength { won: 70, drawn: 10, lost: 20 };
/// let (elo, error) = strength.elo().expect("both got points");
/// assert_eq!((elo.round(), strength.mean()), (191.0, 0.75));
/// assert!(error > 60.0);
/// assert_eq!(strength.verdict((0.0, 20.0)), Some(true), "it is better");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Games that it won.
    pub won: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that it lost.
    pub lost: u64,
}

impl Strength {
    /// One game more: 1, a half or 0.
    pub fn add(&mut self, points: f64) {
        match points {
            _ if points > 0.75 => self.won += 1,
            _ if points < 0.25 => self.lost += 1,
            _ => self.drawn += 1,
        }
    }

    /// Number of the games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Points a game.
    pub fn mean(&self) -> f64 {
        (self.won as f64 + 0.5 * self.drawn as f64) / self.games().max(1) as f64
    }

    /// Variance of the points of a game.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let part = |count: u64, points: f64| count as f64 * (points - mean).powi(2);
        let sum = part(self.won, 1.0) + part(self.drawn, 0.5) + part(self.lost, 0.0);
        sum / self.games().max(1) as f64
    }

    /// Error of the mean (95 %).
    pub fn error(&self) -> f64 {
        CERTAIN * (self.variance() / self.games().max(1) as f64).sqrt()
    }

    /// The difference in Elo and by how much it may be wrong; `None` where one side got every
    /// point.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let (mean, error) = (self.mean(), self.error());
        if self.games() == 0 || mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        let within = |points: f64| elo_of(points.clamp(1e-3, 1.0 - 1e-3));
        Some((elo_of(mean), (within(mean + error) - within(mean - error)) / 2.0))
    }

    /// The least difference in Elo, with its sign, at which a side that got every point would get
    /// so many in one of twenty matches; `None` where both got some, or nobody played.
    pub fn elo_bound(&self) -> Option<f64> {
        /// Probability that such a match is luck.
        const LUCK: f64 = 0.05;
        let games = self.games();
        let points = LUCK.powf(1.0 / games as f64);
        match games {
            0 => None,
            _ if self.won == games => Some(elo_of(points)),
            _ if self.lost == games => Some(-elo_of(points)),
            _ => None,
        }
    }

    /// The logarithm of how much likelier the games are if one is better by the upper bound.
    pub fn likelihood(&self, (low, high): (f64, f64)) -> f64 {
        let variance = self.variance();
        if variance <= 0.0 {
            return 0.0;
        }
        let (low, high) = (points_of(low), points_of(high));
        self.games() as f64 * (high - low) * (2.0 * self.mean() - low - high) / (2.0 * variance)
    }

    /// True if the upper bound holds rather than the lower, once that is clear.
    pub fn verdict(&self, bounds: (f64, f64)) -> Option<bool> {
        let likelihood = self.likelihood(bounds);
        (likelihood.abs() >= DECIDED).then_some(likelihood > 0.0)
    }
}

/// The difference in Elo at which so many points a game are expected.
fn elo_of(points: f64) -> f64 {
    -400.0 * (1.0 / points - 1.0).log10()
}

fn points_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_quarters_are_191_elo() {
        let strength = Strength { won: 70, drawn: 10, lost: 20 };
        let (elo, error) = strength.elo().expect("both got points");
        assert!((elo - 190.8).abs() < 0.1 && (60.0..90.0).contains(&error), "{elo} {error}");
        assert!((strength.mean() - 0.75).abs() < 1e-9);
    }

    #[test]
    fn who_gets_every_point_is_better_by_a_bound() {
        let of = |won, lost| Strength { won, drawn: 0, lost }.elo_bound().map(f64::round);
        assert_eq!((of(10, 0), of(0, 10), of(100, 0)), (Some(183.0), Some(-183.0), Some(607.0)));
        // After one game next to nothing is known.
        assert_eq!((of(1, 0), of(9, 1), of(0, 0)), (Some(-512.0), None, None));
    }

    #[test]
    fn a_test_ends_when_it_is_clear() {
        let even = Strength { won: 40, drawn: 20, lost: 40 };
        assert_eq!(even.verdict((0.0, 20.0)), None);
        let better = Strength { won: 700, drawn: 0, lost: 300 };
        assert_eq!(better.verdict((0.0, 20.0)), Some(true));
        let worse = Strength { won: 300, drawn: 0, lost: 700 };
        assert_eq!(worse.verdict((0.0, 20.0)), Some(false));
        let all = Strength { won: 9, drawn: 0, lost: 0 };
        assert_eq!((all.elo(), all.verdict((0.0, 20.0))), (None, None));
    }
}
