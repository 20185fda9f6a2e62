//! Meanings of keys in a game: the game's own keys, the usual ones, and those of the face.

use std::collections::BTreeSet;

use masume_engine::{Direction, Player, Rules};
use masume_rules::model::{ActionInfo, ParamKind, PassRule, Ways};

/// A key: one character, or one of the names `up down left right space enter tab escape
/// backspace`, or what else a face calls a key of its own, such as `ctrl-z`.
pub type Key = String;

/// Meaning of a key. `C` is what the face can do besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<C> {
    /// An action as text; the place of a cell may be left out, and the selected one is meant.
    Action(String),
    /// The game's help.
    Help,
    /// Something that the face does.
    Command(C),
}

/// A key with what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding<C> {
    /// The key.
    pub key: Key,
    /// Meaning of the key.
    pub meaning: Meaning<C>,
    /// True if the game's own text says so.
    pub is_own: bool,
}

/// A key that could have meant a second thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict<C> {
    /// The key.
    pub key: Key,
    /// Meaning that it keeps.
    pub kept: Meaning<C>,
    /// Meaning that it does not get.
    pub lost: Meaning<C>,
}

/// Table of the meanings of keys in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyTable<C> {
    bindings: Vec<Binding<C>>,
    conflicts: Vec<Conflict<C>>,
}

/// Sets of keys for directions, in the order in which they are offered. A set of which the game
/// gives one key another meaning is left out as a whole: half a set would mislead.
const SETS: [&[(&str, Direction)]; 4] = [
    &[
        ("up", Direction::Up),
        ("down", Direction::Down),
        ("left", Direction::Left),
        ("right", Direction::Right),
    ],
    &[
        ("h", Direction::Left),
        ("j", Direction::Down),
        ("k", Direction::Up),
        ("l", Direction::Right),
        ("y", Direction::UpLeft),
        ("u", Direction::UpRight),
        ("b", Direction::DownLeft),
        ("n", Direction::DownRight),
    ],
    &[
        ("w", Direction::Up),
        ("a", Direction::Left),
        ("s", Direction::Down),
        ("d", Direction::Right),
    ],
    // As the keys of a number pad lie.
    &[
        ("8", Direction::Up),
        ("2", Direction::Down),
        ("4", Direction::Left),
        ("6", Direction::Right),
        ("7", Direction::UpLeft),
        ("9", Direction::UpRight),
        ("1", Direction::DownLeft),
        ("3", Direction::DownRight),
    ],
];

impl<C: Clone + PartialEq> KeyTable<C> {
    /// The keys of a game. The game's own win; then come the usual keys for directions, where one
    /// action alone takes a direction and nothing else; then those of the face, in order; then,
    /// for actions that take nothing and have no key yet, the space bar or a letter of the name.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # use masume_session::{KeyTable, Meaning};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "robots").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let table: KeyTable<&str> = KeyTable::new(game.rules(), &[("q", "quit"), ("8", "zoom")]);
    /// assert_eq!(table.meaning("q"), Some(&Meaning::Command("quit")));
    /// // The game's own keys win.
    /// assert_eq!(table.meaning("8"), Some(&Meaning::Action("step up".to_owned())));
    /// ```
    pub fn new(rules: &Rules, face: &[(&str, C)]) -> Self {
        let mut table = Self { bindings: Vec::new(), conflicts: Vec::new() };
        for binding in &rules.keys {
            let meaning = match binding.action.as_str() {
                "help" => Meaning::Help,
                action => Meaning::Action(action.to_owned()),
            };
            table.bindings.push(Binding { key: binding.key.clone(), meaning, is_own: true });
        }
        table.add_directions(rules);
        for (key, does) in face {
            table.add(key, Meaning::Command(does.clone()));
        }
        table.add_plain_actions(rules);
        table
    }

    /// Meaning of a key; `None` where it means nothing in this game.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # use masume_session::{KeyTable, Meaning};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "robots").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let table: KeyTable<&str> = KeyTable::new(game.rules(), &[("q", "quit"), ("8", "zoom")]);
    /// assert_eq!(table.meaning("5"), Some(&Meaning::Action("wait".to_owned())));
    /// assert_eq!(table.meaning("ctrl-x"), None);
    /// ```
    pub fn meaning(&self, key: &str) -> Option<&Meaning<C>> {
        let found = self.bindings.iter().find(|binding| binding.key == key);
        found.map(|binding| &binding.meaning)
    }

    /// The game's own keys in the order of its text, then the others.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # use masume_session::{KeyTable, Meaning};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "robots").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let table: KeyTable<&str> = KeyTable::new(game.rules(), &[("q", "quit"), ("8", "zoom")]);
    /// let first = &table.bindings()[0];
    /// assert_eq!((first.key.as_str(), first.is_own), ("7", true));
    /// ```
    pub fn bindings(&self) -> &[Binding<C>] {
        &self.bindings
    }

