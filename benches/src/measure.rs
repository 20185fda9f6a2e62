//! Processor time, and two sides in turn.

use std::time::Duration;

use masume_engine::InstructionSet;

/// Processor time that this thread has taken since some moment.
///
/// Other programs on the machine do not count into it. Where the system does not tell it, the time
/// on the wall stands in.
pub fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        // Neither part is negative: the clock begins with the thread.
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
    #[cfg(not(unix))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

/// Effort that measuring may take.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Measurements of each side, in turn.
    pub pairs: u32,
    /// The least time of one measurement: short work is repeated.
    pub least: Duration,
    /// The vector instructions that our side may use.
    pub instructions: InstructionSet,
}

/// Measurements of two sides, one after the other, again and again.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// Seconds of one run of the work: of the first side, of the second.
    pub seconds: Vec<(f64, f64)>,
}

impl Pairs {
    /// The median of each side.
    pub fn medians(&self) -> (f64, f64) {
        let of = |side: fn(&(f64, f64)) -> f64| median(self.seconds.iter().map(side).collect());
        (of(|pair| pair.0), of(|pair| pair.1))
    }

    /// Ratio of speeds, the first side's to the second's: the median over the pairs.
    pub fn ratio(&self) -> f64 {
        median(self.seconds.iter().map(|(first, second)| second / first).collect())
    }
}

/// Runs both sides in turn. Each has run once before, which is not measured but shows how often
/// it must be repeated.
///
/// # Errors
/// What a side came to.
pub fn in_turn<E>(
    effort: Effort,
    first: &mut dyn FnMut() -> Result<(), E>,
    second: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Pairs, E> {
    let repeats = (repeats(effort, first)?, repeats(effort, second)?);
    let mut seconds = Vec::new();
    for _ in 0..effort.pairs.max(1) {
        seconds.push((time(repeats.0, first)?, time(repeats.1, second)?));
    }
    Ok(Pairs { seconds })
}

/// The median of measurements of one side alone, in seconds of one run.
///
/// # Errors
/// What the side came to.
pub fn alone<E>(effort: Effort, side: &mut dyn FnMut() -> Result<(), E>) -> Result<f64, E> {
    let repeats = repeats(effort, side)?;
    let mut seconds = Vec::new();
    for _ in 0..effort.pairs.max(1) {
        seconds.push(time(repeats, side)?);
    }
    Ok(median(seconds))
}

/// Number of runs that the side needs to take the least time.
fn repeats<E>(effort: Effort, side: &mut dyn FnMut() -> Result<(), E>) -> Result<u32, E> {
    side()?;
    let mut repeats = 1;
    loop {
        let taken = time(repeats, side)? * f64::from(repeats);
        let least = effort.least.as_secs_f64();
        if taken >= least || repeats >= 1 << 24 {
            return Ok(repeats);
        }
        // Small steps first: the first runs are slow, and would promise too much.
        let wanted = f64::from(repeats) * least / taken.max(1e-9);
        repeats = (wanted.ceil().min(f64::from(1 << 24)) as u32).clamp(repeats + 1, repeats * 10);
    }
}

/// Seconds of one run, the mean of so many.
fn time<E>(repeats: u32, side: &mut dyn FnMut() -> Result<(), E>) -> Result<f64, E> {
    let began = thread_time();
    for _ in 0..repeats {
        side()?;
    }
    let taken = thread_time().saturating_sub(began);
    // A clock that ticks slowly may not have ticked at all.
    Ok(taken.as_secs_f64().max(1e-9) / f64::from(repeats))
}

/// The middle one, or the mean of the two in the middle; 0 of none.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => numbers[middle],
        _ => (numbers[middle - 1] + numbers[middle]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        for (numbers, expected) in [
            (vec![], 0.0),
            (vec![3.0], 3.0),
            (vec![9.0, 1.0], 5.0),
            (vec![9.0, 1.0, 2.0], 2.0),
            (vec![9.0, 1.0, 2.0, 4.0], 3.0),
        ] {
            assert_eq!(median(numbers), expected);
        }
    }

    #[test]
    fn pairs_are_compared_one_by_one() {
        let pairs = Pairs { seconds: vec![(1.0, 2.0), (2.0, 6.0), (1.0, 8.0)] };
        assert_eq!(pairs.medians(), (1.0, 6.0));
        assert_eq!(pairs.ratio(), 3.0);
    }

    #[test]
    fn short_work_is_measured_in_pairs() {
        let (least, instructions) = (Duration::from_millis(2), InstructionSet::Best);
        let effort = Effort { pairs: 3, least, instructions };
        let work = |rounds: u64| {
            let sum = (0..rounds).fold(1u64, |sum, it| black_box(sum.wrapping_mul(it | 1)));
            black_box(sum);
            Ok::<(), ()>(())
        };
        let pairs =
            in_turn(effort, &mut || work(100), &mut || work(10_000)).expect("work cannot fail");
        assert_eq!(pairs.seconds.len(), 3);
    }
}
