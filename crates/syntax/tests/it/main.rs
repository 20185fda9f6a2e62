//! The crate as its users see it.

mod dump;
mod properties;
mod samples;
