//! Everything that is on the screen, as a value: an input goes in, effects come out.
//!
//! There is no terminal, file or clock in here: tests feed it with inputs and look at what
//! [`draw`](super::draw::draw) makes of it.

use masume_engine::{Setup, shipped_games};

use super::draw;
use super::facts::Facts;
use super::input::Input;
use super::menu::{Chosen, Menu};
use super::options::{Beginning, Decided, Options};
use super::page::{Page, Turned};
use super::play::{Levels, Play};
use super::trace::Trace;
use crate::dialogue::{Command, Wish, help};
use crate::glyph_set::GlyphSet;
use crate::locale::Phrases;
use crate::open;
use crate::speech::history;
use crate::thought::Task;
use masume_session::Meaning;
use masume_store::PlayNumber;

/// What the loop around has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The end of everything.
    Leave,
    /// A game of the menu is to be opened: gone on with, or begun anew.
    Open {
        /// Its name.
        name: String,
        /// Whether a game that waits is left aside.
        anew: bool,
    },
    /// A game begins as it was chosen: one of the menu, or, without a name, the one being played.
    Begin {
        /// Its name.
        name: Option<String>,
        /// How.
        beginning: Beginning,
    },
    /// What was played is to be told: of this game first, then of all.
    Statistics(String),
    /// The pairing with which the game was played last whose beginning is chosen is to be filled in.
    Pairing,
    /// What is kept of the levels in the list that is shown is to be told there.
    Levels,
    /// A play that was left before its end is gone on with.
    GoOn(PlayNumber),
    /// The text goes to the clipboard.
    Copy(String),
    /// The session changed and is to be kept.
    Keep,
    /// Another session began: another level, another game.
    Begun,
    /// The session before is gone on with.
    Back,
    /// The session is to be written as a file.
    Save,
    /// Not the game that waited, but the one that was asked for from its beginning.
    Anew,
    /// Another one of the games that wait is to be offered.
    Other,
    /// The game is left for the menu.
    Menu,
    /// The program is suspended, and goes on in the foreground.
    Suspend,
}

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
    pub(crate) fn with_menu(facts: Facts, phrases: Phrases, menu: Menu) -> Self {
        Self { menu: Some(menu), ..Self::empty(facts, phrases) }
    }

    /// A game whose file is being written; whether it can be played is to be seen.
    pub(crate) fn with_file(facts: Facts, phrases: Phrases, path: &str) -> Self {
        let waiting = Some(Waiting { path: path.to_owned(), mistakes: Vec::new() });
        Self { waiting, ..Self::empty(facts, phrases) }
    }

    /// One game.
    pub(crate) fn with_play(facts: Facts, phrases: Phrases, play: Play) -> Self {
        Self { play: Some(Box::new(play)), ..Self::empty(facts, phrases) }
    }

    fn empty(facts: Facts, phrases: Phrases) -> Self {
        Self {
            facts,
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
    pub(crate) fn update(&mut self, input: &Input) -> Vec<Effect> {
        match input {
            Input::Resize(width, height) => self.facts.size = (*width, *height),
            Input::Key(key) => {
                self.warning = None;
                match key.as_str() {
                    "ctrl-c" | "ctrl-d" => return vec![Effect::Leave],
                    "ctrl-z" => return vec![Effect::Suspend],
                    _ => {}
                }
            }
            Input::Press(..)
            | Input::Release(..)
            | Input::Wheel(_)
            | Input::Paste
            | Input::Thought(_)
            | Input::Tick => {}
        }
        // A key that is written on the screen is pressed with the mouse.
        if let Input::Press(x, y) = input
            && let Some(key) = draw::key_at(self, (*x, *y))
        {
            return self.update(&Input::Key(key));
        }
        // What was thought about is the game's, whatever lies over it.
        if self.over.is_some() && !matches!(input, Input::Thought(_)) {
            return self.update_over(input);
        }
        match &mut self.play {
            Some(play) => {
                let wishes = play.update(input, &self.facts, &self.phrases);
                wishes.into_iter().flat_map(|wish| self.grant(wish)).collect()
            }
            None if self.waiting.is_some() => match input {
                Input::Key(key) if key == "q" || key == "escape" => vec![Effect::Leave],
                Input::Key(_)
                | Input::Resize(..)
                | Input::Press(..)
                | Input::Release(..)
                | Input::Wheel(_)
                | Input::Paste
                | Input::Thought(_)
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
    pub(crate) fn awaits_thought(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.dialogue.awaits_thought())
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

    fn update_over(&mut self, input: &Input) -> Vec<Effect> {
        let turned = match &mut self.over {
            Some(Over::Levels(_)) => return self.update_levels(input),
            Some(Over::Options(_)) => return self.update_options(input),
            Some(Over::Page(page)) => {
                page.update(input, draw::page_width(&self.facts), draw::page_height(&self.facts))
            }
            Some(Over::Trace(trace)) => trace.update(input),
            None => Turned::Stays,
        };
        if turned == Turned::Closes {
            self.over = None;
        }
        Vec::new()
    }

    fn update_options(&mut self, input: &Input) -> Vec<Effect> {
        let Some(Over::Options(options)) = &mut self.over else { return Vec::new() };
        let (facts, phrases) = (&self.facts, &self.phrases);
        let drawn = options.clone();
        let spot = |x: u16, y: u16| draw::options::spot_at(&drawn, facts, phrases, x, y);
        match options.update(input, spot) {
            Decided::Nothing => Vec::new(),
            Decided::Back => {
                self.over = None;
                Vec::new()
            }
            // The choices stay until the game has begun: it may turn out that it cannot.
            Decided::Begin(beginning) => {
                let name = self.play.is_none().then(|| options.name().to_owned());
                vec![Effect::Begin { name, beginning }]
            }
        }
    }

    /// Chooses how a shipped game begins.
    fn show_options_of(&mut self, name: &str, level: Option<usize>) {
        let Some(shipped) = shipped_games().iter().find(|it| it.name == name) else { return };
        let Some(game) = open::loaded(shipped.text).game else { return };
        let own = self.phrases.of_shipped(name, "title");
        let title = own.unwrap_or_else(|| game.rules().title.clone());
        let setup = Setup { level, ..Setup::default() };
        let options = Options::new(name, title, &game, &setup);
        self.over = Some(Over::Options(Box::new(options)));
    }

    fn update_levels(&mut self, input: &Input) -> Vec<Effect> {
        let (Some(Over::Levels(levels)), Some(play)) = (&mut self.over, &mut self.play) else {
            return Vec::new();
        };
        let shown = draw::levels::shown(&levels.list, &self.facts);
        let row = |y: u16| draw::levels::item_at(&shown, y);
        let (level, anew) = match levels.list.update(input, shown.len(), row) {
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
            return vec![Effect::GoOn(waiting.number)];
        }
        let Some(level) = level else { return Vec::new() };
        let wishes = play.go_to_level(level, &self.phrases);
        wishes.into_iter().flat_map(|wish| self.grant(wish)).collect()
    }

    fn update_menu(&mut self, input: &Input) -> Vec<Effect> {
        let facts = &self.facts;
        let Some(menu) = &mut self.menu else { return vec![Effect::Leave] };
        let shown = draw::menu::shown(menu, facts);
        let drawn = menu.clone();
        let row = |y: u16| draw::menu::item_at(&drawn, facts, y);
        match menu.update(input, shown.len(), row) {
            Chosen::Nothing => Vec::new(),
            Chosen::Game(name) => vec![Effect::Open { name, anew: false }],
            Chosen::Anew(name) => vec![Effect::Open { name, anew: true }],
            Chosen::Statistics(name) => vec![Effect::Statistics(name)],
            Chosen::Options(name) => {
                let level = menu.next_level();
                self.show_options_of(&name, level);
                vec![Effect::Pairing]
            }
            Chosen::Help => {
                self.over = Some(Over::Page(Page::of(help::of_menu(&self.phrases))));
                Vec::new()
            }
            Chosen::Leave => vec![Effect::Leave],
        }
    }

    fn grant(&mut self, wish: Wish) -> Vec<Effect> {
        let Some(play) = &mut self.play else { return Vec::new() };
        match wish {
            Wish::Keep => return vec![Effect::Keep],
            Wish::Begun | Wish::Painted => return vec![Effect::Begun],
            Wish::History => {
                let title = self.phrases.say("history-title", &[]);
                let lines = history::lines(&play.dialogue.session, &self.phrases);
                let mut page = Page::of_parts(title, [(String::new(), lines)]);
                // The last of it is what is asked for first.
                page.first = page.lines.len().saturating_sub(draw::page_height(&self.facts));
                self.over = Some(Over::Page(page));
            }
            Wish::Back => return vec![Effect::Back],
            Wish::Anew => return vec![Effect::Anew],
            Wish::Other => return vec![Effect::Other],
            Wish::Save => return vec![Effect::Save],
            Wish::Levels => {
                self.over = Some(Over::Levels(Box::new(play.levels(&self.phrases))));
                return vec![Effect::Levels];
            }
            Wish::Options => {
                let session = &play.dialogue.session;
                let title = play.dialogue.teller(&self.phrases).title();
                let name = play.dialogue.opened_from();
                let options = Options::new(name, title, session.game(), session.setup());
                self.over = Some(Over::Options(Box::new(options)));
                return vec![Effect::Pairing];
            }
            Wish::Copy => {
                let id = play.dialogue.id();
                play.dialogue.said =
                    vec![self.phrases.say("id-copied", &[("id", id.as_str().into())])];
                return vec![Effect::Copy(id)];
            }
            Wish::Help => self.over = Some(Over::Page(play.help(&self.phrases))),
            Wish::Trace => match Trace::of(play, &self.phrases) {
                Ok(trace) => self.over = Some(Over::Trace(Box::new(trace))),
                Err(reason) => self.warning = Some(reason),
            },
            Wish::Glyphs => {
                let next = match play.looks.set() {
                    GlyphSet::Ascii => GlyphSet::Unicode,
                    GlyphSet::Unicode => GlyphSet::Wide,
                    GlyphSet::Wide => GlyphSet::Ascii,
                };
                self.change_glyphs(next);
            }
            Wish::Leave => {
                if self.menu.is_none() {
                    return vec![Effect::Leave];
                }
                self.phrases.speak_of(None);
                return vec![Effect::Menu];
            }
        }
        Vec::new()
    }

    /// The next set that this terminal shows right; from the richest one that is the plainest.
    fn change_glyphs(&mut self, wanted: GlyphSet) {
        let Some(play) = &mut self.play else { return };
        let before = play.looks.set();
        self.facts.most = wanted;
        play.look_again(&self.facts);
        if play.looks.set() == before {
            self.facts.most = GlyphSet::Ascii;
            play.look_again(&self.facts);
        }
        let set = play.looks.set();
        self.facts.most = set;
        let name = self.phrases.say(&format!("glyphs-{}", set.name()), &[]);
        play.dialogue.said = vec![self.phrases.say("glyphs-are", &[("set", name.into())])];
    }
}
