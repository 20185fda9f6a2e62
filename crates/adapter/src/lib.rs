//! Adapters of `masume chat stdio` for networks: what they have in common.
//!
//! A program for a network tells the program that plays ([`Core`]) what happens there, and does what that orders.
//! Orders go through an [`Outbox`], to a [`Network`] that writes them as its network does; a [`Server`] is asked
//! patiently. [`run`] reads the command line, and says what goes wrong.
//!
//! # What it must not know
//! Games, what a message means, and any one network.
//!
//! # Where to start reading
//! `protocol.rs` and `outbox.rs`; `crates/matrix` and `crates/slack` are the programs.

mod command;
mod core;
mod outbox;
mod protocol;
mod server;
mod settings;
mod trouble;
mod words;

pub use self::command::{Program, Start, run};
pub use self::core::Core;
pub use self::outbox::{Network, Outbox};
pub use self::protocol::{Block, Button, Content, Event, Line, Order, Picture, Pressed, Said};
pub use self::server::{
    LONGEST_REST, Refusal, Server, Tell, Tried, USUAL_REST, plain_reason, rest,
};
pub use self::settings::{Secret, is_safe, settings_of_file, settings_of_text};
pub use self::trouble::{Notice, Trouble};
pub use self::words::Language;
