//! Room on the stack for sets of many words, which are held by value.

/// The most words of a set for which the stack of any thread has room.
const MOST_WORDS: usize = 256;

/// Bytes that must be left of the stack; else this many more are made. Only what is touched is taken from memory.
const ROOM: usize = 64 << 20;

/// Runs what holds sets of `W` words by value, on a larger stack where they are large: a kernel holds dozens.
#[inline(always)]
pub(crate) fn with_room<const W: usize, T>(run: impl FnOnce() -> T) -> T {
    if const { W <= MOST_WORDS } { run() } else { stacker::maybe_grow(ROOM, 2 * ROOM, run) }
}
