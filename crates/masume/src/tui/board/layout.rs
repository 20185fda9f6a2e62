//! How large cells are, and where each stands.
//!
//! Cells are as large as there is room for. Where even the smallest do not fit, a part of the
//! board is shown: that around the cell in focus.

use masume_board::CellNames;
use masume_engine::{Cell, Grid, Rules};
use masume_rules::model::{Coordinates, ParamKind};
use ratatui::layout::Rect;

use super::Looks;
use super::looks::Surface;

/// The fewest cells each way of which a part of a board consists.
const LEAST_CELLS: u16 = 3;

/// What a board needs of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Columns of the widest glyph.
    pub(crate) glyph_width: u16,
    /// Letters above the columns, because actions name them.
    pub(crate) column_labels: bool,
    /// Numbers beside the rows.
    pub(crate) row_labels: bool,
    /// What the letters and numbers are.
    pub(crate) coordinates: Coordinates,
    /// Lines between the cells, where there is room: cells are named or hold numbers.
    pub(crate) ruled: bool,
    /// What free cells show of the board.
    pub(crate) surface: Surface,
    /// Pieces fill their cells, so that these may be as large as there is room for.
    pub(crate) filled: bool,
    /// Cells may touch where there is no room for two columns each: nothing is said beside a glyph.
    pub(crate) may_touch: bool,
}

impl Needs {
    /// As the game's actions have it.
    pub(crate) fn of(rules: &Rules, looks: &Looks, board: &masume_engine::Board) -> Self {
        let takes =
            |kind: ParamKind| rules.actions.iter().any(|action| action.params.contains(&kind));
        let takes_cells = takes(ParamKind::Cell);
        let has_numbers = masume_rules::text::picture::has_numbers(&rules.layers);
        let surface = looks.surface();
        let is_named = takes_cells || takes(ParamKind::Column);
        Self {
            glyph_width: looks.glyph_width(board),
            column_labels: (takes_cells && rules.coordinates.numbers.is_none())
                || takes(ParamKind::Column),
            row_labels: takes_cells || takes(ParamKind::Row),
            coordinates: rules.coordinates,
            ruled: (is_named || has_numbers) && surface == Surface::Plain,
            surface,
            filled: looks.fill_cells(),
            may_touch: !is_named && !has_numbers && rules.layers.len() == 1,
        }
    }
}

/// What stands around cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// A line of one column or row before each cell, and one after the last.
    Ruled,
    /// One line around the board.
    Frame,
    /// Nothing: the board's ground shows where it ends.
    Nothing,
}

/// The size of all cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellSize {
    width: u16,
    height: u16,
    edge: Edge,
}

impl CellSize {
    fn pitch(self) -> (u16, u16) {
        let line = u16::from(self.edge == Edge::Ruled);
        (self.width.saturating_add(line), self.height + line)
    }

    /// Columns and rows before the first cell.
    fn before(self) -> u16 {
        u16::from(self.edge != Edge::Nothing)
    }

    /// Columns and rows of so many cells.
    fn extent(self, columns: u32, rows: u32) -> (u32, u32) {
        let (across, down) = self.pitch();
        let around = match self.edge {
            Edge::Ruled => 1,
            Edge::Frame => 2,
            Edge::Nothing => 0,
        };
        (columns * u32::from(across) + around, rows * u32::from(down) + around)
    }
}

