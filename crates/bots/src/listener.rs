//! Lines that may come while an agent thinks: they are read on a thread of their own.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use masume_engine::StopToken;

use super::lines::{Bounded, Line, MOST_BYTES};

/// The most bytes of lines that are read ahead.
const MOST_AHEAD: usize = 4 << 20;
/// Between two looks at whether there is room again.
const PAUSE: Duration = Duration::from_millis(10);

/// Input that the listener heard.
enum Heard {
    Line(Line),
    /// Nothing more is read until some of what waits was taken.
    Full,
    /// Nothing more will come.
    End,
    /// The agent has thought.
    Analysis,
}

/// Fate of a line that comes while an agent thinks. A line is heard whatever waits before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meanwhile {
    /// It is read again afterwards.
    Waits,
    /// The same, and the agent comes to an end.
    EndsAndWaits,
    /// It asked for the end and for nothing else. Behind lines that wait it ends those that they
    /// begin, too.
    Ends,
    /// It was answered.
    Answered,
}

/// Ends of thinking besides a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// Nothing: it takes the nodes that it is given.
    Nodes,
    /// The end of the input: who thinks by the clock is waited for by nobody then.
    Clock,
    /// The same, and more lines than are kept: no later line could end it.
    Endless,
}

/// Lines that may come while an agent thinks.
pub struct Listener {
    heard: Receiver<Heard>,
    /// Sender for what is not read.
    tell: Sender<Heard>,
    waiting: VecDeque<Line>,
    has_ended: bool,
    /// So much waits that nothing more is read.
    is_full: bool,
    progress: Arc<Progress>,
}

/// Progress of what is asked, as the reader of lines sees it.
#[derive(Default)]
struct Progress {
    /// Bytes that were read ahead.
    ahead: AtomicUsize,
    /// True while an agent thinks that was not told to end.
    thinks: AtomicBool,
}

