//! A game on screen: a session, and everything that is only seen.
//!
//! A [`Gesture`] goes in, the model changes; nothing here draws, waits or writes. Start with
//! [`Play::update`].

mod autoplay;
mod entry;
mod joined;
mod levels;
mod point;
mod repeat;
mod replay;
mod speed;

use std::collections::BTreeSet;

use masume_engine::{Action, Argument, Cell};
use masume_session::{Meaning, Session};

use crate::analysis::Analysis;
use crate::diagnostic::Source;
use crate::dialogue::help::Help;
use crate::dialogue::{Command, Dialogue, Phase, help};
use crate::input::Gesture;
use crate::locale::Phrases;
use crate::picture::widths::choose_set;
use crate::picture::{Abilities, Looks, Marks};
use crate::request::Request;
use crate::speech::gone;

pub use joined::Joined;
pub use levels::Levels;
use point::turned;
use repeat::Repeated;
pub use replay::{ReplayPlayer, ReplayState};
use speed::Speed;

/// Steps in a second of what moves by itself.
pub const TICKS_A_SECOND: u32 = 25;
/// Ticks until an opponent's answer is done: one's own action is seen first.
const REPLY_TICKS: u32 = 10;
/// Number of ticks that a victory is celebrated.
const JOY_TICKS: u32 = 40;

/// A game on screen.
#[derive(Debug)]
pub struct Play {
    /// The game and its player.
    pub dialogue: Dialogue,
    /// Looks of its cells.
    pub looks: Looks,
    /// The cell that the keyboard points at.
    pub cursor: Option<Cell>,
    /// True if the cells that can be chosen are marked.
    pub shows_choices: bool,
    /// Cell where the left button went down.
    pub pressed: Option<Cell>,
    /// Number of ticks that a won game has been celebrated.
    pub joy: Option<u32>,
    /// Replay of a save that is shown.
    replay: Option<ReplayPlayer>,
    /// Beginning of a cell's name that was typed.
    entry: Option<String>,
    /// Letter that was no name's beginning, and may have been meant for a column.
    letter: Option<char>,
    /// A name has just come to its end by itself: Enter behind it ends it once more.
    entry_ended: bool,
    /// Action that is done again and again.
    repeated: Option<Repeated>,
    /// Pace of that.
    speed: Speed,
    /// The line along which the last action joined its cells, for a moment.
    pub joined: Option<Joined>,
    /// Ticks since something waits to be done.
    waited: u32,
    /// Ticks until what waits is done.
    pace: u32,
    /// Errors of the game's file, while it is written; empty where all is well.
    pub mistakes: Vec<String>,
}

impl Play {
    /// The game on a face that can show this.
    pub fn new(
        session: Session,
        source: Source,
        abilities: &Abilities<'_>,
        phrases: &Phrases,
    ) -> Self {
        Self::of(Dialogue::new(session, source, phrases), abilities)
    }

    /// The game of a dialogue on a face that can show this.
    pub fn of(dialogue: Dialogue, abilities: &Abilities<'_>) -> Self {
        let rules = dialogue.session.game().rules();
        let looks =
            Looks::of(rules, choose_set(rules, abilities.widths, abilities.most), abilities);
        let mut play = Self {
            dialogue,
            looks,
            cursor: None,
            shows_choices: false,
            pressed: None,
            joy: None,
            replay: None,
            entry: None,
            letter: None,
            entry_ended: false,
            repeated: None,
            speed: Speed::default(),
            joined: None,
            waited: 0,
            pace: REPLY_TICKS,
            mistakes: Vec::new(),
        };
        play.look_from_the_start();
        play
    }

