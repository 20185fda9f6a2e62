//! The levels of a game, and another of its sessions.

use masume_session::Session;

use super::Play;
use crate::dialogue::Wish;
use crate::locale::Phrases;
use crate::tui::menu::{Item, Menu};

impl Play {
    /// Another session of the same game, shown from its beginning.
    pub(crate) fn change_to(&mut self, session: Session, phrases: &Phrases) {
        self.dialogue.change_to(session, phrases);
        self.look_from_the_start();
    }

    /// A session that was left before its end: it can be gone on with at once, or not at all.
    pub(crate) fn offer(&mut self, session: Session, phrases: &Phrases) {
        self.dialogue.offer(session, phrases);
        self.look_from_the_start();
    }

    /// Goes to a level, where there is such a one.
    pub(crate) fn go_to_level(&mut self, level: usize, phrases: &Phrases) -> Vec<Wish> {
        let wishes = self.dialogue.go_to_level(Some(level), phrases);
        self.look_at(wishes)
    }

    /// The levels as a list, this one pointed at; a star is at those that were solved.
    pub(crate) fn levels(&self, phrases: &Phrases) -> Menu {
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
            }
        };
        let mut levels = Menu::new((1..=count).map(item).collect());
        if let Some(level) = self.dialogue.session.level() {
            levels.point_at(&level.to_string());
        }
        levels
    }
}
