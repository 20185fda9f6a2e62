//! A game and its player, on any face: what keys and cells mean, what is done, said and asked.
//!
//! A face feeds a [`Dialogue`] with what its player does, shows [`Dialogue::said`], and grants the
//! [`Request`]s. Nothing here draws, waits or writes. Start with [`Dialogue::act`].

mod act;
mod advice;
mod caught;
mod command;
pub mod help;
mod naming;
pub mod opponent;
mod paint;
mod point;
mod progress;
pub mod why;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

pub use advice::unfound_told;
use advice::{Advice, Known};
use masume_engine::{Action, Cell, Choice, Player, Setup};
use masume_rules::facts::uses_chance;
use masume_search::agent::Weights;
use masume_session::{KeyTable, Report, Selection, Session};

use crate::diagnostic::Source;
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::Teller;

pub use caught::Caught;
pub use command::Command;
pub(crate) use command::runs_by_itself;
use opponent::Turning;
pub use why::Refused;

/// Phase of a game with its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It goes on.
    Playing,
    /// It is over, and whether to go on is asked.
    Asking,
    /// It was left before its end, and whether to begin anew is asked.
    Offered,
    /// It is at its beginning, and whether to go back to the session before it is asked.
    Returning,
}

/// An answer to what a game asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To go on, as is asked.
    Yes,
    /// Not to.
    No,
    /// Another one of those that wait.
    Other,
}

/// A game and its player.
#[derive(Debug)]
pub struct Dialogue {
    /// The game being played.
    pub session: Session,
    /// The game's text, for errors and for the help.
    pub source: Source,
    /// Meanings of keys in this game.
    pub keys: KeyTable<Command>,
    /// True if the game asks for cells.
    pub takes_cells: bool,
    /// True if the game runs by itself, so that its board is changed by hand.
    pub is_painted: bool,
    /// Cells that were chosen of an action.
    pub selection: Selection,
    /// Cell of the piece that is steered.
    pub walker: Option<Cell>,
    /// Cells that the last action changed.
    pub fresh: BTreeSet<Cell>,
    /// End of the one piece that a game of one turns on.
    pub caught: Option<Caught>,
    /// Sentences about what happened last, and what the game says to it.
    pub said: Vec<String>,
    /// Report of what was done last, for a face that tells it in its own way.
    pub report: Option<Report>,
    /// True if what was asked for last could not be done.
    pub is_refused: bool,
    /// Question that is open, if one is.
    pub phase: Phase,
    /// True if more sessions of this game wait than the one that is offered.
    pub has_others: bool,
    /// Steps still to be walked.
    pub walk: VecDeque<Action>,
    /// Actions of which one is to be chosen by its number.
    pub choices: Vec<Action>,
    /// Levels that were solved, from 1.
    pub solved: BTreeSet<usize>,
    /// Advice, as far as the player was told.
    pub advice: Advice,
    /// Cells where pieces can never be where they are wanted.
    known: Known,
    /// True if the board is heard and not seen, so that cells must be named.
    pub is_heard: bool,
    /// True if several people read what is said, none of them with keys: nobody is `you`.
    pub is_shared: bool,
    /// The action or words that were refused last, for those who write its rules.
    pub refused: Option<Refused>,
    /// True if the face can show the board from its other side.
    pub can_turn: bool,
    /// True if the face is a page: it has buttons for answers, so that their keys need not be said, and some keys are the
    /// browser's.
    pub has_buttons: bool,
    /// True if the player turned the board.
    pub is_turned_by_hand: bool,
    /// True if it is found out, unasked, if the game can still be won. Line by line only what takes
    /// no search.
    pub has_outlook: bool,
    /// Action that was thought of and is to be done: the face says when.
    pub pending: Option<Action>,
    /// True if a way to win is shown, action by action.
    pub is_autoplay: bool,
    /// Weights of agents that judge states, where some were learnt for these rules.
    pub weights: Option<Arc<Weights>>,
    /// True if it is asked what comes after the end: not where nobody is there who answers.
    pub asks_after_end: bool,
    /// True if a game that plays itself stands still.
    pub is_paused: bool,
    /// Action at which a game that is over turned.
    turning: Turning,
    /// The sessions of this game before this one, the last one last: `undo` goes back to them.
    left: VecDeque<Session>,
}

