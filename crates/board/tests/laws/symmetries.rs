//! Symmetries are a group, and they carry neighbours to neighbours.

use std::collections::BTreeSet;

use masume_board::{Cell, Direction, Symmetry};

use crate::shapes;

#[test]
fn symmetries_are_a_group() {
    for one in Symmetry::ALL {
        assert_eq!(one.then(Symmetry::Identity), one);
        assert_eq!(Symmetry::Identity.then(one), one);
        assert_eq!(one.then(one.inverse()), Symmetry::Identity);
        assert_eq!(one.inverse().then(one), Symmetry::Identity);
        for two in Symmetry::ALL {
            for three in Symmetry::ALL {
                assert_eq!(one.then(two).then(three), one.then(two.then(three)));
            }
        }
    }
}

#[test]
fn one_symmetry_then_another_moves_cells_and_directions_as_both_in_turn() {
    for grid in shapes() {
        for one in Symmetry::ALL {
            for two in Symmetry::ALL {
                let both = one.then(two);
                let between = one.grid(&grid);
                assert_eq!(both.grid(&grid), two.grid(&between));
                for cell in grid.cells() {
                    let in_turn = two.cell(&between, one.cell(&grid, cell));
                    assert_eq!(both.cell(&grid, cell), in_turn, "{one:?} then {two:?}");
                }
                for direction in Direction::ALL {
                    let in_turn = two.direction(one.direction(direction));
                    assert_eq!(both.direction(direction), in_turn, "{one:?} then {two:?}");
                }
            }
        }
    }
}

#[test]
fn symmetries_commute_with_step() {
    for grid in shapes() {
        for symmetry in Symmetry::ALL {
            let image = symmetry.grid(&grid);
            for cell in grid.cells() {
                for direction in Direction::ALL {
                    let moved = grid.step(cell, direction).map(|next| symmetry.cell(&grid, next));
                    let from = symmetry.cell(&grid, cell);
                    let expected = image.step(from, symmetry.direction(direction));
                    assert_eq!(moved, expected, "{symmetry:?} {cell:?} {direction:?}");
                }
            }
        }
    }
}

#[test]
fn images_of_all_cells_are_all_cells_and_the_rim_stays_the_rim() {
    for grid in shapes() {
        for symmetry in Symmetry::ALL {
            let image = symmetry.grid(&grid);
            let images: BTreeSet<Cell> =
                grid.cells().map(|cell| symmetry.cell(&grid, cell)).collect();
            assert!(images.into_iter().eq(image.cells()), "{symmetry:?}");
            for cell in grid.cells() {
                assert_eq!(image.is_inner(symmetry.cell(&grid, cell)), grid.is_inner(cell));
            }
        }
    }
}
