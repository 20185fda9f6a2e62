//! The bot: events in, orders out.

mod beginning;
mod early;
mod not_begun;
mod showing;
mod thinking;
mod touched;

use std::collections::{BTreeMap, VecDeque};

use masume_engine::StopToken;
use masume_presentation::locale::{Locale, Phrases};
use masume_presentation::request::Request;
use masume_presentation::speech::{history, reasons};
use masume_presentation::text::telling::Telling;
use masume_service::{Surroundings, loaded, shipped_game};
use masume_session::Edition;
use masume_store::{Autosave, PlayNumber, ResumeError, Storage, StoreError};

use crate::event::{Event, Pressed, Said};
use crate::mention::{Mention, mention};
use crate::order::{Block, Content, Order};
use crate::place::{self, Mark, Place};
use crate::table::Table;
use crate::titles::{Titles, narrow};
use early::Early;
use touched::Touched;

pub use thinking::run_work;

/// The most bytes of a message that is read, in which the text of a game may be.
pub const LONGEST_TEXT: usize = 64 << 10;
/// The most bytes of what is typed as a move.
const LONGEST_MOVE: usize = 1 << 10;
/// The most steps of the rules for one event: a second or two.
const STEPS: u64 = 1 << 30;
/// Boards that are in memory; the others are in the storage.
const MOST_TABLES: usize = 128;
/// The most orders about boards that were not reported on and are remembered, and as many others.
const MOST_SENT: usize = 10_000;
/// Beginning of the name of the setting that has a room's language.
const LANGUAGE_OF: &str = "language of ";
/// Beginning of the name of the setting of a room that wants no pictures.
const NO_PICTURES_IN: &str = "no pictures in ";
/// Beginning of the names of settings that are an adapter's own.
const ADAPTER: &str = "adapter ";

/// An order that was made, to be reported on.
#[derive(Clone, Debug)]
enum Sent {
    /// A board in a new message, in place of this one.
    Board { play: PlayNumber, before: Option<String> },
    /// A board in its message.
    Edit { play: PlayNumber, shown: usize },
    /// Anything else, to be done again where there was too much.
    Other(Box<Order>),
}

/// The bot of one chat.
///
/// ```
/// use masume_chat::{Chat, Event, Order, Said};
/// use masume_presentation::locale::Locale;
/// use masume_store::Memory;
///
/// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::English);
/// let said = |text: &str| Said {
///     room: "hall".to_owned(),
///     message: "m1".to_owned(),
///     who: "@anna".to_owned(),
///     text: text.to_owned(),
///     ..Said::default()
/// };
/// assert!(chat.hear(&Event::Said(said("hello"))).is_empty());
/// let orders = chat.hear(&Event::Said(said("masume sokoban 3")));
/// let [Order::Post { room, content, .. }] = orders.as_slice() else { panic!("a board is posted") };
/// assert_eq!(room, "hall");
/// assert!(content.text().contains("Sokoban"));
/// ```
#[derive(Debug)]
pub struct Chat {
    storage: Box<dyn Storage>,
    /// The bot's own name: what it does itself is no move.
    me: String,
    locale: Locale,
    /// True if the chat shows pictures.
    shows_pictures: bool,
    phrases: BTreeMap<&'static str, Phrases>,
    titles: Titles,
    editions: BTreeMap<String, Edition>,
    stop: StopToken,
    surroundings: Surroundings,
    tables: BTreeMap<PlayNumber, Table>,
    touched: Touched,
    uses: u64,
    tickets: u64,
    /// Orders that were not reported on: those about boards, and others.
    sent: BTreeMap<u64, Sent>,
    sent_others: BTreeMap<u64, Sent>,
    early: Early,
    orders: Vec<Order>,
    /// Plays that wait for a search, one after another, and the one that is searched for.
    to_think_about: VecDeque<PlayNumber>,
    thinks_about: Option<PlayNumber>,
}

