//! The terminal, taken and given back.
//!
//! However the program ends, the terminal is left as it was found: when [`Screen`] is dropped, in
//! a panic before its message is written, and before the process is stopped.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Stdout, Write as _};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::{cursor, execute, terminal};
use masume_presentation::picture::widths::Widths;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::App;
use super::draw;
use super::events;
use super::input::Input;

#[cfg(unix)]
use super::measure;
use super::measure::Answers;
use masume_presentation::picture::tone::Rgb;

/// True if the terminal is ours, for the panic hook.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours.
pub(super) struct Screen {
    /// Never dropped: the library would show the cursor, which is done here, and print to standard
    /// error where the terminal has gone, which is a panic where that has gone too.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>,
    /// Buffer that was drawn last, to be seen under a note.
    last: Buffer,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn take() -> io::Result<Self> {
        give_back_in_a_panic();
        #[cfg(unix)]
        read_without_waiting();
        take()?;
        let made = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stdout())));
        match made {
            Ok(terminal) => {
                let terminal = ManuallyDrop::new(terminal);
                let screen = Self { terminal, last: Buffer::empty(Rect::ZERO) };
                // The library hears of a new size from its first question on, and not before.
                event::poll(Duration::ZERO)?;
                Ok(screen)
            }
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Shows the model.
    pub(super) fn draw(&mut self, app: &App) -> io::Result<()> {
        let drawn = self.terminal.draw(|frame| draw::draw(frame, app))?;
        self.last.clone_from(drawn.buffer);
        Ok(())
    }

    /// Shows a note at the bottom, over what was drawn last.
    pub(super) fn draw_note(&mut self, note: &str) -> io::Result<()> {
        let last = &self.last;
        self.terminal.draw(|frame| {
            let area = frame.area();
            for place in area.intersection(last.area).positions() {
                frame.buffer_mut()[place].clone_from(&last[place]);
            }
            draw::note(frame, note);
        })?;
        Ok(())
    }

    /// Puts the text on the clipboard, where the terminal lets programs do that; none says whether
    /// it does.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back, waits in `meanwhile`, and takes it again.
    pub(super) fn lend(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        give_back();
        meanwhile();
        take()?;
        // Another program has written on it.
        self.clear()
    }

    /// From here on everything is drawn anew.
    fn clear(&mut self) -> io::Result<()> {
        // The library's own `clear` asks where the cursor is, and fails where nothing answers.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from(size))
    }

    /// The next input, or `None` when the time is over, or a signal came.
    pub(super) fn wait(&self, time: Duration) -> io::Result<Option<Input>> {
        /// In no time at all the library does not look at what it has read already. Of any time it
        /// spends the last millisecond asking again and again: waiting through it took half of the
        /// processor time of a key (`benches/keys/run`: 2.2 ms in Sokoban, 1.1 without).
        const LEAST: Duration = Duration::from_micros(50);
        let is_read =
            event::poll(LEAST)? || !time.is_zero() && wait_for_bytes(time)? && event::poll(LEAST)?;
        if !is_read {
            return Ok(None);
        }
        Ok(events::input_of(&event::read()?))
    }

    /// Asks how wide these glyphs are shown and what lies behind them.
    pub(super) fn measure(&mut self, glyphs: &[String]) -> io::Result<Measured> {
        let answers = ask(glyphs)?;
        // A column is where the cursor stood after the glyph, counted from 1.
        let widths = answers.columns.into_iter().map(|column| column.saturating_sub(1));
        let measured: BTreeMap<String, u16> = glyphs.iter().cloned().zip(widths).collect();
        self.clear()?;
        let widths = Widths::new(measured);
        Ok(Measured { widths, ground: answers.ground, keys: answers.keys })
    }
}

/// Answers of a terminal that was asked.
pub(super) struct Measured {
    /// Widths at which it shows glyphs.
    pub(super) widths: Widths,
    /// The colour behind them, where it says so.
    pub(super) ground: Option<Rgb>,
    /// Pressed meanwhile.
    pub(super) keys: Vec<Input>,
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// From here on, reading keys that are not there yet does not wait for them.
///
/// The library reads on as long as a key is half there, such as the first bytes of a sequence; if
/// reading waited, signals and a new size would wait with it. The terminal is opened once more for
/// that, because what this process was given is shared with the shell.
#[cfg(unix)]
fn read_without_waiting() {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::stdio::{dup2_stdin, stdin};
    use rustix::termios::ttyname;

    let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    // Where it cannot be opened again, it can be played on all the same.
    let opened = ttyname(stdin(), Vec::new()).and_then(|path| open(path, flags, Mode::empty()));
    let _ = opened.and_then(dup2_stdin);
}

/// Waits until there is something to read, or something has happened to the terminal; false where
/// nothing has in this time.
#[cfg(unix)]
fn wait_for_bytes(time: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = io::stdin();
    let time = Timespec::try_from(time).ok();
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], time.as_ref()) {
        Ok(found) => Ok(found > 0),
        // Such as the one that tells of a new size, which the library has to be asked about.
        Err(rustix::io::Errno::INTR) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// There the library waits without asking again and again.
#[cfg(not(unix))]
fn wait_for_bytes(time: Duration) -> io::Result<bool> {
    event::poll(time)
}

fn take() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    let taken = execute!(
        io::stdout(),
        terminal::EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    );
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Leaves the terminal as it was found. Nothing better can be done with one that has gone.
fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        terminal::LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
}

/// A panic's message is for the screen that the player sees afterwards.
fn give_back_in_a_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
    });
}

/// Questions out, answers in, as far as they come.
#[cfg(unix)]
fn ask(glyphs: &[String]) -> io::Result<Answers> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::time::Instant;

    use masume_bots::deadline::deadline_of;

    /// No answer after this long is none. A line round the world takes less.
    const PATIENCE: Duration = Duration::from_millis(400);
    /// Variable with another time in seconds, for lines and machines that take more.
    const VARIABLE: &str = "MASUME_PATIENCE";

    let mut output = io::stdout().lock();
    output.write_all(measure::questions(glyphs).as_bytes())?;
    output.flush()?;
    drop(output);
    let stdin = io::stdin();
    let mut bytes = Vec::new();
    let asked_for = std::env::var(VARIABLE).ok().and_then(|seconds| seconds.parse().ok());
    let deadline = deadline_of(asked_for).unwrap_or_else(|| Instant::now() + PATIENCE);
    let mut answers = Answers::default();
    while !answers.is_complete {
        let left = deadline.saturating_duration_since(Instant::now());
        let Ok(time) = Timespec::try_from(left) else { break };
        let mut asked = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut asked, Some(&time)) {
            Ok(0) => break,
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        let mut part = [0; 4096];
        // Not through `std`, whose buffer would keep what the library is to read later.
        match rustix::io::read(&stdin, &mut part) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&part[..count]),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(error) => return Err(error.into()),
        }
        answers = measure::read(&bytes);
    }
    Ok(answers)
}

/// The system knows where the cursor is, without asking anybody.
#[cfg(not(unix))]
fn ask(glyphs: &[String]) -> io::Result<Answers> {
    let mut columns = Vec::new();
    for glyph in glyphs {
        execute!(io::stdout(), cursor::MoveTo(0, 0))?;
        write!(io::stdout(), "{glyph}")?;
        io::stdout().flush()?;
        columns.push(cursor::position()?.0 + 1);
    }
    Ok(Answers { columns, is_complete: true, ..Answers::default() })
}
