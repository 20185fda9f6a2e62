//! The levels of a game, and another of its sessions.

use std::collections::BTreeMap;

use masume_engine::Board;
use masume_session::Session;
use masume_store::{LevelRecord, Offer};

use super::Play;
use crate::locale::Phrases;
use crate::menu::list::{Item, Menu};
use crate::request::Request;

/// The levels as a list, and the one pointed at as a picture.
#[derive(Clone, Debug)]
pub struct Levels {
    /// A line for each; their names are their numbers.
    pub list: Menu,
    /// The board of the one pointed at as it begins, where it can be set up.
    pub board: Option<Board>,
    /// Level of the board.
    level_of_board: usize,
    /// Those that nobody can win.
    hopeless: Vec<bool>,
    /// Records of them, where these were asked for.
    records: BTreeMap<usize, LevelRecord>,
}

impl Levels {
    /// The level pointed at, from 1.
    pub fn at(&self) -> usize {
        self.list.at() + 1
    }

    /// True if it is certain that nobody can win the level of this place in the list.
    pub fn is_hopeless(&self, index: usize) -> bool {
        self.hopeless.get(index).copied().unwrap_or_default()
    }

    /// Record of a level.
    pub fn record(&self, level: usize) -> Option<&LevelRecord> {
        self.records.get(&level)
    }

    /// Tells what is kept: the best of each level, and how far those are that wait.
    pub fn tell(&mut self, records: BTreeMap<usize, LevelRecord>, phrases: &Phrases) {
        for (index, item) in self.list.items_mut().iter_mut().enumerate() {
            let Some(record) = records.get(&(index + 1)) else { continue };
            let moves = |moves: i64| phrases.say("level-best", &[("moves", moves.into())]);
            let ply = |ply: i64| phrases.say("progress-ply", &[("ply", ply.into())]);
            let waits = record.waiting.as_ref().map(|play| ply(i64::from(play.ply)));
            let best = record.best.map(moves);
            item.is_begun |= record.is_solved;
            item.progress = waits.into_iter().chain(best).collect::<Vec<_>>().join("  ");
        }
        self.records = records;
    }

    /// Sets up the level pointed at, where that is another one than before.
    pub fn look(&mut self, session: &Session) {
        if self.level_of_board != self.at() {
            self.level_of_board = self.at();
            let begun = session.at_level(self.at()).ok();
            self.board = begun.map(|session| session.state().board.clone());
        }
    }
}

impl Play {
    /// Another session of the same game, shown from its beginning.
    pub fn change_to(&mut self, session: Session, phrases: &Phrases) {
        self.dialogue.change_to(session, phrases);
        self.look_from_the_start();
    }

    /// A session that was left before its end: it can be gone on with at once, or not at all.
    pub fn offer(&mut self, session: Session, offer: Offer, phrases: &Phrases) {
        self.dialogue.offer(session, offer, phrases);
        self.look_from_the_start();
    }

    /// Goes to a level, where there is such a one.
    pub fn go_to_level(&mut self, level: usize, phrases: &Phrases) -> Vec<Request> {
        let requests = self.dialogue.go_to_level(Some(level), phrases);
        self.look_at(requests)
    }

    /// The levels as a list, this one pointed at; a star is at those that were solved.
    pub fn levels(&self, phrases: &Phrases) -> Levels {
        let teller = self.dialogue.teller(phrases);
        let count = self.dialogue.session.game().level_count();
        let digits = count.to_string().len();
        let item = |level: usize| {
            let title = teller.level_title(level).unwrap_or_default();
            Item {
                name: level.to_string(),
                title: format!("{level:>digits$}  {title}").trim_end().to_owned(),
                about: teller.level_author(level).unwrap_or_default(),
                progress: String::new(),
                is_begun: self.dialogue.solved.contains(&level),
                level: Some(level),
                ..Item::default()
            }
        };
        let mut list = Menu::new((1..=count).map(item).collect());
        if let Some(level) = self.dialogue.session.level() {
            list.point_at(&level.to_string());
        }
        let hopeless = (1..=count).map(|level| teller.cannot_be_won(level).is_some()).collect();
        let records = BTreeMap::new();
        let mut levels = Levels { list, board: None, level_of_board: 0, hopeless, records };
        levels.look(&self.dialogue.session);
        levels
    }
}
