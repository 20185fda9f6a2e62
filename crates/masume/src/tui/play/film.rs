//! A game that plays itself from what was kept.

use super::Play;
use crate::dialogue::Wish;
use crate::locale::Phrases;
use crate::tui::run::TICKS_A_SECOND;

/// How a session is shown from its beginning on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Film {
    /// The position at which it stops.
    pub(super) to: usize,
    /// Actions in a hundred seconds: more than one in a tick where it is fast.
    pace: u32,
    /// Ticks since the last action, times the pace.
    waited: u32,
    /// Whether it goes on by itself.
    pub(super) is_running: bool,
}

impl Film {
    /// A film that stops at a position of the timeline; `speed` is in actions a second.
    pub(crate) fn new(to: usize, speed: f64) -> Self {
        /// Faster than a screen can be drawn.
        const FASTEST: f64 = 1_000.0;
        let pace = (speed.clamp(0.01, FASTEST) * 100.0) as u32;
        Self { to, pace, waited: 0, is_running: true }
    }

    /// Ticks from one action to the next, to the nearest number.
    pub(super) fn ticks(self) -> u32 {
        (TICKS_A_SECOND * 100 + self.pace / 2) / self.pace.max(1)
    }

    /// Shows an action after so many ticks.
    pub(super) fn set_ticks(&mut self, ticks: u32) {
        self.pace = (TICKS_A_SECOND * 100).div_ceil(ticks.max(1));
    }

    /// How many actions are due at this tick.
    fn due(&mut self) -> u32 {
        let one = TICKS_A_SECOND * 100;
        self.waited += self.pace;
        let due = self.waited / one;
        self.waited %= one;
        due
    }
}

/// Where a save is that is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Replayed {
    /// The position at which it stops.
    pub(crate) to: usize,
    /// Whether it goes on by itself.
    pub(crate) is_running: bool,
}

impl Play {
    /// Where the save is, if one is shown.
    pub(crate) fn replayed(&self) -> Option<Replayed> {
        // Behind its end the player goes on.
        let film = self.film.filter(|film| self.dialogue.session.position() <= film.to)?;
        Some(Replayed { to: film.to, is_running: self.film_runs() })
    }

    /// Shows the session from its beginning on.
    pub(crate) fn show_film(&mut self, film: Film, phrases: &Phrases) {
        self.dialogue.session.go_to(0);
        self.dialogue.begin(phrases);
        self.look_from_the_start();
        self.dialogue.said = vec![phrases.say("film-keys", &[])];
        self.film = Some(film);
    }

    /// Whether a film goes on by itself.
    pub(super) fn film_runs(&self) -> bool {
        self.film.is_some_and(|film| film.is_running && self.dialogue.session.position() < film.to)
    }

    /// Takes a key for the film, where it is one: the space bar stops it and lets it go on.
    pub(super) fn film_key(&mut self, key: &str) -> bool {
        let Some(film) = &mut self.film else { return false };
        if key == "space" {
            film.is_running = !film.is_running;
            return true;
        }
        // Whoever goes to another place or acts wants to look around.
        film.is_running = false;
        false
    }

    /// The actions that are due.
    pub(super) fn film_tick(&mut self, phrases: &Phrases) -> Vec<Wish> {
        if !self.film_runs() {
            return Vec::new();
        }
        let Some(film) = &mut self.film else { return Vec::new() };
        let (due, to) = (film.due() as usize, film.to);
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