    /// Takes in one gesture; gives what is asked of the face that shows the game.
    pub fn update(&mut self, gesture: &Gesture<Cell>, phrases: &Phrases) -> Vec<Request> {
        let requests = match gesture {
            Gesture::Key(key) => self.key(key, phrases),
            Gesture::Press(cell) => {
                self.joined = None;
                self.pressed = *cell;
                Vec::new()
            }
            Gesture::Release(cell) => match (self.pressed.take(), cell) {
                (Some(from), Some(to)) => self.draw_from_to(from, *to, phrases),
                _ => Vec::new(),
            },
            Gesture::Paste => {
                self.say("pasted", phrases);
                Vec::new()
            }
            Gesture::Tick => self.tick(phrases),
            Gesture::Analysis(analysis) => {
                self.dialogue.take_analysis(Analysis::clone(analysis), phrases);
                Vec::new()
            }
            Gesture::Wheel(_) => Vec::new(),
        };
        self.look_at(requests)
    }

    /// Does an action, and shows what came of it.
    pub fn act(&mut self, action: Action, phrases: &Phrases) -> Vec<Request> {
        self.joined = None;
        let requests = self.dialogue.act(action, phrases);
        self.look_at(requests)
    }

    /// Looks at what came of a gesture: another session is shown from its beginning.
    fn look_at(&mut self, requests: Vec<Request>) -> Vec<Request> {
        if requests
            .iter()
            .any(|request| matches!(request, Request::KeepNext | Request::ReturnToPrevious))
        {
            self.look_from_the_start();
        }
        if requests.contains(&Request::Keep) {
            self.joined = Joined::of_last_action(&self.dialogue);
        }
        let is_won = self.dialogue.phase == Phase::Asking && self.dialogue.session.is_won();
        self.joy = self.joy.or(Some(0)).filter(|_| is_won);
        requests
    }

    /// Shows a session from its beginning.
    pub fn look_from_the_start(&mut self) {
        let has_cursor = self.dialogue.takes_cells || self.dialogue.is_painted;
        self.cursor = self.first_place().filter(|_| has_cursor);
        (self.joy, self.joined) = (None, None);
        self.look_at(Vec::new());
    }

    /// True if something moves by itself, so that ticks are wanted.
    pub fn is_moving(&self) -> bool {
        !self.dialogue.walk.is_empty()
            || self.replay_runs()
            || self.repeated.is_some()
            || self.is_pending()
            || self.joined.is_some()
            || self.joy.is_some_and(|ticks| ticks < JOY_TICKS)
    }

    /// Moment of the game: another value whenever the present state may be another one.
    pub fn moment(&self) -> (usize, usize) {
        let session = &self.dialogue.session;
        (session.log().entries().len(), session.position())
    }

    /// Has the rules asked what drawing shows of them; the session keeps the answers.
    pub fn prepare(&self, phrases: &Phrases) {
        let _ = self.dialogue.teller(phrases).status(self.dialogue.session.state());
        let _ = self.dialogue.session.legal_actions();
        let _ = self.marks();
    }

    /// The help, with pieces as they are shown here.
    pub fn help(&self, phrases: &Phrases) -> Help {
        let glyphs = |layer, content| self.looks.glyph(layer, content).map(str::to_owned);
        help::of_game(&self.dialogue, phrases, help::Medium::Screen(&glyphs))
    }

    /// The same game under rules that were just written.
    pub fn rebuild(
        &mut self,
        session: Session,
        source: Source,
        abilities: &Abilities<'_>,
        phrases: &Phrases,
    ) {
        self.dialogue.rebuild(session, source, phrases);
        self.mistakes.clear();
        self.look_again(abilities);
        self.look_from_the_start();
    }

    /// Another set of glyphs, as far as the face shows it right.
    pub fn look_again(&mut self, abilities: &Abilities<'_>) {
        let rules = self.dialogue.session.game().rules();
        let set = choose_set(rules, abilities.widths, abilities.most);
        self.looks = Looks::of(rules, set, abilities);
    }

    /// The line below the board: whose turn it is, values, and that the game can no longer be won.
    pub fn status(&self, phrases: &Phrases) -> String {
        let status = self.dialogue.teller(phrases).status(self.dialogue.session.state());
        let advice = &self.dialogue.advice;
        if !advice.is_lost && advice.dead.is_empty() {
            return status;
        }
        let lost = phrases.say("outlook-lost", &[]);
        if status.is_empty() { lost } else { [status, lost].join(" | ") }
    }

