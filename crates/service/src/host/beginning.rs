//! Beginnings of games: opened from the menu, gone on with, or begun as chosen.

use masume_engine::{Game, Setup, SetupError};
use masume_presentation::diagnostic::Source;
use masume_presentation::dialogue::Dialogue;
use masume_presentation::locale::Phrases;
use masume_presentation::menu::options::{Beginning, Options, Pairing};
use masume_presentation::speech::reasons;
use masume_session::{Edition, Session};
use masume_store::Offer;

use super::Host;
use crate::{Event, loaded, shipped_game};

/// A game that is to be begun, and where it is from.
struct Chosen {
    /// Name or path that it is opened from.
    opened_from: String,
    source: Source,
    game: Game,
}

/// The source of a shipped game.
fn source_of(name: &str, text: &str) -> Source {
    Source { path: format!("games/{name}.masu"), text: text.to_owned() }
}

impl Host {
    /// Opens a game of the menu: goes on with it, begins it anew, or asks whom it is played
    /// against.
    pub(super) fn open(&mut self, name: &str, anew: bool, phrases: &mut Phrases) -> Vec<Event> {
        let Some(shipped) = shipped_game(name) else { return Vec::new() };
        let Some(game) = loaded(shipped.text).game else { return Vec::new() };
        let name = shipped.name;
        let edition = Edition::new(name, shipped.text, game.with_stop(self.stop.clone()));
        let is_shared = edition.game().rules().players.len() > 1;
        if is_shared && (anew || !self.keeper.has_waiting(&edition, name)) {
            return vec![self.ask_pairing(name, edition.game(), anew, phrases)];
        }
        let waiting = match anew {
            true => {
                self.keeper.leave_waiting(&edition, name);
                Ok(None)
            }
            // A level that was looked at is gone back to, not the one before it.
            false if self.keeper.level_looked_at(&edition, name).is_some() => Ok(None),
            false => self.keeper.resume(&edition, name),
        };
        let solved = self.keeper.solved(&edition);
        let mut offer = None;
        let (session, trouble) = match waiting {
            Ok(Some(session)) => {
                // One is gone on with at once; which of several is asked.
                offer = Some(self.keeper.offer()).filter(|offer| offer.count > 1);
                self.anew = offer.and_then(|_| self.first_session(name, edition).ok());
                (Ok(session), None)
            }
            Ok(None) => (self.begin_anew(name, edition), None),
            Err(error) => {
                let trouble = reasons::of_resume(&error, self.keeper.place(), phrases);
                (self.begin_anew(name, edition), Some(trouble))
            }
        };
        match session {
            Ok(session) => {
                name.clone_into(&mut self.source);
                phrases.speak_of(Some(name));
                let mut dialogue = opened(session, source_of(name, shipped.text), offer, phrases);
                dialogue.solved = solved;
                let opened = Event::Opened(Box::new(dialogue));
                std::iter::once(opened).chain(trouble.map(Event::Trouble)).collect()
            }
            Err(error) => vec![Event::Trouble(reasons::of_setup(&error, phrases))],
        }
    }

    /// Asks whom a game is played against that begins, as it was played last.
    fn ask_pairing(
        &self,
        name: &str,
        game: &Game,
        leaves_waiting: bool,
        phrases: &Phrases,
    ) -> Event {
        let title = phrases.of_shipped(name, "title");
        let title = title.unwrap_or_else(|| game.rules().title.clone());
        let options = Options::new(name, title, game, &Setup::default())
            .with_pairing(self.pairing_of(name))
            .about_pairing(leaves_waiting);
        Event::Options(Box::new(options))
    }

    /// Pairing with which a game was played last.
    fn pairing_of(&self, name: &str) -> Option<Pairing> {
        self.keeper.pairing_of(name).map(Pairing::kept)
    }

    /// Choices of how a shipped game begins.
    pub(super) fn options_of(
        &self,
        name: &str,
        level: Option<usize>,
        phrases: &Phrases,
    ) -> Option<Event> {
        let game = loaded(shipped_game(name)?.text).game?;
        let own = phrases.of_shipped(name, "title");
        let title = own.unwrap_or_else(|| game.rules().title.clone());
        let setup = Setup { level, ..Setup::default() };
        let options = Options::new(name, title, &game, &setup);
        Some(Event::Options(Box::new(options.with_pairing(self.pairing_of(name)))))
    }

