//! The geometry of a board: cells, directions, lines, cell sets, symmetries.
//!
//! A [`Grid`] says which cells there are and which is next to which; everything else follows from
//! its one question, [`Grid::step`]:
//!
//! ```text
//!     a  b  c
//! 1   0  1  2      Cell(1) is b1; a step down from it is Cell(4), b2;
//! 2   3  4  5      a step up from it leaves the board.
//! ```
//!
//! A grid may have a rim: rings of cells without a name around those that have one. A walk may
//! pass through the rim; a player cannot point at it.
//!
//! ```
//! use masume_board::{CellSet, Direction, Grid};
//!
//! let grid = Grid::new(3, 2)?;
//! let b1 = grid.cell_named("b1").expect("the grid has three columns");
//! let below = grid.step(b1, Direction::Down).expect("the grid has two rows");
//! assert_eq!(grid.name(below).as_deref(), Some("b2"));
//!
//! // The last column's cells have no neighbour on the right.
//! let moved = CellSet::full(&grid).shifted(&grid, Direction::Right);
//! assert_eq!(moved.len(), 4);
//! # Ok::<(), masume_board::GridError>(())
//! ```
//!
//! # What it must not know
//! Pieces, layers, rules, players, text formats, and any game. A cell here is a place, never its
//! contents. It depends on no other crate.
//!
//! # Where to start reading
//! [`Direction`], then [`Grid`]; `line.rs` puts cells into runs and orders. [`CellSet`] and its
//! [`CellSet::shifted`] hold the bit tricks, which no other file needs to know.
//!
//! # What to change for another geometry
//! `Grid::step` defines neighbourhood. Three places answer faster without asking it, and the
//! tests hold each of them to it: `CellSet::shifted`, `Grid::longest_line`, and `Symmetry`.

mod bits;
mod bytes;
mod cell;
mod cell_set;
mod coordinates;
mod direction;
mod floods;
mod grid;
mod grid_error;
mod lane_steps;
mod lanes;
mod line;
mod name;
mod near;
mod neighbours;
mod shift;
mod steps;
mod strips;
mod symmetry;
mod vector_sets;
mod vectors;

pub use bits::{Bits, Iter as BitsIter, nth_cell};
pub use bytes::{byte_counts, nth_bit_alone, nth_in_bytes, packed, spread, unpack_bits};
pub use cell::Cell;
pub use cell_set::CellSet;
pub use coordinates::{CellNames, ColumnNames, ColumnOrder, Coordinates, Numbered, RowOrder};
pub use direction::{Direction, Directions, directions};
pub use grid::Grid;
pub use grid_error::GridError;
pub use lane_steps::{EachWay, LaneSteps};
pub use lanes::Lanes;
pub use name::{column_from_name, column_name};
pub use steps::{MAX_WORDS, Steps, used_words};
pub use strips::{Group, Padded, Shift, Strip, strips};
pub use symmetry::Symmetry;
pub use vector_sets::{SetOps, VectorSet};
pub use vectors::{Portable, Scalar, Twice, Vectors, Wide, nth_of_lowest};
