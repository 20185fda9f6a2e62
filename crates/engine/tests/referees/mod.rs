//! Shipped games held to referees that are written in Rust and share nothing with the engine but what
//! an action is called: the same legal actions, boards, points and ends in thousands of random games.

#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod chess;
mod games;
mod go;
mod hex;
mod morris;
mod pentago;
