//! Pages of text beside a game.

use masume_presentation::dialogue::help::{self, Help};
use masume_presentation::speech::history;
use masume_presentation::statistics::{self, GameRecord};
use masume_presentation::text::telling::Telling;

use super::{Service, playing};
use crate::protocol::{PageName, PageView, Refusal};

impl Service {
    /// A page of text.
    pub(super) fn page(&mut self, page: PageName) -> Result<PageView, Refusal> {
        match page {
            PageName::Help => Ok(of_help(match &self.play {
                Some(play) => play.help(&self.phrases),
                None => help::of_menu(&self.phrases),
            })),
            PageName::Levels => self.levels_page(),
            PageName::History => {
                let dialogue = &playing(&mut self.play, &self.phrases)?.dialogue;
                let lines = history::lines(dialogue.teller(&self.phrases));
                Ok(PageView { title: self.phrases.say("history-title", &[]), lines })
            }
            PageName::Statistics => Ok(self.statistics_page()),
            PageName::About => Ok(self.about_page()),
        }
    }

    fn levels_page(&mut self) -> Result<PageView, Refusal> {
        let (title, phrases) = (self.phrases.say("levels-title", &[]), &self.phrases);
        let dialogue = &playing(&mut self.play, phrases)?.dialogue;
        let mut lines = String::new();
        Telling { dialogue, phrases, is_quiet: false, by_keys: false }.show_levels(&mut lines);
        Ok(PageView { title, lines: lines.lines().map(str::to_owned).collect() })
    }

    /// Counts of the game being played, then of all.
    fn statistics_page(&self) -> PageView {
        let (keeper, phrases) = (self.host.keeper(), &self.phrases);
        let mut lines = Vec::new();
        if let Some(play) = &self.play {
            let (source, edition) = (self.host.source(), play.dialogue.session.edition());
            let record = GameRecord::of(source, edition, keeper, phrases);
            lines.push(record.title().to_owned());
            lines.extend(record.lines(phrases));
            lines.push(String::new());
        }
        lines.push(phrases.say("stats-all", &[]));
        lines.extend(statistics::table(&statistics::all(keeper, phrases), phrases));
        PageView { title: phrases.say("stats-title", &[]), lines }
    }

    /// Facts about the game being played, and about the program.
    fn about_page(&self) -> PageView {
        let phrases = &self.phrases;
        let mut lines = Vec::new();
        if let Some(play) = &self.play {
            let teller = play.dialogue.teller(phrases);
            lines.extend([teller.title(), teller.about(), play.dialogue.id(), String::new()]);
        }
        let version = [("version", env!("CARGO_PKG_VERSION").into())];
        lines.push(phrases.say("about-program", &version));
        lines.push(phrases.say("about-licence", &[]));
        PageView { title: phrases.say("about-title", &[]), lines }
    }
}

/// Help as a page.
pub(super) fn of_help(help: Help) -> PageView {
    let lines = help.sections.into_iter().flat_map(|section| {
        section.heading.into_iter().chain(section.lines).chain([String::new()])
    });
    PageView { title: help.title, lines: lines.collect() }
}
