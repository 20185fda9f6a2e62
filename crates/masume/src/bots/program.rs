//! A program that runs beside us, with a time limit on every answer.

use std::collections::BTreeSet;
use std::io::{BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SendError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use masume_engine::StopToken;

use super::lines::{Line, next_line};
use super::{Fault, Terms};

/// Lines that wait, in either direction: a program that writes more waits itself, and one that reads so
/// little has failed.
const WAITING: usize = 64;
/// How much longer than for an action is waited for a program to begin.
const BEGINNING: Duration = Duration::from_secs(10);
/// How long is waited where the time that is given is longer than a clock counts.
const LONGEST: Duration = Duration::from_secs(86_400);
/// How long a program has to end by itself once its input is closed.
const ENDING: Duration = Duration::from_millis(300);
/// How long it takes at most to see that nobody waits for an answer any more.
const GLANCE: Duration = Duration::from_millis(20);

/// Programs that run, by the number of their process and of its group.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends every program that runs, for who ends without dropping them.
pub(super) fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|&group| kill_group(group));
}

/// The time for an answer; what is longer than can be counted is as good as all there is.
pub(crate) fn limit_of(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// A line, and whether another was read together with it: what is written at once is heard at once, however late
/// the thread that reads comes to the second line.
#[derive(Debug)]
struct Heard {
    line: Line,
    is_followed: bool,
}

/// A program that runs beside us. It is ended when it is dropped.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// What is still to be written to it; gone once its input is to be closed.
    input: Option<SyncSender<String>>,
    lines: Receiver<Heard>,
    /// Another line was read together with the last one.
    is_followed: bool,
    limit: Duration,
    /// The limit of the answer that is waited for.
    allowed: Duration,
    has_answered: bool,
    /// Nobody waits for its answers once this is stopped.
    stop: StopToken,
}

impl Program {
    /// Starts it on these terms.
    pub(super) fn start(words: &[String], terms: &Terms) -> Result<Self, Fault> {
        let (name, arguments) =
            words.split_first().ok_or_else(|| Fault::NotStarted(String::new()))?;
        let errors = if terms.is_heard { Stdio::inherit() } else { Stdio::null() };
        let mut command = Command::new(name);
        // What it starts itself is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .map_err(|error| Fault::NotStarted(format!("{name}: {error}")))?;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id());
        let (sender, lines) = sync_channel(WAITING);
        let (input, told) = sync_channel(WAITING);
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_all(pipe, &told));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                // Who listened has gone.
                let _ = pass_on(BufReader::new(output), &sender);
            });
        }
        let (limit, stop) = (terms.limit, terms.stop.clone());
        Ok(Self {
            child,
            input: Some(input),
            lines,
            is_followed: false,
            limit,
            allowed: limit,
            has_answered: false,
            stop,
        })
    }

    /// Writes a line to it. One who does not read is not waited for.
    pub(super) fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let input = self.input.as_ref().ok_or(Fault::Died)?;
        input.try_send(format!("{line}\n")).map_err(|error| match error {
            TrySendError::Full(_) => Fault::Flood,
            TrySendError::Disconnected(_) => Fault::Died,
        })
    }

    /// Nothing may wait to be read when it is asked.
    pub(super) fn must_be_silent(&mut self) -> Result<(), Fault> {
        let heard = if self.is_followed {
            self.lines.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            self.lines.try_recv()
        };
        match heard {
            Ok(heard) => Err(Fault::OutOfTurn(text_of(heard.line)?)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(()),
        }
    }

    /// When an answer that is asked for now must have come.
    pub(super) fn deadline(&mut self) -> Instant {
        let more = if self.has_answered { Duration::ZERO } else { BEGINNING };
        self.has_answered = true;
        self.allowed = self.limit.saturating_add(more);
        let now = Instant::now();
        now.checked_add(self.allowed).unwrap_or(now + LONGEST)
    }

    /// The next line that it writes until then.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<String, Fault> {
        while !self.stop.is_stopped() {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(heard) => {
                    self.is_followed = heard.is_followed;
                    return text_of(heard.line);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Late(format!("{}", self.allowed.as_secs_f64())));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Died),
            }
        }
        Err(Fault::Stopped)
    }
}

/// Ends a program with all that it started; nothing happens where nobody is left.
fn kill_group(group: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

impl Drop for Program {
    fn drop(&mut self) {
        // Most end when nothing more can come.
        self.input = None;
        let deadline = Instant::now() + ENDING;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        kill_group(self.child.id());
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.child.id());
        // Where there are no groups.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines until there are no more, or nobody reads.
fn write_all(mut pipe: ChildStdin, told: &Receiver<String>) {
    for line in told {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until nobody listens, or one shows that nothing good will come.
fn pass_on(
    mut output: BufReader<impl std::io::Read>,
    sender: &SyncSender<Heard>,
) -> Result<(), SendError<Heard>> {
    while let Ok(Some(line)) = next_line(&mut output) {
        let is_last = line == Line::TooLong;
        let is_followed = !is_last && output.buffer().contains(&b'\n');
        sender.send(Heard { line, is_followed })?;
        if is_last {
            break;
        }
    }
    Ok(())
}

fn text_of(line: Line) -> Result<String, Fault> {
    match line {
        Line::Text(text) => Ok(text),
        Line::TooLong => Err(Fault::TooLong),
        Line::NotText => Err(Fault::Rubbish("\u{fffd}".to_owned())),
    }
}
