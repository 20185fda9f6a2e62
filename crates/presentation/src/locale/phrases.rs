//! Phrases of one language, and what a game says in it.

// A duration is no clock: it is told.
use core::time::Duration;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::{LanguageIdentifier, langid};

use super::Locale;
use super::coverage::names;

/// The interface in each language.
pub(super) const ENGLISH: &str = include_str!("../../locale/en.ftl");
pub(super) const JAPANESE: &str = include_str!("../../locale/ja.ftl");
/// Phrases for what crates below say in English, in other languages.
const JAPANESE_ERRORS: &str = include_str!("../../locale/errors/ja.ftl");

/// Language, game and text of every translation of a shipped game.
pub(super) const GAMES: &[(&str, &str, &str)] =
    include!(concat!(env!("OUT_DIR"), "/game_phrases.rs"));

/// Value that a phrase is told: a number, of which the language may make a plural, or words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A count.
    Number(i64),
    /// Put in as it is.
    Text(String),
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Phrases of one language.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
///
/// let english = Phrases::new(Locale::English);
/// let values = [("top", "box".into()), ("below", "goal".into())];
/// assert_eq!(english.say("on", &values), "box on goal");
/// ```
pub struct Phrases {
    locale: Locale,
    interface: FluentBundle<FluentResource>,
    /// The interface in English, for what this language does not say.
    english: OnceLock<FluentBundle<FluentResource>>,
    /// Phrases for what crates below say in English, where this is another language.
    errors: Option<FluentBundle<FluentResource>>,
    /// Of the game being spoken of.
    game: Option<FluentBundle<FluentResource>>,
}

impl fmt::Debug for Phrases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Phrases").field("locale", &self.locale).finish_non_exhaustive()
    }
}

impl Phrases {
    /// The interface's phrases.
    pub fn new(locale: Locale) -> Self {
        let (text, errors) = match locale {
            Locale::English => (ENGLISH, None),
            Locale::Japanese => (JAPANESE, Some(JAPANESE_ERRORS)),
        };
        let errors = errors.map(|text| bundle(locale, text));
        Self { errors, ..Self::of_text(locale, text) }
    }

    /// Phrases of a file of one's own, such as the help of a command line.
    ///
    /// ```
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// let phrases = Phrases::of_text(Locale::English, "greeting = hello, { $name }\n");
    /// assert_eq!(phrases.say("greeting", &[("name", "Ann".into())]), "hello, Ann");
    /// ```
    pub fn of_text(locale: Locale, text: &str) -> Self {
        let english = OnceLock::new();
        Self { locale, interface: bundle(locale, text), english, errors: None, game: None }
    }

    /// The language.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// The phrase, where there is one of this name.
    ///
    /// ```
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// let phrases = Phrases::new(Locale::English);
    /// assert_eq!(phrases.find("key-escape", &[]), Some("Esc".to_owned()));
    /// assert_eq!(phrases.find("no-phrase-has-this-name", &[]), None);
    /// ```
    pub fn find(&self, id: &str, values: &[(&str, Value)]) -> Option<String> {
        said(&self.interface, id, values)
    }

    /// From here on, [`Phrases::game_says`] is about the shipped game of this name; `None` for a
    /// game that is no shipped one.
    ///
    /// ```
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// let mut phrases = Phrases::new(Locale::Japanese);
    /// assert_eq!(phrases.game_says("title", &[]), None);
    /// phrases.speak_of(Some("tic-tac-toe"));
    /// assert_eq!(phrases.game_says("title", &[]), Some("三目並べ".to_owned()));
    /// ```
    pub fn speak_of(&mut self, game: Option<&str>) {
        self.game = game.and_then(|name| self.of_game(name));
    }

    /// The interface's phrase, in English where the language does not have it. One that is missing
    /// there too is its own name; a test finds those.
    pub fn say(&self, id: &str, values: &[(&str, Value)]) -> String {
        // A language without gaps never reads the other file.
        let english = || self.english.get_or_init(|| bundle(Locale::English, ENGLISH));
        let in_english = || said(english(), id, values);
        let found = said(&self.interface, id, values).or_else(in_english);
        found.unwrap_or_else(|| id.to_owned())
    }

