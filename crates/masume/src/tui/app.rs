//! Everything that is on the screen, as a value: an input goes in, requests come out; the host does
//! them, and its events go in.
//!
//! There is no terminal, file or clock in here: tests feed it with inputs and look at what
//! [`draw`](super::draw::draw) makes of it.

mod happening;

use masume_presentation::analysis::Task;
use masume_presentation::dialogue::Command;
use masume_presentation::input::Fate;
use masume_presentation::locale::Phrases;
use masume_presentation::menu::list::{Chosen, Menu};
use masume_presentation::menu::options::{Decided, Options};
use masume_presentation::play::{Levels, Play};
use masume_presentation::request::Request;
use masume_presentation::trace::Trace;
use masume_service::Host;
use masume_session::Meaning;

use super::board::layout;
use super::draw;
use super::facts::Facts;
use super::input::Input;
use super::page::Page;

/// What lies over the game.
#[derive(Debug)]
pub(crate) enum Over {
    /// Text to read.
    Page(Page),
    /// Why the last action did what it did.
    Trace(Box<Trace>),
    /// How a game is to begin.
    Options(Box<Options>),
    /// The levels, of which one is chosen.
    Levels(Box<Levels>),
}

/// A game's file that is being written, and is not right yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// The file.
    pub(crate) path: String,
    /// What is wrong with it, as lines with their place.
    pub(crate) mistakes: Vec<String>,
}

/// Everything that is on the screen.
#[derive(Debug)]
pub(crate) struct App {
    /// The terminal, as far as it is known.
    pub(crate) facts: Facts,
    /// The host of the games.
    pub(crate) host: Host,
    /// The language, and the game spoken of.
    pub(crate) phrases: Phrases,
    /// The menu; `None` where one game was asked for, and leaving it is the end.
    pub(crate) menu: Option<Menu>,
    /// The game being played; `None` while the menu is shown.
    pub(crate) play: Option<Box<Play>>,
    /// The file that is waited for, as long as there is no game of it.
    pub(crate) waiting: Option<Waiting>,
    /// What lies over the game.
    pub(crate) over: Option<Over>,
    /// What went wrong around the game, such as a disk that is full; shown until the next key.
    pub(crate) warning: Option<String>,
    /// Whether what is played is kept.
    pub(crate) is_kept: bool,
    /// Where the player stopped rules that what is drawn asked for.
    pub(crate) stopped_at: Option<(u64, usize)>,
}

impl App {
    /// The menu.
    pub(crate) fn with_menu(facts: Facts, host: Host, phrases: Phrases) -> Self {
        let menu = host.menu(&phrases);
        let host = host.with_menu();
        Self { menu: Some(menu), ..Self::empty(facts, host, phrases) }
    }

    /// A game whose file is being written; whether it can be played is to be seen.
    pub(crate) fn with_file(facts: Facts, host: Host, phrases: Phrases, path: &str) -> Self {
        let waiting = Some(Waiting { path: path.to_owned(), mistakes: Vec::new() });
        Self { waiting, ..Self::empty(facts, host, phrases) }
    }

    /// One game.
    pub(crate) fn with_play(facts: Facts, host: Host, phrases: Phrases, play: Play) -> Self {
        Self { play: Some(Box::new(play)), ..Self::empty(facts, host, phrases) }
    }

    fn empty(facts: Facts, host: Host, phrases: Phrases) -> Self {
        Self {
            facts,
            host,
            phrases,
            menu: None,
            play: None,
            waiting: None,
            over: None,
            warning: None,
            is_kept: true,
            stopped_at: None,
        }
    }

    /// Takes in one input.
    pub(crate) fn update(&mut self, input: &Input) -> Vec<Request> {
        match input {
            Input::Resize(width, height) => self.facts.size = (*width, *height),
            Input::Key(key) => {
                self.warning = None;
                match key.as_str() {
                    "ctrl-c" | "ctrl-d" => return vec![Request::End],
                    "ctrl-z" => return vec![Request::Suspend],
                    _ => {}
                }
            }
            Input::Press(..)
            | Input::Release(..)
            | Input::Wheel(_)
            | Input::Paste
            | Input::Analysis(_)
            | Input::Tick => {}
        }
        // A key that is written on the screen is pressed with the mouse.
        if let Input::Press(x, y) = input
            && let Some(key) = draw::key_at(self, (*x, *y))
        {
            return self.update(&Input::Key(key));
        }
        // What was thought about is the game's, whatever lies over it.
        if self.over.is_some() && !matches!(input, Input::Analysis(_)) {
            return self.update_over(input);
        }
        match &mut self.play {
            Some(play) => {
                let layout = layout(play, &self.facts);
                let cell = |x, y| layout.and_then(|layout| layout.cell_at(x, y));
                let gesture = input.gesture(cell);
                gesture.map(|it| play.update(&it, &self.phrases)).unwrap_or_default()
            }
            None if self.waiting.is_some() => match input {
                Input::Key(key) if key == "q" || key == "escape" => vec![Request::End],
                Input::Key(_)
                | Input::Resize(..)
                | Input::Press(..)
                | Input::Release(..)
                | Input::Wheel(_)
                | Input::Paste
                | Input::Analysis(_)
                | Input::Tick => Vec::new(),
            },
            None => self.update_menu(input),
        }
    }

