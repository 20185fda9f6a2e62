//! The system's clock: the time, and seeds that differ from play to play.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use masume_service::Surroundings;
use masume_store::Now;

/// The moment since which the clock that only goes forward is read.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The surroundings of this moment.
pub(crate) fn surroundings() -> Surroundings {
    let seconds = i64::try_from(since_1970().as_secs()).unwrap_or(0);
    Surroundings { now: Now { clock: BEGUN.elapsed(), seconds }, seed: fresh_seed() }
}

/// A seed that differs from play to play, short enough to be typed.
pub(crate) fn fresh_seed() -> u64 {
    /// Seeds stay below this, so that they have six digits at most.
    const SEEDS: u128 = 1_000_000;
    // Milliseconds: what is below them is the same on some systems' clocks every time.
    (since_1970().as_millis() % SEEDS) as u64
}

/// The time since 1970; nothing where the clock is wrong.
fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
