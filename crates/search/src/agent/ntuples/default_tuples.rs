//! Tuples of cells for a board of which nothing is known.

use super::BadTuples;
use super::tuple_network::TupleForm;

/// The most cells of a tuple: as the networks of the literature have.
const MOST_CELLS: usize = 6;
/// By so many cells are the smaller ones smaller.
const FEWER_CELLS: usize = 2;
/// Columns of the widest tuples.
const MOST_COLUMNS: usize = 4;

/// Blocks of two rows everywhere on a board of this width and height, four cells wide and three, filled in reading order: with
/// six cells, or with as many fewer as the memory asks for. Of those that are images of each other there is one. Besides there
/// are such blocks of two cells fewer: what they tell is learnt sooner.
///
/// # Errors
/// The smallest take more memory.
pub(super) fn default_tuples(
    size: (usize, usize),
    form: &TupleForm<'_>,
    bytes: u64,
) -> Result<Vec<Vec<u16>>, BadTuples> {
    let mut refused = BadTuples::Count;
    for len in (1..=MOST_CELLS).rev() {
        let mut tuples = blocks(size, form.symmetries, len);
        if len > FEWER_CELLS {
            tuples.extend(blocks(size, form.symmetries, len - FEWER_CELLS));
        }
        match (TupleForm { tuples: &tuples, ..*form }).bytes() {
            Ok(needed) if needed <= bytes => return Ok(tuples),
            Ok(needed) => refused = BadTuples::Memory { needed },
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

/// Blocks of so many cells.
fn blocks((width, height): (usize, usize), symmetries: &[Vec<u16>], len: usize) -> Vec<Vec<u16>> {
    let widest = width.min(MOST_COLUMNS).min(len);
    let mut found: Vec<Vec<u16>> = Vec::new();
    let mut known: Vec<Vec<u16>> = Vec::new();
    for columns in [widest, len.div_ceil(2).min(widest)] {
        // In one row where there is only one.
        let len = len.min(columns * height.min(2));
        for row in 0..=height - len.div_ceil(columns) {
            for column in 0..=width - columns {
                let cell = |nth| (row + nth / columns) * width + column + nth % columns;
                let tuple: Vec<u16> = (0..len).map(|nth| cell(nth) as u16).collect();
                let sorted = |symmetry: &Vec<u16>| {
                    let mut image: Vec<u16> =
                        tuple.iter().map(|cell| symmetry[usize::from(*cell)]).collect();
                    image.sort_unstable();
                    image
                };
                let images: Vec<Vec<u16>> = symmetries.iter().map(sorted).collect();
                if images.iter().all(|image| !known.contains(image)) {
                    known.extend(images);
                    found.push(tuple);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The symmetries of a square.
    fn square(side: usize) -> Vec<Vec<u16>> {
        let cell = |row: usize, column: usize| (row * side + column) as u16;
        let last = side - 1;
        let maps: [&dyn Fn(usize, usize) -> u16; 8] = [
            &|row, column| cell(row, column),
            &|row, column| cell(row, last - column),
            &|row, column| cell(last - row, column),
            &|row, column| cell(last - row, last - column),
            &|row, column| cell(column, row),
            &|row, column| cell(column, last - row),
            &|row, column| cell(last - column, row),
            &|row, column| cell(last - column, last - row),
        ];
        let cells = || (0..side * side).map(|it| (it / side, it % side));
        maps.iter().map(|map| cells().map(|(row, column)| map(row, column)).collect()).collect()
    }

    fn found(size: (usize, usize), symmetries: &[Vec<u16>], bytes: u64) -> Vec<Vec<u16>> {
        let form = TupleForm { tuples: &[], symmetries, radix: 16, board_bytes: 64 };
        default_tuples(size, &form, bytes).unwrap_or_default()
    }

    #[test]
    fn a_square_of_four_has_the_blocks_that_are_no_images_of_each_other() {
        let found = found((4, 4), &square(4), 1 << 31);
        let expected: [&[u16]; 10] = [
            &[0, 1, 2, 3, 4, 5],
            &[4, 5, 6, 7, 8, 9],
            &[8, 9, 10, 11, 12, 13],
            &[0, 1, 2, 4, 5, 6],
            &[4, 5, 6, 8, 9, 10],
            &[0, 1, 2, 3],
            &[4, 5, 6, 7],
            &[0, 1, 4, 5],
            &[1, 2, 5, 6],
            &[5, 6, 9, 10],
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn little_memory_makes_small_tuples() {
        let lens = |bytes: u64| found((4, 4), &square(4), bytes).iter().map(Vec::len).max();
        assert_eq!(lens(1 << 31), Some(6));
        assert_eq!(lens(1 << 28), Some(5));
        assert_eq!(lens(1 << 20), Some(3));
        assert_eq!(lens(0), None);
    }

    #[test]
    fn narrow_boards_have_tuples() {
        for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 2), (2, 7)] {
            let identity: Vec<u16> = (0..(width * height) as u16).collect();
            let found = found((width, height), &[identity], 1 << 33);
            let cells: std::collections::BTreeSet<u16> = found.into_iter().flatten().collect();
            assert_eq!(cells.len(), width * height, "{width} x {height}");
        }
    }
}
