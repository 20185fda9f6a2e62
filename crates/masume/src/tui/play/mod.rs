//! A game on screen: a session, and everything that is only seen.
//!
//! An [`Input`] goes in, the model changes; nothing here draws, waits or writes. Start with
//! [`Play::update`].

mod act;
mod film;
mod news;
mod point;
mod progress;

use std::collections::{BTreeSet, VecDeque};

use masume_engine::{Action, Argument, Cell};
use masume_session::{KeyTable, Meaning, Selection, Session};
use ratatui::layout::Rect;

use super::board::{Layout, Looks, Marks, Needs};
use super::command::{self, Command};
use super::facts::Facts;
use super::glyphs::choose_set;
use super::input::Input;
use super::tell::Teller;
use crate::locale::Phrases;
use crate::report::Source;

pub(crate) use film::Film;

/// How a game stands with its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It goes on.
    Playing,
    /// It is over, and whether to go on is asked.
    Asking,
    /// It was left before its end, and whether to begin anew is asked.
    Offered,
}

/// What a game asks of whoever shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// The session changed: it is to be kept.
    Keep,
    /// Another session began.
    Begun,
    /// The game that waited is left aside for one from its beginning.
    Anew,
    /// A list of the levels.
    Levels,
    /// The help.
    Help,
    /// Why the last action did what it did.
    Trace,
    /// The game as a file.
    Save,
    /// The set of glyphs in `Facts` is to be another one.
    Glyphs,
    /// To leave the game.
    Leave,
}

/// A game on screen.
#[derive(Debug)]
pub(crate) struct Play {
    pub(super) session: Session,
    /// The game's text, for errors and for the help.
    pub(super) source: Source,
    pub(super) looks: Looks,
    pub(super) keys: KeyTable<Command>,
    pub(super) has_cursor: bool,
    pub(super) selection: Selection,
    pub(super) cursor: Option<Cell>,
    pub(super) shows_choices: bool,
    /// Where the piece is that is steered.
    pub(super) walker: Option<Cell>,
    /// Cells that the last action changed.
    pub(super) fresh: BTreeSet<Cell>,
    /// What happened last, and what the game says to it.
    pub(super) said: Vec<String>,
    pub(super) phase: Phase,
    /// Steps still to be walked, one at each tick.
    pub(super) walk: VecDeque<Action>,
    /// Actions of which one is to be chosen by its number.
    pub(super) choices: Vec<Action>,
    /// Where the left button went down.
    pub(super) pressed: Option<Cell>,
    /// Levels that were solved, from 1.
    pub(super) solved: BTreeSet<usize>,
    /// How many ticks a won game has been celebrated.
    pub(super) joy: Option<u32>,
    /// What is shown of a save.
    film: Option<Film>,
    /// Errors of the game's file, while it is written; empty where all is well.
    pub(super) mistakes: Vec<String>,
}

impl Play {
    /// The game on a terminal of which this is known.
    pub(crate) fn new(session: Session, source: Source, facts: &Facts, phrases: &Phrases) -> Self {
        let rules = session.game().rules();
        let looks = Looks::of(rules, choose_set(rules, &facts.widths, facts.most), facts);
        let keys = command::key_table(rules);
        let has_cursor = command::has_cursor(rules);
        let mut play = Self {
            session,
            source,
            looks,
            keys,
            has_cursor,
            selection: Selection::new(),
            cursor: None,
            shows_choices: false,
            walker: None,
            fresh: BTreeSet::new(),
            said: Vec::new(),
            phase: Phase::Playing,
            walk: VecDeque::new(),
            choices: Vec::new(),
            pressed: None,
            solved: BTreeSet::new(),
            joy: None,
            film: None,
            mistakes: Vec::new(),
        };
        play.begin(phrases);
        play
    }

    /// Takes in one input; gives what is asked of whoever shows the game.
    pub(crate) fn update(&mut self, input: &Input, facts: &Facts, phrases: &Phrases) -> Vec<Wish> {
        match input {
            Input::Key(key) => self.key(key, phrases),
            Input::Press(x, y) => {
                self.pressed = self.layout(facts).and_then(|it| it.cell_at(*x, *y));
                Vec::new()
            }
            Input::Release(x, y) => {
                let to = self.layout(facts).and_then(|layout| layout.cell_at(*x, *y));
                match (self.pressed.take(), to) {
                    (Some(from), Some(to)) => self.draw_from_to(from, to, phrases),
                    _ => Vec::new(),
                }
            }
            Input::Paste => {
                self.said = vec![phrases.say("pasted", &[])];
                Vec::new()
            }
            Input::Tick => self.tick(phrases),
            Input::Wheel(_) | Input::Resize(..) => Vec::new(),
        }
    }

    /// Whether something moves by itself, so that ticks are wanted.
    pub(crate) fn is_moving(&self) -> bool {
        !self.walk.is_empty()
            || self.film_runs()
            || self.joy.is_some_and(|ticks| ticks < news::JOY_TICKS)
    }

