//! Keys with which the name of a cell begins, or a move as the game writes them.

use masume_session::Meaning;

use super::command::BROWSER_KEYS;
use super::{Command, Dialogue};

/// Keys that go on meaning what they mean everywhere: to leave, to restart, to take back. A name
/// that begins with one of them is typed behind the key for that.
const KEPT: [&str; 3] = ["q", "r", "z"];

impl Dialogue {
    /// True if a name begins with this key, and not what it means in other games. Where several
    /// play, cells are called by their names as on paper: `d4` is no step of the cursor to the
    /// right, and `Nf3` no other level.
    pub fn begins_name(&self, key: &str) -> bool {
        let (game, state) = (self.session.game(), self.session.state());
        let rules = game.rules();
        let mut letters = key.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
        let is_own = || self.keys.bindings().iter().any(|it| it.is_own && it.key == key);
        if self.is_heard || !self.takes_cells || rules.players.len() < 2 || KEPT.contains(&key) {
            return false;
        }
        let names = game.cell_names(state);
        let is_of_cell = match names.column_label(0) {
            Some(_) => {
                let mut columns = (0..state.board.grid().width()).map(|it| names.column_name(it));
                columns.any(|name| name.starts_with(letter))
            }
            None => matches!(letter, '1'..='9'),
        };
        let is_of_move = || {
            let moves = rules.moves.iter();
            let mut words = moves.flat_map(|moves| {
                let steps = moves.steps.iter().map(|step| &step.name);
                moves.letters.iter().map(|(_, letter)| letter).chain(steps)
            });
            words.any(|word| word.starts_with(letter))
        };
        (is_of_cell || is_of_move()) && !is_own()
    }

    /// The capital of a letter with which a name begins.
    pub(crate) fn capital_of_name(&self, key: &str) -> Option<char> {
        let capital = key.parse().ok().filter(char::is_ascii_uppercase)?;
        self.begins_name(&key.to_ascii_lowercase()).then_some(capital)
    }

    /// A letter, where names begin with letters, be it of no column here.
    pub(crate) fn letter_of_name(&self, key: &str) -> Option<char> {
        let letter = key.parse().ok().filter(char::is_ascii_alphabetic)?;
        self.begins_name("a").then_some(letter)
    }

    /// The letters or digits with which names of cells begin, from the first to the last, where
    /// they do without another key.
    pub(super) fn letters_of_names(&self) -> Option<String> {
        let keys = ('a'..='z').chain('1'..='9').map(String::from);
        let mut keys = keys.filter(|key| self.begins_name(key));
        let first = keys.next()?;
        let last = keys.last().unwrap_or_else(|| first.clone());
        Some(format!("{first}-{last}"))
    }

    /// The keys of a command here, the first one first.
    pub fn keys_of(&self, command: Command) -> Vec<&str> {
        let mut keys = self.keys.keys_of(&Meaning::Command(command));
        keys.retain(|key| !self.begins_name(key) && !self.is_taken(key));
        keys
    }

    /// True for a key that means a command elsewhere, and here something of the browser that shows the page.
    pub(crate) fn is_taken(&self, key: &str) -> bool {
        self.has_buttons && BROWSER_KEYS.contains(&key)
    }
}
