//! `masume serve`: games in the protocol of the service, one line of JSON each way.

use std::io::{self, BufReader, Write as _};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use clap::Args;
use masume_bots::lines::{Bounded, Line};
use masume_service::{Host, LONGEST_ASK, Service, Unreadable};
use masume_store::Keeper;
use masume_web::{Stops, answer_all};

use crate::failure::Failure;
use crate::{clock, data_folder};

/// Questions that wait to be answered, at most: who asks more is not read meanwhile.
const MOST_WAITING: usize = 16;

/// The arguments of `serve`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServeArguments {
    /// Read questions from standard input and write replies to standard output
    #[arg(long, required = true)]
    pub(crate) stdio: bool,
    /// Keep what is played in the data folder, as the terminal does
    #[arg(long)]
    pub(crate) keep: bool,
}

pub(crate) fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let keeper = if arguments.keep { data_folder::open() } else { Keeper::of_nothing() };
    let mut service = Service::new(Host::new(keeper));
    let (send, receive) = mpsc::sync_channel(MOST_WAITING);
    let stops = Stops::of(&service);
    let heard = stops.clone();
    let lines = Bounded::new(BufReader::new(io::stdin()), LONGEST_ASK);
    // It ends with the input, or with the program.
    thread::spawn(move || read(lines, &send, &heard));
    let mut output = io::stdout().lock();
    let mut next = || receive.recv().ok();
    let mut tell = |line| writeln!(output, "{line}").and_then(|()| output.flush());
    answer_all(&mut service, &stops, clock::surroundings, &mut next, &mut tell)
        .map_err(Failure::Output)
}

/// Gives line by line until the input ends; a question to stop is heard at once.
fn read(
    mut lines: Bounded<impl io::BufRead>,
    send: &SyncSender<Result<String, Unreadable>>,
    stops: &Stops,
) {
    while let Ok(Some(line)) = lines.next_line() {
        let line = match line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => Ok(text),
            Line::TooLong => Err(Unreadable::TooLong),
            Line::NotText => Err(Unreadable::NotText),
        };
        if let Ok(text) = &line {
            stops.hear(text);
        }
        if send.send(line).is_err() {
            return;
        }
    }
}
