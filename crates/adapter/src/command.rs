//! Command line of a program for a network.

use std::env;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use lexopt::prelude::{Long, Short};

use crate::server::Tell;
use crate::trouble::{Notice, Trouble};
use crate::words::Language;

/// Exit status: the command line was at fault.
const USAGE: u8 = 2;

/// A program for a network, as it speaks of itself.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Name of the program.
    pub name: &'static str,
    /// The page that says how a bot is set up.
    pub page: &'static str,
    /// Settings of its file.
    pub settings: &'static [&'static str],
    /// Ways to say secrets, in English and in Japanese.
    pub ways: (&'static str, &'static str),
}

/// Beginning of a bot: its settings, and who is told of it.
pub struct Start {
    /// The file of settings.
    pub config: PathBuf,
    /// The program that plays.
    pub masume: PathBuf,
    /// Language of the person who runs the bot.
    pub language: Language,
    /// Teller of notices to that person.
    pub tell: Tell,
}

impl Start {
    /// Says who the bot is, once it has signed in.
    pub fn signed_in(&self, user: &str) {
        say(&self.language.signed_in(user));
    }
}

/// The command line.
#[derive(Debug)]
struct Arguments {
    config: PathBuf,
    masume: PathBuf,
}

/// Runs a bot until it ends, and says why.
pub fn run(program: &Program, bot: impl FnOnce(Start) -> Result<(), Trouble>) -> ExitCode {
    let language = Language::of(|name| env::var(name).ok());
    let usage = language.usage(program.name, program.page);
    let Arguments { config, masume } = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            // A person who asks for help sees it, or has closed the output.
            let _ = writeln!(io::stdout(), "{usage}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            say(&format!("{}: {error}\n{usage}", language.error()));
            return ExitCode::from(USAGE);
        }
    };
    let file = config.display().to_string();
    let tell = Arc::new(move |notice: Notice| say(notice.words(language)));
    match bot(Start { config, masume, language, tell }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            say(&format!("{}: {}", language.error(), trouble.words(&file, program, language)));
            ExitCode::FAILURE
        }
    }
}

/// Says a line on standard error. It may be closed; then nobody can be told.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
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
