//! The service: one game at a time, asked in the protocol.

mod choosing;
mod explaining;
mod hearing;
mod pages;
mod places;
mod playing;
mod snapshot;
mod sources;
mod thinking;

pub use hearing::obey;

use std::collections::BTreeMap;

use masume_engine::StopToken;
use masume_presentation::escape::json_text;
use masume_presentation::locale::{Locale, Phrases};
use masume_presentation::play::Play;
use masume_presentation::request::Request;
use masume_session::Hash;

use crate::protocol::{
    Answer, Ask, BudgetAsked, Notice, Notification, Outcome, Question, Refusal, Reply, SeenGame,
};
use crate::{Host, Surroundings};

/// The longest question that is read, in bytes.
pub const LONGEST_ASK: usize = 10 << 20;

/// The most characters of a sentence in a refusal: more than any of ours has.
const LONGEST_SENTENCE: usize = 1_000;

/// Reason why a line is no question, whatever it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// More bytes than [`LONGEST_ASK`].
    TooLong,
    /// Bytes that are no UTF-8.
    NotText,
}

/// Steps of rules that one question may take: some minutes of the slowest.
const STEPS: u64 = 1 << 34;
/// States that a search may look at where the asker says nothing.
const USUAL_NODES: u64 = 1 << 20;
/// Bytes that a search may keep where the asker says nothing.
const USUAL_BYTES: u64 = 256 << 20;
/// The most states that a search may look at, whatever the asker says.
const MOST_NODES: u64 = 1 << 32;
/// The most bytes that a search may keep, whatever the asker says.
const MOST_BYTES: u64 = 2 << 30;

/// Budget of a question, within the most that is allowed.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    nodes: u64,
    bytes: u64,
}

impl Bounds {
    fn of(asked: BudgetAsked) -> Self {
        Self {
            nodes: asked.nodes.unwrap_or(USUAL_NODES).min(MOST_NODES),
            bytes: asked.bytes.unwrap_or(USUAL_BYTES).min(MOST_BYTES),
        }
    }
}

/// The moment of a game, to tell if a question has changed it.
type Moment = (u64, usize, usize, Option<String>, usize);

/// A service that plays one game at a time.
///
/// It is pure and synchronous: a question goes in, notices and a reply come out. Every question has
/// bounds, and [`Service::stop`] ends what runs from another thread.
///
/// ```
/// use masume_service::{Host, Service};
/// use masume_store::Keeper;
///
/// let mut service = Service::new(Host::new(Keeper::of_nothing()));
/// let mut notices = Vec::new();
/// let ask = r#"{"id": 1, "ask": {"load": {"name": "tic-tac-toe"}}}"#;
/// let reply = service.ask_line(ask, &mut |line| notices.push(line));
/// assert!(reply.starts_with(r#"{"id":1,"number":1,"#), "{reply}");
/// let reply = service.ask_line(r#"{"id": 2, "seen": 1, "ask": {"act": "place b2"}}"#, &mut |_| ());
/// assert!(reply.starts_with(r#"{"id":2,"number":2,"#), "{reply}");
/// // The same once more is stale: it is not done twice.
/// let reply = service.ask_line(r#"{"id": 2, "seen": 1, "ask": {"act": "place b2"}}"#, &mut |_| ());
/// assert!(reply.contains(r#""stale""#), "{reply}");
/// ```
#[derive(Debug)]
pub struct Service {
    host: Host,
    phrases: Phrases,
    play: Option<Box<Play>>,
    /// Games that were loaded or begun so far.
    loads: u64,
    number: u64,
    /// True if the question that is being answered asks for a view.
    has_views: bool,
    stop: StopToken,
    /// Notices of the question that is being answered.
    notices: Vec<Notice>,
    /// Boards of the shipped games for the menu, by name; none before they are asked for.
    previews: BTreeMap<&'static str, Box<SeenGame>>,
}

impl Service {
    /// A service over a host, which keeps what is played. It speaks English until a game is loaded
    /// in another language.
    ///
    /// ```
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let mut service = Service::new(Host::new(Keeper::of_nothing()));
    /// let reply = service.ask_line(r#"{"ask": "state"}"#, &mut |_| ());
    /// assert!(reply.contains("no game is being played"));
    /// ```
    pub fn new(host: Host) -> Self {
        let stop = StopToken::with_budget(STEPS);
        Self {
            host: host.with_stop(stop.clone()),
            phrases: Phrases::new(Locale::English),
            play: None,
            loads: 0,
            number: 0,
            has_views: false,
            stop,
            notices: Vec::new(),
            previews: BTreeMap::new(),
        }
    }