impl Chat {
    /// A bot of this name, over what was kept.
    ///
    /// ```
    /// # use masume_chat::Chat;
    /// # use masume_presentation::locale::Locale;
    /// # use masume_store::Memory;
    /// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::Japanese);
    /// assert!(chat.wake().is_empty());
    /// ```
    pub fn new(storage: Box<dyn Storage>, me: &str, locale: Locale) -> Self {
        let phrases: BTreeMap<&'static str, Phrases> =
            Locale::ALL.into_iter().map(|it| (it.tag(), Phrases::new(it))).collect();
        Self {
            titles: Titles::of(phrases.values()),
            phrases,
            touched: Touched::of(storage.as_ref()),
            storage,
            me: me.to_owned(),
            locale,
            shows_pictures: false,
            editions: BTreeMap::new(),
            stop: StopToken::with_budget(STEPS),
            surroundings: Surroundings::default(),
            tables: BTreeMap::new(),
            uses: 0,
            tickets: 0,
            sent: BTreeMap::new(),
            sent_others: BTreeMap::new(),
            early: Early::default(),
            orders: Vec::new(),
            to_think_about: VecDeque::new(),
            thinks_about: None,
        }
    }

    /// Shows large boards as pictures from here on, or no longer; in a room that wants none, in letters.
    ///
    /// ```
    /// # use masume_chat::Chat;
    /// # use masume_presentation::locale::Locale;
    /// # use masume_store::Memory;
    /// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::English);
    /// chat.show_pictures(true);
    /// ```
    pub fn show_pictures(&mut self, shows: bool) {
        self.shows_pictures = shows;
    }

    fn is_pictured(&self, room: &str) -> bool {
        let refused = || self.storage.setting(&format!("{NO_PICTURES_IN}{room}")).ok().flatten();
        self.shows_pictures && refused().is_none()
    }

    /// Sets the time, and a seed that differs from game to game, of all that happens from here on.
    ///
    /// ```
    /// # use masume_chat::Chat;
    /// # use masume_presentation::locale::Locale;
    /// # use masume_service::Surroundings;
    /// # use masume_store::Memory;
    /// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::English);
    /// chat.set_surroundings(Surroundings { seed: 7, ..Surroundings::default() });
    /// ```
    pub fn set_surroundings(&mut self, surroundings: Surroundings) {
        self.surroundings = surroundings;
    }

    /// Orders for boards that were not posted, or not shown as they are, when the bot was ended, and searches that
    /// were not done.
    ///
    /// ```
    /// # use masume_chat::Chat;
    /// # use masume_presentation::locale::Locale;
    /// # use masume_store::Memory;
    /// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::English);
    /// assert!(chat.wake().is_empty(), "nothing was played yet");
    /// ```
    pub fn wake(&mut self) -> Vec<Order> {
        for play in self.touched.plays() {
            let Ok(Some(place)) = Place::of(self.storage.as_ref(), play) else { continue };
            if place.is_left {
                continue;
            }
            self.stop.rearm();
            if place.message.is_none() {
                self.post_unreported(play);
                continue;
            }
            let is_unshown = self.storage.logged(play).unwrap_or_default() > place.shown;
            if (is_unshown || place.awaits)
                && let Ok(Some(table)) = self.table(play)
            {
                match is_unshown {
                    true => self.show(play, table),
                    // What is searched for is shown when it is found.
                    false => self.put_back(play, table),
                }
            }
        }
        std::mem::take(&mut self.orders)
    }

    /// Takes up what happened, and says what is to be done. What it changed is kept by then.
    pub fn hear(&mut self, event: &Event) -> Vec<Order> {
        self.stop.rearm();
        if event.is_sound() {
            match event {
                Event::Said(said) if said.who != self.me => self.said(said),
                Event::Pressed(pressed) if pressed.who != self.me => self.pressed(pressed),
                // What it says and presses itself is no move.
                Event::Said(_) | Event::Pressed(_) => {}
                Event::Done { ticket, message } => self.done(*ticket, message.as_deref()),
                Event::Refused { ticket } => self.refused(*ticket),
                Event::Later { ticket } => self.later(*ticket),
                Event::Remember { name, line } => self.remember(name, line.as_deref()),
            }
        }
        std::mem::take(&mut self.orders)
    }

