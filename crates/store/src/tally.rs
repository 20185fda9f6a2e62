//! Count of one play, and the sum of counts, whatever keeps them.

use masume_session::Session;

use crate::Statistics;

/// Counts of one play.
pub(crate) struct Tally {
    /// Word for its end; `None` while it goes on.
    pub(crate) ending: Option<String>,
    /// Time that was played.
    pub(crate) seconds: u64,
}

/// Words in which the end of a game is kept.
mod ending {
    pub(super) const WON: &str = "won";
    pub(super) const LOST: &str = "lost";
    pub(super) const OTHER: &str = "ended";
}

impl Statistics {
    /// Takes in the next game that ended, or one that did not.
    pub(crate) fn add(&mut self, tally: &Tally) {
        self.games += 1;
        self.seconds = self.seconds.saturating_add(tally.seconds);
        let Some(ending) = &tally.ending else { return };
        self.ended += 1;
        if ending == ending::WON {
            self.won += 1;
            self.streak += 1;
            self.longest_streak = self.longest_streak.max(self.streak);
            return;
        }
        self.streak = 0;
        if ending == ending::LOST {
            self.lost += 1;
        }
    }
}

/// Word for the end of the session; `None` while it goes on. Where several people play, nobody
/// knows which of them holds the file, so that there is neither victory nor defeat.
pub(crate) fn ending_of(session: &Session) -> Option<&'static str> {
    session.outcome()?;
    let is_person = session.person().is_some();
    Some(match (session.is_won(), session.is_lost()) {
        (true, _) if is_person => ending::WON,
        (_, true) => ending::LOST,
        (_, false) => ending::OTHER,
    })
}
