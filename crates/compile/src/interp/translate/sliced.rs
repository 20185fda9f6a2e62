//! Numbers of cells, counted with and compared for all cells at once, digit by digit.

use masume_board::{Cell, CellSet};
use masume_program::interp::code::{Instruction, MaskReg, NumReg, SetReg};
use masume_program::interp::registers::ALL;
use masume_program::{LayerPlanes, Num, Unsupported};
use masume_rules::model::{Arithmetic, Compare, Layer, LayerKind};

use super::{NumberPlanes, Translation};

/// The most digits of a number.
const MOST_DIGITS: usize = 32;

const GREAT: Unsupported = Unsupported("numbers of cells are counted with great ones");

/// A number for each cell.
pub(super) struct Sliced {
    /// Its digits, the lowest first, each with the cells where it is one; `None` where it is nowhere.
    digits: Vec<Option<SetReg>>,
    /// Number that is added to them.
    from: i64,
}

impl Sliced {
    pub(super) fn constant(number: i64) -> Self {
        Self { digits: Vec::new(), from: number }
    }

    /// This number at each of some cells, no less than 0, in digits.
    pub(super) fn everywhere(number: i64, cells: SetReg) -> Self {
        let digits = i64::BITS - number.leading_zeros();
        let digit = |nth| (number >> nth & 1 == 1).then_some(cells);
        Self { digits: (0..digits).map(digit).collect(), from: 0 }
    }

    /// Digits and what is added to them, doubled so many times.
    pub(super) fn doubled(
        digits: Vec<SetReg>,
        from: i64,
        doublings: u32,
    ) -> Result<Self, Unsupported> {
        let mut all = vec![None; doublings as usize];
        all.extend(digits.into_iter().map(Some));
        if all.len() > MOST_DIGITS {
            return Err(GREAT);
        }
        Ok(Self { digits: all, from: from << doublings })
    }

    /// Number in the planes of a layer: one more than how far a content is from its first.
    pub(super) fn code(numbers: &NumberPlanes) -> Self {
        Self { digits: numbers.planes().map(Some).collect(), from: 0 }
    }

    pub(super) fn digits(&self) -> &[Option<SetReg>] {
        &self.digits
    }

    /// The least number that it can be.
    pub(super) fn from(&self) -> i64 {
        self.from
    }

    /// The greatest number that it can be.
    pub(super) fn most(&self) -> i64 {
        self.from + (1i64 << self.digits.len()) - 1
    }
}

