//! Documents for engineers: their links, the paths that they name, and their length.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails, and says what it skips")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every file of the repository, by its path from the root; what is built or drawn is left out.
fn files() -> Vec<String> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["target", ".git", "corpus", "findings", "__pycache__"].contains(&name.as_str())
                {
                    walk(&path, root, found);
                }
            } else {
                let inside = path.strip_prefix(root).unwrap();
                found.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    let root = root();
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    found
}

/// The documents for engineers, by their paths from the root. The specification has tests of its own.
fn documents() -> Vec<String> {
    let is_document = |path: &String| {
        let is_page = Path::new(path).extension().is_some_and(|it| it == "md");
        is_page
            && (!path.contains('/') || path.starts_with("docs/") || path.starts_with(".github/"))
    };
    let found: Vec<_> = files().into_iter().filter(is_document).collect();
    assert!(found.len() >= 30, "documents are where this test looks: {found:?}");
    found
}

/// A document without its blocks of code.
fn prose(path: &str) -> String {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let blocks = text.split("\n```").enumerate();
    blocks.filter(|(at, _)| at % 2 == 0).map(|(_, block)| block).collect::<Vec<_>>().join("\n")
}

/// The anchor that a page gives a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.map(|it| if it == ' ' { '-' } else { it }).collect()
}

fn has_anchor(page: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(page).unwrap();
    text.lines().any(|line| line.starts_with('#') && anchor(line) == wanted)
}

#[test]
fn links_lead_to_what_exists() {
    let mut followed = 0;
    for document in documents() {
        let text = prose(&document);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|it| !it.contains("://")) {
            let (path, wanted) = link.split_once('#').unwrap_or((link, ""));
            let own = root().join(&document);
            let target = if path.is_empty() { own } else { own.parent().unwrap().join(path) };
            assert!(target.exists(), "{document} links to {link}");
            assert!(wanted.is_empty() || has_anchor(&target, wanted), "{document}: {link}");
            followed += 1;
        }
    }
    assert!(followed >= 50, "only {followed} links were found");
}

/// True if a word in a document is a path of a file that should exist. A path with a placeholder in
/// capital letters, or with a star, stands for several.
fn is_path(word: &str) -> bool {
    let stands_for_several = word.split(['/', '.', '-']).any(|part| {
        part.len() > 1 && part.chars().all(|it| it.is_ascii_uppercase()) && part != "README"
    });
    let plain = word.chars().all(|it| it.is_ascii_alphanumeric() || "/._-".contains(it));
    let endings = [".rs", ".toml", ".ftl", ".masu", ".json"];
    plain && !stands_for_several && endings.iter().any(|it| word.ends_with(it))
}

#[test]
fn paths_in_documents_are_files() {
    let files = files();
    let mut asked = 0;
    for document in documents() {
        // What a reader makes or brings is no file of the repository.
        let text = prose(&document);
        let words = text.split('`').skip(1).step_by(2).filter(|word| is_path(word));
        for word in words.filter(|_| document != "README.md" && document != "CHANGELOG.md") {
            let inner = format!("/{word}");
            let exists = files.iter().any(|file| file == word || file.ends_with(&inner));
            assert!(exists, "{document} names {word}");
            asked += 1;
        }
    }
    assert!(asked >= 80, "only {asked} paths were found");
}

#[test]
fn decisions_have_numbers_and_a_row_in_the_index() {
    let index = fs::read_to_string(root().join("docs/decisions/README.md")).unwrap();
    let mut numbers = BTreeSet::new();
    for file in files() {
        let Some(name) = file.strip_prefix("docs/decisions/") else { continue };
        if name == "README.md" {
            continue;
        }
        let number = name.split('-').next().unwrap();
        assert!(number.len() == 3 && number.parse::<u16>().is_ok(), "{name} has no number");
        assert!(numbers.insert(number.to_owned()), "two decisions have the number {number}");
        let title = fs::read_to_string(root().join(&file)).unwrap();
        let title = title.lines().next().unwrap().strip_prefix(&format!("# {number}: "));
        let row = format!("- [{number}]({name}): {}\n", title.expect("a title with the number"));
        assert!(index.contains(&row), "the index lacks: {row}");
    }
    assert!(numbers.len() >= 30, "decisions are where this test looks");
}

