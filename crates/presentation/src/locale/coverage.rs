//! Coverage of translations: phrases that a language does not have, for which English stands.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::Entry;
use masume_engine::{Game, shipped_games};
use masume_rules::model::{LayerKind, ValueKind, WordPart};

use super::Locale;
use super::phrases::{ENGLISH, GAMES, JAPANESE};
use crate::speech::words_id;

/// Phrases that this language does not have, each with the file that should: English stands for
/// them, or the game's own words.
pub fn missing(locale: Locale) -> Vec<String> {
    let (tag, interface) = match locale {
        Locale::English => return Vec::new(),
        Locale::Japanese => (locale.tag(), JAPANESE),
    };
    let known = names(interface);
    let english = names(ENGLISH).into_iter().filter(|id| !known.contains(id));
    let mut found: Vec<String> = english.map(|id| format!("locale/{tag}.ftl: {id}")).collect();
    for shipped in shipped_games() {
        let translated =
            GAMES.iter().find(|(language, name, _)| *language == tag && *name == shipped.name);
        let known = translated.map(|(.., text)| names(text)).unwrap_or_default();
        let said = Game::load(shipped.text).game.map(|game| said_by(&game)).unwrap_or_default();
        let absent = said.into_keys().filter(|id| !known.contains(id));
        found.extend(absent.map(|id| format!("games/locale/{tag}/{}.ftl: {id}", shipped.name)));
    }
    found
}

/// Names of the messages of a file.
pub(super) fn names(text: &str) -> BTreeSet<String> {
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(read, _)| read);
    let name = |entry: &Entry<&str>| match entry {
        Entry::Message(message) => Some(message.id.name.to_owned()),
        Entry::Term(_)
        | Entry::Comment(_)
        | Entry::GroupComment(_)
        | Entry::ResourceComment(_)
        | Entry::Junk { .. } => None,
    };
    resource.entries().filter_map(name).collect()
}

/// Sentences of a game by the names that a translation uses, with the number of values that each is
/// told.
///
/// ```
/// use masume_engine::{Game, shipped_games};
/// use masume_presentation::locale::said_by;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let said = said_by(&game);
/// assert_eq!(said["title"], 0);
/// assert!(said.contains_key("piece-nought") && said.contains_key("action-place"));
/// ```
pub fn said_by(game: &Game) -> BTreeMap<String, usize> {
    let rules = game.rules();
    let mut said = BTreeMap::new();
    let mut add = |id: String, numbers: usize| {
        said.insert(id, numbers);
    };
    add("title".to_owned(), 0);
    add("about".to_owned(), 0);
    for player in rules.players.iter().filter(|player| !player.name.is_empty()) {
        add(format!("player-{}", player.name), 0);
    }
    for action in &rules.actions {
        add(format!("action-{}", action.name), 0);
    }
    for layer in &rules.layers {
        match &layer.kind {
            LayerKind::Pieces(pieces) => {
                for piece in pieces {
                    add(format!("piece-{}", piece.name), 0);
                }
            }
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                add(format!("layer-{}", layer.name), 0);
            }
        }
    }
    for value in rules.values.iter().filter(|value| value.kind == ValueKind::Declared) {
        add(format!("value-{}", value.name), 0);
    }
    for (occasion, sayings) in &rules.words.occasions {
        for (index, saying) in sayings.iter().enumerate() {
            let is_number = |part: &&WordPart| matches!(part, WordPart::Number(_));
            let numbers = saying.parts.iter().filter(is_number).count();
            // What says nothing says it in every language.
            if !saying.parts.is_empty() {
                add(words_id(occasion, index), numbers);
            }
        }
    }
    for (index, level) in rules.levels.iter().enumerate() {
        if !level.title.is_empty() {
            add(format!("level-{}", index + 1), 0);
        }
    }
    for option in &rules.options {
        add(format!("option-{}", option.name), 0);
    }
    if !rules.prose.is_empty() {
        add("rules".to_owned(), 0);
    }
    if !rules.help.is_empty() {
        add("help".to_owned(), 0);
    }
    said
}
