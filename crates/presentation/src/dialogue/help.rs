//! Help, made from the game: what it is about, its keys, its pieces, its rules as they are written.

use masume_rules::model::{Content, Layer};
use masume_rules::model::{LayerKind, ParamKind, PassRule};
use masume_session::Meaning;
use unicode_width::UnicodeWidthStr as _;

use super::Dialogue;
use super::command::{Command, usual_keys};
use crate::locale::Phrases;
use crate::shell::typed;
use crate::speech::keys::key_name;

/// Help as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// Title: the game, or the menu.
    pub title: String,
    /// Its parts, none of them empty.
    pub sections: Vec<Section>,
}

/// A part of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Topic.
    pub topic: Topic,
    /// Heading, where there is one.
    pub heading: Option<String>,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Topic of a part of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Sentence about the game.
    About,
    /// Its rules in words.
    Prose,
    /// Help that the game brings for its player.
    Own,
    /// Actions and the keys for them.
    Actions,
    /// Keys of the face.
    Keys,
    /// Keys of the menu.
    MenuKeys,
    /// Keys in most games.
    UsualKeys,
    /// The mouse.
    Mouse,
    /// Pieces as they are shown.
    Pieces,
    /// Id that others type to begin the same game.
    Id,
    /// The game's text.
    Rules,
}

impl Topic {
    /// The phrase above it.
    fn heading(self) -> Option<&'static str> {
        match self {
            Self::About | Self::Prose | Self::Own => None,
            Self::Actions => Some("help-actions"),
            Self::Keys => Some("help-keys"),
            Self::MenuKeys => Some("menu-help-menu"),
            Self::UsualKeys => Some("menu-help-keys"),
            Self::Mouse => Some("help-mouse"),
            Self::Pieces => Some("help-pieces"),
            Self::Id => Some("help-id"),
            Self::Rules => Some("help-rules"),
        }
    }
}

/// Glyphs of what lies on the board; `None` for what is never shown.
pub type Glyphs<'a> = &'a dyn Fn(Layer, Content) -> Option<String>;

/// Medium in which the help of a game is read.
#[derive(Clone, Copy)]
pub enum Medium<'a> {
    /// On a screen, with what it shows pieces as.
    Screen(Glyphs<'a>),
    /// As text, where a key acts at once. What letters mean is told by the face, as below.
    Keys,
    /// As text, line by line: what is not the game's is asked for in words, which the face tells.
    Lines,
}

impl Medium<'_> {
    /// The phrase for a command, where it can be given by a key.
    fn phrase(self, command: Command, usual: &'static str) -> Option<&'static str> {
        match (self, command) {
            (Self::Screen(_), _) => Some(usual),
            (Self::Lines, _) => None,
            (Self::Keys, command) if command.needs_screen() => None,
            (Self::Keys, Command::Choices) => Some("command-choices-told"),
            (Self::Keys, Command::Type) => Some("command-type-line"),
            (Self::Keys, _) => Some(usual),
        }
    }
}

/// Commands in the order in which the help lists them.
const COMMANDS: [Command; 25] = [
    Command::Choose,
    Command::Undo,
    Command::Redo,
    Command::Restart,
    Command::NextLevel,
    Command::PreviousLevel,
    Command::Unsolved,
    Command::Levels,
    Command::Choices,
    Command::Hint,
    Command::Follow,
    Command::History,
    Command::Outlook,
    Command::GoOn,
    Command::Slower,
    Command::Faster,
    Command::Type,
    Command::Trace,
    Command::Save,
    Command::Options,
    Command::Copy,
    Command::Glyphs,
    Command::Turn,
    Command::Help,
    Command::Leave,
];

/// Keys of the menu, with what they do.
const MENU_KEYS: [(&str, &str); 6] = [
    ("enter", "menu-help-play"),
    ("O", "menu-help-options"),
    ("N", "menu-help-anew"),
    ("S", "menu-help-statistics"),
    ("letters", "menu-help-letters"),
    ("q", "menu-help-leave"),
];

