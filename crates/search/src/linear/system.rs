//! Equations over the field of two elements.

use crate::meter::{Exhausted, Meter};

/// Words that are added in about one step of a meter.
const WORDS_OF_STEP: u64 = 64;

/// A set of indices as bits: a sum of unknowns, or a choice of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// None of so many.
    pub(crate) fn none(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)] }
    }

    /// Words of a set of so many.
    pub(crate) fn words(count: usize) -> u64 {
        count.div_ceil(64) as u64
    }

    /// Bytes of a set of so many.
    pub(crate) fn bytes(count: usize) -> u64 {
        Self::words(count) * size_of::<u64>() as u64 + size_of::<Self>() as u64
    }

    pub(crate) fn has(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Takes it in, or out where it is in.
    pub(crate) fn flip(&mut self, index: usize) {
        self.words[index / 64] ^= 1 << (index % 64);
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word ^= other);
    }

    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.words.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.words[word].trailing_zeros() as usize)
    }

    pub(crate) fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// True if an odd number of indices is in both.
    pub(crate) fn meets_oddly(&self, other: &Self) -> bool {
        let common = self.words.iter().zip(&other.words).map(|(one, two)| (one & two).count_ones());
        common.sum::<u32>() % 2 == 1
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }
}

/// Sums of unknowns that are to be 0, each solved for one unknown that no other has.
#[derive(Clone, Debug)]
pub(crate) struct System<'m> {
    meter: &'m Meter,
    unknowns: usize,
    /// Sum that is solved for it, by unknown.
    solved: Vec<Option<Bits>>,
}

impl<'m> System<'m> {
    /// No equations of so many unknowns.
    ///
    /// # Errors
    /// [`Exhausted::Bytes`].
    pub(crate) fn new(unknowns: usize, meter: &'m Meter) -> Result<Self, Exhausted> {
        meter.fits(unknowns as u64 * size_of::<Option<Bits>>() as u64)?;
        Ok(Self { meter, unknowns, solved: vec![None; unknowns] })
    }

    pub(crate) fn meter(&self) -> &'m Meter {
        self.meter
    }

    /// Adds an equation; whether it said anything new.
    ///
    /// # Errors
    /// The bound that the meter met.
    pub(crate) fn add(&mut self, mut sum: Bits) -> Result<bool, Exhausted> {
        let steps = 1 + Bits::words(self.unknowns) / WORDS_OF_STEP;
        self.meter.does(steps)?;
        // The unknowns that are solved for are taken out; what stands for them has none of these.
        for index in 0..self.unknowns {
            if sum.has(index)
                && let Some(known) = &self.solved[index]
            {
                self.meter.does(steps)?;
                sum.add(known);
            }
        }
        let Some(first) = sum.first() else { return Ok(false) };
        self.meter.keeps(Bits::bytes(self.unknowns))?;
        for known in self.solved.iter_mut().flatten() {
            self.meter.does(1)?;
            if known.has(first) {
                self.meter.does(steps)?;
                known.add(&sum);
            }
        }
        self.solved[first] = Some(sum);
        Ok(true)
    }

    /// Number of unknowns that are free: of solutions none of which follows from the others.
    pub(crate) fn free_count(&self) -> usize {
        self.solved.iter().filter(|sum| sum.is_none()).count()
    }

    /// A basis of what solves all equations, in the order of the unknowns that are free.
    ///
    /// # Errors
    /// The bound that the meter met.
    pub(crate) fn solutions(&self) -> Result<Vec<Bits>, Exhausted> {
        let free = self.free_count() as u64;
        self.meter.does(free.saturating_mul(self.unknowns as u64))?;
        self.meter.fits(free.saturating_mul(Bits::bytes(self.unknowns)))?;
        let is_free = |index: &usize| self.solved[*index].is_none();
        let solution = |free: usize| {
            let mut bits = Bits::none(self.unknowns);
            bits.flip(free);
            for (index, sum) in self.solved.iter().enumerate() {
                if sum.as_ref().is_some_and(|sum| sum.has(free)) {
                    bits.flip(index);
                }
            }
            bits
        };
        Ok((0..self.unknowns).filter(is_free).map(solution).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_all_that_meet_every_equation() {
        let mut random = masume_rules::random::Random::new(5);
        for _ in 0..300 {
            let unknowns = 1 + random.below(9) as usize;
            let equations: Vec<Bits> = (0..random.below(9))
                .map(|_| {
                    let mut bits = Bits::none(unknowns);
                    (0..unknowns).filter(|_| random.below(2) == 0).for_each(|it| bits.flip(it));
                    bits
                })
                .collect();
            let meter = Meter::of(&crate::Budget::default());
            let mut system = System::new(unknowns, &meter).expect("it is small");
            for equation in &equations {
                system.add(equation.clone()).expect("it is small");
            }
            let basis = system.solutions().expect("they are few");
            assert!(basis.iter().all(|it| equations.iter().all(|of| !it.meets_oddly(of))));
            let all = (0..1_u64 << unknowns).filter(|&word| {
                let bits = Bits { words: vec![word] };
                equations.iter().all(|it| !bits.meets_oddly(it))
            });
            assert_eq!(all.count(), 1 << basis.len(), "{equations:?}");
        }
    }
}