    /// Token that stops the question being answered, from another thread; where none is, the next
    /// one, unless it asks to stop.
    ///
    /// ```
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let service = Service::new(Host::new(Keeper::of_nothing()));
    /// let stop = service.stop().clone();
    /// // From any thread.
    /// stop.stop();
    /// assert!(service.stop().is_stopped());
    /// ```
    pub fn stop(&self) -> &StopToken {
        &self.stop
    }

    /// Sets the time and the seed of everything that happens from here on.
    ///
    /// ```
    /// use masume_service::Surroundings;
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let mut service = Service::new(Host::new(Keeper::of_nothing()));
    /// service.set_surroundings(Surroundings { seed: 7, ..Surroundings::default() });
    /// ```
    pub fn set_surroundings(&mut self, surroundings: Surroundings) {
        self.host.set_surroundings(surroundings);
    }

    /// Answers one line with one line, both JSON; `tell` gets a line for each notice, before the
    /// reply.
    ///
    /// ```
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let mut service = Service::new(Host::new(Keeper::of_nothing()));
    /// let load = r#"{"id": 3, "ask": {"load": {"name": "othello"}}}"#;
    /// assert!(service.ask_line(load, &mut |_| ()).starts_with(r#"{"id":3,"number":1,"#));
    /// // What is no question is answered too.
    /// assert!(service.ask_line("{", &mut |_| ()).contains("error"));
    /// ```
    pub fn ask_line(&mut self, line: &str, tell: &mut dyn FnMut(String)) -> String {
        if line.len() > LONGEST_ASK {
            return self.refuse_line(Unreadable::TooLong);
        }
        match serde_json::from_str::<Ask>(line) {
            Ok(ask) => {
                let reply = self.ask(&ask, &mut |notification| tell(to_line(&notification)));
                to_line(&reply)
            }
            Err(error) => {
                let values = [("reason", error.to_string().into())];
                let message = self.phrases.say("serve-no-question", &values);
                let help = Some(self.phrases.say("serve-schema", &[]));
                let refusal = Refusal { message, help, ..Refusal::default() };
                to_line(&self.reply(id_of(line), Outcome::Error(refusal)))
            }
        }
    }

    /// The answer to a line that a face could not read.
    ///
    /// ```
    /// use masume_service::Unreadable;
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let service = Service::new(Host::new(Keeper::of_nothing()));
    /// assert!(service.refuse_line(Unreadable::TooLong).contains("longer than 10485760 bytes"));
    /// ```
    pub fn refuse_line(&self, unreadable: Unreadable) -> String {
        let message = match unreadable {
            Unreadable::TooLong => {
                self.phrases.say("serve-too-long", &[("most", LONGEST_ASK.into())])
            }
            Unreadable::NotText => self.phrases.say("serve-not-text", &[]),
        };
        to_line(&self.reply(0, Outcome::Error(Refusal::of(message))))
    }

    /// Answers a question; `tell` gets the notices, in order, before the reply is returned.
    ///
    /// ```
    /// use masume_service::protocol::{Ask, Outcome};
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let mut service = Service::new(Host::new(Keeper::of_nothing()));
    /// let ask: Ask = serde_json::from_str(r#"{"ask": {"load": {"name": "ice"}}}"#).unwrap();
    /// let reply = service.ask(&ask, &mut |_| ());
    /// assert!(matches!(reply.outcome, Outcome::Answer(_)) && reply.number == 1);
    /// ```
    pub fn ask(&mut self, ask: &Ask, tell: &mut dyn FnMut(Notification)) -> Reply {
        // A question may wait while the one to stop it is heard, so what was stopped before it begins
        // is not armed anew. That one itself is no question that can be stopped.
        if matches!(ask.ask, Question::Stop) {
            self.stop.rearm();
        }
        let reply = self.ask_until_stopped(ask, tell);
        self.stop.rearm();
        reply
    }

    fn ask_until_stopped(&mut self, ask: &Ask, tell: &mut dyn FnMut(Notification)) -> Reply {
        self.sees(ask.view);
        if self.is_stale(ask)
            && let Ok(snapshot) = self.snapshot(ask.view)
        {
            return self.reply(ask.id, Outcome::Stale(Box::new(snapshot)));
        }
        let before = self.moment();
        let bounds = Bounds::of(ask.budget);
        let answered = self.answer(ask, bounds, tell);
        if self.moment() != before {
            self.number += 1;
            let tells = |it: &Notice| matches!(it, Notice::Acted { .. } | Notice::Rebuilt);
            if ask.asker.is_some() && !self.notices.iter().any(tells) {
                self.notices.push(Notice::Changed);
            }
        }
        self.tell_notices(ask.asker, tell);
        let outcome = answered.and_then(|answer| match answer {
            Some(answer) => Ok(answer),
            None => Ok(Answer::Snapshot(Box::new(self.snapshot(ask.view)?))),
        });
        self.reply(ask.id, outcome.map_or_else(Outcome::Error, Outcome::Answer))
    }

