//! What each key does: the game's own keys, and the usual ones where it has none.

use std::collections::BTreeSet;

use masume_engine::{Action, Game, Rules, State};
use masume_rules::model::{ActionInfo, KeyBinding, ParamKind};

/// They choose directions in every game with an action in a direction.
const ARROWS: [(&str, &str); 4] =
    [("up", "up"), ("down", "down"), ("left", "left"), ("right", "right")];
/// They stand for the arrows in older programs, and here where a game has no keys of its own.
const LETTERS: [(&str, &str); 8] = [
    ("h", "left"),
    ("j", "down"),
    ("k", "up"),
    ("l", "right"),
    ("w", "up"),
    ("a", "left"),
    ("s", "down"),
    ("d", "right"),
];

/// Keys with the texts of their actions.
#[derive(Debug)]
pub(super) struct Keys {
    bindings: Vec<KeyBinding>,
}

impl Keys {
    /// The game's own keys, and the arrows where one action alone takes a direction and nothing
    /// else. A game without keys of its own has the letters too, and the space bar for the one
    /// action that takes nothing, if there are no actions but these.
    pub(super) fn of(rules: &Rules) -> Self {
        let mut keys = Self { bindings: rules.keys.clone() };
        let steered = only(rules, |params| matches!(params, [ParamKind::Direction(_)]));
        if let Some(action) = steered {
            let letters = if rules.keys.is_empty() { &LETTERS[..] } else { &[] };
            for (key, way) in ARROWS.iter().chain(letters) {
                keys.add(key, format!("{} {way}", action.name));
            }
        }
        let plain = only(rules, <[ParamKind]>::is_empty);
        let others = rules.actions.len() - usize::from(steered.is_some());
        if let (Some(action), 1, true) = (plain, others, rules.keys.is_empty()) {
            keys.add("space", action.name.clone());
        }
        keys
    }

    /// Unless the game has given the key another meaning.
    fn add(&mut self, key: &str, action: String) {
        if self.action(key).is_none() {
            self.bindings.push(KeyBinding { key: key.to_owned(), action });
        }
    }

    /// The text of the key's action, or `help`.
    pub(super) fn action(&self, key: &str) -> Option<&str> {
        let found = self.bindings.iter().find(|binding| binding.key == key);
        found.map(|binding| binding.action.as_str())
    }

    /// In the order of the game's text.
    pub(super) fn bindings(&self) -> &[KeyBinding] {
        &self.bindings
    }

    /// The keys of a word such as `6669`, each character a key; none where one is not.
    pub(super) fn run_of(&self, word: &str) -> Option<Vec<String>> {
        let keys: Vec<String> = word.chars().map(String::from).collect();
        let all_known = keys.iter().all(|key| self.action(key).is_some());
        (keys.len() > 1 && all_known).then_some(keys)
    }

    /// Whether keys alone can choose each of these actions.
    pub(super) fn reach_all(&self, game: &Game, state: &State, legal: &[Action]) -> bool {
        let reached: BTreeSet<Action> = self
            .bindings
            .iter()
            .filter_map(|binding| game.read_action(state, &binding.action).ok())
            .collect();
        !reached.is_empty() && legal.iter().all(|action| reached.contains(action))
    }
}

/// The action whose parameters are such, if only one is.
fn only(rules: &Rules, are_such: impl Fn(&[ParamKind]) -> bool) -> Option<&ActionInfo> {
    let mut such = rules.actions.iter().filter(|action| are_such(&action.params));
    let found = such.next()?;
    such.next().is_none().then_some(found)
}
