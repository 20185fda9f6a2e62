//! Help, made from the game: what it is about, its keys, its pieces, its rules as they are written.

use masume_rules::model::{LayerKind, ParamKind, PassRule};
use masume_session::Meaning;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::command::{Command, usual_keys};
use super::page::Page;
use super::play::Play;
use crate::locale::Phrases;

/// What the terminal does, in the order in which the help lists it.
const COMMANDS: [(Command, &str); 14] = [
    (Command::Choose, "command-choose"),
    (Command::Undo, "command-undo"),
    (Command::Redo, "command-redo"),
    (Command::Restart, "command-restart"),
    (Command::NextLevel, "command-next-level"),
    (Command::PreviousLevel, "command-previous-level"),
    (Command::Unsolved, "command-unsolved"),
    (Command::Levels, "command-levels"),
    (Command::Choices, "command-choices"),
    (Command::Trace, "command-trace"),
    (Command::Save, "command-save"),
    (Command::Glyphs, "command-glyphs"),
    (Command::Help, "command-help"),
    (Command::Leave, "command-leave"),
];

/// The game's own words for the player, and what can be made from its rules.
pub(crate) fn page(play: &Play, phrases: &Phrases) -> Page {
    let teller = play.teller(phrases);
    let mut lines = Vec::new();
    let about = teller.about();
    if !about.is_empty() {
        lines.push(Line::from(about));
    }
    section(&mut lines, None, own_help(play, phrases));
    section(&mut lines, Some(phrases.say("help-actions", &[])), actions(play, phrases));
    section(&mut lines, Some(phrases.say("help-keys", &[])), keys(play, phrases));
    section(&mut lines, Some(phrases.say("help-mouse", &[])), mouse(play, phrases));
    section(&mut lines, Some(phrases.say("help-pieces", &[])), pieces(play, phrases));
    section(&mut lines, Some(phrases.say("help-rules", &[])), rules(&play.source.text));
    let values = [("game", teller.title().into())];
    Page { title: phrases.say("help-title", &values), lines, first: 0 }
}

/// What can be done in the menu, and in most games.
pub(crate) fn of_menu(phrases: &Phrases) -> Page {
    let about = phrases.say("menu-help", &[]);
    let mut lines: Vec<Line<'static>> =
        about.lines().map(|line| Line::from(line.to_owned())).collect();
    let mut rows = vec![(phrases.say("key-arrows", &[]), phrases.say("menu-help-arrows", &[]))];
    for (command, id) in COMMANDS {
        let keys: Vec<String> = usual_keys(command).map(|key| key_name(key, phrases)).collect();
        if !keys.is_empty() {
            rows.push((keys.join(" "), phrases.say(id, &[])));
        }
    }
    section(&mut lines, Some(phrases.say("menu-help-keys", &[])), aligned(rows));
    let values = [("game", phrases.say("menu-title", &[]).into())];
    Page { title: phrases.say("help-title", &values), lines, first: 0 }
}

fn section(lines: &mut Vec<Line<'static>>, heading: Option<String>, body: Vec<Line<'static>>) {
    if body.is_empty() {
        return;
    }
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    lines.extend(heading.map(|heading| Line::styled(heading, bold)));
    lines.extend(body);
}

/// The lines that the game brings for its player.
fn own_help(play: &Play, phrases: &Phrases) -> Vec<Line<'static>> {
    let own = &play.session.game().rules().help;
    if own.is_empty() {
        return Vec::new();
    }
    let text = phrases.game_says("help", &[]).unwrap_or_else(|| own.join("\n"));
    text.lines().map(|line| Line::from(format!("  {line}"))).collect()
}

/// Each action with what it takes.
fn actions(play: &Play, phrases: &Phrases) -> Vec<Line<'static>> {
    let teller = play.teller(phrases);
    let rules = play.session.game().rules();
    let mut lines: Vec<Line<'static>> = rules
        .actions
        .iter()
        .map(|action| {
            let mut text = format!("  {}", teller.action_name(&action.name));
            for param in &action.params {
                let id = match param {
                    ParamKind::Direction(_) => "takes-direction",
                    ParamKind::Cell => "takes-cell",
                    ParamKind::Column => "takes-column",
                    ParamKind::Row => "takes-row",
                };
                text.push(' ');
                text.push_str(&phrases.say(id, &[]));
            }
            Line::from(text)
        })
        .collect();
    let pass = match rules.pass {
        PassRule::Never => None,
        PassRule::WhenNoAction => Some("passes-by-itself"),
        PassRule::AnyTime => Some("action-pass"),
    };
    lines.extend(pass.map(|id| Line::from(format!("  {}", phrases.say(id, &[])))));
    lines
}

