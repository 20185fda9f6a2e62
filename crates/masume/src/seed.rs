//! Where the random numbers begin, if nobody says so.

use std::time::{SystemTime, UNIX_EPOCH};

/// A seed that differs from play to play, short enough to be typed.
pub(crate) fn fresh_seed() -> u64 {
    /// Seeds stay below this, so that they have six digits at most.
    const SEEDS: u128 = 1_000_000;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Milliseconds: what is below them is the same on some systems' clocks every time.
    (since.as_millis() % SEEDS) as u64
}
