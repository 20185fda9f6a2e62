//! Arrays as bytes, in the order of the machine.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// Bytes of a 64-bit number.
pub(crate) const WORD: usize = 8;

/// Bytes of a 32-bit number.
pub(crate) const HALF: usize = 4;

/// New bytes, all 0 before they are filled.
pub(crate) fn filled<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, len, fill)
}

/// Bytes of 64-bit numbers.
pub(crate) fn of_words<'py>(
    py: Python<'py>,
    words: impl ExactSizeIterator<Item = i64>,
) -> PyResult<Bound<'py, PyByteArray>> {
    filled(py, words.len() * WORD, |bytes| {
        let places = bytes.as_chunks_mut::<WORD>().0;
        places.iter_mut().zip(words).for_each(|(place, word)| *place = word.to_ne_bytes());
        Ok(())
    })
}

/// 64-bit numbers of bytes, as many as there are boards.
///
/// # Errors
/// Of another length.
pub(crate) fn words_of(bytes: &[u8], boards: usize) -> PyResult<Vec<i64>> {
    check(bytes, boards * WORD)?;
    Ok(bytes.as_chunks::<WORD>().0.iter().map(|word| i64::from_ne_bytes(*word)).collect())
}

/// Bytes of 32-bit numbers.
pub(crate) fn of_halves<'py>(
    py: Python<'py>,
    halves: impl ExactSizeIterator<Item = f32>,
) -> PyResult<Bound<'py, PyByteArray>> {
    filled(py, halves.len() * HALF, |bytes| {
        let places = bytes.as_chunks_mut::<HALF>().0;
        places.iter_mut().zip(halves).for_each(|(place, half)| *place = half.to_ne_bytes());
        Ok(())
    })
}

/// 32-bit numbers of bytes.
pub(crate) fn halves_of(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<HALF>().0.iter().map(|half| f32::from_ne_bytes(*half)).collect()
}

/// Checks that there are so many bytes.
///
/// # Errors
/// There are not.
pub(crate) fn check(bytes: &[u8], expected: usize) -> PyResult<()> {
    if bytes.len() == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{expected} bytes are expected; there are {}", bytes.len())))
}
