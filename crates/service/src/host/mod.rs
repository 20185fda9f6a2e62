//! The host of the game being played: keeps it, and does what it asks.

mod beginning;

use std::collections::BTreeMap;

use masume_engine::StopToken;
use masume_presentation::dialogue::{Dialogue, help};
use masume_presentation::locale::Phrases;
use masume_presentation::menu::list::Menu;
use masume_presentation::request::Request;
use masume_presentation::speech::{history, reasons};
use masume_presentation::statistics::{self, GameRecord};
use masume_presentation::trace::Trace;
use masume_session::{Edition, Session};
use masume_store::{Keeper, LevelRecord, Now, PlayNumber};

use crate::{Event, loaded, menu, shipped_game};

/// The surroundings of a host at one moment, as the face has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings {
    /// The time.
    pub now: Now,
    /// A seed that differs from play to play.
    pub seed: u64,
}

/// The host of one face: it begins games, keeps them, offers what was left, and gives them as text.
///
/// ```
/// use masume_engine::Setup;
/// use masume_presentation::diagnostic::Source;
/// use masume_presentation::dialogue::Dialogue;
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::request::Request;
/// use masume_service::{Event, Host};
/// use masume_store::Keeper;
///
/// let mut phrases = Phrases::new(Locale::English);
/// let mut host = Host::new(Keeper::of_nothing()).with_menu();
/// let request = Request::Open { name: "sokoban".to_owned(), anew: false };
/// let events = host.perform(request, None, &mut phrases);
/// let [Event::Opened(dialogue)] = events.as_slice() else { panic!("{events:?}") };
/// assert_eq!(dialogue.session.level(), Some(1));
/// ```
#[derive(Debug, Default)]
pub struct Host {
    keeper: Keeper,
    /// The source of the game being played: a shipped name, or a path.
    source: String,
    /// The game from its beginning, while one that waited is offered.
    anew: Option<Session>,
    /// Stops the rules of the games that are opened.
    stop: StopToken,
    seed: u64,
    has_menu: bool,
}

impl Host {
    /// A host without a menu: to leave the game is the end.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing());
    /// let events = host.perform(Request::Leave, None, &mut phrases);
    /// assert!(matches!(events.as_slice(), [Event::Ended]));
    /// ```
    pub fn new(keeper: Keeper) -> Self {
        Self { keeper, ..Self::default() }
    }

    /// A host with a menu, for which games are left.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing()).with_menu();
    /// let open = Request::Open { name: "sokoban".to_owned(), anew: false };
    /// let mut events = host.perform(open, None, &mut phrases);
    /// let Some(Event::Opened(mut dialogue)) = events.pop() else { panic!("it opens") };
    /// let events = host.perform(Request::Leave, Some(&mut dialogue), &mut phrases);
    /// assert!(matches!(events.as_slice(), [Event::Menu(_)]));
    /// ```
    pub fn with_menu(self) -> Self {
        Self { has_menu: true, ..self }
    }

    /// The rules of games that are opened are stopped by this token.
    ///
    /// ```
    /// use masume_engine::StopToken;
    /// # use masume_service::Host;
    /// # use masume_store::Keeper;
    /// let stop = StopToken::new();
    /// let host = Host::new(Keeper::of_nothing()).with_stop(stop.clone());
    /// stop.stop();
    /// assert!(host.stop().is_stopped());
    /// ```
    pub fn with_stop(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// Token that stops the rules of the games that are opened.
    ///
    /// ```
    /// # use masume_service::Host;
    /// # use masume_store::Keeper;
    /// assert!(!Host::new(Keeper::of_nothing()).stop().is_stopped());
    /// ```
    pub fn stop(&self) -> &StopToken {
        &self.stop
    }

    /// Sets the surroundings of everything that happens from here on.
    ///
    /// ```
    /// use masume_service::Surroundings;
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing());
    /// host.set_surroundings(Surroundings { seed: 7, ..Surroundings::default() });
    /// let open = Request::Open { name: "2048".to_owned(), anew: true };
    /// let events = host.perform(open, None, &mut phrases);
    /// let [Event::Opened(dialogue)] = events.as_slice() else { panic!("it opens") };
    /// assert_eq!(dialogue.session.seed(), 7);
    /// ```
    pub fn set_surroundings(&mut self, surroundings: Surroundings) {
        self.keeper.set_time(surroundings.now);
        self.seed = surroundings.seed;
    }

