//! Explanation of rules as they run: for those who write games, and those who make them fast.

use std::fmt;

use masume_execute::Compiled;
use masume_program::Part;
use masume_rules::{RuleText, print_rules};

use crate::executor::compiled::program;
use crate::{Game, MOST_CELLS, Setup, SetupError};

/// Reason why nothing was explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplainError {
    /// No rule has this number, and no part of the game this name.
    UnknownRule {
        /// As given.
        asked: String,
        /// The actions, and `start` and `then` where they have rules, in the order of the meaning.
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
    /// Every rule with its meaning and the program that it became, on the board of the set-up, how
    /// the legal choices of each action are found, how the ends are asked, and how random games on
    /// many boards are played; of one part only where one is named: an action, `start`, `then`, or
    /// the number of a rule.
    ///
    /// What runs on the reference executor says so, and why.
    ///
    /// # Errors
    /// A name or number of no rule, and a set-up without a board.
    pub fn explain(&self, setup: &Setup, rule: Option<&str>) -> Result<String, ExplainError> {
        let board = self.first_board(setup)?;
        let rules = print_rules(&self.rules);
        let actions: Vec<&str> = self.rules.actions.iter().map(|it| it.name.as_str()).collect();
        if let Some(asked) = rule {
            let is_number = |it: &RuleText| it.id.0.to_string() == asked;
            if !rules.iter().any(|it| it.part == asked || is_number(it))
                && !actions.contains(&asked)
            {
                return Err(unknown_rule(asked, &rules, &actions));
            }
        }
        let grid = board.grid();
        let program = program(self, grid);
        let mut text = format!("{} on {} x {}\n", self.rules.title, grid.width(), grid.height());
        if program.is_none() {
            let (cells, most) = (grid.cell_count(), MOST_CELLS);
            text.push_str(&format!(
                "\nreference, because the board has {cells} cells and programs serve at most {most}\n"
            ));
        }
        let explained = Explained { rules: &rules, asked: rule, program: program.as_deref() };
        explained.part(&mut text, "start", None);
        for (index, action) in actions.iter().enumerate() {
            explained.part(&mut text, action, Some(index));
        }
        explained.part(&mut text, "then", None);
        if let Some(program) = program.filter(|_| rule.is_none()) {
            let ends = program.explain(Some(Part::Ends));
            if !ends.is_empty() {
                text.push_str("\nends\n");
                push_indented(&mut text, 2, &ends);
            }
            text.push_str(&format!("\n{}\n", program.many_boards()));
        }
        Ok(text)
    }

    /// The code that many boards run side by side, on the board of the set-up, as it stands under
    /// the last line of [`Game::explain`]; an empty text where that line says why there is none.
    ///
    /// # Errors
    /// A set-up without a board.
    pub fn explain_code(&self, setup: &Setup) -> Result<String, ExplainError> {
        let board = self.first_board(setup)?;
        let code = program(self, board.grid()).and_then(|program| program.interp_text());
        let mut text = String::new();
        push_indented(&mut text, 2, &code.unwrap_or_default());
        Ok(text)
    }
}

/// Parts that are explained.
struct Explained<'g> {
    rules: &'g [RuleText],
    /// The name of a part, or the number of a rule.
    asked: Option<&'g str>,
    program: Option<&'g dyn Compiled>,
}

impl Explained<'_> {
    /// One part of the game, as far as it is asked for. An action has a plan beside its rules.
    fn part(&self, text: &mut String, name: &str, action: Option<usize>) {
        let is_whole = self.asked.is_none_or(|asked| asked == name);
        let rules = self.rules.iter().filter(|rule| {
            rule.part == name && (is_whole || self.asked == Some(&rule.id.0.to_string()))
        });
        let rules: Vec<&RuleText> = rules.collect();
        let plan = match (action.filter(|_| is_whole), self.program) {
            (Some(index), Some(program)) => program.explain(Some(Part::Plan(index))),
            (Some(_), None) | (None, _) => String::new(),
        };
        if rules.is_empty() && plan.is_empty() {
            return;
        }
        text.push_str(&format!("\n{name}\n"));
        push_indented(text, 2, &plan);
        for rule in rules {
            push_indented(text, 2, &rule.text);
            if let Some(program) = self.program {
                push_indented(text, 4, &program.explain(Some(Part::Rule(rule.id))));
            }
        }
    }
}

fn push_indented(text: &mut String, depth: usize, lines: &str) {
    for line in lines.lines() {
        text.push_str(&format!("{:depth$}{line}\n", ""));
    }
}

fn unknown_rule(asked: &str, rules: &[RuleText], actions: &[&str]) -> ExplainError {
    let has_rules = |part: &&str| rules.iter().any(|rule| rule.part == **part);
    let start = Some("start").filter(has_rules);
    let then = Some("then").filter(has_rules);
    let known = start.into_iter().chain(actions.iter().copied()).chain(then);
    ExplainError::UnknownRule { asked: asked.to_owned(), known: known.map(str::to_owned).collect() }
}
