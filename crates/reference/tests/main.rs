//! The reference executor on small games by hand.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod chance;
mod legality;
mod march;
mod parts;
mod patterns;
mod properties;
mod statements;
mod strategies;
mod support;
mod turns;
