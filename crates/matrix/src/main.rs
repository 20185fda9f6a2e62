//! `masume-matrix`: the bot of a chat in rooms of Matrix, an adapter for `masume chat stdio`.
//!
//! A [`Connection`](bot::Connection) signs in, and its `run` tells the games' program what happens in rooms and
//! does there what that orders. Messages of rooms are asked for by a long question (`/sync`), one after another;
//! orders are sent meanwhile, a few at once. Types of Matrix are ruma's. Rooms that are encrypted are told that
//! the bot cannot read there, and left.
//!
//! # What it must not know
//! Games, and what a message means: that is the other program's.
//!
//! # Where to start reading
//! `bot.rs`; `timeline.rs` is what is read, `message.rs` and `writing.rs` what is written. What programs for networks
//! have in common is in `crates/adapter`.

mod bot;
mod message;
mod rooms;
mod server;
mod settings;
mod timeline;
mod words;
mod writing;

use std::env;
use std::process::ExitCode;

use masume_adapter::{Program, run};

use crate::bot::Connection;
use crate::settings::Settings;

const PROGRAM: Program = Program {
    name: "masume-matrix",
    page: "docs/matrix.md",
    settings: &["homeserver", "user", "token", "password"],
    ways: (
        "set MASUME_MATRIX_TOKEN or MASUME_MATRIX_PASSWORD, or write `token` or `password` into the file",
        "MASUME_MATRIX_TOKEN か MASUME_MATRIX_PASSWORD を設定するか、ファイルに `token` か `password` を書く",
    ),
};

fn main() -> ExitCode {
    run(&PROGRAM, |start| {
        let settings = Settings::of_file(&start.config, |name| env::var(name).ok())?;
        let connection = Connection::open(settings, start.tell.clone())?;
        start.signed_in(connection.me());
        connection.run(&start.masume, start.language)
    })
}
