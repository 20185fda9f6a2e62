//! Sets agree with the plain collection of their cells, and their shifts with single steps.

use std::collections::BTreeSet;

use masume_board::{Cell, CellSet, Direction, Grid};
use proptest::prelude::*;

use crate::{any_grid, any_set, shapes};

fn plain(set: &CellSet) -> BTreeSet<Cell> {
    set.iter().collect()
}

/// Checks one shift against the steps of its cells.
fn check_shift(grid: &Grid, set: &CellSet, direction: Direction) {
    let stepped = set.iter().filter_map(|cell| grid.step(cell, direction));
    let expected = CellSet::from_cells(grid, stepped);
    assert_eq!(set.shifted(grid, direction), expected, "{grid:?} {direction:?}");
}

#[test]
fn full_sets_and_single_cells_shift_as_they_step() {
    for grid in shapes() {
        for direction in Direction::ALL {
            check_shift(&grid, &CellSet::full(&grid), direction);
            check_shift(&grid, &CellSet::empty(&grid), direction);
        }
    }
    let grid = Grid::with_rim(9, 6, 1).unwrap();
    for cell in grid.cells() {
        for direction in Direction::ALL {
            check_shift(&grid, &CellSet::from_cells(&grid, [cell]), direction);
        }
    }
}

proptest! {
    #[test]
    fn random_sets_shift_as_they_step(
        (grid, set) in any_grid().prop_flat_map(|grid| (Just(grid), any_set(grid))),
    ) {
        for direction in Direction::ALL {
            check_shift(&grid, &set, direction);
        }
    }

    #[test]
    fn set_algebra_agrees_with_plain_sets(
        (grid, one, two) in any_grid()
            .prop_flat_map(|grid| (Just(grid), any_set(grid), any_set(grid))),
    ) {
        let (plain_one, plain_two) = (plain(&one), plain(&two));
        let same = |found: CellSet, expected: BTreeSet<Cell>| {
            assert_eq!(plain(&found), expected);
            // Equal sets have equal words: no bit is left past the last cell.
            assert_eq!(found, CellSet::from_cells(&grid, expected));
        };
        same(one.union(&two), &plain_one | &plain_two);
        same(one.intersection(&two), &plain_one & &plain_two);
        same(one.difference(&two), &plain_one - &plain_two);
        same(one.complement(), &grid.cells().collect() - &plain_one);
        assert_eq!(one.is_subset(&two), plain_one.is_subset(&plain_two));
        assert_eq!(one.is_disjoint(&two), plain_one.is_disjoint(&plain_two));
        assert!(one.intersection(&two).is_subset(&two));
        assert!(one.difference(&two).is_disjoint(&two));
    }

    #[test]
    fn queries_agree_with_plain_sets(
        (grid, set) in any_grid().prop_flat_map(|grid| (Just(grid), any_set(grid))),
    ) {
        let cells = plain(&set);
        assert!(set.iter().is_sorted());
        assert_eq!(set.len(), cells.len());
        assert_eq!(set.is_empty(), cells.is_empty());
        assert_eq!(set.first(), cells.first().copied());
        let mut emptied = set.clone();
        for cell in grid.cells() {
            assert_eq!(set.contains(cell), cells.contains(&cell));
            assert_eq!(emptied.remove(cell), cells.contains(&cell));
        }
        assert_eq!(emptied, CellSet::empty(&grid));
    }
}
