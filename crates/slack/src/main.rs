//! `masume-slack`: the bot of a chat in channels of Slack, an adapter for `masume chat stdio`.
//!
//! A [`Connection`](bot::Connection) signs in, and its `run` tells the games' program what happens in channels and does
//! there what that orders. What happens comes by a socket that the bot opens (Socket Mode), so that it listens to
//! nobody; orders are calls of the Web API. Types of Slack are slack-morphism's.
//!
//! # What it must not know
//! Games, and what a message means: that is the other program's.
//!
//! # Where to start reading
//! `bot.rs`; `reading.rs` is what is read, `message.rs` and `writing.rs` what is written, `socket.rs` how the connection
//! is kept. What programs for networks have in common is in `crates/adapter`.

mod api;
mod bot;
mod message;
mod reading;
mod settings;
mod signs;
mod socket;
mod text;
mod writing;

use std::env;
use std::process::ExitCode;

use masume_adapter::{Program, run};

use crate::bot::Connection;
use crate::settings::Settings;

const PROGRAM: Program = Program {
    name: "masume-slack",
    page: "docs/slack.md",
    settings: &["app-token", "bot-token", "signs", "api"],
    ways: (
        "set MASUME_SLACK_APP_TOKEN (xapp-…) and MASUME_SLACK_BOT_TOKEN (xoxb-…), or write `app-token` and `bot-token` \
         into the file",
        "MASUME_SLACK_APP_TOKEN（xapp-…）と MASUME_SLACK_BOT_TOKEN（xoxb-…）を設定するか、ファイルに `app-token` と \
         `bot-token` を書く",
    ),
};

fn main() -> ExitCode {
    run(&PROGRAM, |start| {
        let settings = Settings::of_file(&start.config, |name| env::var(name).ok())?;
        let connection = Connection::open(settings, start.tell.clone())?;
        start.signed_in(connection.me());
        connection.run(&start.masume)
    })
}
