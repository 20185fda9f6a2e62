//! Threads of one call.

use std::thread;

/// The most threads.
const MOST: usize = 1024;

/// As many threads as a caller asks for; 0 asks for as many as there are cores.
pub(crate) fn asked(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads.min(MOST),
    }
}

/// Results of these works in their order, each done on a thread of its own, and one alone at once; nothing where one of
/// several panicked.
pub(crate) fn joined<T: Send>(mut works: Vec<impl FnOnce() -> T + Send>) -> Option<Vec<T>> {
    if works.len() == 1 {
        return works.pop().map(|work| vec![work()]);
    }
    thread::scope(|scope| {
        let threads: Vec<_> = works.into_iter().map(|work| scope.spawn(work)).collect();
        // All are waited for: a scope panics where one that is not has panicked.
        let ended: Vec<_> = threads.into_iter().map(|it| it.join().ok()).collect();
        ended.into_iter().collect()
    })
}