    /// Pieces of each player that are gone, one text for each player who lost some.
    pub fn gone(&self, phrases: &Phrases) -> Vec<String> {
        let teller = self.dialogue.teller(phrases);
        let of_players = gone::of_players(teller).into_iter().filter(|gone| !gone.is_empty());
        let told = |gone: Vec<gone::Gone>| {
            let pieces = gone.into_iter().map(|((layer, content), count)| {
                let glyph = self.looks.glyph(layer, content).map(str::to_owned);
                let glyph = glyph.unwrap_or_else(|| teller.piece(layer, content));
                if count == 1 { glyph } else { format!("{count}{glyph}") }
            });
            let pieces = pieces.collect::<Vec<_>>().join(" ");
            phrases.say("gone", &[("pieces", pieces.into())])
        };
        of_players.map(told).collect()
    }

    /// Marks of cells.
    pub fn marks(&self) -> Marks {
        let choosable = match self.shows_choices || self.dialogue.selection.cell().is_some() {
            true => self.choosable(),
            false => BTreeSet::new(),
        };
        let mut dead = self.dialogue.advice.dead.clone();
        dead.extend(self.dialogue.caught.map(|caught| caught.cell));
        Marks {
            cursor: self.cursor,
            selected: self.dialogue.selection.cell(),
            choosable,
            fresh: self.dialogue.fresh.clone(),
            hinted: self.dialogue.advice.marked.clone(),
            dead,
        }
    }

    /// The cells that can be chosen now, and those that the piece that is steered can step to.
    fn choosable(&self) -> BTreeSet<Cell> {
        let mut cells: BTreeSet<Cell> =
            self.dialogue.session.next_cells(&self.dialogue.selection).into_iter().collect();
        let grid = self.dialogue.session.state().board.grid();
        if let Some(walker) = self.dialogue.walker {
            let legal = self.dialogue.session.legal_actions().unwrap_or_default();
            cells.extend(legal.iter().filter_map(|action| match action.arguments {
                [Argument::Direction(way), Argument::None, ..] => grid.step(walker, way),
                _ => None,
            }));
        }
        cells
    }

    /// The cell that must be seen: the cursor, or where something happened last.
    pub fn focus(&self) -> Option<Cell> {
        self.cursor.or(self.dialogue.walker).or_else(|| self.dialogue.fresh.first().copied())
    }

    fn key(&mut self, key: &str, phrases: &Phrases) -> Vec<Request> {
        self.joined = None;
        if let Some(requests) = self.speed_key(key, phrases) {
            return requests;
        }
        // A key stops what moves by itself, whatever else it does.
        self.dialogue.walk.clear();
        let was_repeating = self.repeated.take().is_some();
        let letter = self.letter.take();
        if std::mem::take(&mut self.entry_ended) && key == "enter" {
            return Vec::new();
        }
        if let Some(requests) = self.entry_key(key, phrases) {
            return requests;
        }
        if self.replay_key(key) || self.pause_key(key) {
            return Vec::new();
        }
        if key == "escape" && self.dialogue.ask_no_more() {
            return Vec::new();
        }
        if let Some(action) = self.dialogue.chosen_by(key) {
            return self.dialogue.act(action, phrases);
        }
        if let Some(requests) = self.dialogue.answer_by_key(key, phrases) {
            return requests;
        }
        if self.dialogue.begins_name(key) {
            return self.begin_entry(key, phrases);
        }
        let meaning = self.meaning(key);
        let is_free_digit =
            matches!(key.as_bytes(), [b'0'..=b'9']) && !matches!(meaning, Some(Meaning::Action(_)));
        if let Some(column) = letter.filter(|_| is_free_digit) {
            return self.go_on_with_letter(column, key, phrases);
        }
        match meaning {
            // The key that began it ends it, and so does the bar that stops whatever runs.
            Some(Meaning::Command(Command::GoOn)) if was_repeating => Vec::new(),
            Some(_) if was_repeating && key == "space" => Vec::new(),
            Some(Meaning::Action(text)) => {
                let text = if self.dialogue.is_turned() { turned(&text) } else { text };
                self.dialogue.act_by_text(&text, self.cursor, phrases)
            }
            Some(Meaning::Help) => vec![Request::Help],
            Some(Meaning::Command(command)) => {
                self.letter = self.dialogue.capital_of_name(key);
                self.command(command, phrases)
            }
            None if self.begins_entry(key) => self.begin_entry(key, phrases),
            None => {
                self.letter = self.dialogue.letter_of_name(key);
                self.dialogue.say_unknown(key, phrases);
                Vec::new()
            }
        }
    }

