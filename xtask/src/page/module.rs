//! The engine as a WebAssembly module, with the glue that a worker calls it by.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use super::{built, gzip, root};

const TARGET: &str = "wasm32-unknown-unknown";
/// The most memory that a game may take, in bytes: then the module ends, and the page begins it anew.
const MOST_MEMORY: u32 = 1 << 30;
/// Memory is copied and filled by functions (`crates/wasm/memory`), not by instructions: where all crates are linked as one, what
/// the last is compiled without, none of them has. Of the second name the compiler says that it does not know it, and hands it on
/// to LLVM, which does. As in `benches/wasm/run.mjs`.
const FEATURES: &str = "-bulk-memory,-bulk-memory-opt";
/// The instruction that copies memory, and its most places in a module that was built so: one in those functions, and bytes
/// that are none.
const COPY: [u8; 4] = [0xfc, 0x0a, 0, 0];
const MOST_COPIES: usize = 20;
/// The stack, in bytes. It is a part of the memory, which is copied before an opponent thinks.
const STACK: u32 = 4 << 20;

/// The folder of the module and its glue.
pub(super) fn folder() -> PathBuf {
    built().join("module")
}

/// Builds the module, and prints its size.
///
/// # Errors
/// The target is not installed, or the build fails.
pub(crate) fn build(profile: &str) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    cargo.current_dir(root()).args(["rustc", "--quiet", "--package", "masume-wasm", "--lib"]);
    cargo.args(["--crate-type", "cdylib", "--target", TARGET, "--profile", profile, "--"]);
    cargo.args(["-C", &format!("target-feature={FEATURES}")]);
    for argument in [format!("--max-memory={MOST_MEMORY}"), format!("-zstack-size={STACK}")] {
        cargo.args(["-C", &format!("link-arg={argument}")]);
    }
    if !cargo.status()?.success() {
        return Err(format!("the module was not built; `rustup target add {TARGET}`?").into());
    }
    let directory = if profile == "dev" { "debug" } else { profile };
    let module = target_directory()?.join(TARGET).join(directory).join("masume_wasm.wasm");
    let _ = fs::remove_dir_all(folder());
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder())?;
    let bytes = fs::read(folder().join("masume_wasm_bg.wasm"))?;
    let copies = bytes.windows(COPY.len()).filter(|it| *it == COPY).count();
    if directory == "page" && copies > MOST_COPIES {
        return Err(format!("the module copies memory by an instruction in {copies} places").into());
    }
    println!("module: {} bytes, {} with gzip", bytes.len(), gzip(&bytes)?.len());
    Ok(())
}

/// The folder in which cargo builds.
fn target_directory() -> Result<PathBuf, Box<dyn Error>> {
    let metadata = Command::new("cargo")
        .current_dir(root())
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout)?;
    let directory = metadata["target_directory"].as_str().ok_or("cargo names no folder")?;
    Ok(PathBuf::from(directory))
}
