//! What becomes of each rule when it runs: for those who write games, and those who make them fast.

use std::fmt;
use std::fmt::Write as _;

use masume_rules::print_rules;

use crate::{Executor, Game, Setup, SetupError};

/// Why nothing was explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplainError {
    /// No rule has this number, and no part of the game this name.
    UnknownRule {
        /// As given.
        asked: String,
        /// The parts of the game that have rules, in the order of its text.
        known: Vec<String>,
    },
    /// There is no board of this set-up.
    Setup(SetupError),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRule { asked, known } if known.is_empty() => {
                write!(f, "there is no rule `{asked}`, nor any other")
            }
            Self::UnknownRule { asked, known } => {
                let known = known.join("`, `");
                write!(f, "there is no rule `{asked}`; the rules are in `{known}`")
            }
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExplainError {}

impl From<SetupError> for ExplainError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl Game {
    /// Every rule with its meaning and who runs it, on the board of the set-up; of one part only
    /// where one is named: an action, `start`, `then`, or the number of a rule.
    ///
    /// # Errors
    /// A name or number of no rule, and a set-up without a board.
    pub fn explain(&self, setup: &Setup, rule: Option<&str>) -> Result<String, ExplainError> {
        let board = self.first_board(setup)?;
        let mut rules = print_rules(&self.rules);
        if let Some(asked) = rule {
            let mut known: Vec<String> = rules.iter().map(|rule| rule.part.clone()).collect();
            known.dedup();
            rules.retain(|rule| rule.part == asked || rule.id.0.to_string() == asked);
            if rules.is_empty() {
                return Err(ExplainError::UnknownRule { asked: asked.to_owned(), known });
            }
        }
        let (grid, title) = (board.grid(), &self.rules.title);
        let mut text = format!("{title} on {} x {}\n", grid.width(), grid.height());
        for (index, rule) in rules.iter().enumerate() {
            // Writing to a string cannot fail.
            if index == 0 || rules[index - 1].part != rule.part {
                let _ = writeln!(text, "\n{}", rule.part);
            }
            for line in rule.text.lines() {
                let _ = writeln!(text, "  {line}");
            }
            // Whoever runs the game, no rule is compiled yet.
            let _ = writeln!(text, "    {}", Executor::Reference);
        }
        Ok(text)
    }
}
