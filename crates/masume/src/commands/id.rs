//! `masume id`: the id of a set-up.

use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::{open, output};

pub(crate) fn run(arguments: &GameArguments) -> Result<(), Failure> {
    let session = open::open(arguments)?.session()?;
    output::print(&format!("{}\n", session.id()))
}