/// Keys and what they do: the game's first.
fn keys(play: &Play, phrases: &Phrases) -> Vec<Line<'static>> {
    let mut rows: Vec<(Vec<String>, String)> = Vec::new();
    for binding in play.keys.bindings() {
        let meaning = match &binding.meaning {
            Meaning::Action(text) => action_words(play, phrases, text),
            Meaning::Help | Meaning::Face(_) => continue,
        };
        let key = key_name(&binding.key, phrases);
        match rows.iter_mut().find(|(_, known)| *known == meaning) {
            Some((keys, _)) => keys.push(key),
            None => rows.push((vec![key], meaning)),
        }
    }
    if play.has_cursor {
        let arrows = phrases.say("key-arrows", &[]);
        rows.push((vec![arrows], phrases.say("command-point", &[])));
    }
    for (command, id) in COMMANDS {
        let mut keys = play.keys.keys_of(&Meaning::Face(command));
        if command == Command::Help {
            keys.extend(play.keys.keys_of(&Meaning::Help));
        }
        let keys: Vec<String> = keys.iter().map(|key| key_name(key, phrases)).collect();
        let has_levels = play.session.game().level_count() > 1;
        let is_about_levels = matches!(
            command,
            Command::NextLevel | Command::PreviousLevel | Command::Unsolved | Command::Levels
        );
        if !keys.is_empty() && (has_levels || !is_about_levels) {
            rows.push((keys, phrases.say(id, &[])));
        }
    }
    let rows: Vec<(String, String)> =
        rows.into_iter().map(|(keys, meaning)| (keys.join(" "), meaning)).collect();
    aligned(rows)
}

/// An action's text in the language of the interface, word by word.
fn action_words(play: &Play, phrases: &Phrases, text: &str) -> String {
    let teller = play.teller(phrases);
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    let mut said = vec![match first {
        "pass" => phrases.say("action-pass", &[]),
        first => teller.action_name(first),
    }];
    for word in words {
        said.push(match masume_engine::Direction::from_name(word) {
            Some(way) => phrases.say(&format!("direction-{}", way.name()), &[]),
            None => word.to_owned(),
        });
    }
    said.join(" ")
}

/// A key as it is written on a keyboard.
pub(crate) fn key_name(key: &str, phrases: &Phrases) -> String {
    match key {
        "up" | "down" | "left" | "right" | "space" | "enter" | "tab" | "escape" | "backspace"
        | "page-up" | "page-down" | "home" | "end" => phrases.say(&format!("key-{key}"), &[]),
        key => match key.strip_prefix("ctrl-") {
            Some(letter) => format!("Ctrl-{}", letter.to_uppercase()),
            None if key.len() > 1 => key.to_uppercase(),
            None => key.to_owned(),
        },
    }
}

fn mouse(play: &Play, phrases: &Phrases) -> Vec<Line<'static>> {
    let rules = play.session.game().rules();
    let takes_two = rules
        .actions
        .iter()
        .any(|action| action.params.iter().filter(|param| **param == ParamKind::Cell).count() > 1);
    let ids: &[&str] = match (play.has_cursor, takes_two) {
        (true, true) => &["mouse-cell", "mouse-two"],
        (true, false) => &["mouse-cell"],
        (false, _) => &["mouse-walk"],
    };
    ids.iter().map(|id| Line::from(format!("  {}", phrases.say(id, &[])))).collect()
}

/// What each glyph is, as the board shows it.
fn pieces(play: &Play, phrases: &Phrases) -> Vec<Line<'static>> {
    let teller = play.teller(phrases);
    let rules = play.session.game().rules();
    let mut rows = Vec::new();
    for (layer, info) in rules.layers.iter().enumerate() {
        let layer = masume_rules::model::Layer(layer as u8);
        match &info.kind {
            LayerKind::Pieces(_) => {
                for content in info.kind.contents() {
                    if let Some(glyph) = play.looks.glyph(layer, content) {
                        rows.push((glyph.to_owned(), teller.piece(layer, content)));
                    }
                }
            }
            LayerKind::Kinds(_) => {
                let glyphs = info.kind.contents().into_iter();
                let glyphs: Vec<&str> =
                    glyphs.filter_map(|content| play.looks.glyph(layer, content)).collect();
                if !glyphs.is_empty() {
                    rows.push((glyphs.join(" "), teller.layer(layer)));
                }
            }
            LayerKind::Range(..) | LayerKind::Doubling(..) => {
                rows.push((info.kind.describe(), teller.layer(layer)));
            }
        }
    }
    aligned(rows)
}

/// The text of the game up to its pictures: levels say nothing about the rules.
fn rules(source: &str) -> Vec<Line<'static>> {
    /// What begins the parts that are shown elsewhere in the help, or on the board.
    const OTHERS: [&str; 7] =
        ["level", "display", "keys", "words", "help", "notation", "legend xsb"];
    let mut is_rule = true;
    let mut lines = Vec::new();
    for line in source.lines() {
        let is_head = line.starts_with(|letter: char| !letter.is_whitespace());
        if is_head {
            is_rule = !OTHERS.iter().any(|other| line.starts_with(other));
        }
        if is_rule {
            lines.push(Line::from(format!("  {line}")));
        }
    }
    while lines.last().is_some_and(|line| line.width() <= 2) {
        lines.pop();
    }
    lines
}

/// Two columns, the first no wider than most need.
fn aligned(rows: Vec<(String, String)>) -> Vec<Line<'static>> {
    /// Columns; what is longer pushes its neighbour.
    const WIDEST: usize = 24;
    let widths = rows.iter().map(|(first, _)| first.width()).filter(|width| *width <= WIDEST);
    let width = widths.max().unwrap_or(0);
    let row = |(first, second): (String, String)| {
        let gap = " ".repeat(width.saturating_sub(first.width()) + 2);
        Line::from(vec![Span::raw(format!("  {first}{gap}")), Span::raw(second)])
    };
    rows.into_iter().map(row).collect()
}
