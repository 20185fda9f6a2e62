//! Values that stand for sets of cells, and what is done to them word by word.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use masume_board::Direction;
use masume_compile::native::Shift;

use crate::emit::Emitter;

/// A set of cells, by word.
pub(crate) type Set = Vec<Value>;

impl Emitter<'_, '_> {
    pub(crate) fn word(&mut self, word: u64) -> Value {
        self.builder.ins().iconst(types::I64, word as i64)
    }

    pub(crate) fn constant(&mut self, words: &[u64]) -> Set {
        words.iter().map(|&word| self.word(word)).collect()
    }

    pub(crate) fn empty(&mut self) -> Set {
        (0..self.source.words).map(|_| self.word(0)).collect()
    }

    pub(crate) fn full(&mut self) -> Set {
        let source = self.source;
        self.constant(&source.full)
    }

    pub(crate) fn and(&mut self, one: &Set, other: &Set) -> Set {
        let words = one.iter().zip(other);
        words.map(|(one, other)| self.builder.ins().band(*one, *other)).collect()
    }

    pub(crate) fn or(&mut self, one: &Set, other: &Set) -> Set {
        let words = one.iter().zip(other);
        words.map(|(one, other)| self.builder.ins().bor(*one, *other)).collect()
    }

    pub(crate) fn without(&mut self, one: &Set, other: &Set) -> Set {
        let words = one.iter().zip(other);
        words.map(|(one, other)| self.builder.ins().band_not(*one, *other)).collect()
    }

    pub(crate) fn xor(&mut self, one: &Set, other: &Set) -> Set {
        let words = one.iter().zip(other);
        words.map(|(one, other)| self.builder.ins().bxor(*one, *other)).collect()
    }

    /// The set where the mask has all bits, nothing where it has none.
    pub(crate) fn only(&mut self, set: &Set, mask: Value) -> Set {
        set.iter().map(|word| self.builder.ins().band(*word, mask)).collect()
    }

    /// Something but 0 where the set has a cell.
    pub(crate) fn any(&mut self, set: &Set) -> Value {
        let mut words = set.iter().copied();
        let first = words.next();
        let first = first.unwrap_or_else(|| self.word(0));
        words.fold(first, |any, word| self.builder.ins().bor(any, word))
    }

    /// All bits where the word is not 0.
    pub(crate) fn mask(&mut self, word: Value) -> Value {
        let zero = self.word(0);
        let holds =
            self.builder.ins().icmp(cranelift_codegen::ir::condcodes::IntCC::NotEqual, word, zero);
        self.truth(holds)
    }

    /// All bits where a comparison holds.
    pub(crate) fn truth(&mut self, holds: Value) -> Value {
        let one = self.builder.ins().uextend(types::I64, holds);
        self.builder.ins().ineg(one)
    }

    /// Every cell moved; what left the board or went round an edge is still in it.
    fn moved(&mut self, set: &Set, by: i64) -> Set {
        let (far, bits) = ((by.unsigned_abs() / 64) as usize, (by.unsigned_abs() % 64) as i64);
        let mut moved = Vec::with_capacity(set.len());
        for nth in 0..set.len() {
            let (near, further) = if by >= 0 {
                let near = nth.checked_sub(far);
                (near, near.and_then(|near| near.checked_sub(1)))
            } else {
                (Some(nth + far), Some(nth + far + 1))
            };
            let near = near.and_then(|it| set.get(it)).copied();
            let further = further.and_then(|it| set.get(it)).copied().filter(|_| bits > 0);
            let shift = |this: &mut Self, word: Value, rises: bool, by: i64| {
                if rises {
                    this.builder.ins().ishl_imm_s(word, by)
                } else {
                    this.builder.ins().ushr_imm_s(word, by)
                }
            };
            let near = near.map(|word| shift(self, word, by >= 0, bits));
            let further = further.map(|word| shift(self, word, by < 0, 64 - bits));
            moved.push(match (near, further) {
                (Some(near), Some(further)) => self.builder.ins().bor(near, further),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => self.word(0),
            });
        }
        moved
    }

    fn among(&mut self, set: &Set, cells: &[u64]) -> Set {
        let words = set.iter().zip(cells);
        words
            .map(|(word, &cells)| match cells {
                0 => self.word(0),
                u64::MAX => *word,
                _some => {
                    let cells = self.word(cells);
                    self.builder.ins().band(*word, cells)
                }
            })
            .collect()
    }

    fn shift(&mut self, set: &Set, shift: &Shift) -> Set {
        let moved = self.moved(set, shift.by);
        self.among(&moved, &shift.arrivals)
    }

    pub(crate) fn step(&mut self, set: &Set, direction: Direction) -> Set {
        let source = self.source;
        self.shift(set, &source.shifts[direction as usize][0])
    }

    /// The cells of `through` that steps lead to from `set`, each step within `through`.
    pub(crate) fn fill(&mut self, set: &Set, through: &Set, direction: Direction) -> Set {
        let source = self.source;
        let shifts = &source.shifts[direction as usize];
        let mut ways = self.among(through, &shifts[0].arrivals);
        let first = self.moved(set, shifts[0].by);
        let mut filled = self.and(&first, &ways);
        for (nth, shift) in shifts.iter().enumerate() {
            let further = self.moved(&filled, shift.by);
            let further = self.and(&further, &ways);
            filled = self.or(&filled, &further);
            if nth + 1 < shifts.len() {
                let further = self.moved(&ways, shift.by);
                ways = self.and(&ways, &further);
            }
        }
        filled
    }

    /// Cells from which `count` cells in a row, this one first, are all in `set`.
    pub(crate) fn runs(&mut self, set: &Set, count: u32, direction: Direction) -> Set {
        if count == 0 {
            return self.full();
        }
        let source = self.source;
        let shifts = &source.shifts[direction.opposite() as usize];
        let mut runs = set.clone();
        let mut length = 1;
        for shift in shifts {
            if length * 2 > count {
                break;
            }
            let further = self.shift(&runs, shift);
            runs = self.and(&runs, &further);
            length *= 2;
        }
        while length < count {
            let missing = (count - length).min(length);
            if missing >> shifts.len() != 0 {
                return self.empty();
            }
            let mut further = runs.clone();
            for (k, shift) in shifts.iter().enumerate() {
                if missing >> k & 1 == 1 {
                    further = self.shift(&further, shift);
                }
            }
            runs = self.and(&runs, &further);
            length += missing;
        }
        runs
    }

    /// Only the first cell, in reading order.
    pub(crate) fn first(&mut self, set: &Set) -> Set {
        let mut rest: Option<Value> = None;
        let mut found = Vec::with_capacity(set.len());
        for &word in set {
            let negated = self.builder.ins().ineg(word);
            let first = self.builder.ins().band(word, negated);
            found.push(match rest {
                None => first,
                Some(rest) => self.builder.ins().band_not(first, rest),
            });
            let held = self.mask(word);
            rest = Some(rest.map_or(held, |rest| self.builder.ins().bor(rest, held)));
        }
        found
    }

    /// Number of cells.
    pub(crate) fn count(&mut self, set: &Set) -> Value {
        let zero = self.word(0);
        set.iter().fold(zero, |all, &word| {
            let count = self.builder.ins().popcnt(word);
            self.builder.ins().iadd(all, count)
        })
    }
}