/// The game's own words for the player, and what can be made from its rules.
pub fn of_game(dialogue: &Dialogue, phrases: &Phrases, medium: Medium<'_>) -> Help {
    let teller = dialogue.teller(phrases);
    let about = teller.about();
    let about = if about.is_empty() { Vec::new() } else { vec![about] };
    let own = dialogue.session.game().rules();
    let mut parts = vec![
        (Topic::About, about),
        (Topic::Prose, of_the_game("rules", &own.prose, phrases)),
        (Topic::Own, of_the_game("help", &own.help, phrases)),
        (Topic::Actions, actions(dialogue, phrases)),
        (Topic::Keys, keys(dialogue, phrases, medium)),
    ];
    if let Medium::Screen(glyphs) = medium {
        parts.extend([
            (Topic::Mouse, mouse(dialogue, phrases)),
            (Topic::Pieces, pieces(dialogue, phrases, glyphs)),
            (Topic::Id, vec![format!("masume {}", typed(&dialogue.id()))]),
            (Topic::Rules, rules(&dialogue.source.text)),
        ]);
    }
    let values = [("game", teller.title().into())];
    Help { title: phrases.say("help-title", &values), sections: sections(parts, phrases) }
}

/// Help about the menu, and about what can be done in most games.
pub fn of_menu(phrases: &Phrases) -> Help {
    let about = phrases.say("menu-help", &[]);
    let mut rows = vec![(phrases.say("key-arrows", &[]), phrases.say("menu-help-arrows", &[]))];
    for command in COMMANDS {
        let id = command.phrase(false);
        let keys: Vec<String> = usual_keys(command).map(|key| key_name(key, phrases)).collect();
        if !keys.is_empty() {
            rows.push((keys.join(" "), phrases.say(id, &[])));
        }
    }
    let about = about.lines().map(str::to_owned).collect();
    let keys = MENU_KEYS.map(|(key, id)| (key_name(key, phrases), phrases.say(id, &[])));
    let parts = [
        (Topic::About, about),
        (Topic::MenuKeys, aligned(keys.to_vec())),
        (Topic::UsualKeys, aligned(rows)),
    ];
    let values = [("game", phrases.say("menu-title", &[]).into())];
    Help { title: phrases.say("help-title", &values), sections: sections(parts, phrases) }
}

/// Those about which there is something to say.
fn sections(
    parts: impl IntoIterator<Item = (Topic, Vec<String>)>,
    phrases: &Phrases,
) -> Vec<Section> {
    let said = parts.into_iter().filter(|(_, lines)| !lines.is_empty());
    let headed = said.map(|(topic, lines)| {
        let heading = topic.heading().map(|id| phrases.say(id, &[]));
        Section { topic, heading, lines }
    });
    headed.collect()
}

/// The lines of a section of prose, in the language of the interface where they are translated.
fn of_the_game(id: &str, own: &[String], phrases: &Phrases) -> Vec<String> {
    if own.is_empty() {
        return Vec::new();
    }
    let text = phrases.game_says(id, &[]).unwrap_or_else(|| own.join("\n"));
    text.lines().map(str::to_owned).collect()
}

/// Each action with what it takes.
fn actions(dialogue: &Dialogue, phrases: &Phrases) -> Vec<String> {
    let teller = dialogue.teller(phrases);
    let rules = dialogue.session.game().rules();
    let mut lines: Vec<String> = rules
        .actions
        .iter()
        .map(|action| {
            let mut text = teller.action_name(&action.name);
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
            text
        })
        .collect();
    let pass = match rules.pass {
        PassRule::Never => None,
        PassRule::WhenNoAction => Some("passes-by-itself"),
        PassRule::AnyTime => Some("action-pass"),
    };
    lines.extend(pass.map(|id| phrases.say(id, &[])));
    lines
}

/// Keys and what they do: the game's first.
fn keys(dialogue: &Dialogue, phrases: &Phrases, medium: Medium<'_>) -> Vec<String> {
    let mut rows: Vec<(Vec<String>, String)> = Vec::new();
    for binding in dialogue.keys.bindings() {
        let meaning = match &binding.meaning {
            Meaning::Action(text) => action_words(dialogue, phrases, text),
            Meaning::Help | Meaning::Command(_) => continue,
        };
        let key = key_name(&binding.key, phrases);
        match rows.iter_mut().find(|(_, known)| *known == meaning) {
            Some((keys, _)) => keys.push(key),
            None => rows.push((vec![key], meaning)),
        }
    }
    let has_cursor = dialogue.takes_cells || dialogue.is_painted;
    if let (true, Medium::Screen(_)) = (has_cursor, medium) {
        let arrows = phrases.say("key-arrows", &[]);
        rows.push((vec![arrows], phrases.say("command-point", &[])));
    }
    for command in COMMANDS {
        let usual = command.phrase(dialogue.is_painted);
        let Some(id) = medium.phrase(command, usual) else { continue };
        let mut keys = dialogue.keys_of(command);
        if command == Command::Help {
            keys.extend(dialogue.keys.keys_of(&Meaning::Help));
        }
        let mut keys: Vec<String> = keys.iter().map(|key| key_name(key, phrases)).collect();
        if command == Command::Type {
            keys.extend(dialogue.letters_of_names());
        }
        let has_levels = dialogue.session.game().level_count() > 1;
        if !keys.is_empty() && (has_levels || !command.is_about_levels()) {
            rows.push((keys, phrases.say(id, &[])));
        }
    }
    let rows: Vec<(String, String)> =
        rows.into_iter().map(|(keys, meaning)| (keys.join(" "), meaning)).collect();
    aligned(rows)
}

