//! From examples to single cases, each one trial.

use std::sync::Arc;

use masume_presentation::manual::demonstration::{self, Demonstration};
use masume_presentation::manual::example::{Block, Example, Kind};
use masume_presentation::manual::whole_game::WholeGame;

/// One thing to check.
#[derive(Clone, Debug)]
pub(crate) enum Case {
    /// The text has these diagnostics; none where no block says any.
    Text(Arc<WholeGame>, Option<Block>),
    /// A board, an action, a board.
    Play(Arc<WholeGame>, Demonstration),
    /// Blocks from a `before` or `start` on.
    Steps(Arc<WholeGame>, Vec<Block>),
    /// A block that stands where it says nothing.
    Misplaced(usize, String),
}

impl Case {
    /// In the chapter, counted from 1.
    pub(crate) fn line(&self) -> usize {
        match self {
            Self::Text(source, _) => source.line,
            Self::Play(_, play) => play.line,
            Self::Steps(_, blocks) => blocks.first().map_or(0, |block| block.line),
            Self::Misplaced(line, _) => *line,
        }
    }
}

/// The cases of a chapter, in its order.
pub(crate) fn cases(examples: Vec<Example>) -> Vec<Case> {
    examples.into_iter().flat_map(of_example).collect()
}

fn of_example(example: Example) -> Vec<Case> {
    let source = Arc::new(example.source);
    let mut shown = example.shown.into_iter().peekable();
    // Diagnostics of the game follow it directly.
    let error = shown.next_if(|block| block.kind == Kind::Error);
    let mut cases = vec![Case::Text(source.clone(), error)];
    while let Some(block) = shown.next() {
        match block.kind {
            Kind::Play => {
                cases.extend(demonstration::read(&block).into_iter().map(|play| match play {
                    Ok(play) => Case::Play(source.clone(), play),
                    Err((line, why)) => Case::Misplaced(line, why),
                }))
            }
            Kind::Before | Kind::Start => {
                let mut steps = vec![block];
                let goes_on =
                    |block: &Block| !matches!(block.kind, Kind::Before | Kind::Start | Kind::Play);
                while let Some(step) = shown.next_if(goes_on) {
                    steps.push(step);
                }
                cases.push(Case::Steps(source.clone(), steps));
            }
            Kind::Do
            | Kind::After
            | Kind::Legal
            | Kind::Illegal
            | Kind::Chance
            | Kind::Outcome
            | Kind::Score
            | Kind::Error
            | Kind::Sections
            | Kind::Rule
            | Kind::Whole
            | Kind::Preamble => {
                let why = "no `before` or `start` to go on from".to_owned();
                cases.push(Case::Misplaced(block.line, why));
            }
        }
    }
    cases
}