impl Listener {
    /// Reads from here on. The token stops rules that go on behind a line `quit`: nobody waits for what they come to.
    pub fn new(input: impl Read + Send + 'static, left: StopToken) -> Self {
        let (tell, heard) = channel();
        let (told, progress) = (tell.clone(), Arc::new(Progress::default()));
        let seen = progress.clone();
        thread::spawn(move || read_all(input, &told, &seen, &left));
        Self { heard, tell, waiting: VecDeque::new(), has_ended: false, is_full: false, progress }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Line> {
        while self.waiting.is_empty() && !self.has_ended {
            self.take_in();
        }
        self.take(0)
    }

    /// Lets an agent think, and hears meanwhile.
    pub(super) fn while_thinking<R>(
        &mut self,
        patience: Patience,
        mut meanwhile: impl FnMut(&str) -> Meanwhile + Send,
        think: impl FnOnce(&StopToken) -> R,
    ) -> R {
        let stop = StopToken::new();
        let done = Done(self.tell.clone());
        let progress = self.progress.clone();
        progress.thinks.store(true, Ordering::Relaxed);
        let thought = thread::scope(|scope| {
            scope.spawn(|| self.hear(patience, &stop, &mut meanwhile));
            let thought = think(&stop);
            drop(done);
            thought
        });
        progress.thinks.store(false, Ordering::Relaxed);
        thought
    }

    /// Hears until the agent has thought.
    fn hear(
        &mut self,
        patience: Patience,
        stop: &StopToken,
        meanwhile: &mut dyn FnMut(&str) -> Meanwhile,
    ) {
        // Lines before this one are left for afterwards.
        let mut left = 0;
        loop {
            while let Some(line) = self.waiting.get(left) {
                let heard = match line {
                    Line::Text(text) => meanwhile(text),
                    Line::TooLong | Line::NotText => Meanwhile::Waits,
                };
                if matches!(heard, Meanwhile::Ends | Meanwhile::EndsAndWaits) {
                    self.progress.thinks.store(false, Ordering::Relaxed);
                    stop.stop();
                }
                let is_over = match heard {
                    Meanwhile::Answered => true,
                    Meanwhile::Ends => left == 0,
                    Meanwhile::Waits | Meanwhile::EndsAndWaits => false,
                };
                match is_over {
                    true => drop(self.take(left)),
                    false => left += 1,
                }
            }
            let is_over = match patience {
                Patience::Nodes => false,
                Patience::Clock => self.has_ended,
                Patience::Endless => self.has_ended || self.is_full,
            };
            if is_over {
                stop.stop();
            }
            if self.take_in() {
                return;
            }
        }
    }

    /// Takes out one of the lines that wait.
    fn take(&mut self, index: usize) -> Option<Line> {
        let line = self.waiting.remove(index)?;
        self.progress.ahead.fetch_sub(bytes_of(&line), Ordering::Relaxed);
        self.is_full = false;
        Some(line)
    }

    /// Takes in what comes next; whether it is that the agent has thought.
    fn take_in(&mut self) -> bool {
        match self.heard.recv() {
            Ok(Heard::Line(line)) => self.waiting.push_back(line),
            Ok(Heard::Full) => self.is_full = true,
            Ok(Heard::End) | Err(_) => self.has_ended = true,
            Ok(Heard::Analysis) => return true,
        }
        false
    }
}

/// Says that the agent has thought, even where it panicked.
struct Done(Sender<Heard>);

impl Drop for Done {
    fn drop(&mut self) {
        let _ = self.0.send(Heard::Analysis);
    }
}

/// Reads lines until there are no more, or nobody hears them.
fn read_all(input: impl Read, tell: &Sender<Heard>, progress: &Arc<Progress>, left: &StopToken) {
    let mut lines = Bounded::new(BufReader::new(input), MOST_BYTES);
    let ahead = &progress.ahead;
    while let Ok(Some(line)) = lines.next_line() {
        if ahead.load(Ordering::Relaxed) > MOST_AHEAD && tell.send(Heard::Full).is_err() {
            return;
        }
        while ahead.load(Ordering::Relaxed) > MOST_AHEAD {
            thread::sleep(PAUSE);
        }
        ahead.fetch_add(bytes_of(&line), Ordering::Relaxed);
        if matches!(&line, Line::Text(text) if text.trim() == "quit") {
            let (progress, left) = (progress.clone(), left.clone());
            thread::spawn(move || leave(&progress, &left));
        }
        if tell.send(Heard::Line(line)).is_err() {
            break;
        }
    }
    let _ = tell.send(Heard::End);
}

/// Ends what goes on, once lines are no longer taken one after another and no agent is waited for.
fn leave(progress: &Progress, left: &StopToken) {
    /// Looks without a line that was taken: longer than any line takes in games that can be played.
    const LOOKS: u32 = 200;
    let (mut known, mut looks) = (0, 0);
    while looks < LOOKS {
        thread::sleep(PAUSE);
        let now = progress.ahead.load(Ordering::Relaxed);
        let is_waited_for = now != known || progress.thinks.load(Ordering::Relaxed);
        looks = if is_waited_for { 0 } else { looks + 1 };
        known = now;
    }
    left.stop();
}

/// Bytes that a line is counted as, even an empty one.
fn bytes_of(line: &Line) -> usize {
    /// Bytes of a line besides its text.
    const OF_LINE: usize = 64;
    match line {
        Line::Text(text) => OF_LINE + text.len(),
        Line::TooLong | Line::NotText => OF_LINE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reason for which thinking ends, and the lines that are left to be read.
    fn check(lines: &str, patience: Patience, expected: &[&str]) {
        let mut listener = Listener::new(std::io::Cursor::new(lines.to_owned()), StopToken::new());
        let meanwhile = |text: &str| match text {
            "stop" => Meanwhile::Ends,
            "quit" => Meanwhile::EndsAndWaits,
            "ready" => Meanwhile::Answered,
            _ => Meanwhile::Waits,
        };
        listener.while_thinking(patience, meanwhile, |stop| {
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
        check("ready\nstop\n", Patience::Nodes, &[]);
        check("quit\nstop\n", Patience::Nodes, &["quit", "stop"]);
        check("go\n", Patience::Clock, &["go"]);
        check("", Patience::Endless, &[]);
    }

    #[test]
    fn what_waits_hides_nothing_behind_it() {
        // What is answered is gone; what ends stays where it may end more.
        check("go\nready\nstop\n", Patience::Nodes, &["go", "stop"]);
        check("go\nready\ngo\nquit\n", Patience::Nodes, &["go", "go", "quit"]);
    }

    #[test]
    fn more_lines_than_are_kept_end_what_has_no_end() {
        let line = "x".repeat(1 << 19);
        let lines = vec![line.as_str(); 10];
        // Its end cannot come, for nobody reads that far.
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        check(&text, Patience::Endless, &lines);
    }
}
