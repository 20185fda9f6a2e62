//! A session as text, to be kept and to be given to others.
//!
//! The text is lines of UTF-8:
//!
//! ```text
//! masume save 1
//! id: 2048:5x3,two=75%#7
//! title: 2048
//! hash: 6b1f…
//! position: 2
//! deeds: 3
//! > slide left
//! > slide up
//! = restart
//! end: 0f3c…
//! ```
//!
//! | line | says |
//! |---|---|
//! | `masume save 1` | the version of this format |
//! | `id` | how the game began, as ids say it: size, options, level, seed |
//! | `title` | the game's title, for messages |
//! | `hash` | the hash of what is played of the game's text ([`Version`](crate::Version)): a save belongs to one version of a game |
//! | `levels` | the hash of the levels, where they came from another text; else the line is absent |
//! | `position` | how many of the events led to the present state; the others were undone |
//! | `deeds` | how many events follow: actions, and restarts |
//! | `start` | where the game began in a given state: how many lines of state text follow at once, each after `\| ` |
//! | `> …` | an action as text, cells by the names of the grid (`a1` at the top left), whatever the game calls them; passes that are forced follow by themselves and are not written |
//! | `= restart` | the game went back to its first state |
//! | `end` | the first 16 digits of the hash of all lines before it: it shows that nothing is missing and nothing was changed |

mod error;
mod parse;
mod restore;

use std::fmt;

use masume_engine::{Action, Player};

use crate::{Hash, Session, TimelineEvent};

pub use error::{EventError, ExpectedLine, SaveError};
pub use restore::Restoration;

/// The version of the format that is written here.
pub(crate) const FORMAT: u32 = 1;
/// The longest text that is read, in bytes: a million actions and a board of a million cells.
pub(crate) const MAX_TEXT: usize = 1 << 26;
/// The most events that are read.
pub(crate) const MAX_EVENTS: usize = 1 << 20;

/// A session to be kept: everything that it is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// Id with which the game began, as `masume_engine::parse_id` reads it.
    pub id: String,
    /// The game's title, for messages.
    pub title: String,
    /// The hash of what is played of the game's text.
    pub hash: Hash,
    /// The hash of the levels, where they are not those of the game's text.
    pub levels_hash: Option<Hash>,
    /// Opponents: who plays for players for whom nobody here does, in the order of turn.
    pub opponents: Vec<SavedOpponent>,
    /// The state that the game began in, as text, where it is not that of the set-up.
    pub start: Option<String>,
    /// Everything that was done, what was undone included.
    pub events: Vec<SavedEvent>,
    /// Number of events that led to the present state.
    pub position: usize,
}

/// One thing that was done, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedEvent {
    /// An action.
    Action(String),
    /// Back to the first state.
    Restart,
}

impl Session {
    /// Save with which one comes back here.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// let save = session.save();
    /// let back = Session::restore(session.edition(), &save).expect("it is of this game");
    /// assert_eq!(back.state(), session.state());
    /// ```
    pub fn save(&self) -> Save {
        Save { events: self.timeline().iter().map(SavedEvent::of).collect(), ..self.save_header() }
    }

    /// The same without what was done, for a caller that keeps that elsewhere.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// act(&mut session, "push right");
    /// let header = session.save_header();
    /// assert!(header.events.is_empty());
    /// assert_eq!((header.title.as_str(), header.position), ("Sokoban", 1));
    /// ```
    pub fn save_header(&self) -> Save {
        let edition = self.edition();
        Save {
            id: self.id(),
            title: edition.title().to_owned(),
            hash: edition.version().hash(),
            levels_hash: edition.levels_hash(),
            opponents: self
                .seats()
                .opponents()
                .map(|it| SavedOpponent::of(self, it))
                // A game that is played alone has no names for seats.
                .filter(|it| !it.player.is_empty())
                .collect(),
            start: self.given_state().map(|state| self.game().kept_state(state)),
            events: Vec::new(),
            position: self.position(),
        }
    }
}

