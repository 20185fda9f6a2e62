//! Cells by the numbers on them.

use std::collections::BTreeMap;

use masume_board::{Cell, CellSet};
use masume_program::interp::code::{Instruction, SetReg};
use masume_program::{LayerPlanes, Num, Unsupported};
use masume_rules::model::{Compare, LayerKind};

use super::sliced::Sliced;
use super::{NumberPlanes, Translation};

/// The most contents of which each is looked for.
const MOST_CODES: usize = 4;

impl Translation<'_> {
    /// Cells of whose numbers two compare so.
    pub(super) fn numbers_of(
        &mut self,
        left: &Num,
        compare: Compare,
        right: &Num,
        layers: &[LayerPlanes],
    ) -> Result<SetReg, Unsupported> {
        let (Num::Here(layer), [_]) = (left, layers) else {
            return match layers {
                [] => self.cells_by_place(left, compare, right),
                layers => self.cells_by_digits(left, compare, right, layers),
            };
        };
        let numbers = self.numbers_on(*layer)?.clone();
        if let Some(constant) = self.constant_of(right) {
            return Ok(self.compared_with(&numbers, compare, constant));
        }
        let of_place = self.numbers_of_place(&numbers, compare, right);
        of_place.or_else(|_| self.cells_by_digits(left, compare, right, layers))
    }

    /// Cells whose number on one layer compares so with a constant.
    fn compared_with(&mut self, numbers: &NumberPlanes, compare: Compare, constant: i64) -> SetReg {
        let passes = |compare: Compare| {
            let passes = move |code: &u32| {
                let content = numbers.content(*code);
                content.is_some_and(|it| compare.holds(it.into(), constant))
            };
            (1..1u32 << numbers.bits).filter(passes)
        };
        let codes: Vec<u32> = passes(compare).take(MOST_CODES + 1).collect();
        if codes.len() <= MOST_CODES {
            let cells = codes.iter().fold(None, |all, &code| {
                let cells = self.cells_of_code(numbers, code);
                Some(self.or(all, cells))
            });
            return cells.unwrap_or_else(|| self.nothing());
        }
        // Codes rise with what they stand for.
        let occupied = numbers.occupied;
        let others = match compare {
            Compare::Greater | Compare::GreaterOrEqual => {
                return self.at_least(&Sliced::code(numbers), codes[0].into(), occupied);
            }
            Compare::Less | Compare::LessOrEqual | Compare::NotEqual => compare.negated(),
            Compare::Equal => Compare::Equal,
        };
        let Some(first) = passes(others).next() else { return occupied };
        let others = if others == Compare::Equal {
            self.cells_of_code(numbers, first)
        } else {
            self.at_least(&Sliced::code(numbers), first.into(), occupied)
        };
        self.without(occupied, others)
    }

    /// Cells whose place tells a number that compares so with a number of the board.
    fn cells_by_place(
        &mut self,
        left: &Num,
        compare: Compare,
        right: &Num,
    ) -> Result<SetReg, Unsupported> {
        let (table, compare, number) = match (self.numbers_by_place(left), right) {
            (Some(table), number) => (table, compare, number),
            (None, right) => {
                let table = self.numbers_by_place(right);
                let why = Unsupported("rows or columns are counted with numbers that change");
                (table.ok_or(why)?, compare.swapped(), left)
            }
        };
        let number = self.number(number)?;
        let known = self.places.iter().position(|known| *known == table);
        let nth = known.unwrap_or_else(|| {
            self.places.push(table);
            self.places.len() - 1
        });
        let table = nth as u16;
        Ok(self.emit.set(|to| Instruction::ByPlace { to, table, by: compare, number }))
    }

    /// The number that each place tells, with the cells of which it is that.
    fn numbers_by_place(&self, number: &Num) -> Option<Vec<(i64, CellSet)>> {
        let grid = &self.layout.grid;
        let mut cells: BTreeMap<i64, CellSet> = BTreeMap::new();
        for cell in grid.cells() {
            let number = self.number_of_place(number, cell)?;
            cells.entry(number).or_insert_with(|| CellSet::empty(grid)).insert(cell);
        }
        Some(cells.into_iter().collect())
    }

    fn cells_of_code(&mut self, numbers: &super::NumberPlanes, code: u32) -> SetReg {
        let with = |is_set: bool| -> Box<[SetReg]> {
            let planes = (0u32..).zip(numbers.planes());
            planes.filter(|(bit, _)| (code >> bit & 1 == 1) == is_set).map(|(_, it)| it).collect()
        };
        let without = with(false);
        let clear = self.emit.set(|to| Instruction::Free(to, without.clone()));
        with(true).iter().fold(clear, |all, &plane| self.and(all, plane))
    }

    /// Cells whose number on one layer is one, or is not one, that their place tells.
    fn numbers_of_place(
        &mut self,
        numbers: &NumberPlanes,
        compare: Compare,
        number: &Num,
    ) -> Result<SetReg, Unsupported> {
        if matches!(numbers.kind, LayerKind::Pieces(_) | LayerKind::Kinds(_)) {
            return Err(Unsupported("kinds are compared with numbers"));
        }
        if !matches!(compare, Compare::Equal | Compare::NotEqual) {
            return Err(Unsupported("numbers of cells are compared with those of many"));
        }
        // Step 1. The bits that each cell would have.
        let grid = &self.layout.grid;
        let mut wanted = CellSet::empty(grid);
        let mut bits = vec![CellSet::empty(grid); usize::from(numbers.bits)];
        let changes = Unsupported("numbers of cells are compared with ones that change");
        for cell in grid.cells() {
            let number = self.number_of_place(number, cell).ok_or(changes)?;
            let content = numbers.kind.content_of_number(number);
            let Some(code) = content.and_then(|it| numbers.code(it)) else { continue };
            wanted.insert(cell);
            for (bit, cells) in bits.iter_mut().enumerate() {
                if code >> bit & 1 == 1 {
                    cells.insert(cell);
                }
            }
        }
        // Step 2. Where any bit differs.
        let constants = bits.into_iter().map(|cells| self.registers.constant_set(cells));
        let (constants, planes): (Box<[SetReg]>, Box<[SetReg]>) =
            (constants.collect(), numbers.planes().collect());
        let differ = self.emit.set(|to| Instruction::Unlike(to, planes.clone(), constants.clone()));
        if compare == Compare::NotEqual {
            return Ok(self.and(numbers.occupied, differ));
        }
        let wanted = self.registers.constant_set(wanted);
        Ok(self.without(wanted, differ))
    }

    /// A number that the place of a cell tells.
    pub(super) fn number_of_place(&self, number: &Num, cell: Cell) -> Option<i64> {
        let grid = &self.layout.grid;
        if matches!(number, Num::Row) {
            return Some(i64::from(grid.row(cell)) + 1);
        }
        if matches!(number, Num::Column) {
            return Some(i64::from(grid.column(cell)) + 1);
        }
        let constant = self.constant_of(number);
        constant.or_else(|| number.worked_out(|operand| self.number_of_place(operand, cell)))
    }
}
