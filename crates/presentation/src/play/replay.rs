//! A game that plays itself from what was kept.

use super::{Play, TICKS_A_SECOND};
use crate::locale::Phrases;
use crate::request::Request;

/// Player of a session from its beginning on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayPlayer {
    /// The position at which it stops.
    pub to: usize,
    /// Actions in a hundred seconds: more than one in a tick where it is fast.
    pace: u32,
    /// Ticks since the last action, times the pace.
    waited: u32,
    /// True if it goes on by itself.
    pub is_running: bool,
}

impl ReplayPlayer {
    /// A replay that stops at a position of the timeline; `speed` is in actions a second.
    ///
    /// ```
    /// use masume_presentation::play::{ReplayPlayer, TICKS_A_SECOND};
    ///
    /// let mut replay = ReplayPlayer::new(10, 5.0);
    /// assert_eq!(replay.ticks(), TICKS_A_SECOND / 5);
    /// replay.set_ticks(2);
    /// assert_eq!(replay.ticks(), 2);
    /// ```
    pub fn new(to: usize, speed: f64) -> Self {
        /// Faster than a screen can be drawn.
        const FASTEST: f64 = 1_000.0;
        let pace = (speed.clamp(0.01, FASTEST) * 100.0) as u32;
        Self { to, pace, waited: 0, is_running: true }
    }

    /// Ticks from one action to the next, to the nearest number.
    pub fn ticks(self) -> u32 {
        (TICKS_A_SECOND * 100 + self.pace / 2) / self.pace.max(1)
    }

    /// Shows an action after so many ticks.
    pub fn set_ticks(&mut self, ticks: u32) {
        self.pace = (TICKS_A_SECOND * 100).div_ceil(ticks.max(1));
    }

    /// Number of actions that are due at this tick.
    fn due(&mut self) -> u32 {
        let one = TICKS_A_SECOND * 100;
        self.waited += self.pace;
        let due = self.waited / one;
        self.waited %= one;
        due
    }
}

/// Position in a save that is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayState {
    /// The position at which it stops.
    pub to: usize,
    /// True if it goes on by itself.
    pub is_running: bool,
}

impl Play {
    /// Position in the save, if one is shown.
    pub fn replayed(&self) -> Option<ReplayState> {
        // Behind its end the player goes on.
        let replay = self.replay.filter(|replay| self.dialogue.session.position() <= replay.to)?;
        Some(ReplayState { to: replay.to, is_running: self.replay_runs() })
    }

    /// Shows the session from its beginning on.
    pub fn show_replay(&mut self, replay: ReplayPlayer, phrases: &Phrases) {
        self.dialogue.session.go_to(0);
        self.dialogue.begin(phrases);
        self.look_from_the_start();
        self.dialogue.said = vec![phrases.say("replay-keys", &[])];
        self.replay = Some(replay);
    }

    /// True if a replay goes on by itself.
    pub fn replay_runs(&self) -> bool {
        self.replay
            .is_some_and(|replay| replay.is_running && self.dialogue.session.position() < replay.to)
    }

    /// Takes a key for the replay, where it is one: the space bar stops it and lets it go on.
    pub fn replay_key(&mut self, key: &str) -> bool {
        let Some(replay) = &mut self.replay else { return false };
        if key == "space" {
            replay.is_running = !replay.is_running;
            return true;
        }
        // A player who goes to another place or acts wants to look around.
        replay.is_running = false;
        false
    }

    /// The actions that are due.
    pub fn replay_tick(&mut self, phrases: &Phrases) -> Vec<Request> {
        if !self.replay_runs() {
            return Vec::new();
        }
        let Some(replay) = &mut self.replay else { return Vec::new() };
        let (due, to) = (replay.due() as usize, replay.to);
        let position = (self.dialogue.session.position() + due).min(to);
        let report = match due {
            0 => None,
            1 => self.dialogue.session.redo(),
            _ => self.dialogue.session.go_to(position),
        };
        if let Some(report) = report {
            self.dialogue.take_up(report, phrases);
        }
        Vec::new()
    }
}
