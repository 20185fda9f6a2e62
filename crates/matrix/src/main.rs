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
//! `bot.rs`; `timeline.rs` is what is read, `message.rs` what is written, `outbox.rs` in which order, `core.rs` and
//! `protocol.rs` the other program.

mod bot;
mod core;
mod message;
mod outbox;
mod protocol;
mod rooms;
mod server;
mod settings;
mod timeline;
mod trouble;
mod words;

use std::env;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use lexopt::prelude::{Long, Short};

use crate::bot::Connection;
use crate::settings::Settings;
use crate::trouble::Trouble;
use crate::words::Language;

/// Exit status: the command line was at fault.
const USAGE: u8 = 2;

/// The command line.
#[derive(Debug)]
struct Arguments {
    config: PathBuf,
    /// The program that plays.
    masume: PathBuf,
}

fn main() -> ExitCode {
    let language = Language::of(|name| env::var(name).ok());
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            // A person who asks for help sees it, or has closed the output.
            let _ = writeln!(io::stdout(), "{}", language.usage());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}: {error}\n{}", language.error(), language.usage());
            return ExitCode::from(USAGE);
        }
    };
    match run(&arguments, language) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            let words = trouble.words(&arguments.config.display().to_string(), language);
            let _ = writeln!(io::stderr(), "{}: {words}", language.error());
            ExitCode::FAILURE
        }
    }
}

/// The command line as it was read; `None` where help is asked for.
fn arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let (mut config, mut masume) = (None, PathBuf::from("masume"));
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("config") => config = Some(PathBuf::from(parser.value()?)),
            Long("masume") => masume = PathBuf::from(parser.value()?),
            Short('h') | Long("help") => return Ok(None),
            Short(_) | Long(_) | lexopt::Arg::Value(_) => return Err(argument.unexpected()),
        }
    }
    let config =
        config.ok_or(lexopt::Error::MissingValue { option: Some("--config".to_owned()) })?;
    Ok(Some(Arguments { config, masume }))
}

fn run(arguments: &Arguments, language: Language) -> Result<(), Trouble> {
    let settings = Settings::of_file(&arguments.config, |name| env::var(name).ok())?;
    // Standard error may be closed; then nobody can be told.
    let say = move |line: &str| drop(writeln!(io::stderr(), "{line}"));
    let tell = Arc::new(move |notice: trouble::Notice| say(notice.words(language)));
    let connection = Connection::open(settings, tell)?;
    say(&language.signed_in(connection.me()));
    connection.run(&arguments.masume, language)
}