impl Translation<'_> {
    /// Cells with something on each of some layers, of whose numbers two compare so.
    pub(super) fn cells_by_digits(
        &mut self,
        left: &Num,
        compare: Compare,
        right: &Num,
        layers: &[LayerPlanes],
    ) -> Result<SetReg, Unsupported> {
        let mut cells = None;
        for layer in layers {
            let LayerPlanes::Numbers { occupied, .. } = *layer else {
                return Err(Unsupported("pieces are compared with numbers"));
            };
            let held = SetReg(occupied);
            cells = Some(cells.map_or(held, |cells| self.and(cells, held)));
        }
        let cells = cells.unwrap_or_else(|| self.full());
        let difference = match (reads_cell(left), reads_cell(right)) {
            (true, false) => {
                let left = self.sliced(left, cells)?;
                let right = self.sliced_within(right, &left, cells)?;
                self.difference(&left, &right, cells)?
            }
            (false, true) => {
                let right = self.sliced(right, cells)?;
                let left = self.sliced_within(left, &right, cells)?;
                self.difference(&left, &right, cells)?
            }
            (true, true) | (false, false) => {
                let (left, right) = (self.sliced(left, cells)?, self.sliced(right, cells)?);
                self.difference(&left, &right, cells)?
            }
        };
        Ok(match compare {
            Compare::Equal => self.equal_to(&difference, 0, cells),
            Compare::NotEqual => {
                let equal = self.equal_to(&difference, 0, cells);
                self.without(cells, equal)
            }
            Compare::GreaterOrEqual => self.at_least(&difference, 0, cells),
            Compare::Greater => self.at_least(&difference, 1, cells),
            Compare::Less => {
                let others = self.at_least(&difference, 0, cells);
                self.without(cells, others)
            }
            Compare::LessOrEqual => {
                let others = self.at_least(&difference, 1, cells);
                self.without(cells, others)
            }
        })
    }

    /// The number at each of some cells.
    pub(super) fn sliced(&mut self, number: &Num, cells: SetReg) -> Result<Sliced, Unsupported> {
        self.has_room()?;
        if let Some(constant) = self.constant_of(number) {
            return if is_small(constant) { Ok(Sliced::constant(constant)) } else { Err(GREAT) };
        }
        if let Some(places) = self.sliced_places(number) {
            return Ok(places);
        }
        if !reads_cell(number) {
            // The same on the whole board.
            let found = self.number(number)?;
            let bound = self.bound_of(found).ok_or(GREAT)?;
            return self.sliced_number(found, (-bound, bound), cells);
        }
        if let Num::Here(layer) = number {
            self.sliced_layer(*layer)
        } else if let Num::Negate(inner) = number {
            let inner = self.sliced(inner, cells)?;
            self.difference(&Sliced::constant(0), &inner, cells)
        } else if let Num::Binary(left, Arithmetic::Add, right) = number {
            let (left, right) = (self.sliced(left, cells)?, self.sliced(right, cells)?);
            self.total(&left, &right, cells)
        } else if let Num::Binary(left, Arithmetic::Subtract, right) = number {
            let (left, right) = (self.sliced(left, cells)?, self.sliced(right, cells)?);
            self.difference(&left, &right, cells)
        } else {
            Err(Unsupported("numbers of cells are more than added before they are compared"))
        }
    }

    /// A number that is the same on the whole board, as near as matters beside another.
    fn sliced_within(
        &mut self,
        number: &Num,
        other: &Sliced,
        cells: SetReg,
    ) -> Result<Sliced, Unsupported> {
        if self.constant_of(number).is_some() {
            return self.sliced(number, cells);
        }
        let number = self.number(number)?;
        self.sliced_between(number, (other.from - 1, other.most() + 1), cells)
    }

    /// A number that is the same on the whole board, or the nearer of these bounds.
    pub(super) fn sliced_between(
        &mut self,
        number: NumReg,
        (least, most): (i64, i64),
        cells: SetReg,
    ) -> Result<Sliced, Unsupported> {
        let (lower, upper) = (self.registers.constant(least), self.registers.constant(most));
        let number = self.emit.num(|to| Instruction::Max(to, number, lower));
        let number = self.emit.num(|to| Instruction::Min(to, number, upper));
        self.sliced_number(number, (least, most), cells)
    }

    /// A number between bounds that is the same on the whole board.
    fn sliced_number(
        &mut self,
        number: NumReg,
        (least, most): (i64, i64),
        cells: SetReg,
    ) -> Result<Sliced, Unsupported> {
        let count = digits_of(most - least)?;
        let least_number = self.registers.constant(least);
        let above = self.emit.num(|to| Instruction::Subtract(to, number, least_number));
        let masks = self.binary(above, count);
        let digits = masks.into_iter().map(|mask| Some(self.only(cells, mask))).collect();
        Ok(Sliced { digits, from: least })
    }

    /// The digits of a number that has no more than so many, the lowest first: the boards where each is one.
    fn binary(&mut self, number: NumReg, count: usize) -> Vec<MaskReg> {
        let mut rest = number;
        let mut found = Vec::new();
        for nth in (0..count).rev() {
            let worth = self.registers.constant(1 << nth);
            let is_one = self.compared(rest, Compare::GreaterOrEqual, worth);
            if nth > 0 {
                rest = self.less_where(rest, worth, is_one);
            }
            found.push(is_one);
        }
        found.reverse();
        found
    }

    /// The number, less by another on the boards of a mask.
    fn less_where(&mut self, number: NumReg, by: NumReg, mask: MaskReg) -> NumReg {
        let less = self.emit.num(|to| Instruction::Subtract(to, number, by));
        let rest = self.emit.loose_num();
        self.emit.act(Instruction::Assign(rest, number, ALL));
        self.emit.act(Instruction::Assign(rest, less, mask));
        rest
    }

    /// Number that lies on a layer.
    fn sliced_layer(&mut self, layer: Layer) -> Result<Sliced, Unsupported> {
        let numbers = self.numbers_on(layer)?;
        let LayerKind::Range(first, _) = numbers.kind else {
            return Err(Unsupported("kinds are counted with"));
        };
        Ok(Sliced { from: i64::from(first) - 1, ..Sliced::code(numbers) })
    }

    /// A number that the place of a cell tells.
    fn sliced_places(&mut self, number: &Num) -> Option<Sliced> {
        let grid = self.layout.grid;
        let of = |cell: Cell| Some((cell, self.number_of_place(number, cell)?));
        let places: Vec<(Cell, i64)> = grid.cells().map(of).collect::<Option<_>>()?;
        let least = places.iter().map(|(_, number)| *number).min()?;
        let most = places.iter().map(|(_, number)| *number).max()?;
        if !is_small(least) || !is_small(most) {
            return None;
        }
        let digit = |nth: usize| {
            let is_one = |place: &&(Cell, i64)| (place.1 - least) >> nth & 1 == 1;
            CellSet::from_cells(&grid, places.iter().filter(is_one).map(|place| place.0))
        };
        let digits: Vec<CellSet> = (0..digits_of(most - least).ok()?).map(digit).collect();
        let digits = digits.into_iter().map(|cells| Some(self.registers.constant_set(cells)));
        Some(Sliced { digits: digits.collect(), from: least })
    }

    /// One number more the other.
    pub(super) fn total(
        &mut self,
        one: &Sliced,
        other: &Sliced,
        cells: SetReg,
    ) -> Result<Sliced, Unsupported> {
        let from = one.from + other.from;
        let long = one.digits.len().max(other.digits.len());
        if one.digits.is_empty() || other.digits.is_empty() {
            let digits = [&one.digits[..], &other.digits[..]].concat();
            return Ok(Sliced { digits, from });
        }
        if long >= MOST_DIGITS {
            return Err(GREAT);
        }
        let (mut digits, mut carry) = (Vec::new(), None);
        for nth in 0..=long {
            let at = |number: &Sliced| number.digits.get(nth).copied().flatten();
            let (unlike, both) = self.half_sum(at(one), at(other), cells);
            let (digit, carried) = self.half_sum(unlike, carry, cells);
            carry = match (both, carried) {
                (both, None) => both,
                (both, Some(carried)) => Some(self.or(both, carried)),
            };
            digits.push(digit);
        }
        Ok(Sliced { digits, from })
    }

    /// The digit of a sum of two digits, and what is carried to the next.
    fn half_sum(
        &mut self,
        one: Option<SetReg>,
        other: Option<SetReg>,
        cells: SetReg,
    ) -> (Option<SetReg>, Option<SetReg>) {
        match (one, other) {
            (None, digit) | (digit, None) => (digit, None),
            (Some(all), Some(some)) | (Some(some), Some(all)) if all == cells => {
                (Some(self.without(all, some)), Some(some))
            }
            (Some(one), Some(other)) => {
                let (any, both) = (self.or(Some(one), other), self.and(one, other));
                (Some(self.without(any, both)), Some(both))
            }
        }
    }

    /// One number less the other, whose digits are turned round: the greatest of so many digits less what they say.
    fn difference(
        &mut self,
        one: &Sliced,
        other: &Sliced,
        cells: SetReg,
    ) -> Result<Sliced, Unsupported> {
        let turned = other.digits.iter().map(|digit| match *digit {
            Some(digit) => Some(self.without(cells, digit)),
            None => Some(cells),
        });
        let turned = Sliced { digits: turned.collect(), from: -other.most() };
        self.total(one, &turned, cells)
    }

    /// The cells at which a number is no less than this.
    pub(super) fn at_least(&mut self, number: &Sliced, least: i64, cells: SetReg) -> SetReg {
        let Ok(above) = u64::try_from(least - number.from) else { return cells };
        if above >> number.digits.len() != 0 {
            return self.nothing();
        }
        // What the lower digits say; nothing where no number is less by them.
        let mut found = None;
        for (nth, digit) in number.digits.iter().enumerate() {
            found = match (above >> nth & 1 == 1, *digit, found) {
                (true, Some(digit), Some(found)) => Some(self.and(digit, found)),
                (true, digit, _) => Some(digit.unwrap_or_else(|| self.nothing())),
                (false, Some(digit), Some(found)) => Some(self.or(Some(digit), found)),
                (false, _, found) => found,
            };
        }
        found.map_or(cells, |found| self.and(found, cells))
    }

    /// The cells at which a number is this.
    fn equal_to(&mut self, number: &Sliced, value: i64, cells: SetReg) -> SetReg {
        let above = u64::try_from(value - number.from).ok();
        let Some(above) = above.filter(|above| above >> number.digits.len() == 0) else {
            return self.nothing();
        };
        let mut found = cells;
        for (nth, digit) in number.digits.iter().enumerate() {
            found = match (above >> nth & 1 == 1, *digit) {
                (true, Some(digit)) => self.and(found, digit),
                (true, None) => return self.nothing(),
                (false, Some(digit)) => self.without(found, digit),
                (false, None) => found,
            };
        }
        found
    }
}

/// True if sums and differences of a few such numbers are far from an overflow.
fn is_small(number: i64) -> bool {
    number.unsigned_abs() < 1 << 40
}

/// Number of digits that numbers up to this have.
fn digits_of(most: i64) -> Result<usize, Unsupported> {
    let digits = (i64::BITS - most.leading_zeros()) as usize;
    if digits > MOST_DIGITS { Err(GREAT) } else { Ok(digits) }
}

/// True if a number is not the same for all cells of a board.
fn reads_cell(number: &Num) -> bool {
    matches!(number, Num::Here(_) | Num::Row | Num::Column | Num::Letter(_))
        || number.operands().any(reads_cell)
}
