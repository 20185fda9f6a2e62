//! Games that are begun, and what is told of games that are not.

use masume_engine::{Player, Setup, shipped_games};
use masume_presentation::diagnostic::Source;
use masume_presentation::dialogue::opponent;
use masume_service::{loaded, shipped_game};
use masume_session::{Edition, Session};
use masume_store::Autosave;

use super::not_begun::{MOST_CELLS, NotBegun};
use super::{Chat, lines, telling};
use crate::event::Said;
use crate::mention::{Against, RequestedGame};
use crate::place::Place;
use crate::table::Table;

impl Chat {
    /// Begins a shipped game and posts its board.
    pub(super) fn begin_game(
        &mut self,
        said: &Said,
        requested: &RequestedGame,
    ) -> Result<(), NotBegun> {
        let name = requested.id.name.clone();
        let edition = self.edition(&name, None);
        let edition = edition.ok_or_else(|| NotBegun::NoSuchGame(name.clone()))?;
        let game = edition.game().clone();
        let mut setup = requested.id.setup;
        let seed = self.surroundings.seed;
        let count = game.level_count();
        if setup.level.is_none() && setup.size.is_none() && count > 0 {
            // Without a number a level is drawn.
            setup.level = usize::try_from(seed % count as u64).ok().map(|it| it + 1);
        }
        setup.seed = if requested.id.has_seed { setup.seed } else { seed };
        let session = game.with_id(&requested.id).and_then(|game| {
            let text = shipped_game(&name).map_or("", |it| it.text);
            let edition = Edition::new(&name, text, game).with_stop(self.stop.clone());
            Session::new(edition, setup)
        });
        let session = session.map_err(NotBegun::Setup)?;
        let session = seated(session, &said.who, requested.against.as_ref());
        self.begin(said, session, name, None)
    }

    /// Begins a game of which a person sent the text, where it is sound and small.
    pub(super) fn begin_text(&mut self, said: &Said, text: String) -> Result<(), NotBegun> {
        let loaded = loaded(&text);
        let Some(game) = loaded.game else {
            let source = Source { path: "game.masu".to_owned(), text };
            return Err(NotBegun::Unsound(
                source,
                loaded.diagnostics.into_iter().next().map(Box::new),
            ));
        };
        let edition = Edition::new("game", &text, game).with_stop(self.stop.clone());
        let setup = Setup { seed: self.surroundings.seed, ..Setup::default() };
        let session = Session::new(edition, setup).map_err(NotBegun::Setup)?;
        if session.state().board.grid().cell_count() > MOST_CELLS || self.stop.is_stopped() {
            return Err(NotBegun::TooLarge);
        }
        self.begin(said, session, "game".to_owned(), Some(text))
    }

    /// Keeps a session and posts its board.
    fn begin(
        &mut self,
        said: &Said,
        session: Session,
        game: String,
        text: Option<String>,
    ) -> Result<(), NotBegun> {
        let place = Place {
            room: said.room.clone(),
            thread: said.thread.clone(),
            message: None,
            asked: Some(said.message.clone()),
            game,
            text,
            shown: 0,
            is_left: false,
            awaits: false,
        };
        let mut autosave = Autosave::new(&place.game);
        autosave.set_time(self.surroundings.now.seconds);
        let phrases = self.speak_of(&place);
        let mut table = Table::new(session, autosave, place, phrases);
        let kept = self.keep(&mut table);
        let kept = kept.and_then(|play| self.mark(said, play).map(|()| play));
        let play = kept.map_err(NotBegun::Store)?;
        self.post(play, table, None);
        Ok(())
    }

    /// The help of a shipped game.
    pub(super) fn help(&mut self, room: &str, name: &str) -> Result<Vec<String>, NotBegun> {
        let edition = shipped_game(name).and_then(|it| self.edition(it.name, None));
        let edition = edition.ok_or_else(|| NotBegun::NoSuchGame(name.to_owned()))?;
        let place = Place {
            room: room.to_owned(),
            thread: None,
            message: None,
            asked: None,
            game: edition.name().to_owned(),
            text: None,
            shown: 0,
            is_left: false,
            awaits: false,
        };
        let phrases = self.speak_of(&place);
        let session = Session::new(edition, Setup::default());
        let session = session.map_err(NotBegun::Setup)?;
        let table = Table::new(session, Autosave::new(name), place, phrases);
        let mut text = String::new();
        telling(&table, phrases).show_help(&mut text);
        Ok(lines(&text))
    }

    /// The shipped games, a line for each.
    pub(super) fn list(&mut self, room: &str) -> Vec<String> {
        let mut lines = vec![self.phrases_of(room).say("chat-games", &[])];
        for shipped in shipped_games() {
            let own = self.phrases_of(room).of_shipped(shipped.name, "about");
            let about = own.or_else(|| {
                let edition = self.edition(shipped.name, None)?;
                Some(edition.game().rules().about.split_whitespace().collect::<Vec<_>>().join(" "))
            });
            // Either is understood.
            let title = self.phrases_of(room).of_shipped(shipped.name, "title");
            let title = title.filter(|it| it != shipped.name).map(|it| format!(" {it}"));
            let (title, about) = (title.unwrap_or_default(), about.unwrap_or_default());
            lines.push(format!("{}{title}  {about}", shipped.name));
        }
        lines
    }
}

/// The session with those seated who were named.
fn seated(session: Session, who: &str, against: Option<&Against>) -> Session {
    let players = session.game().rules().players.len();
    match against {
        Some(_) if players < 2 => session,
        None => session,
        Some(Against::Person(name)) => {
            let mut session = session;
            session.sit(Player(0), who);
            session.sit(Player(1), name);
            session
        }
        Some(Against::Agent(agent)) => {
            let seats = opponent::against(session.game().rules(), *agent, Player(0));
            let mut session = session.with_seats(seats);
            session.sit(Player(0), who);
            session
        }
    }
}
