//! The crate as its users see it.

mod accepted;
mod dump;
mod layout;
mod limits;
mod mistakes;
mod properties;
mod samples;
