//! Commands of every face besides actions, and the keys for them where the game leaves them free.

use masume_engine::{Direction, Rules};
use masume_rules::model::ParamKind;
use masume_session::KeyTable;

/// Something that the terminal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// To the state before the last action.
    Undo,
    /// To the state after the action that was taken back last.
    Redo,
    /// To the first state, which can be taken back.
    Restart,
    /// To the first state of the timeline.
    First,
    /// To the last one.
    Last,
    /// To the next level.
    NextLevel,
    /// To the level before.
    PreviousLevel,
    /// To the next level that was not solved yet.
    Unsolved,
    /// A list of the levels.
    Levels,
    /// Dots on the cells that can be chosen, or none.
    Choices,
    /// A hint: the next action, then the one after.
    Hint,
    /// The action that the hint names.
    Follow,
    /// A list of what was done.
    History,
    /// A mark when the game can no longer be won, or none.
    Outlook,
    /// The reason why the last action did what it did.
    Trace,
    /// The game as a file.
    Save,
    /// A cell is typed by its name.
    Type,
    /// The last action again and again, or the only one that there is, until a key is pressed.
    GoOn,
    /// A slower pace of what goes on by itself.
    Slower,
    /// A faster pace.
    Faster,
    /// Another game, with its size, options and seed chosen.
    Options,
    /// The game's id, for a friend.
    Copy,
    /// Another set of glyphs.
    Glyphs,
    /// The board from its other side.
    Turn,
    /// The help of the game.
    Help,
    /// The cursor goes to the next cell.
    Point(Direction),
    /// The cell at the cursor is chosen.
    Choose,
    /// Nothing is selected any longer; where nothing is, the game is left.
    Back,
    /// Out of the game.
    Leave,
}

impl Command {
    /// Its name, which is the same in every language.
    ///
    /// ```
    /// use masume_presentation::dialogue::Command;
    ///
    /// assert_eq!(Command::NextLevel.name(), "next-level");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Restart => "restart",
            Self::First => "first",
            Self::Last => "last",
            Self::NextLevel => "next-level",
            Self::PreviousLevel => "previous-level",
            Self::Unsolved => "unsolved",
            Self::Levels => "levels",
            Self::Choices => "choices",
            Self::Hint => "hint",
            Self::Follow => "follow",
            Self::History => "history",
            Self::Outlook => "outlook",
            Self::Trace => "trace",
            Self::Save => "save",
            Self::Type => "type",
            Self::GoOn => "go-on",
            Self::Slower => "slower",
            Self::Faster => "faster",
            Self::Options => "options",
            Self::Copy => "copy",
            Self::Glyphs => "glyphs",
            Self::Turn => "turn",
            Self::Help => "help",
            Self::Point(_) => "point",
            Self::Choose => "choose",
            Self::Back => "back",
            Self::Leave => "leave",
        }
    }

    /// The phrase that says what it does; where cells are changed by hand, to choose one is another
    /// thing.
    ///
    /// ```
    /// use masume_presentation::dialogue::Command;
    ///
    /// assert_eq!(Command::Undo.phrase(false), "command-undo");
    /// assert_eq!(Command::Choose.phrase(true), "command-paint");
    /// ```
    pub fn phrase(self, is_painting: bool) -> &'static str {
        match self {
            Self::Choose if is_painting => "command-paint",
            Self::Choose => "command-choose",
            Self::Undo => "command-undo",
            Self::Redo => "command-redo",
            Self::Restart => "command-restart",
            Self::First => "command-first",
            Self::Last => "command-last",
            Self::NextLevel => "command-next-level",
            Self::PreviousLevel => "command-previous-level",
            Self::Unsolved => "command-unsolved",
            Self::Levels => "command-levels",
            Self::Choices => "command-choices",
            Self::Hint => "command-hint",
            Self::Follow => "command-follow",
            Self::History => "command-history",
            Self::Outlook => "command-outlook",
            Self::Trace => "command-trace",
            Self::Save => "command-save",
            Self::Type => "command-type",
            Self::GoOn => "command-go-on",
            Self::Slower => "command-slower",
            Self::Faster => "command-faster",
            Self::Options => "command-options",
            Self::Copy => "command-copy",
            Self::Glyphs => "command-glyphs",
            Self::Turn => "command-turn",
            Self::Help => "command-help",
            Self::Point(_) => "command-point",
            Self::Back => "command-back",
            Self::Leave => "command-leave",
        }
    }

    /// True if it does something only where there are several levels.
    ///
    /// ```
    /// use masume_presentation::dialogue::Command;
    ///
    /// assert!(Command::Levels.is_about_levels() && !Command::Undo.is_about_levels());
    /// ```
    pub fn is_about_levels(self) -> bool {
        matches!(self, Self::NextLevel | Self::PreviousLevel | Self::Unsolved | Self::Levels)
    }

    /// True if only the whole screen does it.
    pub fn needs_screen(self) -> bool {
        match self {
            Self::Trace
            | Self::GoOn
            | Self::Slower
            | Self::Faster
            | Self::Options
            | Self::Glyphs
            | Self::Turn
            | Self::Point(_)
            | Self::Choose => true,
            Self::Undo
            | Self::Redo
            | Self::Restart
            | Self::First
            | Self::Last
            | Self::NextLevel
            | Self::PreviousLevel
            | Self::Unsolved
            | Self::Levels
            | Self::Choices
            | Self::Hint
            | Self::Follow
            | Self::History
            | Self::Outlook
            | Self::Save
            | Self::Type
            | Self::Copy
            | Self::Help
            | Self::Back
            | Self::Leave => false,
        }
    }
}

