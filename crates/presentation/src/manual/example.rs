//! Examples of a chapter: a game, and what is shown of it.

use super::demonstration;
use super::whole_game::{Preamble, WholeGame};

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The word after the fence, and a second one.
    pub kind: Kind,
    /// Of its first line of text, counted from 1.
    pub line: usize,
    /// Its lines.
    pub text: String,
}

/// Kind of a block: what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
pub struct Example {
    /// The completed text.
    pub source: WholeGame,
    /// In the order of the chapter.
    pub shown: Vec<Block>,
}

impl Example {
    /// The game, with the first board that is shown of it as its level where it has none.
    ///
    /// ```
    /// use masume_presentation::manual::{chapter, example};
    ///
    /// let examples = example::read(chapter("05-tests-around").unwrap()).unwrap();
    /// let with_level = examples.iter().find(|it| it.with_level().ends_with("level\n  bbb\n"));
    /// assert!(with_level.is_some());
    /// ```
    pub fn with_level(&self) -> String {
        let text = &self.source.text;
        let has_board = text.lines().any(|line| line.starts_with("level"));
        let rows = self.shown.iter().find_map(|it| boards_of(it).into_iter().next());
        let rows = rows.filter(|_| !has_board);
        // A state says more than its board only in lines that no board has.
        let Some(rows) = rows.filter(|rows| !rows.contains(": ")) else { return text.clone() };
        let rows: String = rows.lines().map(|row| format!("  {row}\n")).collect();
        format!("{}\n\nlevel\n{rows}", text.trim_end())
    }

    /// True if the text is shown for its mistakes.
    pub fn is_wrong(&self) -> bool {
        self.shown.first().is_some_and(|block| block.kind == Kind::Error)
    }

    /// The boards that are shown of it, each before what is done.
    pub fn boards(&self) -> Vec<String> {
        self.shown.iter().flat_map(boards_of).collect()
    }
}

fn boards_of(block: &Block) -> Vec<String> {
    if block.kind == Kind::Before {
        return vec![block.text.clone()];
    }
    // No other block shows a board before what is done.
    let plays = (block.kind == Kind::Play).then(|| demonstration::read(block));
    plays.into_iter().flatten().flatten().map(|it| it.before).collect()
}

/// The examples of a chapter.
///
/// ```
/// use masume_presentation::manual::{chapter, example};
///
/// let examples = example::read(chapter("01-first-game").unwrap()).unwrap();
/// assert!(examples[0].source.text.starts_with("game "));
/// ```
///
/// # Errors
/// The lines of blocks that cannot be understood, and why.
pub fn read(markdown: &str) -> Result<Vec<Example>, Vec<(usize, String)>> {
    let (blocks, mut wrong) = blocks(markdown);
    let mut preamble = Preamble::default();
    let mut examples: Vec<Example> = Vec::new();
    for block in blocks {
        let source = match block.kind {
            Kind::Preamble => {
                preamble = Preamble::new(&block.text);
                WholeGame::of_preamble(&block)
            }
            Kind::Sections => WholeGame::of_sections(&block, &preamble),
            Kind::Rule => WholeGame::of_rule(&block, &preamble),
            Kind::Whole => WholeGame::whole(&block),
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