    /// The source by which the game being played is kept and counted: a shipped name, or a path.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// The policy of what is kept.
    ///
    /// ```
    /// # use masume_service::Host;
    /// # use masume_store::Keeper;
    /// assert!(Host::new(Keeper::of_nothing()).keeper().plays().is_empty());
    /// ```
    pub fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// The menu as it is now, the game played last pointed at.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_service::Host;
    /// # use masume_store::Keeper;
    /// let menu = Host::new(Keeper::of_nothing()).menu(&Phrases::new(Locale::English));
    /// assert!(menu.items().iter().any(|item| item.title == "Othello"));
    /// ```
    pub fn menu(&self, phrases: &Phrases) -> Menu {
        menu::menu(&self.keeper, phrases)
    }

    /// Takes up the game that is played first, where one was asked for; `source` is what it is
    /// opened from.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing());
    /// let open = Request::Open { name: "sokoban".to_owned(), anew: false };
    /// let mut events = host.perform(open, None, &mut phrases);
    /// let Some(Event::Opened(mut dialogue)) = events.pop() else { panic!("it opens") };
    /// host.begin("sokoban", &mut dialogue);
    /// assert!(dialogue.solved.is_empty());
    /// ```
    pub fn begin(&mut self, source: &str, dialogue: &mut Dialogue) {
        source.clone_into(&mut self.source);
        self.keeper.begin(source);
        dialogue.solved = self.keeper.solved(dialogue.session.edition());
    }

    /// Goes to where the player has come: offers the game that waits, where one does, or begins
    /// with the level that comes next.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing());
    /// let open = Request::Open { name: "sokoban".to_owned(), anew: false };
    /// let mut events = host.perform(open, None, &mut phrases);
    /// let Some(Event::Opened(mut dialogue)) = events.pop() else { panic!("it opens") };
    /// // Nothing is kept, so that nothing waits.
    /// assert!(host.offer_what_waits(&mut dialogue, &phrases).is_empty());
    /// ```
    pub fn offer_what_waits(&mut self, dialogue: &mut Dialogue, phrases: &Phrases) -> Vec<Event> {
        let first = self.keeper.at_level_to_begin(dialogue.session.clone(), &self.source);
        let mut events = Vec::new();
        if first.level() != dialogue.session.level() {
            dialogue.change_to(first, phrases);
            events.push(Event::Begun);
        }
        match self.keeper.resume(dialogue.session.edition(), &self.source) {
            Ok(Some(session)) => {
                self.anew = Some(dialogue.session.clone());
                dialogue.offer(session, self.keeper.offer(), phrases);
                events.push(Event::Begun);
            }
            Ok(None) => {}
            Err(error) => {
                events.push(Event::Trouble(reasons::of_resume(
                    &error,
                    self.keeper.place(),
                    phrases,
                )));
            }
        }
        events
    }

    /// Does what is asked, for the game being played where one is. What goes wrong around the game
    /// is an event as well.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing());
    /// let open = Request::Open { name: "sokoban".to_owned(), anew: false };
    /// let mut events = host.perform(open, None, &mut phrases);
    /// let Some(Event::Opened(mut dialogue)) = events.pop() else { panic!("it opens") };
    /// let events = host.perform(Request::Copy, Some(&mut dialogue), &mut phrases);
    /// let [Event::Copied(id)] = events.as_slice() else { panic!("{events:?}") };
    /// assert_eq!(id, "sokoban/1");
    /// ```
    pub fn perform(
        &mut self,
        request: Request,
        dialogue: Option<&mut Dialogue>,
        phrases: &mut Phrases,
    ) -> Vec<Event> {
        let mut events = match dialogue {
            Some(dialogue) => self.perform_in(request, dialogue, phrases),
            None => self.perform_outside(request, phrases),
        };
        events.extend(self.trouble(phrases).map(Event::Trouble));
        events
    }