/// From the largest; what is first and fits is taken.
fn sizes(needs: &Needs) -> Vec<CellSize> {
    let glyph = needs.glyph_width;
    let size = |width: u16, height, edge| CellSize { width, height, edge };
    let plain = size(glyph.saturating_add(1), 1, Edge::Frame);
    // With room for a glyph in the middle, and about as wide as high.
    let square = |height: u16, edge| {
        let least = glyph.saturating_add(2 * (height.min(3) - 1));
        size(least.max(2 * height + 1), height, edge)
    };
    let large: &[u16] = if needs.filled { &[9, 7, 5, 3] } else { &[5, 3] };
    let mut sizes: Vec<CellSize> = match (needs.surface, needs.ruled) {
        (Surface::Plain, true) => {
            let ruled = large.iter().map(|height| square(*height, Edge::Ruled));
            ruled.chain([size(glyph.saturating_add(2), 1, Edge::Ruled)]).collect()
        }
        (Surface::Plain, false) => {
            let largest: &[u16] = if needs.filled { &[9, 7, 5] } else { &[] };
            let large = largest.iter().map(|height| size(2 * height, *height, Edge::Frame));
            let medium = [
                size(glyph.saturating_add(3).max(6), 3, Edge::Frame),
                size(glyph.saturating_add(2).max(4), 2, Edge::Frame),
            ];
            large.chain(medium).collect()
        }
        (Surface::Squares, _) => {
            let large = large.iter().chain(&[2]).map(|height| square(*height, Edge::Nothing));
            let small = [2, 1].map(|more| size(glyph.saturating_add(more), 1, Edge::Nothing));
            large.chain(small).collect()
        }
        (Surface::Lines, _) => {
            let large = large.iter().chain(&[2]).map(|height| square(*height, Edge::Nothing));
            large.chain([size(glyph.saturating_add(1), 1, Edge::Nothing)]).collect()
        }
    };
    sizes.push(plain);
    if needs.may_touch {
        sizes.push(size(glyph, 1, Edge::Frame));
    }
    sizes
}

/// Where the cells of a board stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    grid: Grid,
    size: CellSize,
    needs: Needs,
    /// Everything: labels, frame or lines, cells.
    area: Rect,
    /// Columns that the row labels take, a blank included.
    margin: u16,
    /// The first column and row shown.
    first: (u32, u32),
    /// How many columns and rows are shown.
    shown: (u32, u32),
}

impl Layout {
    /// The layout of a board in the middle of `room`; `None` where there is none for even a part.
    /// Of a board that is too large, the part around `focus` is shown.
    pub(crate) fn new(grid: Grid, needs: Needs, room: Rect, focus: Option<Cell>) -> Option<Self> {
        let bare = Needs { column_labels: false, row_labels: false, ..needs };
        let with = |needs: Needs, sizes: &[CellSize]| Self::of(grid, needs, sizes, room, focus);
        let sizes = sizes(&needs);
        let frameless = sizes.last().map(|size| CellSize { edge: Edge::Nothing, ..*size });
        // On the smallest screens labels make way, then the frame.
        with(needs, &sizes)
            .or_else(|| with(bare, &sizes))
            .or_else(|| with(bare, frameless.as_slice()))
    }

    fn of(
        grid: Grid,
        needs: Needs,
        sizes: &[CellSize],
        room: Rect,
        focus: Option<Cell>,
    ) -> Option<Self> {
        let (columns, rows) = (grid.width(), grid.height());
        let margin = match needs.row_labels {
            true => label_width(&CellNames::new(grid, needs.coordinates)) + 1,
            false => 0,
        };
        let top = u16::from(needs.column_labels);
        let (width, height) = (
            u32::from(room.width.saturating_sub(margin)),
            u32::from(room.height.saturating_sub(top)),
        );
        let fits = |size: &CellSize| {
            let (across, down) = size.extent(columns, rows);
            across <= width && down <= height
        };
        let whole = sizes.iter().copied().find(fits);
        let size = whole.or_else(|| sizes.last().copied())?;
        let (across, down) = size.pitch();
        let most = |room: u32, pitch: u16| {
            room.saturating_sub(2 * u32::from(size.before())) / u32::from(pitch.max(1))
        };
        let shown = match whole {
            Some(_) => (columns, rows),
            None => (columns.min(most(width, across)), rows.min(most(height, down))),
        };
        let least = u32::from(LEAST_CELLS);
        if shown.0 < columns.min(least) || shown.1 < rows.min(least) {
            return None;
        }
        let middle = focus.unwrap_or_else(|| grid.centre());
        let first = (
            first_shown(grid.column(middle), shown.0, columns),
            first_shown(grid.row(middle), shown.1, rows),
        );
        let (across, down) = size.extent(shown.0, shown.1);
        let (width, height) = (across as u16 + margin, down as u16 + top);
        let area = Rect {
            x: room.x + (room.width - width) / 2,
            y: room.y + (room.height - height) / 2,
            width,
            height,
        };
        Some(Self { grid, size, needs, area, margin, first, shown })
    }

