//! Agreement of executors, and a check that disagreement would be seen.

mod agreement;
mod generator;
mod mutants;
