//! Programs as text, those of all players together.

use masume_rules::model::Rules;

use crate::{Layout, Part, Program};

/// The programs, or one part of them: once where it is the same for every player, else for each
/// under the player's name.
pub fn explain(rules: &Rules, layout: &Layout, programs: &[Program], only: Option<Part>) -> String {
    let texts: Vec<String> =
        programs.iter().map(|program| program.print(rules, layout, only)).collect();
    let Some(first) = texts.first() else { return String::new() };
    if texts.iter().all(|text| text == first) {
        return first.clone();
    }
    let mut joined = String::new();
    for (index, text) in texts.iter().enumerate() {
        let name = rules.players.get(index).map_or("?", |player| player.name.as_str());
        joined.push_str(&format!("for {name}\n"));
        for line in text.lines() {
            joined.push_str(&format!("  {line}\n"));
        }
    }
    joined
}
