//! Hashes that tell two texts apart.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// A SHA-256 of a text; as text 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of a text. The ways to end a line count as one, for a copy that was made on another
    /// system is no other version.
    ///
    /// ```
    /// use masume_session::Hash;
    ///
    /// assert_eq!(Hash::of("two\r\nlines"), Hash::of("two\nlines"));
    /// assert!(Hash::of("abc").to_string().starts_with("ba7816bf"));
    /// ```
    pub fn of(text: &str) -> Self {
        let mut hasher = Sha256::new();
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                hasher.update(b"\n");
            }
            hasher.update(line.strip_suffix('\r').unwrap_or(line));
        }
        Self(hasher.finalize().into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The text is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoHash;

impl FromStr for Hash {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<Self, NoHash> {
        let is_plain = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
        if text.len() != 64 || !text.bytes().all(is_plain) {
            return Err(NoHash);
        }
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            let digits = text.get(2 * index..2 * index + 2).ok_or(NoHash)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NoHash)?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard_and_are_read_back() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Hash::of("abc").to_string(), abc);
        assert_eq!(abc.parse(), Ok(Hash::of("abc")));
        for text in ["", "ba78", &abc.to_uppercase(), &abc.replace('b', "g"), &"é".repeat(32)] {
            assert_eq!(text.parse::<Hash>(), Err(NoHash), "{text}");
        }
    }

    #[test]
    fn the_ends_of_lines_do_not_count() {
        assert_eq!(Hash::of("a\r\nb\r\n"), Hash::of("a\nb\n"));
        assert_ne!(Hash::of("a\nb\n"), Hash::of("a\nb"));
        assert_ne!(Hash::of("a\rb"), Hash::of("a\nb"));
    }
}