/// An action's text in the language of the interface, word by word.
pub fn action_words(dialogue: &Dialogue, phrases: &Phrases, text: &str) -> String {
    let teller = dialogue.teller(phrases);
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

fn mouse(dialogue: &Dialogue, phrases: &Phrases) -> Vec<String> {
    let rules = dialogue.session.game().rules();
    let takes_two = rules
        .actions
        .iter()
        .any(|action| action.params.iter().filter(|param| **param == ParamKind::Cell).count() > 1);
    let ids: &[&str] = match (dialogue.takes_cells, takes_two) {
        (false, _) if dialogue.is_painted => &["mouse-paint"],
        (true, true) => &["mouse-cell", "mouse-two"],
        (true, false) => &["mouse-cell"],
        (false, _) => &["mouse-walk"],
    };
    ids.iter().map(|id| phrases.say(id, &[])).collect()
}

/// Meaning of each glyph, as the board shows it.
fn pieces(dialogue: &Dialogue, phrases: &Phrases, glyphs: Glyphs<'_>) -> Vec<String> {
    let teller = dialogue.teller(phrases);
    let rules = dialogue.session.game().rules();
    let mut rows = Vec::new();
    for (layer, info) in rules.layers.iter().enumerate() {
        let layer = masume_rules::model::Layer(layer as u8);
        match &info.kind {
            LayerKind::Pieces(_) => {
                for content in info.kind.contents() {
                    if let Some(glyph) = glyphs(layer, content) {
                        rows.push((glyph, teller.piece(layer, content)));
                    }
                }
            }
            LayerKind::Kinds(_) => {
                let shown: Vec<String> = info
                    .kind
                    .contents()
                    .into_iter()
                    .filter_map(|content| glyphs(layer, content))
                    .collect();
                if !shown.is_empty() {
                    rows.push((shown.join(" "), teller.layer(layer)));
                }
            }
            LayerKind::Range(least, most) => {
                let values =
                    [("least", i64::from(*least).into()), ("most", i64::from(*most).into())];
                rows.push((phrases.say("options-range", &values), teller.layer(layer)));
            }
            LayerKind::Doubling(..) => {
                let contents = info.kind.contents();
                let first: Vec<String> = contents.iter().take(3).map(i32::to_string).collect();
                let more = if contents.len() > first.len() { " ..." } else { "" };
                rows.push((format!("{}{more}", first.join(" ")), teller.layer(layer)));
            }
        }
    }
    aligned(rows)
}

/// The text of the game up to its pictures: levels say nothing about the rules.
fn rules(source: &str) -> Vec<String> {
    /// Beginnings of the parts that are shown elsewhere in the help, or on the board.
    const OTHERS: [&str; 8] =
        ["level", "display", "keys", "words", "rules", "help", "notation", "legend xsb"];
    let mut is_rule = true;
    let mut lines = Vec::new();
    for line in source.lines() {
        let is_head = line.starts_with(|letter: char| !letter.is_whitespace());
        if is_head {
            is_rule = !OTHERS.iter().any(|other| line.starts_with(other));
        }
        if is_rule {
            lines.push(line.to_owned());
        }
    }
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// Two columns, the first no wider than most need.
///
/// ```
/// use masume_presentation::dialogue::help::aligned;
///
/// let row = |first: &str, second: &str| (first.to_owned(), second.to_owned());
/// assert_eq!(aligned(vec![row("a", "one"), row("abc", "two")]), ["a    one", "abc  two"]);
/// ```
pub fn aligned(rows: Vec<(String, String)>) -> Vec<String> {
    /// Columns; what is longer pushes its neighbour.
    const WIDEST: usize = 24;
    let widths = rows.iter().map(|(first, _)| first.width()).filter(|width| *width <= WIDEST);
    let width = widths.max().unwrap_or(0);
    let row = |(first, second): (String, String)| {
        let gap = " ".repeat(width.saturating_sub(first.width()) + 2);
        format!("{first}{gap}{second}")
    };
    rows.into_iter().map(row).collect()
}
