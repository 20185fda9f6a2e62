//! Games as messages of a chat: a person writes the name of a game, a board appears, and anyone who
//! presses a sign under it moves.
//!
//! A [`Chat`] is told what happens in the rooms it is in ([`Event`]), and answers with [`Order`]s:
//! messages to post, to edit, signs to put under them. It knows no chat: an adapter does what is
//! ordered, and reports what came of it. It is pure and synchronous: the time and fresh seeds are
//! told to it, and everything else that it must remember is in a [`Storage`](masume_store::Storage).
//!
//! # What it must not know
//! Networks, files, clocks, and how any one chat writes its messages.
//!
//! # Where to start reading
//! `event.rs` and `order.rs`, then `chat/mod.rs`; one board is in `table.rs`.

mod chat;
mod controls;
mod event;
mod grid;
mod mention;
mod order;
mod picture;
mod place;
mod table;
mod titles;

pub use chat::{Chat, LONGEST_TEXT, run_work};
pub use event::{Event, Pressed, Said};
pub use order::{Block, Button, Content, Order, Picture};