    /// Trouble with what is kept that was not told, in words.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_service::Host;
    /// # use masume_store::{Keeper, Place, StoreError};
    /// let keeper = Keeper::failed(StoreError::Full, None, Place::default());
    /// let mut host = Host::new(keeper);
    /// let phrases = Phrases::new(Locale::English);
    /// assert!(host.trouble(&phrases).is_some_and(|it| it.contains("no room")));
    /// assert_eq!(host.trouble(&phrases), None, "it is said once");
    /// ```
    pub fn trouble(&mut self, phrases: &Phrases) -> Option<String> {
        let error = self.keeper.trouble()?;
        Some(reasons::of_store(&error, self.keeper.place(), phrases))
    }

    /// Keeps what was reached in a session that is left for good.
    ///
    /// ```
    /// # use masume_presentation::locale::{Locale, Phrases};
    /// # use masume_presentation::request::Request;
    /// # use masume_service::{Event, Host};
    /// # use masume_store::Keeper;
    /// let mut phrases = Phrases::new(Locale::English);
    /// let mut host = Host::new(Keeper::of_nothing());
    /// let open = Request::Open { name: "sokoban".to_owned(), anew: false };
    /// let mut events = host.perform(open, None, &mut phrases);
    /// let Some(Event::Opened(mut dialogue)) = events.pop() else { panic!("it opens") };
    /// host.leave(&dialogue.session);
    /// ```
    pub fn leave(&mut self, session: &Session) {
        self.keeper.leave(session);
    }

    /// Requests of a game, and those that are asked while one is played.
    fn perform_in(
        &mut self,
        request: Request,
        dialogue: &mut Dialogue,
        phrases: &mut Phrases,
    ) -> Vec<Event> {
        match request {
            Request::Keep => {
                self.keeper.keep(&dialogue.session);
                vec![Event::Kept]
            }
            Request::KeepNext => {
                self.keep_next(&dialogue.session);
                vec![Event::Begun]
            }
            Request::KeepPainted => {
                self.keep_next(&dialogue.session);
                vec![Event::Painted]
            }
            Request::ReturnToPrevious => {
                self.keeper.go_back(&self.source);
                self.keeper.keep(&dialogue.session);
                vec![Event::Begun]
            }
            Request::BeginInstead => self.begin_in_place_of_offer(dialogue, phrases),
            Request::OfferAnother => self.offer_other(dialogue, phrases),
            Request::GoOn(number) => self.go_on(number, dialogue, phrases),
            Request::Options { name: None, .. } => vec![self.options_here(dialogue, phrases)],
            Request::Levels => vec![Event::Levels(self.level_records(&dialogue.session))],
            Request::History => vec![Event::History(history::lines(dialogue.teller(phrases)))],
            Request::Help => vec![Event::Help],
            Request::Trace => match Trace::of(dialogue, phrases) {
                Ok(trace) => vec![Event::Trace(Box::new(trace))],
                Err(reason) => vec![Event::Trouble(reason)],
            },
            Request::Save => {
                let session = &dialogue.session;
                let name = session.edition().name().to_owned();
                vec![Event::Save { name, text: session.save().to_string() }]
            }
            Request::Copy => vec![Event::Copied(dialogue.id())],
            Request::Glyphs => vec![Event::Glyphs],
            Request::Begin { name, beginning } => {
                self.begin_as_chosen(name, &beginning, Some(dialogue), phrases)
            }
            Request::Leave if self.has_menu => {
                // The game is left before its end.
                self.keeper.leave(&dialogue.session);
                phrases.speak_of(None);
                let mut menu = self.menu(phrases);
                menu.point_at(&self.source);
                vec![Event::Menu(menu)]
            }
            Request::Leave => vec![Event::Ended],
            Request::Open { .. }
            | Request::Options { .. }
            | Request::MenuHelp
            | Request::Statistics(_)
            | Request::End
            | Request::Suspend => self.perform_outside(request, phrases),
        }
    }