impl Dialogue {
    /// The session, shown from where it is.
    pub fn new(session: Session, source: Source, phrases: &Phrases) -> Self {
        let rules = session.game().rules();
        let mut dialogue = Self {
            keys: command::key_table(rules),
            takes_cells: command::takes_cells(rules),
            is_painted: command::runs_by_itself(rules),
            session,
            source,
            selection: Selection::new(),
            walker: None,
            fresh: BTreeSet::new(),
            caught: None,
            said: Vec::new(),
            report: None,
            is_refused: false,
            phase: Phase::Playing,
            has_others: false,
            walk: VecDeque::new(),
            choices: Vec::new(),
            solved: BTreeSet::new(),
            advice: Advice::default(),
            known: Known::Unknown,
            is_heard: false,
            is_shared: false,
            refused: None,
            can_turn: true,
            has_buttons: false,
            is_turned_by_hand: false,
            has_outlook: true,
            pending: None,
            is_autoplay: false,
            weights: None,
            asks_after_end: true,
            is_paused: false,
            turning: Turning::Unknown,
            left: VecDeque::new(),
        };
        dialogue.begin(phrases);
        dialogue
    }

    /// The same game under rules that were just written.
    pub fn rebuild(&mut self, session: Session, source: Source, phrases: &Phrases) {
        let rules = session.game().rules();
        self.keys = command::key_table(rules);
        self.takes_cells = command::takes_cells(rules);
        self.is_painted = command::runs_by_itself(rules);
        (self.source, self.session) = (source, session);
        self.weights = None;
        self.left.clear();
        self.begin(phrases);
    }

    /// Tells about this game in this language.
    pub fn teller<'a>(&'a self, phrases: &'a Phrases) -> Teller<'a> {
        Teller { session: &self.session, phrases, is_turned: self.is_turned() }
    }

    /// True if the board is seen from its other side: a player alone against others sits at the
    /// bottom, and the player may turn it.
    pub fn is_turned(&self) -> bool {
        let (rules, seats) = (self.session.game().rules(), self.session.seats());
        let players = rules.players.iter().zip(0..);
        let mut people = players.filter(|(_, it)| seats.opponent(Player(*it)).is_none());
        let alone = people.next().filter(|_| people.next().is_none());
        let has_others = seats.opponents().next().is_some();
        let forward = alone.filter(|_| has_others).and_then(|(player, _)| player.forward);
        let is_black = forward.is_some_and(|way| way.down() > 0);
        self.can_turn && self.is_turned_by_hand != is_black
    }

    /// Name of the game in an id, so that it can be opened by it: a shipped one by its name,
    /// another by the path of its file.
    pub fn opened_from(&self) -> &str {
        match self.source.shipped() {
            Some(_) => self.session.edition().name(),
            None => &self.source.path,
        }
    }

    /// Id by which others begin the same game. A seed that decides nothing is left out.
    pub fn id(&self) -> String {
        id_to_share(&self.session, self.opened_from())
    }

    /// The title, and which level or which deal it is.
    pub fn heading(&self, phrases: &Phrases) -> String {
        let teller = self.teller(phrases);
        let title = teller.title();
        let Some(level) = self.session.level() else {
            let against = self.against(phrases);
            return match uses_chance(self.session.game().rules()) {
                true => {
                    let seed = self.session.seed().to_string();
                    let values = [("game", title.into()), ("seed", seed.into())];
                    phrases.say("heading-seed", &values) + &against
                }
                false => title + &against,
            };
        };
        let count = self.session.game().level_count();
        let values = [("game", title.into()), ("level", level.into()), ("count", count.into())];
        let mut heading = phrases.say("heading-level", &values);
        if let Some(own) = teller.level_title(level) {
            heading.push_str(": ");
            heading.push_str(&own);
        }
        if let Some(author) = teller.level_author(level) {
            heading.push_str(&phrases.say("heading-author", &[("author", author.into())]));
        }
        heading.push_str(&self.against(phrases));
        heading
    }

    /// The action that a digit chooses, or the letter behind its move, where several were offered.
    pub fn chosen_by(&mut self, key: &str) -> Option<Action> {
        let offered = std::mem::take(&mut self.choices);
        if let Ok(number) = key.parse::<usize>() {
            return offered.get(number.checked_sub(1)?).copied();
        }
        // `e7e8q`, as programs write it: where one of several is asked for, `q` does not leave.
        let moves = self.session.game().rules().moves.as_ref()?;
        let names = |action: &Action| {
            let mut suffixes = moves.suffixes.iter();
            suffixes.any(|(index, suffix)| {
                action.choice == Choice::Declared(*index)
                    && suffix.trim_start_matches('=').eq_ignore_ascii_case(key)
            })
        };
        offered.into_iter().find(names)
    }

