//! Everything that is on the screen, as a value.
//!
//! There is no terminal, file or clock in here: tests feed it with inputs ([`App::update`]), have
//! its requests done ([`App::perform`]), and look at what [`draw`](super::draw::draw) makes of it.

use masume_presentation::analysis::Task;
use masume_presentation::dialogue::Command;
use masume_presentation::locale::Phrases;
use masume_presentation::menu::list::Menu;
use masume_presentation::menu::options::Options;
use masume_presentation::play::{Levels, Play};
use masume_presentation::trace::Trace;
use masume_service::Host;
use masume_session::Meaning;

use super::facts::Facts;
use super::page::Page;

/// View that lies over the game.
#[derive(Debug)]
pub(crate) enum Over {
    /// Text to read.
    Page(Page),
    /// Trace of the last action.
    Trace(Box<Trace>),
    /// Options of a game that is to begin.
    Options(Box<Options>),
    /// The levels, of which one is chosen.
    Levels(Box<Levels>),
}

/// A game's file that is being written, and is not right yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// The file.
    pub(crate) path: String,
    /// Errors in it, as lines with their place.
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
    /// View that lies over the game.
    pub(crate) over: Option<Over>,
    /// Warning about what went wrong around the game, such as a disk that is full; shown until the
    /// next key.
    pub(crate) warning: Option<String>,
    /// True if what is played is kept.
    pub(crate) is_kept: bool,
    /// Moment at which the player stopped rules that what is drawn asked for.
    pub(crate) stopped_at: Option<(usize, usize)>,
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

    /// True if something moves by itself, so that ticks are wanted.
    pub(crate) fn is_moving(&self) -> bool {
        self.over.is_none() && self.play.as_ref().is_some_and(|play| play.is_moving())
    }

    /// Task that the game being played wants thought about.
    pub(crate) fn task(&self) -> Option<Task<'_>> {
        self.play.as_ref()?.task()
    }

    /// True if the player waits for what is thought about.
    pub(crate) fn awaits_analysis(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.dialogue.awaits_analysis())
    }

    /// Works out what drawing is going to ask of the rules, so that drawing itself runs none. What
    /// the player has stopped is not begun again before the game is in another state.
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

    /// True if this key leaves the game, and is not the game's own.
    pub(crate) fn is_left_by(&self, key: &str) -> bool {
        let leaves = Meaning::Command(Command::Leave);
        key == "q"
            && self.play.as_ref().is_none_or(|it| it.dialogue.keys.meaning(key) == Some(&leaves))
    }

    /// Shows a game.
    pub(crate) fn open(&mut self, play: Play) {
        (self.over, self.waiting) = (None, None);
        self.play = Some(Box::new(play));
    }
}
