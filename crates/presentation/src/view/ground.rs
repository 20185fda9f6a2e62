//! Ground of a board: its material, and what is seen between and around the cells.

use masume_board::Grid;
use masume_rules::model::{Side, Slant};

use super::seen;
use crate::picture::Looks;
use crate::picture::hue::{Ground, Hue};
use crate::picture::looks::Surface;

/// Ground of a board as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundView {
    /// Material.
    pub material: Ground,
    /// Surface that free cells show.
    pub kind: GroundKind,
    /// True if the upper left cell has the second of two shades.
    pub begins_second: bool,
    /// True if lines part the cells.
    pub is_ruled: bool,
    /// Half cells by which each row stands further to the right than the one above: -1, 0 or 1.
    pub slant: i8,
    /// Columns and rows, as they are seen, before which a line parts blocks of cells.
    pub blocks: Option<(Vec<u32>, Vec<u32>)>,
    /// Hues of the edges that have one, in the order of [`Side::ALL`], as they are seen.
    pub edges: [Option<Hue>; 4],
}

/// Surface of a ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundKind {
    /// One shade.
    Plain,
    /// Two shades take turns.
    Squares,
    /// Pieces stand where lines cross; the lines are shapes of the cells.
    Lines,
}

impl GroundView {
    pub(crate) fn of(looks: &Looks, grid: &Grid, is_turned: bool) -> Self {
        let (columns, rows) = (grid.width(), grid.height());
        let kind = match looks.surface() {
            Surface::Squares => GroundKind::Squares,
            Surface::Lines => GroundKind::Lines,
            Surface::Plain | Surface::Points => GroundKind::Plain,
        };
        // Where lines are the board itself, others would be taken for it.
        let has_straight_lines = matches!(looks.surface(), Surface::Plain | Surface::Squares);
        let blocks = looks.board().blocks.filter(|_| has_straight_lines);
        let side = |side: Side| match (is_turned, side) {
            (false, side) => side,
            (true, Side::Left) => Side::Right,
            (true, Side::Right) => Side::Left,
            (true, Side::Top) => Side::Bottom,
            (true, Side::Bottom) => Side::Top,
        };
        Self {
            material: looks.ground(),
            kind,
            begins_second: is_turned && !(columns + rows).is_multiple_of(2),
            is_ruled: looks.is_ruled(),
            slant: match looks.board().slant {
                None => 0,
                Some(Slant::Left) => -1,
                Some(Slant::Right) => 1,
            },
            blocks: blocks.map(|blocks| {
                let across = begins(columns, is_turned, |it| blocks.begins_at_column(it, columns));
                (across, begins(rows, is_turned, |it| blocks.begins_at_row(it, rows)))
            }),
            edges: Side::ALL.map(|it| looks.edge(side(it)).map(|(_, hue)| hue)),
        }
    }
}

/// Places, as they are seen, before which a block begins. A line is before a place or, seen from the
/// other side, behind it.
fn begins(length: u32, is_turned: bool, is_first: impl Fn(u32) -> bool) -> Vec<u32> {
    let places = seen(length, is_turned).into_iter().zip(0..);
    let first = places.filter(|(place, _)| is_first(*place));
    first.map(|(_, at)| if is_turned { at + 1 } else { at }).collect()
}