/// The most words of a decision, which is one page: measurements have pages of their own.
const MOST_WORDS_OF_A_DECISION: usize = 730;

#[test]
fn a_decision_is_one_page() {
    for document in documents() {
        if document.starts_with("docs/decisions/") {
            let text = fs::read_to_string(root().join(&document)).unwrap();
            let words = text.split_whitespace().filter(|it| it.contains(char::is_alphanumeric));
            let count = words.count();
            assert!(count <= MOST_WORDS_OF_A_DECISION, "{document} has {count} words");
        }
    }
}

#[test]
fn the_architecture_page_stays_short() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(page.lines().count() < 200);
    for (at, line) in page.lines().enumerate() {
        assert!(line.chars().count() <= 100, "line {} is too wide", at + 1);
    }
}

/// Folders whose doc comments say what a thing is; a folder that has come so far is added.
const NOUNS_FIRST: [&str; 28] = [
    "crates/adapter",
    "crates/agreement",
    "crates/board",
    "crates/bots",
    "crates/chat",
    "crates/compile",
    "crates/engine",
    "crates/execute",
    "crates/masume",
    "crates/matrix",
    "crates/native",
    "crates/presentation",
    "crates/program",
    "crates/python",
    "crates/reference",
    "crates/rules",
    "crates/search",
    "crates/service",
    "crates/session",
    "crates/slack",
    "crates/store",
    "crates/syntax",
    "crates/wasm",
    "crates/web",
    "crates/words",
    "benches",
    "fuzz",
    "xtask",
];

/// Words that begin a question, and so say of a thing only that there is one.
const QUESTIONS: [&str; 14] = [
    "What", "Whatever", "When", "Whenever", "Where", "Wherever", "Whether", "Which", "Who",
    "Whoever", "Whom", "Whose", "Why", "How",
];

/// Words behind which a question can hide: "By how much", "In which order".
const PREPOSITIONS: [&str; 20] = [
    "About", "After", "Among", "At", "Before", "Behind", "Between", "By", "For", "From", "In",
    "Into", "Of", "On", "Over", "To", "Under", "Until", "With", "Without",
];

/// True if the first word of a doc comment asks, or the one behind a preposition.
fn asks(opening: &str) -> bool {
    let mut words = opening.split(|it: char| !it.is_alphanumeric());
    let first = words.next().unwrap();
    if !PREPOSITIONS.contains(&first) {
        return QUESTIONS.contains(&first);
    }
    let next = words.next().unwrap_or_default();
    QUESTIONS.iter().any(|question| question.to_lowercase() == next)
}

#[test]
fn questions_do_not_hide_behind_prepositions() {
    for opening in ["Whether it is won.", "By how much it is won.", "In which order it is won."] {
        assert!(asks(opening), "{opening}");
    }
    for opening in ["Order of targets.", "By cell, then by layer.", "In", "Into the cell which"] {
        assert!(!asks(opening), "{opening}");
    }
}

/// First lines of the doc comments of a file.
fn openings(text: &str) -> Vec<&str> {
    let doc = |line: &str| ["///", "//!"].into_iter().find(|it| line.starts_with(it));
    let mut before = None;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let this = doc(line);
        if let Some(marker) = this.filter(|_| this != before) {
            found.push(line.trim_start_matches(marker).trim_start());
        }
        before = this;
    }
    found
}

#[test]
fn doc_comments_open_with_nouns() {
    let files = files();
    for folder in NOUNS_FIRST {
        let inside = format!("{folder}/");
        let sources = files.iter().filter(|it| it.starts_with(&inside) && it.ends_with(".rs"));
        let (mut all, mut questions) = (0, Vec::new());
        for source in sources {
            let text = fs::read_to_string(root().join(source)).unwrap();
            for opening in openings(&text) {
                all += 1;
                if asks(opening) {
                    questions.push(format!("{source}: {opening}"));
                }
            }
        }
        assert!(all >= 10, "{folder} has doc comments: {all}");
        assert!(questions.len() * 20 <= all, "of {all} in {folder}: {questions:#?}");
    }
}

/// Names that several modules of a crate may give their own types: their module says the rest.
const NAMED_BY_THEIR_MODULE: [&str; 1] = ["Error"];

