//! Weights of tuples of cells, whose sum is the value of a board.

use super::CannotLearn;

/// The most weights of a network, so that the number of one is of 32 bits.
const MOST_WEIGHTS: u64 = 1 << 28;
/// The most tuples, and the most cells of one.
const MOST_TUPLES: usize = 1 << 12;
const MOST_CELLS: usize = 16;
/// Bytes that go with a weight: its own, and the sums of its errors.
const BYTES_OF_WEIGHT: u64 = 12;

/// Reason why tuples of cells are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadTuples {
    /// There is none, or there are more than 4096.
    Count,
    /// One is empty, or has more than 16 cells.
    Length,
    /// One has a cell that there is not, or one twice.
    Cell,
    /// They have more than 2 to the 28 weights.
    Weights,
    /// They take more memory than is allowed.
    Memory {
        /// Bytes that they take.
        needed: u64,
    },
}

/// Tuples of cells, and what a cell can hold.
#[derive(Clone, Debug)]
pub(super) struct TupleForm<'f> {
    /// Cells of each, by their places in reading order.
    pub(super) tuples: &'f [Vec<u16>],
    /// Images of the cells by the symmetries that share weights, the identity among them.
    pub(super) symmetries: &'f [Vec<u16>],
    /// Codes that a cell can have.
    pub(super) radix: usize,
    /// Bytes of the boards that are played side by side.
    pub(super) board_bytes: u64,
}

impl TupleForm<'_> {
    fn cells(&self) -> usize {
        self.symmetries.first().map_or(0, Vec::len)
    }

    /// Weights of a tuple of so many cells.
    pub(super) fn weights_of(&self, len: usize) -> u64 {
        (self.radix as u64).checked_pow(len as u32).unwrap_or(u64::MAX)
    }

    /// Bytes of a network of this form, and of the boards on which it learns.
    ///
    /// # Errors
    /// The tuples are none.
    pub(super) fn bytes(&self) -> Result<u64, BadTuples> {
        if self.tuples.is_empty() || self.tuples.len() > MOST_TUPLES {
            return Err(BadTuples::Count);
        }
        let mut weights = 0u64;
        for tuple in self.tuples {
            if tuple.is_empty() || tuple.len() > MOST_CELLS {
                return Err(BadTuples::Length);
            }
            let is_wrong = |place: usize| {
                let cell = tuple[place];
                usize::from(cell) >= self.cells() || tuple[..place].contains(&cell)
            };
            if (0..tuple.len()).any(is_wrong) {
                return Err(BadTuples::Cell);
            }
            weights = weights.saturating_add(self.weights_of(tuple.len()));
        }
        if weights > MOST_WEIGHTS {
            return Err(BadTuples::Weights);
        }
        let images = (self.tuples.len() * self.symmetries.len()) as u64;
        let steps = (self.cells() * self.radix) as u64 * images;
        Ok(weights * BYTES_OF_WEIGHT + steps * 4 + self.board_bytes)
    }

    /// Images of a tuple, each once.
    fn images(&self, tuple: &[u16]) -> Vec<Vec<u16>> {
        let image = |of: &Vec<u16>| tuple.iter().map(|cell| of[usize::from(*cell)]).collect();
        let mut images: Vec<Vec<u16>> = self.symmetries.iter().map(image).collect();
        images.sort();
        images.dedup();
        images
    }
}

/// Network of tuples of cells. The value of a board is the sum of a weight for each image of each tuple.
#[derive(Clone, Debug)]
pub(super) struct TupleNetwork {
    radix: usize,
    /// The first weight of each image: where its tuple begins.
    bases: Vec<u32>,
    /// Number of weights that a code lies behind the first one, indexed [cell][code][image].
    steps: Vec<u32>,
    /// Tuples one behind the other; the codes of the cells of one are the digits of a place, the first cell first.
    weights: Vec<f32>,
    /// Sum of the errors of each weight, and sum of their sizes; none before anything was learnt coherently.
    errors: Vec<[f32; 2]>,
    /// Weights of each tuple.
    lens: Vec<usize>,
}

