//! The words that begin a section, and how the lines below each are read.

use crate::nearest;

/// Section that a word begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SectionWord {
    Game,
    About,
    Use,
    Board,
    Players,
    Option,
    Value,
    Pieces,
    Legend,
    Let,
    Define,
    Start,
    Action,
    Then,
    Pass,
    Again,
    Win,
    Lose,
    Draw,
    End,
    Goal,
    Score,
    Level,
    Display,
    Keys,
    Words,
    Rules,
    Help,
    Notation,
    Coordinates,
    Moves,
    Position,
}

/// Way in which the lines below a heading are cut into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Names, numbers, strings, signs.
    Ordinary,
    /// The same, and `picture` begins raw lines.
    Statements,
    /// The same as ordinary, and strings hold expressions.
    Templates,
    /// The same as ordinary; `picture` begins raw lines where it is deeper than the first line.
    Display,
    /// Glyphs, then ordinary.
    Legend,
    /// Keys, an arrow, and the text of an action.
    Keys,
    /// A letter, an arrow, and the text of an action; or ordinary.
    Notation,
    /// As they are.
    Raw,
}

const ALL: &[(&str, SectionWord)] = &[
    ("game", SectionWord::Game),
    ("about", SectionWord::About),
    ("use", SectionWord::Use),
    ("board", SectionWord::Board),
    ("players", SectionWord::Players),
    ("option", SectionWord::Option),
    ("value", SectionWord::Value),
    ("pieces", SectionWord::Pieces),
    ("legend", SectionWord::Legend),
    ("let", SectionWord::Let),
    ("define", SectionWord::Define),
    ("start", SectionWord::Start),
    ("action", SectionWord::Action),
    ("then", SectionWord::Then),
    ("pass", SectionWord::Pass),
    ("again", SectionWord::Again),
    ("win", SectionWord::Win),
    ("lose", SectionWord::Lose),
    ("draw", SectionWord::Draw),
    ("end", SectionWord::End),
    ("goal", SectionWord::Goal),
    ("score", SectionWord::Score),
    ("level", SectionWord::Level),
    ("display", SectionWord::Display),
    ("keys", SectionWord::Keys),
    ("words", SectionWord::Words),
    ("rules", SectionWord::Rules),
    ("help", SectionWord::Help),
    ("notation", SectionWord::Notation),
    ("coordinates", SectionWord::Coordinates),
    ("moves", SectionWord::Moves),
    ("position", SectionWord::Position),
];

impl SectionWord {
    /// The section that exactly this word begins.
    pub(crate) fn of(word: &str) -> Option<Self> {
        ALL.iter().find(|(name, _)| *name == word).map(|&(_, section)| section)
    }

    /// The section that a misspelt word was probably meant to begin, and its right spelling.
    pub(crate) fn meant(word: &str) -> Option<(Self, &'static str)> {
        let lower = word.to_lowercase();
        if let Some(section) = Self::of(&lower) {
            return Some((section, section.name()));
        }
        let name = nearest(&lower, ALL.iter().map(|&(name, _)| name))?;
        Some((Self::of(name)?, name))
    }

    /// The word.
    pub(crate) fn name(self) -> &'static str {
        ALL.iter().find(|&&(_, section)| section == self).map_or("", |&(name, _)| name)
    }

    /// Way in which the lines below this section's heading are read.
    pub(crate) fn reading(self) -> Reading {
        match self {
            Self::Level | Self::Rules | Self::Help => Reading::Raw,
            Self::Legend => Reading::Legend,
            Self::Keys => Reading::Keys,
            Self::Notation => Reading::Notation,
            Self::Words => Reading::Templates,
            Self::Display => Reading::Display,
            Self::Start | Self::Then | Self::Action | Self::Define => Reading::Statements,
            Self::Game
            | Self::About
            | Self::Use
            | Self::Board
            | Self::Players
            | Self::Option
            | Self::Value
            | Self::Pieces
            | Self::Let
            | Self::Pass
            | Self::Again
            | Self::Win
            | Self::Lose
            | Self::Draw
            | Self::End
            | Self::Goal
            | Self::Score
            | Self::Coordinates
            | Self::Moves
            | Self::Position => Reading::Ordinary,
        }
    }
}