    /// Keeps a line of the adapter's own, and says which is kept: where this one cannot be written, the one before.
    fn remember(&mut self, name: &str, line: Option<&str>) {
        let setting = format!("{ADAPTER}{name}");
        if line.is_some() {
            // What is read again is done once.
            let _ = self.storage.set_setting(&setting, line);
        }
        let line = self.storage.setting(&setting).ok().flatten();
        self.orders.push(Order::Remembered { name: name.to_owned(), line });
    }

    fn said(&mut self, said: &Said) {
        if said.text.len() > LONGEST_TEXT {
            // Nobody is answered who did not call.
            let start = said.text.char_indices().nth(32).map_or(0, |(end, _)| end);
            if mention(&said.text[..start], &self.titles).is_some() {
                let values = [("most", LONGEST_TEXT.into())];
                let line = self.phrases_of(&said.room).say("said-too-long", &values);
                self.tell(said, vec![line]);
            }
            return;
        }
        // What is told twice is done once.
        match Mark::of(self.storage.as_ref(), &said.room, &said.message) {
            Ok(None) => {}
            Ok(Some((play, _))) => return self.post_unreported(play),
            Err(_) => return,
        }
        match mention(&said.text, &self.titles) {
            Some(mention) => self.answer_mention(said, mention),
            None => self.said_about_a_board(said),
        }
    }

    /// Posts a board of which nobody ever reported where it stands: the bot was ended before it heard that. An
    /// adapter that answers a message once shows one board.
    fn post_unreported(&mut self, play: PlayNumber) {
        let is_its =
            |sent: &Sent| matches!(sent, Sent::Board { play: other, .. } if *other == play);
        if self.sent.values().any(is_its) {
            return;
        }
        let Ok(Some(table)) = self.table(play) else { return };
        match table.place.message.is_none() && !table.place.is_left {
            true => self.post(play, table, None),
            false => self.put_back(play, table),
        }
    }

    /// Does what a message that calls the bot asks for, or says why not.
    fn answer_mention(&mut self, said: &Said, mention: Mention) {
        let lines = match mention {
            Mention::Usage => lines(&self.phrases_of(&said.room).say("chat-usage", &[])),
            Mention::List => self.list(&said.room),
            Mention::Unknown(word) => {
                let values = [("word", word.into())];
                vec![self.phrases_of(&said.room).say("chat-unknown", &values)]
            }
            Mention::Help(name) => match self.help(&said.room, &name) {
                Ok(lines) => lines,
                Err(reason) => vec![reason.told(self.phrases_of(&said.room))],
            },
            Mention::Language(locale) => {
                let name = format!("{LANGUAGE_OF}{}", said.room);
                match self.storage.set_setting(&name, Some(locale.tag())) {
                    Ok(()) => vec![self.phrases_of(&said.room).say("chat-language", &[])],
                    Err(error) => vec![self.trouble(&said.room, &error)],
                }
            }
            Mention::Pictures(wants) => {
                let name = format!("{NO_PICTURES_IN}{}", said.room);
                let line = if wants { "chat-pictures" } else { "chat-no-pictures" };
                match self.storage.set_setting(&name, Some("yes").filter(|_| !wants)) {
                    Ok(()) => vec![self.phrases_of(&said.room).say(line, &[])],
                    Err(error) => vec![self.trouble(&said.room, &error)],
                }
            }
            Mention::Game(game) => match self.begin_game(said, &game) {
                Ok(()) => return,
                Err(reason) => lines(&reason.told(self.phrases_of(&said.room))),
            },
            Mention::Text(text) => match self.begin_text(said, text) {
                Ok(()) => return,
                Err(reason) => lines(&reason.told(self.phrases_of(&said.room))),
            },
        };
        self.tell(said, lines);
    }

