//! The game's own help, or one made from its rules.

use std::fmt::Write as _;

use masume_engine::{Game, Rules, State};
use masume_rules::model::{
    ActionInfo, Content, Layer, LayerKind, LegendEntry, ParamKind, PassRule,
};
use masume_rules::text;

use super::command::COMMANDS;
use super::keys::Keys;

/// Each line with its end.
pub(super) fn help(game: &Game, state: &State, keys: &Keys, by_keys: bool) -> String {
    let rules = game.rules();
    let mut text = String::new();
    for line in &rules.prose {
        let _ = writeln!(text, "{line}");
    }
    if rules.help.is_empty() {
        if rules.prose.is_empty() {
            let _ = writeln!(text, "{}", rules.title);
            if !rules.about.is_empty() {
                let _ = writeln!(text, "{}", rules.about);
            }
        }
        section(&mut text, "Legend", legend(rules));
        section(&mut text, "Keys", key_lines(keys));
        section(&mut text, "Actions", action_lines(game, state));
    } else {
        for line in &rules.help {
            let _ = writeln!(text, "{line}");
        }
    }
    let _ = match by_keys {
        true => writeln!(
            text,
            "\nAlso: u undo, r restart, ? help, q quit; : begins a line, such as\n{COMMANDS},\nor an action."
        ),
        false => writeln!(text, "\nAlso: {COMMANDS}."),
    };
    text
}

fn section(text: &mut String, heading: &str, lines: Vec<String>) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{heading}:");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

fn legend(rules: &Rules) -> Vec<String> {
    let Some(legend) = rules.legends.first() else { return Vec::new() };
    // All kinds of a layer share a line.
    let mut lines: Vec<(String, String)> = Vec::new();
    for entry in &legend.entries {
        let glyph = match entry.glyphs.first() {
            Some(' ') => "(blank)".to_owned(),
            Some(glyph) => glyph.to_string(),
            None => continue,
        };
        let name = entry_name(rules, entry);
        match lines.last_mut() {
            Some((glyphs, last)) if *last == name => {
                glyphs.push(' ');
                glyphs.push_str(&glyph);
            }
            Some(_) | None => lines.push((glyph, name)),
        }
    }
    for layer in &rules.layers {
        match layer.kind {
            LayerKind::Range(..) | LayerKind::Doubling(..) => {
                lines.push(("a number".to_owned(), layer.name.clone()));
            }
            LayerKind::Pieces(_) | LayerKind::Kinds(_) => {}
        }
    }
    aligned(&lines)
}

fn entry_name(rules: &Rules, entry: &LegendEntry) -> String {
    if entry.contents.is_empty() {
        return "nothing".to_owned();
    }
    // As it is spoken: the piece first, then what it stands on.
    let names: Vec<String> = entry
        .contents
        .iter()
        .rev()
        .map(|&(layer, content)| spoken_name(rules, layer, content))
        .collect();
    names.join(" on ")
}

fn spoken_name(rules: &Rules, layer: Layer, content: Content) -> String {
    let shown = rules.display.iter().find(|it| it.subject == Some((layer, content)));
    if let Some(spoken) = shown.and_then(|it| it.spoken.clone()) {
        return spoken;
    }
    let info = &rules.layers[usize::from(layer.0)];
    match &info.kind {
        // All kinds share a line, so the layer's name must do.
        LayerKind::Kinds(_) => info.name.clone(),
        LayerKind::Pieces(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
            text::content_name(rules, layer, content)
        }
    }
}

fn key_lines(keys: &Keys) -> Vec<String> {
    let mut lines: Vec<(String, &str)> = Vec::new();
    for binding in keys.bindings() {
        match lines.iter_mut().find(|(_, action)| *action == binding.action) {
            Some((keys, _)) => {
                keys.push_str(", ");
                keys.push_str(&binding.key);
            }
            None => lines.push((binding.key.clone(), &binding.action)),
        }
    }
    aligned(&lines)
}

/// Two columns, the first no wider than most need.
fn aligned(lines: &[(String, impl AsRef<str>)]) -> Vec<String> {
    /// Columns; all the kinds of a layer may take more.
    const WIDEST: usize = 16;
    let widths = lines.iter().map(|(first, _)| first.chars().count());
    let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    lines.iter().map(|(first, second)| format!("{first:width$}  {}", second.as_ref())).collect()
}

fn action_lines(game: &Game, state: &State) -> Vec<String> {
    let rules = game.rules();
    let mut lines: Vec<String> = rules.actions.iter().map(|it| action(game, state, it)).collect();
    match rules.pass {
        PassRule::Never => {}
        PassRule::AnyTime => lines.push("pass".to_owned()),
        PassRule::WhenNoAction => lines.push("pass, when there is nothing else to do".to_owned()),
    }
    lines
}

/// An action with what it takes, such as `place CELL`, and an example where one is legal now.
fn action(game: &Game, state: &State, info: &ActionInfo) -> String {
    let mut text = info.name.clone();
    for param in &info.params {
        text.push_str(match param {
            ParamKind::Direction(_) => " DIRECTION",
            ParamKind::Cell => " CELL",
            ParamKind::Column => " COLUMN",
            ParamKind::Row => " ROW",
        });
    }
    if info.params.is_empty() {
        return text;
    }
    let legal = game.legal_actions(state).unwrap_or_default();
    let texts = legal.iter().map(|&action| game.action_text(state, action));
    let example = texts.into_iter().find(|it| it.split(' ').next() == Some(info.name.as_str()));
    match example {
        Some(example) => format!("{text}, such as {example}"),
        None => text,
    }
}
