//! Reading lines and keys, and leaving the terminal as it was found.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::process;
use std::sync::Once;
use std::time::Duration;

use crossterm::event;
use crossterm::terminal;
use masume_presentation::escape::escaped;

use super::text_session::TextSession;
use super::{Ending, GLANCE};
use crate::failure::Failure;
use crate::language;
use crate::output;
use crate::tui::events::input_of;
use crate::tui::input::Input;

/// The longest line that is read whole, in bytes; what is beyond is a line of its own.
const LONGEST_LINE: u64 = 1 << 16;

/// From here on, Ctrl-C, a hang-up and a request to terminate are a clean end.
pub(crate) fn end_cleanly_when_interrupted() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where the handler cannot be set, the system's own way of ending remains.
        let _ = ctrlc::set_handler(|| {
            let _ = terminal::disable_raw_mode();
            let _ = io::stdout().write_all(b"\n");
            process::exit(0);
        });
    });
}

/// The next line without its end; none when the input is over.
pub(crate) fn read_line() -> Option<String> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    match read {
        // Input that cannot be read is as good as none.
        Ok(0) | Err(_) => None,
        Ok(_) => {
            let line = String::from_utf8_lossy(&bytes);
            Some(line.trim_end_matches(['\n', '\r']).to_owned())
        }
    }
}

/// Plays key by key: each acts at once.
pub(super) fn play_by_keys(text: &mut TextSession, said: &str) -> Result<Ending, Failure> {
    let Ok(raw) = RawMode::enter() else {
        return Err(Failure::input(language::phrases().say("no-single-keys", &[])));
    };
    raw.print(said)?;
    // The line being typed after `:`.
    let mut line: Option<String> = None;
    while !text.is_left() {
        // Keys come before what is thought about: one of them may take an action back.
        if line.is_none() && text.is_busy() && !event::poll(GLANCE).unwrap_or(true) {
            raw.print(&text.go_on(Duration::ZERO))?;
            continue;
        }
        // A terminal that has gone is the end of input.
        let Ok(event) = event::read() else {
            text.leave();
            return Ok(Ending::InputEnded);
        };
        let Some(Input::Key(key)) = input_of(&event) else { continue };
        match (&mut line, key.as_str()) {
            (_, "ctrl-c" | "ctrl-d") => {
                text.leave();
                raw.print("\n")?;
                return Ok(Ending::InputEnded);
            }
            (Some(typed), key) => match edit(typed, key, &raw)? {
                Edit::GoesOn => {}
                Edit::Given => {
                    let said = text.line(typed);
                    line = None;
                    raw.print(&said)?;
                }
                Edit::Dropped => line = None,
            },
            (None, key) if text.begins_line(key) => {
                line = Some(String::new());
                raw.print(":")?;
            }
            (None, key) => raw.print(&text.key(key))?,
        }
    }
    Ok(Ending::Left)
}

enum Edit {
    GoesOn,
    Given,
    Dropped,
}

/// Types one key into the line.
fn edit(line: &mut String, key: &str, raw: &RawMode) -> Result<Edit, Failure> {
    match key {
        "enter" => {
            raw.print("\n")?;
            return Ok(Edit::Given);
        }
        "escape" => {
            raw.print("\n")?;
            return Ok(Edit::Dropped);
        }
        "backspace" => {
            let last = line.pop();
            last.map_or(Ok(()), |_| raw.erase())?;
        }
        "space" => type_in(line, " ", raw)?,
        // The names of other keys are longer than what they would type.
        key if key.chars().count() == 1 => type_in(line, key, raw)?,
        _ => {}
    }
    Ok(Edit::GoesOn)
}

fn type_in(line: &mut String, typed: &str, raw: &RawMode) -> Result<(), Failure> {
    line.push_str(typed);
    raw.print(typed)
}

/// The terminal gives each key at once, until this is dropped.
struct RawMode;

impl RawMode {
    fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        Ok(Self)
    }

    /// Writes the text; the terminal does not go back to the first column by itself now.
    fn print(&self, text: &str) -> Result<(), Failure> {
        output::print_raw(&escaped(text).replace('\n', "\r\n"))
    }

    /// Takes the last character off the screen.
    fn erase(&self) -> Result<(), Failure> {
        output::print_raw("\u{8} \u{8}")
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // Nothing better can be done with a terminal that has gone.
        let _ = terminal::disable_raw_mode();
    }
}
