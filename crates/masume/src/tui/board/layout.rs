//! Sizes of cells, and their places on the screen.
//!
//! Cells are as large as there is room for. Where even the smallest do not fit, a part of the
//! board is shown: that around the cell in focus.

use masume_board::CellNames;
use masume_engine::{Cell, Grid, Rules};
use masume_presentation::picture::Looks;
use masume_presentation::picture::labels::Labels;
use masume_presentation::picture::looks::Surface;
use masume_rules::model::{Blocks, Coordinates, Side, Slant};
use ratatui::layout::Rect;

/// The fewest cells each way of which a part of a board consists.
const LEAST_CELLS: u16 = 3;

/// Needs of a board that decide on the layout of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Columns of the widest glyph.
    pub(crate) glyph_width: u16,
    /// Letters above the columns, because actions name them.
    pub(crate) column_labels: bool,
    /// Numbers beside the rows.
    pub(crate) row_labels: bool,
    /// The names that the letters and numbers are parts of.
    pub(crate) coordinates: Coordinates,
    /// Lines between the cells, where there is room: cells are named or hold numbers.
    pub(crate) ruled: bool,
    /// Surface of the board, as free cells show it.
    pub(crate) surface: Surface,
    /// Pieces fill their cells, so that these may be as large as there is room for.
    pub(crate) filled: bool,
    /// Cells may touch where there is no room for two columns each: nothing is said beside a glyph.
    pub(crate) may_touch: bool,
    /// Two shades would take turns if the terminal had them: cells are as wide as then.
    pub(crate) chequered: bool,
    /// The board is no rectangle, so that no frame is drawn around it.
    pub(crate) shaped: bool,
    /// Rows that stand half a cell further on than those above them.
    pub(crate) slant: Option<Slant>,
    /// Groups of cells that are parted by lines.
    pub(crate) blocks: Option<Blocks>,
    /// Edges that have a piece, indexed as [`Side::ALL`].
    pub(crate) edges: [bool; 4],
    /// The last row and column are drawn first: the board is seen from the other side.
    pub(crate) turned: bool,
}

impl Needs {
    /// As the game's actions have it.
    pub(crate) fn of(rules: &Rules, looks: &Looks, board: &masume_engine::Board) -> Self {
        let labels = Labels::of(rules);
        let has_numbers = masume_rules::text::picture::has_numbers(&rules.layers);
        let surface = looks.surface();
        let is_named = looks.is_named();
        let slant = looks.board().slant;
        let is_plain = surface == Surface::Plain && slant.is_none();
        let has_straight_lines = matches!(surface, Surface::Plain | Surface::Squares);
        Self {
            glyph_width: looks.glyph_width(board),
            column_labels: labels.columns,
            row_labels: labels.rows,
            coordinates: rules.coordinates,
            ruled: looks.is_ruled(),
            surface,
            filled: looks.fill_cells(),
            may_touch: !is_named && !has_numbers && rules.layers.len() == 1,
            chequered: is_plain && looks.is_chequered(),
            shaped: looks.is_shaped(),
            slant,
            // Where lines are the board itself, others would be taken for it.
            blocks: looks.board().blocks.filter(|_| has_straight_lines),
            edges: Side::ALL.map(|side| looks.edge(side).is_some()),
            turned: false,
        }
    }

    /// The same for a part of the board, of which the form is not seen.
    fn of_part(self) -> Self {
        Self { slant: None, blocks: None, edges: [false; 4], ..self }
    }

    fn has_edge(self, side: Side) -> bool {
        let index = Side::ALL.into_iter().position(|it| it == self.seen_side(side));
        index.is_some_and(|index| self.edges[index])
    }

    /// The side of the board that is seen on this side of the picture.
    pub(crate) fn seen_side(self, side: Side) -> Side {
        match (self.turned, side) {
            (false, side) => side,
            (true, Side::Left) => Side::Right,
            (true, Side::Right) => Side::Left,
            (true, Side::Top) => Side::Bottom,
            (true, Side::Bottom) => Side::Top,
        }
    }

    /// Columns of an edge that has a piece: its glyph, and a blank that parts it from the cells.
    fn edge_width(self) -> u16 {
        self.glyph_width.saturating_add(1)
    }

    /// Columns and rows that edges take before the first cell, and in all.
    fn edges_extent(self) -> ((u16, u16), (u16, u16)) {
        let count = |side| u16::from(self.has_edge(side));
        let before = (count(Side::Left) * self.edge_width(), count(Side::Top));
        let behind = (count(Side::Right) * self.edge_width(), count(Side::Bottom));
        (before, (before.0 + behind.0, before.1 + behind.1))
    }
}

