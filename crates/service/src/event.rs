//! Events: what came of a request, for the face that shows the game.

use std::collections::BTreeMap;

use masume_presentation::dialogue::Dialogue;
use masume_presentation::dialogue::help::Help;
use masume_presentation::menu::list::Menu;
use masume_presentation::menu::options::Options;
use masume_presentation::trace::Trace;
use masume_store::LevelRecord;

/// An event, in the order in which it came about.
#[derive(Debug)]
pub enum Event {
    /// The session was kept; an action was done before.
    Kept,
    /// The board was changed by hand, and kept as another session.
    Painted,
    /// The dialogue has another session, which is shown from its beginning.
    Begun,
    /// Another game was opened: this dialogue takes the place of the one before.
    Opened(Box<Dialogue>),
    /// The game was left for the menu.
    Menu(Menu),
    /// The beginning of a game is to be chosen.
    Options(Box<Options>),
    /// The chosen beginning is none, for this reason in words.
    Refused(String),
    /// The levels are to be listed, with what is kept of each of which anything is.
    Levels(BTreeMap<usize, LevelRecord>),
    /// The actions so far are to be listed.
    History(Vec<String>),
    /// The help of the game is to be shown, as the face has it.
    Help,
    /// The help of the menu.
    MenuHelp(Help),
    /// The trace of the last action.
    Trace(Box<Trace>),
    /// Counts of what was played: parts with a heading each.
    Statistics {
        /// The title above all.
        title: String,
        /// Headings and lines.
        parts: Vec<(String, Vec<String>)>,
    },
    /// The session is to be written as a file: the name of the game, and the text.
    Save {
        /// The name of the game.
        name: String,
        /// The text of the file.
        text: String,
    },
    /// The id is for the clipboard.
    Copied(String),
    /// Another set of glyphs is wanted.
    Glyphs,
    /// Something around the game went wrong, in words; the game itself goes on.
    Trouble(String),
    /// The face is left.
    Ended,
    /// The program is to be suspended.
    Suspended,
}
