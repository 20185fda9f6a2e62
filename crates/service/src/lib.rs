//! Games begun, kept, offered and left, the same for every face.
//!
//! A [`Host`] does what a game, a menu or a form [asks](masume_presentation::request::Request) and
//! answers with [`Event`]s, which a face shows. It is pure and synchronous: the time and fresh
//! seeds are told to it ([`Surroundings`]), and what is to be written to a file comes out as text.
//!
//! A [`Service`] is a host and a game behind one [`protocol`]: a line of JSON goes in, lines come
//! out. A page, a chat and a worker ask the same questions.
//!
//! # What it must not know
//! Terminals, networks, files, clocks.
//!
//! # Where to start reading
//! `host/mod.rs`, then `protocol/ask.rs` and `service/mod.rs`.

mod event;
mod host;
mod loading;
mod menu;
pub mod protocol;
mod service;

pub use event::Event;
pub use host::{Host, Surroundings};
pub use loading::{loaded, played, shipped_game};
pub use service::{LONGEST_ASK, Service, Unreadable, obey};
