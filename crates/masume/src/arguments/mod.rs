//! Arguments that several commands have, and the values that are written for them.

mod face;
mod game;
mod games;
pub(crate) mod value;

pub(crate) use face::FaceArguments;
pub(crate) use game::{ExecutorArguments, GameArguments};
pub(crate) use games::{games, games_and_files, line};
