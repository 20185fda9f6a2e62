//! Chores of the project: `cargo xtask --help`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program")]

mod size;

use std::process::ExitCode;

use clap::Parser;

/// Chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Prints the machine code of the executors: bytes by function, width, lanes and instructions.
    Size(size::Arguments),
}

fn main() -> ExitCode {
    let Chore::Size(arguments) = Chore::parse();
    match size::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