impl TupleNetwork {
    /// Network of weights that are all the same, so that every board has this value.
    ///
    /// # Errors
    /// [`CannotLearn::Tuples`].
    pub(super) fn new(form: &TupleForm<'_>, value: f32, bytes: u64) -> Result<Self, CannotLearn> {
        let needed = form.bytes().map_err(CannotLearn::Tuples)?;
        let too_large = CannotLearn::Tuples(BadTuples::Memory { needed });
        if needed > bytes {
            return Err(too_large);
        }
        let (mut bases, mut lens, mut images, mut first) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for tuple in form.tuples {
            for image in form.images(tuple) {
                bases.push(first as u32);
                images.push(image);
            }
            lens.push(form.weights_of(tuple.len()) as usize);
            first += form.weights_of(tuple.len());
        }
        let mut steps = vec![0; form.cells() * form.radix * images.len()];
        for (number, image) in images.iter().enumerate() {
            for (place, cell) in image.iter().rev().enumerate() {
                for code in 0..form.radix {
                    let step = (usize::from(*cell) * form.radix + code) * images.len() + number;
                    steps[step] = (form.weights_of(place) * code as u64) as u32;
                }
            }
        }
        let mut weights = Vec::new();
        weights.try_reserve_exact(first as usize).map_err(|_| too_large)?;
        weights.resize(first as usize, value / images.len() as f32);
        Ok(Self { radix: form.radix, bases, steps, weights, errors: Vec::new(), lens })
    }

    /// Number of weights whose sum is a value.
    pub(super) fn terms(&self) -> usize {
        self.bases.len()
    }

    /// Puts the places of the weights of a board with these codes, [`TupleNetwork::terms`] of them.
    #[inline]
    pub(super) fn places(&self, codes: &[u8], places: &mut [u32]) {
        let terms = self.bases.len();
        places.copy_from_slice(&self.bases);
        for (code, steps) in codes.iter().zip(self.steps.chunks_exact(self.radix * terms)) {
            // Nothing, as code 0, adds nothing.
            if *code != 0 {
                let steps = &steps[usize::from(*code) * terms..][..terms];
                places.iter_mut().zip(steps).for_each(|(place, step)| *place += step);
            }
        }
    }

    /// Value of a board whose weights lie at these places.
    #[inline]
    pub(super) fn value(&self, places: &[u32]) -> f32 {
        places.iter().map(|place| self.weights[*place as usize]).sum()
    }

    /// Has the board of these places be worth more nearly so much, at a rate from 0 to 1.
    pub(super) fn learn(&mut self, places: &[u32], target: f32, rate: f32) {
        let step = (target - self.value(places)) * rate / places.len() as f32;
        places.iter().for_each(|place| self.weights[*place as usize] += step);
    }

    /// The same with a rate for each weight: the less, the more its errors cancel out.
    pub(super) fn learn_coherently(&mut self, places: &[u32], target: f32, rate: f32) {
        let error = target - self.value(places);
        let step = error * rate / places.len() as f32;
        for place in places {
            let [sum, sizes] = &mut self.errors[*place as usize];
            let share = if *sizes == 0.0 { 1.0 } else { sum.abs() / *sizes };
            self.weights[*place as usize] += step * share;
            *sum += error;
            *sizes += error.abs();
        }
    }

    /// Makes room for the errors of all weights, if there is none.
    ///
    /// # Errors
    /// There is no memory left.
    pub(super) fn count_errors(&mut self) -> Result<(), CannotLearn> {
        let missing = self.weights.len() - self.errors.len();
        let needed = self.weights.len() as u64 * BYTES_OF_WEIGHT;
        let too_large = CannotLearn::Tuples(BadTuples::Memory { needed });
        self.errors.try_reserve_exact(missing).map_err(|_| too_large)?;
        self.errors.resize(self.weights.len(), [0.0; 2]);
        Ok(())
    }

    /// All weights, one tuple behind the other.
    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// As [`TupleNetwork::weights`].
    pub(super) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Errors of the weights: none, or for each.
    pub(super) fn errors(&self) -> &[[f32; 2]] {
        &self.errors
    }

    /// As [`TupleNetwork::errors`].
    pub(super) fn errors_mut(&mut self) -> &mut [[f32; 2]] {
        &mut self.errors
    }

    /// Number of weights of each tuple.
    pub(super) fn lens(&self) -> &[usize] {
        &self.lens
    }
}
