//! Laws of the geometry on random sets, cells and names, over boards of many shapes.

mod cell_sets;
mod names;
mod symmetries;

use masume_board::{CellSet, Grid};
use proptest::prelude::*;

/// Width, height and rim: single lines, one word and many, widths that divide a word and not.
const SHAPES: [(u32, u32, u32); 14] = [
    (1, 1, 0),
    (1, 70, 0),
    (70, 1, 0),
    (1, 5, 1),
    (7, 9, 0),
    (8, 8, 0),
    (8, 8, 1),
    (9, 9, 0),
    (13, 13, 0),
    (17, 8, 0),
    (17, 8, 1),
    (17, 8, 3),
    (64, 64, 0),
    (130, 3, 0),
];

fn grid((width, height, rim): (u32, u32, u32)) -> Grid {
    Grid::with_rim(width, height, rim).expect("shapes of tests are within bounds")
}

fn shapes() -> impl Iterator<Item = Grid> {
    SHAPES.into_iter().map(grid)
}

fn any_grid() -> impl Strategy<Value = Grid> {
    let listed = prop::sample::select(shapes().collect::<Vec<_>>());
    let small = (1u32..20, 1u32..20, 0u32..3).prop_map(grid);
    prop_oneof![listed, small]
}

/// A random set of the grid's cells, from none to all of them.
fn any_set(grid: Grid) -> impl Strategy<Value = CellSet> {
    let fates = (0.0..=1.0).prop_flat_map(move |density| {
        prop::collection::vec(prop::bool::weighted(density), grid.cell_count())
    });
    fates.prop_map(move |chosen| {
        CellSet::from_cells(&grid, grid.cells().filter(|cell| chosen[cell.index()]))
    })
}