    /// Hears what was written about a board: an answer to its message, or in a thread of its own.
    fn said_about_a_board(&mut self, said: &Said) {
        if said.text.trim().is_empty() || said.text.len() > LONGEST_MOVE {
            return;
        }
        let text = narrow(&said.text);
        let Some((play, mut table)) = self.table_of(said) else {
            return self.set_answer_aside(said);
        };
        let about = said.reply.as_ref().or(said.thread.as_ref());
        let is_answer = table.place.message.as_ref() == about;
        if let Err(error) = self.mark(said, play) {
            return self.give_up(said, &error);
        }
        let stop = self.stop.clone();
        let (mut play, mut told) = (play, Vec::new());
        for (index, part) in table.parts_of(text.trim()).into_iter().enumerate() {
            // An agent replies before what else the message says; others wait that long.
            if let Some(work) = table.work(&stop).filter(|_| index > 0) {
                let requests = table.take(work.run(), self.speak_of(&table.place));
                match self.grant(play, &mut table, requests, Some(said)) {
                    Ok(now) => play = now,
                    Err(error) => return self.give_up(said, &error),
                }
                told.append(&mut table.play.dialogue.said);
            }
            let requests = table.hear(&part, &said.who, &stop, self.speak_of(&table.place));
            let is_refused = table.play.dialogue.is_refused;
            let begins = requests.contains(&Request::KeepNext);
            match self.grant(play, &mut table, requests, Some(said)) {
                Ok(now) => play = now,
                Err(error) => return self.give_up(said, &error),
            }
            told.append(&mut table.play.dialogue.said);
            if is_refused || begins || stop.is_stopped() {
                break;
            }
        }
        let is_talk = !is_answer && table.play.dialogue.is_refused;
        table.play.dialogue.said = told;
        match is_talk {
            // In a thread that a person began others talk, too.
            true => self.put_back(play, table),
            false => self.show(play, table),
        }
    }

    /// Remembers that a message was heard.
    fn mark(&mut self, said: &Said, play: PlayNumber) -> Result<(), StoreError> {
        let Said { room, message, who, .. } = said;
        let (message, who) = (message.clone(), who.clone());
        let mark = Mark { message, sign: String::new(), who, taken: true };
        mark.keep(self.storage.as_mut(), play, room, &said.message)
    }

    fn pressed(&mut self, pressed: &Pressed) {
        let Some((play, mut table, sign)) = self.pressed_board(pressed) else {
            return self.set_press_aside(pressed);
        };
        let stop = self.stop.clone();
        let phrases = self.speak_of(&table.place);
        let Some(requests) = table.press(&sign, &pressed.who, &stop, phrases) else {
            return self.put_back(play, table);
        };
        self.grant_and_show(play, table, requests);
    }

    /// The board that a press is about, with the sign; the press is remembered. `None` if it is
    /// about none, or was done already.
    fn pressed_board(&mut self, pressed: &Pressed) -> Option<(PlayNumber, Table, String)> {
        let Pressed { room, press, message, sign, board, who, added } = pressed;
        let known = match press {
            Some(press) => Mark::of(self.storage.as_ref(), room, press).ok()?,
            None => None,
        };
        let mark = match (known, added) {
            // Told twice, or taken back by another person.
            (Some(_), true) => return None,
            (Some((_, mark)), false) if mark.taken || mark.who != *who => return None,
            (Some((_, mark)), false) => Mark { taken: true, ..mark },
            // Taken back, and never pressed.
            (None, false) if press.is_some() && message.is_none() => return None,
            (None, _) => Mark {
                message: message.clone()?,
                sign: sign.clone()?,
                who: who.clone(),
                taken: !added,
            },
        };
        let (play, table) = match self.table_at(room, &mark.message) {
            Some(found) => found,
            None => self.unreported_table(room, &mark.message, board.as_deref()?)?,
        };
        if let Some(press) = press
            && mark.keep(self.storage.as_mut(), play, room, press).is_err()
        {
            self.put_back(play, table);
            return None;
        }
        Some((play, table, mark.sign))
    }