/// Lines around cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// A line of one column or row before each cell, and one after the last.
    Ruled,
    /// One line around the board.
    Frame,
    /// A line on the left and on the right: there are more columns than rows to spare.
    Sides,
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
    fn before(self) -> (u16, u16) {
        match self.edge {
            Edge::Ruled | Edge::Frame => (1, 1),
            Edge::Sides => (1, 0),
            Edge::Nothing => (0, 0),
        }
    }

    /// Columns and rows of so many cells, without what is around them.
    fn extent(self, columns: u32, rows: u32) -> (u32, u32) {
        let (across, down) = self.pitch();
        let around = match self.edge {
            Edge::Ruled => (1, 1),
            Edge::Frame => (2, 2),
            Edge::Sides => (2, 0),
            Edge::Nothing => (0, 0),
        };
        (columns * u32::from(across) + around.0, rows * u32::from(down) + around.1)
    }
}

/// From the largest; what is first and fits is taken. The second is that of a part of the board.
fn sizes(needs: &Needs) -> (Vec<CellSize>, CellSize) {
    let glyph = needs.glyph_width;
    let size = |width: u16, height, edge| CellSize { width, height, edge };
    let around = if needs.shaped { Edge::Nothing } else { Edge::Frame };
    let plain = size(glyph.saturating_add(1), 1, around);
    let touching = size(glyph, 1, around);
    // With a place for signs on each side, where cells are pointed at.
    let named = needs.chequered.then(|| size(glyph.saturating_add(2), 1, around));
    let mut sizes = match needs.slant {
        Some(_) => slanted_sizes(glyph),
        None => straight_sizes(needs, around),
    };
    let smallest = if needs.may_touch { vec![plain, touching] } else { vec![plain] };
    if needs.slant.is_none() {
        sizes.extend(named);
        for edge in [around, Edge::Sides, Edge::Nothing] {
            sizes.extend(smallest.iter().map(|it| CellSize { edge, ..*it }));
        }
    }
    (sizes, smallest.last().copied().unwrap_or(plain))
}

/// Sizes whose half is a number of columns.
fn slanted_sizes(glyph: u16) -> Vec<CellSize> {
    let least = glyph.saturating_add(1).next_multiple_of(2);
    [(8, 4), (8, 3), (6, 3), (6, 2), (4, 2), (4, 1), (2, 1)]
        .map(|(width, height)| CellSize { width: least.max(width), height, edge: Edge::Nothing })
        .to_vec()
}

fn straight_sizes(needs: &Needs, around: Edge) -> Vec<CellSize> {
    let glyph = needs.glyph_width;
    let size = |width: u16, height, edge| CellSize { width, height, edge };
    // With room for a glyph in the middle, and about as wide as high.
    let square = |height: u16, edge| {
        let least = glyph.saturating_add(2 * (height.min(3) - 1));
        size(least.max(2 * height + 1), height, edge)
    };
    let large: &[u16] = if needs.filled { &[9, 7, 5, 3] } else { &[5, 3] };
    match (needs.surface, needs.ruled) {
        (Surface::Plain, true) => {
            let ruled = large.iter().map(|height| square(*height, Edge::Ruled));
            ruled.chain([size(glyph.saturating_add(2), 1, Edge::Ruled)]).collect()
        }
        (Surface::Plain, false) => {
            let largest: &[u16] = if needs.filled { &[9, 7, 5] } else { &[] };
            let large = largest.iter().map(|height| size(2 * height, *height, around));
            let medium = [
                size(glyph.saturating_add(3).max(6), 3, around),
                size(glyph.saturating_add(2).max(4), 2, around),
            ];
            large.chain(medium).collect()
        }
        (Surface::Squares | Surface::Points, _) => {
            let large = large.iter().chain(&[2]).map(|height| square(*height, Edge::Nothing));
            let small = [2, 1].map(|more| size(glyph.saturating_add(more), 1, Edge::Nothing));
            large.chain(small).collect()
        }
        (Surface::Lines, _) => {
            let large = large.iter().chain(&[2]).map(|height| square(*height, Edge::Nothing));
            large.chain([size(glyph.saturating_add(1), 1, Edge::Nothing)]).collect()
        }
    }
}

/// Places of the cells of a board.
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
    /// Numbers of columns and rows that are shown.
    shown: (u32, u32),
}