    /// Choices of how the game being played begins anew.
    pub(super) fn options_here(&self, dialogue: &Dialogue, phrases: &Phrases) -> Event {
        let session = &dialogue.session;
        let title = dialogue.teller(phrases).title();
        let name = dialogue.opened_from();
        let options = Options::new(name, title, session.game(), session.setup());
        Event::Options(Box::new(options.with_pairing(self.pairing_of(name))))
    }

    /// A new game: of a game with levels the first that was not solved yet.
    fn begin_anew(&mut self, name: &str, edition: Edition) -> Result<Session, SetupError> {
        self.keeper.begin(name);
        self.first_session(name, edition)
    }

    fn first_session(&self, name: &str, edition: Edition) -> Result<Session, SetupError> {
        let level = self.keeper.level_to_begin(&edition, name);
        Session::new(edition, Setup { level, seed: self.seed, ..Setup::default() })
    }

    /// Begins a shipped game, or the one being played anew, as it was chosen.
    pub(super) fn begin_as_chosen(
        &mut self,
        name: Option<String>,
        beginning: &Beginning,
        before: Option<&Dialogue>,
        phrases: &mut Phrases,
    ) -> Vec<Event> {
        let Some(chosen) = self.chosen(name.as_deref(), before) else { return Vec::new() };
        let edition_name = match before {
            Some(before) => before.session.edition().name().to_owned(),
            None => chosen.opened_from.clone(),
        };
        let begun = beginning.game(&chosen.game).and_then(|game| {
            let edition = Edition::new(&edition_name, &chosen.source.text, game);
            let edition = edition.with_stop(self.stop.clone());
            let session = Session::new(edition, beginning.setup(self.seed))?;
            Ok(session.with_seats(beginning.seats.clone()))
        });
        let session = match begun {
            Ok(session) => session,
            Err(error) => return vec![Event::Refused(reasons::of_setup(&error, phrases))],
        };
        let mut weights = None;
        if let Some(before) = before {
            self.keeper.leave_for_another(&before.session);
            // What was learnt is of the rules, whatever the size and the options.
            let hash = |session: &Session| session.edition().version().hash();
            if hash(&before.session) == hash(&session) {
                weights.clone_from(&before.weights);
            }
        }
        let opened_from = chosen.opened_from;
        phrases.speak_of(shipped_game(&opened_from).map(|it| it.name));
        self.keep_beginning(&opened_from, &session, beginning);
        let solved = self.keeper.solved(session.edition());
        let mut dialogue = Dialogue::new(session, chosen.source, phrases);
        (dialogue.solved, dialogue.weights) = (solved, weights);
        self.source = opened_from;
        vec![Event::Opened(Box::new(dialogue))]
    }

    /// Keeps that a game began as it was chosen.
    fn keep_beginning(&mut self, source: &str, session: &Session, beginning: &Beginning) {
        self.keeper.begin(source);
        if beginning.leaves_waiting {
            self.keeper.leave_waiting(session.edition(), source);
        }
        if session.game().rules().players.len() > 1 {
            let Pairing { opponent, side } = beginning.pairing;
            let opponent = opponent.map(|it| it.to_string());
            self.keeper.set_pairing(source, opponent.as_deref(), side);
        }
    }

    /// The game of this name, or the one being played.
    fn chosen(&self, name: Option<&str>, before: Option<&Dialogue>) -> Option<Chosen> {
        if let Some(name) = name {
            let shipped = shipped_game(name)?;
            let game = loaded(shipped.text).game?;
            let source = source_of(name, shipped.text);
            return Some(Chosen { opened_from: name.to_owned(), source, game });
        }
        let before = before?;
        let (source, game) = (before.source.clone(), before.session.game().clone());
        Some(Chosen { opened_from: self.source.clone(), source, game })
    }
}

/// A game that was opened; where several wait, the first of them is offered.
fn opened(session: Session, source: Source, offer: Option<Offer>, phrases: &Phrases) -> Dialogue {
    let mut dialogue = Dialogue::new(session.clone(), source, phrases);
    if let Some(offer) = offer {
        dialogue.offer(session, offer, phrases);
    }
    dialogue
}