    /// The board that a message is about: the one that it answers; in a thread, the one at its beginning, or the
    /// last one in it.
    fn table_of(&mut self, said: &Said) -> Option<(PlayNumber, Table)> {
        if let Some(message) = &said.reply {
            return self.table_at(&said.room, message);
        }
        let thread = said.thread.as_ref()?;
        if let Some(found) = self.table_at(&said.room, thread) {
            return Some(found);
        }
        let play = place::play_in(self.storage.as_ref(), &said.room, thread).ok()??;
        let message = Place::of(self.storage.as_ref(), play).ok()??.message?;
        self.table_at(&said.room, &message)
    }

    /// The board that is shown in this message now, taken out of those in memory.
    fn table_at(&mut self, room: &str, message: &str) -> Option<(PlayNumber, Table)> {
        let play = place::play_at(self.storage.as_ref(), room, message).ok()??;
        let table = self.table(play).ok()??;
        // A board that was posted anew is played there alone.
        if table.place.room != room || table.place.message.as_deref() != Some(message) {
            self.put_back(play, table);
            return None;
        }
        Some((play, table))
    }

    /// The board of this name, taken out of those in memory, in a message that nobody reported: the bot was ended
    /// between the two. From now on it is there. Where it was posted once more since, the message says so.
    fn unreported_table(
        &mut self,
        room: &str,
        message: &str,
        board: &str,
    ) -> Option<(PlayNumber, Table)> {
        let play = PlayNumber(board.parse().ok()?);
        let place = Place::of(self.storage.as_ref(), play).ok()??;
        let is_known = place::play_at(self.storage.as_ref(), room, message).ok()?.is_some();
        if is_known || place.is_left || place.room != room {
            return None;
        }
        if place.message.is_some() {
            // Remembered first: it is said once.
            place::keep_old(self.storage.as_mut(), play, room, message).ok()?;
            self.say_moved(&place, message.to_owned());
            return None;
        }
        let mut table = self.table(play).ok()??;
        table.place.message = Some(message.to_owned());
        if table.place.keep(self.storage.as_mut(), play).is_err() {
            table.place.message = None;
            self.put_back(play, table);
            return None;
        }
        if let Some(Sent::Board { before, .. }) =
            table.in_flight.and_then(|ticket| self.sent.get_mut(&ticket))
        {
            // The message that is on its way takes its place.
            *before = Some(message.to_owned());
        }
        Some((play, table))
    }

    /// The board of a play, taken out of those in memory or made of what is kept.
    fn table(&mut self, play: PlayNumber) -> Result<Option<Table>, ResumeError> {
        if let Some(table) = self.tables.remove(&play) {
            return Ok(Some(table));
        }
        let Some(place) = Place::of(self.storage.as_ref(), play)? else { return Ok(None) };
        let Some(edition) = self.edition(&place.game, place.text.as_deref()) else {
            return Ok(None);
        };
        let (session, autosave) = self.storage.resume(&edition, play)?;
        let phrases = self.speak_of(&place);
        Ok(Some(Table::new(session, autosave, place, phrases)))
    }

    fn put_back(&mut self, play: PlayNumber, mut table: Table) {
        let is_awaited = self.thinks_about == Some(play) || self.to_think_about.contains(&play);
        if !is_awaited && table.task().is_some() {
            self.to_think_about.push_back(play);
        }
        self.uses += 1;
        table.used = self.uses;
        self.tables.insert(play, table);
        while self.tables.len() > MOST_TABLES {
            // One that waits for a report is kept while there are others.
            let least = |it: &(&PlayNumber, &Table)| (it.1.in_flight.is_some(), it.1.used);
            let Some(oldest) = self.tables.iter().min_by_key(least).map(|it| *it.0) else { return };
            // What is reported on it later is heard all the same.
            self.tables.remove(&oldest);
        }
    }

    /// Does what a board asks for after a press or a search, and shows the board.
    fn grant_and_show(&mut self, play: PlayNumber, mut table: Table, requests: Vec<Request>) {
        match self.grant(play, &mut table, requests, None) {
            Ok(play) => self.show(play, table),
            // The board stays as it was shown; what was not kept was not done.
            Err(error) => {
                let reason = self.trouble(&table.place.room, &error);
                self.write_to(table.place, reason);
            }
        }
    }

