//! Asks the linker for a smaller program, where it can make one that runs on this machine.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// Options that make the program smaller and cost nothing when it runs: functions of equal machine code stand once, texts that
/// end others lie in them, and places of addresses within the program take 2 bits instead of 24 bytes (a C library before 2022
/// cannot read that).
const SMALLER: [&str; 3] = ["-Wl,--icf=all", "-Wl,-O2", "-Wl,-z,pack-relative-relocs"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    // What is built for another machine cannot be tried, and what is built for tests is linked often.
    let is_tried = variable("PROFILE") == "release"
        && variable("HOST") == variable("TARGET")
        && variable("CARGO_CFG_TARGET_OS") == "linux";
    for option in SMALLER.into_iter().filter(|_| is_tried) {
        if runs_with(option)? {
            println!("cargo::rustc-link-arg-bins={option}");
        }
    }
    Ok(())
}

/// True if an empty program that is linked so ends well.
fn runs_with(option: &str) -> io::Result<bool> {
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    let (source, program) = (Path::new(&folder).join("empty.rs"), Path::new(&folder).join("empty"));
    fs::write(&source, "fn main() {}\n")?;
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut link = Command::new(rustc);
    link.arg(&source).arg("-o").arg(&program).arg(format!("-Clink-arg={option}"));
    // The linker, and what else is asked of it, are those of the program.
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        link.arg(format!("-Clinker={linker}"));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    link.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    let is_linked = link.output()?.status.success();
    Ok(is_linked && Command::new(&program).status().is_ok_and(|status| status.success()))
}
