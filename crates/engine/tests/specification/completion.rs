//! From a piece of a game to a game.

use super::chapter::Block;

/// The sections that a chapter lends its examples.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preamble {
    sections: Vec<Section>,
}

/// A heading and the lines below it.
#[derive(Clone, Debug)]
struct Section {
    /// The first word of the heading.
    word: String,
    lines: Vec<String>,
}

/// A complete game, and where the example stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The game's text.
    pub(crate) text: String,
    /// The line of the example's first line in the chapter, counted from 1.
    pub(crate) line: usize,
    /// Lines before the example.
    pub(crate) lines_before: usize,
    /// Blanks before each line of the example.
    pub(crate) indent: usize,
}

impl Preamble {
    pub(crate) fn new(text: &str) -> Self {
        Self { sections: sections(text) }
    }

    /// The sections that an example with these headings does not have itself.
    fn for_example(&self, own: &[Section]) -> Vec<&Section> {
        let has = |word: &str| own.iter().any(|section| section.word == word);
        if has("pieces") {
            // Other pieces are another game.
            return Vec::new();
        }
        let is_repeatable = |word: &str| {
            ["let", "define", "value", "option", "win", "lose", "draw", "end", "goal", "level"]
                .contains(&word)
        };
        let lent = |section: &&Section| is_repeatable(&section.word) || !has(&section.word);
        self.sections.iter().filter(lent).collect()
    }
}

impl Source {
    /// Sections completed with those of the preamble; a text that begins with `game` as it is.
    pub(crate) fn of_sections(block: &Block, preamble: &Preamble) -> Self {
        let own = sections(&block.text);
        if own.first().is_some_and(|section| section.word == "game") {
            return Self::whole(block);
        }
        complete(&preamble.for_example(&own), &own, &block.text, block.line, 0)
    }

    /// The preamble itself, so that its mistakes are found once.
    pub(crate) fn of_preamble(block: &Block) -> Self {
        complete(&[], &sections(&block.text), &block.text, block.line, 0)
    }

    /// The text as it is.
    pub(crate) fn whole(block: &Block) -> Self {
        Self { text: block.text.clone(), line: block.line, lines_before: 0, indent: 0 }
    }

    /// Statements as the body of `action go`.
    pub(crate) fn of_rule(block: &Block, preamble: &Preamble) -> Self {
        const INDENT: usize = 2;
        let mut text = String::from("action go\n");
        for line in block.text.lines() {
            let blanks = if line.is_empty() { 0 } else { INDENT };
            text.push_str(&format!("{:blanks$}{line}\n", ""));
        }
        let own = sections(&text);
        let source = complete(&preamble.for_example(&own), &own, &text, block.line, INDENT);
        Self { lines_before: source.lines_before + 1, ..source }
    }
}

fn complete(
    lent: &[&Section],
    own: &[Section],
    example: &str,
    line: usize,
    indent: usize,
) -> Source {
    let mut text = String::from("game Example\n");
    let has = |words: &[&str]| {
        let sections = own.iter().chain(lent.iter().copied());
        sections.into_iter().any(|section| words.contains(&section.word.as_str()))
    };
    if !has(&["board", "level"]) {
        text.push_str("board 8 x 8 from 1 x 1\n");
    }
    if !has(&["action"]) {
        text.push_str("action wait\n");
    }
    for section in lent {
        text.push_str(&section.lines.join("\n"));
        text.push('\n');
    }
    let lines_before = text.lines().count();
    text.push_str(example);
    Source { text, line, lines_before, indent }
}

/// A section begins with a line that is not indented.
fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        let is_heading = !line.is_empty() && !line.starts_with([' ', '/']);
        match sections.last_mut() {
            Some(section) if !is_heading => section.lines.push(line.to_owned()),
            _ => sections.push(Section {
                word: line.split([' ', ':']).next().unwrap_or_default().to_owned(),
                lines: vec![line.to_owned()],
            }),
        }
    }
    sections
}
