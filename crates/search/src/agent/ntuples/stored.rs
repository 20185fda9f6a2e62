//! Learnt weights as bytes: what they are of, and runs of those that are not as they were at first.

use super::tuple_network::TupleNetwork;
use super::{BadBytes, LearnerForm};

/// Begins the bytes: what they are, and in which version.
const MAGIC: &[u8] = b"masume n-tuples 1\n";

/// Bytes of a number.
const NUMBER: usize = 4;

/// Facts about the weights, which stand before them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    /// The same where the rules are.
    pub(super) fingerprint: String,
    /// Columns and rows.
    pub(super) size: (u32, u32),
    /// Codes of a cell.
    pub(super) radix: u32,
    /// Games that were begun.
    pub(super) games: u64,
    pub(super) form: LearnerForm,
}

/// Bytes of a network.
pub(super) fn write(header: &Header, network: &TupleNetwork) -> Vec<u8> {
    let form = &header.form;
    let tuples = form.tuples.as_deref().unwrap_or_default();
    let mut bytes = MAGIC.to_vec();
    put(&mut bytes, header.fingerprint.len() as u32);
    bytes.extend_from_slice(header.fingerprint.as_bytes());
    let numbers = [header.size.0, header.size.1, header.radix];
    numbers.into_iter().for_each(|it| put(&mut bytes, it));
    put_long(&mut bytes, header.games);
    put(&mut bytes, form.largest.into());
    put(&mut bytes, form.value.to_bits());
    put_long(&mut bytes, form.seed);
    put(&mut bytes, form.boards as u32);
    put(&mut bytes, form.trail as u32);
    put(&mut bytes, tuples.len() as u32);
    for tuple in tuples {
        put(&mut bytes, tuple.len() as u32);
        tuple.iter().for_each(|cell| put(&mut bytes, *cell as u32));
    }
    let first = form.value / network.terms() as f32;
    put_runs(&mut bytes, network.weights(), first);
    put(&mut bytes, u32::from(!network.errors().is_empty()));
    if !network.errors().is_empty() {
        put_runs(&mut bytes, network.errors().as_flattened(), 0.0);
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn put_long(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

/// Numbers, each run of others than the first ones with how many of those stand before it.
fn put_runs(bytes: &mut Vec<u8>, numbers: &[f32], first: f32) {
    let is_first = |number: &f32| number.to_bits() == first.to_bits();
    let mut rest = numbers;
    while !rest.is_empty() {
        let skipped = rest.iter().position(|it| !is_first(it)).unwrap_or(rest.len());
        let (_, behind) = rest.split_at(skipped);
        let kept = behind.iter().position(is_first).unwrap_or(behind.len());
        let (run, behind) = behind.split_at(kept);
        put(bytes, skipped as u32);
        put(bytes, kept as u32);
        run.iter().for_each(|it| bytes.extend_from_slice(&it.to_le_bytes()));
        rest = behind;
    }
}

/// Bytes that are still to be read.
#[derive(Debug)]
pub(super) struct StoredReader<'b>(&'b [u8]);

impl<'b> StoredReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    fn take(&mut self, len: usize) -> Result<&'b [u8], BadBytes> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or(BadBytes::Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, BadBytes> {
        let bytes = self.take(NUMBER)?.first_chunk().ok_or(BadBytes::Malformed)?;
        Ok(u32::from_le_bytes(*bytes))
    }

    fn long(&mut self) -> Result<u64, BadBytes> {
        let (low, high) = (self.number()?, self.number()?);
        Ok(u64::from(low) | u64::from(high) << 32)
    }

    /// As many things as the next number says.
    fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, BadBytes>,
    ) -> Result<Vec<T>, BadBytes> {
        let count = self.number()?;
        // No longer than the bytes are, whatever they say.
        (0..count).map(|_| one(self)).collect()
    }

    /// The header, which stands before the weights.
    pub(super) fn header(&mut self) -> Result<Header, BadBytes> {
        if self.take(MAGIC.len())? != MAGIC {
            return Err(BadBytes::Malformed);
        }
        let len = self.number()?;
        let text = std::str::from_utf8(self.take(len as usize)?);
        let fingerprint = text.map_err(|_| BadBytes::Malformed)?.to_owned();
        let size = (self.number()?, self.number()?);
        let (radix, games) = (self.number()?, self.long()?);
        let largest = u8::try_from(self.number()?).map_err(|_| BadBytes::Malformed)?;
        let value = finite(f32::from_bits(self.number()?))?;
        let (seed, boards) = (self.long()?, self.number()? as usize);
        let trail = self.number()? as usize;
        let tuples = self.list(|it| it.list(|it| it.number().map(|cell| cell as usize)))?;
        let form = LearnerForm { tuples: Some(tuples), largest, value, seed, boards, trail };
        Ok(Header { fingerprint, size, radix, games, form })
    }

    /// Weights, put in a network that has none of its own; what follows is nothing.
    pub(super) fn weights(mut self, network: &mut TupleNetwork) -> Result<(), BadBytes> {
        self.runs(network.weights_mut())?;
        match self.number()? {
            0 => {}
            1 => {
                network.count_errors().map_err(|_| BadBytes::Malformed)?;
                self.runs(network.errors_mut().as_flattened_mut())?;
            }
            _ => return Err(BadBytes::Malformed),
        }
        if self.0.is_empty() { Ok(()) } else { Err(BadBytes::Malformed) }
    }

    fn runs(&mut self, mut numbers: &mut [f32]) -> Result<(), BadBytes> {
        while !numbers.is_empty() {
            let (skipped, kept) = (self.number()? as usize, self.number()? as usize);
            let behind = numbers.get_mut(skipped..).ok_or(BadBytes::Malformed)?;
            let (run, rest) = behind.split_at_mut_checked(kept).ok_or(BadBytes::Malformed)?;
            let bytes = self.take(kept * NUMBER)?.as_chunks::<NUMBER>().0;
            for (number, bytes) in run.iter_mut().zip(bytes) {
                *number = finite(f32::from_le_bytes(*bytes))?;
            }
            if skipped + kept == 0 {
                return Err(BadBytes::Malformed);
            }
            numbers = rest;
        }
        Ok(())
    }
}

/// A number of a size that weights can have, so that no sum of them is infinite.
pub(super) fn finite(number: f32) -> Result<f32, BadBytes> {
    if number.abs() <= super::MOST_WEIGHT { Ok(number) } else { Err(BadBytes::Malformed) }
}
