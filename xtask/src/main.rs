//! Chores of the project: `cargo xtask --help`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]

#[cfg(feature = "page")]
mod page;
mod screenshots;
mod size;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

/// Chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Prints the machine code of the executors: bytes by function, width, lanes and instructions.
    Size(size::Arguments),
    /// Makes the engine as a module of the page, in `web/built/module`.
    Wasm(PageArguments),
    /// Makes the page without a server, in `web/built/site`, and the page that is one file.
    Site(PageArguments),
    /// Fetches the libraries of the page with npm into `web/page/vendor`, and compares their hashes.
    Vendor(VendorArguments),
    /// Draws the pictures of the page in `docs/screens` anew, in Chromium, with the debug build.
    Screenshots,
}

/// Treatment of hashes that differ.
#[derive(clap::Args)]
struct VendorArguments {
    /// Writes the hashes of what was fetched, after a version was changed in the list.
    #[arg(long)]
    renew: bool,
}

/// How the module of the page is built.
#[derive(clap::Args)]
struct PageArguments {
    /// Profile of cargo; `dev` is built fast, and is large and slow.
    #[arg(long, default_value = "page")]
    profile: String,
    /// Takes the module that is there, and builds none.
    #[arg(long)]
    no_build: bool,
}

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Size(arguments) => size::run(&arguments),
        Chore::Wasm(arguments) => page_chore(&arguments, false),
        Chore::Site(arguments) => page_chore(&arguments, true),
        Chore::Vendor(arguments) => vendor_chore(&arguments),
        Chore::Screenshots => screenshots::draw(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "page")]
fn page_chore(arguments: &PageArguments, is_site: bool) -> Result<(), Box<dyn Error>> {
    if !arguments.no_build {
        page::module::build(&arguments.profile)?;
    }
    if is_site {
        page::site::build()?;
    }
    Ok(())
}

#[cfg(feature = "page")]
fn vendor_chore(arguments: &VendorArguments) -> Result<(), Box<dyn Error>> {
    page::vendor::fetch(arguments.renew)
}

#[cfg(not(feature = "page"))]
fn page_chore(_: &PageArguments, _: bool) -> Result<(), Box<dyn Error>> {
    again()
}

#[cfg(not(feature = "page"))]
fn vendor_chore(_: &VendorArguments) -> Result<(), Box<dyn Error>> {
    again()
}

/// The same chore once more, built with what the page needs.
#[cfg(not(feature = "page"))]
fn again() -> Result<(), Box<dyn Error>> {
    let status = std::process::Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "xtask", "--features", "page", "--"])
        .args(std::env::args_os().skip(1))
        .status()?;
    match status.success() {
        true => Ok(()),
        false => Err("the chore was not done".into()),
    }
}
