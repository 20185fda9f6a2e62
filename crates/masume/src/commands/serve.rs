//! `masume serve`: games in the protocol of the service, one line of JSON each way.

use std::io::{self, BufRead, Write as _};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use clap::Args;
use masume_bots::lines::{bounded_line, skip_line};
use masume_engine::StopToken;
use masume_service::{Host, LONGEST_ASK, Service};
use masume_store::Keeper;
use masume_web::{answer_all, hear_stop};

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
    let stop = service.stop().clone();
    // It ends with the input, or with the program.
    thread::spawn(move || read(&mut io::stdin().lock(), &send, &stop));
    let mut output = io::stdout().lock();
    let mut next = || receive.recv().ok();
    let mut tell = |line| writeln!(output, "{line}").and_then(|()| output.flush());
    answer_all(&mut service, clock::surroundings, &mut next, &mut tell).map_err(Failure::Output)
}

/// Gives line by line until the input ends; a question to stop is heard at once.
fn read(input: &mut impl BufRead, send: &SyncSender<String>, stop: &StopToken) {
    while let Ok(Some(line)) = next_line(input) {
        hear_stop(&line, stop);
        if !line.trim().is_empty() && send.send(line).is_err() {
            return;
        }
    }
}

/// The next line without its end; `None` at the end of the input. Of a line that is longer than any
/// question, one byte more than is read of those: enough for the service to refuse it.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let Some(line) = bounded_line(input, LONGEST_ASK)? else { return Ok(None) };
    if line.is_cut {
        skip_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&line.bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_read() {
        let long = io::repeat(b'x').take(2 * LONGEST_ASK as u64);
        let mut input = io::BufReader::new(long.chain("\nnext\r\nlast".as_bytes()));
        let mut next = || next_line(&mut input).expect("memory can be read");
        assert_eq!(next().map(|line| line.len()), Some(LONGEST_ASK + 1));
        assert_eq!(next().as_deref(), Some("next"));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
