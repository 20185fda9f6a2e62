//! One board of the chat: a play, where it is shown, and who may do what.

use std::collections::BTreeSet;

use masume_engine::Player;
use masume_engine::StopToken;
use masume_presentation::analysis::{Analysis, Bounds, Signals, Subject, Task, Work};
use masume_presentation::diagnostic::Source;
use masume_presentation::dialogue::{Answer, Command, Dialogue, Phase};
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::locale::Phrases;
use masume_presentation::picture::Abilities;
use masume_presentation::picture::widths::Widths;
use masume_presentation::play::Play;
use masume_presentation::request::Request;
use masume_presentation::speech::news;
use masume_presentation::text::board;
use masume_presentation::text::hearing::Heard;
use masume_presentation::text::orders::{self, TextOrder};
use masume_service::obey;
use masume_session::{LogEvent, Session};
use masume_store::Autosave;

use crate::controls::{Does, controls};
use crate::grid;
use crate::order::{Block, Button, Content, plain};
use crate::picture::picture;
use crate::place::Place;

/// The most things that are done for one message.
const MOST_PARTS: usize = 100;
/// The most actions that follow one that was asked for: steps of a walk.
const MOST_FOLLOWING: usize = 1_000;
/// The most of an agent's or a solver's work while others wait.
const BOUNDS: Bounds = Bounds { nodes: 20_000, bytes: 64 << 20 };
/// The most people who are told that a seat is taken; after that it is said no more.
const MOST_TOLD: usize = 100;

/// A board of the chat.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) play: Play,
    pub(crate) autosave: Autosave,
    pub(crate) place: Place,
    /// Ticket of the order about its message that was not reported on yet.
    pub(crate) in_flight: Option<u64>,
    /// True if something changed since that order was made.
    pub(crate) is_stale: bool,
    /// True if a search changed nothing; the next thing that a person does is searched anew.
    pub(crate) is_at_a_loss: bool,
    /// Those who were told that a seat is taken.
    told: BTreeSet<String>,
    /// Place in the order in which boards were used.
    pub(crate) used: u64,
}

/// Right of a person to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    Acts,
    /// Another person sits there.
    IsTaken,
    /// It is the turn of another player.
    Waits,
}

impl Table {
    pub(crate) fn new(
        session: Session,
        autosave: Autosave,
        place: Place,
        phrases: &Phrases,
    ) -> Self {
        let widths = Widths::of_rules(session.game().rules());
        let abilities = Abilities {
            widths: &widths,
            most: GlyphSet::Wide,
            has_colours: false,
            has_shades: false,
        };
        let path = match place.text {
            Some(_) => place.game.clone(),
            None => format!("games/{}.masu", place.game),
        };
        let text = place.text.clone().unwrap_or_else(|| {
            masume_service::shipped_game(&place.game).map_or("", |it| it.text).to_owned()
        });
        let mut dialogue = Dialogue::new(session, Source { path, text }, phrases);
        dialogue.asks_after_end = false;
        dialogue.is_heard = true;
        dialogue.is_shared = true;
        dialogue.has_outlook = false;
        dialogue.can_turn = false;
        // The first lines are about keys.
        dialogue.said.clear();
        if dialogue.session.outcome().is_some() {
            dialogue.look_at_end(phrases);
        }
        let play = Play::of(dialogue, &abilities);
        Self {
            play,
            autosave,
            place,
            in_flight: None,
            is_stale: false,
            is_at_a_loss: false,
            told: BTreeSet::new(),
            used: 0,
        }
    }

    fn session(&self) -> &Session {
        &self.play.dialogue.session
    }

    /// Number of entries of the log.
    pub(crate) fn logged(&self) -> usize {
        self.session().log().entries().len()
    }

    /// Does what a sign means. `None` if it means nothing here, or nothing any more.
    pub(crate) fn press(
        &mut self,
        sign: &str,
        who: &str,
        stop: &StopToken,
        phrases: &Phrases,
    ) -> Option<Vec<Request>> {
        let controls = controls(&self.play.dialogue);
        let does = controls.into_iter().find(|it| it.is_signed(sign))?.does;
        let is_over = self.session().outcome().is_some();
        match (&does, is_over) {
            // After the end nothing moves any more.
            (Does::Action(_) | Does::Command(_), true) => return None,
            (Does::Action(_) | Does::Command(_) | Does::Next, _) => {}
        }
        self.play.dialogue.said.clear();
        self.play.dialogue.is_refused = false;
        if !self.has_right(&does, who, phrases) {
            return Some(Vec::new());
        }
        Some(self.for_person(who, stop, phrases, |play| match &does {
            Does::Action(text) => play.dialogue.act_by_text(text, None, phrases),
            Does::Command(command) => play.command(*command, phrases),
            Does::Next if is_over => play.dialogue.answer(Answer::Yes, phrases).unwrap_or_default(),
            Does::Next => play.command(Command::NextLevel, phrases),
        }))
    }

