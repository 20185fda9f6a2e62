//! From a chapter to its examples: a game with what is shown of it.

use super::completion::{Preamble, Source};

/// A fenced block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The word after the fence, and a second one.
    pub(crate) kind: Kind,
    /// Of its first line of text, counted from 1.
    pub(crate) line: usize,
    /// Its lines.
    pub(crate) text: String,
}

/// Kind of a block: what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Sections of a game, or a game that begins with `game`.
    Sections,
    /// Statements of `action go`.
    Rule,
    /// A game as it is.
    Whole,
    /// Sections for what follows.
    Preamble,
    /// Boards and actions side by side.
    Play,
    /// A state to go on from.
    Before,
    /// A new game to go on from.
    Start,
    /// Actions.
    Do,
    /// A state.
    After,
    /// The legal actions.
    Legal,
    /// Actions that are refused.
    Illegal,
    /// Possible results of an action.
    Chance,
    /// Outcome of the game.
    Outcome,
    /// Points.
    Score,
    /// Diagnostics.
    Error,
}

/// A game and what is shown of it.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The completed text.
    pub(crate) source: Source,
    /// In the order of the chapter.
    pub(crate) shown: Vec<Block>,
}

/// The examples of a chapter.
///
/// # Errors
/// The lines of blocks that cannot be understood, and why.
pub(crate) fn read(markdown: &str) -> Result<Vec<Example>, Vec<(usize, String)>> {
    let (blocks, mut wrong) = blocks(markdown);
    let mut preamble = Preamble::default();
    let mut examples: Vec<Example> = Vec::new();
    for block in blocks {
        let source = match block.kind {
            Kind::Preamble => {
                preamble = Preamble::new(&block.text);
                Source::of_preamble(&block)
            }
            Kind::Sections => Source::of_sections(&block, &preamble),
            Kind::Rule => Source::of_rule(&block, &preamble),
            Kind::Whole => Source::whole(&block),
            Kind::Play
            | Kind::Before
            | Kind::Start
            | Kind::Do
            | Kind::After
            | Kind::Legal
            | Kind::Illegal
            | Kind::Chance
            | Kind::Outcome
            | Kind::Score
            | Kind::Error => {
                match examples.last_mut() {
                    Some(example) => example.shown.push(block),
                    None => wrong.push((block.line, "nothing before it to show".to_owned())),
                }
                continue;
            }
        };
        examples.push(Example { source, shown: Vec::new() });
    }
    if wrong.is_empty() { Ok(examples) } else { Err(wrong) }
}

fn blocks(markdown: &str) -> (Vec<Block>, Vec<(usize, String)>) {
    let mut blocks = Vec::new();
    let mut wrong = Vec::new();
    let mut lines = markdown.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some(word) = line.strip_prefix("```") else { continue };
        let mut text = String::new();
        let mut is_closed = false;
        for (_, line) in lines.by_ref() {
            if line.starts_with("```") {
                is_closed = true;
                break;
            }
            text.push_str(line);
            text.push('\n');
        }
        // The fence is at `index`, counted from 0; the text begins on the next line.
        let line = index + 2;
        if !is_closed {
            wrong.push((line, "a fence without its end".to_owned()));
        }
        match kind(word) {
            Ok(Some(kind)) => blocks.push(Block { kind, line, text }),
            Ok(None) => {}
            Err(why) => wrong.push((line, why)),
        }
    }
    (blocks, wrong)
}

/// None for what is only shown.
fn kind(word: &str) -> Result<Option<Kind>, String> {
    Ok(Some(match word {
        "masume" => Kind::Sections,
        "masume rule" => Kind::Rule,
        "masume whole" => Kind::Whole,
        "masume preamble" => Kind::Preamble,
        "play" => Kind::Play,
        "before" => Kind::Before,
        "start" => Kind::Start,
        "do" => Kind::Do,
        "after" => Kind::After,
        "legal" => Kind::Legal,
        "illegal" => Kind::Illegal,
        "chance" => Kind::Chance,
        "outcome" => Kind::Outcome,
        "score" => Kind::Score,
        "error" => Kind::Error,
        "text" | "console" => return Ok(None),
        // A misspelt word would be an example that is never run.
        _ => return Err(format!("`{word}` is no kind of block")),
    }))
}
