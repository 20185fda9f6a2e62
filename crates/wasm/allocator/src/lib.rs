//! The memory allocator of the module of a page: who names this crate has it.
//!
//! It is a crate of its own because it is built for speed, and what uses it for size: on one board, an eighth of the time
//! went into memory before small blocks were kept in lists (`profile.page` in `.cargo/config.toml`).
//!
//! Large blocks are the business of a library, which finds room for any of them. Small ones are asked for again as soon
//! as they are given back, a dozen times an action: those are kept in a list for each size, from which the last one is
//! taken. They stay there: of each size there are as many as were in use at once.
#![cfg(target_family = "wasm")]
#![expect(unsafe_code, reason = "an allocator gives addresses")]

use core::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
    ptr::null_mut,
};

use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};

/// Bytes by which sizes differ, and at which small blocks are aligned.
const UNIT: usize = 16;
/// Bytes that the library keeps behind each block.
const TAIL: usize = size_of::<usize>();
/// Number of sizes of small blocks.
const SIZES: usize = 64;

/// A block that was given back: the one before it in its list, or none.
struct Block {
    before: *mut Block,
}

/// An allocator that keeps small blocks in a list for each size.
struct Allocator {
    /// The last block that was given back, by size in units.
    last: [Cell<*mut Block>; SIZES],
    large: WasmDynamicTalc,
}

// SAFETY: A module without threads is run by one.
#[cfg(not(target_feature = "atomics"))]
unsafe impl Sync for Allocator {}

#[global_allocator]
static ALLOCATOR: Allocator = Allocator {
    last: [const { Cell::new(null_mut()) }; SIZES],
    large: new_wasm_dynamic_allocator(),
};

impl Allocator {
    /// The list of blocks for a layout, and what these are; nothing where it is none of the small.
    #[inline]
    fn small(&self, layout: Layout) -> Option<(&Cell<*mut Block>, Layout)> {
        let units = (layout.size() + TAIL).div_ceil(UNIT);
        let last = self.last.get(units - 1)?;
        if layout.align() > UNIT {
            return None;
        }
        // SAFETY: The unit is a power of two, and so many of them are far from the largest size.
        Some((last, unsafe { Layout::from_size_align_unchecked(units * UNIT - TAIL, UNIT) }))
    }
}

// SAFETY: A block is in a list or with who asked for it, and each list has blocks of its size alone.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((last, block)) = self.small(layout) else {
            // SAFETY: The caller's.
            return unsafe { self.large.alloc(layout) };
        };
        let found = last.get();
        if found.is_null() {
            // SAFETY: A block is not empty.
            return unsafe { self.large.alloc(block) };
        }
        // SAFETY: What is in the list is a block that nobody uses.
        last.set(unsafe { (*found).before });
        found.cast()
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        let Some((last, _)) = self.small(layout) else {
            // SAFETY: The caller's.
            return unsafe { self.large.dealloc(at, layout) };
        };
        let block = at.cast::<Block>();
        // SAFETY: The caller gives it back, and it has room for an address and is aligned.
        unsafe { (*block).before = last.get() };
        last.set(block);
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: The caller's: the size is in range.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (self.small(layout), self.small(wanted)) {
            (None, None) => {
                // SAFETY: The caller's.
                return unsafe { self.large.realloc(at, layout, size) };
            }
            (Some((_, had)), Some((_, block))) if had == block => return at,
            _ => {}
        }
        // SAFETY: The caller's; the new block is none that is in use.
        unsafe {
            let new = self.alloc(wanted);
            if !new.is_null() {
                new.copy_from_nonoverlapping(at, layout.size().min(size));
                self.dealloc(at, layout);
            }
            new
        }
    }
}