    /// Whoever tells about this game in this language.
    pub(crate) fn teller<'a>(&'a self, phrases: &'a Phrases) -> Teller<'a> {
        Teller { game: self.session.game(), phrases }
    }

    /// The same game under rules that were just written.
    pub(crate) fn rebuild(
        &mut self,
        session: Session,
        source: Source,
        facts: &Facts,
        phrases: &Phrases,
    ) {
        let rules = session.game().rules();
        self.keys = command::key_table(rules);
        self.has_cursor = command::has_cursor(rules);
        (self.source, self.session) = (source, session);
        self.mistakes.clear();
        self.look_again(facts);
        self.begin(phrases);
    }

    /// Another set of glyphs, as far as the terminal shows it right.
    pub(crate) fn look_again(&mut self, facts: &Facts) {
        let rules = self.session.game().rules();
        let set = choose_set(rules, &facts.widths, facts.most);
        self.looks = Looks::of(rules, set, facts);
    }

    /// Where the cells stand on this screen; `None` where there is no room.
    pub(crate) fn layout(&self, facts: &Facts) -> Option<Layout> {
        let board = &self.session.state().board;
        let needs = Needs::of(self.session.game().rules(), &self.looks, board);
        Layout::new(*board.grid(), needs, self.room(facts), self.focus())
    }

    /// The part of the screen that is the board's.
    pub(crate) fn room(&self, facts: &Facts) -> Rect {
        super::draw::play::areas(self, facts).board
    }

    /// What is said about cells.
    pub(crate) fn marks(&self) -> Marks {
        let choosable = match self.shows_choices || self.selection.cell().is_some() {
            true => self.choosable(),
            false => BTreeSet::new(),
        };
        Marks {
            cursor: self.cursor,
            selected: self.selection.cell(),
            choosable,
            fresh: self.fresh.clone(),
        }
    }

    /// The cells that can be chosen now, and those that the piece that is steered can step to.
    fn choosable(&self) -> BTreeSet<Cell> {
        let mut cells: BTreeSet<Cell> =
            self.session.next_cells(&self.selection).into_iter().collect();
        let grid = self.session.state().board.grid();
        if let Some(walker) = self.walker {
            let legal = self.session.legal_actions().unwrap_or_default();
            cells.extend(legal.iter().filter_map(|action| match action.arguments {
                [Argument::Direction(way), Argument::None, ..] => grid.step(walker, way),
                _ => None,
            }));
        }
        cells
    }

    /// The cell that must be seen: the cursor, or where something happened last.
    fn focus(&self) -> Option<Cell> {
        self.cursor.or(self.walker).or_else(|| self.fresh.first().copied())
    }

    fn key(&mut self, key: &str, phrases: &Phrases) -> Vec<Wish> {
        // A key stops what moves by itself, whatever else it does.
        self.walk.clear();
        if self.film_key(key) {
            return Vec::new();
        }
        if let Some(action) = self.chosen_by(key) {
            return self.act(action, phrases);
        }
        if self.phase == Phase::Offered
            && let Some(wishes) = self.answer_offer(key, phrases)
        {
            return wishes;
        }
        if self.phase == Phase::Asking
            && let Some(wishes) = self.answer(key, phrases)
        {
            return wishes;
        }
        match self.meaning(key) {
            Some(Meaning::Action(text)) => self.act_by_text(&text, phrases),
            Some(Meaning::Help) => vec![Wish::Help],
            Some(Meaning::Face(command)) => self.command(command, phrases),
            None => {
                self.say_unknown(key, phrases);
                Vec::new()
            }
        }
    }

    /// What the key does. The corners of a number pad are keys of their own while its lock is off:
    /// in a game with diagonals they stay directions.
    fn meaning(&self, key: &str) -> Option<Meaning<Command>> {
        let corner = match key {
            "home" => Some("7"),
            "page-up" => Some("9"),
            "end" => Some("1"),
            "page-down" => Some("3"),
            _ => None,
        };
        let steered = corner.and_then(|digit| self.keys.meaning(digit));
        match steered {
            Some(Meaning::Action(text)) => Some(Meaning::Action(text.clone())),
            Some(Meaning::Help | Meaning::Face(_)) | None => self.keys.meaning(key).cloned(),
        }
    }

    /// The action that a digit chooses, where several were offered.
    fn chosen_by(&mut self, key: &str) -> Option<Action> {
        let offered = std::mem::take(&mut self.choices);
        let index = key.parse::<usize>().ok()?.checked_sub(1)?;
        offered.get(index).copied()
    }

    fn tick(&mut self, phrases: &Phrases) -> Vec<Wish> {
        if let Some(ticks) = &mut self.joy {
            *ticks = ticks.saturating_add(1);
        }
        match self.walk.pop_front() {
            Some(action) => self.act(action, phrases),
            None => self.film_tick(phrases),
        }
    }
}
