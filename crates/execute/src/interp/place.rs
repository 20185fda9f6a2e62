//! Numbers of places: rows, columns, and what is counted with them.

use masume_board::{Bits, CellSet, Grid, Lanes};
use masume_program::interp::code::{NumReg, SetReg, Way};
use masume_program::interp::operand::Axis;
use masume_rules::model::Compare;

use super::register_file::RegisterFile;

/// Numbers that cells have by their place, each with the cells that have it.
pub(crate) type PlaceNumbers<const W: usize> = Vec<(i64, Bits<W>)>;

/// The same for boards of this width.
pub(super) fn numbers_of_places<const W: usize>(
    tables: &[Vec<(i64, CellSet)>],
) -> Vec<PlaceNumbers<W>> {
    let bits = |(number, cells): &(i64, CellSet)| {
        let mut bits = Bits::EMPTY;
        cells.iter().for_each(|cell| bits.insert(cell));
        (*number, bits)
    };
    tables.iter().map(|table| table.iter().map(bits).collect()).collect()
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// On every board the row or the column of the first cell of a set, from 1; 0 where there is none.
    #[inline(never)]
    pub(super) fn places_of(&self, grid: &Grid, of: SetReg, axis: Axis) -> [i64; L] {
        let mut places = [0; L];
        for (lane, place) in places.iter_mut().enumerate() {
            let Some(cell) = self.set(of).lane(lane).first() else { continue };
            *place = 1 + i64::from(match axis {
                Axis::Row => grid.row(cell),
                Axis::Column => grid.column(cell),
            });
        }
        places
    }

    /// Columns or rows by which the chosen direction of every board goes.
    #[inline(never)]
    pub(super) fn toward(&self, axis: Axis) -> [i64; L] {
        let mut far = [0; L];
        for (lane, far) in far.iter_mut().enumerate() {
            let Some(direction) = self.way_of(Way::Chosen, lane) else { continue };
            *far = i64::from(match axis {
                Axis::Row => direction.across(),
                Axis::Column => direction.down(),
            });
        }
        far
    }

    /// On every board the cells whose number compares so with the number of the board.
    #[inline(always)]
    pub(super) fn by_place(
        &self,
        table: &PlaceNumbers<W>,
        by: Compare,
        number: NumReg,
    ) -> Lanes<W, L> {
        let numbers = self.num(number);
        let mut found = Lanes::EMPTY;
        for (place, cells) in table {
            // Not `map`: it is not always inlined, and what is not is not built for vectors.
            let mut masks = [0; L];
            for (mask, number) in masks.iter_mut().zip(numbers) {
                let holds = by.holds(*place, *number);
                *mask = if holds { u64::MAX } else { 0 };
            }
            found = found.or(&Lanes::splat(*cells).only(&masks));
        }
        found
    }
}