    /// Parts of what a person wrote, each to be heard by itself.
    pub(crate) fn parts_of(&self, text: &str) -> Vec<String> {
        let parts = self.play.dialogue.parts_of(text).into_iter();
        parts.take(MOST_PARTS).map(str::to_owned).collect()
    }

    /// Does what a person wrote, a part of it.
    pub(crate) fn hear(
        &mut self,
        part: &str,
        who: &str,
        stop: &StopToken,
        phrases: &Phrases,
    ) -> Vec<Request> {
        self.play.dialogue.said.clear();
        self.play.dialogue.is_refused = false;
        let order = orders::read(part);
        let does = match order {
            // These are free to ask.
            Some(TextOrder::Tell(_) | TextOrder::Quiet(_))
            | Some(TextOrder::Do(
                Command::Help
                | Command::Copy
                | Command::History
                | Command::Choices
                | Command::Save
                | Command::Levels,
            )) => None,
            Some(TextOrder::Level(_)) => Some(Does::Next),
            Some(TextOrder::Do(command)) if command.is_about_levels() => Some(Does::Next),
            Some(TextOrder::Do(command)) => Some(Does::Command(command)),
            None => Some(Does::Action(part.to_owned())),
        };
        let is_over = self.session().outcome().is_some();
        if is_over && matches!(does, Some(Does::Action(_) | Does::Command(_))) {
            self.play.dialogue.is_refused = true;
            return Vec::new();
        }
        if let Some(does) = does
            && !self.has_right(&does, who, phrases)
        {
            self.play.dialogue.is_refused = true;
            return Vec::new();
        }
        self.for_person(who, stop, phrases, |play| {
            if let Some(meanings) = play.dialogue.run_of(part, phrases) {
                let meanings = meanings.into_iter().take(MOST_PARTS);
                let done = meanings.map(|it| play.dialogue.do_meaning(it, phrases));
                return done.flatten().collect();
            }
            match play.dialogue.hear(part, phrases) {
                Heard::Done(requests) => requests,
                // On a screen they would be marked.
                Heard::Order(TextOrder::Do(Command::Choices)) => {
                    play.dialogue.command(Command::Choices, phrases)
                }
                Heard::Order(order) => obey(play, order, phrases),
            }
        })
    }

    /// Does something in a person's name, and the steps of a walk that follow from it.
    fn for_person(
        &mut self,
        who: &str,
        stop: &StopToken,
        phrases: &Phrases,
        act: impl FnOnce(&mut Play) -> Vec<Request>,
    ) -> Vec<Request> {
        let to_act = self.session().state().to_act;
        let before = self.logged();
        self.play.dialogue.session.set_author(Some(who));
        let mut requests = act(&mut self.play);
        let mut following = 0;
        while following < MOST_FOLLOWING && !stop.is_stopped() {
            following += 1;
            let Some(action) = self.play.dialogue.walk.pop_front() else { break };
            requests.extend(self.play.act(action, phrases));
        }
        self.play.dialogue.walk.clear();
        let new = self.session().log().entries().get(before..).unwrap_or_default();
        if new.iter().any(|entry| matches!(entry.event, LogEvent::Action(_))) {
            self.play.dialogue.session.sit(to_act, who);
        }
        self.play.dialogue.session.set_author(None);
        self.is_at_a_loss = false;
        requests
    }