    /// Requests that need no game being played.
    fn perform_outside(&mut self, request: Request, phrases: &mut Phrases) -> Vec<Event> {
        match request {
            Request::Open { name, anew } => self.open(&name, anew, phrases),
            Request::Begin { name: Some(name), beginning } => {
                self.begin_as_chosen(Some(name), &beginning, None, phrases)
            }
            Request::Options { name: Some(name), level } => {
                self.options_of(&name, level, phrases).into_iter().collect()
            }
            Request::MenuHelp => vec![Event::MenuHelp(help::of_menu(phrases))],
            Request::Statistics(name) => self.statistics(&name, phrases).into_iter().collect(),
            Request::Leave | Request::End => vec![Event::Ended],
            Request::Suspend => vec![Event::Suspended],
            // Without a game there is nothing to do them with.
            Request::Keep
            | Request::KeepNext
            | Request::KeepPainted
            | Request::ReturnToPrevious
            | Request::BeginInstead
            | Request::OfferAnother
            | Request::GoOn(_)
            | Request::Begin { .. }
            | Request::Options { .. }
            | Request::Levels
            | Request::History
            | Request::Help
            | Request::Trace
            | Request::Save
            | Request::Copy
            | Request::Glyphs => Vec::new(),
        }
    }

    fn keep_next(&mut self, session: &Session) {
        self.keeper.begin_next(&self.source);
        self.keeper.keep(session);
    }

    /// The game from its beginning, in place of the one that was offered.
    fn begin_in_place_of_offer(
        &mut self,
        dialogue: &mut Dialogue,
        phrases: &Phrases,
    ) -> Vec<Event> {
        let Some(session) = self.anew.take() else { return Vec::new() };
        self.keeper.refuse_offer();
        dialogue.change_to(session, phrases);
        self.keeper.begin_apart(&self.source);
        vec![Event::Begun]
    }

    /// Offers the next of the games that wait.
    fn offer_other(&mut self, dialogue: &mut Dialogue, phrases: &Phrases) -> Vec<Event> {
        let mut events = vec![Event::Begun];
        match self.keeper.resume_other(dialogue.session.edition()) {
            Ok(Some(session)) => dialogue.offer(session, self.keeper.offer(), phrases),
            Ok(None) => {}
            Err(error) => {
                let trouble = reasons::of_resume(&error, self.keeper.place(), phrases);
                events.insert(0, Event::Trouble(trouble));
            }
        }
        events
    }

    /// Goes on with a play of the game being played, instead of where it is.
    fn go_on(
        &mut self,
        number: PlayNumber,
        dialogue: &mut Dialogue,
        phrases: &Phrases,
    ) -> Vec<Event> {
        self.keeper.leave_for_another(&dialogue.session);
        match self.keeper.go_on(dialogue.session.edition(), number) {
            Ok(session) => {
                dialogue.change_to(session, phrases);
                vec![Event::Begun]
            }
            Err(error) => {
                self.keeper.begin_apart(&self.source);
                vec![Event::Trouble(reasons::of_resume(&error, self.keeper.place(), phrases))]
            }
        }
    }

    /// Records of the levels; the one being played does not wait.
    fn level_records(&self, session: &Session) -> BTreeMap<usize, LevelRecord> {
        let mut records = self.keeper.levels(session.edition(), &self.source);
        if let Some(here) = session.level().and_then(|level| records.get_mut(&level)) {
            here.waiting = here.waiting.take().filter(|it| Some(it.number) != self.keeper.play());
        }
        records
    }

    /// Counts of what was played: of one game, then of all.
    fn statistics(&self, name: &str, phrases: &Phrases) -> Option<Event> {
        let shipped = shipped_game(name)?;
        let edition = Edition::new(name, shipped.text, loaded(shipped.text).game?);
        let record = GameRecord::of(name, &edition, &self.keeper, phrases);
        let all = statistics::all(&self.keeper, phrases);
        let parts = vec![
            (record.title().to_owned(), record.lines(phrases)),
            (phrases.say("stats-all", &[]), statistics::table(&all, phrases)),
        ];
        Some(Event::Statistics { title: phrases.say("stats-title", &[]), parts })
    }
}
