//! The manual: a page for each error, and the specification in chapters. Both are in English.

pub mod demonstration;
pub mod example;
pub mod whole_game;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use masume_rules::model::{Colour, Figure};
use miniz_oxide::inflate::decompress_to_vec_zlib;

/// The texts of all pages and chapters: a quarter as long as they are packed, and seldom asked for.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/manual.z"));
    // What the build packed is whole, and was text.
    String::from_utf8(decompress_to_vec_zlib(packed).unwrap_or_default()).unwrap_or_default()
});

/// Codes with the places of their pages, in order; empty where the pages were not there to be built in.
static PAGES: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/error_pages.rs"));

/// Names of chapters with their places, in order; empty where they were not there to be built in.
static CHAPTERS: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/chapters.rs"));

/// The grammar of the language; empty where it was not there to be built in.
static GRAMMAR: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/grammar.rs"));

/// The text at a place.
fn text(place: &Range<usize>) -> &'static str {
    TEXT.get(place.clone()).unwrap_or_default()
}

/// The words of the language, sorted: those that the grammar writes between quotes, colours and shapes.
///
/// ```
/// use masume_presentation::manual::words;
///
/// let some = ["action", "disc", "level", "must", "orange", "picture", "rises"];
/// assert!(some.iter().all(|it| words().contains(it)));
/// ```
pub fn words() -> &'static BTreeSet<&'static str> {
    static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let grammar = GRAMMAR.first().map(|(_, place)| text(place)).unwrap_or_default();
        let quoted = grammar.split("```").skip(1).step_by(2).flat_map(|rules| {
            // Strings of the notation have no quotes in them, so that each second part is one.
            rules.lines().flat_map(|line| line.split('"').skip(1).step_by(2))
        });
        let is_word = |it: &&str| {
            it.len() > 1 && it.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        };
        let named = Colour::ALL.map(Colour::name).into_iter().chain(Figure::ALL.map(Figure::name));
        quoted.filter(is_word).chain(named).collect()
    });
    &WORDS
}

/// The page of a code such as `E0207`; `None` where there is none.
///
/// ```
/// use masume_presentation::manual::page;
///
/// assert!(page("E0207").is_some_and(|page| page.contains("E0207")));
/// assert_eq!(page("E9999"), None);
/// ```
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(id, _)| *id == code).map(|(_, place)| text(place))
}

/// The first paragraph of the page of a code, on one line.
///
/// ```
/// use masume_presentation::manual::summary;
///
/// assert!(summary("E0207").unwrap().starts_with("A definition with parameters"));
/// ```
pub fn summary(code: &str) -> Option<String> {
    paragraphs(page(code)?).next()
}

/// The chapters of the specification in order: the name and the title of each.
///
/// ```
/// use masume_presentation::manual::chapters;
///
/// assert!(chapters().any(|(name, title)| name == "25-numbers" && title == "25 Numbers"));
/// ```
pub fn chapters() -> impl Iterator<Item = (&'static str, &'static str)> {
    CHAPTERS.iter().map(|(name, place)| (*name, title_of(text(place))))
}

/// The text of a chapter, such as `05-tests-around`; `None` where there is none of this name.
///
/// ```
/// use masume_presentation::manual::chapter;
///
/// assert!(chapter("25-numbers").is_some_and(|text| text.starts_with("# 25 Numbers")));
/// assert_eq!(chapter("99-nothing"), None);
/// ```
pub fn chapter(name: &str) -> Option<&'static str> {
    CHAPTERS.iter().find(|(id, _)| *id == name).map(|(_, place)| text(place))
}

/// Meaning of a word of the language: the sentence of the specification that says it, and the title
/// of its chapter. `None` for a word that no sentence is about.
///
/// ```
/// use masume_presentation::manual::meaning;
///
/// let (sentence, chapter) = meaning("value").unwrap();
/// assert!(sentence.starts_with("`value` declares a number that belongs to the state"));
/// assert_eq!(chapter, "25 Numbers");
/// assert_eq!(meaning("no-word-of-the-language"), None);
/// ```
pub fn meaning(word: &str) -> Option<(String, &'static str)> {
    let quoted = [format!("`{word}`"), format!("`{word} ")];
    let begins = |sentence: &String| quoted.iter().any(|it| sentence.starts_with(it));
    let names = |sentence: &String| quoted.iter().any(|it| sentence.contains(it));
    // A sentence that begins with the word is about it; another one may be.
    said(begins).or_else(|| said(names))
}

/// The first sentence of the specification for which this is true, and the title of its chapter.
fn said(is_meant: impl Fn(&String) -> bool) -> Option<(String, &'static str)> {
    CHAPTERS.iter().find_map(|(_, place)| {
        let text = text(place);
        let sentences = paragraphs(text).flat_map(|paragraph| sentences_of(&paragraph));
        sentences.into_iter().find(|sentence| is_meant(sentence)).map(|it| (it, title_of(text)))
    })
}

/// The title of a page in Markdown.
fn title_of(text: &'static str) -> &'static str {
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches('#').trim()
}

/// The paragraphs of a page, each on one line: no headings, tables and examples.
fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut found: Vec<String> = Vec::new();
    let (mut is_example, mut is_open) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
            is_open = false;
            continue;
        }
        if is_example || line.trim().is_empty() || line.starts_with(['#', '|']) {
            is_open = false;
            continue;
        }
        let line = line.trim_start_matches("- ").trim();
        match found.last_mut().filter(|_| is_open) {
            Some(last) => *last = [last.as_str(), line].join(" "),
            None => found.push(line.to_owned()),
        }
        is_open = true;
    }
    found.into_iter()
}

/// The sentences of a paragraph.
fn sentences_of(paragraph: &str) -> Vec<String> {
    paragraph.split_inclusive(". ").map(|it| it.trim().to_owned()).collect()
}