    /// The search that the board waits for: for a hint, or for an agent's reply.
    pub(crate) fn task(&self) -> Option<Task<'_>> {
        let task = self.play.dialogue.task().filter(|_| !self.is_at_a_loss)?;
        match task.subject {
            Subject::Hint | Subject::Reply(_) => Some(task),
            Subject::Deadlocks | Subject::Outlook | Subject::Turn => None,
        }
    }

    /// That search within bounds, with all that it needs.
    pub(crate) fn work(&self, stop: &StopToken) -> Option<Work> {
        let task = self.task()?;
        let signals = Signals { enough: stop.clone(), stop: stop.clone(), abandoned: stop.clone() };
        Some(Work::new(task, signals).within(BOUNDS))
    }

    /// Takes what a search found: says it, or acts for the agent.
    pub(crate) fn take(&mut self, analysis: Analysis, phrases: &Phrases) -> Vec<Request> {
        let (before, is_this) = (self.logged(), analysis.state == *self.session().state());
        self.play.dialogue.take_analysis(analysis, phrases);
        let requests = self.play.dialogue.do_pending(phrases);
        // The same search would find the same.
        self.is_at_a_loss = is_this && self.logged() == before;
        requests
    }

    /// True if a person may do this; else that is said, where it was not said before.
    fn has_right(&mut self, does: &Does, who: &str, phrases: &Phrases) -> bool {
        let right = match does {
            Does::Action(_) => self.right_to_act(who),
            Does::Command(_) | Does::Next => self.right_to_change(who),
        };
        // A search that came to nothing, and that the person waits for, is tried again.
        self.is_at_a_loss = false;
        let id = match right {
            Right::Acts => return true,
            Right::Waits => "chat-others-turn",
            Right::IsTaken => "chat-seat-taken",
        };
        if self.told.len() < MOST_TOLD && self.told.insert(format!("{id} {who}")) {
            self.play.dialogue.said = vec![phrases.say(id, &[("who", who.into())])];
        }
        false
    }

    fn right_to_act(&self, who: &str) -> Right {
        let session = self.session();
        let count = session.game().rules().players.len();
        let occupant = |player| session.seats().occupant(player).filter(|_| count > 1);
        let sits = (0..count).any(|it| occupant(Player(it as u8)).is_some_and(|it| is(it, who)));
        match occupant(session.state().to_act) {
            Some(occupant) if is(occupant, who) => Right::Acts,
            Some(_) | None if sits => Right::Waits,
            Some(_) => Right::IsTaken,
            None => Right::Acts,
        }
    }

    /// Right to take back and to begin anew: it is of those who play, where they have sat down.
    fn right_to_change(&self, who: &str) -> Right {
        let session = self.session();
        let count = session.game().rules().players.len();
        let players = (0..count).map(|index| Player(index as u8));
        let sitting: Vec<&str> = players.filter_map(|it| session.seats().occupant(it)).collect();
        match count < 2 || sitting.is_empty() || sitting.iter().any(|it| is(it, who)) {
            true => Right::Acts,
            false => Right::IsTaken,
        }
    }

    /// The message as it is now, with a picture where the room wants some.
    pub(crate) fn content(&self, phrases: &Phrases, is_pictured: bool) -> Content {
        let (dialogue, session) = (&self.play.dialogue, self.session());
        let heading = plain(&dialogue.heading(phrases));
        let status = plain(&self.play.status(phrases));
        let seats = self.seats_told(phrases).map(|it| plain(&it));
        let said: Vec<String> = dialogue
            .said
            .iter()
            .flat_map(|it| it.lines())
            .map(plain)
            .filter(|it| !it.is_empty())
            .take(MOST_LINES)
            .collect();
        let spoken = match &dialogue.report {
            Some(report) if !dialogue.is_refused => {
                news::spoken(dialogue.teller(phrases), report).iter().map(|it| plain(it)).collect()
            }
            Some(_) | None => Vec::new(),
        };
        let below: Vec<String> =
            [status].into_iter().filter(|it| !it.is_empty()).chain(seats).chain(said).collect();
        let mut blocks = vec![Block::Line(heading.clone())];
        let grid = grid::grid(&self.play);
        let board = grid.unwrap_or_else(|| board::board(session.game(), session.state()));
        blocks.push(Block::Board(board));
        blocks.extend(below.iter().cloned().map(Block::Line));
        // A move that is told in full is not named once more.
        let is_told = |line: &String| {
            let full = format!("{line};");
            spoken.iter().any(|it: &String| it == line || it.starts_with(&full))
        };
        let rest: Vec<String> = below.into_iter().filter(|line| !is_told(line)).collect();
        let mut heard: Vec<String> = vec![heading];
        heard.extend(spoken);
        heard.extend(rest);
        let picture = is_pictured.then(|| picture(&self.play)).flatten();
        Content { blocks, heard: heard.join("\n"), picture }
    }

    /// Signs that can be pressed now.
    pub(crate) fn buttons(&self, phrases: &Phrases) -> Vec<Button> {
        let dialogue = &self.play.dialogue;
        let controls = controls(dialogue).into_iter();
        let goes_on = |does: &Does| match does {
            Does::Next => dialogue.phase == Phase::Asking || self.session().level().is_some(),
            Does::Action(_) | Does::Command(_) => true,
        };
        controls.filter(|it| goes_on(&it.does)).map(|it| it.button(dialogue, phrases)).collect()
    }

    fn seats_told(&self, phrases: &Phrases) -> Option<String> {
        let session = self.session();
        let players = (0..session.game().rules().players.len()).map(|index| Player(index as u8));
        let teller = self.play.dialogue.teller(phrases);
        let told = players.filter_map(|player| {
            let who = session.seats().occupant(player)?;
            let values = [("player", teller.player(player).into()), ("who", who.into())];
            Some(phrases.say("chat-seat", &values))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join(", "))
    }
}

/// The most lines below a board.
const MOST_LINES: usize = 40;

/// True if this is the person who is called so: `@anna` is `anna`. Nobody else is: what a chat takes
/// for the same name, its adapter writes out.
fn is(called: &str, who: &str) -> bool {
    let bare = |name: &str| name.strip_prefix('@').unwrap_or(name).to_owned();
    bare(called) == bare(who)
}
