//! Weights of tuples of cells, whose sum is the value of a board.

use pulp::{Arch, NullaryFnOnce};

use super::CannotLearn;
use super::number_table::NumberTable;

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
        let places = images * (TOGETHER + AHEAD) as u64;
        Ok(weights * BYTES_OF_WEIGHT + (steps + places) * 4 + self.board_bytes)
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

/// Images whose places are found side by side.
const LANES: usize = 16;
/// Weights that are added up side by side.
const SUMS: usize = 8;
/// Boards that are compared together: what lies far off in memory is waited for at once.
pub(super) const TOGETHER: usize = 64;
/// Afterstates of a trail whose weights are read before the last of them is learnt from.
pub(super) const AHEAD: usize = 8;

/// Places of weights of a board, by image.
pub(super) type PlaceRow = [u32; LANES];

/// Network of tuples of cells. The value of a board is the sum of a weight for each image of each tuple.
#[derive(Debug)]
pub(super) struct TupleNetwork {
    /// Vector instructions of the machine.
    arch: Arch,
    radix: usize,
    /// Number of images; the last lanes may have none.
    terms: usize,
    /// The first weight of each image: where its tuple begins.
    bases: Vec<PlaceRow>,
    /// Number of weights that a code lies behind the first one, indexed [cell][code][image].
    steps: Vec<PlaceRow>,
    /// Tuples one behind the other; the codes of the cells of one are the digits of a place, the first cell first.
    weights: NumberTable<f32>,
    /// Sum of the errors of each weight, and sum of their sizes; none before anything was learnt coherently.
    errors: Option<NumberTable<[f32; 2]>>,
    /// Shares of an error that the weights of a board take.
    shares: Vec<f32>,
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
        let (mut firsts, mut lens, mut images, mut first) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for tuple in form.tuples {
            for image in form.images(tuple) {
                firsts.push(first as u32);
                images.push(image);
            }
            lens.push(form.weights_of(tuple.len()) as usize);
            first += form.weights_of(tuple.len());
        }
        let terms = images.len();
        let rows = terms.div_ceil(LANES);
        let mut bases = vec![[0; LANES]; rows];
        bases.as_flattened_mut()[..terms].copy_from_slice(&firsts);
        let mut steps = vec![[0; LANES]; form.cells() * form.radix * rows];
        for (number, image) in images.iter().enumerate() {
            for (place, cell) in image.iter().rev().enumerate() {
                for code in 0..form.radix {
                    let row = (usize::from(*cell) * form.radix + code) * rows + number / LANES;
                    steps[row][number % LANES] = (form.weights_of(place) * code as u64) as u32;
                }
            }
        }
        let mut weights = NumberTable::<f32>::new(first as usize).ok_or(too_large)?;
        if value != 0.0 {
            weights.fill(value / terms as f32);
        }
        let (arch, radix, errors, shares) = (Arch::new(), form.radix, None, vec![0.0; terms]);
        Ok(Self { arch, radix, terms, bases, steps, weights, errors, shares, lens })
    }

    /// Number of weights whose sum is a value.
    pub(super) fn terms(&self) -> usize {
        self.terms
    }

    /// Rows of the places of the weights of a board.
    pub(super) fn rows(&self) -> usize {
        self.bases.len()
    }

    /// Puts the places of the weights of a board with these codes.
    pub(super) fn find_places(&self, codes: &[u8], places: &mut [PlaceRow]) {
        self.arch.dispatch(PlaceSearch { of: self, codes, places });
    }

    /// Value of the board of these places.
    pub(super) fn value(&self, places: &[PlaceRow]) -> f32 {
        let weights: &[f32] = &self.weights;
        sum(&places.as_flattened()[..self.terms], |place| weights[place])
    }

    /// Reads all that learning of the board of these places will read. What lies far off in memory is waited for at once
    /// where several boards are read one after another; in learning, each waits for the one before.
    pub(super) fn fetch(&self, places: &[PlaceRow]) {
        std::hint::black_box(self.value(places));
        let errors = self.errors();
        if !errors.is_empty() {
            let places = &places.as_flattened()[..self.terms];
            std::hint::black_box(sum(places, |place| errors[place][0]));
        }
    }

    /// Has the board of these places be worth more nearly so much, at a rate from 0 to 1; what it is worth then.
    pub(super) fn learn(
        &mut self,
        places: &[PlaceRow],
        (value, target): (f32, f32),
        rate: f32,
    ) -> f32 {
        let places = &places.as_flattened()[..self.terms];
        let step = (target - value) * rate / places.len() as f32;
        let weights = &mut *self.weights;
        places.iter().for_each(|place| weights[*place as usize] += step);
        sum(places, |place| weights[place])
    }

    /// The same with a rate for each weight: the less, the more its errors cancel out.
    pub(super) fn learn_coherently(
        &mut self,
        places: &[PlaceRow],
        (value, target): (f32, f32),
        rate: f32,
    ) -> f32 {
        let Self { terms, weights, errors, shares, .. } = self;
        let Some(errors) = errors else { return value };
        let (weights, errors): (&mut [f32], &mut [[f32; 2]]) = (weights, errors);
        let places = &places.as_flattened()[..*terms];
        let error = target - value;
        let step = error * rate / places.len() as f32;
        for (share, place) in shares.iter_mut().zip(places) {
            let [sum, sizes] = &mut errors[*place as usize];
            *share = if *sizes == 0.0 { step } else { step * (sum.abs() / *sizes) };
            *sum += error;
            *sizes += error.abs();
        }
        for (share, place) in shares.iter().zip(places) {
            weights[*place as usize] += share;
        }
        sum(places, |place| weights[place])
    }

    /// Makes room for the errors of all weights, if there is none.
    ///
    /// # Errors
    /// There is no memory left.
    pub(super) fn count_errors(&mut self) -> Result<(), CannotLearn> {
        if self.errors.is_none() {
            let needed = self.weights.len() as u64 * BYTES_OF_WEIGHT;
            let too_large = CannotLearn::Tuples(BadTuples::Memory { needed });
            self.errors = Some(NumberTable::new(self.weights.len()).ok_or(too_large)?);
        }
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
        self.errors.as_deref().unwrap_or_default()
    }

    /// As [`TupleNetwork::errors`].
    pub(super) fn errors_mut(&mut self) -> &mut [[f32; 2]] {
        self.errors.as_deref_mut().unwrap_or_default()
    }

    /// Number of weights of each tuple.
    pub(super) fn lens(&self) -> &[usize] {
        &self.lens
    }
}

/// Search for the places of the weights of a board.
struct PlaceSearch<'n> {
    of: &'n TupleNetwork,
    codes: &'n [u8],
    places: &'n mut [PlaceRow],
}

impl NullaryFnOnce for PlaceSearch<'_> {
    type Output = ();

    // Only what is inlined into the caller is built for the instructions of the machine.
    #[inline(always)]
    fn call(self) {
        let Self { of, codes, places } = self;
        let rows = of.bases.len();
        for (number, (base, to)) in of.bases.iter().zip(places).enumerate() {
            let mut lanes = *base;
            for (steps, code) in of.steps.chunks_exact(of.radix * rows).zip(codes) {
                let step = &steps[usize::from(*code) * rows + number];
                for (lane, step) in lanes.iter_mut().zip(step) {
                    *lane += step;
                }
            }
            *to = lanes;
        }
    }
}

/// Sum of the numbers at these places.
fn sum(places: &[u32], number: impl Fn(usize) -> f32) -> f32 {
    let (rows, rest) = places.as_chunks::<SUMS>();
    let mut sums = [0.0; SUMS];
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, place)| *sum += number(*place as usize));
    }
    let rest = rest.iter().map(|place| number(*place as usize));
    rest.chain(sums).sum()
}
