//! Versions of a game's text.

use std::sync::Arc;

use masume_engine::played_text;

use crate::Hash;

/// Version under which saves and results of a game's text are kept: the hash of what is played, so that a sentence,
/// a colour or a key can change and nobody loses anything. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The first is written; the others were, before only what is played counted.
    hashes: Arc<[Hash]>,
}

impl Version {
    /// The version that this text is.
    ///
    /// ```
    /// use masume_session::{Hash, Version};
    ///
    /// let text = "game Idle\n\naction wait\n";
    /// // What is said of a game does not count.
    /// let described = "game Idle\nabout \"Rest.\"\n\naction wait\n";
    /// assert_eq!(Version::of(text).hash(), Version::of(described).hash());
    /// assert_ne!(Version::of(text).hash(), Hash::of(""));
    /// ```
    pub fn of(text: &str) -> Self {
        let played = Hash::of(&played_text(text));
        let mut hashes = vec![played, Hash::of(text)];
        hashes.extend(earlier(played));
        Self { hashes: hashes.into() }
    }

    /// The hash of what is played.
    ///
    /// ```
    /// use masume_session::{Hash, Version};
    ///
    /// let text = "game Idle\n\naction wait\n";
    /// let version = Version::of(text);
    /// assert_eq!(version.hash(), version.hashes()[0]);
    /// assert!(version.includes(Hash::of(text)));
    /// ```
    pub fn hash(&self) -> Hash {
        self.hashes[0]
    }

    /// Every hash under which something of this version may have been kept.
    ///
    /// ```
    /// use masume_session::{Hash, Version};
    ///
    /// let text = "game Idle\n\naction wait\n";
    /// assert!(Version::of(text).hashes().contains(&Hash::of(text)));
    /// ```
    pub fn hashes(&self) -> &[Hash] {
        &self.hashes
    }

    /// True if what was kept under this hash is of this version.
    ///
    /// ```
    /// use masume_session::{Hash, Version};
    ///
    /// let text = "game Idle\n\naction wait\n";
    /// assert!(Version::of(text).includes(Hash::of(text)));
    /// assert!(!Version::of(text).includes(Hash::of("game Other\n")));
    /// ```
    pub fn includes(&self, hash: Hash) -> bool {
        self.hashes.contains(&hash)
    }
}

/// The hashes of texts that are no more: on each line the hash of what is played, and that of a text with the
/// same play, from the time when the whole text was hashed, or of what was played when there were fewer
/// levels: a level that comes behind all others changes nothing of what was done in them.
const EARLIER: &str = include_str!("version/earlier.txt");

fn earlier(played: Hash) -> impl Iterator<Item = Hash> {
    EARLIER.lines().filter_map(move |line| {
        let (of, text) = line.split_once(' ')?;
        (of.parse() == Ok(played)).then(|| text.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_earlier_texts_is_two_hashes() {
        for line in EARLIER.lines() {
            let hashes = line.split_once(' ').expect("two hashes");
            assert!(hashes.0.parse::<Hash>().is_ok() && hashes.1.parse::<Hash>().is_ok(), "{line}");
        }
        assert!(EARLIER.lines().count() > 0);
    }

    #[test]
    fn a_text_includes_what_was_kept_under_the_hash_of_all_of_it() {
        let text = "game Idle\nabout \"Rest.\"\n\naction wait\n";
        let version = Version::of(text);
        assert!(version.includes(Hash::of(text)));
        let other = Version::of("game Idle\n\naction wait\n\nhelp\n  Wait.\n");
        assert_eq!(other.hash(), version.hash());
        assert!(!other.includes(Hash::of(text)));
    }
}
