//! Games at a time, and their memory.

use std::thread;

/// Number of the games that are played at a time, and what each of them may use.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Concurrency {
    pub(in crate::commands) games: u32,
    /// The most memory for an action of each.
    pub(in crate::commands) bytes: u64,
}

impl Concurrency {
    /// Bytes of all together: with the program itself they are within 2 GB.
    const BYTES: u64 = 1792 << 20;
    /// Games that have their full share, and the most where nobody says how many.
    const FULL: u32 = 8;

    /// As many as are asked for, or one for each core.
    pub(in crate::commands) fn of(asked: Option<u32>) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let usual = u32::try_from(cores).map_or(Self::FULL, |cores| cores.min(Self::FULL));
        let games = asked.unwrap_or(usual);
        // Fewer have no more each: how many cores there are must not change what is chosen.
        Self { games, bytes: Self::BYTES / u64::from(games.max(Self::FULL)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_at_a_time_have_as_much_as_eight() {
        let usual = Concurrency::of(None);
        assert!((1..=8).contains(&usual.games));
        for (asked, bytes) in [(1, 224 << 20), (8, 224 << 20), (16, 112 << 20), (1024, 1792 << 10)]
        {
            let found = Concurrency::of(Some(asked));
            assert_eq!((found.games, found.bytes), (asked, bytes));
        }
        assert_eq!(usual.bytes, 224 << 20);
    }
}
