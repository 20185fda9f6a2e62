//! Whole games made of the pieces that examples show.

use super::example::Block;

/// The sections that a chapter lends its examples.
#[derive(Clone, Debug, Default)]
pub(super) struct Preamble {
    sections: Vec<GameSection>,
}

/// A heading and the lines below it.
#[derive(Clone, Debug)]
struct GameSection {
    /// The first word of the heading.
    word: String,
    lines: Vec<String>,
}

/// A complete game, and where the example stands in it.
#[derive(Clone, Debug)]
pub struct WholeGame {
    /// The game's text.
    pub text: String,
    /// The line of the example's first line in the chapter, counted from 1.
    pub line: usize,
    /// Lines before the example.
    pub lines_before: usize,
    /// Blanks before each line of the example.
    pub indent: usize,
}

impl Preamble {
    pub(super) fn new(text: &str) -> Self {
        Self { sections: sections(text) }
    }

    /// The sections that an example with these headings does not have itself.
    fn for_example(&self, own: &[GameSection]) -> Vec<&GameSection> {
        let has = |word: &str| own.iter().any(|section| section.word == word);
        if has("pieces") {
            // Other pieces are another game.
            return Vec::new();
        }
        let is_repeatable = |word: &str| {
            ["let", "define", "value", "option", "win", "lose", "draw", "end", "goal", "level"]
                .contains(&word)
        };
        let lent = |section: &&GameSection| is_repeatable(&section.word) || !has(&section.word);
        self.sections.iter().filter(lent).collect()
    }
}

impl WholeGame {
    /// Sections completed with those of the preamble; a text that begins with `game` as it is.
    pub(super) fn of_sections(block: &Block, preamble: &Preamble) -> Self {
        let own = sections(&block.text);
        if own.first().is_some_and(|section| section.word == "game") {
            return Self::whole(block);
        }
        complete(&preamble.for_example(&own), &own, &block.text, block.line, 0)
    }

    /// The preamble itself, so that its mistakes are found once.
    pub(super) fn of_preamble(block: &Block) -> Self {
        complete(&[], &sections(&block.text), &block.text, block.line, 0)
    }

    /// The text as it is.
    pub(super) fn whole(block: &Block) -> Self {
        Self { text: block.text.clone(), line: block.line, lines_before: 0, indent: 0 }
    }

    /// Statements as the body of `action go`.
    pub(super) fn of_rule(block: &Block, preamble: &Preamble) -> Self {
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
    lent: &[&GameSection],
    own: &[GameSection],
    example: &str,
    line: usize,
    indent: usize,
) -> WholeGame {
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
    WholeGame { text, line, lines_before, indent }
}

/// A section begins with a line that is not indented.
fn sections(text: &str) -> Vec<GameSection> {
    let mut sections: Vec<GameSection> = Vec::new();
    for line in text.lines() {
        let is_heading = !line.is_empty() && !line.starts_with([' ', '/']);
        match sections.last_mut() {
            Some(section) if !is_heading => section.lines.push(line.to_owned()),
            _ => sections.push(GameSection {
                word: line.split([' ', ':']).next().unwrap_or_default().to_owned(),
                lines: vec![line.to_owned()],
            }),
        }
    }
    sections
}
