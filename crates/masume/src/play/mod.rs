//! Playing as text: on a terminal by keys or lines, in a pipe by lines.
//!
//! [`Table`] is free of any terminal: a key or a line goes in, what is to be printed comes out.
//! `terminal` is the rest: reading, writing, and leaving the terminal as it was found.

mod command;
mod gesture;
mod help;
mod keys;
mod outcome;
mod screen;
mod status;
mod table;
mod terminal;
mod words;

use std::io::{self, IsTerminal as _};

use crate::failure::Failure;
use crate::open::Opened;
use crate::output;

pub(crate) use outcome::outcome_text;
pub(crate) use terminal::{end_cleanly_when_interrupted, read_line};

use table::{Phase, Table};

/// How playing came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The player left the game.
    Left,
    /// There is no more input, or the player wants out of everything.
    InputEnded,
}

/// Plays until the player leaves or the input ends.
pub(crate) fn play(opened: Opened) -> Result<Ending, Failure> {
    end_cleanly_when_interrupted();
    let (mut table, said) = Table::new(opened)?;
    let is_terminal = io::stdin().is_terminal();
    if is_terminal && table.take_keys() {
        return terminal::play_by_keys(&mut table, &said);
    }
    output::print(&said)?;
    while table.phase() != Phase::Left {
        if is_terminal {
            output::print("> ")?;
        }
        let Some(line) = read_line() else {
            if is_terminal {
                output::print("\n")?;
            }
            return Ok(Ending::InputEnded);
        };
        output::print(&table.line(&line))?;
    }
    Ok(Ending::Left)
}
