//! Table of numbers that are looked up all over.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

/// Numbers that are 0 at first, in pages of megabytes where the system has them: with small ones, to find the page takes
/// longer than to read it.
#[derive(Debug)]
pub(super) struct NumberTable<T> {
    pages: MmapMut,
    of: PhantomData<T>,
}

impl<T: Pod> NumberTable<T> {
    /// `None` if there is not so much memory.
    pub(super) fn new(len: usize) -> Option<Self> {
        let pages = MmapMut::map_anon(len.checked_mul(size_of::<T>())?).ok()?;
        // A wish: where it is refused pages are small.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        Some(Self { pages, of: PhantomData })
    }
}

impl<T: Pod> Deref for NumberTable<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.pages)
    }
}

impl<T: Pod> DerefMut for NumberTable<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.pages)
    }
}
