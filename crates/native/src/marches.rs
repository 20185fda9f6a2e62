//! Steps of all walkers toward one cell.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use masume_board::Direction;
use masume_program::native::{SetReg, Source};

use crate::emit::Emitter;
use crate::sets::{Set, words_of_value};

/// Words by which the table finds the axes of a cell: where its column's sets lie, and its row's.
const WORDS_OF_CELL: usize = 2;

/// Words of a set in the table.
fn words_of_set(source: &Source<'_>) -> usize {
    source.words.next_multiple_of(words_of_value(source))
}

/// For each cell where in the table the sets of its column and of its row lie, in bytes; then the sets, three for a
/// place. Empty where nobody marches.
pub(crate) fn table(source: &Source<'_>) -> Box<[u64]> {
    let Some(arrivals) = &source.arrivals else { return Box::default() };
    let begin = WORDS_OF_CELL * arrivals.places.len();
    let size = 3 * words_of_set(source);
    let [columns, _] = &arrivals.axes;
    let mut table = Vec::new();
    for &[column, row] in &arrivals.places {
        let places = [column, columns.len() + row];
        table.extend(places.map(|place| 8 * (begin + size * place) as u64));
    }
    for cells in arrivals.axes.iter().flatten().flatten() {
        table.extend(cells);
        table.extend(std::iter::repeat_n(0, words_of_set(source) - cells.len()));
    }
    table.into()
}

impl Emitter<'_, '_> {
    /// Puts down the cells to which one walker comes at least, two, and so on. Where there is not one target alone,
    /// or a walker is there, that is left to the interpreter.
    pub(crate) fn march(&mut self, at: usize, came: &[SetReg], [walkers, target]: [SetReg; 2]) {
        let (walkers, target) = (self.set(walkers), self.set(target));
        let count = self.count(&target);
        let is_other = self.builder.ins().icmp_imm_s(IntCC::NotEqual, count, 1);
        let is_other = self.truth(is_other);
        let arrived = self.and(&walkers, &target);
        let arrived = self.any(&arrived);
        let is_left = self.builder.ins().bor(is_other, arrived);
        self.leave_where(is_left, at);
        let axes = self.axes_of(&target);
        let mut at_least = vec![self.empty(); came.len()];
        for direction in Direction::ALL {
            let by = self.source.shifts[direction as usize][0].by;
            let mut come = self.moved(&walkers, by);
            for (axis, part) in axes.into_iter().zip([direction.across(), direction.down()]) {
                let cells = self.arrivals(axis, (part + 1) as usize);
                come = self.and(&come, &cells);
            }
            for level in (1..came.len()).rev() {
                let one_more = self.and(&at_least[level - 1], &come);
                at_least[level] = self.or(&at_least[level], &one_more);
            }
            at_least[0] = self.or(&at_least[0], &come);
        }
        for (&came, cells) in came.iter().zip(at_least) {
            self.put(came, cells);
        }
    }

    /// The addresses of the sets of a cell's column and of its row.
    fn axes_of(&mut self, cell: &Set) -> [Value; 2] {
        let mut place = self.word(0);
        for (nth, word) in self.words(cell).into_iter().enumerate() {
            let here = self.builder.ins().ctz(word);
            let here = self.builder.ins().iadd_imm_s(here, 64 * nth as i64);
            place = self.builder.ins().select(word, here, place);
        }
        let table = self.word(self.arrivals.as_ptr() as u64);
        let offset = self.builder.ins().imul_imm_s(place, 8 * WORDS_OF_CELL as i64);
        let entry = self.builder.ins().iadd(table, offset);
        [0, 8].map(|offset| {
            let flags = MemFlagsData::trusted().with_readonly();
            let from = self.builder.ins().load(types::I64, flags, entry, offset);
            self.builder.ins().iadd(table, from)
        })
    }

    /// The cells of an axis to which a step back leads, straight on, or forth.
    fn arrivals(&mut self, axis: Value, nth: usize) -> Set {
        let kind = self.type_of_value();
        let flags = MemFlagsData::new().with_notrap().with_readonly();
        let first = 8 * nth * words_of_set(self.source);
        let values = (0..self.source.words).step_by(words_of_value(self.source));
        values
            .map(|word| self.builder.ins().load(kind, flags, axis, (first + 8 * word) as i32))
            .collect()
    }
}
