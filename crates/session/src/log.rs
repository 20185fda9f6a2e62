//! Log of a play: everything that was done in it, in order.
//!
//! A log only grows. What was undone stays in it, and going back is an entry like any other: the
//! [timeline](crate::Session::timeline) is what the log leads to. Each entry says who did it, where
//! a face has said so ([`Session::set_author`]), and the hash of the state that came of it.
//!
//! An entry is a line of text, its parts with tabs between them:
//!
//! ```text
//! > push right<TAB>9f0c55aa01020304<TAB>@anna
//! ```
//!
//! | event | says |
//! |---|---|
//! | `> …` | an action, as saves have it |
//! | `= restart` | back to the first state, which can be undone |
//! | `@ 12` | to this position of the timeline: undone, or done again |
//! | `& white` | a person sits down for this player |

use std::fmt;
use std::str::FromStr;

use masume_engine::{Game, Player, State};

use crate::save::{ACTION_LINE, MAX_EVENTS, RESTART_LINE};
use crate::{Hash, SaveError, SavedEvent, Session};

/// The most entries of a log that are read.
const MAX_ENTRIES: usize = 4 * MAX_EVENTS;
/// The most bytes of an author.
const LONGEST_AUTHOR: usize = 255;
const GO_TO: &str = "@ ";
const SIT: &str = "& ";
/// Stands where an entry has an author and no hash.
const NO_HASH: &str = "-";

/// Event in a play, as its log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEvent {
    /// An action, as saves have it.
    Action(String),
    /// Back to the first state.
    Restart,
    /// To this position of the timeline.
    GoTo(usize),
    /// A person sat down for the player of this name.
    Sit(String),
}

/// The first 64 bits of a hash of a state: they tell apart what differs by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateHash(pub u64);

impl StateHash {
    /// The hash of a state as saves have it, which does not change with what a game calls its cells.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::StateHash;
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let state = game.start(&Setup::default()).expect("it begins");
    /// assert_eq!(StateHash::of(&game, &state), StateHash::of(&game, &state.clone()));
    /// ```
    pub fn of(game: &Game, state: &State) -> Self {
        let Hash(bytes) = Hash::of(&game.kept_state(state));
        Self(bytes.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// One entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Event.
    pub event: LogEvent,
    /// Person or agent who did it, where that is known.
    pub by: Option<String>,
    /// Hash of the state after it; `None` for an event that changes no state, and where a play was
    /// read from a save.
    pub hash: Option<StateHash>,
}

/// The text is no entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEntry;

impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.event {
            LogEvent::Action(text) => write!(f, "{ACTION_LINE}{text}")?,
            LogEvent::Restart => f.write_str(RESTART_LINE)?,
            LogEvent::GoTo(position) => write!(f, "{GO_TO}{position}")?,
            LogEvent::Sit(player) => write!(f, "{SIT}{player}")?,
        }
        match (self.hash, &self.by) {
            (None, None) => Ok(()),
            (Some(hash), None) => write!(f, "\t{hash}"),
            (Some(hash), Some(by)) => write!(f, "\t{hash}\t{by}"),
            (None, Some(by)) => write!(f, "\t{NO_HASH}\t{by}"),
        }
    }
}

impl FromStr for LogEntry {
    type Err = NoEntry;

    /// ```
    /// use masume_session::{LogEvent, LogEntry};
    ///
    /// let entry: LogEntry = "> push right\t-\t@anna".parse().expect("it is an entry");
    /// assert_eq!(entry.event, LogEvent::Action("push right".to_owned()));
    /// assert_eq!(entry.by.as_deref(), Some("@anna"));
    /// assert!("push right".parse::<LogEntry>().is_err());
    /// ```
    fn from_str(line: &str) -> Result<Self, NoEntry> {
        let mut parts = line.split('\t');
        let event = parts.next().and_then(read_event).ok_or(NoEntry)?;
        let hash = match parts.next() {
            None | Some(NO_HASH) => None,
            Some(digits) => Some(read_hash(digits).ok_or(NoEntry)?),
        };
        let by = parts.next().map(|by| author(by).ok_or(NoEntry)).transpose()?;
        parts.next().is_none().then_some(Self { event, by, hash }).ok_or(NoEntry)
    }
}

