//! Playing as text: on a terminal by keys or lines, in a pipe by lines.
//!
//! [`TextSession`](text_session::TextSession) is free of any terminal: a key or a line goes in, what is to be printed comes out.
//! What is done and said is the [`Dialogue`](masume_presentation::dialogue::Dialogue) of every
//! face; here it becomes lines that can be listened to. `terminal` is the rest: reading, writing,
//! and leaving the terminal as it was found.

mod terminal;
mod text_session;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use masume_presentation::dialogue::Dialogue;
use masume_presentation::dialogue::opponent::Opponents;
use masume_presentation::locale::Phrases;
use masume_service::Host;
use masume_store::Keeper;

use crate::arguments::FaceArguments;
use crate::data_folder;
use crate::failure::Failure;
use crate::language::chosen;
use crate::open::Opened;
use crate::output;

pub(crate) use terminal::{end_cleanly_when_interrupted, read_line};

use text_session::TextSession;

/// Between two looks at what is thought about.
const GLANCE: Duration = Duration::from_millis(20);

/// End of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The player left the game.
    Left,
    /// There is no more input, or the player wants out of everything.
    InputEnded,
}

/// Manner in which a game is played as text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextOptions {
    /// A game that was left before its end is gone on with, if the player wants that.
    pub(crate) offers_what_waits: bool,
    /// The board is shown only when it is asked for.
    pub(crate) is_quiet: bool,
}

/// Plays until the player leaves or the input ends.
pub(crate) fn play(
    opened: Opened,
    options: TextOptions,
    opponents: Opponents,
    face: &FaceArguments,
) -> Result<Ending, Failure> {
    end_cleanly_when_interrupted();
    let is_terminal = io::stdin().is_terminal();
    let shipped = opened.source.shipped();
    let mut phrases = Phrases::new(chosen(face.locale));
    phrases.speak_of(shipped.map(|it| it.name));
    let name = shipped.map_or_else(|| opened.source.path.clone(), |it| it.name.to_owned());
    let session = opened.session()?.with_seats(opponents.seats.clone());
    session
        .legal_actions()
        .map_err(|error| opened.run_failure(session.state().board.grid(), error))?;
    // Lines from a pipe are a script: it does the same each time, and leaves nothing behind.
    let is_kept = is_terminal && !opponents.is_shown();
    let keeper = if is_kept { data_folder::open() } else { Keeper::of_nothing() };
    let dialogue = Dialogue::new(session, opened.source, &phrases);
    let mut text = TextSession::new(dialogue, phrases, Host::new(keeper), &name);
    text.show(&opponents);
    let said = text.begin(options);
    let ending = match is_terminal && !opponents.is_shown() && text.take_keys() {
        true => terminal::play_by_keys(&mut text, &said)?,
        false => play_by_lines(&mut text, &said, is_terminal, &opponents)?,
    };
    // What could not be kept as it was left is a failure.
    text.trouble().map_or(Ok(ending), |trouble| Err(Failure::input(trouble)))
}

/// Plays line by line: from a terminal, or from a pipe.
fn play_by_lines(
    text: &mut TextSession,
    said: &str,
    is_terminal: bool,
    opponents: &Opponents,
) -> Result<Ending, Failure> {
    output::print(said)?;
    while !text.is_left() {
        while text.is_busy() {
            output::print(&text.go_on(GLANCE))?;
        }
        if opponents.is_shown() && text.is_over() {
            return Ok(Ending::Left);
        }
        if is_terminal {
            output::print("> ")?;
        }
        let Some(line) = read_line() else {
            text.leave();
            if is_terminal {
                output::print("\n")?;
            }
            return Ok(Ending::InputEnded);
        };
        output::print(&text.line(&line))?;
    }
    Ok(Ending::Left)
}