impl Layout {
    /// The layout of a board in the middle of `room`; `None` where there is none for even a part.
    /// Of a board that is too large, the part around `focus` is shown.
    pub(crate) fn new(grid: Grid, needs: Needs, room: Rect, focus: Option<Cell>) -> Option<Self> {
        let bare = Needs { column_labels: false, row_labels: false, ..needs };
        let (sizes, of_part) = sizes(&needs);
        let with =
            |needs: Needs, of_part: CellSize| Self::of(grid, needs, (&sizes, of_part), room, focus);
        let frameless = CellSize { edge: Edge::Nothing, ..of_part };
        // On the smallest screens labels make way, then the frame.
        with(needs, of_part).or_else(|| with(bare, of_part)).or_else(|| with(bare, frameless))
    }

    fn of(
        grid: Grid,
        needs: Needs,
        (sizes, of_part): (&[CellSize], CellSize),
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
            let (across, down) = extent(&grid, needs, *size, (columns, rows));
            across <= width && down <= height
        };
        let whole = sizes.iter().copied().find(fits);
        let size = whole.unwrap_or(of_part);
        let (across, down) = size.pitch();
        let most = |room: u32, pitch: u16, before: u16| {
            room.saturating_sub(2 * u32::from(before)) / u32::from(pitch.max(1))
        };
        let shown = match whole {
            Some(_) => (columns, rows),
            None => (
                columns.min(most(width, across, size.before().0)),
                rows.min(most(height, down, size.before().1)),
            ),
        };
        let least = u32::from(LEAST_CELLS);
        if shown.0 < columns.min(least) || shown.1 < rows.min(least) {
            return None;
        }
        let needs = if whole.is_some() { needs } else { needs.of_part() };
        let middle = focus.unwrap_or_else(|| grid.centre());
        let first = (
            first_shown(grid.column(middle), shown.0, columns),
            first_shown(grid.row(middle), shown.1, rows),
        );
        let (across, down) = extent(&grid, needs, size, shown);
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

    /// The edges, frame, lines and cells, without labels.
    pub(crate) fn body(&self) -> Rect {
        let top = u16::from(self.needs.column_labels);
        Rect {
            x: self.area.x + self.margin,
            y: self.area.y + top,
            width: self.area.width - self.margin,
            height: self.area.height - top,
        }
    }

    /// The frame, lines and cells, without the edges that have a piece.
    pub(crate) fn inside(&self) -> Rect {
        let body = self.body();
        let (before, all) = self.needs.edges_extent();
        Rect {
            x: body.x + before.0,
            y: body.y + before.1,
            width: body.width - all.0,
            height: body.height - all.1,
        }
    }

    /// True if lines stand between the cells.
    pub(crate) fn is_ruled(&self) -> bool {
        self.size.edge == Edge::Ruled
    }

    /// Columns and rows of the line around the board: none, or one.
    pub(crate) fn frame(&self) -> (u16, u16) {
        match self.size.edge {
            Edge::Ruled | Edge::Nothing => (0, 0),
            Edge::Frame | Edge::Sides => self.size.before(),
        }
    }

    /// Columns and rows of a line before the first cell.
    pub(crate) fn before(&self) -> (u16, u16) {
        self.size.before()
    }

    /// From one cell to the next: columns, rows.
    pub(crate) fn pitch(&self) -> (u16, u16) {
        self.size.pitch()
    }

    /// Needs of the board.
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

    /// The columns of the board as they stand from left to right, and the rows from the top.
    pub(crate) fn as_seen(&self) -> (Vec<u32>, Vec<u32>) {
        let seen = |range: std::ops::Range<u32>| -> Vec<u32> {
            if self.needs.turned { range.rev().collect() } else { range.collect() }
        };
        (seen(self.columns()), seen(self.rows()))
    }

    /// True if the whole board is shown; and true if its cells are named where they may be.
    pub(crate) fn completeness(&self) -> (bool, bool) {
        (!self.is_part(), self.margin > 0 || self.needs.column_labels)
    }

    /// True if only a part of the board is shown.
    pub(crate) fn is_part(&self) -> bool {
        self.shown != (self.grid.width(), self.grid.height())
    }

    /// True, by axis, if a block begins with the column at this place from the left, and with the
    /// row at this place from the top; neither with the first.
    pub(crate) fn begins_block(&self, (column, row): (u32, u32)) -> (bool, bool) {
        begins_block(&self.grid, self.needs, (column, row))
    }

