//! Phrase files: free of mistakes, and each phrase is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;
use masume_engine::{Game, shipped_games};
use masume_presentation::locale::{Locale, Phrases, said_by};
use unicode_width::UnicodeWidthStr as _;

/// A path below the folder of all crates.
fn crates(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The text of a phrase file of this crate.
fn text(name: &str) -> String {
    fs::read_to_string(crates("presentation/locale").join(name)).unwrap()
}

/// Files below a folder that end so.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push(path);
        }
    }
}

/// The translation of a shipped game into Japanese, where there is one.
fn of_game(name: &str) -> Option<String> {
    fs::read_to_string(crates(&format!("../games/locale/ja/{name}.ftl"))).ok()
}

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
    let mut paths = Vec::new();
    for folder in ["presentation/locale", "masume/locale", "../games/locale"] {
        files(&crates(folder), "ftl", &mut paths);
    }
    assert!(paths.len() > 20, "files are where this test looks");
    for path in paths {
        let read = FluentResource::try_new(fs::read_to_string(&path).unwrap());
        let mistakes = read.err().map(|(_, mistakes)| mistakes);
        assert_eq!(mistakes, None, "{}", path.display());
    }
}

#[test]
fn a_translation_says_nothing_that_english_does_not() {
    let english = messages(&text("en.ftl"));
    for (id, values) in messages(&text("ja.ftl")) {
        let known = english.get(&id).unwrap_or_else(|| panic!("{id} is not in English"));
        assert!(values.is_subset(known), "{id}: {values:?} of {known:?}");
    }
}

#[test]
fn what_a_language_does_not_say_is_said_in_english() {
    let nothing = Phrases::of_text(Locale::Japanese, "");
    let english = Phrases::new(Locale::English);
    assert_eq!(nothing.say("welcome", &[]), english.say("welcome", &[]));
    assert_ne!(Phrases::new(Locale::Japanese).say("welcome", &[]), english.say("welcome", &[]));
}

/// The sources that speak.
fn sources() -> Vec<String> {
    let mut found = Vec::new();
    for room in ["presentation", "service", "chat", "bots", "web", "wasm", "masume"] {
        files(&crates(room).join("src"), "rs", &mut found);
    }
    // The page asks for phrases by the same names.
    for part in ["carrier", "edit", "menu", "play", "share"] {
        files(&crates("../web/page").join(part), "js", &mut found);
    }
    for part in ["dialog.js", "main.js", "preferences.js"] {
        found.push(crates("../web/page").join(part));
    }
    // Examples in comments speak of files of their own.
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code = |text: String| text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
    found.iter().map(|path| code(fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn whatever_is_asked_for_is_there_and_whatever_is_there_is_asked_for() {
    let known = messages(&text("en.ftl"));
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
        "page-key-",
        "page-verdict-",
        "page-theme",
        "page-palette",
        "page-motion",
        "page-pad",
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
    let known = messages(&text("errors/ja.ftl"));
    let unused: Vec<&String> = known.keys().filter(|id| !is_used(id)).collect();
    assert_eq!(unused, Vec::<&String>::new());
}

#[test]
fn a_translation_of_a_game_says_what_the_game_says() {
    for shipped in shipped_games() {
        let Some(text) = of_game(shipped.name) else { continue };
        let said = said_by(&Game::load(shipped.text).game.expect(shipped.name));
        for (id, told) in messages(&text) {
            // A game may have its own words for what every game has.
            if ["value-score", "value-stage"].contains(&id.as_str()) {
                continue;
            }
            let numbers = said.get(&id).unwrap_or_else(|| panic!("{}: {id}", shipped.name));
            let expected: BTreeSet<String> = (1..=*numbers).map(|it| format!("n{it}")).collect();
            assert!(told.is_subset(&expected), "{}: {id} has {numbers} numbers", shipped.name);
        }
    }
}

#[test]
fn translations_belong_to_shipped_games() {
    let mut paths = Vec::new();
    files(&crates("../games/locale"), "ftl", &mut paths);
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(shipped_games().iter().any(|game| game.name == name), "{name}");
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
        let japanese = phrases.of_shipped(name, "rules");
        let japanese =
            japanese.map_or_else(|| english.clone(), |it| it.lines().map(str::to_owned).collect());
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
