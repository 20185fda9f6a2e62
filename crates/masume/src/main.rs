//! The program `masume`: all of it is the library beside this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    masume::run()
}
