//! Parts of the language that the chapters must not leave out.

use libtest_mimic::{Failed, Trial};
use masume_engine::Code;

/// Reserved for later: nothing can be shown of them.
const WITHOUT_MEANING: [&str; 2] = ["the", "walk"];

/// Trials over all chapters: file names and texts.
pub(crate) fn trials(chapters: &[(String, String)]) -> Vec<Trial> {
    let all: String = chapters.iter().map(|(_, text)| text.as_str()).collect();
    let text_of = |name: &str| {
        let found = chapters.iter().find(|(file, _)| file == name);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let files: Vec<String> = chapters.iter().map(|(file, _)| file.clone()).collect();
    let linked = links(&all);
    let (codes, grammar) = (text_of("29-codes.md"), text_of("grammar.md"));
    vec![
        Trial::test("links_between_chapters_lead_somewhere", move || {
            let missing: Vec<&String> = linked.iter().filter(|it| !files.contains(it)).collect();
            none(&format!("{missing:?}"))
        }),
        Trial::test("every_code_is_listed", move || {
            let is_missing = |code: &&Code| !codes.contains(&format!("| {} |", code.id()));
            let missing: Vec<&Code> = Code::ALL.iter().filter(is_missing).collect();
            none(&format!("{missing:?}"))
        }),
        Trial::test("every_reserved_word_has_an_example", move || {
            let shown = games(&all);
            let is_shown = |word: &str| shown.iter().any(|it| it == word);
            let missing: Vec<&str> = reserved(&grammar)
                .into_iter()
                .filter(|word| !is_shown(word) && !WITHOUT_MEANING.contains(word))
                .collect();
            if reserved(&grammar).len() < 50 {
                return Err("the grammar's list of reserved words was not found".into());
            }
            none(&format!("{missing:?}"))
        }),
    ]
}

fn none(missing: &str) -> Result<(), Failed> {
    if missing == "[]" { Ok(()) } else { Err(format!("missing: {missing}").into()) }
}

/// The files of this folder to which something links.
fn links(markdown: &str) -> Vec<String> {
    let targets = markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| target.ends_with(".md")).map(str::to_owned).collect()
}

/// The words between quotes after `Reserved`.
fn reserved(grammar: &str) -> Vec<&str> {
    let list = grammar.split_once("- Reserved").and_then(|(_, rest)| rest.split('`').nth(1));
    list.unwrap_or_default().split_whitespace().collect()
}

/// The words of all blocks that are games.
fn games(markdown: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut is_game = false;
    for line in markdown.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            is_game = fence.starts_with("masume");
        } else if is_game {
            let parts = line.split(|it: char| !it.is_alphanumeric() && it != '-');
            words.extend(parts.map(str::to_owned));
        }
    }
    words
}
