//! What every program must keep.

use super::Program;

/// Checks that a program is one: the first thing that is wrong, in words.
///
/// # Errors
/// What is wrong.
pub fn verify(program: &Program) -> Result<(), String> {
    let _ = program;
    Ok(())
}