    /// Place of the cell at these coordinates, without lines.
    pub(crate) fn place(&self, column: u32, row: u32) -> Option<Rect> {
        if !self.columns().contains(&column) || !self.rows().contains(&row) {
            return None;
        }
        let (column, row) = (column - self.first.0, row - self.first.1);
        let (column, row) = match self.needs.turned {
            true => (self.shown.0 - 1 - column, self.shown.1 - 1 - row),
            false => (column, row),
        };
        let (across, down) = self.size.pitch();
        let inside = self.inside();
        let before = self.size.before();
        let gaps = gaps(&self.grid, self.needs, self.size, (column + 1, row + 1));
        Some(Rect {
            x: inside.x + before.0 + column as u16 * across + gaps.0 as u16 + self.lean(row),
            y: inside.y + before.1 + row as u16 * down + gaps.1 as u16,
            width: self.size.width,
            height: self.size.height,
        })
    }

    /// Columns by which a row of the picture is shifted to the right.
    fn lean(&self, row: u32) -> u16 {
        let rows = match self.needs.slant {
            None => 0,
            Some(Slant::Right) => row,
            Some(Slant::Left) => self.shown.1 - 1 - row,
        };
        rows as u16 * half(self.size)
    }

    /// The cell drawn at this place of the screen; lines belong to the cell before them.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let (width, height) = self.size.pitch();
        let places = self.rows().flat_map(|row| self.columns().map(move |column| (column, row)));
        let (column, row) = places.into_iter().find(|&(column, row)| {
            let place = self.place(column, row).map(|it| Rect { width, height, ..it });
            place.is_some_and(|place| place.contains((x, y).into()))
        })?;
        self.grid.at(column as i32, row as i32)
    }
}

/// Columns of the widest number beside a row.
fn label_width(names: &CellNames) -> u16 {
    let labels = (0..names.grid().height()).filter_map(|row| names.row_label(row));
    labels.map(|label| label.len() as u16).max().unwrap_or(0)
}

/// Columns and rows of a picture of so many cells without labels.
fn extent(grid: &Grid, needs: Needs, size: CellSize, (columns, rows): (u32, u32)) -> (u32, u32) {
    let (across, down) = size.extent(columns, rows);
    let gaps = gaps(grid, needs, size, (columns, rows));
    let edges = needs.edges_extent().1;
    let lean = if needs.slant.is_some() { rows.saturating_sub(1) } else { 0 };
    let lean = lean * u32::from(half(size));
    (across + gaps.0 + u32::from(edges.0) + lean, down + gaps.1 + u32::from(edges.1))
}

/// Half of a cell.
fn half(size: CellSize) -> u16 {
    size.pitch().0 / 2
}

/// Columns and rows that part the blocks of the first cells; lines between all cells need no
/// others.
fn gaps(grid: &Grid, needs: Needs, size: CellSize, (columns, rows): (u32, u32)) -> (u32, u32) {
    if size.edge == Edge::Ruled || needs.blocks.is_none() {
        return (0, 0);
    }
    let across = (0..columns).filter(|at| begins_block(grid, needs, (*at, 0)).0).count();
    let down = (0..rows).filter(|at| begins_block(grid, needs, (0, *at)).1).count();
    (across as u32, down as u32)
}

fn begins_block(grid: &Grid, needs: Needs, (column, row): (u32, u32)) -> (bool, bool) {
    let Some(blocks) = needs.blocks else { return (false, false) };
    let (columns, rows) = (grid.width(), grid.height());
    // Seen from the other side, what begins a block is what ended one.
    let seen = |at: u32, length: u32| if needs.turned { length.saturating_sub(at) } else { at };
    let begins_column = column < columns && blocks.begins_at_column(seen(column, columns), columns);
    let begins_row = row < rows && blocks.begins_at_row(seen(row, rows), rows);
    (column > 0 && begins_column, row > 0 && begins_row)
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
        first_column: masume_board::ColumnOrder::FromLeft,
        columns: masume_board::ColumnNames::Letters,
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
        chequered: false,
        shaped: false,
        slant: None,
        blocks: None,
        edges: [false; 4],
        turned: false,
    };
    const NAMED: Needs = Needs { column_labels: true, row_labels: true, ruled: true, ..PLAIN };
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
        let uniform = Needs { chequered: true, ..NAMED };
        check(uniform, (8, 8), (30, 11), Some((3, 1, false)));
        check(uniform, (8, 8), (26, 11), Some((2, 1, false)));
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