    /// Takes note if the asker sees boards. Names of directions then go with what is seen, which
    /// may be the other side of the board; else they are those of the rules.
    fn sees(&mut self, views: bool) {
        self.has_views = views;
        if let Some(play) = &mut self.play {
            play.dialogue.can_turn = views;
            play.dialogue.has_buttons = views;
        }
    }

    /// The last that is done: what was reached is kept.
    ///
    /// ```
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let mut service = Service::new(Host::new(Keeper::of_nothing()));
    /// service.ask_line(r#"{"ask": {"load": {"name": "ice"}}}"#, &mut |_| ());
    /// service.leave();
    /// assert!(service.ask_line(r#"{"ask": "state"}"#, &mut |_| ()).contains("error"));
    /// ```
    pub fn leave(&mut self) {
        if let Some(play) = self.play.take() {
            self.host.leave(&play.dialogue.session);
        }
    }

    /// Keeps the game being played once more, as after an action; `tell` gets the notices. For a
    /// face that carries what is kept elsewhere, and was refused there.
    ///
    /// ```
    /// # use masume_service::{Host, Service};
    /// # use masume_store::Keeper;
    /// let mut service = Service::new(Host::new(Keeper::of_nothing()));
    /// service.ask_line(r#"{"ask": {"load": {"name": "ice"}}}"#, &mut |_| ());
    /// service.keep(&mut |notice| panic!("nothing is kept, in silence: {notice}"));
    /// ```
    pub fn keep(&mut self, tell: &mut dyn FnMut(String)) {
        if let Some(play) = &mut self.play {
            let events =
                self.host.perform(Request::Keep, Some(&mut play.dialogue), &mut self.phrases);
            events.into_iter().for_each(|event| self.take_up(event));
        }
        self.tell_notices(None, &mut |notification| tell(to_line(&notification)));
    }

    /// Tells what came about, in order.
    fn tell_notices(&mut self, asker: Option<u64>, tell: &mut dyn FnMut(Notification)) {
        for event in std::mem::take(&mut self.notices) {
            tell(Notification { number: self.number, asker, event });
        }
    }

    /// True if the asker has not seen the present state, and asks for something that depends on it.
    fn is_stale(&self, ask: &Ask) -> bool {
        ask.seen.is_some_and(|seen| seen != self.number) && self.play.is_some()
    }

