//! Whether executors agree, and whether it would be seen if they did not.

mod agreement;
mod generator;
mod mutants;
