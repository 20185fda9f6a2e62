//! Requests of the screen done by the host, and its events taken up.

use std::collections::BTreeMap;

use masume_presentation::dialogue::Dialogue;
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::play::Play;
use masume_presentation::request::Request;
use masume_service::{Event, Surroundings};
use masume_store::LevelRecord;

use super::app::{App, Over};
use super::draw;
use super::page::Page;

/// An event that concerns what is around the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outward {
    /// The end of everything.
    End,
    /// The program is suspended, and goes on in the foreground.
    Suspend,
    /// This text is for the clipboard.
    Copy(String),
    /// This text is for a file of the game of this name.
    Save {
        /// The name of the game.
        name: String,
        /// The text.
        text: String,
    },
}

impl App {
    /// Has the host do what is asked, and takes up what came of it; gives the events that concern
    /// what is around the screen: files, the clipboard, the end.
    pub(crate) fn perform(&mut self, request: Request, surroundings: Surroundings) -> Vec<Outward> {
        self.host.set_surroundings(surroundings);
        let dialogue = self.play.as_mut().map(|play| &mut play.dialogue);
        let events = self.host.perform(request, dialogue, &mut self.phrases);
        self.is_kept = !self.host.keeper().is_failing();
        events.into_iter().filter_map(|event| self.take_up(event)).collect()
    }

    /// Goes to where the player has come.
    pub(crate) fn offer_what_waits(&mut self) {
        let Some(play) = &mut self.play else { return };
        let events = self.host.offer_what_waits(&mut play.dialogue, &self.phrases);
        for event in events {
            self.take_up(event);
        }
        self.tell_trouble();
    }

    /// Takes up the game that is played first; `source` is what it is opened from.
    pub(crate) fn begin(&mut self, source: &str) {
        if let Some(play) = &mut self.play {
            self.host.begin(source, &mut play.dialogue);
        }
        self.tell_trouble();
    }

    /// Shows what went wrong around the game.
    pub(crate) fn tell_trouble(&mut self) {
        if let Some(trouble) = self.host.trouble(&self.phrases) {
            self.warning = Some(trouble);
        }
        self.is_kept = !self.host.keeper().is_failing();
    }

    /// The last that is done: what was reached is kept.
    pub(crate) fn leave(&mut self, surroundings: Surroundings) {
        self.host.set_surroundings(surroundings);
        if let Some(play) = &self.play {
            self.host.leave(&play.dialogue.session);
        }
    }

    /// Shows an event, unless it concerns what is around the screen.
    fn take_up(&mut self, event: Event) -> Option<Outward> {
        match event {
            // What is drawn shows them.
            Event::Kept | Event::Painted => {}
            Event::Begun => {
                if let Some(play) = &mut self.play {
                    play.look_from_the_start();
                }
            }
            Event::Opened(dialogue) => self.open_dialogue(*dialogue),
            Event::Menu(menu) => {
                self.play = None;
                self.menu = Some(menu);
            }
            Event::Options(options) => self.over = Some(Over::Options(options)),
            Event::Refused(reason) => {
                if let Some(Over::Options(options)) = &mut self.over {
                    options.trouble = Some(reason);
                }
            }
            Event::Levels(records) => self.show_levels(records),
            Event::History(lines) => self.show_history(lines),
            Event::Help => {
                if let Some(play) = &self.play {
                    self.over = Some(Over::Page(Page::of(play.help(&self.phrases))));
                }
            }
            Event::MenuHelp(help) => self.over = Some(Over::Page(Page::of(help))),
            Event::Trace(trace) => self.over = Some(Over::Trace(trace)),
            Event::Statistics { title, parts } => {
                self.over = Some(Over::Page(Page::of_parts(title, parts)));
            }
            Event::Copied(id) => {
                let said = self.phrases.say("id-copied", &[("id", id.as_str().into())]);
                self.say(said);
                return Some(Outward::Copy(id));
            }
            Event::Glyphs => self.change_glyphs(),
            Event::Trouble(trouble) => self.warning = Some(trouble),
            Event::Save { name, text } => return Some(Outward::Save { name, text }),
            Event::Ended => return Some(Outward::End),
            Event::Suspended => return Some(Outward::Suspend),
        }
        None
    }

    /// Says a sentence of the game being played.
    pub(crate) fn say(&mut self, said: String) {
        if let Some(play) = &mut self.play {
            play.dialogue.said = vec![said];
        }
    }

    fn open_dialogue(&mut self, dialogue: Dialogue) {
        self.warning = None;
        self.open(Play::of(dialogue, &self.facts.abilities()));
    }

    fn show_levels(&mut self, records: BTreeMap<usize, LevelRecord>) {
        let Some(play) = &self.play else { return };
        let mut levels = play.levels(&self.phrases);
        levels.tell(records, &self.phrases);
        self.over = Some(Over::Levels(Box::new(levels)));
    }

    fn show_history(&mut self, lines: Vec<String>) {
        let title = self.phrases.say("history-title", &[]);
        let mut page = Page::of_parts(title, [(String::new(), lines)]);
        // The last of it is what is asked for first.
        page.first = page.lines.len().saturating_sub(draw::text::page_height(&self.facts));
        self.over = Some(Over::Page(page));
    }

    /// The next set that this terminal shows right; from the richest one that is the plainest.
    fn change_glyphs(&mut self) {
        let Some(play) = &mut self.play else { return };
        let before = play.looks.set();
        self.facts.most = match before {
            GlyphSet::Ascii => GlyphSet::Unicode,
            GlyphSet::Unicode => GlyphSet::Wide,
            GlyphSet::Wide => GlyphSet::Ascii,
        };
        play.look_again(&self.facts.abilities());
        if play.looks.set() == before {
            self.facts.most = GlyphSet::Ascii;
            play.look_again(&self.facts.abilities());
        }
        let set = play.looks.set();
        self.facts.most = set;
        let name = self.phrases.say(&format!("glyphs-{}", set.name()), &[]);
        let said = self.phrases.say("glyphs-are", &[("set", name.into())]);
        self.say(said);
    }
}
