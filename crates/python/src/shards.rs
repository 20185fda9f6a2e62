//! The boards of a batch in parts, each worked on by one thread.

use std::sync::Mutex;
use std::thread;

use masume_engine::{Batch, BatchError, StopToken};

use crate::threads;

/// Parts are made of whole rows of so many boards.
const ROW: usize = 32;

/// Boards that are worked on together.
pub(crate) struct Shard {
    pub(crate) batch: Batch,
    /// The place of its first board among all.
    pub(crate) first: usize,
    /// Boards that have lost by an illegal action, until they are reset.
    pub(crate) forfeited: Vec<bool>,
}

impl Shard {
    /// True if an action can be done on a board.
    pub(crate) fn may_do(&self, board: usize, action: u32) -> bool {
        // Where a game is over nothing is legal.
        self.batch.is_legal(board, action) && !self.forfeited[board]
    }

    /// True if the game on a board is over.
    pub(crate) fn is_over(&self, board: usize) -> bool {
        self.forfeited[board] || self.batch.is_over(board)
    }
}

/// Error on one of all boards.
pub(crate) type Failure = (usize, BatchError);

/// Error on a board of a part.
pub(crate) fn failure(error: BatchError) -> Failure {
    (error.board(), error)
}

/// Boards of a part, where there are so many in all.
pub(crate) fn boards_of_part(boards: usize, threads: usize) -> usize {
    let fair = boards.div_ceil(threads.max(1)).div_ceil(ROW) * ROW;
    fair.clamp(ROW, Batch::MOST)
}

/// Does the work on every part, with what belongs to it, on so many threads, until it is stopped; gives the first error by
/// board.
pub(crate) fn on_each<W: Send>(
    shards: &mut [Shard],
    with: Vec<W>,
    (threads, stop): (usize, &StopToken),
    work: impl Fn(&mut Shard, W) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let mut parts: Vec<(&mut Shard, W)> = shards.iter_mut().zip(with).collect();
    parts.reverse();
    let count = threads.min(parts.len());
    let (failed, parts) = (Mutex::new(Vec::new()), Mutex::new(parts));
    let run = || {
        loop {
            let part = parts.lock().map(|mut parts| parts.pop());
            let Ok(Some((shard, with))) = part else { return };
            // Not all work asks by itself.
            if stop.is_stopped() {
                return;
            }
            let first = shard.first;
            if let Err((board, error)) = work(shard, with)
                && let Ok(mut failed) = failed.lock()
            {
                failed.push((first + board, error));
            }
        }
    };
    if count <= 1 {
        run();
    } else {
        thread::scope(|scope| {
            for _ in 1..count {
                // Where the system has no thread left the others do its part.
                let _ = threads::spawn(scope, run);
            }
            run();
        });
    }
    let failed = failed.into_inner().unwrap_or_default();
    failed.into_iter().min_by_key(|(board, _)| *board).map_or(Ok(()), Err)
}