fn read_event(text: &str) -> Option<LogEvent> {
    if text == RESTART_LINE {
        return Some(LogEvent::Restart);
    }
    if text.contains(char::is_control) {
        return None;
    }
    let (mark, rest) = text.split_at_checked(ACTION_LINE.len())?;
    match mark {
        _ if rest.is_empty() => None,
        ACTION_LINE => Some(LogEvent::Action(rest.to_owned())),
        GO_TO => rest.parse().ok().map(LogEvent::GoTo),
        SIT => Some(LogEvent::Sit(rest.to_owned())),
        _ => None,
    }
}

fn read_hash(digits: &str) -> Option<StateHash> {
    let is_plain = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    let is_hash = digits.len() == 16 && digits.bytes().all(is_plain);
    is_hash.then(|| u64::from_str_radix(digits, 16).ok().map(StateHash)).flatten()
}

/// The name, if it can stand in a line.
fn author(name: &str) -> Option<String> {
    let is_name =
        !name.is_empty() && name.len() <= LONGEST_AUTHOR && !name.contains(char::is_control);
    is_name.then(|| name.to_owned())
}

/// Everything that was done in a play, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    entries: Vec<LogEntry>,
}

impl Log {
    /// The log of these entries, as they were kept.
    ///
    /// ```
    /// use masume_session::Log;
    ///
    /// assert!(Log::of(Vec::new()).entries().is_empty());
    /// ```
    pub fn of(entries: Vec<LogEntry>) -> Self {
        Self { entries }
    }

    /// The entries, in the order in which things were done.
    ///
    /// ```
    /// use masume_session::Log;
    ///
    /// assert_eq!(Log::default().entries(), []);
    /// ```
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// The timeline that the log leads to, and the position in it.
    ///
    /// ```
    /// use masume_session::{Log, LogEntry};
    ///
    /// let lines = ["> push right", "> push left", "@ 1", "> push up"];
    /// let entries = lines.map(|line| line.parse::<LogEntry>().expect("it is an entry"));
    /// let (events, position) = Log::of(entries.to_vec()).timeline().expect("it leads somewhere");
    /// assert_eq!((events.len(), position), (2, 2));
    /// ```
    ///
    /// # Errors
    /// [`SaveError::Edited`] if it goes where there is nothing, [`SaveError::TooLarge`].
    pub fn timeline(&self) -> Result<(Vec<SavedEvent>, usize), SaveError> {
        if self.entries.len() > MAX_ENTRIES {
            return Err(SaveError::TooLarge);
        }
        let (mut events, mut position) = (Vec::new(), 0);
        for entry in &self.entries {
            let event = match &entry.event {
                LogEvent::Sit(_) => continue,
                LogEvent::GoTo(there) if *there <= events.len() => {
                    position = *there;
                    continue;
                }
                LogEvent::GoTo(_) => return Err(SaveError::Edited),
                LogEvent::Action(text) => SavedEvent::Action(text.clone()),
                LogEvent::Restart => SavedEvent::Restart,
            };
            events.truncate(position);
            events.push(event);
            position += 1;
        }
        Ok((events, position))
    }
}

impl Session {
    /// Everything that was done, what was undone and forgotten included.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// use masume_session::LogEvent;
    ///
    /// let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let action = session.legal_actions().expect("nothing goes wrong")[0];
    /// session.act(action).expect("it is legal");
    /// session.undo();
    /// let events: Vec<&LogEvent> = session.log().entries().iter().map(|it| &it.event).collect();
    /// assert!(matches!(events.as_slice(), [LogEvent::Action(_), LogEvent::GoTo(0)]));
    /// ```
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Sets who does what is done from here on, where several people play. A name that cannot stand
    /// in a log is as good as none.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// session.set_author(Some("@anna"));
    /// let action = session.legal_actions().expect("nothing goes wrong")[0];
    /// session.act(action).expect("it is legal");
    /// assert_eq!(session.log().entries()[0].by.as_deref(), Some("@anna"));
    /// ```
    pub fn set_author(&mut self, by: Option<&str>) {
        self.author = by.and_then(author);
    }