    /// Does what a board asks for; the number of its play may become another one.
    fn grant(
        &mut self,
        mut play: PlayNumber,
        table: &mut Table,
        requests: Vec<Request>,
        asked: Option<&Said>,
    ) -> Result<PlayNumber, StoreError> {
        for request in requests {
            table.autosave.set_time(self.surroundings.now.seconds);
            let kept = match request {
                Request::Keep => self.keep(table),
                // Another level, or the same game once more: a play of its own in the same message.
                Request::KeepNext | Request::ReturnToPrevious | Request::KeepPainted => {
                    let source = table.autosave.source().to_owned();
                    table.autosave = Autosave::new(&source);
                    // The first lines of a game are about keys.
                    table.play.dialogue.said.clear();
                    self.keep(table).and_then(|new| self.replace(play, new, &table.place))
                }
                Request::Levels | Request::History | Request::Help => {
                    let phrases = self.speak_of(&table.place);
                    let telling = telling(table, phrases);
                    let mut text = String::new();
                    if request == Request::Levels {
                        telling.show_levels(&mut text);
                    } else if request == Request::Help {
                        telling.show_help(&mut text);
                    } else {
                        text = history::lines(table.play.dialogue.teller(phrases)).join("\n");
                    }
                    if let Some(said) = asked {
                        self.tell(said, lines(&text));
                    }
                    continue;
                }
                Request::Copy => {
                    table.play.dialogue.said.push(table.play.dialogue.id());
                    continue;
                }
                Request::Save => {
                    let save = table.play.dialogue.session.save().to_string();
                    let content =
                        Content { blocks: vec![Block::Board(save)], ..Content::default() };
                    if let Some(said) = asked {
                        self.answer(said, content);
                    }
                    continue;
                }
                // A chat has no menu, and nothing to be left or suspended.
                Request::BeginInstead
                | Request::OfferAnother
                | Request::GoOn(_)
                | Request::Open { .. }
                | Request::Begin { .. }
                | Request::Options { .. }
                | Request::MenuHelp
                | Request::Trace
                | Request::Statistics(_)
                | Request::Glyphs
                | Request::Leave
                | Request::End
                | Request::Suspend => continue,
            };
            play = kept?;
        }
        // Those who sat down are kept, too.
        self.keep(table)
    }

    /// Writes what is new of a board; gives the number of its play.
    fn keep(&mut self, table: &mut Table) -> Result<PlayNumber, StoreError> {
        let before = table.autosave.play();
        if let Some(play) = before {
            self.touched.add(self.storage.as_mut(), play)?;
        }
        let session = &table.play.dialogue.session;
        self.storage.begin(&mut table.autosave, session)?;
        let play = table.autosave.play().ok_or(StoreError::NoPlay)?;
        if before != Some(play) {
            self.touched.add(self.storage.as_mut(), play)?;
            table.place.shown = 0;
            table.place.keep(self.storage.as_mut(), play)?;
        }
        Ok(play)
    }

    /// Another play stands where this one stood.
    fn replace(
        &mut self,
        old: PlayNumber,
        new: PlayNumber,
        place: &Place,
    ) -> Result<PlayNumber, StoreError> {
        for sent in self.sent.values_mut() {
            match sent {
                Sent::Board { play, .. } | Sent::Edit { play, .. } if *play == old => *play = new,
                Sent::Board { .. } | Sent::Edit { .. } | Sent::Other(_) => {}
            }
        }
        for play in self.to_think_about.iter_mut().chain(&mut self.thinks_about) {
            if *play == old {
                *play = new;
            }
        }
        let left = Place { message: None, is_left: true, ..place.clone() };
        left.keep(self.storage.as_mut(), old)?;
        Ok(new)
    }

