//! Opponents, and games that play themselves: what is thought of is done at a pace that can be
//! followed.

use super::{Play, TICKS_A_SECOND};
use crate::analysis::Task;
use crate::locale::Phrases;
use crate::request::Request;

impl Play {
    /// Lets the game play itself at so many actions a second.
    pub fn set_pace(&mut self, speed: f64) {
        self.pace = (f64::from(TICKS_A_SECOND) / speed.max(0.01)) as u32;
    }

    /// Task to be thought about; none while something is shown that was played before.
    pub fn task(&self) -> Option<Task<'_>> {
        if self.replayed().is_some() { None } else { self.dialogue.task() }
    }

    /// True if something waits to be done.
    pub fn is_pending(&self) -> bool {
        self.dialogue.pending.is_some() && !self.dialogue.is_paused
    }

    /// One tick more of what waits.
    pub fn pending_tick(&mut self, phrases: &Phrases) -> Vec<Request> {
        self.waited += 1;
        if self.waited < self.pace {
            return Vec::new();
        }
        self.waited = 0;
        self.dialogue.do_pending(phrases)
    }

    /// Takes a key for a game that plays itself: the space bar stops it and lets it go on, and any
    /// other key leaves it stopped, to look around.
    pub fn pause_key(&mut self, key: &str) -> bool {
        if !self.dialogue.plays_itself() {
            return false;
        }
        let is_space = key == "space";
        self.dialogue.is_paused = !(is_space && self.dialogue.is_paused);
        is_space
    }
}
