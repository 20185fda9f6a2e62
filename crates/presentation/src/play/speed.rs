//! Speeds of what goes on by itself, and the keys for them.

use masume_session::Meaning;

use super::{Play, TICKS_A_SECOND};
use crate::dialogue::Command;
use crate::locale::Phrases;
use crate::request::Request;

/// Ticks from one action to the next, the slowest first.
const TICKS: [u32; 6] = [25, 12, 6, 3, 2, 1];

/// One of the speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

impl Default for Speed {
    /// Eight actions a second, which can be followed.
    fn default() -> Self {
        Self(3)
    }
}

impl Speed {
    /// Ticks from one action to the next.
    pub fn ticks(self) -> u32 {
        TICKS.get(self.0).copied().unwrap_or(1)
    }

    /// Actions in a second.
    pub fn a_second(self) -> i64 {
        i64::from(TICKS_A_SECOND / self.ticks())
    }

    /// The next slower one, or the slowest.
    pub fn slower(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The next faster one, or the fastest.
    pub fn faster(self) -> Self {
        Self((self.0 + 1).min(TICKS.len() - 1))
    }

    /// The slowest that is as fast as so many ticks from one action to the next.
    fn of_ticks(ticks: u32) -> Self {
        let found = TICKS.iter().position(|it| *it <= ticks);
        Self(found.unwrap_or(TICKS.len() - 1))
    }
}

impl Play {
    /// Takes a key for the speed, where something goes on by itself: it is not stopped by that.
    pub fn speed_key(&mut self, key: &str, phrases: &Phrases) -> Option<Vec<Request>> {
        let runs = self.repeated.is_some() || self.replay_runs() || self.dialogue.plays_itself();
        match self.dialogue.keys.meaning(key) {
            Some(Meaning::Command(Command::Slower)) if runs => {
                Some(self.change_speed(Speed::slower, phrases))
            }
            Some(Meaning::Command(Command::Faster)) if runs => {
                Some(self.change_speed(Speed::faster, phrases))
            }
            Some(_) | None => None,
        }
    }

    /// Makes what goes on by itself slower or faster, and says how fast it is now.
    pub fn change_speed(&mut self, change: fn(Speed) -> Speed, phrases: &Phrases) -> Vec<Request> {
        let speed = if let Some(replay) = &mut self.replay {
            let speed = change(Speed::of_ticks(replay.ticks()));
            replay.set_ticks(speed.ticks());
            speed
        } else if self.dialogue.plays_itself() {
            let speed = change(Speed::of_ticks(self.pace));
            self.pace = speed.ticks();
            speed
        } else {
            self.speed = change(self.speed);
            self.speed
        };
        let values = [("speed", speed.a_second().into())];
        self.dialogue.said = vec![phrases.say("speed-is", &values)];
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_two_ends() {
        let mut speed = Speed::default();
        assert_eq!(speed.a_second(), 8);
        for expected in [12, 25, 25] {
            speed = speed.faster();
            assert_eq!(speed.a_second(), expected);
        }
        for expected in [12, 8, 4, 2, 1, 1] {
            speed = speed.slower();
            assert_eq!(speed.a_second(), expected);
        }
        assert_eq!(Speed::of_ticks(10).a_second(), 4);
        assert_eq!(Speed::of_ticks(0).a_second(), 25);
    }
}
