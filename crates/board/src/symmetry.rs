//! The ways to lay a rectangle on itself or its transpose.

use crate::{Cell, Direction, Grid};

/// One of the eight ways to lay a rectangle on itself or its transpose.
///
/// Each is a mirror or none, then a number of quarter turns clockwise. What it makes of a picture:
///
/// ```text
/// a b c   Identity        d a   TurnRight       f e d   TurnAround   c f   TurnLeft
/// d e f                   e b                   c b a                b e
///                         f c                                        a d
///
/// c b a   MirrorColumns   f c   AntiTranspose   d e f   MirrorRows   a d   Transpose
/// f e d                   e b                   a b c                b e
///                         d a                                        c f
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// Everything stays.
    Identity,
    /// A quarter turn clockwise.
    TurnRight,
    /// A half turn.
    TurnAround,
    /// A quarter turn against the clock.
    TurnLeft,
    /// The columns in reverse: left and right change places.
    MirrorColumns,
    /// Rows become columns, mirrored in the diagonal from the upper right.
    AntiTranspose,
    /// The rows in reverse: top and bottom change places.
    MirrorRows,
    /// Rows become columns, mirrored in the diagonal from the upper left.
    Transpose,
}

use Symmetry::{
    AntiTranspose, Identity, MirrorColumns, MirrorRows, Transpose, TurnAround, TurnLeft, TurnRight,
};

/// Handedness of a symmetry: whether it mirrors the columns before it turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Kept,
    Mirrored,
}

impl Symmetry {
    /// All eight: the turns, then the mirrors, each by the quarter turns in it.
    pub const ALL: [Symmetry; 8] = [
        Identity,
        TurnRight,
        TurnAround,
        TurnLeft,
        MirrorColumns,
        AntiTranspose,
        MirrorRows,
        Transpose,
    ];

    /// True if rows become columns, so that width and height change places.
    pub fn is_transposing(self) -> bool {
        match self {
            TurnRight | TurnLeft | AntiTranspose | Transpose => true,
            Identity | TurnAround | MirrorColumns | MirrorRows => false,
        }
    }

    /// The grid that this one is laid on: itself or its transpose.
    pub fn grid(self, grid: &Grid) -> Grid {
        if self.is_transposing() { grid.transposed() } else { *grid }
    }

    /// Image of a cell of `grid`, as a cell of [`self.grid(grid)`](Symmetry::grid).
    ///
    /// # Panics
    /// If `grid` does not have the cell.
    pub fn cell(self, grid: &Grid, cell: Cell) -> Cell {
        let (index, bound) = (cell.index(), grid.cell_count());
        assert!(index < bound, "cell {index} is past the last of {bound} cells");
        let (width, height) = (grid.full_width(), grid.full_height());
        let (column, row) = (cell.0 % width, cell.0 / width);
        let (from_right, from_bottom) = (width - 1 - column, height - 1 - row);
        let (column, row) = match self {
            Identity => (column, row),
            TurnRight => (from_bottom, column),
            TurnAround => (from_right, from_bottom),
            TurnLeft => (row, from_right),
            MirrorColumns => (from_right, row),
            AntiTranspose => (from_bottom, from_right),
            MirrorRows => (column, from_bottom),
            Transpose => (row, column),
        };
        self.grid(grid).full_at(column, row)
    }

    /// Image of a step in this direction.
    ///
    /// The cell of a step is the step of the cell: `cell(step(c, d))` is `step(cell(c),
    /// direction(d))`.
    pub fn direction(self, direction: Direction) -> Direction {
        let (hand, quarters) = self.parts();
        let mirrored = match hand {
            Hand::Kept => direction,
            // Mirrored columns turn the angle from `Up` into its negative.
            Hand::Mirrored => direction.turned(-2 * direction.eighths_from_up()),
        };
        mirrored.turned(2 * quarters)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        let (hand, quarters) = self.parts();
        match hand {
            Hand::Kept => Symmetry::from_parts(hand, -quarters),
            // A mirror, at whatever angle, is undone by itself.
            Hand::Mirrored => self,
        }
    }