    /// Everything that belongs to the board.
    pub(crate) fn area(&self) -> Rect {
        self.area
    }

    /// The frame, lines and cells, without labels.
    pub(crate) fn body(&self) -> Rect {
        let top = u16::from(self.needs.column_labels);
        Rect {
            x: self.area.x + self.margin,
            y: self.area.y + top,
            width: self.area.width - self.margin,
            height: self.area.height - top,
        }
    }

    /// Whether lines stand between the cells.
    pub(crate) fn is_ruled(&self) -> bool {
        self.size.edge == Edge::Ruled
    }

    /// Whether a line stands around the board.
    pub(crate) fn is_framed(&self) -> bool {
        self.size.edge == Edge::Frame
    }

    /// From one cell to the next: columns, rows.
    pub(crate) fn pitch(&self) -> (u16, u16) {
        self.size.pitch()
    }

    /// What the board needs.
    pub(crate) fn needs(&self) -> Needs {
        self.needs
    }

    /// The columns of the board that are shown, from 0.
    pub(crate) fn columns(&self) -> std::ops::Range<u32> {
        self.first.0..self.first.0 + self.shown.0
    }

    /// The rows of the board that are shown, from 0.
    pub(crate) fn rows(&self) -> std::ops::Range<u32> {
        self.first.1..self.first.1 + self.shown.1
    }

    /// Whether the whole board is shown, and whether its cells are named where they may be.
    pub(crate) fn completeness(&self) -> (bool, bool) {
        (!self.is_part(), self.margin > 0 || self.needs.column_labels)
    }

    /// Whether only a part of the board is shown.
    pub(crate) fn is_part(&self) -> bool {
        self.shown != (self.grid.width(), self.grid.height())
    }

    /// Where the cell at these coordinates stands, without lines.
    pub(crate) fn place(&self, column: u32, row: u32) -> Option<Rect> {
        if !self.columns().contains(&column) || !self.rows().contains(&row) {
            return None;
        }
        let (across, down) = self.size.pitch();
        let body = self.body();
        let before = self.size.before();
        Some(Rect {
            x: body.x + before + (column - self.first.0) as u16 * across,
            y: body.y + before + (row - self.first.1) as u16 * down,
            width: self.size.width,
            height: self.size.height,
        })
    }

    /// The cell drawn at this place of the screen; lines belong to the cell before them.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let body = self.body();
        let (across, down) = self.size.pitch();
        let before = self.size.before();
        let column = u32::from(x.checked_sub(body.x + before)? / across) + self.first.0;
        let row = u32::from(y.checked_sub(body.y + before)? / down) + self.first.1;
        self.place(column, row)?;
        self.grid.at(column as i32, row as i32)
    }
}

/// Columns of the widest number beside a row.
fn label_width(names: &CellNames) -> u16 {
    let labels = (0..names.grid().height()).filter_map(|row| names.row_label(row));
    labels.map(|label| label.len() as u16).max().unwrap_or(0)
}

