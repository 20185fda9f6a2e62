//! Replies of a service.

use std::collections::BTreeMap;

use masume_presentation::statistics::GameRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    ChapterView, ChoiceView, ExampleView, HoverView, LevelsView, MenuView, PageView, Snapshot,
    SpanView,
};

/// A reply to one question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reply {
    /// The number of the question; 0 where that could not be read.
    pub id: u64,
    /// Number of the state: it rises with everything that changes the game.
    pub number: u64,
    /// SHA-256 of the state as text; `None` without a game.
    pub hash: Option<String>,
    /// Outcome of the question.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Outcome of a question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It was done.
    Answer(Answer),
    /// The asker has not seen the present state, which is this; nothing was done.
    Stale(Box<Snapshot>),
    /// It was not done.
    Error(Refusal),
}

/// Reason why a question was not answered.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Refusal {
    /// The reason, in words.
    pub message: String,
    /// A way out, where there is one.
    pub help: Option<String>,
    /// Mistakes of a text, where that is the reason.
    pub diagnostics: Vec<DiagnosticView>,
    /// Reason for those who write the rules, where an action was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<WhyView>>,
}

/// Answer to a question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The state, for everything that plays.
    Snapshot(Box<Snapshot>),
    /// Actions that were found.
    Line(LineView),
    /// The trace of the last action.
    Trace(TraceView),
    /// A text: formatted, or a save.
    Text(String),
    /// Words that may stand at a place.
    Completions(Vec<Completion>),
    /// Tokens in the order of the text.
    Tokens(Vec<Token>),
    /// Mistakes of a text, and edits that mend some of them.
    Fixes {
        /// The mistakes, in the order of the text.
        diagnostics: Vec<DiagnosticView>,
        /// The edits.
        fixes: Vec<Fix>,
    },
    /// Counts of what was played.
    Statistics(Box<GameRecord>),
    /// The menu of the shipped games.
    Menu(MenuView),
    /// Choices of how the game being played may begin anew.
    Options(Vec<ChoiceView>),
    /// Phrases by their names; a value that one is to be told stands there as `{$name}`.
    Phrases(BTreeMap<String, String>),
    /// A page of text.
    Page(PageView),
    /// Explanation of what stands at a place of a text; `null` where there is nothing to explain.
    Hover(Option<HoverView>),
    /// The chapters of the specification.
    Chapters(Vec<ChapterView>),
    /// The examples of a chapter.
    Examples(Vec<ExampleView>),
    /// The levels of a text.
    Levels(LevelsView),
    /// Reason why an action cannot be done.
    Why(WhyView),
    /// Difficulty of a level.
    Rating(RatingView),
    /// It was done, and there is nothing to show.
    Done(bool),
}

/// A mistake of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DiagnosticView {
    /// The code of the manual's page.
    pub code: String,
    /// True if the game cannot be played as it stands.
    pub is_error: bool,
    /// The problem in one line.
    pub message: String,
    /// The place.
    pub span: SpanView,
    /// Text at that place.
    pub label: String,
    /// A way out, where there is one.
    pub help: Option<String>,
}

/// An edit that mends a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fix {
    /// Index of the mistake among the diagnostics.
    pub diagnostic: usize,
    /// The edit in words.
    pub title: String,
    /// The part of the text that is replaced.
    pub span: SpanView,
    /// The text in its place.
    pub replacement: String,
}

/// Actions that a search has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineView {
    /// Verdict of the search.
    pub verdict: Verdict,
    /// Actions, one after another.
    pub actions: Vec<String>,
    /// The points at their end, where points are looked for.
    pub points: Option<i64>,
    /// The limit that was met, in words, where the verdict is `unknown`.
    pub reason: Option<String>,
}

/// Verdict of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The actions win.
    Won,
    /// Nothing wins, and that was proved.
    Impossible,
    /// The actions end the game with the most points that were found.
    Points,
    /// A limit was met.
    Unknown,
}

/// The trace of an action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TraceView {
    /// The action in words.
    pub action: String,
    /// The board before it.
    pub before: String,
    /// The rules that fired, in order.
    pub steps: Vec<TraceStepView>,
}

/// One rule that fired.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TraceStepView {
    /// Its line in the game's text, from 1.
    pub line: u32,
    /// That line.
    pub text: String,
    /// The board after it.
    pub board: String,
    /// The cells that it changed; none where what it put was there already.
    pub changed: Vec<String>,
    /// The cells of its matches, each in the order of the pattern; none of what has no pattern.
    pub matched: Vec<Vec<String>>,
}

/// A word that may stand at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Completion {
    /// The word.
    pub text: String,
    /// True for a word of the language, false for a name of the text.
    pub is_word: bool,
}

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Token {
    /// The place.
    pub span: SpanView,
    /// Kind, as the grammar calls it: `comment`, `word`, `name`, `number`, `string`, `sign`, `board`.
    pub kind: String,
}

/// Reason why an action cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyView {
    /// Sentences, the game's own first.
    pub lines: Vec<String>,
    /// The line of the game's text that the reason is about, from 1.
    pub line: Option<u32>,
    /// The code of the manual's page about it; `null` for an action that can be done.
    pub code: Option<String>,
}

/// Difficulty of a level, and what the search for a solution came to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RatingView {
    /// Verdict of the search.
    pub verdict: Verdict,
    /// The limit that was met, in words, where the verdict is `unknown`.
    pub reason: Option<String>,
    /// States that the search looked at.
    pub nodes: u64,
    /// The figures; `null` where the level was not solved.
    pub rating: Option<DifficultyView>,
}

/// Figures of a level that was solved.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DifficultyView {
    /// One figure for all: the higher, the harder.
    pub difficulty: f64,
    /// Actions of the solution.
    pub actions: usize,
    /// Those of them that are more than steps of a walker, such as pushes.
    pub steps: usize,
    /// Mean number of actions among which a step was chosen.
    pub choices: f64,
    /// Of those that were not chosen, the share after which nothing wins, or no win was found soon.
    pub dead_ends: f64,
}
