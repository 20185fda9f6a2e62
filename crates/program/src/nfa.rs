//! Patterns as automata of places. A place consumes one cell.

use masume_board::Direction;
use masume_rules::model::ParamSlot;
use smallvec::SmallVec;

use super::{SetId, Shape};

/// Directions, some of which the player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dirs {
    /// Bit i: the i-th of [`Direction::ALL`].
    Fixed(u8),
    /// The chosen one.
    Chosen(ParamSlot),
    /// The one opposite to the chosen one.
    Against(ParamSlot),
    /// All of several.
    Union(Vec<Dirs>),
}

impl Dirs {
    /// The directions as bits, given the chosen ones.
    #[inline]
    pub fn mask(&self, chosen: &impl Fn(ParamSlot) -> Option<Direction>) -> u8 {
        let bit = |direction: Direction| 1u8 << direction as u8;
        match self {
            Self::Fixed(mask) => *mask,
            Self::Chosen(slot) => chosen(*slot).map_or(0, bit),
            Self::Against(slot) => chosen(*slot).map_or(0, |it| bit(it.opposite())),
            Self::Union(parts) => parts.iter().fold(0, |all, part| all | part.mask(chosen)),
        }
    }

    /// True if there is one direction at most, whatever is chosen.
    pub fn is_single(&self) -> bool {
        match self {
            Self::Fixed(mask) => mask.count_ones() <= 1,
            Self::Chosen(_) | Self::Against(_) => true,
            Self::Union(_) => false,
        }
    }

    /// True if they are the same whatever is chosen.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Self::Fixed(_))
    }
}

/// Way from a cell to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Via {
    /// In the current direction.
    Straight,
    /// At a right angle, either way.
    Turn,
    /// After two right angles: on in the current direction, or back.
    Double,
    /// In any direction.
    Bend,
}

impl Via {
    /// This, and a right angle behind it.
    pub fn and_turn(self) -> Self {
        match self {
            Self::Straight | Self::Double => Self::Turn,
            Self::Turn => Self::Double,
            Self::Bend => Self::Bend,
        }
    }
}

/// Directions that a turn or a bend can lead to.
pub fn turned(via: Via, direction: Direction, bends: u8) -> u8 {
    match via {
        Via::Straight => 1 << direction as u8,
        Via::Turn => direction.right_angles().into_iter().fold(0, |mask, it| mask | 1 << it as u8),
        Via::Double => 1 << direction as u8 | 1 << direction.opposite() as u8,
        Via::Bend => bends,
    }
}

/// Directions in which `bend` can go on, given those of the rule, as bits.
pub fn bends(mask: u8) -> u8 {
    let of = |all: &[Direction]| all.iter().fold(0u8, |mask, &it| mask | 1 << it as u8);
    if mask & of(&Direction::DIAGONAL) != 0 {
        of(&Direction::ALL)
    } else {
        of(&Direction::ORTHOGONAL)
    }
}

/// Continuation behind a place, the preferred first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// The pattern is at its end; where `at_edge`, only if the next step leaves the board.
    Accept {
        /// True if the board must end here.
        at_edge: bool,
    },
    /// Another place.
    Step {
        /// Index of the place.
        place: u16,
        /// Way to its cell.
        via: Via,
    },
}

/// One place: one test of the pattern, repeats with bounds written out.
#[derive(Clone, Debug, PartialEq)]
pub struct NfaState {
    /// Index into the replacement.
    pub position: u32,
    /// Cells that pass.
    pub test: SetId,
    /// Continuations, the preferred first.
    pub next: Vec<Next>,
}

/// Place at which a match can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The first place.
    pub place: u16,
    /// True if the board must end behind it.
    pub at_edge: bool,
}

/// Places that are solved together, in an order in which everything after them is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// Comes once.
    Single(u16),
    /// Follows itself in a straight line: a fill.
    Loop(u16),
    /// Follow each other round and round, until nothing changes.
    Cycle(Vec<u16>),
}

impl Group {
    /// The places in it.
    pub fn members(&self) -> &[u16] {
        match self {
            Self::Single(place) | Self::Loop(place) => std::slice::from_ref(place),
            Self::Cycle(members) => members,
        }
    }
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Nfa {
    /// The places.
    pub places: Vec<NfaState>,
    /// The preferred first.
    pub starts: Vec<Start>,
    /// From the end of the pattern to its beginning.
    pub order: Vec<Group>,
    /// True if it stays on one line.
    pub is_line: bool,
    /// True if one start can lead to more than one path.
    pub has_branches: bool,
    /// A shape that has its own kernel.
    pub shape: Shape,
}

impl Nfa {
    /// True if the first cell of every match is at this place, and no other.
    pub fn is_only_first(&self, place: u16) -> bool {
        let goes_to = |next: &Next| matches!(next, Next::Step { place: to, .. } if *to == place);
        matches!(self.starts[..], [start] if start.place == place)
            && !self.places.iter().any(|from| from.next.iter().any(goes_to))
    }

    /// The same pattern with a place for the first cell of every match, where it has one: the last of all. Places
    /// that it had are where they were. `None` where matches begin at several places.
    pub fn with_first_apart(&self) -> Option<Self> {
        let [start] = self.starts[..] else { return None };
        let mut apart = self.clone();
        let first = u16::try_from(self.places.len()).ok()?;
        apart.places.push(self.places.get(usize::from(start.place))?.clone());
        apart.starts = vec![Start { place: first, ..start }];
        apart.order.push(Group::Single(first));
        Some(apart)
    }

    /// True if the last cell of every match is at this place, and no other.
    pub fn is_only_last(&self, place: u16) -> bool {
        let ends = |next: &Next| matches!(next, Next::Accept { .. });
        self.places.iter().enumerate().all(|(nth, from)| {
            if nth == usize::from(place) {
                from.next.iter().all(ends)
            } else {
                !from.next.iter().any(ends)
            }
        })
    }

    /// The places of a line of so many cells in the order of its path; `None` for other patterns.
    #[inline]
    pub fn path(&self) -> Option<SmallVec<[u16; 8]>> {
        if !self.is_fixed_line() {
            return None;
        }
        let mut place = self.starts.first()?.place;
        let mut path = SmallVec::new();
        loop {
            path.push(place);
            match self.places.get(usize::from(place))?.next[..] {
                [Next::Step { place: after, .. }] => place = after,
                [Next::Accept { .. }] => return Some(path),
                _ => return None,
            }
        }
    }

    /// True if it turns, or several of its places follow each other round and round: then it is solved
    /// as a graph.
    pub fn is_graph(&self) -> bool {
        !self.is_line || self.order.iter().any(|group| matches!(group, Group::Cycle(_)))
    }

    /// True if every match has as many cells as there are places, one at each.
    #[inline]
    pub fn is_fixed_line(&self) -> bool {
        self.is_line && matches!(self.shape, Shape::Cell | Shape::Chain | Shape::Run(_))
    }
}