    /// The symmetry that does this one first, and then `next`.
    pub fn then(self, next: Symmetry) -> Symmetry {
        let (hand, quarters) = self.parts();
        let (next_hand, next_quarters) = next.parts();
        match next_hand {
            Hand::Kept => Symmetry::from_parts(hand, quarters + next_quarters),
            // Seen in the next mirror, the turn so far went the other way.
            Hand::Mirrored => Symmetry::from_parts(hand.mirrored(), next_quarters - quarters),
        }
    }

    /// Handedness (mirrored columns come first), and the quarter turns clockwise that follow.
    fn parts(self) -> (Hand, i32) {
        match self {
            Identity => (Hand::Kept, 0),
            TurnRight => (Hand::Kept, 1),
            TurnAround => (Hand::Kept, 2),
            TurnLeft => (Hand::Kept, 3),
            MirrorColumns => (Hand::Mirrored, 0),
            AntiTranspose => (Hand::Mirrored, 1),
            MirrorRows => (Hand::Mirrored, 2),
            Transpose => (Hand::Mirrored, 3),
        }
    }

    fn from_parts(hand: Hand, quarters: i32) -> Symmetry {
        let turn = quarters.rem_euclid(4) as usize;
        match hand {
            Hand::Kept => [Identity, TurnRight, TurnAround, TurnLeft][turn],
            Hand::Mirrored => [MirrorColumns, AntiTranspose, MirrorRows, Transpose][turn],
        }
    }
}

impl Hand {
    fn mirrored(self) -> Hand {
        match self {
            Hand::Kept => Hand::Mirrored,
            Hand::Mirrored => Hand::Kept,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_drawn() {
        let grid = Grid::new(3, 2).unwrap();
        let rows = [
            (Identity, "abc/def"),
            (TurnRight, "da/eb/fc"),
            (TurnAround, "fed/cba"),
            (TurnLeft, "cf/be/ad"),
            (MirrorColumns, "cba/fed"),
            (AntiTranspose, "fc/eb/da"),
            (MirrorRows, "def/abc"),
            (Transpose, "ad/be/cf"),
        ];
        assert_eq!(rows.map(|(symmetry, _)| symmetry), Symmetry::ALL);
        for (symmetry, expected) in rows {
            let image = symmetry.grid(&grid);
            let letters: Vec<char> = expected.chars().filter(|&letter| letter != '/').collect();
            assert_eq!(image.width() as usize, expected.split('/').next().unwrap().len());
            for (cell, letter) in grid.cells().zip('a'..) {
                assert_eq!(letters[symmetry.cell(&grid, cell).index()], letter, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn directions_turn_with_the_picture() {
        let check = |symmetry: Symmetry, expected: [Direction; 2]| {
            let found = [Direction::Up, Direction::UpRight].map(|way| symmetry.direction(way));
            assert_eq!(found, expected, "{symmetry:?}");
        };
        check(Identity, [Direction::Up, Direction::UpRight]);
        check(TurnRight, [Direction::Right, Direction::DownRight]);
        check(TurnAround, [Direction::Down, Direction::DownLeft]);
        check(TurnLeft, [Direction::Left, Direction::UpLeft]);
        check(MirrorColumns, [Direction::Up, Direction::UpLeft]);
        check(AntiTranspose, [Direction::Right, Direction::UpRight]);
        check(MirrorRows, [Direction::Down, Direction::DownRight]);
        check(Transpose, [Direction::Left, Direction::DownLeft]);
    }

    #[test]
    #[should_panic(expected = "cell 6 is past the last of 6 cells")]
    fn a_cell_of_another_grid_has_no_image() {
        TurnRight.cell(&Grid::new(3, 2).unwrap(), Cell(6));
    }
}