    /// The keys that do this, in the order of [`KeyTable::bindings`].
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # use masume_session::{KeyTable, Meaning};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "robots").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let table: KeyTable<&str> = KeyTable::new(game.rules(), &[("q", "quit"), ("8", "zoom")]);
    /// assert_eq!(table.keys_of(&Meaning::Command("quit")), ["q"]);
    /// ```
    pub fn keys_of(&self, meaning: &Meaning<C>) -> Vec<&str> {
        let such = self.bindings.iter().filter(|binding| binding.meaning == *meaning);
        such.map(|binding| binding.key.as_str()).collect()
    }

    /// The keys that could have meant a second thing. That is no mistake as long as what was lost
    /// has another key: see [`KeyTable::unreachable`].
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # use masume_session::{KeyTable, Meaning};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "robots").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let table: KeyTable<&str> = KeyTable::new(game.rules(), &[("q", "quit"), ("8", "zoom")]);
    /// assert!(table.conflicts().iter().any(|it| it.key == "8" && it.lost == Meaning::Command("zoom")));
    /// ```
    pub fn conflicts(&self) -> &[Conflict<C>] {
        &self.conflicts
    }

    /// Meanings that have lost every key that it could have had, each once.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # use masume_session::{KeyTable, Meaning};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "robots").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let table: KeyTable<&str> = KeyTable::new(game.rules(), &[("q", "quit"), ("8", "zoom")]);
    /// assert!(table.unreachable().contains(&Meaning::Command("zoom")));
    /// ```
    pub fn unreachable(&self) -> Vec<Meaning<C>> {
        let mut lost: Vec<Meaning<C>> = Vec::new();
        for conflict in &self.conflicts {
            if self.keys_of(&conflict.lost).is_empty() && !lost.contains(&conflict.lost) {
                lost.push(conflict.lost.clone());
            }
        }
        lost
    }

    fn add_directions(&mut self, rules: &Rules) {
        let own: BTreeSet<Key> = self.bindings.iter().map(|it| it.key.clone()).collect();
        let Some((action, ways)) = steered(rules) else { return };
        let possible = possible(rules, ways);
        for set in SETS {
            let used = || set.iter().filter(|(_, way)| possible.contains(way));
            let text = |way: &Direction| format!("{} {}", action.name, way.name());
            let is_own = |key: &str, way: &Direction| {
                own.contains(key) && self.meaning(key) != Some(&Meaning::Action(text(way)))
            };
            // The names of arrows say what they mean; of them each stands for itself.
            let is_named = set.iter().all(|(key, way)| *key == way.name());
            if !is_named && used().any(|(key, way)| is_own(key, way)) {
                continue;
            }
            let added: Vec<(&str, String)> = used().map(|(key, way)| (*key, text(way))).collect();
            for (key, text) in added {
                self.add(key, Meaning::Action(text));
            }
        }
    }

    /// An action without parameters has no cell to be pointed at: it needs a key.
    fn add_plain_actions(&mut self, rules: &Rules) {
        let plain = rules.actions.iter().filter(|info| info.params.is_empty());
        let mut names: Vec<&str> = plain.map(|info| info.name.as_str()).collect();
        // The one thing that can be done, but for going somewhere.
        let others = rules.actions.len() - usize::from(steered(rules).is_some());
        if let ([name], 1) = (&names[..], others) {
            self.add("space", Meaning::Action((*name).to_owned()));
        }
        match rules.pass {
            PassRule::AnyTime => names.push("pass"),
            // It follows by itself.
            PassRule::WhenNoAction | PassRule::Never => {}
        }
        for name in names {
            let meaning = Meaning::Action(name.to_owned());
            if self.keys_of(&meaning).is_empty() {
                let letters = name.chars().filter(|letter| letter.is_alphanumeric());
                let either = letters.flat_map(|it| it.to_lowercase().chain(it.to_uppercase()));
                let free = either.map(String::from).find(|key| self.meaning(key).is_none());
                match free {
                    Some(key) => self.add(&key, meaning),
                    None => self.conflicts.extend(self.bindings.first().map(|first| Conflict {
                        key: first.key.clone(),
                        kept: first.meaning.clone(),
                        lost: meaning,
                    })),
                }
            }
        }
    }

    /// Unless the key has a meaning already.
    fn add(&mut self, key: &str, meaning: Meaning<C>) {
        match self.meaning(key).cloned() {
            None => self.bindings.push(Binding { key: key.to_owned(), meaning, is_own: false }),
            Some(kept) if kept == meaning => {}
            Some(kept) => {
                self.conflicts.push(Conflict { key: key.to_owned(), kept, lost: meaning });
            }
        }
    }
}

/// The action that takes a direction and nothing else, if only one does.
fn steered(rules: &Rules) -> Option<(&ActionInfo, &Ways)> {
    let mut such = rules.actions.iter().filter_map(|info| match &info.params[..] {
        [ParamKind::Direction(ways)] => Some((info, ways)),
        _ => None,
    });
    let found = such.next()?;
    such.next().is_none().then_some(found)
}

/// The directions that any player can choose.
fn possible(rules: &Rules, ways: &Ways) -> BTreeSet<Direction> {
    let players = (0..rules.players.len()).map(|index| Player(index as u8));
    players.flat_map(|player| ways.directions(player, &|_| None)).collect()
}
