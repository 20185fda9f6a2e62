//! Games begun, kept, offered and left, the same for every face.
//!
//! A [`Host`] does what a game, a menu or a form [asks](masume_presentation::request::Request) and
//! answers with [`Event`]s, which a face shows. It is pure and synchronous: the time and fresh seeds
//! are told to it ([`Surroundings`]), and what is to be written to a file comes out as text.
//!
//! # What it must not know
//! Terminals, networks, files, clocks.
//!
//! # Where to start reading
//! `host/mod.rs`.

mod event;
mod host;
mod loading;
mod menu;

pub use event::Event;
pub use host::{Host, Surroundings};
pub use loading::{loaded, shipped_game};
