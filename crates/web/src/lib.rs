//! The page of Masume, served to a browser on the same machine, with the native engine behind it.
//!
//! A [`Server`] listens on 127.0.0.1 alone. It gives out the files of `web/page`, and gives each
//! socket a service of its own on a thread of its own; a message is a line of the protocol of
//! [`masume_service`]. A request without the token of this server gets no socket, and one from the
//! page of another site gets nothing.
//!
//! # What it must not know
//! Games, rules, words of the page, and where progress is kept: services are made by the caller.
//!
//! # Where to start reading
//! `server.rs`, then `socket.rs`; `policy.rs` says what a page may do.

mod conversation;
mod named_file;
mod page;
mod policy;
mod server;
mod shown;
mod socket;

pub use conversation::{Stops, Surroundings, answer_all};
pub use named_file::NamedFile;
pub use page::player;
pub use server::{Ender, Purpose, Server, Settings};
pub use shown::Shown;
