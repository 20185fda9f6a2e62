//! Patterns: regular expressions whose letters are tests.

use masume_board::Direction;

use super::{ParamSlot, Player, Test};

/// A regular expression over cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// One cell that passes the test. The position says which entry of the replacement is put
    /// there; one test that is repeated is one position.
    Cell {
        /// Index into [`super::Alternative::writes`]; 0 and unused inside `sees`.
        position: u32,
        /// Test that the cell must pass.
        test: Test,
    },
    /// One after another.
    Sequence(Vec<Pattern>),
    /// One of them; the earlier is preferred by `each`, `first` and `random`.
    Choice(Vec<Pattern>),
    /// Again and again; more is preferred by `each`, `first` and `random`.
    Repeat {
        /// Pattern that is repeated.
        body: Box<Pattern>,
        /// Least number.
        least: u32,
        /// Greatest number; absent for no bound.
        greatest: Option<u32>,
    },
    /// Zero-width: the board ends here, on one side or the other, in the current direction.
    Edge,
    /// Zero-width: goes on at a right angle, either way.
    Turn,
    /// Zero-width: goes on in any direction: of the four, or of the eight where the rule's ways
    /// have a diagonal.
    Bend,
}

impl Pattern {
    /// True if the pattern stays on one line: it has no `turn` and no `bend`.
    pub fn is_line(&self) -> bool {
        match self {
            Self::Cell { .. } | Self::Edge => true,
            Self::Turn | Self::Bend => false,
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter().all(Self::is_line),
            Self::Repeat { body, .. } => body.is_line(),
        }
    }
}

/// The directions in which a pattern is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    /// The rule reads single cells and has no direction: each cell is one match.
    None,
    /// Indexed by the acting player (a single entry serves every player); in canonical order,
    /// without repeats.
    Fixed(Vec<Vec<Direction>>),
    /// The direction that the player chose.
    Chosen(ParamSlot),
    /// The direction opposite to the one that the player chose.
    Against(ParamSlot),
    /// All of several.
    Union(Vec<Ways>),
}

impl Ways {
    /// Four or eight directions, the same for every player.
    pub fn fixed(directions: &[Direction]) -> Self {
        Self::Fixed(vec![directions.to_vec()])
    }

    /// Adds the directions for a player and the chosen arguments, in canonical order without
    /// repeats. `chosen` gives the direction in a slot. `None` ways add the direction right, as a
    /// stand-in that reads nothing.
    pub fn directions(
        &self,
        player: Player,
        chosen: &dyn Fn(ParamSlot) -> Option<Direction>,
    ) -> Vec<Direction> {
        let mask = self.mask(player, chosen);
        Direction::ALL.into_iter().filter(|&it| mask >> it as u8 & 1 == 1).collect()
    }

    /// The same as a set: bit i is direction i in canonical order.
    #[inline]
    pub fn mask(&self, player: Player, chosen: &dyn Fn(ParamSlot) -> Option<Direction>) -> u8 {
        let bit = |direction: Direction| 1u8 << direction as u8;
        match self {
            Self::None => bit(Direction::Right),
            Self::Fixed(by_player) => {
                let index = if by_player.len() == 1 { 0 } else { usize::from(player.0) };
                let directions = by_player.get(index).into_iter().flatten();
                directions.fold(0, |all, &direction| all | bit(direction))
            }
            Self::Chosen(slot) => chosen(*slot).map_or(0, bit),
            Self::Against(slot) => chosen(*slot).map_or(0, |it| bit(it.opposite())),
            Self::Union(parts) => parts.iter().fold(0, |all, it| all | it.mask(player, chosen)),
        }
    }
}
