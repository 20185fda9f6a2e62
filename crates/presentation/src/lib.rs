//! A game as it is spoken of and shown to people, for every face: a terminal, a page, a chat.
//!
//! Everything here is a value or a function of values: keys and gestures go in, phrases, pictures,
//! menus and [requests](request::Request) come out. Nothing draws, waits, reads a clock, or touches
//! a file.
//!
//! # What it must not know
//! Terminals, windows, networks, the environment, the command line.
//!
//! # Where to start reading
//! `dialogue/mod.rs` is a game and its player; `play/mod.rs` adds what is only seen, `text/` what
//! is only read; `locale/` and `speech/` are the words for both, `picture/` what cells look like,
//! `menu/` what is chosen before a game begins, `view/` all of a game as one value for a page.

pub mod analysis;
pub mod complaint;
pub mod diagnostic;
pub mod dialogue;
pub mod escape;
pub mod glyph_set;
pub mod input;
pub mod locale;
pub mod manual;
pub mod menu;
pub mod outcome;
pub mod picture;
pub mod play;
pub mod request;
pub mod shell;
pub mod size;
pub mod speech;
pub mod statistics;
pub mod text;
pub mod trace;
pub mod view;