/// An opponent, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedOpponent {
    /// The player, as the rules call it.
    pub player: String,
    /// Name of who plays for it.
    pub name: String,
}

impl SavedOpponent {
    /// The longest name, in characters.
    const LONGEST: usize = 100;

    fn of(session: &Session, (player, name): (Player, &str)) -> Self {
        let info = session.game().rules().players.get(usize::from(player.0));
        let player = info.map(|info| info.name.clone()).unwrap_or_default();
        Self { player, name: name.to_owned() }
    }

    /// Reads what is written by its `Display`: the player, a blank, who plays for it.
    ///
    /// ```
    /// use masume_session::SavedOpponent;
    ///
    /// let opponent = SavedOpponent::parse("white medium").expect("a player and a name");
    /// assert_eq!((opponent.player.as_str(), opponent.name.as_str()), ("white", "medium"));
    /// assert_eq!(opponent.to_string(), "white medium");
    /// assert_eq!(SavedOpponent::parse("white"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (player, name) = text.split_once(' ')?;
        let is_name = |text: &str| {
            !text.is_empty()
                && text.chars().count() <= Self::LONGEST
                && !text.contains(char::is_whitespace)
                && !text.contains(char::is_control)
        };
        let (player, name) = (player.to_owned(), name.to_owned());
        (is_name(&player) && is_name(&name)).then_some(Self { player, name })
    }
}

impl fmt::Display for SavedOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.player, self.name)
    }
}

impl SavedEvent {
    /// Saved form of an entry of a timeline.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::SavedEvent;
    ///
    /// act(&mut session, "push right");
    /// session.restart();
    /// let events: Vec<SavedEvent> = session.timeline().iter().map(SavedEvent::of).collect();
    /// assert_eq!(events, [SavedEvent::Action("push right".to_owned()), SavedEvent::Restart]);
    /// ```
    pub fn of(entry: &crate::Entry) -> Self {
        match entry.event {
            TimelineEvent::Action(Action { .. }) => Self::Action(entry.kept.clone()),
            TimelineEvent::Restart => Self::Restart,
        }
    }
}

impl fmt::Display for Save {
    /// The save as text; [`Save::parse`] reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines();
        writeln!(f, "{lines}\nend: {}", sum(&lines))
    }
}

impl Save {
    /// All lines but the last, without the end of the last of them.
    fn lines(&self) -> String {
        let mut lines = vec![
            format!("{HEADING} {FORMAT}"),
            format!("id: {}", self.id),
            format!("title: {}", self.title),
            format!("hash: {}", self.hash),
        ];
        lines.extend(self.levels_hash.map(|hash| format!("levels: {hash}")));
        lines.extend(self.opponents.iter().map(|it| format!("{OPPONENT_LINE}{it}")));
        lines.push(format!("position: {}", self.position));
        lines.push(format!("deeds: {}", self.events.len()));
        if let Some(start) = &self.start {
            lines.push(format!("start: {}", start.lines().count()));
            lines.extend(start.lines().map(|line| format!("{STATE_LINE}{line}")));
        }
        lines.extend(self.events.iter().map(|event| match event {
            SavedEvent::Action(text) => format!("{ACTION_LINE}{text}"),
            SavedEvent::Restart => RESTART_LINE.to_owned(),
        }));
        lines.join("\n")
    }
}

/// The first words of every save.
const HEADING: &str = "masume save";
pub(crate) const ACTION_LINE: &str = "> ";
const OPPONENT_LINE: &str = "opponent: ";
const STATE_LINE: &str = "| ";
pub(crate) const RESTART_LINE: &str = "= restart";
/// Digits of the hash in the last line: 64 bits are plenty against mistakes, and nothing here is
/// against forgery.
const SUM_DIGITS: usize = 16;

fn sum(lines: &str) -> String {
    let mut digits = Hash::of(lines).to_string();
    digits.truncate(SUM_DIGITS);
    digits
}
