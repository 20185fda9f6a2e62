//! Names of cells: each that is printed is read back as the same cell, and nothing else is read.

use masume_board::{Cell, Grid, column_from_name, column_name};
use proptest::prelude::*;

use crate::{any_grid, shapes};

#[test]
fn names_lead_back_to_their_cells_in_either_case() {
    let largest = Grid::new(Grid::MAX_SIDE, Grid::MAX_SIDE).unwrap();
    for grid in shapes().chain([largest]) {
        for cell in grid.cells() {
            let Some(name) = grid.name(cell) else {
                assert!(!grid.is_inner(cell));
                continue;
            };
            assert_eq!(grid.cell_named(&name), Some(cell));
            assert_eq!(grid.cell_named(&name.to_ascii_uppercase()), Some(cell));
        }
    }
}

proptest! {
    #[test]
    fn column_names_lead_back(column in any::<u32>()) {
        assert_eq!(column_from_name(&column_name(column)), Some(column));
    }

    #[test]
    fn column_names_grow_with_the_column(column in 0..u32::MAX) {
        let (this, next) = (column_name(column), column_name(column + 1));
        assert!((this.len(), this) < (next.len(), next));
    }

    #[test]
    fn any_text_is_the_name_of_its_cell_or_of_none(
        grid in any_grid(),
        text in prop_oneof!["\\PC*", "[a-zA-Z]{0,9}[0-9]{0,20}", "[a-r][0-9]{1,2}"],
    ) {
        if let Some(cell) = grid.cell_named(&text) {
            assert_eq!(grid.name(cell), Some(text.to_ascii_lowercase()));
        }
        if let Some(column) = column_from_name(&text) {
            assert_eq!(column_name(column), text.to_ascii_lowercase());
        }
    }

    #[test]
    fn any_index_has_the_name_of_an_inner_cell_or_none(grid in any_grid(), index in any::<u32>()) {
        for cell in [Cell(index), Cell(index % 1000)] {
            assert_eq!(grid.name(cell).is_some(), grid.inner_cells().any(|inner| inner == cell));
        }
    }
}
