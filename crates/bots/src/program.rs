//! A program that runs beside us, with a time limit on every answer.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SendError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use masume_engine::StopToken;

use super::lines::{Bounded, Line, MOST_BYTES};
use super::{Exit, Fault, Terms, descendants};

/// Lines that wait, in either direction: a program that writes more waits itself, and one that
/// reads so little has failed.
const WAITING: usize = 64;
/// Time that a program has to begin, on top of that for an action.
const BEGINNING: Duration = Duration::from_secs(10);
/// Wait where the time that is given is longer than a clock counts.
const LONGEST: Duration = Duration::from_secs(86_400);
/// Time that a program has to end by itself once its input is closed.
const ENDING: Duration = Duration::from_millis(300);
/// The same where its keeper was asked to end, who is to be out within a tenth of a second.
const ENDING_IN_HASTE: Duration = Duration::from_millis(30);
/// Bound of the wait for a program to end that has closed its output, and for the last of its
/// standard error.
const DYING: Duration = Duration::from_secs(2);
/// Bytes of what a program wrote last to its standard error that are kept.
const MOST_WORDS: usize = 4096;
/// Lines of them that are repeated.
const MOST_LAST_LINES: usize = 12;
/// Characters of each of them.
const MOST_LETTERS: usize = 200;
/// Longest time until it is seen that nobody waits for an answer any more.
const GLANCE: Duration = Duration::from_millis(20);

/// Programs that run, by the number of their process and of its group.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends every program that runs, for who ends without dropping them.
pub(super) fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|&group| kill_group(group));
    descendants::end_all();
}

/// The time for an answer; what is longer than can be counted is as good as all there is.
pub fn limit_of(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// A line, and whether another was read together with it: what is written at once is heard at once,
/// however late the thread that reads comes to the second line.
#[derive(Debug)]
struct HeardLine {
    line: Line,
    is_followed: bool,
}

/// Standard error of a program, of which the last is kept.
#[derive(Debug)]
struct Errors {
    last: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected at its end.
    is_read: Receiver<()>,
}

impl Errors {
    /// Reads all of it, so that the program never waits for that.
    fn read(mut pipe: ChildStderr) -> Self {
        let (at_end, is_read) = sync_channel(0);
        let last = Arc::<Mutex<VecDeque<u8>>>::default();
        let kept = last.clone();
        thread::spawn(move || {
            let _at_end = at_end;
            let mut bytes = [0; MOST_WORDS];
            while let Ok(count @ 1..) = pipe.read(&mut bytes) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&bytes[..count]);
                let more = kept.len().saturating_sub(MOST_WORDS);
                kept.drain(..more);
            }
        });
        Self { last, is_read }
    }

    /// The last lines, once the program has ended. What it started may hold the pipe open: then
    /// those up to now.
    fn last_lines(&self) -> String {
        let _ = self.is_read.recv_timeout(DYING);
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = last.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let last = &lines[lines.len().saturating_sub(MOST_LAST_LINES)..];
        let shown = last.iter().map(|line| line.chars().take(MOST_LETTERS).collect());
        shown.collect::<Vec<String>>().join("\n")
    }
}

/// A program that runs beside us. It is ended when it is dropped.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// Queue of what is still to be written to it; gone once its input is to be closed.
    input: Option<SyncSender<String>>,
    lines: Receiver<HeardLine>,
    /// Its standard error, where nobody else shows it.
    errors: Option<Errors>,
    /// Another line was read together with the last one.
    is_followed: bool,
    /// It has written a line.
    has_spoken: bool,
    /// It was ended, and what it started with it.
    is_over: bool,
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
        let errors = if terms.is_heard { Stdio::inherit() } else { Stdio::piped() };
        let mut command = Command::new(name);
        // What it starts itself is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let mut child = {
            // What runs and is not noted would be taken for an orphan.
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            let child = command.spawn();
            let child = child.map_err(|error| Fault::NotStarted(format!("{name}: {error}")))?;
            running.insert(child.id());
            child
        };
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
        let errors = child.stderr.take().map(Errors::read);
        let (limit, stop) = (terms.limit, terms.stop.clone());
        Ok(Self {
            child,
            input: Some(input),
            lines,
            errors,
            is_followed: false,
            has_spoken: false,
            is_over: false,
            limit,
            allowed: limit,
            has_answered: false,
            stop,
        })
    }

    /// Writes a line to it. One who does not read is not waited for.
    pub(super) fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self.input.as_ref().map(|input| input.try_send(format!("{line}\n")));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Fault::Flood),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(Fault::Died(self.exit())),
        }
    }

    /// The line that waits to be read before it is asked.
    pub(super) fn early(&mut self) -> Result<Option<String>, Fault> {
        let heard = if self.is_followed {
            self.lines.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            self.lines.try_recv()
        };
        match heard {
            Ok(heard) => self.text_of(heard).map(Some),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
        }
    }

    fn text_of(&mut self, heard: HeardLine) -> Result<String, Fault> {
        (self.is_followed, self.has_spoken) = (heard.is_followed, true);
        match heard.line {
            Line::Text(text) => Ok(text),
            Line::TooLong => Err(Fault::TooLong),
            Line::NotText => Err(Fault::Rubbish("\u{fffd}".to_owned())),
        }
    }

    /// True if it never wrote a line.
    pub(super) fn is_mute(&self) -> bool {
        !self.has_spoken
    }

    /// The end that it came to, once it can neither be heard nor told anything.
    fn exit(&mut self) -> Exit {
        self.wait(DYING).map_or(Exit::OutputClosed, exit_of)
    }

    /// Its status, once it has ended in this time.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// The last lines of its standard error, where nobody else shows it. It is ended for that.
    pub(super) fn last_words(&mut self) -> Option<String> {
        self.end();
        self.errors.as_ref().map(Errors::last_lines).filter(|lines| !lines.is_empty())
    }

    /// Ends it, and all that it started.
    fn end(&mut self) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        // Most end when nothing more can come.
        self.input = None;
        let is_hasty = self.stop.is_stopped();
        self.wait(if is_hasty { ENDING_IN_HASTE } else { ENDING });
        let started = descendants::below(self.child.id());
        // It first: a shell would tell on standard error what became of those that it started.
        kill_group(self.child.id());
        // Where there are no groups.
        let _ = self.child.kill();
        let _ = self.child.wait();
        descendants::end(&started);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&self.child.id());
        // Whose a process was that has lost its parent cannot be told: it waits until no program runs.
        if running.is_empty() {
            descendants::end_all();
        }
    }

    /// Instant by which an answer that is asked for now must have come.
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
                Ok(heard) => return self.text_of(heard),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Late(format!("{}", self.allowed.as_secs_f64())));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Died(self.exit())),
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
        self.end();
    }
}

/// A status as a program gives it, or the signal that ended it.
fn exit_of(status: ExitStatus) -> Exit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Exit::Signal(signal);
    }
    status.code().map_or(Exit::OutputClosed, Exit::Status)
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
    output: BufReader<impl std::io::Read>,
    sender: &SyncSender<HeardLine>,
) -> Result<(), SendError<HeardLine>> {
    let mut lines = Bounded::new(output, MOST_BYTES);
    while let Ok(Some(line)) = lines.next_line() {
        let is_last = line == Line::TooLong;
        let is_followed = !is_last && lines.input().buffer().contains(&b'\n');
        sender.send(HeardLine { line, is_followed })?;
        if is_last {
            break;
        }
    }
    Ok(())
}
