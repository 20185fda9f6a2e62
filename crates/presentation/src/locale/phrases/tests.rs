//! Nothing is missing in any language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use masume_engine::{Game, shipped_games};
use masume_rules::model::{LayerKind, ValueKind, WordPart};
use unicode_width::UnicodeWidthStr as _;

use super::*;
use crate::speech::words_id;

/// The messages of a Fluent file, each with the names of the values that it is told.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let is_head = line.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if let Some((id, _)) = line.split_once(" =").filter(|_| is_head) {
            id.clone_into(&mut last);
            assert!(!found.contains_key(id), "{id} is said twice");
        }
        let names = line.split('$').skip(1).map(|rest| {
            rest.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '-').collect()
        });
        if !last.is_empty() {
            found.entry(last.clone()).or_default().extend(names);
        }
    }
    found
}

#[test]
fn every_file_is_free_of_mistakes() {
    let interface = [("en", "", ENGLISH), ("ja", "", JAPANESE), ("ja", "errors", JAPANESE_ERRORS)];
    for (language, game, text) in interface.iter().chain(GAMES) {
        let read = FluentResource::try_new((*text).to_owned());
        let mistakes = read.err().map(|(_, mistakes)| mistakes);
        assert_eq!(mistakes, None, "{language} {game}");
    }
}

#[test]
fn both_languages_say_the_same_things() {
    assert_eq!(messages(ENGLISH), messages(JAPANESE));
}

/// Every source file of this crate but those of tests.
fn sources() -> Vec<String> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|it| it == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn whatever_is_asked_for_is_there_and_whatever_is_there_is_asked_for() {
    let known = messages(ENGLISH);
    let sources = sources();
    let mut asked = BTreeSet::new();
    for source in &sources {
        for part in source.split("say(\"").skip(1) {
            asked.insert(part.split('"').next().unwrap_or_default().to_owned());
        }
    }
    let missing: Vec<&String> = asked.iter().filter(|id| !known.contains_key(*id)).collect();
    assert_eq!(missing, Vec::<&String>::new());
    // Some names are put together, and some stand in tables: for those the text is enough.
    let families = [
        "direction-",
        "key-",
        "glyphs-",
        "value-",
        "group-",
        "playout-",
        "solve-limit-",
        "agent-needs-",
        "agent-does-",
        "agent-because-",
        "fact-kind-",
        "fact-because-",
    ];
    let is_used = |id: &String| {
        asked.contains(id)
            || families.iter().any(|family| id.starts_with(family))
            || sources.iter().any(|source| source.contains(&format!("\"{id}\"")))
    };
    let unused: Vec<&String> = known.keys().filter(|id| !is_used(id)).collect();
    assert_eq!(unused, Vec::<&String>::new());
}

#[test]
fn every_phrase_of_an_error_is_asked_for() {
    let sources = sources();
    let is_used = |id: &&String| sources.iter().any(|source| source.contains(&format!("\"{id}\"")));
    let known = messages(JAPANESE_ERRORS);
    let unused: Vec<&String> = known.keys().filter(|id| !is_used(id)).collect();
    assert_eq!(unused, Vec::<&String>::new());
}

/// What a game says, by the names that its translation uses, with how many numbers it is told.
fn said_by(game: &Game) -> BTreeMap<String, usize> {
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

#[test]
fn every_shipped_game_speaks_japanese() {
    for shipped in shipped_games() {
        let game = Game::load(shipped.text).game.expect(shipped.name);
        let text =
            GAMES.iter().find(|(language, name, _)| *language == "ja" && *name == shipped.name);
        let Some((_, _, text)) = text else { panic!("{} is not translated", shipped.name) };
        let translated = messages(text);
        for (id, numbers) in said_by(&game) {
            let Some(told) = translated.get(&id) else { panic!("{}: no {id}", shipped.name) };
            let expected: BTreeSet<String> = (1..=numbers).map(|it| format!("n{it}")).collect();
            assert!(told.is_subset(&expected), "{}: {id} has {numbers} numbers", shipped.name);
        }
        let said = said_by(&game);
        // A game may have its own words for what every game has.
        let is_known = |id: &&String| {
            said.contains_key(*id) || ["value-score", "value-stage"].contains(&id.as_str())
        };
        let unknown: Vec<&String> = translated.keys().filter(|id| !is_known(id)).collect();
        assert_eq!(unknown, Vec::<&String>::new(), "{}", shipped.name);
    }
}

#[test]
fn translations_belong_to_shipped_games() {
    for (_, name, _) in GAMES {
        assert!(shipped_games().iter().any(|game| game.name == *name), "{name}");
    }
}

#[test]
fn numbers_have_plurals_and_words_go_in_as_they_are() {
    let english = Phrases::new(Locale::English);
    let said = |count: i64| english.say("actions-done", &[("count", count.into())]);
    assert_eq!([said(0), said(1), said(2)], ["nothing done yet", "1 action", "2 actions"]);
    let odd = "{ $x } \u{202e} \"";
    assert_eq!(english.say("is-empty", &[("cell", odd.into())]), format!("{odd} is empty"));
    let mut japanese = Phrases::new(Locale::Japanese);
    assert_eq!(japanese.game_says("title", &[]), None);
    let first = shipped_games()[0].name;
    japanese.speak_of(Some(first));
    assert!(japanese.game_says("title", &[]).is_some());
    let unknown = "no such phrase".to_owned();
    assert_eq!(english.say(&unknown, &[]), unknown);
}

/// Terminal columns: a wide character takes two.
fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.width()).max().unwrap_or_default()
}

#[test]
fn the_rules_of_every_shipped_game_are_a_few_lines_in_both_languages() {
    for shipped in shipped_games() {
        let name = shipped.name;
        let english = Game::load(shipped.text).game.expect(name).rules().prose.clone();
        let phrases = Phrases::new(Locale::Japanese);
        let japanese = phrases.of_shipped(name, "rules").expect(name);
        let japanese: Vec<String> = japanese.lines().map(str::to_owned).collect();
        for lines in [&english, &japanese] {
            assert!((5..=14).contains(&lines.len()), "{name} has {} lines", lines.len());
            assert!(widest(lines) <= 66, "{name}: {lines:#?}");
        }
        let pictures = |lines: &[String]| -> Vec<String> {
            lines.iter().filter(|line| line.starts_with("  ")).cloned().collect()
        };
        assert!(!pictures(&english).is_empty(), "{name} has no picture");
        assert_eq!(pictures(&japanese), pictures(&english), "{name}");
    }
}
