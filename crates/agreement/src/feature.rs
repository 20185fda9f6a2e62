//! Features of a random game, so that a run can say what it has tried.

use std::collections::BTreeMap;

use strum::{EnumIter, IntoStaticStr};

/// Something of the language that a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[expect(missing_docs, reason = "each is the word or the chapter of the language that it names")]
pub enum Feature {
    // Boards
    Rim,
    Level,
    Picture,
    SeveralWords,
    // Pieces
    SeveralLayers,
    OwnedPieces,
    OwnedKinds,
    Kinds,
    Range,
    Doubling,
    Values,
    Options,
    // Players
    OnePlayer,
    TwoPlayers,
    ThreePlayers,
    Forward,
    // Actions
    NoParameter,
    DirectionParameter,
    CellParameter,
    OrderedCells,
    UnorderedCells,
    ColumnParameter,
    RowParameter,
    When,
    // Patterns
    Repeats,
    Groups,
    Choices,
    Edge,
    Turn,
    Bend,
    Letters,
    BackReference,
    Anchor,
    Rest,
    RulesOfOneCell,
    RaysOfOneCell,
    LetterTwice,
    Potential,
    Lessened,
    Guarded,
    InTurn,
    RequiredChoice,
    // Strategies
    All,
    Each,
    First,
    Random,
    RandomOf,
    // Replacements
    Carried,
    ComputedNumber,
    NumberOnLayer,
    SeveralPuts,
    Alternatives,
    RuleEffects,
    // Tests
    Neighbours,
    Sees,
    Comparison,
    Near,
    LetName,
    // Statements
    Else,
    AllBlock,
    Must,
    Require,
    If,
    RepeatBlock,
    Times,
    PrefixBlock,
    LocalNumber,
    Effects,
    Finish,
    March,
    Relocation,
    Shuffle,
    Deal,
    Until,
    Call,
    // Turns
    Then,
    PassWhenNoAction,
    PassAnyTime,
    Again,
    Win,
    Lose,
    Draw,
    End,
    Goal,
    Stage,
    Score,
    // Conditions
    SomeCondition,
    EveryCondition,
    CountCondition,
    NoAction,
    NobodyCanAct,
    EveryonePassed,
}

/// Number of games with each feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features(BTreeMap<Feature, u64>);

impl Features {
    /// Notes that the current game has it.
    pub(crate) fn note(&mut self, feature: Feature) {
        self.0.insert(feature, 1);
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Features) {
        for (feature, count) in &other.0 {
            *self.0.entry(*feature).or_default() += count;
        }
    }

    /// Number of games that have it.
    pub fn count(&self, feature: Feature) -> u64 {
        self.0.get(&feature).copied().unwrap_or_default()
    }
}