/// The first of `shown` of `count`, with `focus` as near to the middle as can be.
fn first_shown(focus: i32, shown: u32, count: u32) -> u32 {
    let focus = focus.max(0) as u32;
    focus.saturating_sub(shown / 2).min(count - shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN_COORDINATES: Coordinates = Coordinates {
        rows: masume_board::RowOrder::FromAbove,
        columns: masume_board::ColumnLetters::All,
        numbers: None,
    };
    const PLAIN: Needs = Needs {
        glyph_width: 1,
        column_labels: false,
        row_labels: false,
        coordinates: PLAIN_COORDINATES,
        ruled: false,
        surface: Surface::Plain,
        filled: false,
        may_touch: false,
    };
    const NAMED: Needs = Needs {
        glyph_width: 1,
        column_labels: true,
        row_labels: true,
        coordinates: PLAIN_COORDINATES,
        ruled: true,
        surface: Surface::Plain,
        filled: false,
        may_touch: false,
    };
    const CHEQUERED: Needs =
        Needs { ruled: false, surface: Surface::Squares, filled: true, ..NAMED };

    fn layout(columns: u32, rows: u32, needs: Needs, width: u16, height: u16) -> Option<Layout> {
        let grid = Grid::new(columns, rows).expect("a grid");
        Layout::new(grid, needs, Rect::new(0, 0, width, height), None)
    }

    #[test]
    fn cells_are_as_large_as_there_is_room_for() {
        let check =
            |needs, (columns, rows), (width, height), expected: Option<(u16, u16, bool)>| {
                let size = layout(columns, rows, needs, width, height)
                    .map(|it| (it.size.width, it.size.height, it.is_ruled()));
                assert_eq!(size, expected, "{columns} x {rows} in {width} x {height}");
            };
        check(PLAIN, (10, 8), (80, 26), Some((6, 3, false)));
        check(PLAIN, (10, 8), (80, 20), Some((4, 2, false)));
        check(PLAIN, (10, 8), (22, 10), Some((2, 1, false)));
        check(NAMED, (8, 8), (80, 40), Some((7, 3, true)));
        check(NAMED, (4, 4), (80, 30), Some((11, 5, true)));
        check(NAMED, (8, 8), (80, 20), Some((3, 1, true)));
        check(NAMED, (8, 8), (30, 11), Some((2, 1, false)));
        check(CHEQUERED, (8, 8), (100, 29), Some((7, 3, false)));
        check(CHEQUERED, (8, 8), (80, 19), Some((5, 2, false)));
        check(CHEQUERED, (8, 8), (40, 10), Some((3, 1, false)));
        // A part of the board, then nothing at all.
        check(PLAIN, (10, 8), (12, 6), Some((2, 1, false)));
        check(PLAIN, (10, 8), (12, 4), Some((2, 1, false)));
        check(NAMED, (8, 8), (20, 3), Some((2, 1, false)));
        check(PLAIN, (10, 8), (12, 2), None);
        check(PLAIN, (10, 8), (0, 0), None);
    }

    #[test]
    fn every_cell_is_found_where_it_stands() {
        for needs in [PLAIN, NAMED, CHEQUERED] {
            for (width, height) in [(80, 40), (80, 20), (30, 12), (14, 7)] {
                let Some(layout) = layout(9, 7, needs, width, height) else { continue };
                for row in layout.rows() {
                    for column in layout.columns() {
                        let place = layout.place(column, row).expect("a place");
                        assert_eq!(layout.area().intersection(place), place);
                        let cell = layout.grid.at(column as i32, row as i32);
                        assert_eq!(layout.cell_at(place.x, place.y), cell);
                        let (right, bottom) = (place.right() - 1, place.bottom() - 1);
                        assert_eq!(layout.cell_at(right, bottom), cell);
                    }
                }
                assert_eq!(layout.cell_at(u16::MAX, u16::MAX), None);
                let corner = layout.cell_at(layout.body().x, layout.body().y);
                assert_eq!(corner.is_some(), layout.size.edge == Edge::Nothing);
            }
        }
    }

    #[test]
    fn a_part_of_a_board_is_that_around_the_focus() {
        let grid = Grid::new(100, 50).expect("a grid");
        let room = Rect::new(0, 0, 42, 12);
        for (column, row) in [(0, 0), (99, 49), (50, 25), (3, 48)] {
            let focus = grid.at(column, row);
            let layout = Layout::new(grid, PLAIN, room, focus).expect("a layout");
            assert!(layout.is_part());
            assert_eq!(layout.columns().len(), 20);
            assert!(layout.place(column as u32, row as u32).is_some(), "({column}, {row})");
        }
    }
}