    /// Closes the question which of several actions is meant; true where it was asked.
    pub fn ask_no_more(&mut self) -> bool {
        let was_asked = !self.choices.is_empty();
        if was_asked {
            self.choices.clear();
            self.selection.clear();
            self.said.clear();
        }
        was_asked
    }

    /// Takes a key as the answer to what is asked, where it is one. Any other goes on with a game
    /// that is offered, and does what it always does.
    pub fn answer_by_key(&mut self, key: &str, phrases: &Phrases) -> Option<Vec<Request>> {
        let answer = match (self.phase, self.answer_of(key)) {
            (Phase::Playing, _) => None,
            // Restarting is no answer here: it goes back to the beginning, as always.
            (Phase::Asking, answer) => answer.filter(|it| *it == Answer::Yes),
            (Phase::Offered, answer) => answer,
            (Phase::Returning, _) => self.return_answer_of(key),
        };
        match (answer, self.phase) {
            (Some(answer), _) => self.answer(answer, phrases),
            (None, Phase::Offered | Phase::Returning) => {
                self.phase = Phase::Playing;
                None
            }
            (None, Phase::Playing | Phase::Asking) => None,
        }
    }

    /// Takes an answer, where something is asked.
    pub fn answer(&mut self, answer: Answer, phrases: &Phrases) -> Option<Vec<Request>> {
        match self.phase {
            Phase::Playing => None,
            Phase::Asking => Some(self.answer_question(answer, phrases)),
            Phase::Offered => Some(self.answer_offer(answer, phrases)),
            Phase::Returning => Some(self.answer_return(answer, phrases)),
        }
    }

    /// A key that means nothing here, in the game's own words where it has some.
    pub fn say_unknown(&mut self, key: &str, phrases: &Phrases) {
        if self.phase == Phase::Asking {
            // The end, and what is asked, is what matters.
            self.said = self.end_told(phrases);
            return;
        }
        let starts_with_letter = key.chars().next().is_some_and(char::is_alphabetic);
        let occasion = if starts_with_letter { "unknown letter" } else { "unknown symbol" };
        let state = self.session.state();
        let own = self.teller(phrases).occasion(state, None, &[occasion, "unknown key"]);
        self.refuse(own.unwrap_or_else(|| phrases.say("unknown-key", &[("key", key.into())])));
    }

    /// Sentences in as few words as can be answered, for a screen without room for all of them.
    pub fn said_briefly(&self, phrases: &Phrases) -> Vec<String> {
        match self.phase {
            Phase::Playing | Phase::Returning => self.said.clone(),
            // What was done last makes way for the end and what is asked.
            Phase::Asking => self.end_told(phrases),
            Phase::Offered => {
                let others = self.has_others.then_some("offered-others-briefly");
                let others = others.map(|id| phrases.say(id, &[]));
                std::iter::once(self.offer_answers(phrases)).chain(others).collect()
            }
        }
    }

    /// The same without the key that leaves, which a screen names below.
    pub fn said_shortest(&self, phrases: &Phrases) -> Vec<String> {
        match self.outcome_told(phrases).filter(|_| self.phase == Phase::Asking) {
            Some(outcome) => {
                let asked = self.asked("asked-briefly", phrases);
                match self.turned() {
                    Some(turned) => vec![format!("{outcome}  {asked}"), turned.to_owned()],
                    None => vec![outcome, asked],
                }
            }
            None => self.said_briefly(phrases),
        }
    }

    /// Says why what was asked for is not done.
    pub fn refuse(&mut self, reason: String) {
        self.said = vec![reason];
        self.is_refused = true;
    }
}

/// Id by which others begin the game of a session, with this name of its game. A seed that decides
/// nothing is left out.
pub fn id_to_share(session: &Session, name: &str) -> String {
    let (game, setup) = (session.game(), session.setup());
    match uses_chance(game.rules()) {
        true => game.id(name, setup),
        false => without_seed(&game.id(name, &Setup { seed: 0, ..*setup })),
    }
}

/// The id of a set-up with the seed 0, without it.
///
/// ```
/// use masume_presentation::dialogue::without_seed;
///
/// assert_eq!(without_seed("chess#0"), "chess");
/// assert_eq!(without_seed("2048#7"), "2048#7");
/// ```
pub fn without_seed(id: &str) -> String {
    id.strip_suffix("#0").unwrap_or(id).to_owned()
}