    /// The interface's phrases whose names begin in one of these ways; a value that a phrase is to be
    /// told stands there as its name, such as `{$count}`.
    ///
    /// ```
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// let phrases = Phrases::new(Locale::English).beginning(&["key-pa"]);
    /// let found: Vec<(&str, &str)> = phrases.iter().map(|(id, it)| (id.as_str(), it.as_str())).collect();
    /// assert_eq!(found, [("key-page-down", "PgDn"), ("key-page-up", "PgUp")]);
    /// ```
    pub fn beginning(&self, beginnings: &[&str]) -> BTreeMap<String, String> {
        let is_wanted = |id: &String| beginnings.iter().any(|it| id.starts_with(it));
        let names = names(ENGLISH).into_iter().filter(is_wanted);
        names.map(|id| (id.clone(), self.say(&id, &[]))).collect()
    }

    /// Time since something, in words.
    ///
    /// ```
    /// use core::time::Duration;
    ///
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// let phrases = Phrases::new(Locale::English);
    /// assert_eq!(phrases.ago(Duration::from_secs(30)), "just now");
    /// assert_eq!(phrases.ago(Duration::from_secs(60)), "a minute ago");
    /// assert_eq!(phrases.ago(Duration::from_secs(2 * 60 * 60)), "2 hours ago");
    /// ```
    pub fn ago(&self, ago: Duration) -> String {
        let minutes = ago.as_secs() / 60;
        let (id, count) = match (minutes / (24 * 60), minutes / 60, minutes) {
            (0, 0, 0) => return self.say("ago-now", &[]),
            (0, 0, minutes) => ("ago-minutes", minutes),
            (0, hours, _) => ("ago-hours", hours),
            (days, ..) => ("ago-days", days),
        };
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.say(id, &[("count", count.into())])
    }

    /// Phrase for an error of a crate below; `None` in English, where its own words stand.
    ///
    /// ```
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// assert_eq!(Phrases::new(Locale::English).error_says("event-game-over", &[]), None);
    /// assert!(Phrases::new(Locale::Japanese).error_says("event-game-over", &[]).is_some());
    /// ```
    pub fn error_says(&self, id: &str, values: &[(&str, Value)]) -> Option<String> {
        said(self.errors.as_ref()?, id, values)
    }

    /// Phrase of the game in this language; `None` where it has no translation.
    pub fn game_says(&self, id: &str, values: &[(&str, Value)]) -> Option<String> {
        said(self.game.as_ref()?, id, values)
    }

    /// A phrase of any shipped game, such as its title in the menu.
    ///
    /// ```
    /// use masume_presentation::locale::{Locale, Phrases};
    ///
    /// let title = Phrases::new(Locale::Japanese).of_shipped("tic-tac-toe", "title");
    /// assert_eq!(title, Some("三目並べ".to_owned()));
    /// assert_eq!(Phrases::new(Locale::English).of_shipped("tic-tac-toe", "title"), None);
    /// ```
    pub fn of_shipped(&self, game: &str, id: &str) -> Option<String> {
        said(&self.of_game(game)?, id, &[])
    }

    fn of_game(&self, game: &str) -> Option<FluentBundle<FluentResource>> {
        let tag = self.locale.tag();
        let found = GAMES.iter().find(|(language, name, _)| *language == tag && *name == game);
        found.map(|(_, _, text)| bundle(self.locale, text))
    }
}

fn bundle(locale: Locale, text: &str) -> FluentBundle<FluentResource> {
    let language: LanguageIdentifier = match locale {
        Locale::English => langid!("en"),
        Locale::Japanese => langid!("ja"),
    };
    // A test looks for mistakes in the files: what is left out here is missing there.
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(read, _)| read);
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // Marks for text of another direction would be shown as boxes by many terminals.
    bundle.set_use_isolating(false);
    let _ = bundle.add_resource(resource);
    bundle
}

fn said(
    bundle: &FluentBundle<FluentResource>,
    id: &str,
    values: &[(&str, Value)],
) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    let mut arguments = FluentArgs::new();
    for (name, value) in values {
        arguments.set(
            *name,
            match value {
                Value::Number(number) => FluentValue::from(*number),
                // A count that was written with its separators: one is one in every language.
                Value::Text(text) if text == "1" => FluentValue::from(1),
                Value::Text(text) => FluentValue::from(text.as_str()),
            },
        );
    }
    let mut errors = Vec::new();
    Some(bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned())
}
