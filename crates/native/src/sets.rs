//! Values that stand for sets of cells, and what is done to them word by word.

use cranelift_codegen::ir::{Endianness, InstBuilder, MemFlagsData, Type, Value, types};
use masume_board::Direction;
use masume_program::native::{Shift, Source};

use crate::emit::Emitter;

/// A set of cells, by word or by pair of words.
pub(crate) type Set = Vec<Value>;

/// Sets of so many words lie in vectors of two.
const WIDE: usize = 5;

/// Words of one value of a set.
pub(crate) fn words_of_value(source: &Source<'_>) -> usize {
    let has_vectors = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
    let are_side_by_side = source.set_strides[1] == size_of::<u64>();
    if has_vectors && are_side_by_side && source.words >= WIDE { 2 } else { 1 }
}

impl Emitter<'_, '_> {
    pub(crate) fn word(&mut self, word: u64) -> Value {
        self.builder.ins().iconst(types::I64, word as i64)
    }

    /// The type of one value of a set.
    pub(crate) fn type_of_value(&self) -> Type {
        if self.is_wide() { types::I64X2 } else { types::I64 }
    }

    fn is_wide(&self) -> bool {
        words_of_value(self.source) > 1
    }

    /// One value of a set: these words, and nothing behind them.
    fn value(&mut self, words: &[u64]) -> Value {
        if !self.is_wide() {
            return self.word(words[0]);
        }
        let words = [words[0], words.get(1).copied().unwrap_or(0)];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let constant = self.builder.func.dfg.constants.insert(bytes.into());
        self.builder.ins().vconst(types::I64X2, constant)
    }

    pub(crate) fn constant(&mut self, words: &[u64]) -> Set {
        words.chunks(words_of_value(self.source)).map(|words| self.value(words)).collect()
    }

    pub(crate) fn empty(&mut self) -> Set {
        let source = self.source;
        self.constant(&vec![0; source.words])
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
        let mask = if self.is_wide() { self.builder.ins().splat(types::I64X2, mask) } else { mask };
        set.iter().map(|word| self.builder.ins().band(*word, mask)).collect()
    }

    /// The words of a set one by one.
    pub(crate) fn words(&mut self, set: &Set) -> Vec<Value> {
        if !self.is_wide() {
            return set.clone();
        }
        let of =
            |lane: u8, pair: Value, this: &mut Self| this.builder.ins().extractlane(pair, lane);
        let pairs = set.iter();
        pairs.flat_map(|&pair| [of(0, pair, self), of(1, pair, self)]).collect()
    }

    /// The set of these words, as [`Emitter::words`] gives them.
    fn of_words(&mut self, words: Vec<Value>) -> Set {
        if !self.is_wide() {
            return words;
        }
        let pair = |words: &[Value]| {
            let low = self.builder.ins().scalar_to_vector(types::I64X2, words[0]);
            self.builder.ins().insertlane(low, words[1], 1u8)
        };
        words.chunks(2).map(pair).collect()
    }

    /// Something but 0 where the set has a cell.
    pub(crate) fn any(&mut self, set: &Set) -> Value {
        let mut values = set.iter().copied();
        let Some(first) = values.next() else { return self.word(0) };
        let any = values.fold(first, |any, value| self.builder.ins().bor(any, value));
        let mut words = self.words(&vec![any]).into_iter();
        let first = words.next().unwrap_or(any);
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

    /// The value of a set that begins with this word, which may be before its first or behind its last one;
    /// `None` where all of it is.
    pub(crate) fn value_from(&mut self, set: &Set, word: isize) -> Option<Value> {
        let at = |nth: isize| usize::try_from(nth).ok().and_then(|nth| set.get(nth)).copied();
        if !self.is_wide() {
            return at(word);
        }
        let nth = word.div_euclid(2);
        if word % 2 == 0 {
            return at(nth);
        }
        // The second word of the one pair, and the first one of the next.
        let (low, high) = (at(nth), at(nth + 1));
        low.or(high)?;
        let [low, high] = [low, high].map(|pair| pair.unwrap_or_else(|| self.value(&[0])));
        let flags = MemFlagsData::new().with_endianness(Endianness::Little);
        let [low, high] =
            [low, high].map(|pair| self.builder.ins().bitcast(types::I8X16, flags, pair));
        let bytes: Vec<u8> = (8..24).collect();
        let bytes = self.builder.func.dfg.immediates.push(bytes.into());
        let both = self.builder.ins().shuffle(low, high, bytes);
        Some(self.builder.ins().bitcast(types::I64X2, flags, both))
    }

    /// Every cell moved; what left the board or went round an edge is still in it.
    pub(crate) fn moved(&mut self, set: &Set, by: i64) -> Set {
        let (far, bits) = ((by.unsigned_abs() / 64) as isize, (by.unsigned_abs() % 64) as i64);
        let step = words_of_value(self.source) as isize;
        let mut moved = Vec::with_capacity(set.len());
        for nth in 0..set.len() as isize {
            let word = step * nth;
            let (near, further) =
                if by >= 0 { (word - far, word - far - 1) } else { (word + far, word + far + 1) };
            let near = self.value_from(set, near);
            let further = if bits > 0 { self.value_from(set, further) } else { None };
            let shift = |this: &mut Self, value: Value, rises: bool, by: i64| {
                let by = this.word(by as u64);
                if rises {
                    this.builder.ins().ishl(value, by)
                } else {
                    this.builder.ins().ushr(value, by)
                }
            };
            let near = near.map(|value| shift(self, value, by >= 0, bits));
            let further = further.map(|value| shift(self, value, by < 0, 64 - bits));
            moved.push(match (near, further) {
                (Some(near), Some(further)) => self.builder.ins().bor(near, further),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => self.value(&[0]),
            });
        }
        moved
    }

    fn among(&mut self, set: &Set, cells: &[u64]) -> Set {
        let chunks = cells.chunks(words_of_value(self.source));
        set.iter()
            .zip(chunks)
            .map(|(value, cells)| {
                if cells.iter().all(|&cells| cells == 0) {
                    return self.value(&[0]);
                }
                if cells.len() == words_of_value(self.source)
                    && cells.iter().all(|&cells| cells == u64::MAX)
                {
                    return *value;
                }
                let cells = self.value(cells);
                self.builder.ins().band(*value, cells)
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
        for word in self.words(set) {
            let negated = self.builder.ins().ineg(word);
            let first = self.builder.ins().band(word, negated);
            found.push(match rest {
                None => first,
                Some(rest) => self.builder.ins().band_not(first, rest),
            });
            let held = self.mask(word);
            rest = Some(rest.map_or(held, |rest| self.builder.ins().bor(rest, held)));
        }
        self.of_words(found)
    }

    /// Number of cells.
    pub(crate) fn count(&mut self, set: &Set) -> Value {
        let zero = self.word(0);
        let words = self.words(set);
        words.into_iter().fold(zero, |all, word| {
            let count = self.builder.ins().popcnt(word);
            self.builder.ins().iadd(all, count)
        })
    }
}
