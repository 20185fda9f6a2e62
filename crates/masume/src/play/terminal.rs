//! Reading lines and keys, and leaving the terminal as it was found.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::process;
use std::sync::Once;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;

use super::Ending;
use super::table::{Phase, Table};
use crate::escape::escaped;
use crate::failure::Failure;
use crate::output;

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
pub(super) fn play_by_keys(table: &mut Table, said: &str) -> Result<Ending, Failure> {
    let Ok(raw) = RawMode::enter() else {
        return Err(Failure::input("the terminal cannot be read key by key"));
    };
    raw.print(said)?;
    // The line being typed after `:`.
    let mut line: Option<String> = None;
    while table.phase() != Phase::Left {
        // A terminal that has gone is the end of input.
        let Ok(event) = event::read() else { return Ok(Ending::InputEnded) };
        let Some(key) = key_of(&event) else { continue };
        if key == Key::End {
            raw.print("\n")?;
            return Ok(Ending::InputEnded);
        }
        match (&mut line, key) {
            (_, Key::End) => {}
            (Some(typed), key) => match edit(typed, key, &raw)? {
                Edit::GoesOn => {}
                Edit::Given => {
                    let said = table.line(typed);
                    line = None;
                    raw.print(&said)?;
                }
                Edit::Dropped => line = None,
            },
            (None, Key::Character(':')) if table.leaves_free(":") => {
                line = Some(String::new());
                raw.print(":")?;
            }
            (None, Key::Character(character)) => {
                raw.print(&table.key(character.encode_utf8(&mut [0; 4])))?;
            }
            (None, Key::Named(name)) => raw.print(&table.key(name))?,
        }
    }
    Ok(Ending::Left)
}

/// A key press, as far as it means anything here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Character(char),
    /// A name of the grammar, such as `up`.
    Named(&'static str),
    /// Ctrl-C or Ctrl-D.
    End,
}

fn key_of(event: &Event) -> Option<Key> {
    let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else { return None };
    if *kind == KeyEventKind::Release {
        return None;
    }
    let with_control = modifiers.contains(KeyModifiers::CONTROL);
    #[expect(clippy::wildcard_enum_match_arm, reason = "an enum of the library, with many keys")]
    let name = match code {
        KeyCode::Char('c' | 'd') if with_control => return Some(Key::End),
        KeyCode::Char(_) if with_control => return None,
        KeyCode::Char(' ') => "space",
        KeyCode::Char(character) => return Some(Key::Character(*character)),
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        KeyCode::Enter => "enter",
        KeyCode::Tab => "tab",
        KeyCode::Esc => "escape",
        KeyCode::Backspace => "backspace",
        // No game can bind any other key.
        _ => return None,
    };
    Some(Key::Named(name))
}

enum Edit {
    GoesOn,
    Given,
    Dropped,
}

/// Types one key into the line.
fn edit(line: &mut String, key: Key, raw: &RawMode) -> Result<Edit, Failure> {
    match key {
        Key::Character(character) => {
            line.push(character);
            raw.print(character.encode_utf8(&mut [0; 4]))?;
        }
        Key::Named("space") => {
            line.push(' ');
            raw.print(" ")?;
        }
        Key::Named("backspace") => {
            if line.pop().is_some() {
                raw.print("\u{8} \u{8}")?;
            }
        }
        Key::Named("enter") => {
            raw.print("\n")?;
            return Ok(Edit::Given);
        }
        Key::Named("escape") => {
            raw.print("\n")?;
            return Ok(Edit::Dropped);
        }
        Key::Named(_) | Key::End => {}
    }
    Ok(Edit::GoesOn)
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
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // Nothing better can be done with a terminal that has gone.
        let _ = terminal::disable_raw_mode();
    }
}
