//! Lines that may come while an agent thinks: they are read on a thread of their own.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use masume_engine::StopToken;

use super::lines::{Line, next_line};

/// The most bytes of lines that are read ahead.
const MOST_AHEAD: usize = 4 << 20;
/// Between two looks at whether there is room again.
const PAUSE: Duration = Duration::from_millis(10);

/// What is heard.
enum Heard {
    Line(Line),
    /// Nothing more will come.
    End,
    /// The agent has thought.
    Thought,
}

/// What becomes of a line that comes while an agent thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meanwhile {
    /// It is read again afterwards, and all that follow it.
    Waits,
    /// The same, and the agent comes to an end.
    EndsAndWaits,
    /// It asked for the end and for nothing else.
    Ends,
    /// It was answered.
    Answered,
}

/// Lines that may come while an agent thinks.
pub(crate) struct Listener {
    heard: Receiver<Heard>,
    /// For what is not read.
    tell: Sender<Heard>,
    waiting: VecDeque<Line>,
    has_ended: bool,
    /// Bytes that were read ahead.
    ahead: Arc<AtomicUsize>,
}

impl Listener {
    /// Reads from here on.
    pub(crate) fn new(input: impl Read + Send + 'static) -> Self {
        let (tell, heard) = channel();
        let (told, ahead) = (tell.clone(), Arc::new(AtomicUsize::new(0)));
        let read_ahead = ahead.clone();
        thread::spawn(move || read_all(input, &told, &read_ahead));
        Self { heard, tell, waiting: VecDeque::new(), has_ended: false, ahead }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Line> {
        while self.waiting.is_empty() && !self.has_ended {
            self.take_in();
        }
        let line = self.waiting.pop_front()?;
        self.ahead.fetch_sub(bytes_of(&line), Ordering::Relaxed);
        Some(line)
    }

    /// Lets an agent think, and hears meanwhile. Where it thinks by the clock, or without end, the end of the input is
    /// its end too: nobody waits for it any more.
    pub(super) fn while_thinking<R>(
        &mut self,
        ends_with_input: bool,
        mut meanwhile: impl FnMut(&str) -> Meanwhile + Send,
        think: impl FnOnce(&StopToken) -> R,
    ) -> R {
        let stop = StopToken::new();
        let done = Done(self.tell.clone());
        thread::scope(|scope| {
            scope.spawn(|| self.hear(ends_with_input, &stop, &mut meanwhile));
            let thought = think(&stop);
            drop(done);
            thought
        })
    }

    /// Hears until the agent has thought.
    fn hear(
        &mut self,
        ends_with_input: bool,
        stop: &StopToken,
        meanwhile: &mut dyn FnMut(&str) -> Meanwhile,
    ) {
        let mut does_wait = false;
        loop {
            // What follows a line that waits is not for this thinking.
            while !does_wait && let Some(line) = self.waiting.front() {
                let heard = match line {
                    Line::Text(text) => meanwhile(text),
                    Line::TooLong | Line::NotText => Meanwhile::Waits,
                };
                if matches!(heard, Meanwhile::Ends | Meanwhile::EndsAndWaits) {
                    stop.stop();
                }
                does_wait = matches!(heard, Meanwhile::Waits | Meanwhile::EndsAndWaits);
                if !does_wait {
                    self.next();
                }
            }
            if self.has_ended && ends_with_input {
                stop.stop();
            }
            if self.take_in() {
                return;
            }
        }
    }

    /// Takes in what comes next; whether it is that the agent has thought.
    fn take_in(&mut self) -> bool {
        match self.heard.recv() {
            Ok(Heard::Line(line)) => self.waiting.push_back(line),
            Ok(Heard::End) | Err(_) => self.has_ended = true,
            Ok(Heard::Thought) => return true,
        }
        false
    }
}

/// Says that the agent has thought, even where it panicked.
struct Done(Sender<Heard>);

impl Drop for Done {
    fn drop(&mut self) {
        let _ = self.0.send(Heard::Thought);
    }
}

/// Reads lines until there are no more, or what follows one would be taken for a line of its own.
fn read_all(input: impl Read, tell: &Sender<Heard>, ahead: &AtomicUsize) {
    let mut input = BufReader::new(input);
    while let Ok(Some(line)) = next_line(&mut input) {
        while ahead.load(Ordering::Relaxed) > MOST_AHEAD {
            thread::sleep(PAUSE);
        }
        ahead.fetch_add(bytes_of(&line), Ordering::Relaxed);
        let is_last = line == Line::TooLong;
        if tell.send(Heard::Line(line)).is_err() || is_last {
            break;
        }
    }
    let _ = tell.send(Heard::End);
}

/// What a line takes, even an empty one.
fn bytes_of(line: &Line) -> usize {
    /// Of a line besides its text.
    const OF_LINE: usize = 64;
    match line {
        Line::Text(text) => OF_LINE + text.len(),
        Line::TooLong | Line::NotText => OF_LINE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ends the thinking, and what is left to be read.
    fn check(lines: &'static str, ends_with_input: bool, expected: &[&str]) {
        let mut listener = Listener::new(lines.as_bytes());
        let meanwhile = |text: &str| match text {
            "stop" => Meanwhile::Ends,
            "quit" => Meanwhile::EndsAndWaits,
            "ready" => Meanwhile::Answered,
            _ => Meanwhile::Waits,
        };
        listener.while_thinking(ends_with_input, meanwhile, |stop| {
            while !stop.is_stopped() {
                thread::sleep(PAUSE);
            }
        });
        let left: Vec<Line> = std::iter::from_fn(|| listener.next()).collect();
        let expected: Vec<Line> = expected.iter().map(|&it| Line::Text(it.to_owned())).collect();
        assert_eq!(left, expected, "{lines:?}");
    }

    #[test]
    fn thinking_ends_by_a_word_or_with_the_input() {
        check("ready\nstop\nready\n", false, &[]);
        check("quit\nstop\n", false, &["quit", "stop"]);
        check("go\nstop\n", true, &["go", "stop"]);
        check("", true, &[]);
    }
}