    fn ticket(&mut self, sent: Sent) -> u64 {
        self.tickets += 1;
        let sent_of_kind = match sent {
            Sent::Board { .. } | Sent::Edit { .. } => &mut self.sent,
            // Reports on boards are not forgotten for these: a board would never be shown again.
            Sent::Other(_) => &mut self.sent_others,
        };
        sent_of_kind.insert(self.tickets, sent);
        if sent_of_kind.len() > MOST_SENT
            && let Some((ticket, Sent::Board { play, .. } | Sent::Edit { play, .. })) =
                sent_of_kind.pop_first()
            && let Some(table) = self.tables.get_mut(&play)
            && table.in_flight == Some(ticket)
        {
            // The next change is shown, whatever came of this.
            table.in_flight = None;
        }
        self.tickets
    }

    /// Gives an order that belongs to no board.
    fn order(&mut self, make: impl FnOnce(u64) -> Order) {
        let order = make(self.tickets + 1);
        self.ticket(Sent::Other(Box::new(order.clone())));
        self.orders.push(order);
    }

    /// Answers a message in lines.
    fn tell(&mut self, said: &Said, lines: Vec<String>) {
        self.answer(said, Content::of_lines(lines));
    }

    fn answer(&mut self, said: &Said, content: Content) {
        let Said { room, thread, message, .. } = said;
        self.write(room.clone(), thread.clone(), Some(message.clone()), content);
    }

    /// Orders a message that is no board, as an answer to another one.
    fn write(
        &mut self,
        room: String,
        thread: Option<String>,
        reply: Option<String>,
        content: Content,
    ) {
        let (board, buttons) = (None, Vec::new());
        self.order(|ticket| Order::Post { ticket, room, thread, reply, board, content, buttons });
    }

    /// Orders a line as an answer to the message with a board.
    fn write_to(&mut self, place: Place, line: String) {
        let Place { room, thread, message, .. } = place;
        self.write(room, thread, message, Content::of_lines([line]));
    }

    fn give_up(&mut self, said: &Said, error: &StoreError) {
        let line = self.trouble(&said.room, error);
        self.tell(said, vec![line]);
    }

    fn trouble(&self, room: &str, error: &StoreError) -> String {
        reasons::of_store(error, &masume_store::Place::default(), self.phrases_of(room))
    }

    /// The edition of a shipped game, or of a text.
    fn edition(&mut self, name: &str, text: Option<&str>) -> Option<Edition> {
        if let Some(text) = text {
            let game = loaded(text).game?;
            return Some(Edition::new(name, text, game).with_stop(self.stop.clone()));
        }
        if let Some(edition) = self.editions.get(name) {
            return Some(edition.clone());
        }
        let shipped = shipped_game(name)?;
        let game = loaded(shipped.text).game?;
        let edition = Edition::new(shipped.name, shipped.text, game).with_stop(self.stop.clone());
        self.editions.insert(name.to_owned(), edition.clone());
        Some(edition)
    }

    fn locale_of(&self, room: &str) -> Locale {
        let kept = self.storage.setting(&format!("{LANGUAGE_OF}{room}")).ok().flatten();
        let locale = kept.and_then(|tag| Locale::ALL.into_iter().find(|it| it.tag() == tag));
        locale.unwrap_or(self.locale)
    }

    fn phrases_of(&self, room: &str) -> &Phrases {
        let locale = self.locale_of(room);
        &self.phrases[locale.tag()]
    }

    /// The phrases of a room, with the words of a game.
    fn speak_of(&mut self, place: &Place) -> &Phrases {
        let locale = self.locale_of(&place.room);
        let phrases = self.phrases.entry(locale.tag()).or_insert_with(|| Phrases::new(locale));
        phrases.speak_of(Some(place.game.as_str()).filter(|_| place.text.is_none()));
        phrases
    }
}

fn telling<'a>(table: &'a Table, phrases: &'a Phrases) -> Telling<'a> {
    Telling { dialogue: &table.play.dialogue, phrases, is_quiet: true, by_keys: false }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn with_ticket(mut order: Order, new: u64) -> Order {
    match &mut order {
        Order::Post { ticket, .. } | Order::Edit { ticket, .. } | Order::React { ticket, .. } => {
            *ticket = new;
        }
        Order::Remembered { .. } => {}
    }
    order
}
