//! The memory allocator of the module of a page: who names this crate has it.
//!
//! It is a crate of its own because it is built for speed, and what uses it for size: on one board, an eighth of the time
//! goes into memory (`profile.page` in `.cargo/config.toml`).

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
