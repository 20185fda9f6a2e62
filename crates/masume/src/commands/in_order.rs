//! Tasks that several threads work on, told in their order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use masume_engine::StopToken;

use crate::failure::Failure;

/// Does so many tasks on so many threads and tells what came of each, by its number, as soon as
/// those before it are told. No task is begun any more when the token stops; where telling fails
/// the token is stopped.
///
/// # Errors
/// As telling.
pub(super) fn in_order<R: Send>(
    count: usize,
    threads: u32,
    stop: &StopToken,
    work: impl Fn(usize) -> R + Sync,
    mut tell: impl FnMut(usize, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(u32::try_from(count).unwrap_or(u32::MAX)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || stop.is_stopped() {
                        return;
                    }
                    // A receiver that has gone met an error, and says so itself.
                    if sender.send((index, work(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<R>> = (0..count).map(|_| None).collect();
        let mut told = 0;
        for (index, done) in receiver {
            waiting[index] = Some(done);
            while let Some(done) = waiting.get_mut(told).and_then(Option::take) {
                tell(told, done).inspect_err(|_| stop.stop())?;
                told += 1;
            }
        }
        Ok(())
    })
}