    /// The answer to a question; `None` for the snapshot.
    fn answer(
        &mut self,
        ask: &Ask,
        bounds: Bounds,
        tell: &mut dyn FnMut(Notification),
    ) -> Result<Option<Answer>, Refusal> {
        let units = ask.units;
        match &ask.ask {
            Question::Load(game) => self.load(game, units).map(|()| None),
            Question::State | Question::Stop => Ok(None),
            Question::Act(action) => self.act(action).map(|()| None),
            Question::Pick(cell) => self.drag(cell, cell).map(|()| None),
            Question::Drag { from, to } => self.drag(from, to).map(|()| None),
            Question::Key(key) => self.key(key).map(|()| None),
            Question::Undo => self.undo().map(|()| None),
            Question::Redo => self.redo().map(|()| None),
            Question::Goto(position) => self.go_to(*position).map(|()| None),
            Question::Restart => self.restart().map(|()| None),
            Question::Level(level) => self.level(*level).map(|()| None),
            Question::Option { name, value } => self.option(name, value).map(|()| None),
            Question::Seed(seed) => self.seed(*seed).map(|()| None),
            Question::Hint => self.hint(bounds).map(|()| None),
            Question::Solve => {
                let (number, asker) = (self.number, ask.asker);
                let mut tell = |event| tell(Notification { number, asker, event });
                self.solve(bounds, &mut tell).map(|line| Some(Answer::Line(line)))
            }
            Question::Opponent { player, agent } => {
                self.opponent(player, agent.as_deref()).map(|()| None)
            }
            Question::Think => self.think(bounds).map(|()| None),
            Question::Trace => self.trace().map(|trace| Some(Answer::Trace(trace))),
            Question::Source(name) => self.source(name).map(Some),
            Question::Format(text) => sources::format(text, units).map(Some),
            Question::Complete { text, at } => Ok(Some(sources::complete(text, *at, units))),
            Question::Tokens(text) => Ok(Some(sources::tokens(text, units))),
            Question::Fix(text) => Ok(Some(sources::fix(text, units))),
            Question::Try(text) => Ok(Some(sources::tried(text, units))),
            Question::Save => self.save().map(|text| Some(Answer::Text(text))),
            Question::Restore(save) => self.restore(save).map(|()| None),
            Question::Position(text) => self.position(text, units).map(|()| None),
            Question::Rebuild(text) => self.rebuild(text, units).map(|()| None),
            Question::Statistics => self.statistics().map(Some),
            Question::Menu => Ok(Some(self.menu(ask.view))),
            Question::Options => self.options().map(Some),
            Question::Phrases => Ok(Some(self.told_phrases())),
            Question::Language(tag) => self.speak(tag),
            Question::Say(text) => self.hear(text).map(|()| None),
            Question::Letters(letters) => self.letters(letters).map(|()| None),
            Question::Page(page) => self.page(*page).map(|page| Some(Answer::Page(page))),
            Question::Hover { text, at } => {
                Ok(Some(explaining::hover(text, *at, units, &self.phrases)))
            }
            Question::Manual(code) => self.manual(code).map(Some),
            Question::Chapters => Ok(Some(explaining::chapters())),
            Question::Chapter(name) => self.chapter(name).map(Some),
            Question::Examples(name) => self.examples(name).map(Some),
            Question::LevelsOf(text) => Ok(Some(explaining::levels_of(text, units, &self.phrases))),
            Question::Why(action) => self.why(action).map(|why| Some(Answer::Why(why))),
            Question::Rate(level) => {
                self.rate(*level, bounds).map(|rating| Some(Answer::Rating(rating)))
            }
        }
    }

    fn reply(&self, id: u64, outcome: Outcome) -> Reply {
        let outcome = match outcome {
            Outcome::Error(refusal) => Outcome::Error(refusal.within_bounds()),
            Outcome::Answer(_) | Outcome::Stale(_) => outcome,
        };
        let hash = match &outcome {
            // The state is printed once.
            Outcome::Answer(Answer::Snapshot(snapshot)) | Outcome::Stale(snapshot) => {
                Some(Hash::of(&snapshot.state))
            }
            Outcome::Answer(_) | Outcome::Error(_) => self.play.as_ref().map(|play| {
                let session = &play.dialogue.session;
                Hash::of(&session.game().print_state(session.state()))
            }),
        };
        Reply { id, number: self.number, hash: hash.map(|hash| hash.to_string()), outcome }
    }

    fn moment(&self) -> Option<Moment> {
        let dialogue = &self.play.as_ref()?.dialogue;
        let session = &dialogue.session;
        let state = session.state();
        let names = session.game().cell_names(state);
        let selected = dialogue.selection.cell().and_then(|cell| names.name(cell));
        let seats = session.seats().opponents().count();
        Some((self.loads, session.log().entries().len(), session.position(), selected, seats))
    }
}

/// The game being played. It is asked for with the phrases, which are then still free.
fn playing<'p>(
    play: &'p mut Option<Box<Play>>,
    phrases: &Phrases,
) -> Result<&'p mut Play, Refusal> {
    play.as_deref_mut().ok_or_else(|| Refusal {
        message: phrases.say("serve-no-game", &[]),
        help: Some(phrases.say("serve-load-first", &[])),
        ..Refusal::default()
    })
}

impl Refusal {
    fn of(message: String) -> Self {
        Self { message, ..Self::default() }
    }

    /// The same, where what it repeats of a question is not as long as that may be.
    fn within_bounds(self) -> Self {
        Self { message: cut(self.message), help: self.help.map(cut), ..self }
    }
}

/// A sentence of at most [`LONGEST_SENTENCE`].
fn cut(sentence: String) -> String {
    match sentence.char_indices().nth(LONGEST_SENTENCE) {
        Some((end, _)) => format!("{}...", &sentence[..end]),
        None => sentence,
    }
}

/// A value as one line of JSON, which does nothing to a terminal.
fn to_line(value: &impl serde::Serialize) -> String {
    // Maps have texts as keys, so that nothing here can fail.
    json_text(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

/// The number of a question that cannot be read otherwise.
fn id_of(line: &str) -> u64 {
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str::<Numbered>(line).map_or(0, |numbered| numbered.id)
}
