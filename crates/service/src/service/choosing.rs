//! Questions `menu`, `options`, `phrases` and `language`: choices before a game.

use masume_engine::{Game, Setup, ShippedGame, StopToken, shipped_games};
use masume_presentation::diagnostic::Source;
use masume_presentation::locale::{Locale, Phrases};
use masume_presentation::menu::list::{Item, Menu, Row};
use masume_presentation::menu::options::{self, Options};
use masume_presentation::picture::widths::Widths;
use masume_presentation::play::Play;
use masume_presentation::view::View;
use masume_session::{Edition, Session};

use super::playing::abilities;
use super::{Service, playing};
use crate::protocol::{
    Answer, ChoiceSort, ChoiceValueView, ChoiceView, LanguageView, MenuGame, MenuGroup, MenuView,
    Refusal, SeenGame, SetupView,
};
use crate::shipped_game;

/// Beginnings of the names of phrases that a face may say by itself.
const PHRASES: [&str; 12] = [
    "page-",
    "command-",
    "hint-",
    "menu-",
    "options-",
    "levels-",
    "history-",
    "help-",
    "stats-",
    "direction-",
    "key-",
    "not-utf8",
];

/// Actions after which a game without levels is shown in the menu: an empty board is no picture.
const PREVIEWED: usize = 12;

impl Service {
    /// The menu of the shipped games; with a board of each, where that is wanted.
    pub(super) fn menu(&mut self, with_previews: bool) -> Answer {
        let menu = self.host.menu(&self.phrases);
        if with_previews && self.previews.is_empty() {
            let preview = |shipped: &ShippedGame| {
                let seen = preview(shipped, &self.stop)?;
                Some((shipped.name, Box::new(seen)))
            };
            self.previews = shipped_games().iter().filter_map(preview).collect();
        }
        let game = |item: &Item| MenuGame {
            name: item.name.clone(),
            title: item.title.clone(),
            about: item.about.clone(),
            progress: item.progress.clone(),
            levels: item.levels,
            done: item.solved,
            level: item.level,
            setups: item.presets.iter().cloned().map(setup).collect(),
            waiting: item.is_begun,
            preview: self.previews.get(item.name.as_str()).filter(|_| with_previews).cloned(),
        };
        Answer::Menu(MenuView { groups: groups(&menu, game), languages: languages() })
    }

    /// Phrases that a face may say by itself, by their names.
    pub(super) fn told_phrases(&self) -> Answer {
        Answer::Phrases(self.phrases.beginning(&PHRASES))
    }

    /// Speaks another language from here on.
    pub(super) fn speak(&mut self, tag: &str) -> Result<Option<Answer>, Refusal> {
        self.phrases = Phrases::new(self.locale(tag)?);
        let Some(play) = &self.play else { return Ok(Some(Answer::Done(true))) };
        let shipped = shipped_game(play.dialogue.session.edition().name());
        let shipped = shipped.filter(|it| it.text == play.dialogue.source.text);
        self.phrases.speak_of(shipped.map(|it| it.name));
        Ok(None)
    }

    /// The language of this tag.
    pub(super) fn locale(&self, tag: &str) -> Result<Locale, Refusal> {
        let locale = Locale::ALL.into_iter().find(|it| it.tag() == tag);
        let values = [("language", tag.into())];
        locale.ok_or_else(|| Refusal::of(self.phrases.say("serve-no-language", &values)))
    }

    /// Choices of how the game being played may begin anew.
    pub(super) fn options(&mut self) -> Result<Answer, Refusal> {
        let phrases = &self.phrases;
        let dialogue = &playing(&mut self.play, phrases)?.dialogue;
        let session = &dialogue.session;
        let title = dialogue.teller(phrases).title();
        let options = Options::new(dialogue.opened_from(), title, session.game(), session.setup());
        let choices = options.choices(session.seats(), phrases);
        Ok(Answer::Options(choices.into_iter().map(choice).collect()))
    }
}

/// The groups of a menu, without those that are empty.
fn groups(menu: &Menu, game: impl Fn(&Item) -> MenuGame) -> Vec<MenuGroup> {
    let mut groups: Vec<MenuGroup> = Vec::new();
    for row in menu.rows() {
        match row {
            Row::Heading(group) => {
                let title = menu.heading(*group).to_owned();
                groups.push(MenuGroup { title, games: Vec::new() });
            }
            Row::Item(index) => {
                if groups.is_empty() {
                    groups.push(MenuGroup { title: String::new(), games: Vec::new() });
                }
                let item = menu.items().get(*index);
                if let (Some(item), Some(last)) = (item, groups.last_mut()) {
                    last.games.push(game(item));
                }
            }
        }
    }
    groups
}

fn setup((id, title): (String, String)) -> SetupView {
    SetupView { id, title }
}

/// The languages, each by its own name.
fn languages() -> Vec<LanguageView> {
    let language = |locale: Locale| LanguageView {
        tag: locale.tag().to_owned(),
        title: Phrases::new(locale).say("language-name", &[]),
    };
    Locale::ALL.map(language).to_vec()
}

fn choice(choice: options::Choice) -> ChoiceView {
    let options::Choice { name, label, kind, value, values, range } = choice;
    let value_of = |options::ChoiceValue { value, title }| ChoiceValueView { value, title };
    let kind = match kind {
        options::ChoiceKind::Choice => ChoiceSort::Choice,
        options::ChoiceKind::Number => ChoiceSort::Number,
        options::ChoiceKind::Size => ChoiceSort::Size,
        options::ChoiceKind::Level => ChoiceSort::Level,
        options::ChoiceKind::Seed => ChoiceSort::Seed,
        options::ChoiceKind::Opponent => ChoiceSort::Opponent,
    };
    let values: Vec<ChoiceValueView> = values.into_iter().map(value_of).collect();
    ChoiceView {
        name,
        label,
        kind,
        value,
        values: Some(values).filter(|it| !it.is_empty()),
        range: Some(range).filter(|it| !it.is_empty()),
    }
}

/// A board of a game, for the menu: the first level, or a position that the same actions always
/// lead to. `None` for a game that cannot be begun.
fn preview(shipped: &ShippedGame, stop: &StopToken) -> Option<SeenGame> {
    // No solver: a deal is shown here, not played.
    let game = Game::load(shipped.text).game?.with_stop(stop.clone());
    let edition = Edition::new(shipped.name, shipped.text, game);
    let setup = Setup { seed: 1, ..Setup::default() };
    let mut session = Session::new(edition, setup).ok()?;
    if session.game().level_count() == 0 {
        play_some(&mut session);
    }
    let source = Source { path: shipped.name.to_owned(), text: shipped.text.to_owned() };
    let widths = Widths::of_rules(session.game().rules());
    let phrases = Phrases::new(Locale::English);
    let mut play = Play::new(session, source, &abilities(&widths), &phrases);
    play.dialogue.selection.clear();
    Some(View::of(&play, &phrases).into_picture().into())
}

/// Does some actions, but none that ends the game.
fn play_some(session: &mut Session) {
    for ply in 0..PREVIEWED {
        let legal = session.legal_actions().unwrap_or_default();
        // Far from each other, and not in a row.
        let Some(index) = (ply * 7_919 + 17).checked_rem(legal.len()) else { return };
        let mut next = session.clone();
        let is_done = next.act(legal[index]).is_ok();
        if !is_done || next.outcome().is_some() {
            return;
        }
        *session = next;
    }
}