    /// Seats a person for a player. False, and nothing is done, where another person sits there, the
    /// player has no name, or theirs cannot stand in a log.
    ///
    /// ```
    /// # use masume_engine::{Game, Player, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "othello").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// assert!(session.sit(Player(0), "@anna"));
    /// assert!(!session.sit(Player(0), "@bert"), "that seat is taken");
    /// assert_eq!(session.seats().occupant(Player(0)), Some("@anna"));
    /// ```
    pub fn sit(&mut self, player: Player, who: &str) -> bool {
        let info = self.game().rules().players.get(usize::from(player.0));
        let name = info.map(|info| info.name.clone()).filter(|name| !name.is_empty());
        let (Some(name), Some(who)) = (name, author(who)) else { return false };
        if self.seats.occupant(player).or(self.seats.opponent(player)).is_some() {
            return false;
        }
        self.seats = std::mem::take(&mut self.seats).with_occupant(player, &who);
        self.log.entries.push(LogEntry { event: LogEvent::Sit(name), by: Some(who), hash: None });
        true
    }

    /// The session that a log leads to. The header says how it began, as [`Session::save_header`]
    /// has it; its events are not looked at.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// let action = session.legal_actions().expect("nothing goes wrong")[0];
    /// session.act(action).expect("it is legal");
    /// let (header, log) = (session.save_header(), session.log().clone());
    /// let back = Session::replay(session.edition(), header, log).expect("it is of this game");
    /// assert_eq!(back.state(), session.state());
    /// ```
    ///
    /// # Errors
    /// Those of [`Session::restore`]; [`SaveError::Edited`] if the log leads to another state than
    /// its last entry says, [`SaveError::TooLarge`] for more than 4,194,304 entries.
    pub fn replay(
        edition: &crate::Edition,
        header: crate::Save,
        log: Log,
    ) -> Result<Self, SaveError> {
        let (events, position) = log.timeline()?;
        let mut session = Self::restore(edition, &crate::Save { events, position, ..header })?;
        let last = log.entries.iter().rev().find(|it| !matches!(it.event, LogEvent::Sit(_)));
        let expected = last.and_then(|entry| entry.hash);
        if expected.is_some_and(|it| it != StateHash::of(session.game(), session.state())) {
            return Err(SaveError::Edited);
        }
        for entry in &log.entries {
            if let (LogEvent::Sit(player), Some(who)) = (&entry.event, &entry.by) {
                let players = &session.game().rules().players;
                let seat = players.iter().position(|info| info.name == *player);
                let seat = seat.ok_or(SaveError::Edited)?;
                session.sit(Player(seat as u8), who);
            }
        }
        session.log = log;
        Ok(session)
    }

    /// Adds what was just done to the log, by this player.
    pub(crate) fn note(&mut self, event: LogEvent, player: Option<Player>) {
        let agent = player.and_then(|player| self.seats.opponent(player)).map(str::to_owned);
        let by = agent.or_else(|| self.author.clone());
        self.log.entries.push(LogEntry { event, by, hash: None });
    }

    /// Puts the hash of the present state to the last entry.
    pub(crate) fn seal(&mut self) {
        let hash = StateHash::of(self.game(), self.state());
        if let Some(last) = self.log.entries.last_mut() {
            last.hash = Some(hash);
        }
    }

    /// Adds those who sit to the log, where another session was left for this one.
    pub(crate) fn note_seats(&mut self) {
        let players = self.game().rules().players.iter().zip(0..);
        let sitting = players.filter_map(|(info, player)| {
            let who = self.seats.occupant(Player(player))?.to_owned();
            Some(LogEntry { event: LogEvent::Sit(info.name.clone()), by: Some(who), hash: None })
        });
        let new: Vec<LogEntry> = sitting.filter(|it| !self.log.entries.contains(it)).collect();
        self.log.entries.extend(new);
    }
}
