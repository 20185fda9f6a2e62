//! Requests: what a game, a menu or a form asks of the host around it.

use masume_store::PlayNumber;

use crate::menu::options::Beginning;

/// A request to the host of a game, of every face: the host does it and answers with events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Keeps the session, which changed.
    Keep,
    /// Keeps another session of the game, which began: another level, another seed.
    KeepNext,
    /// Keeps another session, on the board of the one before with another cell.
    KeepPainted,
    /// Keeps the session before, which is gone on with.
    ReturnToPrevious,
    /// Leaves the game that waited for one from its beginning.
    BeginInstead,
    /// Offers another one of the games that wait.
    OfferAnother,
    /// Goes on with a play that was left before its end.
    GoOn(PlayNumber),
    /// Opens a game of the menu: goes on with it, or begins it anew.
    Open {
        /// Its name.
        name: String,
        /// True if a game that waits is left aside.
        anew: bool,
    },
    /// Begins a game as it was chosen.
    Begin {
        /// Its name; `None` for the game being played.
        name: Option<String>,
        /// The choices.
        beginning: Beginning,
    },
    /// Shows the choices of the beginning: of the game of this name, or of the one being played.
    Options {
        /// Its name.
        name: Option<String>,
        /// The level to begin with.
        level: Option<usize>,
    },
    /// Lists the levels, with their records.
    Levels,
    /// Lists what was done so far.
    History,
    /// Shows the help of the game.
    Help,
    /// Shows the help of the menu.
    MenuHelp,
    /// Shows why the last action did what it did.
    Trace,
    /// Shows what was played: of this game first, then of all.
    Statistics(String),
    /// Gives the session as the text of a file.
    Save,
    /// Gives the id of the game to the clipboard.
    Copy,
    /// Shows another set of glyphs.
    Glyphs,
    /// Leaves the game for the menu; without a menu, everything.
    Leave,
    /// Ends everything.
    End,
    /// Suspends the program.
    Suspend,
}
