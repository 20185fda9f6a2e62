//! `masume chat`: the bot for a chat, behind an adapter.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use clap::{Args, ValueEnum};
use masume_bots::lines::{Bounded, Line};
use masume_chat::{Chat, Event, Order, run_work};
use masume_presentation::analysis::Analysis;
use masume_presentation::escape::json_text;
use masume_presentation::locale::Phrases;
use masume_presentation::speech::reasons;
use masume_store::{Place, Store};
use serde::Serialize;

use crate::failure::Failure;
use crate::{clock, data_folder, input, language};

/// The longest line that is read, in bytes: more than any chat's message.
const LONGEST_LINE: usize = 2 << 20;
/// Events that are read ahead.
const MOST_LINES: usize = 64;
/// Plays of a game that are kept: a room may have many, and they may wait long.
const PLAYS_OF_A_GAME: u32 = 100_000;
/// The file of the bot's plays, beside that of the player's own.
const FILE: &str = "chat.sqlite";

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ChatArguments {
    /// Way to the chat
    #[arg(value_enum)]
    pub(crate) adapter: ChatAdapter,
    /// The bot's own name: what it says and presses itself is no move
    #[arg(long, value_name = "NAME", default_value = "@masume")]
    pub(crate) me: String,
    /// Settings of the way, a file (docs/matrix.md, docs/slack.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// With stdio: pictures of large boards in orders
    #[arg(long)]
    pub(crate) pictures: bool,
}

/// Ways to a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChatAdapter {
    /// Events from standard input and orders to standard output, one line of JSON each (spec/chat.md)
    Stdio,
    /// Rooms of Matrix that are not encrypted (docs/matrix.md)
    Matrix,
    /// Channels of Slack (docs/slack.md)
    Slack,
}

pub(crate) fn run(arguments: &ChatArguments, phrases: &Phrases) -> Result<(), Failure> {
    match arguments.adapter {
        ChatAdapter::Matrix => network("matrix", arguments, phrases),
        ChatAdapter::Slack => network("slack", arguments, phrases),
        ChatAdapter::Stdio if arguments.config.is_some() => {
            Err(Failure::usage(phrases.say("chat-without-settings", &[])))
        }
        ChatAdapter::Stdio => {
            let mut chat = open(&arguments.me, phrases)?;
            chat.show_pictures(arguments.pictures);
            let mut output = io::stdout().lock();
            let input = BufReader::new(io::stdin());
            answer_all(&mut chat, input, &mut output).map_err(Failure::Output)
        }
    }
}

/// The program for a network, which tells this one what happens there and is built by itself.
fn network(name: &str, arguments: &ChatArguments, phrases: &Phrases) -> Result<(), Failure> {
    let program = format!("masume-{name}");
    let failed = |error: io::Error| match error.kind() == io::ErrorKind::NotFound {
        true => Failure::usage(phrases.say("chat-without-program", &[("name", name.into())])),
        false => Failure::input(input::reason(&error, phrases)),
    };
    let own = std::env::current_exe().map_err(failed)?;
    let beside = own.with_file_name(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(if beside.exists() { beside } else { PathBuf::from(&program) });
    command.arg("--masume").arg(own);
    if let Some(config) = &arguments.config {
        command.arg("--config").arg(config);
    }
    let ended = run_in_place(&mut command).map_err(failed)?;
    if ended.success() { Ok(()) } else { Err(Failure::Reported) }
}

/// Runs a program in the place of this one, so that what ends this one ends it.
#[cfg(unix)]
fn run_in_place(command: &mut Command) -> io::Result<ExitStatus> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

#[cfg(not(unix))]
fn run_in_place(command: &mut Command) -> io::Result<ExitStatus> {
    command.status()
}

/// The bot over what it kept.
fn open(me: &str, phrases: &Phrases) -> Result<Chat, Failure> {
    let refused = |error, folder: &Path| {
        let place = Place { folder: folder.to_owned(), reason: None };
        Failure::input(reasons::of_store(&error, &place, phrases))
    };
    let folder = data_folder::make().map_err(|error| refused(error, Path::new("")))?;
    let store = Store::open(&folder.join(FILE)).map_err(|error| refused(error, &folder))?;
    let store = Box::new(store.keeping(PLAYS_OF_A_GAME));
    Ok(Chat::new(store, me, language::chosen(None)))
}

/// Something that the bot waits for.
enum Awaited {
    Event(Result<Event, String>),
    /// Finding of a search; nothing where it broke off.
    Thought(Box<Option<Analysis>>),
    /// The input has ended.
    End(io::Result<()>),
}

/// Hears line by line until the input ends, while searches are done on a thread beside.
fn answer_all(
    chat: &mut Chat,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    chat.set_surroundings(clock::surroundings());
    write_orders(&chat.wake(), output)?;
    let (tell, told) = mpsc::sync_channel(MOST_LINES);
    let thinks = tell.clone();
    // It waits for lines that may never come, and nobody waits for it.
    thread::spawn(move || {
        let ended = read_all(input, &tell);
        // Who listens no longer has ended.
        let _ = tell.send(Awaited::End(ended));
    });
    let mut ended = None;
    loop {
        if let Some(work) = chat.work() {
            let thinks = thinks.clone();
            thread::spawn(move || drop(thinks.send(Awaited::Thought(Box::new(run_work(work))))));
        }
        // Asked for work first: boards may wait that want none any more, and of them nothing comes.
        if ended.is_some() && !chat.is_thinking() {
            break;
        }
        let Ok(awaited) = told.recv() else { break };
        chat.set_surroundings(clock::surroundings());
        match awaited {
            Awaited::Event(Ok(event)) => write_orders(&chat.hear(&event), output)?,
            Awaited::Event(Err(error)) => write_line(&Trouble { error }, output)?,
            Awaited::Thought(found) => write_orders(&chat.thought(*found), output)?,
            Awaited::End(result) => ended = Some(result),
        }
    }
    ended.unwrap_or(Ok(()))
}

/// Tells events line by line.
fn read_all(input: impl BufRead, tell: &SyncSender<Awaited>) -> io::Result<()> {
    let mut lines = Bounded::new(input, LONGEST_LINE);
    while let Some(line) = lines.next_line()? {
        let event = match line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => serde_json::from_str::<Event>(&text).map_err(|it| it.to_string()),
            Line::TooLong => Err(format!("longer than {LONGEST_LINE} bytes")),
            Line::NotText => Err("not in UTF-8".to_owned()),
        };
        if tell.send(Awaited::Event(event)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answer to a line that is no event.
#[derive(Debug, Serialize)]
struct Trouble {
    error: String,
}

fn write_orders(orders: &[Order], output: &mut impl Write) -> io::Result<()> {
    orders.iter().try_for_each(|order| write_line(order, output))
}

fn write_line(value: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    let line = json_text(value).map_err(io::Error::other)?;
    writeln!(output, "{line}").and_then(|()| output.flush())
}
