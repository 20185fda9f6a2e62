//! Reasons why an action is not one regular expression, in the style of the diagnostics.

use std::fmt;

use masume_rules::model::Size;
use masume_syntax::{Span, nearest};

/// An action that is not one regular expression over the board as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexError {
    /// The action asked for, as the user wrote it.
    pub action: String,
    /// The reason.
    pub reason: RegexReason,
    /// The rule or action at fault, in the game's text; absent where the request is at fault.
    pub span: Option<Span>,
}

/// Reason why there is no single regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegexReason {
    /// The game has no such action, but these.
    UnknownAction {
        /// Their names, in the order of the text.
        actions: Vec<String>,
    },
    /// The game is not played on boards of this width.
    Width {
        /// Columns asked for.
        width: u32,
        /// The least size of the game.
        least: Size,
        /// The greatest size of the game.
        greatest: Size,
        /// True if both sides must be even.
        even: bool,
    },
    /// A layer holds numbers, which are more than one character.
    NumberLayer {
        /// Its name.
        layer: String,
    },
    /// The text does not show the ring of free cells around the board.
    Rim,
    /// The game has no glyphs for its cells, or none left for the chosen cell.
    NoGlyph,
    /// A statement that is no rule, such as `march`.
    Statement {
        /// The word that it begins with.
        word: &'static str,
    },
    /// Several rules change the board one after another.
    OneAfterAnother,
    /// A rule uses only some of its matches, such as `first`.
    Strategy {
        /// The strategy as written.
        word: &'static str,
    },
    /// The direction is chosen by the player.
    ChosenDirection,
    /// The pattern has `turn` or `bend`.
    Walk,
    /// Two chosen cells matter.
    TwoAnchors,
    /// A letter binds a number or kind.
    Letter,
    /// A test asks for more than what its cell holds: `sees`, a count, a place, a comparison.
    Test {
        /// The word that it asks with.
        word: &'static str,
    },
    /// Chance chooses what is put.
    Chance,
    /// A rule asks what the chosen cell holds, and the text shows only that it was chosen.
    HiddenContent {
        /// The glyph that the text shows in its place.
        glyph: char,
    },
    /// The expression would be longer than this many characters.
    TooLong {
        /// Characters allowed.
        bound: usize,
    },
}

impl RegexError {
    /// The problem, in one line.
    pub fn message(&self) -> String {
        match &self.reason {
            RegexReason::UnknownAction { .. } => {
                format!("the game has no action `{}`", self.action)
            }
            RegexReason::Width { width, .. } => {
                format!("the game is not played on boards {width} wide")
            }
            RegexReason::NumberLayer { .. }
            | RegexReason::Rim
            | RegexReason::NoGlyph
            | RegexReason::Statement { .. }
            | RegexReason::OneAfterAnother
            | RegexReason::Strategy { .. }
            | RegexReason::ChosenDirection
            | RegexReason::Walk
            | RegexReason::TwoAnchors
            | RegexReason::Letter
            | RegexReason::Test { .. }
            | RegexReason::Chance
            | RegexReason::HiddenContent { .. }
            | RegexReason::TooLong { .. } => {
                format!("`{}` cannot be written as one regular expression", self.action)
            }
        }
    }

    /// The part that was found, said at the span.
    pub fn label(&self) -> String {
        match &self.reason {
            RegexReason::UnknownAction { actions } => {
                format!("expected {}", alternatives(actions))
            }
            RegexReason::Width { least, greatest, even, .. } => {
                let even = if *even { ", even" } else { "" };
                match (least.width, greatest.width) {
                    (one, other) if one == other => format!("expected {one}"),
                    (least, greatest) => format!("expected {least} to {greatest}{even}"),
                }
            }
            RegexReason::NumberLayer { layer } => {
                format!("`{layer}` holds numbers, and a cell of the text is one character")
            }
            RegexReason::Rim => "lines go through the rim, which the text does not show".into(),
            RegexReason::NoGlyph => "a cell of the text is one character, and here is none".into(),
            RegexReason::Statement { word } => format!("`{word}` is more than a rule over lines"),
            RegexReason::OneAfterAnother => {
                "rules run one after another, and a later one sees what an earlier one put".into()
            }
            RegexReason::Strategy { word } => {
                format!("`{word}` uses some of the matches, an expression finds them all")
            }
            RegexReason::ChosenDirection => {
                "the player chooses the direction, which the text does not show".into()
            }
            RegexReason::Walk => "the pattern turns, and an expression runs along one line".into(),
            RegexReason::TwoAnchors => {
                "two chosen cells matter, and the text shows one of them".into()
            }
            RegexReason::Letter => {
                "a letter must be equal at several cells, each of which is looked at alone".into()
            }
            RegexReason::Test { word } => {
                format!("`{word}` asks for more than what the cell itself holds")
            }
            RegexReason::Chance => "chance decides what is put".into(),
            RegexReason::HiddenContent { glyph } => {
                format!("the rule asks what the chosen cell holds, and the text shows `{glyph}`")
            }
            RegexReason::TooLong { bound } => {
                format!("the expression would be longer than {bound} characters")
            }
        }
    }

    /// A way out, where there is one.
    pub fn help(&self) -> Option<String> {
        let help = match &self.reason {
            RegexReason::UnknownAction { actions } => {
                let near = nearest(&self.action, actions.iter().map(String::as_str))?;
                return Some(format!("did you mean `{near}`?"));
            }
            RegexReason::OneAfterAnother => "an `all` block's rules see the same board",
            RegexReason::Strategy { .. } => "a rule without a strategy word uses every match",
            RegexReason::ChosenDirection => "directions by name, or `8 ways`, can be written",
            RegexReason::TwoAnchors => "a rule with `from` alone can be written",
            RegexReason::Test { .. } => {
                "tests for pieces, layers, `mine`, `theirs`, `empty` and `any` can be written"
            }
            RegexReason::HiddenContent { .. } => {
                "begin the action with `must` and a rule that says what the chosen cell holds"
            }
            RegexReason::TooLong { .. } => "lesser bounds in `{m,n}` make it shorter",
            RegexReason::Width { .. }
            | RegexReason::NumberLayer { .. }
            | RegexReason::Rim
            | RegexReason::NoGlyph
            | RegexReason::Statement { .. }
            | RegexReason::Walk
            | RegexReason::Letter
            | RegexReason::Chance => return None,
        };
        Some(help.into())
    }
}

/// "`a`, `b` or `c`".
fn alternatives(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "none".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message(), self.label())
    }
}

impl std::error::Error for RegexError {}
