//! The time that was played and is not written yet.

// A duration is no clock: it is measured by the face.
use core::time::Duration;

/// Between two actions at most this counts as played: who thinks longer has gone away.
const LONGEST_THOUGHT: Duration = Duration::from_secs(120);

/// The time that was played and is not written yet.
#[derive(Debug, Default)]
pub(super) struct StopWatch {
    /// Time of the last action.
    last: Option<Duration>,
    pub(super) gathered: Duration,
    /// True if the play was counted.
    pub(super) is_counted: bool,
}

impl StopWatch {
    /// From here on, for a play that was counted before or not.
    pub(super) fn begin(&mut self, now: Duration, is_counted: bool) {
        *self = Self { last: Some(now), gathered: Duration::ZERO, is_counted };
    }

    /// Something was done now.
    pub(super) fn step(&mut self, now: Duration) {
        let thought =
            self.last.replace(now).map_or(Duration::ZERO, |last| now.saturating_sub(last));
        self.gathered += thought.min(LONGEST_THOUGHT);
    }

    /// The whole seconds that have gathered; the rest stays.
    pub(super) fn take(&mut self) -> u64 {
        let seconds = self.gathered.as_secs();
        self.gathered -= Duration::from_secs(seconds);
        self.is_counted = true;
        seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_away_does_not_play_on() {
        let begun = Duration::from_secs(1);
        let after = |seconds| begun + Duration::from_secs(seconds);
        let mut watch = StopWatch::default();
        watch.step(begun);
        assert_eq!(watch.take(), 0, "nothing runs before the beginning");
        watch.begin(begun, false);
        assert!(!watch.is_counted);
        watch.step(after(5));
        assert_eq!((watch.take(), watch.is_counted), (5, true));
        watch.step(after(5) + Duration::from_millis(700));
        watch.step(after(6) + Duration::from_millis(600));
        assert_eq!(watch.take(), 1, "parts of seconds are not lost");
        watch.step(after(10_000));
        assert_eq!(watch.take(), LONGEST_THOUGHT.as_secs());
    }
}
