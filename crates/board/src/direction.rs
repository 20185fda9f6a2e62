//! The eight ways to go on from a cell.

/// One of the eight ways to a neighbour, in reading order of the neighbours.
///
/// ```text
/// UpLeft    Up    UpRight
/// Left      ·     Right
/// DownLeft  Down  DownRight
/// ```
///
/// That order, left to right and top to bottom, is the order of `Ord` and the canonical order
/// wherever directions are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// One column to the left, one row up.
    UpLeft,
    /// One row up.
    Up,
    /// One column to the right, one row up.
    UpRight,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One column to the left, one row down.
    DownLeft,
    /// One row down.
    Down,
    /// One column to the right, one row down.
    DownRight,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

/// The directions as a clock's hand passes them, from `Up`; indexed by `eighths_from_up`.
const CLOCKWISE: [Direction; 8] = [Up, UpRight, Right, DownRight, Down, DownLeft, Left, UpLeft];

impl Direction {
    /// All eight, in canonical order.
    pub const ALL: [Direction; 8] = [UpLeft, Up, UpRight, Left, Right, DownLeft, Down, DownRight];

    /// The four along rows and columns, in canonical order.
    pub const ORTHOGONAL: [Direction; 4] = [Up, Left, Right, Down];

    /// The four that change row and column at once, in canonical order.
    pub const DIAGONAL: [Direction; 4] = [UpLeft, UpRight, DownLeft, DownRight];

    /// Columns gained by one step: -1, 0 or 1; right is positive.
    #[inline]
    pub fn across(self) -> i32 {
        match self {
            UpLeft | Left | DownLeft => -1,
            Up | Down => 0,
            UpRight | Right | DownRight => 1,
        }
    }

    /// Rows gained by one step: -1, 0 or 1; down is positive, as rows are numbered from the top.
    #[inline]
    pub fn down(self) -> i32 {
        match self {
            UpLeft | Up | UpRight => -1,
            Left | Right => 0,
            DownLeft | Down | DownRight => 1,
        }
    }

    /// The way back.
    #[inline(always)]
    pub fn opposite(self) -> Direction {
        // In reading order the neighbours of a cell mirror each other.
        Direction::ALL[7 - self as usize]
    }

    /// The ways back of these directions, a bit for each.
    #[inline(always)]
    pub fn opposites(directions: u8) -> u8 {
        directions.reverse_bits()
    }

    /// This direction turned clockwise by `eighths` of a full turn; negative turns the other way.
    ///
    /// `Up.turned(2)` is `Right`.
    pub fn turned(self, eighths: i32) -> Direction {
        // Reduced before the sum, so that no number of turns overflows.
        let turn = eighths.rem_euclid(8) as usize;
        CLOCKWISE[(self.eighths_from_up() as usize + turn) % 8]
    }

    /// The two directions at a right angle to this one, in canonical order.
    ///
    /// A direction and its opposite have the same pair: `[Left, Right]` for both `Up` and `Down`.
    pub fn right_angles(self) -> [Direction; 2] {
        let mut pair = [self.turned(-2), self.turned(2)];
        pair.sort_unstable();
        pair
    }

    /// True if a step changes row and column at once.
    pub fn is_diagonal(self) -> bool {
        match self {
            UpLeft | UpRight | DownLeft | DownRight => true,
            Up | Left | Right | Down => false,
        }
    }

    /// The direction in lower case, the row's part first: `up-left`, `right`.
    pub fn name(self) -> &'static str {
        match self {
            UpLeft => "up-left",
            Up => "up",
            UpRight => "up-right",
            Left => "left",
            Right => "right",
            DownLeft => "down-left",
            Down => "down",
            DownRight => "down-right",
        }
    }

    /// The direction that [`name`](Direction::name) prints as `name`; None for any other text.
    pub fn from_name(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// The direction with the signs of these two offsets; None for (0, 0).
    ///
    /// Only signs count: (5, -1) is `UpRight`, as is (1, -5).
    pub fn from_offset(across: i32, down: i32) -> Option<Direction> {
        let signs = (across.signum(), down.signum());
        Direction::ALL.into_iter().find(|direction| (direction.across(), direction.down()) == signs)
    }

    /// Clockwise eighths of a full turn from `Up`, 0 to 7: the index into `CLOCKWISE`.
    pub(crate) fn eighths_from_up(self) -> i32 {
        match self {
            Up => 0,
            UpRight => 1,
            Right => 2,
            DownRight => 3,
            Down => 4,
            DownLeft => 5,
            Left => 6,
            UpLeft => 7,
        }
    }
}

/// The directions of a mask, in canonical order.
#[inline(always)]
pub fn directions(mask: u8) -> Directions {
    Directions(mask)
}

/// The directions of a mask. By hand: what is not inlined is not built for vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct Directions(u8);

impl Iterator for Directions {
    type Item = Direction;

    #[inline(always)]
    fn next(&mut self) -> Option<Direction> {
        let direction = *Direction::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_order_is_reading_order_of_the_neighbours() {
        let mut sorted = Direction::ALL;
        sorted.sort_by_key(|direction| (direction.down(), direction.across()));
        assert_eq!(sorted, Direction::ALL);
        assert!(Direction::ALL.is_sorted());
        assert!(Direction::ORTHOGONAL.is_sorted());
        assert!(Direction::DIAGONAL.is_sorted());
    }

    #[test]
    fn orthogonal_and_diagonal_share_out_all() {
        for direction in Direction::ALL {
            assert_eq!(direction.is_diagonal(), Direction::DIAGONAL.contains(&direction));
            assert_eq!(!direction.is_diagonal(), Direction::ORTHOGONAL.contains(&direction));
        }
    }

    #[test]
    fn turns_go_clockwise_and_never_overflow() {
        let rows = [
            (Up, 2, Right),
            (Up, 1, UpRight),
            (Up, -1, UpLeft),
            (Left, 2, Up),
            (DownLeft, 3, Up),
            (Down, 8, Down),
            (Down, -16, Down),
            (UpLeft, i32::MAX, Left),
            (UpLeft, i32::MIN, UpLeft),
        ];
        for (from, eighths, expected) in rows {
            assert_eq!(from.turned(eighths), expected, "{from:?} by {eighths}");
        }
    }

    #[test]
    fn opposite_negates_both_offsets() {
        for direction in Direction::ALL {
            let back = direction.opposite();
            assert_eq!((back.across(), back.down()), (-direction.across(), -direction.down()));
            assert_eq!(Direction::opposites(1 << direction as u8), 1 << back as u8);
        }
    }

    #[test]
    fn right_angles_are_perpendicular_and_in_canonical_order() {
        for direction in Direction::ALL {
            let [first, second] = direction.right_angles();
            assert!(first < second);
            assert_eq!(first.opposite(), second);
            let product = first.across() * direction.across() + first.down() * direction.down();
            assert_eq!(product, 0, "{direction:?} and {first:?}");
        }
    }

    #[test]
    fn names_and_offsets_lead_back() {
        for direction in Direction::ALL {
            assert_eq!(Direction::from_name(direction.name()), Some(direction));
            let (across, down) = (direction.across(), direction.down());
            assert_eq!(Direction::from_offset(across, down), Some(direction));
            assert_eq!(Direction::from_offset(7 * across, 2 * down), Some(direction));
        }
        assert_eq!(Direction::from_offset(i32::MIN, i32::MAX), Some(DownLeft));
        assert_eq!(Direction::from_offset(0, 0), None);
        for stranger in ["", "Up", "north", "up left", "up-"] {
            assert_eq!(Direction::from_name(stranger), None, "{stranger:?}");
        }
    }
}