    /// Does what every face offers besides actions.
    pub fn command(&mut self, command: Command, phrases: &Phrases) -> Vec<Request> {
        match command {
            Command::Point(way) => {
                self.move_cursor(way);
                Vec::new()
            }
            Command::Choose => self.choose(phrases),
            Command::Turn => {
                self.dialogue.is_turned_by_hand = !self.dialogue.is_turned_by_hand;
                Vec::new()
            }
            Command::GoOn => self.begin_to_repeat(phrases),
            Command::Slower => self.change_speed(Speed::slower, phrases),
            Command::Faster => self.change_speed(Speed::faster, phrases),
            Command::Type => self.begin_entry("", phrases),
            Command::Choices => {
                self.shows_choices = !self.shows_choices;
                match (self.shows_choices, self.dialogue.takes_cells) {
                    // Nothing to mark on the board.
                    (true, false) => return self.dialogue.command(command, phrases),
                    (true, true) => self.say("choices-shown", phrases),
                    (false, _) => self.say("choices-hidden", phrases),
                }
                Vec::new()
            }
            Command::Hint
            | Command::Follow
            | Command::History
            | Command::Outlook
            | Command::Undo
            | Command::Redo
            | Command::Restart
            | Command::First
            | Command::Last
            | Command::NextLevel
            | Command::PreviousLevel
            | Command::Unsolved
            | Command::Levels
            | Command::Trace
            | Command::Save
            | Command::Options
            | Command::Copy
            | Command::Glyphs
            | Command::Help
            | Command::Back
            | Command::Leave => self.dialogue.command(command, phrases),
        }
    }

    fn say(&mut self, id: &str, phrases: &Phrases) {
        self.dialogue.said = vec![phrases.say(id, &[])];
    }

    /// Meaning of the key. The corners of a number pad are keys of their own while its lock is off:
    /// in a game with diagonals they stay directions.
    fn meaning(&self, key: &str) -> Option<Meaning<Command>> {
        let corner = match key {
            "home" => Some("7"),
            "page-up" => Some("9"),
            "end" => Some("1"),
            "page-down" => Some("3"),
            _ => None,
        };
        let steered = corner.and_then(|digit| self.dialogue.keys.meaning(digit));
        match steered {
            Some(Meaning::Action(text)) => Some(Meaning::Action(text.clone())),
            Some(Meaning::Help | Meaning::Command(_)) | None => {
                self.dialogue.keys.meaning(key).cloned()
            }
        }
    }

    fn tick(&mut self, phrases: &Phrases) -> Vec<Request> {
        if let Some(ticks) = &mut self.joy {
            *ticks = ticks.saturating_add(1);
        }
        self.joined = self.joined.take().and_then(Joined::after_a_tick);
        match self.dialogue.walk.pop_front() {
            Some(action) => self.dialogue.act(action, phrases),
            None if self.is_pending() => self.pending_tick(phrases),
            None if self.repeated.is_some() => self.repeat_tick(phrases),
            None => self.replay_tick(phrases),
        }
    }
}
