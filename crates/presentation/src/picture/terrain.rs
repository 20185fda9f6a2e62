//! Ground under the pieces: lines that join, and cells that are no part of the picture.

use std::collections::{BTreeMap, BTreeSet};

use masume_engine::{Board, Cell, Direction};
use masume_rules::model::Figure;

use super::Looks;
use super::looks::Surface;

/// Lines from the middle of a cell to its sides and corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arms {
    /// To the middle of the left side.
    pub left: bool,
    /// To the middle of the right side.
    pub right: bool,
    /// To the middle of the upper side.
    pub up: bool,
    /// To the middle of the lower side.
    pub down: bool,
    /// To the upper left corner.
    pub up_left: bool,
    /// To the upper right corner.
    pub up_right: bool,
    /// To the lower left corner.
    pub down_left: bool,
    /// To the lower right corner.
    pub down_right: bool,
}

impl Arms {
    /// True if there is any line.
    pub fn any(self) -> bool {
        let is_straight = self.left || self.right || self.up || self.down;
        is_straight || self.up_left || self.up_right || self.down_left || self.down_right
    }

    /// The same seen from the other side of the board.
    pub fn turned(self) -> Self {
        Self {
            left: self.right,
            right: self.left,
            up: self.down,
            down: self.up,
            up_left: self.down_right,
            up_right: self.down_left,
            down_left: self.up_right,
            down_right: self.up_left,
        }
    }
}

/// The ground under the pieces of a board's cells.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    arms: BTreeMap<Cell, Arms>,
    blank: BTreeSet<Cell>,
}

impl Terrain {
    /// That of all cells of this board.
    pub fn of(looks: &Looks, board: &Board) -> Self {
        let mut terrain = Self::default();
        let lines = match looks.surface() {
            Surface::Points => Some(arms as fn(&Looks, &Board, Cell) -> Arms),
            Surface::Lines => Some(crossing as fn(&Looks, &Board, Cell) -> Arms),
            Surface::Plain | Surface::Squares => None,
        };
        if let Some(lines) = lines {
            let cells = board.grid().inner_cells();
            terrain.arms = cells.map(|cell| (cell, lines(looks, board, cell))).collect();
        }
        if looks.is_shaped() {
            terrain.blank = outside(looks, board);
            let gaps = board.grid().inner_cells().filter(|cell| looks.is_gap(board, *cell));
            terrain.blank.extend(gaps);
        }
        terrain
    }

    /// The lines of a cell; those of a cell without any are absent.
    pub fn arms(&self, cell: Cell) -> Arms {
        self.arms.get(&cell).copied().unwrap_or_default()
    }

    /// True if the cell is no part of the picture.
    pub fn is_blank(&self, cell: Cell) -> bool {
        self.blank.contains(&cell)
    }
}

/// Lines of a cell: a bar has both its sides, a post both its ends, and slashes both their corners;
/// a joint has a line to each bar and post that ends at it and to each joint beside it, a star also
/// to each slash and to each star diagonally beside it.
fn arms(looks: &Looks, board: &Board, cell: Cell) -> Arms {
    let has = |figure| looks.has_ground(board, cell, figure);
    let (bar, post) = (has(Figure::Bar), has(Figure::Post));
    let (slash, backslash) = (has(Figure::Slash), has(Figure::Backslash));
    let star = has(Figure::Star);
    let joint = star || has(Figure::Joint);
    let is_beside = |way: Direction, figures: &[Figure]| {
        let next = board.grid().step(cell, way).filter(|next| board.grid().is_inner(*next));
        next.is_some_and(|next| figures.iter().any(|it| looks.has_ground(board, next, *it)))
    };
    let meets = |way, line| joint && is_beside(way, &[line, Figure::Joint, Figure::Star]);
    let meets_diagonally = |way, line| star && is_beside(way, &[line, Figure::Star]);
    Arms {
        left: bar || meets(Direction::Left, Figure::Bar),
        right: bar || meets(Direction::Right, Figure::Bar),
        up: post || meets(Direction::Up, Figure::Post),
        down: post || meets(Direction::Down, Figure::Post),
        up_left: backslash || meets_diagonally(Direction::UpLeft, Figure::Backslash),
        up_right: slash || meets_diagonally(Direction::UpRight, Figure::Slash),
        down_left: slash || meets_diagonally(Direction::DownLeft, Figure::Slash),
        down_right: backslash || meets_diagonally(Direction::DownRight, Figure::Backslash),
    }
}

/// Lines that cross in the middle of a cell; at the edges of the board they end.
fn crossing(_: &Looks, board: &Board, cell: Cell) -> Arms {
    let grid = board.grid();
    let (column, row) = (grid.column(cell) as u32, grid.row(cell) as u32);
    Arms {
        left: column > 0,
        right: column + 1 < grid.width(),
        up: row > 0,
        down: row + 1 < grid.height(),
        ..Arms::default()
    }
}

/// Free cells that are joined to the edge of the board without anything that is inside.
///
/// A board has no walls where the edge is reached from a piece, and what is around the piece
/// is a part of it.
fn outside(looks: &Looks, board: &Board) -> BTreeSet<Cell> {
    let grid = board.grid();
    let mut outside = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for start in grid.inner_cells() {
        if looks.is_rim(board, start) || !seen.insert(start) {
            continue;
        }
        let (mut region, mut next) = (vec![start], 0);
        let (mut is_free, mut is_at_edge) = (true, false);
        while let Some(&cell) = region.get(next) {
            next += 1;
            is_free &= looks.look(board, cell).is_free;
            for way in [Direction::Left, Direction::Right, Direction::Up, Direction::Down] {
                match grid.step(cell, way).filter(|it| grid.is_inner(*it)) {
                    None => is_at_edge = true,
                    Some(beside) if looks.is_rim(board, beside) => {}
                    Some(beside) => {
                        if seen.insert(beside) {
                            region.push(beside);
                        }
                    }
                }
            }
        }
        if is_free && is_at_edge {
            outside.extend(region);
        }
    }
    outside
}