/// Keys in the order in which they are offered: of two for one thing, one may be the game's.
const KEYS: [(&str, Command); 53] = [
    ("?", Command::Help),
    ("f1", Command::Help),
    ("q", Command::Leave),
    ("escape", Command::Back),
    ("z", Command::Undo),
    ("backspace", Command::Undo),
    ("u", Command::Undo),
    ("ctrl-r", Command::Redo),
    ("r", Command::Restart),
    ("R", Command::Restart),
    ("n", Command::NextLevel),
    ("page-down", Command::NextLevel),
    ("p", Command::PreviousLevel),
    ("page-up", Command::PreviousLevel),
    ("N", Command::Unsolved),
    ("tab", Command::Unsolved),
    ("L", Command::Levels),
    ("f4", Command::Levels),
    ("home", Command::First),
    ("end", Command::Last),
    (".", Command::Choices),
    ("c", Command::Choices),
    ("C", Command::Choices),
    ("H", Command::Hint),
    ("f8", Command::Hint),
    ("E", Command::Follow),
    ("f10", Command::Follow),
    ("V", Command::History),
    ("f11", Command::History),
    ("-", Command::Slower),
    ("+", Command::Faster),
    ("=", Command::Faster),
    ("M", Command::Outlook),
    ("f9", Command::Outlook),
    ("T", Command::Trace),
    ("f2", Command::Trace),
    ("/", Command::Type),
    (":", Command::Type),
    ("x", Command::GoOn),
    ("X", Command::GoOn),
    ("f7", Command::GoOn),
    ("W", Command::Save),
    ("ctrl-s", Command::Save),
    ("g", Command::Glyphs),
    ("G", Command::Glyphs),
    ("f3", Command::Glyphs),
    ("F", Command::Turn),
    ("f12", Command::Turn),
    ("ctrl-y", Command::Redo),
    ("O", Command::Options),
    ("f5", Command::Options),
    ("I", Command::Copy),
    ("f6", Command::Copy),
];

/// Keys of browsers: they load a page anew, keep it, show it alone, show its source, or go on to what is behind the board.
pub(crate) const BROWSER_KEYS: [&str; 6] = ["ctrl-r", "ctrl-s", "f5", "f11", "f12", "tab"];

/// Keys for the cursor, as for directions in games of steps.
const CURSOR: [(&str, Command); 23] = [
    ("up", Command::Point(Direction::Up)),
    ("down", Command::Point(Direction::Down)),
    ("left", Command::Point(Direction::Left)),
    ("right", Command::Point(Direction::Right)),
    ("enter", Command::Choose),
    ("space", Command::Choose),
    ("h", Command::Point(Direction::Left)),
    ("j", Command::Point(Direction::Down)),
    ("k", Command::Point(Direction::Up)),
    ("l", Command::Point(Direction::Right)),
    ("w", Command::Point(Direction::Up)),
    ("a", Command::Point(Direction::Left)),
    ("s", Command::Point(Direction::Down)),
    ("d", Command::Point(Direction::Right)),
    ("8", Command::Point(Direction::Up)),
    ("2", Command::Point(Direction::Down)),
    ("4", Command::Point(Direction::Left)),
    ("6", Command::Point(Direction::Right)),
    ("7", Command::Point(Direction::UpLeft)),
    ("9", Command::Point(Direction::UpRight)),
    ("1", Command::Point(Direction::DownLeft)),
    ("3", Command::Point(Direction::DownRight)),
    ("5", Command::Choose),
];

/// True if the game asks for cells, so that they can be pointed at.
pub(crate) fn takes_cells(rules: &Rules) -> bool {
    rules.actions.iter().flat_map(|action| &action.params).any(|param| match param {
        ParamKind::Cell | ParamKind::Column | ParamKind::Row => true,
        ParamKind::Direction(_) => false,
    })
}

/// True if the game runs by itself: its player can do one thing only, and chooses nothing.
pub(crate) fn runs_by_itself(rules: &Rules) -> bool {
    let is_alone = rules.players.len() == 1 && !rules.legends.is_empty();
    is_alone && matches!(rules.actions.as_slice(), [only] if only.params.is_empty())
}

/// The keys for this, where no game wants them for itself.
pub(crate) fn usual_keys(command: Command) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |(_, known)| *known == command).map(|(key, _)| *key)
}

/// Meaning of each key in this game.
pub(crate) fn key_table(rules: &Rules) -> KeyTable<Command> {
    let has_cursor = takes_cells(rules) || runs_by_itself(rules);
    let cursor = if has_cursor { &CURSOR[..] } else { &[] };
    KeyTable::new(rules, &[cursor, &KEYS].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_engine::{Game, shipped_games};

    #[test]
    fn every_command_has_a_key_in_every_game() {
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect(shipped.name);
            let table = key_table(game.rules());
            assert_eq!(table.unreachable(), [], "{}", shipped.name);
        }
    }
}
