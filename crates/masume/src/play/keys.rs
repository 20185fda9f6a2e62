//! What each key does: the game's own keys, and the usual ones where it has none.

use std::collections::BTreeSet;

use masume_engine::{Action, Game, Rules, State};
use masume_rules::model::{KeyBinding, ParamKind};

/// The arrow keys, and the letters that stand for them in older programs.
const USUAL: [(&str, &str); 12] = [
    ("up", "up"),
    ("down", "down"),
    ("left", "left"),
    ("right", "right"),
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
    /// The game's own keys. Where it has none and one of its actions takes a direction and
    /// nothing else, the arrow keys do that action.
    pub(super) fn of(rules: &Rules) -> Self {
        if !rules.keys.is_empty() {
            return Self { bindings: rules.keys.clone() };
        }
        let mut steered = rules.actions.iter().filter(|action| {
            let steers = |kind: &ParamKind| match kind {
                ParamKind::Direction(_) => true,
                ParamKind::Cell | ParamKind::Column | ParamKind::Row => false,
            };
            action.params.len() == 1 && action.params.iter().all(steers)
        });
        let (Some(action), None) = (steered.next(), steered.next()) else {
            return Self { bindings: Vec::new() };
        };
        let binding = |(key, way): (&str, &str)| KeyBinding {
            key: key.to_owned(),
            action: format!("{} {way}", action.name),
        };
        Self { bindings: USUAL.into_iter().map(binding).collect() }
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