/// Name of the type that a line of code declares, if it declares one.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => line.strip_prefix("pub ").unwrap_or(line),
    };
    let mut words = line.split([' ', '<', '(', ';', ':', '{']).filter(|it| !it.is_empty());
    let kind = words.next()?;
    let name = words.next().filter(|_| ["struct", "enum", "trait", "type"].contains(&kind))?;
    name.starts_with(|it: char| it.is_ascii_uppercase()).then_some(name)
}

/// Types that a file declares outside of other items, and before its tests: those of an
/// implementation have the name that its trait gives them.
fn types_of(text: &str) -> impl Iterator<Item = &str> {
    let own = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
    own.lines().filter(|line| !line.starts_with(' ')).filter_map(declared)
}

#[test]
fn types_are_found_where_they_are_declared() {
    let text = "pub(crate) struct Line<'t> {\n    type Item = u8;\nenum Side {\nuse a::Line;\n\
                pub type Path = Vec<u8>;\n#[cfg(test)]\nmod tests {\nstruct Other;\n";
    assert_eq!(types_of(text).collect::<Vec<_>>(), ["Line", "Side", "Path"]);
}

#[test]
fn a_crate_gives_a_name_to_one_type() {
    let mut places: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for file in files() {
        let Some((room, inner)) =
            file.strip_prefix("crates/").and_then(|it| it.split_once("/src/"))
        else {
            continue;
        };
        let is_test = inner.ends_with("tests.rs") || inner.contains("tests/");
        if is_test || !inner.ends_with(".rs") || inner.starts_with("bin/") {
            continue;
        }
        let text = fs::read_to_string(root().join(&file)).unwrap();
        let names: BTreeSet<&str> = types_of(&text).collect();
        for name in names.into_iter().filter(|it| !NAMED_BY_THEIR_MODULE.contains(it)) {
            places.entry((room.to_owned(), name.to_owned())).or_default().push(file.clone());
        }
    }
    assert!(places.len() >= 1000, "only {} types were found", places.len());
    let twice: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// Folders whose comments say which part of the program acts, not that somebody does.
const ACTORS_NAMED: [&str; 9] = [
    "crates/agreement",
    "crates/board",
    "crates/compile",
    "crates/engine",
    "crates/execute",
    "crates/program",
    "crates/reference",
    "crates/rules",
    "crates/syntax",
];

#[test]
fn comments_name_who_acts() {
    let files = files();
    for folder in ACTORS_NAMED {
        let inside = format!("{folder}/src/");
        let sources = files.iter().filter(|it| it.starts_with(&inside) && it.ends_with(".rs"));
        let mut lines = 0;
        for source in sources {
            let text = fs::read_to_string(root().join(source)).unwrap();
            for comment in text.lines().filter_map(|line| line.split_once("//")).map(|it| it.1) {
                let mut words = comment.split(|it: char| !it.is_alphanumeric());
                let vague = |word: &str| ["whoever", "somebody"].contains(&word);
                let found = words.find(|word| vague(&word.to_lowercase()));
                assert_eq!(found, None, "{source}:{comment}");
                lines += 1;
            }
        }
        assert!(lines >= 100, "{folder} has comments: {lines}");
    }
}

/// Rooms that faces call: each of their public functions has an example that runs.
const WITH_EXAMPLES: [&str; 2] = ["crates/session/src/", "crates/service/src/"];

#[test]
fn functions_that_faces_call_have_examples() {
    let files = files();
    for folder in WITH_EXAMPLES {
        let sources = files.iter().filter(|it| it.starts_with(folder) && it.ends_with(".rs"));
        let (mut functions, mut without) = (0, Vec::new());
        for source in sources {
            let text = fs::read_to_string(root().join(source)).unwrap();
            let mut comment = String::new();
            for line in text.split("#[cfg(test)]").next().unwrap().lines().map(str::trim_start) {
                if line.starts_with("pub fn ") || line.starts_with("pub const fn ") {
                    functions += 1;
                    if !comment.contains("```") {
                        without.push(format!("{source}: {line}"));
                    }
                }
                match line.starts_with("///") || line.starts_with("#[") {
                    true => comment.push_str(line),
                    false => comment.clear(),
                }
            }
        }
        assert!(functions >= 20, "{folder} has functions: {functions}");
        assert!(without.is_empty(), "{without:#?}");
    }
}