    /// Whether something moves by itself, so that ticks are wanted.
    pub(crate) fn is_moving(&self) -> bool {
        self.over.is_none() && self.play.as_ref().is_some_and(|play| play.is_moving())
    }

    /// What the game being played wants thought about.
    pub(crate) fn task(&self) -> Option<Task<'_>> {
        self.play.as_ref()?.task()
    }

    /// Whether the player waits for what is thought about.
    pub(crate) fn awaits_analysis(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.dialogue.awaits_analysis())
    }

    /// Works out what drawing is going to ask of the rules, so that drawing itself runs none. What the
    /// player has stopped is not begun again before the game is in another state.
    pub(crate) fn prepare(&mut self) {
        if let Some(play) = &self.play
            && self.stopped_at != Some(play.moment())
        {
            self.stopped_at = None;
            play.prepare(&self.phrases);
        }
    }

    /// Says that rules were stopped; they have changed nothing.
    pub(crate) fn tell_stopped(&mut self) {
        let stopped = self.phrases.say("stopped", &[]);
        match &mut self.play {
            Some(play) => {
                self.stopped_at = Some(play.moment());
                play.dialogue.walk.clear();
                play.dialogue.said = vec![stopped];
            }
            None => self.warning = Some(stopped),
        }
    }

    /// Whether this key leaves the game, and is not the game's own.
    pub(crate) fn is_left_by(&self, key: &str) -> bool {
        let leaves = Meaning::Face(Command::Leave);
        key == "q"
            && self.play.as_ref().is_none_or(|it| it.dialogue.keys.meaning(key) == Some(&leaves))
    }

    /// Shows a game.
    pub(crate) fn open(&mut self, play: Play) {
        (self.over, self.waiting) = (None, None);
        self.play = Some(Box::new(play));
    }

    fn update_over(&mut self, input: &Input) -> Vec<Request> {
        let turned = match &mut self.over {
            Some(Over::Levels(_)) => return self.update_levels(input),
            Some(Over::Options(_)) => return self.update_options(input),
            Some(Over::Page(page)) => {
                page.update(input, draw::page_width(&self.facts), draw::page_height(&self.facts))
            }
            Some(Over::Trace(trace)) => {
                let gesture = input.gesture(|_, _| None::<()>);
                gesture.map_or(Fate::Stays, |it| trace.update(&it))
            }
            None => Fate::Stays,
        };
        if turned == Fate::Closes {
            self.over = None;
        }
        Vec::new()
    }

    fn update_options(&mut self, input: &Input) -> Vec<Request> {
        let Some(Over::Options(options)) = &mut self.over else { return Vec::new() };
        let (facts, phrases) = (&self.facts, &self.phrases);
        let spot = |x: u16, y: u16| draw::options::spot_at(options, facts, phrases, x, y);
        let Some(gesture) = input.gesture(spot) else { return Vec::new() };
        match options.update(&gesture) {
            Decided::Nothing => Vec::new(),
            Decided::Back => {
                self.over = None;
                Vec::new()
            }
            // The choices stay until the game has begun: it may turn out that it cannot.
            Decided::Begin(beginning) => {
                let name = self.play.is_none().then(|| options.name().to_owned());
                vec![Request::Begin { name, beginning }]
            }
        }
    }

    fn update_levels(&mut self, input: &Input) -> Vec<Request> {
        let (Some(Over::Levels(levels)), Some(play)) = (&mut self.over, &mut self.play) else {
            return Vec::new();
        };
        let shown = draw::levels::shown(&levels.list, &self.facts);
        let Some(gesture) = input.gesture(|_, y| draw::levels::item_at(&shown, y)) else {
            return Vec::new();
        };
        let (level, anew) = match levels.list.update(&gesture, shown.len()) {
            Chosen::Nothing | Chosen::Help | Chosen::Options(_) | Chosen::Statistics(_) => {
                levels.look(&play.dialogue.session);
                return Vec::new();
            }
            Chosen::Game(level) => (level.parse().ok(), false),
            Chosen::Anew(level) => (level.parse().ok(), true),
            Chosen::Leave => (None, false),
        };
        let waiting =
            level.filter(|_| !anew).and_then(|level| levels.record(level)?.waiting.clone());
        self.over = None;
        if let Some(waiting) = waiting {
            return vec![Request::GoOn(waiting.number)];
        }
        let Some(level) = level else { return Vec::new() };
        play.go_to_level(level, &self.phrases)
    }

    fn update_menu(&mut self, input: &Input) -> Vec<Request> {
        let facts = &self.facts;
        let Some(menu) = &mut self.menu else { return vec![Request::End] };
        let shown = draw::menu::shown(menu, facts);
        let Some(gesture) = input.gesture(|_, y| draw::menu::item_at(menu, facts, y)) else {
            return Vec::new();
        };
        match menu.update(&gesture, shown.len()) {
            Chosen::Nothing => Vec::new(),
            Chosen::Game(name) => vec![Request::Open { name, anew: false }],
            Chosen::Anew(name) => vec![Request::Open { name, anew: true }],
            Chosen::Statistics(name) => vec![Request::Statistics(name)],
            Chosen::Options(name) => {
                vec![Request::Options { name: Some(name), level: menu.next_level() }]
            }
            Chosen::Help => vec![Request::MenuHelp],
            Chosen::Leave => vec![Request::End],
        }
    }
}
