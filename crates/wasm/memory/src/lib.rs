//! Functions that copy and fill memory in the module of a page: who names this crate has them.
//!
//! Compilers copy memory by these functions, or by an instruction of WebAssembly. For that instruction engines call code of
//! their own, which takes as long for a few bytes as for hundreds; and the functions that come with Rust copy four bytes at a
//! time. These copy sixteen, and leave what is large to the instruction, which the module of the page has nowhere else
//! (`xtask/src/page/module.rs`). Figures: `docs/machine-code.md`.

// The loops would be compiled into calls of the very functions that they stand in.
#![no_builtins]
#![no_std]
#![cfg(target_arch = "wasm32")]
#![expect(unsafe_code, reason = "memory is copied by address, as compilers ask for it")]

use core::arch::wasm32::{u8x16_splat, v128, v128_load, v128_store};

/// Bytes from which on the instruction copies and fills.
const MANY: usize = 512;

/// Copies memory.
///
/// # Safety
/// As in C: so many bytes can be read and written at these addresses, and do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    if count < MANY {
        // SAFETY: The caller's.
        unsafe { forward(to, from, count) };
    } else {
        // SAFETY: The caller's.
        unsafe { by_instruction(to, from, count) };
    }
    to
}

/// Copies memory that may overlap.
///
/// # Safety
/// As in C: so many bytes can be read and written at these addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: The caller's.
    unsafe {
        if count >= MANY {
            by_instruction(to, from, count);
        } else if (to as usize).wrapping_sub(from as usize) >= count {
            // What lies before its source, or behind all of it, can be copied from the first byte on.
            forward(to, from, count);
        } else {
            backward(to, from, count);
        }
    }
    to
}

/// Fills memory with a byte.
///
/// # Safety
/// As in C: so many bytes can be written at this address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memset(to: *mut u8, byte: i32, count: usize) -> *mut u8 {
    let (mut at, mut left, byte) = (to, count, byte as u8);
    if count >= MANY {
        // SAFETY: The caller's.
        unsafe { fill_by_instruction(to, byte, count) };
        return to;
    }
    // SAFETY: What is left lies in the memory of the caller.
    unsafe {
        while left >= 16 {
            v128_store(at.cast(), u8x16_splat(byte));
            (at, left) = (at.add(16), left - 16);
        }
        let bytes = u64::from_ne_bytes([byte; 8]);
        if left & 8 != 0 {
            at.cast::<u64>().write_unaligned(bytes);
            at = at.add(8);
        }
        if left & 4 != 0 {
            at.cast::<u32>().write_unaligned(bytes as u32);
            at = at.add(4);
        }
        if left & 2 != 0 {
            at.cast::<u16>().write_unaligned(bytes as u16);
            at = at.add(2);
        }
        if left & 1 != 0 {
            at.write(byte);
        }
    }
    to
}

/// Copies from the first byte on.
#[inline(always)]
unsafe fn forward(mut to: *mut u8, mut from: *const u8, mut left: usize) {
    // SAFETY: What is left lies in the memory of the caller.
    unsafe {
        while left >= 16 {
            v128_store(to.cast(), v128_load(from.cast::<v128>()));
            (to, from, left) = (to.add(16), from.add(16), left - 16);
        }
        if left & 8 != 0 {
            to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned());
            (to, from) = (to.add(8), from.add(8));
        }
        if left & 4 != 0 {
            to.cast::<u32>().write_unaligned(from.cast::<u32>().read_unaligned());
            (to, from) = (to.add(4), from.add(4));
        }
        if left & 2 != 0 {
            to.cast::<u16>().write_unaligned(from.cast::<u16>().read_unaligned());
            (to, from) = (to.add(2), from.add(2));
        }
        if left & 1 != 0 {
            to.write(from.read());
        }
    }
}

/// Copies from the last byte on.
#[inline(always)]
unsafe fn backward(to: *mut u8, from: *const u8, mut left: usize) {
    // SAFETY: What is left lies in the memory of the caller.
    unsafe {
        while left >= 16 {
            left -= 16;
            v128_store(to.add(left).cast(), v128_load(from.add(left).cast::<v128>()));
        }
        if left & 8 != 0 {
            left -= 8;
            let bytes = from.add(left).cast::<u64>().read_unaligned();
            to.add(left).cast::<u64>().write_unaligned(bytes);
        }
        while left > 0 {
            left -= 1;
            to.add(left).write(from.add(left).read());
        }
    }
}

#[target_feature(enable = "bulk-memory")]
unsafe fn by_instruction(to: *mut u8, from: *const u8, count: usize) {
    // SAFETY: The caller's.
    unsafe { from.copy_to(to, count) };
}

#[target_feature(enable = "bulk-memory")]
unsafe fn fill_by_instruction(to: *mut u8, byte: u8, count: usize) {
    // SAFETY: The caller's.
    unsafe { to.write_bytes(byte, count) };
}
